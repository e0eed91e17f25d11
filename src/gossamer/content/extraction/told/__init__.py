"""What pages of a kind say in words: job posts, firms, events, with no markup and hardly a label.

A value is taken where one sentence, or one part of a line, says it outright; where several differ, none is.
"""

from collections.abc import Iterator
from typing import Final

from gossamer.content.extraction.candidates import Candidate
from gossamer.content.extraction.entities.families import Family
from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.told import contacts, events, firms, headings, jobs, people
from gossamer.content.extraction.vocabulary import Concept

__all__ = ["headed", "listed", "values"]

_REACHED: Final = frozenset({"", "organization", "person", "event", "job"})


def values(reading: Reading, family: Family | None, name: str, concept: Concept | None) -> Iterator[Candidate]:
    """Yield what the page says in words of the field *name* of the thing that it is about."""
    kind = family.name if family is not None else ""
    if kind == "job":
        yield from jobs.values(reading, concept)
    if kind == "event":
        yield from events.values(reading, name, concept)
    if kind in {"", "organization", "person"}:
        yield from people.holders(reading, name)
        yield from firms.values(reading, name, concept)
    if kind in _REACHED and concept is not None:
        yield from contacts.values(reading, concept)


def listed(reading: Reading, family: Family | None, concept: Concept) -> list[Candidate]:
    """Return who founded the firm that the page is of, one by one."""
    is_of_firm = family is None or family.name in {"organization", "person"}
    return list(people.founders(reading)) if concept.name == "founder" and is_of_firm else []


def headed(reading: Reading, family: Family | None, name: str) -> list[Candidate]:
    """Return the entries of the one list that stands under a heading of the field's name, or one that says the same."""
    return headings.listed(reading, name, is_job=family is not None and family.name == "job")
