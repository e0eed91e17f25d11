"""A place in the answer: what it asks for, what stands beside it, and where on the page it is told."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from gossamer.content.text.names import words_of
from gossamer.core.json_pointers import below
from gossamer.features.understanding.supporting.asked import Asked, asked
from gossamer.features.understanding.supporting.belonging import Claimants
from gossamer.features.understanding.supporting.entries import Home
from gossamer.features.understanding.supporting.said import Found


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the answer: what it asks for, its schema, the fields beside it, and where on the page it is told.

    *others* are the fields beside it, *told* the words of what it stands in, *home* is where its entry of a list is
    told; *in_entry*: that is known, *listed*: it is of an entry, known or not. *many*: it is one of several, *alone*:
    of one. *apart*: what speaks of something else is asked for. *known* is the pointer of the same in what was read
    without the model, None where there is no such. *values* are the texts of its entry, *taken* the values of the
    other fields.
    """

    own: Asked
    schema: Mapping[str, Any]
    others: tuple[Asked, ...] = ()
    told: frozenset[str] = frozenset()
    home: Home | None = None
    in_entry: bool = False
    many: bool = False
    alone: bool = False
    apart: bool = False
    known: str | None = ""
    values: frozenset[str] = frozenset()
    taken: frozenset[Any] = frozenset()
    listed: bool = False

    def member(self, name: str, beside: Mapping[str, Any]) -> "Place":
        """Return the place of the field *name* in it, where the object is *beside*."""
        fields = _fields(self.schema)
        others = tuple(
            asked(one, _described(fields.get(one)), _sample(beside.get(one), fields.get(one)))
            for one in dict.fromkeys((*fields, *beside))
            if one != name and not _holds_fields(beside.get(one), fields.get(one))
        )
        own = asked(name, _described(fields.get(name)), _sample(beside.get(name), fields.get(name)))
        told = self.told | frozenset(words_of(name)) | own.described
        known = None if self.known is None else below(self.known, name)
        schema = _mapping(fields.get(name))
        values = (
            frozenset(one.casefold() for one in beside.values() if isinstance(one, str))
            if self.in_entry
            else frozenset()
        )
        taken = frozenset(
            one.casefold() if isinstance(one, str) else Decimal(str(one))
            for key, one in beside.items()
            if key != name and isinstance(one, int | float | str) and not isinstance(one, bool)
        )
        return Place(
            own,
            schema,
            others,
            told,
            self.home,
            self.in_entry,
            apart=self.apart,
            known=known,
            values=values,
            taken=taken,
            listed=self.listed,
        )

    def under(self, home: Home | None) -> "Place":
        """Return the place of an object that is told at *home*."""
        return self if home is None else replace(self, home=home, in_entry=True)

    def entry(self, home: Home | None, known: str | None, *, apart: bool, alone: bool) -> "Place":
        """Return the place of an entry of the list that it is, told at *home*."""
        items = _mapping(self.schema.get("items"))
        in_entry = self.in_entry or home is not None
        here = home or self.home
        return Place(
            self.own,
            items,
            self.others,
            self.told,
            here,
            in_entry,
            many=True,
            alone=alone,
            apart=apart,
            known=known,
            listed=True,
        )

    @property
    def claimants(self) -> Claimants:
        """Return what may claim what the page says here."""
        above = self.home.headings if self.home is not None else frozenset()
        title, name = (self.home.title, self.home.name) if self.home is not None else (None, None)
        return Claimants(
            self.own,
            self.others,
            self.told,
            self.in_entry,
            self.many,
            self.alone,
            self.apart,
            above,
            title,
            name,
            self.values,
        )

    def is_here(self, found: Found) -> bool:
        """Return whether what stands there is said of the entry that it is in, if any."""
        return self.home is None or found.line.number < 0 or self.home.holds(found)


def _holds_fields(value: Any, schema: Any) -> bool:
    """Return whether a field is an object or a list of such: its words claim nothing for itself."""
    told = _mapping(schema)
    given = value[0] if isinstance(value, list) and value else value
    return isinstance(given, dict) or bool(_fields(told) or _fields(_mapping(told.get("items"))))


def _sample(value: Any, schema: Any) -> Any:
    """Return what a field was given, of several the first, else something of its type."""
    one = value[0] if isinstance(value, list) and value else value
    if one is not None and not isinstance(one, dict | list):
        return one
    kinds = _mapping(schema).get("type")
    told = frozenset((kinds,) if isinstance(kinds, str) else kinds if isinstance(kinds, list | tuple) else ())
    return True if "boolean" in told else 0 if told & {"number", "integer"} else ""


def _fields(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    return _mapping(schema.get("properties"))


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _described(schema: Any) -> str:
    told = _mapping(schema)
    return " ".join(text for key in ("title", "description") if isinstance(text := told.get(key), str))
