"""What sentences say to do to entities, which entries they mean, and the same element on a page made anew."""

from dataclasses import replace

import pytest

from gossamer.core.interaction import Node
from gossamer.features.interact.planner.grounding.again import same_on
from gossamer.features.interact.planner.language.parsing import commands
from gossamer.features.interact.planner.language.phrases import Phrase
from gossamer.features.interact.planner.page.elements import PageModel
from gossamer.features.interact.planner.skills.confirming import question_of
from gossamer.features.interact.planner.skills.deeds.controlling import named_controls
from gossamer.features.interact.planner.skills.deeds.entities import found_for
from gossamer.features.interact.planner.skills.deeds.places import named_view
from gossamer.features.interact.planner.skills.deeds.saying import Deed, readings
from tests.unit.features.interact.planner.pages import Sheet, snapshot


def said(text: str) -> list[Deed]:
    return list(readings(commands(text)[0]))


def raw(deed: Deed) -> str:
    return " ".join(t.text for t in deed.target)


@pytest.mark.parametrize(
    ("text", "target", "value", "name"),
    [
        ("Archive the invoice from CloudPrint", "the invoice CloudPrint", "", "archive"),
        ("Assign the VPN ticket to Yuki Sato", "the VPN ticket", "Yuki Sato", "assign"),
        ('Rename the card "Old" to "New"', "the card Old", "New", "rename"),
        ("Mark the mail from Ida as unread", "the mail Ida", "unread", "mark as unread"),
        ("Label the reminder from Dr. Wen as Family", "the reminder Dr . Wen", "Family", "label"),
        ("Change Mei Tanaka's email to mei@acme.test", "Mei Tanaka's", "mei@acme.test", "change email"),
        ("Set the priority of the VPN ticket to High", "the VPN ticket", "High", "set priority"),
        ("Make a copy of plan.pdf", "plan.pdf", "", "make a copy"),
    ],
)
def test_a_sentence_says_what_is_done_to_which_entity(text: str, target: str, value: str, name: str) -> None:
    first = said(text)[0]
    assert (raw(first), first.text, first.names[0]) == (target, value, name)


def test_what_ends_a_part_of_an_entity_is_told_from_what_ends_the_entity() -> None:
    part = said("Remove the tag remote from the VPN ticket")[-1]
    assert (raw(part), " ".join(t.text for t in part.item)) == ("the VPN ticket", "the tag remote")
    assert "delete" not in said("Remove Liam from Family")[0].names


def test_several_are_meant_only_when_that_is_said() -> None:
    assert said("Delete both mails from Ida")[0].count == 2
    assert said("Archive the orders of Ida")[0].every
    assert not said("Archive the order of Ida")[0].every


def rows(*texts: tuple[str, str]) -> tuple[PageModel, list[Node]]:
    sheet = Sheet()
    made = [
        sheet.node(
            "listitem",
            "",
            sheet.node("generic", who, tag="span"),
            sheet.node("generic", what, tag="span"),
            sheet.node("button", "Open"),
            tag="li",
        )
        for who, what in texts
    ]
    return PageModel(snapshot(sheet.node("list", "", *made, tag="ul"))), made


def meant(page: PageModel, text: str) -> list[str]:
    return [e.ref for e in found_for(page, Phrase.of(text).tokens)]


def test_all_words_that_choose_have_to_stand_at_one_entry() -> None:
    page, made = rows(("Tomas Berg", "Sailing"), ("Tomas Berg", "Photos from the regatta"), ("Ida", "Photos"))
    assert meant(page, "Tomas Berg's mail with the regatta photos") == [made[1].ref]
    assert meant(page, "the mail from Tomas Berg") == [made[0].ref, made[1].ref]
    assert meant(page, "Ida's regatta") == []


def test_the_words_of_two_entries_mean_no_list_that_holds_both() -> None:
    page, _ = rows(("Ada", "Lamp"), ("Bob", "Chair"))
    assert meant(page, "Ada's chair") == []


def test_a_file_is_meant_by_its_whole_name() -> None:
    page, made = rows(("old_budget.xlsx", "1 KB"), ("old_budget.xlsx.bak", "2 KB"))
    assert meant(page, "old_budget.xlsx") == [made[0].ref]


def test_a_control_that_speaks_of_something_else_is_not_the_one() -> None:
    sheet = Sheet()
    order, tag, away = (sheet.node("button", name) for name in ("Remove order", "Remove tag", "Archive"))
    nav = sheet.node("navigation", "", away, tag="nav")
    page = PageModel(snapshot(sheet.node("main", "", order, tag), nav))
    assert [e.ref for e in named_controls(page.root, said("Remove the order of Ida")[0])] == [order.ref]
    assert named_controls(page.root, said("Archive the order of Ida")[0]) == []


def test_a_view_is_named_without_its_symbol_and_its_counter() -> None:
    sheet = Sheet()
    inbox, trash = sheet.node("link", "Inbox 4"), sheet.node("link", "🗑 Trash 2")
    page = PageModel(snapshot(inbox, trash))
    found = named_view(page, Phrase.of("the bin").tokens)
    assert found is not None
    assert found.ref == trash.ref


def test_a_page_asks_when_it_shows_what_goes_on_and_what_calls_it_off() -> None:
    before, after = Sheet(), Sheet()
    page = PageModel(snapshot(before.node("button", "Delete user")))
    opened = after.node("button", "Delete user")
    text, no, yes = after.node("paragraph", "Delete Ida?"), after.node("button", "Cancel"), after.node("button", "Yes")
    asking = PageModel(snapshot(opened, after.node("generic", "", text, no, yes, tag="div")))
    found = question_of(page, asking)
    assert found is not None
    assert (found[0], found[1].ref) == ("Delete Ida?", yes.ref)
    assert question_of(asking, asking) is None


def test_an_element_is_known_again_by_its_row_on_a_page_that_was_made_anew() -> None:
    before, made = rows(("Ada", "Lamp"), ("Bob", "Chair"))
    _, drawn = rows(("Eve", "Table"), ("Bob", "Chair"))
    after = PageModel(snapshot(Sheet().node("list", "", *map(_anew, drawn), tag="ul")))
    same = same_on(before, before.by_ref[made[1].children[2].ref], after)
    assert same is not None
    assert same.ref == f"new-{drawn[1].children[2].ref}"


def _anew(node: Node) -> Node:
    return replace(node, ref=f"new-{node.ref}", children=tuple(map(_anew, node.children)))
