"""Which element a phrase means on hand-made pages."""

import pytest

from gossamer.core.interaction import Node
from gossamer.features.interact.planner.grounding.finding import Description, Finder
from gossamer.features.interact.planner.grounding.likeness import likeness
from gossamer.features.interact.planner.grounding.thesaurus import alike
from gossamer.features.interact.planner.language.parsing import chunked
from gossamer.features.interact.planner.language.phrases import Phrase
from gossamer.features.interact.planner.page.elements import PageModel
from tests.unit.features.interact.planner.pages import Sheet, snapshot


def finder(*nodes: Node) -> Finder:
    return Finder(PageModel(snapshot(*nodes)))


def best(find: Finder, text: str) -> str | None:
    phrase, relations = chunked(Phrase.of(text))
    found = find.find(Description(phrase, relations))
    return found[0].element.ref if found else None


def mails() -> tuple[Finder, dict[str, str]]:
    sheet = Sheet()
    rows: list[Node] = []
    refs: dict[str, str] = {}
    for who, about in (("Anna", "Lunch"), ("Bob", "Report"), ("Carl", "Party")):
        name = sheet.node("generic", who, tag="span")
        subject = sheet.node("link", about)
        star = sheet.node("generic", "", tag="span", clickable=True, attributes={"class": "star"})
        delete = sheet.node("button", "Delete")
        refs |= {f"{who} star": star.ref, f"{who} delete": delete.ref, who: subject.ref}
        rows.append(sheet.node("listitem", "", name, subject, star, delete, tag="li"))
    return finder(sheet.node("list", "", *rows, tag="ul")), refs


@pytest.mark.parametrize(
    "text", ["Sign in", "the Sign in button", '"Sign in"', "sign in", "the button labelled Sign in", 'button "Sign in"']
)
def test_a_name_is_found_however_it_is_put(text: str) -> None:
    sheet = Sheet()
    other, wanted = sheet.node("link", "Sign in help"), sheet.node("button", "Sign in")
    assert best(finder(other, wanted), text) == wanted.ref


def test_an_ordinal_counts_in_reading_order() -> None:
    sheet = Sheet()
    boxes = [sheet.node("checkbox", "") for _ in range(3)]
    find = finder(*boxes)
    assert [best(find, f"the {n} checkbox") for n in ("1st", "second", "last")] == [b.ref for b in boxes]


@pytest.mark.parametrize(
    "text",
    [
        "the delete button of Bob",
        "the delete button in the row of Bob",
        "Delete next to Report",
        "the trash button by Bob",
    ],
)
def test_the_row_that_is_named_decides_between_controls(text: str) -> None:
    find, refs = mails()
    assert best(find, text) == refs["Bob delete"]


def test_a_symbol_is_found_by_its_class() -> None:
    find, refs = mails()
    assert best(find, "the star next to Carl") == refs["Carl star"]


def test_what_is_not_there_is_not_found_and_the_nearest_are_told() -> None:
    find, _ = mails()
    assert best(find, "the purple unicorn") is None
    assert best(find, '"Archive"') is None
    assert find.nearest(Description(Phrase.of("the Delet button")))[0] == 'button "Delete"'


def test_a_colour_is_understood_with_its_shades() -> None:
    sheet = Sheet()
    red = sheet.node("generic", "", tag="div", clickable=True, background="#dd3333")
    blue = sheet.node("generic", "", tag="div", clickable=True, background="#2222aa")
    find = finder(red, blue)
    assert [best(find, "the red one"), best(find, "the blue one")] == [red.ref, blue.ref]


def test_a_field_has_the_text_beside_it_for_a_label() -> None:
    sheet = Sheet()
    pairs = []
    for name in ("Name:", "City:"):
        label = sheet.node("generic", name, tag="label")
        pairs.append(sheet.node("generic", "", label, sheet.node("textbox", "", value=""), tag="div"))
    page = PageModel(snapshot(*pairs))
    assert [page.label(f) for f in page.fields] == ["Name:", "City:"]


def test_likeness_falls_from_the_very_name_to_a_word_of_the_same_kind() -> None:
    scores = [likeness("sign in", name) for name in ("sign in", "Sign in", "Sign in now", "signing in", "Sign out")]
    assert scores == sorted(scores, reverse=True)
    assert likeness("delete", "Remove") > likeness("delete", "Reply")


def test_words_of_one_meaning_are_alike() -> None:
    assert alike("big", "large")
    assert alike("rabbits", "bunny")
    assert not alike("big", "wicked")
