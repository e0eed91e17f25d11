# ruff: noqa: E501, RUF001 - words and dashes as pages have them
"""What a firm says of itself in sentences: since when it is, how many work for it, where it sits, what it is called."""

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from itertools import pairwise
from typing import Final

from gossamer.content.extraction.candidates import Candidate
from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.told import called, lines, people, registered
from gossamer.content.extraction.told.lines import PLACE
from gossamer.content.extraction.vocabulary import Concept
from gossamer.content.text.names import is_plural, word_set, words_of

_SINCE: Final = re.compile(
    r"\b(?:founded|established|incorporated|set up|formed|gegründet|was started)\b[^.!?\d;]{0,80}?\b(?:in|im Jahr|im Jahre) (?:\w{3,9} )?((?:1[5-9]|20)\d\d)\b",
    re.IGNORECASE,
)
_WORKING_SINCE: Final = re.compile(
    r"\b(?:in business|trading|family[- ](?:run|owned)|(?:have |has |had )?been (?:making|building|baking|brewing|serving|crafting|producing|designing|selling|growing|working|printing|roasting|here)|(?:\A|(?<=[.!] ))[A-Z][a-z]{2,12}ing)\b[^.!?\d;]{0,60}?\bsince ((?:1[5-9]|20)\d\d)\b",
    re.IGNORECASE,
)
_DAYS: Final = r"(?:mon|tue(?:s)?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?\b\.?|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|daily|every day|weekdays|weekends|mo|di|mi|do|fr|sa|so"
_WEEK: Final = re.compile(
    rf"(?:open:? )?(?:{_DAYS})\s?(?:(?:–|-|to|until|bis|,|and|&)\s?(?:{_DAYS}))?:?,?\s(?:from )?(?:\d{{1,2}}(?:[:.]\d\d)?\s?(?:am|pm|uhr|h)?\s?(?:–|-|to|until|bis)\s?\d|closed)",
    re.IGNORECASE,
)
_DOTS: Final = re.compile(r"\s[·|]\s")
# What a field that asks for the firm's name is called, beside "company".
_FIRMS: Final = frozenset(
    {
        "firm",
        "restaurant",
        "organization",
        "organisation",
        "agency",
        "practice",
        "studio",
        "business",
        "hotel",
        "cafe",
        "museum",
        "clinic",
        "school",
        "charity",
        "name",
    }
)
_HOUSES: Final = word_set(
    "restaurant hotel inn pub bar cafe museum gallery library theatre theater cinema school college university church "
    "clinic hospital surgery pharmacy shop store zoo farm campsite"
)
_NUMBER: Final = r"(\d{1,3}(?:[,.'’ ]\d{3}){1,2}|\d{1,6})"
_ABOUT: Final = r"(?:(?:about|around|nearly|almost|over|more than|some|approximately|roughly|up to|currently|a total of|rund|über|etwa) ){0,2}"
# "85 employees in Leeds and 12 in York" are not 85 in all.
_IN_PARTS: Final = re.compile(
    r"\d (?:employees|staff members|people|colleagues|Mitarbeiter\w{0,6}) (?:in|at) [^.;!?\d]{1,40}(?:,| and| plus| und)(?: another)? \d"
)
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


def values(reading: Reading, name: str, concept: Concept | None) -> Iterator[Candidate]:
    """Yield what the page says of *concept* of the firm that it is about."""
    match concept.name if concept is not None else "":
        case "foundingDate":
            if reading.mentions(("founded", "established", "incorporated", "set", "formed", "started", "gegrundet")):
                yield from lines.agreed(lines.said_of_itself(reading, _SINCE))
            yield from lines.agreed(lines.said_of_itself(reading, _WORKING_SINCE))
        case "employees":
            if not any(_IN_PARTS.search(line) for line in lines.read(reading)):
                yield from lines.agreed(lines.said_of_itself(reading, *_EMPLOYED))
        case "founder":
            yield from lines.agreed(people.founded(reading))
        case "address" | "city":
            yield from _located(
                reading, frozenset(words_of(name)), is_city=concept is not None and concept.name == "city"
            )
        case "openingHours":
            yield from lines.agreed(lines.found(lines.read(reading), _OPEN))
            yield from lines.agreed(_open(reading))
        case "vatNumber" | "companyNumber" if concept is not None:
            yield from registered.values(reading, concept)
        case "company" | "" if concept is not None or (_FIRMS.issuperset(words_of(name)) and not is_plural(name)):
            yield from (one for one in called.values(reading) if not _is_another_house(name, one.text))
        case _:
            return


def _is_another_house(name: str, called_so: str) -> bool:
    """Return whether the site is called another kind of house than the field asks for: a library has a café."""
    asked, told = (_HOUSES.intersection(words) for words in (words_of(name), words_of(f"{called_so} ")))
    return bool(asked and told) and asked.isdisjoint(told)


def _located(reading: Reading, words: AbstractSet[str], *, is_city: bool) -> Iterator[Candidate]:
    if not is_city and not _SEAT.isdisjoint(words):
        yield from _seats(reading)
    elif not is_city and "address" in words:
        yield from lines.agreed(_headed(reading))
    elif is_city or words == {"location"}:
        yield from lines.agreed(lines.said_of_itself(reading, *_SEATED))


def _open(reading: Reading) -> Iterator[Candidate]:
    """Yield the lines that say on which days and at what hours, those that follow each other as one."""
    run: list[str] = []
    for line in (*lines.read(reading), ""):
        said = next((part for part in _DOTS.split(line) if _WEEK.match(part) is not None), "")
        if said:
            run.append(said)
        elif run:
            text = ", ".join(run)
            yield Candidate(text, "line of the page", quote=run[0])
            run = []


def _seats(reading: Reading) -> Iterator[Candidate]:
    yield from lines.agreed(lines.said_of_itself(reading, *_SEATED))
    yield from lines.agreed(_headed(reading))
    yield from lines.agreed(lines.said_of_itself(reading, _BASED))


def _headed(reading: Reading) -> Iterator[Candidate]:
    """Yield the lines that look like an address, under one that says whose it is."""
    for before, line in pairwise(lines.read(reading)):
        if _HEADED.fullmatch(before) is not None and _ADDRESS.fullmatch(line) is not None:
            yield Candidate(line, f'line under "{before}"', quote=line)
