"""What becomes of a text that a field holds and keeps."""

import pytest

from gossamer.core.interaction import Node
from gossamer.features.interact.planner.language.parsing import commands
from gossamer.features.interact.planner.page.elements import PageModel
from gossamer.features.interact.planner.running import Ambiguous, NotUnderstood, Stuck
from gossamer.features.interact.planner.skills.amending import Change, change_of
from tests.unit.features.interact.planner.pages import Sheet, snapshot


def field(sheet: Sheet, name: str, value: str, tag: str = "textarea") -> Node:
    return sheet.node("textbox", name, tag=tag, value=value, editable=True)


def page(*values: tuple[str, str, str]) -> PageModel:
    sheet = Sheet()
    return PageModel(snapshot(*[field(sheet, name, value, tag) for name, value, tag in values]))


def changed(prompt: str, model: PageModel) -> Change | None:
    return change_of(model, commands(prompt)[0])


NOTE = page(("Title", "", "input"), ("Note", "Buy wool.\nCall Ida", "textarea"))


@pytest.mark.parametrize(
    ("prompt", "result"),
    [
        ('Append "soon" to the note', "Buy wool.\nCall Ida soon"),
        ('Append the line "Sleep" to the note', "Buy wool.\nCall Ida\nSleep"),
        ('Add "soon" at the end of the note', "Buy wool.\nCall Ida soon"),
        ('Write "Rise." at the beginning of the note', "Rise. Buy wool.\nCall Ida"),
        ('Insert the line "Eat" before "Call" in the note', "Buy wool.\nEat\nCall Ida"),
        ('Type "red" after "Buy"', "Buy red wool.\nCall Ida"),
        ('Delete "wool" from the note', "Buy.\nCall Ida"),
        ('Delete the line "Buy wool." from the note', "Call Ida"),
        ('Replace "wool" with "silk" in the note', "Buy silk.\nCall Ida"),
        ('Change the note from "wool" to "silk"', "Buy silk.\nCall Ida"),
        ('Insert "red" between "Buy" and "wool" in the note', "Buy red wool.\nCall Ida"),
        ('Write "soon" below the existing text in the note', "Buy wool.\nCall Ida soon"),
        ('Insert "soon" into the note', "Buy wool.\nCall Ida soon"),
        ('Extend the note with "soon"', "Buy wool.\nCall Ida soon"),
    ],
)
def test_the_rest_of_a_text_is_kept(prompt: str, result: str) -> None:
    change = changed(prompt, NOTE)
    assert change is not None
    assert (change.field.name, change.result) == ("Note", result)


@pytest.mark.parametrize(
    "prompt",
    [
        'Write "Eat" into the note',
        'Append "Eat" to the ledger',
        'Add "Eat" to the title',
        "Clear the note",
        'Delete "x"',
    ],
)
def test_what_sets_a_whole_text_or_names_no_field_changes_no_part_of_one(prompt: str) -> None:
    assert changed(prompt, NOTE) is None


@pytest.mark.parametrize("prompt", ['Delete "silk" from the note', 'Type "x" after "silk" in the note'])
def test_what_a_field_does_not_hold_is_told_before_anything_is_done(prompt: str) -> None:
    with pytest.raises(NotUnderstood, match="does not hold “silk”"):
        changed(prompt, NOTE)


@pytest.mark.parametrize("prompt", ['Delete "Buy" and "Call" from the note', 'Write "x" below the poem in the note'])
def test_what_is_not_told_apart_is_not_understood(prompt: str) -> None:
    with pytest.raises(NotUnderstood):
        changed(prompt, NOTE)


def test_of_several_places_and_fields_none_is_taken() -> None:
    twice = page(("Note", "so so", "textarea"))
    with pytest.raises(Stuck, match="2 times"):
        changed('Delete "so" from the note', twice)
    alike = page(("First note", "a", "textarea"), ("Second note", "b", "textarea"))
    with pytest.raises(Ambiguous, match="any of 2"):
        changed('Add "x" to the note', alike)
