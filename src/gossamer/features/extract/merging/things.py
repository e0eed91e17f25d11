"""Which objects are about one thing, told by what identifies it: keys (an id, an address), and names.

Entries of lists are compared strictly: many things of a list have similar names. What whole pages say is compared
loosely: a page about a company may call it by its short name.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from gossamer.features.extract.merging.claims import Claim, is_empty
from gossamer.features.extract.merging.likeness import Name, canonical
from gossamer.features.extract.words import spoken

# fmt: off
_KEYS: Final = frozenset({
    "id", "sku", "gtin", "ean", "upc", "isbn", "issn", "mpn", "asin", "doi", "url", "link", "href", "uri", "slug",
    "email",
})
_NAMES: Final = frozenset({"name", "title", "headline", "label", "question"})
# An address of these is not that of the thing, nor is their name.
_PARTS: Final = frozenset({
    "image", "logo", "picture", "photo", "thumbnail", "icon", "video", "avatar", "brand", "category", "author",
    "seller", "store", "parent", "source", "manufacturer", "publisher", "vendor", "file", "page",
})
# fmt: on
# Of what two entries of one name both tell, this share has to agree.
_AGREEING: Final = 0.5
# Extractions may have thousands of pages, each with hundreds of entries, and all of them alike: so many things that
# pages are about, entries that share a mark, and claims of one thing are looked at, the latest ones.
_LONG_ENOUGH: Final = 7
_MOST_THINGS: Final = 500
_MOST_ALIKE: Final = 100
_MOST_TOLD: Final = 10


@dataclass(frozen=True, slots=True)
class _Told:
    """What a *claim* says, read once: by what it is identified (*keys*, *names*), and its *other* plain values."""

    claim: Claim
    keys: Mapping[str, object]
    names: Mapping[str, Name]
    other: Mapping[str, object]

    @classmethod
    def by(cls, claim: Claim) -> "_Told":
        """Return what *claim*, of an object, says."""
        identity = _identity(claim.value)
        return cls(
            claim,
            {name: canonical(found) for name, found in identity.items() if _is_key(name)},
            {name: Name.of(str(found)) for name, found in identity.items() if not _is_key(name)},
            {
                name: canonical(found)
                for name, found in claim.value.items()
                if not _identifies(name) and not isinstance(found, dict | list) and not is_empty(found)
            },
        )

    def may_be(self, other: "_Told") -> bool:
        """Return whether two pages may be about one thing: nothing that identifies it speaks against it."""
        if names := self.names.keys() & other.names.keys():
            return any(self.names[name].is_same(other.names[name]) for name in names)
        return all(self.keys[name] == other.keys[name] for name in self.keys.keys() & other.keys.keys())

    def is_of(self, other: "_Told") -> bool:
        """Return whether two pages of which nothing else is known are about one thing: they say something alike.

        Lists alone are of no thing: those of all pages can be joined.
        """
        if not self.may_be(other):
            return False
        if self.has_only_lists or other.has_only_lists:
            return True
        names = self.names.keys() & other.names.keys()
        keys = self.keys.keys() & other.keys.keys()
        return bool(names or keys) or any(
            isinstance(value, str) and len(value) >= _LONG_ENOUGH and value == other.other.get(name)
            for name, value in self.other.items()
        )

    @property
    def has_only_lists(self) -> bool:
        return all(isinstance(value, list) or is_empty(value) for value in self.claim.value.values())

    def is_one_entry(self, other: "_Told") -> bool:
        """Return whether two entries of lists are one thing."""
        keys, names = self.keys.keys() & other.keys.keys(), self.names.keys() & other.names.keys()
        if not keys and not names:
            # Two equal entries of one page may be two things that look the same.
            return not (self.is_identified or other.is_identified) and self.claim.order != other.claim.order
        if any(self.keys[name] != other.keys[name] for name in keys):
            return False
        if any(self.names[name].folded != other.names[name].folded for name in names):
            return False
        return bool(keys) or self._agrees(other)

    @property
    def marks(self) -> Sequence[object]:
        """Return by what an entry may be found again."""
        names = [(name, found.folded) for name, found in self.names.items()]
        return [*self.keys.items(), *names] or [canonical(_telling(self.claim.value))]

    @property
    def is_identified(self) -> bool:
        return bool(self.keys or self.names)

    def _agrees(self, other: "_Told") -> bool:
        """Return whether two entries of one name agree in what else both tell."""
        told = self.other.keys() & other.other.keys()
        return sum(self.other[name] == other.other[name] for name in told) >= _AGREEING * len(told)


def things_of(claims: Sequence[Claim], *, shaped: bool = True) -> list[list[Claim]]:
    """Return claims of whole pages by the thing they are about; the thing that most is said of comes first.

    With *shaped* one thing was asked for, and pages that name none are about it. Otherwise pages are about one thing
    only where they say so: the telephone of one firm is not put beside the address of another.
    """
    things: list[list[_Told]] = []
    unnamed: list[Claim] = []
    for claim in claims:
        if shaped and not _identity(claim.value):
            unnamed.append(claim)
            continue
        told = _Told.by(claim)
        fits = told.may_be if shaped else told.is_of
        known = next((thing for thing in things[-_MOST_THINGS:] if _all(fits, thing)), None)
        if known is None:
            things.append([told])
        else:
            known.append(told)
    if not things:
        return [unnamed] if unnamed else []
    found = [[told.claim for told in thing] for thing in things]
    found.sort(key=lambda thing: (-sum(one.weight for one in thing), -max(one.coverage for one in thing)))
    return [sorted([*found[0], *unnamed], key=lambda claim: claim.order), *found[1:]]


def entries_of(claims: Sequence[Claim]) -> list[list[Claim]]:
    """Return claims of the entries of lists by the thing they are about, in order of appearance."""
    found: list[list[Claim]] = []
    plain: dict[object, list[Claim]] = {}
    by_mark: dict[object, list[_Entry]] = defaultdict(list)
    for claim in claims:
        if isinstance(claim.value, dict):
            entry = _entry_of(_Told.by(claim), by_mark)
            entry.claims.append(claim)
            known = entry.claims
        else:
            known = plain.setdefault(canonical(claim.value), [])
            known.append(claim)
        if len(known) == 1:
            found.append(known)
    return found


@dataclass(slots=True, eq=False)
class _Entry:
    """What is *told* of one entry of a list, in different ways, and all of its *claims*."""

    told: list[_Told] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)


def _entry_of(told: _Told, by_mark: Mapping[object, list[_Entry]]) -> _Entry:
    """Return the entry that *told* is about, which may be found by its marks from now on."""
    marks = told.marks
    candidates = (entry for mark in marks for entry in by_mark[mark][-_MOST_ALIKE:])
    known = next((entry for entry in candidates if _all(told.is_one_entry, entry.told)), None) or _Entry()
    known.told.append(told)
    for mark in marks:
        if not any(entry is known for entry in by_mark[mark][-_MOST_ALIKE:]):
            by_mark[mark].append(known)
    return known


def _all(fits: Callable[[_Told], bool], known: Sequence[_Told]) -> bool:
    """Return whether what is *known* of a thing fits, as far as it takes to tell."""
    return all(map(fits, known[-_MOST_TOLD:]))


def _identity(value: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: found
        for name, found in value.items()
        if _identifies(name) and isinstance(found, str | int) and not isinstance(found, bool) and not is_empty(found)
    }


def _telling(value: Mapping[str, Any]) -> dict[str, Any]:
    return {name: found for name, found in value.items() if not is_empty(found)}


@lru_cache(maxsize=4096)
def _identifies(name: str) -> bool:
    *others, last = spoken(name).split() or [""]
    return (last in _KEYS or last in _NAMES) and not _PARTS.intersection(others)


@lru_cache(maxsize=4096)
def _is_key(name: str) -> bool:
    return (spoken(name).split() or [""])[-1] in _KEYS
