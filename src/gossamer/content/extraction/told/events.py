# ruff: noqa: E501, RUF001 - words kept as tables
"""What the page of an event says in its head and its sentences: when and where it is, who holds it, what it costs."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Final

from gossamer.content.extraction.candidates import Candidate
from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.told import lines
from gossamer.content.extraction.told.lines import FIRM, PLACE
from gossamer.content.extraction.vocabulary import Concept, named
from gossamer.content.page_model import Fact
from gossamer.content.page_model.material import PageMaterial
from gossamer.content.page_model.naming import is_money
from gossamer.content.text.names import phrase, word_set, words_of
from gossamer.content.values import dates, spans
from gossamer.content.values.addresses import COUNTRIES

_HELD_BY: Final = re.compile(rf"\b(?:[Oo]rgani[sz]ed|[Hh]osted|[Pp]resented|[Pp]ut on) by (?:the )?({FIRM})")
_SENTENCE: Final = re.compile(r"(?<=[a-z]{4})\.\s")
# A day by which, or from which on, something has to be done.
_UNTIL: Final = re.compile(
    r"\b(?:until|till|before|deadline|regist(?:er|ration)|early bird|closes|bis zum|on sale|sales?|apply|applications?|"
    r"due|submit|submissions?|book (?:by|from)|bookings?|presale|vorverkauf)\b",
    re.IGNORECASE,
)
# "Daily from 10 to 18 (Sunday until 16.00)".
_OTHER_HOURS: Final = re.compile(r"\((?:[^\W\d]{3,10} )?(?:until|till|bis) \d{1,2}[^()\d]?(?:\d{2})?[^()\d]{0,6}\)")
_COSTS: Final = re.compile(
    r"\b(?:tickets?|entry|admission|entrance)\b(?: \w{2,10}){0,2}?(?: costs?| are| is|:)? ((?:[£€$]\s?\d[\d.,]{0,8}|\d[\d.,]{0,8}\s?€))",
    re.IGNORECASE,
)
_DOORS: Final = re.compile(r"\b[Dd]oors?(?: (?:open|from|at)){0,2}:? (?P<rest>.{4,20})")
_CLOSES: Final = re.compile(
    r"\b(?:registration|bookings?|registrations) (?:closes?|ends?|is open until|deadline(?: is)?|until):? (?:on )?([^.!?;|·]{0,12}\d[^.!?;|·]{3,30})"
    r"|\bregister (?:by|before|until) ([^.!?;|·]{0,12}\d[^.!?;|·]{3,30})",
    re.IGNORECASE,
)
_ALONE: Final = re.compile(
    r"(?:doors? (?:open )?(?:at )?)?[^\d]{0,12}\d[\d:.]{0,4}[^\d]{0,12}(?:\d[\d:.]{0,4}[^\d]{0,8})?"
)
_NAME: Final = r"(?:[A-ZÀ-ÖØ-Þ][\w'’.-]{0,20}|DJ)(?: (?:[A-ZÀ-ÖØ-Þ\d][\w'’.-]{0,20}|de|van|von|der|of|the|&)){0,4}"
_PERFORM: Final = re.compile(
    rf"\b(?:featuring|feat\.|starring|performances by|performed by|music by|(?:music|concert|evening|night|show|talks?|performances?|sets?|gig|live)(?: \w+){{0,3}} with) ({_NAME}(?:, {_NAME}){{0,10}},? (?:and|&|und|et) {_NAME})(?=[.,;!]|\Z| (?:on|at|in|from)\b)"
)
_APART: Final = re.compile(r", (?:and )?| (?:and|und|et) ")
_HALL_AND_TOWN: Final = 2
_STREETS: Final = re.compile(
    r"\d|\b(?:street|st|road|rd|avenue|lane|square|place|quay|row|way|hill|quarter)\b", re.IGNORECASE
)
_HALLS: Final = word_set(
    "hall room building floor stage center centre street road square park theatre theater arena house club church school university museum library hotel "
    "gallery campus studio bar cafe level wing pavilion garden stadium online zoom entrance"
)
_PLACED: Final = re.compile(rf"\b(?:at|in) the ({PLACE})|\bat ({PLACE})")
_OF_THE_PAGE: Final = re.compile(
    r"\b(?:publish|post|updat|edit|review|releas|modif|written|last)\w{0,4}\b|\A(?:by|von|par) ", re.IGNORECASE
)
_ANNOUNCES: Final = re.compile(
    r"\b(?:join us (?:on|for|at)|tickets?(?::| cost| are| from|\Z)|admission(?: is)? free|doors (?:open|at)|rsvp|organi[sz]ed by|hosted by|venue:?)(?!\w)",
    re.IGNORECASE,
)
# Labels of the day or the hour, and those that say more: that what has them takes place.
_HELD: Final = word_set("when wann quand cuando start begin beginn termin")
_DATED: Final = frozenset({
    *_HELD, "date", "date time", "time date", "day", "event date", "start date", "start at", "begin at", "take place", "datum", "fecha", "data",
})  # fmt: skip
_TIMED: Final = (
    _DATED | word_set("time hour uhrzeit heure hora") | frozenset({"start time", "event time", "time event"})
)
_BESIDE: Final = word_set(
    "where venue location place door ticket admission entry organiser organizer host speaker performer lineup rsvp registration"
)
# What a field of the day of publication is called by; "date" alone is that of whatever the page is about.
_PUBLISHED: Final = word_set(
    "publish published publication publishing post posted created creation release released upload uploaded pub written updated"
)


def values(reading: Reading, name: str, concept: Concept | None) -> Iterator[Candidate]:
    """Yield what the page says of *concept* of the event that it announces."""
    words = frozenset(words_of(name))
    match concept.name if concept is not None and announces(reading) else "":
        case "startDate" | "endDate" if "time" in words:
            yield from lines.agreed(_times(reading, is_end=concept is not None and concept.name == "endDate"))
        case "startDate":
            yield from lines.agreed(_days(reading))
        case "datePublished" if words.isdisjoint(_PUBLISHED):
            yield from lines.agreed(_days(reading))
        case "endDate":
            yield from lines.agreed(_days(reading, is_end=True))
        case "doorTime":
            yield from lines.agreed(_doors(reading))
        case "validThrough":
            told = ((line, match) for line in lines.read(reading) for match in _CLOSES.finditer(line))
            found = (Candidate(one.group(1) or one.group(2), "line of the page", quote=one.group()) for _, one in told)
            yield from lines.agreed(found)
        case "city" | "venue" | "address":
            is_city = concept is not None and concept.name == "city"
            yield from lines.agreed(_cities(reading) if is_city else _venues(reading))
        case "organizer":
            hosts = lines.found(lines.read(reading), _HELD_BY)
            # "Organised by the Weavers. Register by Friday."
            yield from lines.agreed(replace(one, text=_SENTENCE.split(one.text)[0]) for one in hosts)
        case "price":
            yield from lines.agreed(_priced(reading))
        case _:
            return


def announces(reading: Reading) -> bool:
    """Return whether the page announces something that takes place."""
    return reading.page.known(_Announced).is_one


def is_of_the_event(reading: Reading, name: str, fact: Fact) -> bool:
    """Return whether *fact* is a day of what the page announces, and *name* asks for that of publication."""
    asks = not _PUBLISHED.isdisjoint(words_of(name))
    return asks and phrase(fact.label) in _DATED and announces(reading)


class _Announced:
    """Whether a page announces an event, found out once: a date alone has any post."""

    def __init__(self, page: PageMaterial) -> None:
        reading = page.known(Reading)
        self.is_one = _is_labelled(reading) or _is_told(reading)


def _is_labelled(reading: Reading) -> bool:
    """Return whether the page labels a day as that on which something takes place."""
    if not reading.mentions((*_HELD, "date", "datum", "fecha")):
        return False
    dated = [one for one in _facts(reading, _DATED) if _day(one.text) is not None]
    beside = any(not _BESIDE.isdisjoint(words_of(f"{one.label} ")) for one in reading.visible.facts)
    return any(phrase(one.label) in _HELD for one in dated) or (bool(dated) and beside)


def _is_told(reading: Reading) -> bool:
    """Return whether the head of the page has a day, and it or its first sentences invite."""
    head = [part for parted in lines.parts(reading) for part in parted]
    if not any(_day(part) is not None and _OF_THE_PAGE.search(part) is None for part in head):
        return False
    return any(_ANNOUNCES.search(line) is not None for line in (*head, *lines.read(reading)[: 3 * lines.HEAD])) or (
        sum((bool(list(_times(reading))), bool(list(_venues(reading))), any(map(is_money, head)))) > 1
    )


def _facts(reading: Reading, labels: frozenset[str]) -> list[Fact]:
    return [one for one in reading.visible.facts if phrase(one.label) in labels]


def _day(text: str, language: str = "", *, is_end: bool = False) -> date | None:
    """Return the day that *text* says, of several in a row the first or the last; an end has to be said."""
    if (span := spans.days(text)) is not None:
        return span[is_end]
    day = dates.moment(text, language=language)
    if is_end:
        hours = spans.hours(text)
        return day if hours is not None and hours.ends else None
    return day


def _days(reading: Reading, *, is_end: bool = False) -> Iterator[Candidate]:
    """Yield the days that are labelled so, else those of the head and of the sentences that invite."""
    labelled = _facts(reading, _DATED)
    for fact in labelled:
        if (day := _day(fact.text, reading.language, is_end=is_end)) is not None:
            yield Candidate(dates.iso_date(day), fact.place, machine=True, quote=fact.quote or fact.text)
    if any(_day(fact.text, reading.language) is not None for fact in labelled):
        return
    for parted in lines.parts(reading):
        for part in parted:
            day = _day(part, reading.language, is_end=is_end) if len(part) <= lines.MOST else None
            if (
                day is not None
                and _OF_THE_PAGE.search(part) is None
                and _UNTIL.search(_OTHER_HOURS.sub("", part)) is None
            ):
                yield Candidate(dates.iso_date(day), "line of the page", machine=True, quote=part)


def _times(reading: Reading, *, is_end: bool = False) -> Iterator[Candidate]:
    labelled = [(fact.text, fact.place, fact.quote or fact.text) for fact in _facts(reading, _TIMED)]
    told = [
        (part, "line of the page", part)
        for parted in lines.parts(reading)
        for part in parted
        if _ALONE.fullmatch(part) or dates.moment(part) is not None
    ]
    hours = [(one, spans.hours(text)) for one in (labelled or told) for text in one[:1]]
    for (_, place, quote), said in hours:
        if said is not None and (hour := said.ends if is_end else said.begins):
            yield Candidate(hour, place, quote=quote)


def _doors(reading: Reading) -> Iterator[Candidate]:
    for line in lines.read(reading):
        match = _DOORS.search(line)
        said = spans.hours(match.group("rest")) if match is not None else None
        if match is not None and said is not None:
            yield Candidate(said.begins, "line of the page", quote=match.group())


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


def _cities(reading: Reading) -> Iterator[Candidate]:
    """Yield what stands last in where it is held: "Spinnerei Hall 7, Leipzig"."""
    labelled = [(one.text, one.place) for one in _facts(reading, named("venue").labels | {"address"})]
    for text, place in labelled or [(one.text, one.place) for one in _venues(reading)]:
        parts = [part.strip() for part in text.split(", ")]
        if len(parts) > 1 and parts[-1].lower() in COUNTRIES:
            del parts[-1]
        if len(parts) > _HALL_AND_TOWN and re.fullmatch(PLACE, parts[-2]) and not _STREETS.search(parts[-2]):
            # "Orchard Meadow, Ashby, Vermont": the last may be the state that the town is in.
            continue
        city = parts[-1]
        if len(parts) > 1 and re.fullmatch(PLACE, city) and _HALLS.isdisjoint(words_of(f"{city} ")):
            yield Candidate(city, place, quote=text)


def performers(reading: Reading) -> Iterator[Candidate]:
    """Yield who performs, as one sentence of the page lists them."""
    told = (one for line in lines.read(reading) if announces(reading) for one in lines.found([line], _PERFORM))
    for one in lines.agreed(told):
        for name in _APART.split(one.text):
            yield Candidate(name.strip(), one.place, quote=one.quote)


def _priced(reading: Reading) -> Iterator[Candidate]:
    head = [part for parted in lines.parts(reading) for part in parted if is_money(part)]
    if head:
        yield from (Candidate(part, "line of the page", quote=part) for part in head)
    else:
        yield from lines.found(lines.read(reading), _COSTS)
