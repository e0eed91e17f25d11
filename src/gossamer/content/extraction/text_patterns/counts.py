"""Counts: numbers in sentences, by the noun that they count: "four offices", "a 14-day trial".

Only a field that is called by that very noun takes it: "900 mills use it" are no customers. What is said of a part
("three other offices", "we grew from 3 to 12") says nothing of the whole.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from gossamer.content.extraction.candidates import Candidate
from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.text_patterns import lines
from gossamer.content.extraction.vocabulary import Concept, Kind
from gossamer.content.locales import entry, words
from gossamer.content.text.names import singular, words_of

_VALUE: Final = {numeral: str(at) for at, numeral in enumerate(entry("text_patterns", "counts", "numerals"), 1)}
_NUMBER: Final = re.compile(
    rf"(?<![\w.,/$€£-])(\d{{1,3}}(?:[,.’' ]\d{{3}})+|\d{{1,7}}|(?i:{'|'.join(_VALUE)}))(\+?)"  # noqa: RUF001
    r"(?![.,]\d)(?=[-\s]?[^\W\d_]|\W|\Z)"
)
# A telephone number counts nothing.
_DIALLED: Final = re.compile(r"(?:\+|(?<![\d.,])\(?0)\d[\d\s()/.-]{6,22}\d")
_UNIT: Final = re.compile(r"[\s-]{0,2}([^\W\d_]{1,14}(?:/[\w ]{1,8})?)")
# Behind these, and behind another number, something else is said.
_ENDS: Final = re.compile(r"[.,;:!?()\d]")
_TOKEN: Final = re.compile(r"[^\W\d_]+")
_LAST_WORD: Final = re.compile(r"([^\W\d_]+)[\s:=]{0,2}\Z")
_LED: Final = re.compile(r"(?:\s(?:is|of|was|for)|:)\s?(?:(?:about|around|over|up to|some) )?\Z")
# "Countries" may be asked for by name, and by number.
_COUNTABLE: Final = frozenset({Kind.TEXT, Kind.NAME, Kind.LIST, Kind.ADDRESS})
_MOST_TOKENS: Final = 5
_A_YEAR: Final = range(1500, 2101)
# Of a line; what has more is a table without its lines.
_MOST_NUMBERS: Final = 24
_MOST_BEFORE: Final = 80


def values(reading: Reading, name: str, concept: Concept | None) -> Iterator[Candidate]:
    """Yield the one number that the page's sentences say of the noun, or of the nouns, that the field is called by."""
    nouns = tuple(word for word in words_of(name) if word not in _words("unsaid"))
    is_countable = concept is None or concept.kind in _COUNTABLE or concept.name == "pages"
    if is_countable and nouns and reading.mentions([" ".join(nouns)]):
        yield from lines.keep_agreed(_find_counts(reading, nouns))


def _words(key: str) -> frozenset[str]:
    return words("text_patterns", "counts", key)


def _find_counts(reading: Reading, nouns: Sequence[str]) -> Iterator[Candidate]:
    for read in lines.read(reading):
        line = _DIALLED.sub(lambda dialled_match: " " * len(dialled_match.group()), read)
        for match in islice(_NUMBER.finditer(line), _MOST_NUMBERS):
            written, before = match.group(1).lower(), line[: match.start()][-_MOST_BEFORE:]
            behind = line[match.end() : match.end() + _MOST_BEFORE]
            after = [token.lower() for token in _TOKEN.findall(_ENDS.split(behind, maxsplit=1)[0])[:_MOST_TOKENS]]
            is_one = written in {"1", "one"} or behind[:1] == "-"
            if _is_part(written, before):
                continue
            is_counted = _counts(after, nouns) and (is_one or _is_many(after))
            if is_counted or _is_led_by(before, nouns):
                unit = None if is_counted else _UNIT.match(line, match.end(1))
                figure = _VALUE.get(written, match.group(1)) + (f" {unit.group(1)}" if unit is not None else "")
                yield Candidate(figure, "line of the page", quote=f"{match.group()}{behind.rpartition(' ')[0]}".strip())


def _is_part(written: str, before: str) -> bool:
    """Return whether a number, by the word before it, is that of a part, or a year."""
    word = _LAST_WORD.search(before)
    led = word.group(1).lower() if word is not None else ""
    is_year = written.isdigit() and int(written) in _A_YEAR and led in _words("before_a_year")
    return is_year or led in _words("before_a_part")


def _is_many(after: Sequence[str]) -> bool:
    """Return whether several are counted: of "12 office chairs" the chairs are."""
    return any(token != singular(token) or token in _words("several") for token in after[:2])


def _counts(after: Sequence[str], nouns: Sequence[str]) -> bool:
    """Return whether what follows a number is what is counted: "offices", "small offices", "days of holiday"."""
    read = [singular(token) for token in after]
    if not read:
        return False
    if len(nouns) == 1:
        return read[0] == nouns[0] or (nouns[0] in read[1:2] and after[0] not in _words("partial"))
    if len(nouns) > len(read) or read[0] not in nouns:
        return False
    # "Holiday days", "days of holiday", "a 36-hour week".
    others = set(nouns) - {read[0]}
    at = next((at for at, token in enumerate(read[1:], 1) if token in others), 0)
    return at > 0 and len(others) == 1 and _words("between").issuperset(after[1:at])


def _is_led_by(before: str, nouns: Sequence[str]) -> bool:
    """Return whether a number is said of the noun before it: "Capacity is 320", "a population of 12,000"."""
    led = _LED.search(before)
    text = words_of(f"{before[: led.start()]} ")[-len(nouns) :] if led is not None else ()
    return tuple(text) == tuple(nouns)
