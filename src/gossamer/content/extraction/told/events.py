# ruff: noqa: E501, RUF001 - words and dashes as pages have them
"""What the page of an event says in its head and its sentences: when and where it is, who holds it, what it costs."""

import re
from collections.abc import Iterator
from typing import Final

from gossamer.content.extraction.candidates import Candidate
from gossamer.content.extraction.material import PageMaterial
from gossamer.content.extraction.naming import words_of
from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.told import lines
from gossamer.content.extraction.told.lines import FIRM, PLACE
from gossamer.content.extraction.values import dates
from gossamer.content.extraction.visible.naming import is_money
from gossamer.content.extraction.vocabulary import Concept

_HELD_BY: Final = re.compile(rf"\b(?:[Oo]rgani[sz]ed|[Hh]osted|[Pp]resented|[Pp]ut on) by (?:the )?({FIRM})")
_COSTS: Final = re.compile(
    r"\b(?:tickets?|entry|admission|entrance)\b(?: \w{2,10}){0,2}?(?: costs?| are| is|:)? ((?:[£€$]\s?\d[\d.,]{0,8}|\d[\d.,]{0,8}\s?€))",
    re.IGNORECASE,
)
_TIME: Final = r"(?:[01]?\d|2[0-3]):[0-5]\d(?:\s?[ap]\.?m\b\.?)?|(?:[01]?\d|2[0-3])\.[0-5]\d(?=\s?(?:[ap]\.?m\b|uhr))|(?:1[0-2]|[1-9])\s?[ap]\.?m\b\.?"
_BEGINS: Final = re.compile(rf"(?<![\d.:])({_TIME})(?:\s?(?:-|–|to|until)\s?(?:{_TIME}))?", re.IGNORECASE)
_ALONE: Final = re.compile(
    rf"(?:doors? (?:open )?(?:at )?)?(?:{_TIME})(?:\s?(?:-|–|to|until)\s?(?:{_TIME}))?(?: uhr)?", re.IGNORECASE
)
_PLACED: Final = re.compile(rf"\b(?:at|in) the ({PLACE})|\bat ({PLACE})")
_OF_THE_PAGE: Final = re.compile(
    r"\b(?:publish|post|updat|edit|review|releas|modif|written|last)\w{0,4}\b|\A(?:by|von|par) ", re.IGNORECASE
)
_ANNOUNCES: Final = re.compile(
    r"\b(?:join us (?:on|for|at)|tickets?(?::| cost| are| from|\Z)|admission(?: is)? free|doors (?:open|at)|rsvp|organi[sz]ed by|hosted by|venue:?)(?!\w)",
    re.IGNORECASE,
)


def values(reading: Reading, name: str, concept: Concept | None) -> Iterator[Candidate]:
    """Yield what the page says of *concept* of the event that it announces."""
    match concept.name if concept is not None and reading.page.known(_Announced).is_one else "":
        case "startDate" if "time" in words_of(name):
            yield from lines.agreed(_times(reading))
        case "startDate" | "datePublished":
            yield from lines.agreed(_days(reading))
        case "venue" | "address":
            yield from lines.agreed(_venues(reading))
        case "organizer":
            yield from lines.agreed(lines.found(lines.read(reading), _HELD_BY))
        case "price":
            yield from lines.agreed(_priced(reading))
        case _:
            return


class _Announced:
    """Whether a page announces an event, found out once: a date alone has any post."""

    def __init__(self, page: PageMaterial) -> None:
        reading = page.known(Reading)
        head = [part for parted in lines.parts(reading) for part in parted]
        is_dated = any(dates.moment(part) is not None and _OF_THE_PAGE.search(part) is None for part in head)
        self.is_one = is_dated and (
            any(_ANNOUNCES.search(line) is not None for line in (*head, *lines.read(reading)[: 3 * lines.HEAD]))
            or sum((bool(list(_times(reading))), bool(list(_venues(reading))), any(map(is_money, head)))) > 1
        )


def _days(reading: Reading) -> Iterator[Candidate]:
    """Yield the dates of the head and of the sentences that invite."""
    for parted in lines.parts(reading):
        for part in parted:
            day = dates.moment(part, language=reading.language) if len(part) <= lines.MOST else None
            if day is not None and _OF_THE_PAGE.search(part) is None:
                yield Candidate(dates.iso_date(day), "line of the page", machine=True, quote=part)


def _times(reading: Reading) -> Iterator[Candidate]:
    for parted in lines.parts(reading):
        for part in parted:
            match = _BEGINS.search(part) if _ALONE.fullmatch(part) or dates.moment(part) is not None else None
            if match is not None:
                yield Candidate(match.group(1), "line of the page", quote=part)


def _venues(reading: Reading) -> Iterator[Candidate]:
    for parted in lines.parts(reading):
        for at, part in enumerate(parted):
            # Behind the date stands where it is.
            if at and re.fullmatch(PLACE, part) and any(dates.moment(one) is not None for one in parted[:at]):
                yield Candidate(part, "line of the page", quote=part)
        for part in parted:
            match = _PLACED.search(part) if dates.moment(part) is not None else None
            if match is not None:
                yield Candidate(match.group(1) or match.group(2), "line of the page", quote=match.group())


def _priced(reading: Reading) -> Iterator[Candidate]:
    head = [part for parted in lines.parts(reading) for part in parted if is_money(part)]
    if head:
        yield from (Candidate(part, "line of the page", quote=part) for part in head)
    else:
        yield from lines.found(lines.read(reading), _COSTS)
