# ruff: noqa: E501 - words of many languages, kept as tables
"""How many of a thing are left where a page only says it in a line: "Only 3 left in stock"."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from gossamer.content.extraction.candidates import Candidate, running_text
from gossamer.content.extraction.reading import Reading
from gossamer.content.values.availability import availability, can_be_had

_MAX_LINES: Final = 2_000
_MAX_LINE: Final = 200
_PIECES: Final = r"(?:\s(?:items?|pieces?|pcs\.?|units?|copies|copy|pairs?|sets?|stück|stk\.?|pièces?|articles?|exemplaires?|unidades?|pezzi|stuks|szt\.?|st\.?|kpl))?"
_LEFT: Final = re.compile(
    rf"(?:\bonly|\bjust|nur noch|noch|plus que|solo quedan?|quedan|solo|nog(?: maar)?|ainda|restam|tylko|bara)\s(\d{{1,6}}){_PIECES}\s?"
    r"(?:left|remaining|available|in stock|auf lager|verfügbar|lieferbar|en stock|disponibles?|disponibili|rimasti|op voorraad|em estoque|kvar|i lager)\b"
    r"|\b(?:solo quedan?|plus que|nur noch|restam)\s(\d{1,6})\b"
    rf"|(?<![\w.,])(\d{{1,6}}){_PIECES}\s(?:left in stock|in stock|left(?=\s*(?:[.,;:!)\u2013-]|\Z))|remaining in stock|auf lager|en stock|op voorraad|i lager)(?!\w)"
    rf"|\A(?:in stock|stock|available|quantity available|auf lager|lagerbestand|en stock|op voorraad)\s?[:(]\s?(\d{{1,6}}){_PIECES}\)?\Z",
    re.IGNORECASE,
)


_SHORT_LINE: Final = 60
# With what may stand around it.
_GONE: Final = re.compile(
    r"\b(?:sold out|out of stock|(?:currently |temporarily )?(?:unavailable|not available)|no longer available|ausverkauft|"
    r"(?:derzeit |zurzeit |momentan )?nicht (?:lieferbar|verfügbar|vorrätig|auf lager)|épuisé|rupture de stock|agotado|esaurito|"
    r"uitverkocht|esgotado|slutsåld|wyprzedane)\b"
    r"|\b(?:price|preis|prix|sorry|leider|currently|derzeit|temporarily|this|item|product|artikel|dieser|is|ist|availability|status)\b"
    r"|[$€£]\s?\d[\d.,]*|\d[\d.,]*\s?[€$£]",
    re.IGNORECASE,
)
_WORD: Final = re.compile(r"\w")


def left(reading: Reading) -> Candidate | None:
    """Return how many are left, as a figure with the line that says so; None where none says it, or several differ."""
    lines = (" ".join(line.split()) for line in islice(running_text(reading.page.main).splitlines(), _MAX_LINES))
    told = {
        next(filter(None, found.groups())): line
        for line in lines
        if len(line) <= _MAX_LINE and (found := _LEFT.search(line)) is not None
    }
    if len(told) != 1:
        return None
    ((figure, line),) = told.items()
    return Candidate(figure, "line of the page", quote=line)


def gone(reading: Reading) -> Iterator[Candidate]:
    """Yield the one line that says nothing but that the thing cannot be had, perhaps beside its price: "SOLD OUT"."""
    lines = (line for line in islice(reading.visible.own_lines(), _MAX_LINES) if len(line) <= _SHORT_LINE)
    told = [line for line in lines if _is_gone(line) and not _WORD.search(_GONE.sub("", line))]
    if len(told) == 1:
        yield Candidate(told[0], "line of the page", quote=told[0])


def _is_gone(line: str) -> bool:
    said = availability(line)
    return said is not None and not can_be_had(said)


def counts(reading: Reading) -> Iterator[Candidate]:
    """Yield how many are left."""
    if (found := left(reading)) is not None:
        yield found


def availabilities(reading: Reading) -> Iterator[Candidate]:
    """Yield that what some are left of can be had, and that what none are left of is gone."""
    if (found := left(reading)) is not None:
        yield Candidate("in stock" if int(found.text) else "out of stock", found.place, quote=found.quote)
