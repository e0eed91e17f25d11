"""Typed values of a changed block: prices, stock, dates and numbers, with direction and percentage."""

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from typing import Final

from gossamer.content.values.availability import availability, can_be_had
from gossamer.content.values.dates import iso, moment
from gossamer.content.values.numbers import NUMBER, number, plain_digits
from gossamer.content.values.prices import Price, prices
from gossamer.core.changes import FieldChange, FieldKind

_NUMBER: Final = re.compile(rf"(?<![\w.,])[-+]?(?:{NUMBER})(?![\w])\s?%?")
_LABEL_WORDS: Final = 6
# Longer texts are prose: a number in them is no field, and what they say is no state of a stock.
_LONGEST: Final = 300


def field_changes(before: str, after: str, section: str) -> Iterator[FieldChange]:
    """Yield the typed values that differ between two texts of one block; *section* names what has no label."""
    if len(before) > _LONGEST or len(after) > _LONGEST:
        return
    yield from _stock(before, after, section)
    ours, theirs = prices(before), prices(after)
    if len(ours) == len(theirs):
        yield from _prices(before, ours, theirs, section)
    rest, other_rest = _without(before, ours), _without(after, theirs)
    dates = moment(rest), moment(other_rest)
    if dates[0] is not None and dates[1] is not None:
        if (old := iso(dates[0])) != (new := iso(dates[1])):
            yield FieldChange(FieldKind.DATE, section, old, new, "up" if new > old else "down")
        return
    yield from _numbers(rest, other_rest, section)


def prices_watched(text: str) -> Iterator[tuple[str, str]]:
    """Yield the label and the text of each price whose change would be noticed, as far as the labels are in *text*."""
    for line in text.splitlines():
        for price in prices(line) if len(line) <= _LONGEST else ():
            yield _label(line, max(0, line.find(price.printed)), "").strip("*#_ "), price.printed


def _stock(before: str, after: str, section: str) -> Iterator[FieldChange]:
    old, new = availability(before), availability(after)
    if old is None or new is None or old == new:
        return
    now, then = can_be_had(new), can_be_had(old)
    yield FieldChange(FieldKind.STOCK, section, before, after, "" if now == then else "up" if now else "down")


def _prices(before: str, ours: list[Price], theirs: list[Price], section: str) -> Iterator[FieldChange]:
    for old, new in zip(ours, theirs, strict=True):
        label = _label(before, max(0, before.find(old.printed)), section)
        if old.currency != new.currency:
            yield FieldChange(FieldKind.PRICE, label, old.printed, new.printed)
        elif old.amount != new.amount:
            field_change = FieldChange(FieldKind.PRICE, label, old.printed, new.printed)
            yield _with_direction(field_change, old.amount, new.amount)


def _numbers(before: str, after: str, section: str) -> Iterator[FieldChange]:
    """Yield the numbers that differ in texts that differ in nothing else."""
    before, after = plain_digits(before), plain_digits(after)
    ours, theirs = list(_NUMBER.finditer(before)), list(_NUMBER.finditer(after))
    if len(ours) != len(theirs) or _NUMBER.sub("", before).split() != _NUMBER.sub("", after).split():
        return
    for old, new in zip(ours, theirs, strict=True):
        was, now = number(old.group().rstrip("% ")), number(new.group().rstrip("% "))
        if was is not None and now is not None and was != now:
            label = _label(before, old.start(), section)
            field_change = FieldChange(FieldKind.NUMBER, label, old.group().strip(), new.group().strip())
            yield _with_direction(field_change, was, now)


def _with_direction(change: FieldChange, was: Decimal, now: Decimal) -> FieldChange:
    percent = round(float((now - was) / abs(was) * 100), 2) if was else None
    return replace(change, direction="up" if now > was else "down", percent=percent)


def _label(text: str, at: int, section: str) -> str:
    words = text[:at].strip(" :·-|($€£").split()[-_LABEL_WORDS:]
    return " ".join(words) or section


def _without(text: str, printed_prices: list[Price]) -> str:
    for price in printed_prices:
        text = text.replace(price.printed, " ", 1)
    return text
