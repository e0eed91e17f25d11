# ruff: noqa: E501, RUF001 - words of many languages, kept as tables
"""Ratings and their number where a page only has them in a line: "4.6 out of 5 (212 reviews)"."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from gossamer.content.extraction.candidates import Candidate, running_text
from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.vocabulary import Concept
from gossamer.content.locales import entry, pattern
from gossamer.content.values import contacts

_MAX_LINES: Final = 2_000
_MAX_LINE: Final = 140
_COUNTED: Final = entry("extraction", "opinions", "counted")
_COUNT: Final = re.compile(
    rf"(?<![\w.,])(\d{{1,3}}(?:[ .,'’\u00a0\u202f]\d{{3}}){{1,3}}|\d{{1,9}})\s?(?:(?:customer|user|verified|global|total|guest)\s)?{_COUNTED}(?!\w)",
    re.IGNORECASE,
)
# Without a scale or a word for it a figure is no rating.
_SAID: Final = pattern("extraction", "opinions", "said")
# "4.3 out of 5 218 reviews" are 218.
_SCALED: Final = re.compile(r"(?<=\d)\s?(?:out of|/|von|sur|su|van|de)\s?(?:5|10)(?=\s)", re.IGNORECASE)
_OF_ONE: Final = re.compile(r"\b(?:i|my|me|we|ich|mein|je|mon)\b", re.IGNORECASE)


def values(reading: Reading, concept: Concept) -> Iterator[Candidate]:
    """Yield the rating of the thing, or the number of those who rated it; nothing where lines differ about it."""
    if concept.name not in {"rating", "ratingCount", "reviewCount"}:
        return
    lines = list(dict.fromkeys(_lines(reading)))
    rated = {
        line: ratings for line in lines if (ratings := contacts.find_rating(line)) is not None and _SAID.search(line)
    }
    counted = {line: match[1] for line in lines if (match := _COUNT.search(_SCALED.sub(" ;", line))) is not None}
    # That of many people stands beside how many they are; others are those of one.
    ratings_by_line = rated if concept.name == "rating" else counted
    ratings_by_line = {
        line: rating_text for line, rating_text in ratings_by_line.items() if line in rated and _COUNT.search(line)
    } or ratings_by_line
    alike = contacts.rating if concept.name == "rating" else str
    if len(set(map(alike, ratings_by_line.values()))) == 1:
        line, ratings = next(iter(ratings_by_line.items()))
        yield Candidate(ratings, "line of the page", quote=line)


def _lines(reading: Reading) -> Iterator[str]:
    lines = (" ".join(line.split()) for line in islice(running_text(reading.page.main).splitlines(), _MAX_LINES))
    return (line for line in lines if line and len(line) <= _MAX_LINE and not _OF_ONE.search(line))
