# ruff: noqa: E501 - words of several languages
"""Telephone numbers and e-mail addresses in the lines of a page, told apart by whose they are said to be.

"0117 496 0123 (workshop) or 0117 496 0199 (accounts). Fax: …": what stands before a number in its clause, or behind it in
brackets, says whose it is. A field that names nobody takes the only one there is.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from gossamer.content.extraction.candidates import Candidate
from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.told import lines
from gossamer.content.extraction.vocabulary import Concept, Kind
from gossamer.content.page_model.material import PageMaterial
from gossamer.content.text.names import word_set, words_of
from gossamer.content.values import contacts

_CALL: Final = re.compile(
    r"\b(?:phone|telephone|tel|call(?: us)?|reservations?|bookings?|book a table|hotline|ring us|dial|telefon|téléphone)\b[^\w+(]{0,3}(?:(?:us|on|at|by phone|number|is)[^\w+(]{1,2}){0,3}(\+?\(?\d[\d\s()./-]{5,22}\d)",
    re.IGNORECASE,
)
_DATE: Final = re.compile(r"\d{1,2}[./-]\d{1,2}[./-]\d{2,4}")
_ALONE: Final = re.compile(r"[^\w+(]{0,3}((?:\+|\(?0)\(?\d[\d\s()./-]{5,22}\d)")
# A number that begins as numbers to be dialled do.
DIALLED: Final = re.compile(r"(?<![\w./-])((?:\+|\(?0)[\d\s()./-]{5,22}\d|(?:\(\d{3}\) ?|\d{3}-)\d{3}-\d{4})(?![\w/-])")
MAIL: Final = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,5}[A-Za-z]{2,24}(?![\w-])")
_BRACKET: Final = re.compile(r"\s{0,2}\(([^()\d@]{2,30})\)")
# Where what is said of one number ends.
_CLAUSE: Final = re.compile(r"[.;|·\n]\s?|,\s|\s(?:or|and|oder|und|ou)\s")
_PLAIN: Final = word_set("phone telephone tel number contact no call email mail e address line us direct")
_NOT_DIALLED: Final = word_set("vat fax company registration iban reg nr id reference ref")
_OTHERS: Final = {
    "mobile": word_set("mobile cell cellphone handy whatsapp"),
    "fax": word_set("fax telefax"),
}
_ALIKE: Final = (
    word_set("invoice invoicing billing account accounting bill"),
    word_set("press media pr journalist"),
    word_set("support help helpdesk service"),
    word_set("job career application recruiting hr recruitment"),
    word_set("sale sales vertrieb"),
    word_set("booking reservation"),
    *_OTHERS.values(),
)
_MOST_LABEL: Final = 40
_MOST_FOUND: Final = 60


@dataclass(frozen=True, slots=True)
class _Said:
    """A number or an address, in the *line* it stands in, and the *words* that say whose it is."""

    text: str
    line: str
    words: frozenset[str]


class _Known:
    """The numbers and addresses of a page with what is said of each, found once."""

    def __init__(self, page: PageMaterial) -> None:
        told = lines.read(page.known(Reading))
        around = list(pairwise(["", *told]))
        self.numbers = [one for before, line in around for one in _said(line, before, DIALLED) if _is_number(one.text)][
            :_MOST_FOUND
        ]
        self.mails = [one for before, line in around if "@" in line for one in _said(line, before, MAIL)][:_MOST_FOUND]


def values(reading: Reading, name: str, concept: Concept | None, kind: Kind) -> Iterator[Candidate]:
    """Yield the number or the address of whom the field *name* names; that of nobody in particular, the only one."""
    asked = whose(name)
    if kind is Kind.PHONE and (asked or (concept is not None and concept.name != "telephone")):
        known = reading.page.known(_Known).numbers
        yield from lines.agreed(_candidates(one for one in known if _is_of(one.words, asked)))
    elif kind is Kind.PHONE:
        yield from lines.agreed(_numbers(reading))
        own = (one for one in reading.page.known(_Known).numbers if not _is_of_else(one.words))
        yield from lines.agreed(_candidates(own))
    elif kind is Kind.EMAIL and asked:
        # "press@acme.example" says itself whose it is.
        known = reading.page.known(_Known).mails
        own = (one for one in known if _is_of(one.words | _words(one.text.partition("@")[0]), asked))
        yield from lines.agreed(_candidates(own))
    elif kind is Kind.EMAIL:
        found = ((line, contacts.email(line)) for line in lines.read(reading) if "@" in line)
        yield from lines.agreed(Candidate(one, "line of the page", quote=line) for line, one in found if one)


def whose(name: str) -> frozenset[str]:
    """Return the words of a field's *name* that say whose number or address it asks for; none in "contactEmail"."""
    return frozenset(words_of(name)) - _PLAIN


def is_of_department(name: str) -> bool:
    """Return whether the field *name* asks for the number or the address of a department: "jobs_email"."""
    return any(not kind.isdisjoint(whose(name)) for kind in _ALIKE)


def _numbers(reading: Reading) -> Iterator[Candidate]:
    """Yield the numbers that one is told to call, and those that stand alone on a line."""
    told = lines.read(reading)
    alone = (one for line in told if (one := _ALONE.fullmatch(line)) is not None)
    numbers = [
        *lines.found(told, _CALL),
        *(Candidate(one.group(1), "line of the page", quote=one.group(1)) for one in alone),
    ]
    yield from (one for one in map(_closed, numbers) if _is_number(one.text))


def _said(line: str, before: str, pattern: re.Pattern[str]) -> Iterator[_Said]:
    """Yield what *pattern* finds in *line* with the words of its clause; alone on the line, with those of *before*."""
    last = 0
    for match in pattern.finditer(line):
        text = match.group().strip()
        bracket = _BRACKET.match(line, match.end())
        clause = _CLAUSE.split(line[last : match.start()])[-1]
        words = _words(bracket.group(1)) if bracket is not None else _words(clause)
        if len(line) <= len(text) + 2 and len(before) <= _MOST_LABEL and not any(map(str.isdigit, before)):
            words |= _words(before)
        last = bracket.end() if bracket is not None else match.end()
        yield _Said(text, line, words)


def said(line: str, before: str, kind: Kind) -> Iterator[tuple[str, str, frozenset[str]]]:
    """Yield the numbers or addresses in *line*, each with what stands ahead of it and the words that say whose it is.

    Of one that stands alone what is ahead is the line *before*, where that is a label.
    """
    last = 0
    pattern = DIALLED if kind is Kind.PHONE else MAIL
    for match in pattern.finditer(line):
        text = match.group().strip()
        ahead = line[last : match.start()]
        bracket = _BRACKET.match(line, match.end())
        words = _words(bracket.group(1)) if bracket is not None else frozenset[str]()
        if not ahead.strip() and last == 0 and before.endswith((":", ".")) and len(before) <= _MOST_LABEL:
            ahead = before
        last = bracket.end() if bracket is not None else match.end()
        if kind is Kind.EMAIL or (_is_number(text) and not _is_of_else(_words(_CLAUSE.split(ahead)[-1]) | words)):
            yield text, ahead, words


def _words(text: str) -> frozenset[str]:
    return frozenset(words_of(f"{text} ".replace(".", " ").replace("_", " ")))


def _is_of(said: frozenset[str], whose: frozenset[str]) -> bool:
    """Return whether *said* names all of *whose*, and no other kind of number than they do."""
    meant = [next((alike for alike in _ALIKE if word in alike), {word}) for word in whose]
    others = (kind for kind in _OTHERS.values() if whose.isdisjoint(kind))
    return all(not said.isdisjoint(one) for one in meant) and all(said.isdisjoint(kind) for kind in others)


def _is_of_else(said: frozenset[str]) -> bool:
    return not said.isdisjoint(_NOT_DIALLED) or any(not said.isdisjoint(kind) for kind in _OTHERS.values())


def _candidates(said: Iterator[_Said]) -> Iterator[Candidate]:
    return (Candidate(one.text, "line of the page", quote=one.line) for one in said)


def _closed(one: Candidate) -> Candidate:
    """Return *one* without the bracket that it opens and does not close: "1-888-888-4532 (8 am"."""
    opened = one.text.rfind("(")
    return replace(one, text=one.text[:opened].strip()) if opened > one.text.rfind(")") else one


def _is_number(text: str) -> bool:
    is_apart = text.startswith("+") or not text.isdigit()
    return is_apart and contacts.phone(text) is not None and _DATE.fullmatch(text) is None
