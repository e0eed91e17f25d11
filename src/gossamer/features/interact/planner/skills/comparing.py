"""Choosing among rows, cards or numbers by the most or least of something."""

import re
from dataclasses import dataclass
from typing import Final, Literal

from gossamer.core.interaction import Click, WaitFor
from gossamer.features.interact.planner.accounting.coverage import DEEDS, SENDING
from gossamer.features.interact.planner.grounding.likeness import related, words
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.phrases import Phrase
from gossamer.features.interact.planner.language.tokens import Clock, Day, tokens
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.features.interact.planner.running import Run, Stuck
from gossamer.features.interact.planner.skills.submitting import nearest_send_button
from gossamer.features.interact.planner.wordsets import word_set

Measure = Literal["price", "duration", "number", "when"]


@dataclass(frozen=True)
class Extreme:
    """What is compared, and whether the least or the most of it is wanted; *about* are words that name it."""

    measure: Measure
    most: bool
    about: tuple[str, ...] = ()


_WORDS: Final[dict[str, tuple[Measure, bool]]] = {
    "cheapest": ("price", False), "priciest": ("price", True), "costliest": ("price", True), "dearest": ("price", True),
    "shortest": ("duration", False), "quickest": ("duration", False), "fastest": ("duration", False),
    "longest": ("duration", True),
    "slowest": ("duration", True), "briefest": ("duration", False), "earliest": ("when", False), "soonest": ("when",
    False), "latest": ("when", True),
    "oldest": ("when", False), "newest": ("when", True), "lowest": ("number", False), "smallest": ("number", False),
    "least": ("number", False),
    "fewest": ("number", False), "minimum": ("number", False), "minimal": ("number", False), "highest": ("number",
    True), "largest": ("number", True),
    "greatest": ("number", True), "biggest": ("number", True), "most": ("number", True), "maximum": ("number", True),
    "maximal": ("number", True),
    "best-rated": ("number", True), "tallest": ("number", True), "heaviest": ("number", True), "lightest": ("number",
    False),
}  # fmt: skip
EXTREMES: Final = frozenset(_WORDS)
_ABOUT: Final[dict[str, Measure]] = {
    "expensive": "price", "price": "price", "cost": "price", "costs": "price", "fare": "price", "priced": "price",
    "pricey": "price", "money": "price", "costly": "price",
    "affordable": "price", "economical": "price", "inexpensive": "price", "budget": "price", "amount": "price",
    "duration": "duration", "time": "duration", "travel": "duration", "long": "duration", "length": "duration",
    "trip": "duration", "hours": "duration", "flight": "duration",
    "quick": "duration", "recent": "when", "date": "when", "departure": "when", "arrival": "when",
}  # fmt: skip
_INVERTED: Final = frozenset({"affordable", "economical", "inexpensive"})


def extreme_in(phrase: Phrase) -> Extreme | None:
    """Return the comparison that the phrase asks for; None when it asks for none."""
    norms = [t.norm for t in phrase.tokens if t.kind != "quote"]
    at = next((i for i, n in enumerate(norms) if n in _WORDS), None)
    if at is None:
        return None
    measure, most = _WORDS[norms[at]]
    near = norms[at + 1 : at + 3] + norms[max(0, at - 2) : at]
    if norms[at] in word_set(
        "least most lowest highest smallest largest greatest minimum maximum fewest biggest minimal maximal"
    ):
        named = next((n for n in near if n in _ABOUT and n != "flight"), None)
        if named:
            measure, most = _ABOUT[named], (not most if named in _INVERTED else most)
    about = tuple(n for n in norms[at + 1 :] if n not in {"the", "of", "with", "one", "a", "available"})
    return Extreme(measure, most, about)


def amount(text: str, measure: Measure) -> float | None:
    """Return how much of the measure *text* tells; None when it does not."""
    if measure == "price":
        found = re.search(
            r"[$€£¥]\s*(\d[\d,]*(?:\.\d+)?)|(\d[\d,]*(?:\.\d+)?)\s*(?:[€£$¥]|USD|EUR|dollars|euros)", text
        )
        return float((found[1] or found[2]).replace(",", "")) if found else None
    if measure == "duration":
        total = sum(
            float(n) * _SECONDS[u[0].lower()]
            for n, u in re.findall(
                r"(\d+(?:\.\d+)?)\s*(days?|d|hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s)\b", text
            )
        )
        return total or None
    if measure == "when":
        return next((_moment(t.value) for t in tokens(text) if isinstance(t.value, Day | Clock)), None)
    found = re.search(r"-?\d[\d,]*(?:\.\d+)?", text)
    return float(found.group().replace(",", "")) if found else None


_PATIENCE: Final = 6
_SECONDS: Final = {"d": 86400, "h": 3600, "m": 60, "s": 1}


def _moment(value: Day | Clock) -> float:
    if isinstance(value, Day):
        return (value.year or 0) * 372 + value.month * 31 + value.day
    return value.hour * 60 + value.minute


def measured(page: PageModel, extreme: Extreme) -> list[tuple[float, Element]]:
    """Return the rows of the page that tell the measure, with how much: the group of most rows that all do."""
    best: list[tuple[float, Element]] = []
    for group in page.groups:
        rows = [(_told(e, extreme), e) for e in group if e.text and e.seen]
        found = [(a, e) for a, e in rows if a is not None]
        if len(found) > 1 and len(found) * 4 >= len(rows) * 3 and _better(found, best):
            best = found
    return best


def _better(found: list[tuple[float, Element]], best: list[tuple[float, Element]]) -> bool:
    if not best:
        return True
    usable = sum(any(w.actionable for w in e.walk()) for _, e in found) - sum(
        any(w.actionable for w in e.walk()) for _, e in best
    )
    return usable > 0 or (usable == 0 and len(found) > len(best))


def _told(row: Element, extreme: Extreme) -> float | None:
    if extreme.measure == "number" and extreme.about:
        for element in row.walk():
            if (
                element.text
                and any(related(w, a) for w in words(element.text) for a in extreme.about)
                and (value := amount(element.text, "number")) is not None
            ):
                return value
        if (cell := _under(row, extreme.about)) is not None:
            return amount(cell.text, "number")
    if extreme.measure == "number":
        # Of several columns of numbers it is not told which is compared.
        numbers = [c for c in row.inside if c.kind == "cell" and amount(c.text, "number") is not None]
        return amount(row.text, "number") if len(numbers) <= 1 else None
    return amount(row.text, extreme.measure)


def _under(row: Element, about: tuple[str, ...]) -> Element | None:
    """Return the cell of a row in the column that is called so; None where the row is in no table with such a one."""
    cells = [c for c in row.inside if c.kind == "cell"]
    table = next((a for a in row.ancestors() if a.node.tag == "table" or a.kind == "table"), None)
    lines = [] if table is None else [r for r in table.walk() if r.node.tag == "tr" or r.node.role == "row"]
    heads = [c for c in lines[0].inside if c.node.role != "text"] if lines else []
    named = [i for i, h in enumerate(heads) if any(related(w, a) for w in words(h.text) for a in about)]
    return cells[named[0]] if len(named) == 1 and len(cells) == len(heads) else None


async def take_extreme(run: Run, command: Command, extreme: Extreme) -> None:
    """Use the row that has the most or least: click what it offers, or itself."""
    page = await run.see()
    found = measured(page, extreme)
    if (
        not found
        and any(f.node.value and f.ref in run.used for f in page.fields)
        and (button := nearest_send_button(page, run.last(page))) is not None
    ):
        # A form was filled in and not sent off: what is to be compared comes after that.
        await run.do(Click(button.ref))
        for _ in range(_PATIENCE):
            found = measured(await run.look(), extreme)
            if found:
                break
            await run.do(WaitFor(seconds=0.3))
    if not found:
        raise Stuck(f'The page shows nothing to compare for "{command.said}".')
    wanted = (max if extreme.most else min)(a for a, _ in found)
    row = next(e for a, e in found if a == wanted)
    columns = {w for w in extreme.about if _under(row, (w,)) is not None}
    run.take(*(t for t in command.clause if t.norm in _WORDS or t.norm in _ABOUT or t.norm in columns))
    button = _offer(row, command)
    await run.do(Click((button or row).ref))


def _offer(row: Element, command: Command) -> Element | None:
    buttons = [e for e in row.walk() if e is not row and e.kind in {"button", "link", "radio", "checkbox"} and e.seen]
    called = [
        b
        for b in buttons
        if any(
            related(w, (command.verb.split() or ["book"])[0]) or w in {"book", "buy", "select", "order"}
            for w in words(b.name)
        )
    ]
    if command.verb.split()[:1] and command.verb.split()[0] in DEEDS - SENDING:
        # What is done to something is done by what is called so, never by another control of its row.
        called = [b for b in called if any(related(w, command.verb.split()[0]) for w in words(b.name))]
        if not called:
            raise Stuck(f"Nothing on the page was found to {command.verb} “{row.text[:80]}” with.")
    return next(iter(called or buttons), None)
