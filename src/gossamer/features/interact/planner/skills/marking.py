"""Marking things as one of several, as odd or even, done or not."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from gossamer.core.interaction import Check, Click
from gossamer.features.interact.planner.grounding.finding import GOOD, Description, Finder
from gossamer.features.interact.planner.grounding.likeness import likeness
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.phrases import Phrase
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.features.interact.planner.running import Run, Stuck
from gossamer.features.interact.planner.skills.acting import act
from gossamer.features.interact.planner.skills.choosing import choose
from gossamer.features.interact.planner.skills.controls import control_for
from gossamer.features.interact.planner.skills.rows import tells
from gossamer.features.interact.planner.wordsets import word_set

PREDICATES: Final[dict[str, Callable[[float], bool]]] = {
    "odd": lambda n: int(n) % 2 != 0, "even": lambda n: int(n) % 2 == 0, "positive": lambda n: n > 0,
    "negative": lambda n: n < 0,
}  # fmt: skip


async def mark(run: Run, command: Command) -> None:  # noqa: C901
    """Mark things as one of several: each row by what holds for it, or the thing that is named."""
    page = await run.see()
    whole = command.whole()
    said = [n for n in (*whole.norms, *Phrase.of(command.said).norms) if n in PREDICATES]
    if said:
        rows = rows_with_number(page)
        for row in rows:
            number = _own_number(row)
            wanted = next(
                (w for w, holds in PREDICATES.items() if w in said and number is not None and holds(number)), None
            )
            control = next(
                (
                    e
                    for e in row.walk()
                    if e.kind in {"button", "radio", "link", "checkbox"} and wanted and likeness(wanted, e.name) >= GOOD
                ),
                None,
            )
            if control is not None:
                await run.do(Click(control.ref))
        if rows:
            return
    as_ = command.role("as", "to")
    if as_ is None:
        await choose(run, command)
        return
    others = tuple(c for c in command.chunks if c.phrase is not as_)
    if not command.object:
        raise Stuck("It is not said what to mark.")
    for item in command.object.items():
        if (box := _box_in_row(await run.finder(), item)) is not None and _DONE & set(as_.norms):
            run.take(*as_.tokens)
            await run.do(Check(box.ref))
            return
    if control_for(page.root, as_.name.literal or as_.literal) is None and not Finder(page).rows():
        raise Stuck(
            f"Nothing on the page marks anything as {as_.raw}.", Finder(page).nearest(Description(command.object))
        )
    for item in command.object.items():
        await act(run, replace(command, verb=as_.name.literal or as_.literal, object=item, chunks=others))


_DONE: Final = word_set("done complete completed finished ticked checked")


def _box_in_row(finder: Finder, item: Phrase) -> Element | None:
    """Return the one box in the row that is named."""
    text = item.name.literal or item.literal
    rows = [r for r in finder.rows() if tells(r, text)]
    boxes = [e for e in rows[0].walk() if e.kind in {"checkbox", "switch"}] if len(rows) == 1 else []
    return boxes[0] if len(boxes) == 1 else None


def rows_with_number(page: PageModel) -> list[Element]:
    """Return the rows that hold a number and something to choose for it."""
    best: list[Element] = []
    for group in page.groups:
        held = [
            e
            for e in group
            if _own_number(e) is not None and any(w.kind in {"button", "radio", "link", "checkbox"} for w in e.walk())
        ]
        if len(held) > len(best):
            best = held
    return best


def _own_number(row: Element) -> float | None:
    for element in row.walk():
        if (
            element.text
            and not any(a.kind == "button" for a in (element, *element.ancestors()))
            and re.fullmatch(r"-?\d+(?:\.\d+)?", element.text)
        ):
            return float(element.text)
    return None
