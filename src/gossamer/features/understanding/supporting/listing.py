"""The entries of a list that is checked, held against each other: what fell, what goes, and what they vouch for."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Final

from gossamer.core.json_pointers import below, is_empty
from gossamer.features.understanding.merging import identity_of
from gossamer.features.understanding.supporting import settling
from gossamer.features.understanding.supporting.entries import doubles, told_apart_by
from gossamer.features.understanding.supporting.outcome import Checked
from gossamer.features.understanding.supporting.said import Said

_TWICE: Final = 2


def settle(found: Checked, kept: list[Any], at: str, said: Said) -> None:
    """Let fall what stands apart from what the other entries of the list *kept* say; texts that do, go."""
    if all(isinstance(one, dict) for one in kept):
        _settle_rows(found, kept, at, said)
        return
    found.let_go(kept, at, settling.of_list(_leaves(found, kept, at), said))
    found.confirm(settling.aligned_texts(_leaves(found, kept, at), said))


def _leaves(found: Checked, kept: Sequence[Any], at: str) -> list[settling.Leaf]:
    here = (below(at, number) for number in range(len(kept)))
    return [found.seen[one] for one in here if one in found.seen]


def _settle_rows(found: Checked, kept: list[Any], at: str, said: Said) -> None:
    """Let fall what stands where other entries have something else; entries without their name go, and doubles."""
    here = [below(at, number) for number in range(len(kept))]
    names = [identity_of(entry) for entry in kept]
    rows = found.rows(kept, at)
    for pointer in settling.of_rows(rows, names):
        found.drop(pointer)
    for row, entry in zip(rows, kept, strict=True):
        entry.update({key: None for key, leaf in row.items() if leaf.at not in found.seen})
    nameless = {
        one for one, entry, name in zip(here, kept, names, strict=True) if name is not None and is_empty(entry[name])
    }
    lost = [found.lost(one, entry) for one, entry in zip(here, kept, strict=True)]
    fallen = nameless | _named_elsewhere(found, kept, here, lost)
    found.let_go(kept, at, fallen | {here[number] for number in doubles(kept, lost)})
    names = told_apart_by(kept, [identity_of(entry) for entry in kept])
    rows = found.rows(kept, at)
    found.confirm(settling.aligned(rows, names, said))
    astray = settling.astray(rows, names, said)
    lost = [found.lost(below(at, number), entry) for number, entry in enumerate(kept)]
    for number, entry in enumerate(kept):
        if number in astray or _is_mostly_lost(entry, lost[number]):
            found.doubt(below(at, number))
    for pointer in _told_twice(rows, lost):
        found.doubt(pointer)


def _told_twice(rows: Sequence[Mapping[str, settling.Leaf]], lost: Sequence[AbstractSet[str]]) -> Iterator[str]:
    """Yield the pointers of what stands where the same field of another entry does, in one of two that lost something.

    What more than two share is said of all of them: a heading, a cell over several rows.
    """
    told = Counter((field, leaf.spot) for row in rows for field, leaf in row.items())
    for row, fallen in zip(rows, lost, strict=True):
        yield from (leaf.at for field, leaf in row.items() if fallen and told[field, leaf.spot] == _TWICE)


def _named_elsewhere(
    found: Checked, kept: Sequence[Mapping[str, Any]], here: Sequence[str], lost: Sequence[AbstractSet[str]]
) -> AbstractSet[str]:
    """Return the pointers of entries of which only a name is left, from where nothing of the others is called."""
    names = told_apart_by(kept, [identity_of(entry) for entry in kept])
    told = [(one, name) for one, name in zip(here, names, strict=True) if name is not None]
    bare = {
        one
        for one, entry, name, fallen in zip(here, kept, names, lost, strict=True)
        if name is not None and fallen and all(key == name or is_empty(value) for key, value in entry.items())
    }
    leaves = {one: found.seen[below(one, name)] for one, name in told if below(one, name) in found.seen}
    return settling.named_elsewhere(leaves, bare)


def _is_mostly_lost(entry: Mapping[str, Any], lost: AbstractSet[str]) -> bool:
    """Return whether it lost as much as it has: what is left may be told of something else."""
    return sum(not is_empty(value) for value in entry.values()) <= len(lost)
