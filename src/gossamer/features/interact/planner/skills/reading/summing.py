"""Sums over the rows of a list: only of the whole list, in one currency, and of what each row tells."""

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from gossamer.features.interact.planner.grounding.likeness import related, words
from gossamer.features.interact.planner.language.phrases import Phrase, singular
from gossamer.features.interact.planner.page.elements import PageModel
from gossamer.features.interact.planner.running import Run
from gossamer.features.interact.planner.skills.exploring import is_part
from gossamer.features.interact.planner.skills.reading.leafing import all_pages
from gossamer.features.interact.planner.skills.reading.selecting import Row, nouns_of, rows_of, selected
from gossamer.features.interact.planner.skills.reading.unfolding import loads_more
from gossamer.features.interact.planner.skills.reading.untold import leave_open
from gossamer.features.interact.planner.wordsets import word_set

Sum = tuple[str, list[str]]

_SUMMING: Final = word_set("sum total together altogether combined")
_TOGETHER: Final = word_set("together altogether combined")
_SAID: Final = _SUMMING | word_set("pay pays cost costs worth make makes add up amount amounts come comes")
_AMOUNT: Final = re.compile(
    r"(?P<before>[$€£¥]|USD|EUR|GBP|CHF)?\s?(?P<minus>-)?(?P<number>\d[\d.,']*\d|\d)\s?(?P<after>[$€£¥]|USD|EUR|GBP|CHF)?"
)
_FEWEST: Final = 2


def asks_sum(page: PageModel, phrase: Phrase) -> bool:
    """Return whether the sum over several rows is asked for; "the total of order 5" is what one row tells."""
    norms = phrase.norms
    # "Together" says how it is meant, and is no part of what is asked about.
    said = set(norms) | (set(words(phrase.source)) & _TOGETHER)
    if not said & _SUMMING or norms[:2] == ("how", "many") or "number" in norms or phrase.quotes:
        return False
    if phrase.quantity == "all":
        return True
    rows = rows_of(page)
    heads = {singular(w) for row in rows[:1] for head, _ in row.cells for w in words(head)}
    several = heads | nouns_of(page, rows)
    return len(rows) >= _FEWEST and any(n != singular(n) and singular(n) in several for n in norms)


async def summed(run: Run, phrase: Phrase) -> Sum:
    """Return the sum, and the rows that it is of. Raises Untold where it cannot be told from the whole list."""
    page = await run.see()
    pages: Sequence[PageModel] | None = await all_pages(run) if is_part(page) else (page,)
    if pages is None or loads_more(page):
        leave_open("The list goes on, so its sum cannot be told.")
    each = [rows_of(one, fewest=1 if len(pages) > 1 else _FEWEST) for one in pages]
    if not all(each):
        # What a page of the list holds could not be read, so the rest of it is no whole.
        leave_open()
    rows = [row for rows in each for row in rows]
    rest = phrase.without(*_SAID)
    kept, missed = selected(page, rest, rows)
    column = _column(rows, rest)
    if column is not None:
        missed = [w for w in missed if not any(related(singular(w), singular(h)) for h in words(column))]
    texts = [_cell(row, column) for row in kept]
    if missed or not kept or any(text is None for text in texts):
        leave_open()
    amounts = [_amount(text) for text in texts if text is not None]
    known = [a for a in amounts if a is not None]
    if len(known) < len(amounts) or len({(before, after) for before, _, after in known}) > 1:
        leave_open("The amounts are not all told in one currency, so there is no sum of them.")
    before, _, after = known[0]
    total = sum((number for _, number, _ in known), Decimal(0))
    if any(number != total for number in _stated(pages)):
        leave_open("The page states another total than the sum of what it lists.")
    return f"{before}{_written(total)}{f' {after}' if after else ''}", [row.text for row in kept]


def _stated(pages: Sequence[PageModel]) -> list[Decimal]:
    """Return the totals that the page states beside its list."""
    found: list[Decimal] = []
    for page in pages:
        inside = {id(e) for row in rows_of(page) for e in row.element.walk()}
        short = [e for e in page.elements if id(e) not in inside and len(e.text) <= _LONGEST_TOTAL and not e.actionable]
        for element in short:
            if {"total", "sum"} & set(words(element.text)):
                told = [_amount(m.group()) for m in _AMOUNT.finditer(element.text) if m["before"] or m["after"]]
                found += [amount[1] for amount in told if amount is not None]
    return found


_LONGEST_TOTAL: Final = 40


def _column(rows: Sequence[Row], phrase: Phrase) -> str | None:
    """Return the head of the column that is to be summed: the one that is named, else the only one of prices."""
    heads = [head for head, _ in rows[0].cells] if rows else []
    named = [h for h in heads if any(related(singular(n), singular(w)) for n in phrase.norms for w in words(h))]
    money = [h for h in heads if _is_money(rows, h)]
    chosen = [h for h in named if h in money] or [h for h in named if _is_numbers(rows, h)]
    # A column that is named and holds no numbers has no sum, whatever another one holds.
    chosen = chosen if named else money
    return chosen[0] if len(chosen) == 1 else None


def _is_money(rows: Sequence[Row], head: str) -> bool:
    cells = [_amount(dict(row.cells).get(head, "")) for row in rows]
    return all(cell is not None and (cell[0] or cell[2]) for cell in cells)


def _is_numbers(rows: Sequence[Row], head: str) -> bool:
    return all(_amount(dict(row.cells).get(head, "")) is not None for row in rows)


def _cell(row: Row, column: str | None) -> str | None:
    """Return the amount of a row: in its column, or the only price of an entry that has no columns."""
    if row.cells:
        return dict(row.cells).get(column) if column is not None else None
    prices = [m.group().strip() for m in _AMOUNT.finditer(row.text) if m["before"] or m["after"]]
    return prices[0] if len(prices) == 1 else None


def _amount(text: str) -> tuple[str, Decimal, str] | None:
    """Return an amount with its currency before or behind it; None for another text, or where a point may be either."""
    found = _AMOUNT.fullmatch(text.strip())
    if found is None:
        return None
    number = found["number"].replace("'", "")
    points = [c for c in number if c in ".,"]
    if len(set(points)) > 1:
        number = number.replace(points[0], "").replace(points[-1], ".")
    elif len(points) > 1 or (points and re.fullmatch(r"[1-9]\d{0,2},\d{3}", number)):
        number = number.replace(points[0], "")
    elif points and re.fullmatch(r"[1-9]\d{0,2}\.\d{3}", number):
        return None
    else:
        number = number.replace(",", ".")
    if number.count(".") > 1:
        return None
    value = Decimal(number)
    return found["before"] or "", -value if found["minus"] else value, found["after"] or ""


def _written(total: Decimal) -> str:
    return f"{total:,.2f}" if total != total.to_integral_value() else f"{total:,.0f}"
