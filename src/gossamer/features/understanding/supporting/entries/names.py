"""What tells the entries of a list from one another: a name, or a text that no other entry has."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Final

from gossamer.features.understanding.merging import identity_of

_SEVERAL: Final = 2
_MOST_TELLING: Final = 3


def names_of(entries: Sequence[Any]) -> list[Sequence[str]]:
    """Return for each of *entries* the members that tell it from the others, the surest first, none where it has none.

    Those without a name have several: one of them may be another entry's.
    """
    nameless = [one for one in entries if isinstance(one, dict) and not _named(one)]
    texts: dict[str, list[str]] = defaultdict(list)
    for entry in nameless:
        for name in _texts(entry):
            texts[name].append(entry[name])
    # What several have tells none of them apart; what is long stands nowhere else.
    best = sorted(texts, key=lambda name: (len(set(texts[name])), sum(map(len, texts[name]))), reverse=True)
    return [_telling(one, best) if isinstance(one, dict) else () for one in entries]


def told_apart_by(entries: Sequence[Mapping[str, Any]], names: Sequence[str | None]) -> list[str | None]:
    """Return *names*; where no entry has one, the first member of most of them if it is a text, each once or twice.

    What things of a kind are called stands first, be it under `type` or `plan`.
    """
    first = next(iter(entries[0]), None) if entries else None
    if first is None or any(name is not None for name in names):
        return list(names)
    texts = [text for one in entries if isinstance(text := one.get(first), str) and text]
    if 2 * len(texts) <= len(entries) or max(map(texts.count, texts)) > _SEVERAL:
        return list(names)
    return [first if isinstance(one.get(first), str) and one[first] else None for one in entries]


def _telling(entry: Mapping[str, Any], best: Sequence[str]) -> Sequence[str]:
    """Return its name, else those of its texts that come first among the *best*."""
    if named := _named(entry):
        return (named,)
    texts = set(_texts(entry))
    return [name for name in best if name in texts][:_MOST_TELLING]


def _named(entry: Mapping[str, Any]) -> str:
    named = identity_of(entry)
    return named if named is not None and isinstance(entry[named], str) else ""


def _texts(entry: Mapping[str, Any]) -> Sequence[str]:
    return [name for name, value in entry.items() if isinstance(value, str) and value.strip()]
