# ruff: noqa: E501 - words kept as tables
"""Measures that sentences give, as in "Weight 1.35 kg, volume 45 l. Takes a max load of 18 kg".

Before the measure stands what it is of, and nothing else: in "shipping weight 3 kg" and "the frame has a weight of 1 kg"
it is that of something else.
"""

import re
from collections.abc import Iterator
from typing import Final

from gossamer.content.extraction.candidates import Candidate
from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.told import lines
from gossamer.content.extraction.vocabulary import Concept
from gossamer.content.text.names import same_words, word_set, words_of
from gossamer.content.values import units

_CLAUSES: Final = re.compile(r"[.;,!?](?:\s|\Z)|\s[·|–—]\s|[()]")  # noqa: RUF001
_VALUE: Final = re.compile(
    r"(?<![\w.,])\d[\d.,]{0,9}(?:\s?[x×]\s?\d[\d.,]{0,9}){0,2}\s?(k?m[²³]|sq\.? ?(?:m|ft)|[^\W\d_]{1,12}(?:/[a-z]{1,4})?|°\s?[CF])(?![\w²³/])"  # noqa: RUF001
)
_MONEY: Final = re.compile(
    r"(?:[£€$]|(?:USD|EUR|GBP|CHF) )\s?\d(?:[\d.,]{0,9}\d)?|\d(?:[\d.,]{0,9}\d)?\s?(?:€|EUR|CHF|USD|GBP)"
)
_PAID: Final = word_set("deposit rent fee fare fine surcharge corkage donation")
_FURTHER: Final = word_set("m² m³ km² sqm sqft ha a ah mah db rpm k lm nm bar m/s km/h l/min kn j kj kcal c f")
_MEASURED: Final = word_set(
    "weight volume length width height depth diameter thickness radius load power voltage current speed range pressure temperature torque "
    "consumption capacity distance area payload wattage runtime"
)
_VERBS: Final = {"weigh": "weight", "hold": "volume", "maximum": "max", "minimum": "min"}
# What leads to a measure without saying what it is of.
_LEADING: Final = word_set(
    "it has have takes take about approx approximately around circa ca up roughly only just be at comes come nearly almost net total"
)
_MOST_BEFORE: Final = 60


def asks_for_one(name: str, concept: Concept | None) -> bool:
    """Return whether the field *name* asks for a measure."""
    words = words_of(name)
    is_known = concept is not None and concept.name == "weight"
    return is_known or bool(words and ((_MEASURED | _PAID).intersection(words) or units.unit_of(words, "")))


def values(reading: Reading, name: str, concept: Concept | None) -> Iterator[Candidate]:
    """Yield the one measure that the page's sentences give for the field *name*."""
    if not asks_for_one(name, concept):
        return
    words = words_of(name)
    words = words[:-1] if units.unit_of(words, "") else words
    wanted = {_plain(words)}
    if concept is not None and concept.name == "weight":
        wanted |= {tuple(one.split()) for one in concept.labels}
    if words and reading.mentions(" ".join(one) for one in (*wanted, *((verb,) for verb in _VERBS))):
        yield from lines.agreed(_said(reading, frozenset(wanted), is_paid=not _PAID.isdisjoint(words)))


def _said(reading: Reading, wanted: frozenset[tuple[str, ...]], *, is_paid: bool) -> Iterator[Candidate]:
    title = frozenset(same_words(reading.title)) | frozenset(
        word for one in reading.headings[:1] for word in same_words(one.text)
    )
    for line in lines.read(reading):
        for clause in _CLAUSES.split(line):
            match = _VALUE.search(clause) if not is_paid else _MONEY.search(clause)
            if match is None or not (is_paid or _is_unit(match.group(1))) or match.start() > _MOST_BEFORE:
                continue
            before = [word for word in words_of(f"{clause[: match.start()]} ") if word not in _LEADING]
            while len(before) > 1 and before[0] in title:
                del before[0]
            if _plain(before) in wanted:
                yield Candidate(match.group(), "line of the page", quote=clause.strip())


def _is_unit(written: str) -> bool:
    unit = written.lower().lstrip("° ")
    return units.kind_of(unit) is not None or unit in _FURTHER or unit.startswith("sq")


def _plain(words: list[str] | tuple[str, ...]) -> tuple[str, ...]:
    return tuple(_VERBS.get(word, word) for word in words)
