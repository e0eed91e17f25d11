"""Entries of a list that are told twice: one lost what it was given and has nothing that another one has not."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Final

from gossamer.core.json_pointers import is_empty

_MOST_NAMESAKES: Final = 12


def doubles(entries: Sequence[Mapping[str, Any]], lost: Sequence[AbstractSet[str]]) -> set[int]:
    """Return the numbers of those *entries* that lost members and say nothing which another one does not say, too.

    *lost* are the members that each of them lost. Two that lost nothing may be two that are alike.
    """
    holders: dict[tuple[str, str], list[int]] = defaultdict(list)
    for at, entry in enumerate(entries):
        for name, value in entry.items():
            if not is_empty(value):
                holders[name, repr(value)].append(at)
    told: set[int] = set()
    for at in (at for at, names in enumerate(lost) if names):
        alike = {
            one
            for name, value in entries[at].items()
            for one in holders.get((name, repr(value)), ())[:_MOST_NAMESAKES]
            if one != at and one not in told
        }
        if any(_says_no_more(entries[at], entries[one], lost[one]) for one in sorted(alike)):
            told.add(at)
    return told


def _says_no_more(one: Mapping[str, Any], other: Mapping[str, Any], lost: AbstractSet[str]) -> bool:
    """Return whether *other* says all that *one* does, but for what it *lost*."""
    return all(is_empty(value) or value == other.get(name) or name in lost for name, value in one.items())
