"""Where on the page a text stands, and what is close to one another."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from gossamer.features.understanding.supporting.said import Said
from gossamer.features.understanding.supporting.settling.leaf import Leaf

CLOSE: Final = 3
_MOST_PLACES: Final = 50
_MOST_KINDS: Final = 8
_SEVERAL: Final = 2


def made_otherwise(leaves: Sequence[Leaf]) -> Iterator[str]:
    """Yield the pointers of those that stand in another kind of element than most of *leaves*, and are not labelled."""
    made = [() if leaf.is_read else leaf.made for leaf in leaves]
    kinds = Counter(one for one in made if one)
    # What most have is among the few that are had most often.
    often = [one for one, _ in kinds.most_common(_MOST_KINDS)]
    alike = {one: sum(count for other, count in kinds.items() if _are_alike(one, other)) for one in often}
    most = max(alike, key=lambda one: alike[one], default=())
    if alike.get(most, 0) >= _SEVERAL and alike[most] * 2 > kinds.total():
        for leaf, one in zip(leaves, made, strict=True):
            if one and not _are_alike(one, most) and not leaf.is_labelled:
                yield leaf.at


def around_the_page(leaves: Sequence[Leaf]) -> Iterator[str]:
    """Yield the pointers of those in an aside, a menu, the head or the foot of the site, where most are elsewhere."""
    parts = Counter(leaf.seen.found.line.outlined.part for leaf in leaves if not leaf.is_read)
    most, count = parts.most_common(1)[0] if parts else ("", 0)
    if count >= _SEVERAL and count * 2 > parts.total():
        told = ((leaf, leaf.seen.found.line.outlined.part) for leaf in leaves if not leaf.is_read)
        yield from (leaf.at for leaf, part in told if part not in {"", most} and not leaf.is_labelled)


def _are_alike(one: Sequence[str], other: Sequence[str]) -> bool:
    """Return whether elements, the outer ones first, are of one tag each and share a class if they have any."""
    return len(one) == len(other) and all(map(_is_alike, one, other))


def _is_alike(one: str, other: str) -> bool:
    (tag, *classes), (other_tag, *others) = one.split("."), other.split(".")
    return tag == other_tag and (not (classes and others) or not set(classes).isdisjoint(others))


def lines_of(leaf: Leaf, said: Said) -> set[int]:
    """Return the numbers of the lines that say a text."""
    told = {found.line.number for _, found in zip(range(_MOST_PLACES), said.phrase(leaf.text.split()), strict=False)}
    return told | {leaf.seen.found.line.number}


def are_close(one: set[int], other: set[int]) -> bool:
    """Return whether a line of one is at most a few lines from one of the other."""
    return any(abs(a - b) <= CLOSE for a in one for b in other)
