# ruff: noqa: E501, RUF001 - dashes as pages have them
"""The lines of a page that speak of what it is about, their parts, and what a pattern finds in them.

Patterns that are used with these are bounded: a line has at most `MOST` characters, and a page `MOST_LINES` lines.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from gossamer.content.extraction.candidates import Candidate
from gossamer.content.extraction.reading import Reading
from gossamer.content.locales import pattern, words
from gossamer.content.page_model import look
from gossamer.content.page_model.material import PageMaterial
from gossamer.content.text.names import same_words

MOST: Final = 600
MOST_LINES: Final = 1_000
# The lines that say at the top what the rest goes on about.
HEAD: Final = 14
_MOST_OF_HEAD: Final = 160
_SENTENCES: Final = re.compile(r"[.!?]\s")
# Of whom a firm's page speaks without its name.
_OURSELVES: Final = words("extraction", "lines", "ourselves")
_BOUGHT: Final = pattern("extraction", "lines", "bought")
_SMALL: Final = words("extraction", "lines", "small")
_PARTED: Final = re.compile(r"\s{0,2}[·•|]\s{0,2}")
_CAPITAL: Final = r"[A-ZÀ-ÖØ-Þ]"
_WORD: Final = rf"{_CAPITAL}[\w'’-]{{1,24}}"
PLACE: Final = rf"{_WORD}(?:[ -]{_WORD}){{0,3}}(?:, {_WORD}(?: {_WORD}){{0,2}}){{0,2}}"
FIRM: Final = rf"(?:{_CAPITAL}|\d{{1,3}}(?=[A-Za-z]))[\w&.'’+-]{{0,24}}(?: (?:(?:&|and|of|the|für|und|de|et) )?[A-Z0-9À-ÖØ-Þ][\w&.'’+-]{{0,24}}){{0,4}}"
PERSON: Final = (
    rf"(?:(?:Dr|Prof|Mr|Mrs|Ms|Sir|Dame)\.? )?{_CAPITAL}[\w'’-]{{1,20}}(?: {_CAPITAL}\.)?"
    rf"(?: (?:de|van|von|der|den|ter|la|bin|al|da|di|del|dos)){{0,2}}(?: {_CAPITAL}[\w'’-]{{1,20}}){{1,3}}"
)


class _Own:
    """The own lines of a page, read once."""

    def __init__(self, page: PageMaterial) -> None:
        parted = list(islice(look(page).own_parts(), MOST_LINES))
        self.parted = [(line, words_of_line) for line, words_of_line in parted if len(line) <= MOST]
        self.lines = list(dict.fromkeys(line for line, _ in self.parted))


def read(reading: Reading) -> list[str]:
    """Return the lines of *reading* that are its own, in order, each once."""
    return reading.page.known(_Own).lines


def parts(reading: Reading) -> list[list[str]]:
    """Return the parts of the short lines that stand behind the heading, line by line."""
    heading = " ".join(reading.heading.text.split()) if reading.heading is not None else ""
    parted = reading.page.known(_Own).parted
    first = next((at for at, (line, _) in enumerate(parted, 1) if line == heading), 0)
    short = [line_texts for line, line_texts in parted[first:] if len(line) <= _MOST_OF_HEAD][:HEAD]
    return [[part for text in line_texts for part in _PARTED.split(text) if part] for line_texts in short]


def about_itself(reading: Reading, *patterns: re.Pattern[str]) -> Iterator[Candidate]:
    """Yield the finds of *patterns* in sentences about the owner of the page."""
    for line in read(reading):
        yield from of_itself(find_matches([line], *patterns), line, reading)


def find_matches(lines: Iterable[str], *patterns: re.Pattern[str]) -> Iterator[Candidate]:
    """Yield the first group of each match in *lines*, with the match as its quote."""
    for line in lines:
        for expression in patterns:
            for match in expression.finditer(line):
                yield Candidate(match.group(1).strip(" ,;."), "line of the page", quote=match.group().strip())


def of_itself(candidates: Iterable[Candidate], line: str, reading: Reading) -> Iterator[Candidate]:
    """Yield those of *candidates* whose sentence, in *line*, speaks of whom the page is of.

    It begins with what it says, speaks of "we" or "the company", or names what the page's title names.
    """
    own_words = frozenset(same_words(reading.title)) | frozenset(
        word for text in reading.embedded.meta.get("og:site_name", ())[:1] for word in same_words(text)
    )
    for candidate in candidates:
        before = _SENTENCES.split(line[: max(0, line.find(candidate.quote))])[-1]
        words = frozenset(same_words(before))
        if not words or (words & (_OURSELVES | own_words - _SMALL) and not _BOUGHT.search(before)):
            yield candidate


def keep_agreed(candidates: Iterable[Candidate]) -> Iterator[Candidate]:
    """Yield the first of *candidates* if all of them say the same."""
    all_candidates = list(candidates)
    if len({candidate.text.lower() for candidate in all_candidates}) == 1:
        yield all_candidates[0]
