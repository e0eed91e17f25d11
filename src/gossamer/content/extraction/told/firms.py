# ruff: noqa: E501, RUF001 - words and dashes as pages have them
"""What a firm says of itself in sentences: since when it is, how many work for it, where it sits, what it is called."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from gossamer.content.extraction.candidates import Candidate
from gossamer.content.extraction.naming import same_words, words_of
from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.told import lines, people
from gossamer.content.extraction.told.lines import PLACE
from gossamer.content.extraction.vocabulary import Concept

_SINCE: Final = re.compile(
    r"\b(?:founded|established|incorporated|set up|formed|gegründet|was started)\b[^.!?\d;]{0,80}?\b(?:in|im Jahr|im Jahre) (?:\w{3,9} )?((?:1[5-9]|20)\d\d)\b",
    re.IGNORECASE,
)
_NUMBER: Final = r"(\d{1,3}(?:[,.'’ ]\d{3}){1,2}|\d{1,6})"
_ABOUT: Final = r"(?:(?:about|around|nearly|almost|over|more than|some|approximately|roughly|up to|currently|a total of|rund|über|etwa) ){0,2}"
_EMPLOYED: Final = (
    re.compile(rf"\b(?:employs|employ|employing|beschäftigt) {_ABOUT}{_NUMBER}\b", re.IGNORECASE),
    re.compile(
        rf"(?:\A|\b(?:has|have|with|are|of|our|now)) ?{_ABOUT}{_NUMBER}\+? (?:employees|staff members|members of staff|people work|colleagues|Mitarbeiter\w{{0,6}}|Beschäftigte)\b",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:team|staff|workforce) of {_ABOUT}{_NUMBER}\b(?: (?:people|employees|colleagues)|(?=[,.]))",
        re.IGNORECASE,
    ),
)
_SEATED: Final = (
    re.compile(rf"\b[Hh]eadquartered in (?:the )?({PLACE})"),
    re.compile(rf"\b(?:[Hh]eadquarters|[Hh]ead office)(?: is| are|:)? (?:located )?in (?:the )?({PLACE})"),
)
_BASED: Final = re.compile(rf"\b[Bb]ased in (?:the )?({PLACE})")
_SEAT: Final = frozenset({"headquarter", "hq", "head", "seat"})
_HEADED: Final = re.compile(
    r"(?:our )?(?:headquarters|head office|hq|address)|visit us|(?:where to )?find us", re.IGNORECASE
)
_ADDRESS: Final = re.compile(r"(?=.{0,100}\d)[^.!?]{4,60},[^!?]{2,100}")
_OPEN: Final = re.compile(
    r"\b[Oo]pen(?:ing hours)?:? ((?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Mon|Tue|Wed|Thu|Fri|Sat|Sun|daily|every day)\b[^.!?]{3,100})"
)
_TITLE_PARTS: Final = re.compile(r"\s+[|\-–—:·»]\s+")
_LONGEST_NAME: Final = 5
_GENERIC: Final = frozenset(
    {
        "about",
        "us",
        "our",
        "company",
        "contact",
        "home",
        "story",
        "team",
        "who",
        "we",
        "are",
        "the",
        "welcome",
        "facts",
        "history",
        "imprint",
    }
)


def values(reading: Reading, name: str, concept: Concept | None) -> Iterator[Candidate]:
    """Yield what the page says of *concept* of the firm that it is about."""
    match concept.name if concept is not None else "":
        case "foundingDate":
            if reading.mentions(("founded", "established", "incorporated", "set", "formed", "started", "gegrundet")):
                yield from lines.agreed(lines.said_of_itself(reading, _SINCE))
        case "employees":
            yield from lines.agreed(lines.said_of_itself(reading, *_EMPLOYED))
        case "founder":
            yield from lines.agreed(people.founded(reading))
        case "address" if not _SEAT.isdisjoint(words_of(name)):
            yield from _seats(reading)
        case "address" if "address" in words_of(name):
            yield from lines.agreed(_headed(reading))
        case "city" | "address" if words_of(name) == ("location",) or (concept is not None and concept.name == "city"):
            yield from lines.agreed(lines.said_of_itself(reading, *_SEATED))
        case "openingHours":
            yield from lines.agreed(lines.found(lines.read(reading), _OPEN))
        case "company":
            yield from _called(reading)
        case _:
            return


def _seats(reading: Reading) -> Iterator[Candidate]:
    yield from lines.agreed(lines.said_of_itself(reading, *_SEATED))
    yield from lines.agreed(_headed(reading))
    yield from lines.agreed(lines.said_of_itself(reading, _BASED))


def _headed(reading: Reading) -> Iterator[Candidate]:
    """Yield the lines that look like an address, under one that says whose it is."""
    for before, line in pairwise(lines.read(reading)):
        if _HEADED.fullmatch(before) is not None and _ADDRESS.fullmatch(line) is not None:
            yield Candidate(line, f'line under "{before}"', quote=line)


def _called(reading: Reading) -> Iterator[Candidate]:
    """Yield the part of the page's title that the page calls its firm by: it stands in its lines too."""
    for text in reading.embedded.meta.get("og:site_name", ())[:1]:
        yield Candidate(text, "meta og:site_name", machine=True)
    told = [f" {' '.join(same_words(line))} " for line in lines.read(reading)]
    headings = {same_words(one.text) for one in reading.headings}
    parts = [(part, same_words(part)) for part in _TITLE_PARTS.split(reading.title)]
    named = [(part, words) for part, words in parts if words and not _GENERIC.issuperset(words)]
    # "About us | Acme": where nothing else is in the title, the heading may say it too.
    part, words = named[-1] if len(parts) > 1 and named and named[-1] in {parts[0], parts[-1]} else ("", ())
    is_name = 0 < len(words) <= _LONGEST_NAME and (len(named) == 1 or words not in headings)
    if is_name and any(f" {' '.join(words)} " in line for line in told):
        yield Candidate(part, "title")
