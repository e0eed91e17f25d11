"""Putting JSON values of one shape together: of several parts of a page, of several pages, of two ways of reading."""

from collections.abc import Hashable, Mapping, Sequence
from itertools import chain
from typing import Any, Final

from gossamer.core.json_pointers import is_empty

# Fields that distinguish an entry of a list from others, most telling first.
_IDENTITIES: Final = ("id", "sku", "url", "link", "href", "email", "name", "title")


def merged(values: Sequence[Any]) -> Any:
    """Return *values* as one: objects member by member, lists joined with each entry once, else the first not null."""
    present_values = [value for value in values if value is not None]
    if present_values and all(isinstance(value, dict) for value in present_values):
        names = dict.fromkeys(chain.from_iterable(present_values))
        return {name: merged([value.get(name) for value in present_values]) for name in names}
    if present_values and all(isinstance(value, list) for value in present_values):
        return joined(present_values)
    return next(
        (value for value in present_values if not is_empty(value)), present_values[0] if present_values else None
    )


def joined(lists: Sequence[Sequence[Any]]) -> list[Any]:
    """Return the entries of all *lists* in order, each once.

    Two objects are one entry when they have the same identity and nothing they say differs.
    """
    items: list[Any] = []
    by_identity: dict[Hashable, list[int]] = {}
    for entry in chain.from_iterable(lists):
        places = by_identity.setdefault(_identity(entry), [])
        same = next((place for place in places if _agree(items[place], entry)), None)
        if same is None:
            places.append(len(items))
            items.append(entry)
        elif isinstance(entry, dict):
            items[same] = merged([items[same], entry])
    return items


def fill_gaps(value: Any, otherwise: Any) -> Any:
    """Return *value*, with what *otherwise* says in the places where it says nothing."""
    if isinstance(value, dict) and isinstance(otherwise, dict):
        names = dict.fromkeys(chain(value, otherwise))
        return {name: fill_gaps(value.get(name), otherwise.get(name)) for name in names}
    return otherwise if value is None or (value in ([], {}) and not is_empty(otherwise)) else value


def _identity(entry: Any) -> Hashable:
    if isinstance(entry, dict):
        named: Mapping[str, Any] = {name.casefold(): value for name, value in entry.items()}
        names = ((name, _plain(named[name])) for name in _IDENTITIES if named.get(name) not in (None, "", [], {}))
        return next(names, tuple(sorted(entry)))
    return _plain(entry)


def _plain(value: Any) -> Hashable:
    return " ".join(value.casefold().split()) if isinstance(value, str) else repr(value)


def _agree(value: Any, other: Any) -> bool:
    if isinstance(value, dict) and isinstance(other, dict):
        both = value.keys() & other.keys()
        return all(value[name] is None or other[name] is None or _agree(value[name], other[name]) for name in both)
    return _plain(value) == _plain(other)
