# ruff: noqa: E501 - words of several languages
"""A telephone number or an e-mail address that a page says without a link or a label."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from gossamer.content.extraction.candidates import Candidate
from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.told import lines
from gossamer.content.extraction.values import contacts
from gossamer.content.extraction.vocabulary import Concept

_CALL: Final = re.compile(
    r"\b(?:phone|telephone|tel|call(?: us)?|reservations?|bookings?|book a table|hotline|ring us|dial|telefon|téléphone)\b[^\w+(]{0,3}(?:(?:us|on|at|by phone|number|is)[^\w+(]{1,2}){0,3}(\+?\(?\d[\d\s()./-]{5,22}\d)",
    re.IGNORECASE,
)
_DATE: Final = re.compile(r"\d{1,2}[./-]\d{1,2}[./-]\d{2,4}")
_ALONE: Final = re.compile(r"[^\w+(]{0,3}((?:\+|\(?0)\(?\d[\d\s()./-]{5,22}\d)")


def values(reading: Reading, concept: Concept) -> Iterator[Candidate]:
    """Yield the one number, or the one address, that the page's own lines say."""
    match concept.name:
        case "telephone":
            told = lines.read(reading)
            alone = (one for line in told if (one := _ALONE.fullmatch(line)) is not None)
            numbers = [
                *lines.found(told, _CALL),
                *(Candidate(one.group(1), "line of the page", quote=one.group(1)) for one in alone),
            ]
            yield from lines.agreed(one for one in map(_closed, numbers) if _is_number(one.text))
        case "email":
            found = ((line, contacts.email(line)) for line in lines.read(reading) if "@" in line)
            yield from lines.agreed(Candidate(one, "line of the page", quote=line) for line, one in found if one)
        case _:
            return


def _closed(one: Candidate) -> Candidate:
    """Return *one* without the bracket that it opens and does not close: "1-888-888-4532 (8 am"."""
    opened = one.text.rfind("(")
    return replace(one, text=one.text[:opened].strip()) if opened > one.text.rfind(")") else one


def _is_number(text: str) -> bool:
    is_apart = text.startswith("+") or not text.isdigit()
    return is_apart and contacts.phone(text) is not None and _DATE.fullmatch(text) is None
