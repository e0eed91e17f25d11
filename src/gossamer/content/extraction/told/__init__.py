"""What pages of a kind say in words: job posts, firms, events, with no markup and hardly a label.

A value is taken where one sentence, or one part of a line, says it outright; where several differ, none is.
"""

from collections.abc import Iterator
from typing import Final

from gossamer.content.extraction.candidates import Candidate
from gossamer.content.extraction.entities.families import Family
from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.told import (
    admission,
    called,
    contacts,
    counts,
    dishes,
    events,
    firms,
    headings,
    jobs,
    languages,
    lines,
    measures,
    people,
    places,
    profiles,
    reached,
    things,
    ticks,
)
from gossamer.content.extraction.told.events import announces, is_of_the_event
from gossamer.content.extraction.vocabulary import Concept, Kind
from gossamer.content.text.names import word_set, words_of

__all__ = [
    "announces",
    "counted",
    "firm",
    "headed",
    "heads_any",
    "is_of_department",
    "is_of_the_event",
    "listed",
    "own_contact",
    "ticked",
    "values",
]

_DIALLED: Final = word_set("phone telephone tel fax hotline mobile")
_REACHED: Final = frozenset({"", "organization", "person", "event", "job"})
_THINGS: Final = frozenset({"", "product", "book", "software"})


def values(reading: Reading, family: Family | None, name: str, concept: Concept | None) -> Iterator[Candidate]:
    """Yield what the page says in words of the field *name* of the thing that it is about."""
    kind = family.name if family is not None else ""
    if kind == "job" and not jobs.is_post(reading):
        # Firms are asked for a "company", and events for a deadline.
        kind = ""
    if kind == "job":
        yield from jobs.values(reading, concept)
    if kind in {"event", "article", ""}:
        yield from events.values(reading, name, concept)
    if kind in {"", "organization", "person"}:
        yield from people.holders(reading, name)
        yield from firms.values(reading, name, concept)
    if kind == "recipe":
        yield from dishes.values(reading, name)
    if kind in _THINGS:
        yield from things.values(reading, name, concept)
    yield from measures.values(reading, name, concept)
    yield from admission.values(reading, name)
    if _speaks(name):
        yield from lines.agreed(languages.spoken(reading))
    if kind in _REACHED or kind == "product":
        yield from contacts.values(reading, name, concept, _kind(name, concept))
    if kind in _REACHED:
        yield from places.values(reading, name, concept)
        yield from profiles.values(reading, name)


def own_contact(reading: Reading, family: Family | None, name: str, concept: Concept) -> Iterator[Candidate]:
    """Yield how whom the page is of is reached, where the field *name* asks for nobody in particular; or why not."""
    kind = family.name if family is not None else ""
    if kind in _REACHED and concept.name in {"email", "telephone"} and not contacts.whose(name):
        yield from reached.values(reading, family, concept.kind)


def is_of_department(name: str) -> bool:
    """Return whether the field *name* asks how a department is reached: "jobs_email"."""
    return contacts.is_of_department(name)


def firm(reading: Reading) -> Iterator[Candidate]:
    """Yield what the firm is called that the page is of; nothing where no two places of the page agree."""
    return called.values(reading)


def heads_any(text: str) -> bool:
    """Return whether *text* heads a page of a firm, and is not its name: "About us", "About Brightloom"."""
    return called.heads_any(text)


def counted(reading: Reading, name: str, concept: Concept | None) -> Iterator[Candidate]:
    """Yield the number that the page's sentences say of what the field *name* asks for, which takes numbers."""
    return counts.counted(reading, name, concept)


def ticked(reading: Reading, name: str) -> Iterator[Candidate]:
    """Yield "yes" or "no" as the page ticks or crosses out what the field *name* asks for."""
    return ticks.ticked(reading, name)


def _speaks(name: str) -> bool:
    """Return whether the field asks for languages that somebody speaks, and not for that of a text."""
    words = words_of(name)
    return bool(words) and words[-1] == "language" and "in" not in words and not {"page", "content", "site"} & {*words}


def _kind(name: str, concept: Concept | None) -> Kind:
    """Return what the field takes, as far as it is a way to reach somebody."""
    if concept is not None:
        return concept.kind
    words = words_of(name)
    if words and words[-1] in _DIALLED:
        return Kind.PHONE
    return Kind.EMAIL if "email" in words or words[-2:] == ("e", "mail") else Kind.TEXT


def listed(reading: Reading, family: Family | None, concept: Concept) -> list[Candidate]:
    """Return who founded the firm that the page is of, or performs at the event, one by one."""
    kind = family.name if family is not None else ""
    match concept.name:
        case "founder" if kind in {"", "organization", "person"}:
            return list(people.founders(reading))
        case "performer" if kind in {"", "event"}:
            return list(events.performers(reading))
        case _:
            return []


def headed(reading: Reading, family: Family | None, name: str) -> list[Candidate]:
    """Return the entries of the one list that stands under a heading of the field's name, or one that says the same."""
    if _speaks(name) and (spoken := list(languages.spoken(reading))):
        return spoken
    return headings.listed(reading, name, is_job=family is not None and family.name == "job")
