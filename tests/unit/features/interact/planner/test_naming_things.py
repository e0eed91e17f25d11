"""What is named by other words than its control's: parts of entries, notes, choices of steps, switches, first days."""

import pytest

from gossamer.core.interaction import Node
from gossamer.features.interact.planner.language.parsing import commands
from gossamer.features.interact.planner.language.phrases import Phrase
from gossamer.features.interact.planner.page.elements import PageModel
from gossamer.features.interact.planner.skills.deeds.annotating import note_of
from gossamer.features.interact.planner.skills.deeds.entities import found_for
from gossamer.features.interact.planner.skills.deeds.places import named_view
from gossamer.features.interact.planner.skills.deeds.saying import Deed, readings
from gossamer.features.interact.planner.skills.labelled import entries
from gossamer.features.interact.planner.skills.reading.parts import part_asked
from gossamer.features.interact.planner.skills.submitting import send_buttons
from tests.unit.features.interact.planner.pages import Sheet, snapshot


def first(text: str) -> Deed:
    return next(readings(commands(text)[0]))


def raw(words: object) -> str:
    return " ".join(t.text for t in words)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "target", "item", "on"),
    [
        ("Unsubscribe Ida Noon from the newsletter", "Ida Noon", "the newsletter", False),
        ("Turn on the newsletter for Ida Noon", "Ida Noon", "the newsletter", True),
        ("Subscribe Ida Noon to the newsletter", "Ida Noon", "the newsletter", True),
    ],
)
def test_what_of_somebody_is_switched_is_told_from_whose_it_is(text: str, target: str, item: str, on: bool) -> None:
    deed = first(text)
    assert (raw(deed.target), raw(deed.item), deed.switch) == (target, item, on)


@pytest.mark.parametrize(
    ("text", "target", "part", "value"),
    [
        ("Ida Noon has a new phone number: 77 10 20", "Ida Noon", ("phone", "number"), "77 10 20"),
        ("Tom Reed's new address is Mill Lane 3", "Tom Reed's", ("address",), "Mill Lane 3"),
    ],
)
def test_a_fact_about_somebody_is_a_change(text: str, target: str, part: tuple[str, ...], value: str) -> None:
    deed = first(text)
    assert (raw(deed.target), deed.parts, deed.text) == (target, part, value)


def test_a_new_time_asks_for_a_new_date_and_an_old_place_does_not() -> None:
    assert first("Move Ida Noon to tomorrow at 15:00").names[0] == "reschedule"
    assert first("Move the letter to the archive").names[0] == "move"


@pytest.mark.parametrize(
    ("text", "target", "note"),
    [
        ("Add a note to Max Fell: Bring two stands", "Max Fell", "Bring two stands"),
        ("Leave a comment on the lamp saying call the smith", "the lamp", "call the smith"),
        ('Write a note "Call back" for Ida Noon', "Ida Noon", "Call back"),
    ],
)
def test_a_note_has_a_text_and_somebody_whom_it_is_for(text: str, target: str, note: str) -> None:
    found = note_of(commands(text)[0])
    assert found is not None
    assert (raw(found.target), found.text) == (target, note)


def test_what_is_to_be_added_without_a_text_is_no_note() -> None:
    assert note_of(commands("Add a note to Max Fell")[0]) is None


def test_a_question_that_is_put_again_is_asked_once() -> None:
    asked = commands("Who is responsible for Ida, i.e. who is she assigned to?")
    assert [c.object.raw for c in asked] == ["Who is responsible for Ida"]


def rows(*texts: tuple[str, ...]) -> tuple[PageModel, list[Node]]:
    sheet = Sheet()
    made = [
        sheet.node(
            "generic",
            "",
            *(sheet.node("generic", part, tag="span") for part in row),
            sheet.node("button", "Remove"),
            tag="div",
            attributes={"class": "one"},
        )
        for row in texts
    ]
    box = sheet.node("generic", "", sheet.node("heading", "Waiting list", tag="h2"), *made, tag="div")
    return PageModel(snapshot(box)), made


def test_a_box_with_several_buttons_of_one_name_is_no_entry() -> None:
    page, made = rows(("Rosa Klein",), ("Tom Reed",))
    assert [e.ref for e in found_for(page, Phrase.of("Tom Reed").tokens)] == [made[1].ref]
    assert [e.ref for e in found_for(page, Phrase.of("Tom Reed Waiting").tokens)] in ([], [made[1].ref])


def test_a_part_is_told_by_what_it_is() -> None:
    page, _ = rows(("Slow Parade", "Neon Harbor", "5:21"), ("Fast Parade", "Neon Harbor", "3:09"))
    assert part_asked(page, Phrase.of("How long is Slow Parade")) == ("5:21", "Slow Parade Neon Harbor 5:21 Remove")
    assert part_asked(page, Phrase.of("How long is Parade")) is None


def test_a_view_is_called_so_with_and_without_the_word_list() -> None:
    sheet = Sheet()
    page = PageModel(snapshot(sheet.node("tablist", "", sheet.node("tab", "Waiting list"), sheet.node("tab", "Today"))))
    found = named_view(page, Phrase.of("the waiting list").tokens)
    assert found is not None
    assert found.name == "Waiting list"


def test_what_calls_a_form_off_sends_none() -> None:
    sheet = Sheet()
    form = sheet.node("form", "", sheet.node("textbox", "Holder"), sheet.node("button", "Cancel"), tag="form")
    assert send_buttons(PageModel(snapshot(form))) == []


def test_a_sum_of_money_goes_into_the_field_for_one() -> None:
    sheet = Sheet()
    fields = (sheet.node("textbox", "Payer"), sheet.node("textbox", "Amount"))
    page = PageModel(snapshot(sheet.node("dialog", "New bill", *fields)))
    found = list(entries(Phrase.of("over 40 pounds").tokens, page))
    assert [(e.control.node.name, e.value) for e in found] == [("Amount", "40")]
