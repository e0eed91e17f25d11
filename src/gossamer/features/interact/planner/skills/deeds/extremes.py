"""Which entry a deed is for that is told by the most or least of something: "the member with the lowest dues"."""

from dataclasses import replace
from typing import Final

from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.page.elements import PageModel
from gossamer.features.interact.planner.running import Stuck, ambiguous
from gossamer.features.interact.planner.skills.comparing import Extreme, amount, extreme_in
from gossamer.features.interact.planner.skills.deeds.entities import entry_of, name_of
from gossamer.features.interact.planner.skills.deeds.saying import readings
from gossamer.features.interact.planner.skills.exploring import is_part
from gossamer.features.interact.planner.skills.reading.selecting import Row, rows_of, selected, told_number

_FEWEST: Final = 2


def the_most(page: PageModel, command: Command) -> Command | None:
    """Return the command with the entry that has the most or least by its name; None when it is not told by that.

    Raises Stuck when the list does not tell it of each of its entries, or goes on; Ambiguous when several have as much.
    """
    whole = command.whole()
    extreme = extreme_in(whole)
    if extreme is None or whole.quotes or next(readings(command), None) is None:
        return None
    part = is_part(page)
    rows = rows_of(page, fewest=1) if part else rows_of(page)
    if len(rows) < _FEWEST and not part:
        return None
    kept, missed = selected(page, whole, rows)
    numbers = [_told(row, extreme) for row in kept]
    known = [n for n in numbers if n is not None]
    if missed or not known or len(known) < len(kept):
        raise Stuck("The entries of the page do not tell which of them that is.")
    if part:
        raise Stuck("The page goes on, so not all of them can be compared.")
    wanted = (max if extreme.most else min)(known)
    found = [row.element for row, number in zip(kept, numbers, strict=True) if number == wanted]
    if len(found) > 1:
        raise ambiguous(page, whole.raw, found)
    entry = entry_of(page, found[0])
    called = name_of(page, entry) if entry is not None else None
    return None if called is None else replace(command, object=called, chunks=())


def _told(row: Row, extreme: Extreme) -> float | None:
    """Return how much a row tells of what is compared: in the column that is named, or the one cell of that kind."""
    if extreme.measure == "number":
        return told_number(row, extreme.about) if extreme.about else None
    texts = [cell for _, cell in row.cells] or [row.text]
    told = {n for text in texts if (n := amount(text, extreme.measure)) is not None}
    return told.pop() if len(told) == 1 else None
