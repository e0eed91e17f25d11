"""Scopes, where the fields of one object are looked for, and lists of scopes."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gossamer.content.extraction.candidates import Candidate
from gossamer.content.extraction.vocabulary import Concept


class FieldScope(ABC):
    """Where the fields of one object of the answer are looked for; without parts and lists unless it has its own."""

    @abstractmethod
    def values(self, name: str, concept: Concept | None) -> Iterator[Candidate]:
        """Yield candidates for the field *name*, best first."""

    @abstractmethod
    def listed(self, name: str, concept: Concept | None) -> list[Candidate]:
        """Return the values of a field that takes many."""

    def called(self, name: str, concept: Concept | None, description: str) -> list[Candidate]:  # noqa: ARG002 - for pages
        """Return the entries of the list that is called what a field of this name and description requests."""
        return []

    def part(self, name: str) -> "FieldScope | None":  # noqa: ARG002 - for scopes with parts
        """Return the scope of an object inside of this one, None when there is none."""
        return None

    def under(self, heading: str, name: str, concept: Concept | None) -> Iterator[Candidate]:  # noqa: ARG002 - for pages
        """Yield the values labelled with *name* under a heading of the page."""
        return iter(())

    def rows(self, name: str, fields: Sequence[str]) -> "list[Rows]":  # noqa: ARG002 - for scopes with lists
        """Return lists of things that may be what a list of objects with these *fields* asks for, best first."""
        return []


@dataclass(frozen=True, slots=True)
class Rows:
    """A list of things: its *heading* and the *names* of its elements, where it is only seen.

    *is_headed*: the heading leads to it. *is_marked*: the page marks these up as what the field requests. *place* is
    where it is; *sections* are the places of the lists that it puts together, *holders* those of lists whose entries
    are such sections.
    """

    scopes: Sequence[FieldScope]
    is_marked: bool = False
    heading: str = ""
    names: frozenset[str] = frozenset()
    is_table: bool = False
    is_aside: bool = False
    place: str = ""
    sections: frozenset[str] = frozenset()
    holders: frozenset[str] = frozenset()
    is_headed: bool = False
