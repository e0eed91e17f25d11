"""Rates: the price by the month or the year that a page states in a sentence, as "$12 per month".

It is taken only where such a price is asked for, and where the page states one amount for that time.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from gossamer.content.extraction.candidates import Candidate, plain
from gossamer.content.extraction.field_spec import PERIODS
from gossamer.content.extraction.reading import Reading
from gossamer.content.text.names import words_of
from gossamer.content.values.prices import by_time

_LONGEST: Final = 300
_MOST_WORDS: Final = 5


def period_in(text: str) -> frozenset[str]:
    """Return the words of the one time by which *text* asks for something: "price per month"; none without one."""
    words = frozenset(words_of(text))
    periods = [period for period in PERIODS if words & period]
    return periods[0] if len(periods) == 1 else frozenset()


def without_period(name: str) -> str:
    """Return the words of a field's name without those that say by which time: "price" of "pricePerMonth"."""
    period = period_in(name)
    return " ".join(word for word in words_of(name) if word not in period and word != "per") if period else ""


def first(reading: Reading, period: frozenset[str], others: Iterable[Candidate]) -> Iterator[Candidate]:
    """Yield the price by *period* that the page states, then *others* without those by another time.

    Where the page states several amounts by that time, none is taken from its sentences.
    """
    candidates = {
        price.amount: Candidate(price.printed, "line of the page", quote=line)
        for line in reading.visible.own_lines()
        if len(line) <= _LONGEST
        for price, after in by_time(line, country=reading.country)
        if _is_by(after, period)
    }
    yield from candidates.values() if len(candidates) == 1 else ()
    yield from (other for other in others if not _is_by_another(other, period, reading.country))


def _is_by(after: str, period: frozenset[str]) -> bool:
    return not period.isdisjoint(words_of(after)[:_MOST_WORDS])


def _is_by_another(candidate: Candidate, period: frozenset[str], country: str) -> bool:
    """Return whether all prices in *candidate* are by a known time that is not *period*."""
    period_texts = [after for _, after in by_time(plain(candidate.words), country=country)]
    others = [other_period for other_period in PERIODS if other_period != period]
    return (
        bool(period_texts)
        and not any(_is_by(after, period) for after in period_texts)
        and any(_is_by(after, other) for after in period_texts for other in others)
    )
