"""Which objects are about one thing, told by what identifies it: keys (an id, an address), and names.

Entries of lists are compared strictly: many things of a list have similar names. What whole pages say is compared
loosely: a page about a company may call it by its short name.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from gossamer.features.extract.merging.claims import Claim, is_empty
from gossamer.features.extract.merging.likeness import canonical, is_same_name
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


@dataclass(slots=True)
class Thing:
    """What is claimed of one thing."""

    claims: list[Claim] = field(default_factory=list)


def things_of(claims: Sequence[Claim]) -> list[list[Claim]]:
    """Return claims of whole pages by the thing they are about; those that name none belong to the first.

    The thing that most is said of comes first.
    """
    things: list[list[Claim]] = []
    unnamed: list[Claim] = []
    for claim in claims:
        if not _identity(claim.value):
            unnamed.append(claim)
            continue
        known = next((thing for thing in things if all(_may_be_one(claim.value, one.value) for one in thing)), None)
        if known is None:
            things.append([claim])
        else:
            known.append(claim)
    if not things:
        return [unnamed] if unnamed else []
    things.sort(key=lambda thing: (-sum(one.weight for one in thing), -max(one.coverage for one in thing)))
    return [sorted([*things[0], *unnamed], key=lambda claim: claim.order), *things[1:]]


def entries_of(claims: Sequence[Claim]) -> list[list[Claim]]:
    """Return claims of the entries of lists by the thing they are about, in order of appearance."""
    found: list[list[Claim]] = []
    by_mark: dict[Any, list[list[Claim]]] = defaultdict(list)
    for claim in claims:
        marks = _marks(claim.value)
        candidates = (thing for mark in marks for thing in by_mark[mark])
        known = next((thing for thing in candidates if _is_one_entry(claim, thing)), None)
        if known is None:
            known = []
            found.append(known)
        known.append(claim)
        for mark in marks:
            if not any(thing is known for thing in by_mark[mark]):
                by_mark[mark].append(known)
    return found


def _marks(value: Any) -> list[Any]:
    """Return by what an entry may be found again."""
    if not isinstance(value, dict):
        return [canonical(value)]
    identity = _identity(value)
    return [(name, canonical(found)) for name, found in identity.items()] or [canonical(_telling(value))]


def _is_one_entry(claim: Claim, thing: Sequence[Claim]) -> bool:
    value = claim.value
    if not isinstance(value, dict):
        # They were found by being the same.
        return True
    if not _identity(value):
        # Two equal entries of one page may be two things that look the same.
        return all(claim.order != one.order for one in thing)
    return all(_is_one(value, one.value) for one in thing)


def _is_one(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Return whether two entries with something that identifies them are one thing."""
    left, right = _identity(one), _identity(other)
    shared = [name for name in left if name in right]
    if any(canonical(left[name]) != canonical(right[name]) for name in shared):
        return False
    return any(map(_is_key, shared)) or (bool(shared) and _agree(one, other))


def _agree(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Return whether two entries of one name agree in what else both tell."""
    names = [name for name in _telling(one) if name in _telling(other) and not _identifies(name)]
    told = [name for name in names if not isinstance(one[name], dict | list)]
    agreeing = sum(canonical(one[name]) == canonical(other[name]) for name in told)
    return agreeing >= _AGREEING * len(told)


def _may_be_one(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Return whether two pages may be about one thing: nothing that identifies it speaks against it."""
    left, right = _identity(one), _identity(other)
    shared = [name for name in left if name in right]
    names = [name for name in shared if not _is_key(name)]
    if names:
        return any(is_same_name(str(left[name]), str(right[name])) for name in names)
    return all(canonical(left[name]) == canonical(right[name]) for name in shared)


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
