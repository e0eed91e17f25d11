"""The values of a page's claim, prepared once for many comparisons."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from gossamer.core import field_names as fields
from gossamer.core.domains import site_of
from gossamer.core.urls import host_of
from gossamer.features.extract.merging.claims import ValueClaim, is_empty
from gossamer.features.extract.merging.likeness import Name, canonical

# Between the name of an object and that of a field inside it.
_INSIDE: Final = " "
# Signs between the parts of a title.
_BETWEEN_PARTS: Final = re.compile(r"\s+[|·•»/\-–—]+\s+|:\s+")  # noqa: RUF001 - as titles have them
# Of what two of one name both tell, this share has to agree.
_AGREEING: Final = 0.5
# A text of so many characters is hardly the same by chance, and so are two values.
_LONG_ENOUGH: Final = 7
_ENOUGH_EQUAL: Final = 2


@dataclass(frozen=True)
class ClaimValues:
    """The values of a *claim* that is an object: identifying *keys* and *names*, *plain* other values, and *lists*.

    Those of an object inside it count under both names ("product name"); identify it do they only where nothing
    of its own does. *requested* are the names of all fields, of those too that say nothing.
    """

    claim: ValueClaim
    keys: Mapping[str, object]
    names: Mapping[str, Name]
    plain: Mapping[str, object]
    lists: Mapping[str, frozenset[object]]
    requested: frozenset[str]

    @classmethod
    def by(cls, claim: ValueClaim) -> "ClaimValues":
        """Return the values of *claim*."""
        own_members, inner = dict(_members(claim.value)), dict(_inner(claim.value))
        identity = _identity(own_members) or _identity(inner)
        both = {**inner, **own_members}
        return cls(
            claim,
            {name: canonical(values) for name, values in identity.items() if fields.is_key(name)},
            {name: Name.of(str(values)) for name, values in identity.items() if fields.is_name(name)},
            {
                name: canonical(values)
                for name, values in both.items()
                if name not in identity and not isinstance(values, dict | list) and not is_empty(values)
            },
            {
                name: frozenset(canonical(entry) for entry in values if not is_empty(entry))
                for name, values in both.items()
                if isinstance(values, list) and not is_empty(values) and is_own(name, values)
            },
            frozenset(both),
        )

    @property
    def is_identified(self) -> bool:
        """Return whether it says of what it speaks."""
        return bool(self.keys or self.names)

    @property
    def says_more(self) -> bool:
        """Return whether it says anything beyond what the thing is called, and where the page itself is."""
        address = canonical(self.claim.page.url)
        return bool(self.plain or self.lists) or any(key != address for key in self.keys.values())

    @property
    def says_nothing_of_its_own(self) -> bool:
        """Return whether all that it says, if anything, is in lists of other things."""
        return not self.is_identified and not self.says_more

    @property
    def marks(self) -> Sequence[object]:
        """Return by what another claim of the same thing may be found."""
        return [*self.keys.items(), *((name, names.whole) for name, names in self.names.items())]

    @property
    def values(self) -> Sequence[object]:
        """Return by what another claim that agrees with it may be found."""
        return list(self.plain.items())

    @cached_property
    def is_particular(self) -> bool:
        """Return whether it was asked for what each of many things has."""
        return any(map(fields.is_particular, self.requested))

    def is_other(self, other: "ClaimValues") -> bool:
        """Return whether what identifies the two, or what only one thing can have, speaks against one thing."""
        shared = self.keys.keys() & other.keys.keys()
        if any(fields.is_code(name) and self.keys[name] == other.keys[name] for name in shared):
            return False
        if any(self.keys[name] != other.keys[name] for name in shared):
            return True
        called = self.names.keys() & other.names.keys()
        if not called:
            return False
        rank = min(map(fields.name_rank, called))
        # The most telling ones decide: pages that have the name of a firm have titles of their own beside it.
        telling = (name for name in called if fields.name_rank(name) == rank or _INSIDE in name)
        if any(self.names[name].whole != other.names[name].whole for name in telling):
            return True
        return not shared and self._differs(other)

    def shares(self, other: "ClaimValues") -> bool:
        """Return whether the two say the same of anything beside the name, or one of them says nothing beside it."""
        if not (self.says_more and other.says_more):
            return True
        both = ((self.keys, other.keys), (self.plain, other.plain))
        return any(mine[name] == its[name] for mine, its in both for name in mine.keys() & its.keys())

    def agrees(self, other: "ClaimValues") -> bool:
        """Return whether the two say the same of something that is hardly the same by chance, and differ in nothing."""
        both = self.plain.keys() & other.plain.keys()
        if self.is_other(other) or any(self.plain[name] != other.plain[name] for name in both):
            return False
        return len(both) >= _ENOUGH_EQUAL or any(self._is_telling(name, other) for name in both)

    @cached_property
    def host(self) -> str:
        """Return the host of the page."""
        return host_of(self.claim.page.url)

    @cached_property
    def title_parts(self) -> frozenset[str]:
        """Return the parts of the page's title, as names are compared."""
        written = _BETWEEN_PARTS.split(self.claim.page.title)
        return frozenset(Name.of(part).whole for part in written if part.strip())

    @cached_property
    def site(self) -> str:
        """Return the site of the page."""
        return site_of(self.host)

    def _differs(self, other: "ClaimValues") -> bool:
        """Return whether two of one name are too different to be one thing: another price and colour, other steps."""
        lists = self.lists.keys() & other.lists.keys()
        apart = [name for name in lists if self.lists[name].isdisjoint(other.lists[name])]
        if any(fields.is_particular(name) for name in apart) or (apart and self.host != other.host):
            return True
        in_both = [name for name in self.plain.keys() & other.plain.keys() if fields.is_particular(name)]
        return sum(self.plain[name] == other.plain[name] for name in in_both) < _AGREEING * len(in_both)

    def _is_telling(self, name: str, other: "ClaimValues") -> bool:
        """Return whether what both say is not the same by chance: on one site, whatever many things do not share."""
        value = self.plain[name]
        is_shared = fields.is_particular(name) or fields.is_of_a_part(name)
        is_long = isinstance(value, str) and len(value) >= _LONG_ENOUGH
        return not is_shared and (is_long or self.site == other.site)


def is_own(name: str, entries: Sequence[Any]) -> bool:
    """Return whether a list is of what belongs to its thing, and not one of things that pages list."""
    return fields.is_own_list(name) or not any(isinstance(entry, dict) and _identity(entry) for entry in entries)


def _members(value: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    return ((name, member) for name, member in value.items() if not isinstance(member, dict))


def _inner(value: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for outer, inside in value.items():
        if isinstance(inside, dict):
            yield from ((f"{outer}{_INSIDE}{name}", inner) for name, inner in _members(inside))


def _identity(value: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: field_value
        for name, field_value in value.items()
        if (fields.is_key(name) or fields.is_name(name))
        and isinstance(field_value, str | int)
        and not isinstance(field_value, bool)
        and not is_empty(field_value)
    }
