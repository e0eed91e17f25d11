"""Choosing a date where it cannot be typed: a calendar of months that is leafed through."""

import re
from dataclasses import dataclass
from typing import Final

from gossamer.core.interaction import Click, Select
from gossamer.features.interact.planner.grounding.likeness import folded
from gossamer.features.interact.planner.language.tokens import MONTHS, Day
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.features.interact.planner.running import Run, Stuck

_FEWEST_DAYS: Final = 20
_MOST_MONTHS: Final = 240


@dataclass(frozen=True)
class Calendar:
    """A calendar on the page: the box it is in, the month it shows (year and month), and its days."""

    box: Element
    year: int
    month: int
    days: tuple[Element, ...]


def calendar_of(page: PageModel) -> Calendar | None:
    """Return the calendar that the page shows; None when it shows none."""
    days = [
        e for e in page.elements if e.node.role != "text" and re.fullmatch(r"[1-9]|[12]\d|3[01]", e.text) and e.seen
    ]
    days = [e for e in days if not any(o is not e and e.holds(o) and o.text == e.text for o in days)]
    if len(days) < _FEWEST_DAYS:
        return None
    middle = days[len(days) // 2]
    for above in middle.ancestors():
        inside = [d for d in days if above.holds(d)]
        if len(inside) < _FEWEST_DAYS:
            continue
        shown = _shown(above)
        if shown is not None:
            return Calendar(above, *shown, tuple(inside))
    return None


def _shown(box: Element) -> tuple[int, int] | None:
    pieces = [e.node.value or "" for e in box.walk() if e.kind == "select"] + [box.text]
    text = " ".join(pieces).casefold()
    month = next((i for i, name in enumerate(MONTHS, 1) if re.search(rf"\b(?:{name}|{name[:3]})\b", text)), None)
    year = re.search(r"\b(19|20)\d\d\b", text)
    return (int(year.group()), month) if month and year else None


async def choose_day(run: Run, day: Day) -> None:
    """Leaf the open calendar to the month of *day* and choose it."""
    shown = calendar_of(await run.see())
    if shown is None:
        raise Stuck("No calendar is open to choose the date from.")
    year = day.year or shown.year
    for _ in range(_MOST_MONTHS):
        distance = (year - shown.year) * 12 + day.month - shown.month
        if distance == 0:
            break
        before = (shown.year, shown.month)
        if not await _jump(run, shown, year, day.month):
            await run.do(Click(_leaf(shown, forward=distance > 0).ref))
        again = calendar_of(await run.look())
        if again is None or (again.year, again.month) == before:
            raise Stuck("The calendar does not go to that month.")
        shown = again
    target = next((d for d in _in_month(shown) if d.text == str(day.day)), None)
    if target is None:
        raise Stuck(f"The calendar has no day {day.day} to choose.")
    inner = next((e for e in target.walk() if e.kind in {"link", "button"} and e.node.role != "text"), target)
    await run.do(Click(inner.ref))


def _in_month(shown: Calendar) -> list[Element]:
    """Return the days of the month itself: from the first 1 to the next."""
    numbers = [int(d.text) for d in shown.days]
    start = numbers.index(1) if 1 in numbers else 0
    end = next((i for i in range(start + 1, len(numbers)) if numbers[i] == 1), len(numbers))
    return [d for d in shown.days[start:end] if not d.node.disabled]


async def _jump(run: Run, shown: Calendar, year: int, month: int) -> bool:
    """Use drop-downs for month and year where the calendar has them."""
    selects = [e for e in shown.box.walk() if e.kind == "select"]
    done = False
    for element in selects:
        options = element.node.options
        wanted = (
            str(year)
            if str(year) in options
            else next((o for o in options if folded(o)[:3] == MONTHS[month - 1][:3]), None)
        )
        if wanted and folded(element.node.value or "") != folded(wanted):
            await run.do(Select(element.ref, (wanted,)))
            done = True
            break
    return done


def _leaf(shown: Calendar, *, forward: bool) -> Element:
    names = (
        {"next", "forward", "\u203a", "»", ">", "→", "next month"}
        if forward
        else {"prev", "previous", "back", "\u2039", "«", "<", "←", "previous month"}
    )
    for element in shown.box.walk():
        if element.kind == "select" or element.node.role == "text":
            continue
        words = {folded(element.name), element.name.strip(), folded(element.node.described)} | element.classes
        if words & names and (element.actionable or element.kind == "button"):
            return element
    raise Stuck("The calendar has no control to go to another month.")
