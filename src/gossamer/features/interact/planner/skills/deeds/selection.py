"""Entries that are selected by their boxes, and what one control then does to all that is selected."""

from collections.abc import Sequence
from typing import Final

from gossamer.core.interaction import Click
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.scanning import refers_back
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.features.interact.planner.running import Run, Stuck
from gossamer.features.interact.planner.skills.confirming import answer_question
from gossamer.features.interact.planner.skills.controls import opens_menu
from gossamer.features.interact.planner.skills.deeds.controlling import fresh, named_controls, selecting_box
from gossamer.features.interact.planner.skills.deeds.entities import found_for
from gossamer.features.interact.planner.skills.deeds.saying import readings, telling
from gossamer.features.interact.planner.skills.exploring import following_page
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


def _named(page: PageModel, command: Command) -> list[Element]:
    """Return the entries that are named one after the other, or all that fit where all are said; [] for no such."""
    if command.object.quantity == "all":
        found = found_for(page, command.object.tokens)
        return found if following_page(page) is None else []
    items = command.object.items()
    every = [found_for(page, item.tokens) if telling(item.tokens) else [] for item in items]
    return [found[0] for found in every] if len(items) >= _FEWEST and all(len(f) == 1 for f in every) else []


_LONGEST: Final = 60


async def done_to_selected(run: Run, command: Command) -> bool:
    """Use the control for what is selected, where that is meant: "send them"; False when nothing is selected."""
    if not run.selected or not (refers_back(command.object) or set(command.object.norms) & _THEM):
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
