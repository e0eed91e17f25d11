"""Page numbers: which parts of a line number the page, and which numbers count up with the pages.

A number may be anything. It is the page's own when a word says so ("Page 3 of 12"), or when the pages beside have the
numbers beside it.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from msgspec import Struct

from gossamer.content.documents.layout.runs import Row
from gossamer.content.locales import entry

# Signs between the parts of a line.
_SEPARATOR: Final = re.compile(r"\s*[|\u2022\u00b7\u2014\u2013]\s*")
# Up to 399.
_ROMAN: Final = "(?=[ivxlc])c{0,3}(?:x[cl]|l?x{0,3})(?:i[xv]|v?i{0,3})"
_VALUES: Final = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
# Of a chapter or an appendix, before the number: "A-5", "3-12".
_PREFIX: Final = r"(?P<prefix>(?:(?-i:[A-Z]{1,3})|\d{1,2})\s?[-\u2013]\s?)?"
_MARK: Final = "#"
_YEAR: Final = 4
# Pages so far apart are those beside: right and left pages may have lines of their own.
_STEPS: Final = (-2, -1, 1, 2)


def load() -> None:
    """Load the words it needs from disk."""
    _patterns()


class LinePart(Struct, frozen=True):
    """A part of a line.

    *text* is as it is written, with a mark for a number that may be the page's. That is *number*, None where there is
    none; *is_named* says that a word calls it the number of a page.
    """

    text: str
    number: int | None = None
    is_named: bool = False

    @property
    def key(self) -> str:
        """Return the text that parts of other pages have too."""
        return self.text.casefold()


def parts_of(row: Row) -> tuple[LinePart, ...]:
    """Return the parts of *row*: what stands apart in it, and what is called the number of a page."""
    texts = (text for run in row.runs for text in _SEPARATOR.split(run.text.strip()) if text)
    return tuple(part for text in texts for part in _parts(text))


class Counting:
    """Knows the numbers at the edges of pages; pages are counted from 0."""

    def __init__(self) -> None:
        self._numbers: dict[int, set[int]] = {}

    def see(self, page: int, parts: Sequence[LinePart]) -> None:
        """Remember the numbers on *page*."""
        self._numbers.setdefault(page, set()).update(part.number for part in parts if part.number is not None)

    def counts(self, page: int, number: int) -> bool:
        """Return whether *number* is that of *page*, as a page beside it shows."""
        return any(number + step in self._numbers.get(page + step, ()) for step in _STEPS)


def _parts(text: str) -> Iterator[LinePart]:
    whole_pattern, at_end, at_start = _patterns()
    match = whole_pattern.fullmatch(text)
    is_named = match is not None and bool(match["before"] or match["after"])
    # "3 / 2026" is a month.
    if match and (is_named or len(match["total"] or "") < _YEAR):
        yield LinePart((match["prefix"] or "") + _MARK, _value(match["number"]), is_named)
        return
    # Beside other words a number is the page's only when it is called so.
    if match := at_end.search(text) or at_start.match(text):
        yield LinePart(_MARK, int(match["number"]), is_named=True)
        text = text[: match.start()] + text[match.end() :]
    yield LinePart(text.strip())


def _value(written: str) -> int:
    if written.isdecimal():
        return int(written)
    values = [_VALUES[letter] for letter in written.lower()]
    return sum(-value if value < max(values[at:]) else value for at, value in enumerate(values))


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """Return patterns for a part that is a page number, and one with its word at the end or start of other text."""
    word, of = (
        "(?:" + "|".join(sorted(map(re.escape, entry("page_numbers", name).split()), key=len, reverse=True)) + ")"
        for name in ("words", "of")
    )
    total = rf"(?:\s?{of}\s?(?P<total>\d{{1,5}}))?"
    named = rf"{word}\.?\s?(?P<number>\d{{1,5}}){total}"
    return (
        re.compile(
            rf"[\W_]*(?P<before>{word}\.?[\s:]{{0,2}})?{_PREFIX}(?P<number>\d{{1,5}}|{_ROMAN}){total}"
            rf"(?P<after>\s?{word})?[\W_]*",
            re.IGNORECASE,
        ),
        re.compile(rf"\W+{named}\W*\Z", re.IGNORECASE),
        re.compile(rf"\W*{named}(?!\w)(?![.,]\d)\W+", re.IGNORECASE),
    )
