"""Calendars: choosing a day where it cannot be typed, by leafing to its month."""

import re
from dataclasses import dataclass
from typing import Final

from gossamer.core.interaction import Click, Select
from gossamer.features.interact.rules.elements import Element
from gossamer.features.interact.rules.lexicon import months, phrase_set
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.run import Run, Stuck
from gossamer.features.interact.rules.similarity import folded, words
from gossamer.features.interact.rules.tokens import Day

_FEWEST_DAYS: Final = 20
_MOST_MONTHS: Final = 240
_MONTHS_A_YEAR: Final = 12


@dataclass(frozen=True)
class Calendar:
    """A calendar on the page: the box it is in, the year and month it shows, and its days."""

    box: Element
    year: int
    month: int
    days: tuple[Element, ...]


def calendar_of(page: Page) -> Calendar | None:
    """Return the calendar that the page shows; None when it shows none."""
    days = [e for e in page.elements if not e.is_text and e.seen and re.fullmatch(r"[1-9]|[12]\d|3[01]", e.text)]
    days = [e for e in days if not any(o is not e and e.holds(o) and o.text == e.text for o in days)]
    if len(days) < _FEWEST_DAYS:
        return None
    for above in days[len(days) // 2].ancestors():
        inside = [d for d in days if above.holds(d)]
        shown = _month_shown(above) if len(inside) >= _FEWEST_DAYS else None
        if shown is not None:
            return Calendar(above, *shown, tuple(inside))
    return None


def _month_shown(box: Element) -> tuple[int, int] | None:
    pieces = [e.node.value or "" for e in box.walk() if e.kind == "select"] + [box.text]
    text = " ".join(pieces).casefold()
    month = next((i for i, n in enumerate(months(), 1) if re.search(rf"\b(?:{n}|{n[:3]})\b", text)), None)
    year = re.search(r"\b(19|20)\d\d\b", text)
    return (int(year.group()), month) if month and year else None


async def choose_day(run: Run, day: Day) -> None:
    """Leaf the open calendar to the month of *day* and choose it. Raises Stuck."""
    shown = calendar_of(await run.see())
    if shown is None:
        raise Stuck("No calendar is open to choose the date from.")
    year = day.year or shown.year
    for _ in range(_MOST_MONTHS):
        distance = (year - shown.year) * _MONTHS_A_YEAR + day.month - shown.month
        if distance == 0:
            break
        before = (shown.year, shown.month)
        if not await _jumped(run, shown, year, day.month):
            await run.do(Click(_turn(shown, forward=distance > 0).ref))
        again = calendar_of(await run.look())
        if again is None or (again.year, again.month) == before:
            raise Stuck("The calendar does not go to that month.")
        shown = again
    target = next((d for d in _of_month(shown) if d.text == str(day.day)), None)
    if target is None:
        raise Stuck(f"The calendar has no day {day.day} to choose.")
    inner = next((e for e in target.walk() if e.kind in {"link", "button"} and not e.is_text), target)
    await run.do(Click(inner.ref))


def _of_month(shown: Calendar) -> list[Element]:
    """Return the days of the month itself: from the first 1 to the next."""
    numbers = [int(d.text) for d in shown.days]
    start = numbers.index(1) if 1 in numbers else 0
    end = next((i for i in range(start + 1, len(numbers)) if numbers[i] == 1), len(numbers))
    return [d for d in shown.days[start:end] if not d.node.disabled]


async def _jumped(run: Run, shown: Calendar, year: int, month: int) -> bool:
    """Use a drop-down for the month or the year where the calendar has one."""
    for element in (e for e in shown.box.walk() if e.kind == "select"):
        options = element.node.options
        by_month = next((o for o in options if folded(o)[:3] == months()[month - 1][:3]), None)
        wanted = str(year) if str(year) in options else by_month
        if wanted and folded(element.node.value or "") != folded(wanted):
            await run.do(Select(element.ref, (wanted,)))
            return True
    return False


def _turn(shown: Calendar, *, forward: bool) -> Element:
    names = phrase_set("page", "next" if forward else "previous")
    wanted = {w for name in names for w in words(name)} - {"page", "posts", "show"}
    for element in shown.box.walk():
        if element.kind == "select" or element.is_text or not element.usable:
            continue
        said = {*words(element.name), *words(element.node.described), element.name.strip(), *element.classes}
        if said & (wanted | names):
            return element
    raise Stuck("The calendar has no control to go to another month.")
