"""Calendars: choosing a day where it cannot be typed, by leafing to its month."""

import re
from dataclasses import dataclass
from typing import Final

from gossamer.core.interaction import Click
from gossamer.features.interact.rules.elements import Element
from gossamer.features.interact.rules.lexicon import months, phrase_set
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.run import Run, Stuck
from gossamer.features.interact.rules.similarity import words
from gossamer.features.interact.rules.tokens import Day

_FEWEST_DAYS: Final = 20
_MOST_MONTHS: Final = 240
_DAY: Final = re.compile(r"[1-9]|[12]\d|3[01]")


@dataclass(frozen=True)
class Calendar:
    """A calendar on the page: the box it is in, the year and month it shows, and its days."""

    box: Element
    year: int
    month: int
    days: tuple[Element, ...]


def calendar_of(page: Page) -> Calendar | None:
    """Return the calendar that the page shows; None when it shows none."""
    days = [e for e in page.elements if not e.is_text and e.seen and _DAY.fullmatch(e.text)]
    days = [e for e in days if not any(e.holds(o) and o.text == e.text for o in days)]
    for box in days[len(days) // 2].ancestors() if len(days) >= _FEWEST_DAYS else ():
        inside = tuple(filter(box.holds, days))
        text = " ".join([*(e.node.value or "" for e in box.walk() if e.kind == "select"), box.text]).casefold()
        month = next((i for i, n in enumerate(months(), 1) if re.search(rf"\b(?:{n}|{n[:3]})\b", text)), None)
        year = re.search(r"\b(19|20)\d\d\b", text)
        if len(inside) >= _FEWEST_DAYS and month and year:
            return Calendar(box, int(year.group()), month, inside)
    return None


async def choose_day(run: Run, day: Day) -> None:
    """Leaf the open calendar to the month of *day* and choose it. Raises Stuck."""
    shown = calendar_of(await run.see())
    year = day.year or (shown.year if shown is not None else 0)
    for _ in range(_MOST_MONTHS):
        distance = (year - shown.year) * 12 + day.month - shown.month if shown is not None else 0
        if shown is None or distance == 0:
            break
        before = (shown.year, shown.month)
        await run.do(Click(_turn(shown, forward=distance > 0).ref))
        shown = calendar_of(await run.look())
        if shown is None or (shown.year, shown.month) == before:
            raise Stuck("The calendar does not go to that month.")
    # The days of the month itself: from the first 1 to the next.
    days = shown.days if shown is not None else ()
    ones = [n for n, d in enumerate(days) if d.text == "1"]
    own = days[ones[0] if ones else 0 : ones[1] if len(ones) > 1 else len(days)]
    target = next((d for d in own if d.text == str(day.day) and not d.node.disabled), None)
    if target is None:
        raise Stuck(f"The calendar has no day {day.day} to choose.")
    inner = next((e for e in target.walk() if e.kind in {"link", "button"} and not e.is_text), target)
    await run.do(Click(inner.ref))


def _turn(shown: Calendar, *, forward: bool) -> Element:
    names = phrase_set("page", "next" if forward else "previous")
    wanted = names | {w for name in names for w in words(name)} - {"page", "posts", "show"}
    for e in (e for e in shown.box.walk() if e.kind != "select" and not e.is_text and e.usable):
        if {*words(e.name), *words(e.node.described), e.name.strip(), *e.classes} & wanted:
            return e
    raise Stuck("The calendar has no control to go to another month.")
