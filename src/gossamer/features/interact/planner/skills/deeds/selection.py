"""Entries that are selected by their boxes, and what one control then does to all that is selected.

"All members" are all entries of the list, each with its box; where the list goes on over pages, nothing is selected.
"""

from collections.abc import Sequence
from typing import Final

from gossamer.core.interaction import Check, Click
from gossamer.features.interact.planner.grounding.likeness import words
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.phrases import singular
from gossamer.features.interact.planner.language.scanning import refers_back
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.features.interact.planner.running import Run, Stuck
from gossamer.features.interact.planner.skills.confirming import answer_question
from gossamer.features.interact.planner.skills.controls import is_for_selection, opens_menu
from gossamer.features.interact.planner.skills.deeds.controlling import fresh, named_controls, selecting_box
from gossamer.features.interact.planner.skills.deeds.entities import found_for
from gossamer.features.interact.planner.skills.deeds.saying import readings, telling
from gossamer.features.interact.planner.skills.exploring import is_part
from gossamer.features.interact.planner.skills.reading.selecting import nouns_of
from gossamer.features.interact.planner.wordsets import word_set

_SELECTING: Final = word_set("select tick check mark choose")
_FEWEST: Final = 2
_MOST_MENUS: Final = 3
_THEM: Final = word_set("them these those selected both all")


async def selected(run: Run, command: Command) -> bool:
    """Tick the boxes of the entries that are named one after the other; False when they are not such entries."""
    page = await run.see()
    if command.verb not in _SELECTING or command.chunks or command.object.quotes:
        return False
    if means_all(page, command) and (every := _all_with_boxes(page)):
        run.settle(command)
        await _select_all(run, every)
        return True
    entries = _named(page, command)
    if not entries or any(selecting_box(page, entry) is None for entry in entries):
        return False
    run.settle(command)
    for text in (entry.text for entry in entries):
        now = next((e for e in _named(await run.look(), command) if e.text == text), None)
        box = selecting_box(await run.see(), now) if now is not None else None
        if box is None:
            raise Stuck(f"“{text[:_LONGEST]}” is not shown any more.")
        if box.node.checked is not True:
            await run.do(Click(box.ref))
    run.selected = tuple(entry.text for entry in entries)
    return True


async def done_to_all(run: Run, command: Command) -> bool:
    """Select all entries and use the one control for what is selected: "archive all members".

    False when that is not meant, or the entries have controls of their own for it.
    """
    page = await run.see()
    if command.question or command.chunks or command.object.quotes or not means_all(page, command):
        return False
    deed = next(readings(command), None)
    every = _all_with_boxes(page)
    if deed is None or not every:
        return False
    controls = [e for e in named_controls(page.root, deed) if _is_for_all(page, e, every)]
    if len(controls) != 1 or not is_for_selection(controls[0]) or any(named_controls(e, deed) for e in every):
        return False
    await _select_all(run, every)
    return await done_to_selected(run, command)


def means_all(page: PageModel, command: Command) -> bool:
    """Return whether all entries of the page's list are meant: "all members", "every row"; no one of them is told."""
    if command.object.quantity != "all":
        return False
    nouns = nouns_of(page) | _LISTED
    said = telling(command.object.tokens)
    return any(t.kind == "word" for t in command.object.tokens) and all(
        t.kind == "word" and singular(t.norm) in nouns for t in said
    )


_LISTED: Final = word_set("entry row line record member")


def _all_with_boxes(page: PageModel) -> list[Element]:
    """Return the entries of the list whose entries each have a box that selects them; the list of most entries."""
    lists = [[e for e in group if e.seen and e.text] for group in page.groups]
    found = [group for group in lists if len(group) >= _FEWEST and all(selecting_box(page, e) for e in group)]
    return max(found, key=len, default=[])


async def _select_all(run: Run, every: Sequence[Element]) -> None:
    """Tick the boxes of all entries, by the one box for all of them where the list has one."""
    page = await run.see()
    if is_part(page):
        raise Stuck("The page goes on, so not all of them can be seen.")
    head = [
        e for e in page.elements
        if e.kind == "checkbox" and e.seen and not any(row.holds(e) for row in every)
        and {"all", "everything"} & set(words(e.name or page.label(e)))
    ]  # fmt: skip
    if len(head) == 1 and head[0].node.checked is not True:
        await run.do(Check(head[0].ref))
    for text in (entry.text for entry in every):
        page = await run.look()
        row = next((e for e in _all_with_boxes(page) if e.text == text), None)
        box = selecting_box(page, row) if row is not None else None
        if box is None:
            raise Stuck(f"“{text[:_LONGEST]}” is not shown any more.")
        if box.node.checked is not True:
            await run.do(Check(box.ref))
    run.selected = tuple(entry.text for entry in every)


def _named(page: PageModel, command: Command) -> list[Element]:
    """Return the entries that are named one after the other, or all that fit where all are said; [] for no such."""
    if command.object.quantity == "all":
        found = found_for(page, command.object.tokens)
        return found if not is_part(page) else []
    items = command.object.items()
    every = [found_for(page, item.tokens) if telling(item.tokens) else [] for item in items]
    return [found[0] for found in every] if len(items) >= _FEWEST and all(len(f) == 1 for f in every) else []


_LONGEST: Final = 60


async def done_to_selected(run: Run, command: Command) -> bool:
    """Use the control for what is selected, where that is meant: "send them"; False when nothing is selected."""
    meant = refers_back(command.object) or set(command.object.norms) & _THEM or command.object.quantity == "all"
    if not run.selected or not meant:
        return False
    deed = next(readings(command), None)
    if deed is None:
        return False
    page = await run.see()
    rows = [e for group in page.groups for e in group if e.text in run.selected]
    found = [e for e in named_controls(page.root, deed) if _is_for_all(page, e, rows)]
    control = found[0] if len(found) == 1 else None
    for opener in [e for e in page.elements if _may_open(page, e, rows)][:_MOST_MENUS] if control is None else ():
        await run.do(Click(opener.ref), unasked=True)
        now = await run.look()
        came = fresh(page, now, [e for e in named_controls(now.root, deed) if _is_for_all(now, e, rows)])
        if len(came) == 1:
            control = came[0]
            break
        if now.by_ref.get(opener.ref) is not None:
            await run.do(Click(opener.ref), unasked=True)
            page = await run.look()
    if control is None:
        raise Stuck(f"Nothing on the page was found to {deed.verb} what is selected with.")
    run.settle(command)
    before = await run.see()
    await run.do(Click(control.ref))
    await answer_question(run, before)
    run.selected = ()
    return True


def _is_for_all(page: PageModel, control: Element, rows: Sequence[Element]) -> bool:
    """Return whether a control stands in no entry of the list, nor in the menu of one."""
    lists = [group for group in page.groups if any(row is e for row in rows for e in group)]
    return not any(entry is control or entry.holds(control) for entries in (rows, *lists) for entry in entries)


def _may_open(page: PageModel, element: Element, rows: Sequence[Element]) -> bool:
    """Return whether an element may open what can be done with what is selected."""
    return (
        element.node.role != "text"
        and element.seen
        and not element.node.disabled
        and element.kind == "button"
        and (opens_menu(element) or element.node.expanded is False)
        and _is_for_all(page, element, rows)
    )
