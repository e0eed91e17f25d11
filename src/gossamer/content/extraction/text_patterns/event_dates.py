"""Event dates: on which days and at what hours the event is that a page announces, by its labels and its head."""

import re
from collections.abc import Iterator
from datetime import date
from itertools import chain
from typing import Final

from gossamer.content.extraction.candidates import Candidate
from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.text_patterns import lines
from gossamer.content.extraction.vocabulary import Concept
from gossamer.content.locales import entry, words
from gossamer.content.page_model import Fact
from gossamer.content.page_model.material import PageMaterial
from gossamer.content.text.names import phrase, words_of
from gossamer.content.values import dates, spans

_ALONE: Final = re.compile(
    r"(?:doors? (?:open )?(?:at )?)?[^\d]{0,12}\d[\d:.]{0,4}[^\d]{0,12}(?:\d[\d:.]{0,4}[^\d]{0,8})?"
)
# Lines at the top in which a page may invite.
_FIRST_LINES: Final = 42


def values(reading: Reading, name: str, concept: Concept | None) -> Iterator[Candidate]:
    """Yield when the event is that the page announces, where the field *name* asks for it."""
    if concept is None or not announces(reading):
        return
    is_end = concept.name == "endDate"
    spoken = words_of(name)
    if concept.name in {"startDate", "endDate"} and "time" in spoken:
        yield from lines.agreed(_hours(reading, is_end=is_end))
    elif concept.name in {"startDate", "endDate"}:
        yield from lines.agreed(_days(reading, is_end=is_end))
    elif concept.name == "datePublished" and _words("published").isdisjoint(spoken):
        yield from lines.agreed(_days(reading))


def announces(reading: Reading) -> bool:
    """Return whether the page announces something that takes place."""
    return reading.page.known(_Announcement).is_one


def is_of_the_event(reading: Reading, name: str, fact: Fact) -> bool:
    """Return whether *fact* is a day of what the page announces, and *name* asks for that of publication."""
    asks = not _words("published").isdisjoint(words_of(name))
    return asks and phrase(fact.label) in _words("day_labels") and announces(reading)


class _Announcement:
    """Whether a page announces an event, found out once: a date alone has any post."""

    def __init__(self, page: PageMaterial) -> None:
        reading = page.known(Reading)
        self.is_one = _is_labelled(reading) or _invites(reading)


def _words(key: str) -> frozenset[str]:
    return words("text_patterns", "events", key)


def _finds(key: str, text: str) -> bool:
    return re.search(entry("text_patterns", "events", key), text) is not None


def _is_labelled(reading: Reading) -> bool:
    """Return whether the page labels a day as that on which something takes place."""
    if not reading.mentions(_words("day_labels")):
        return False
    dated = [one for one in _facts(reading, "day_labels") if _day(one.text) is not None]
    beside = any(not _words("beside").isdisjoint(words_of(f"{one.label} ")) for one in reading.visible.facts)
    return any(phrase(one.label) in _words("when_labels") for one in dated) or (bool(dated) and beside)


def _invites(reading: Reading) -> bool:
    """Return whether the head of the page has a day, and it or its first sentences invite."""
    head = _head(reading)
    is_dated = any(_day(part) is not None and not _finds("of_the_page", part) for part in head)
    return is_dated and any(_finds("invites", line) for line in (*head, *lines.read(reading)[:_FIRST_LINES]))


def _head(reading: Reading) -> list[str]:
    return list(chain.from_iterable(lines.parts(reading)))


def _facts(reading: Reading, labels: str) -> list[Fact]:
    return [one for one in reading.visible.facts if phrase(one.label) in _words(labels)]


def _day(text: str, language: str = "", *, is_end: bool = False) -> date | None:
    """Return the day that *text* says, of several in a row the first or the last; an end has to be said."""
    if (span := spans.days(text)) is not None:
        return span[is_end]
    hours = spans.hours(text) if is_end else None
    return None if is_end and (hours is None or not hours.ends) else dates.moment(text, language=language)


def _days(reading: Reading, *, is_end: bool = False) -> Iterator[Candidate]:
    """Yield the days that are labelled so, else those of the head, without those by which something has to be done."""
    labelled = _facts(reading, "day_labels")
    for fact in labelled:
        if (day := _day(fact.text, reading.language, is_end=is_end)) is not None:
            yield Candidate(dates.iso_date(day), fact.place, machine=True, quote=fact.quote or fact.text)
    if any(_day(fact.text, reading.language) is not None for fact in labelled):
        return
    for part in _head(reading):
        day = _day(part, reading.language, is_end=is_end)
        if day is not None and not _finds("of_the_page", part) and not _finds("deadline", part):
            yield Candidate(dates.iso_date(day), "line of the page", machine=True, quote=part)


def _hours(reading: Reading, *, is_end: bool) -> Iterator[Candidate]:
    labelled = [(fact.text, fact.place, fact.quote or fact.text) for fact in _facts(reading, "hour_labels")]
    read = [
        (part, "line of the page", part)
        for part in _head(reading)
        if _ALONE.fullmatch(part) or dates.moment(part) is not None
    ]
    for text, place, quote in labelled or read:
        hours = spans.hours(text)
        if hours is not None and (hour := hours.ends if is_end else hours.begins):
            yield Candidate(hour, place, quote=quote)
