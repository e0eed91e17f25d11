"""Scopes under the name of what holds them: an entry of a list of rivers, the rating of a product."""

from collections.abc import Iterator, Sequence
from typing import Final

from gossamer.content.extraction.candidates import Candidate
from gossamer.content.extraction.scopes.model import FieldScope, Rows
from gossamer.content.extraction.vocabulary import Concept, find, named
from gossamer.content.text.names import words_of

_EMPTY: Final = frozenset({"name", "value", "amount", "text", "title", "full"})


class _Inner(FieldScope):
    """A scope that answers as another one does, but for some fields."""

    def __init__(self, scope: FieldScope) -> None:
        self._scope = scope

    def values(self, name: str, concept: Concept | None) -> Iterator[Candidate]:
        return self._scope.values(name, concept)

    def listed(self, name: str, concept: Concept | None) -> list[Candidate]:
        return self._scope.listed(name, concept)

    def called(self, name: str, concept: Concept | None, description: str) -> list[Candidate]:
        return self._scope.called(name, concept, description)

    def part(self, name: str) -> FieldScope | None:
        return self._scope.part(name)

    def under(self, heading: str, name: str, concept: Concept | None) -> Iterator[Candidate]:
        return self._scope.under(heading, name, concept)

    def rows(self, name: str, fields: Sequence[str]) -> list[Rows]:
        return self._scope.rows(name, fields)


class RiverEntry(_Inner):
    """An entry of a list of rivers, whose name may stand under "River"."""

    def __init__(self, scope: FieldScope, called: str) -> None:
        super().__init__(scope)
        self._called = called

    def values(self, name: str, concept: Concept | None) -> Iterator[Candidate]:
        """Yield the entry's values for the field; for its name, also those under that of the list."""
        yield from self._scope.values(name, concept)
        if concept is not None and concept.name == "name" and self._called:
            yield from self._scope.values(self._called, None)
        elif words_of(name) == (self._called,) and (concept is None or concept.name == "question"):
            yield from self._scope.values("name", named("name"))


class Compound(_Inner):
    """An object's scope by its name: the fields of "rating" are a page's "rating value" and "rating count".

    *own*: the outer scope is the thing itself, so that its fields have their own names too.
    """

    def __init__(self, scope: FieldScope, name: str, *, own: bool = False) -> None:
        super().__init__(scope)
        self._name = name
        self._own = own

    def values(self, name: str, concept: Concept | None) -> Iterator[Candidate]:
        """Yield the scope's values for the field, of both names together, of the outer where the inner adds none."""
        if self._own:
            yield from self._scope.values(name, concept)
        joined, together = self._join_name(name)
        if together is not None or not self._own:
            yield from self._scope.values(joined, together)
        yield from self._scope.under(self._name, name, concept)

    def _join_name(self, name: str) -> tuple[str, Concept | None]:
        joined = f"{self._name} {name}"
        together = find(joined)
        if together is None and name.lower() in _EMPTY:
            return self._name, find(self._name)
        return joined, together

    def listed(self, name: str, concept: Concept | None) -> list[Candidate]:
        """Return the entries that the scope lists under the field's name, or under both names."""
        candidates = self._scope.listed(name, concept) if self._own else []
        return candidates or self._scope.listed(*self._join_name(name))

    def called(self, name: str, concept: Concept | None, description: str) -> list[Candidate]:
        """Return the entries of the list that has the field's name, or both names."""
        candidates = self._scope.called(name, concept, description) if self._own else []
        return candidates or self._scope.called(*self._join_name(name), description)

    def part(self, name: str) -> FieldScope | None:
        """Return the scope's part of that name."""
        return (self._scope.part(name) if self._own else None) or self._scope.part(f"{self._name} {name}")
