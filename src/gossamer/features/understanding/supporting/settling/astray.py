"""Entries that are told in another list of the page than the others, where something of the same name stands."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from gossamer.features.understanding.supporting.said import Line, Said, words
from gossamer.features.understanding.supporting.settling.leaf import Leaf
from gossamer.features.understanding.supporting.settling.rows import Row

_SEVERAL: Final = 2
_MOST: Final = 20


def astray(rows: Sequence[Row], names: Sequence[str | None], said: Said) -> set[int]:
    """Return the numbers of the entries that stand under other headings than most, under which their name stands, too.

    "Single lesson" under "Automatic lessons", where the others are told under "Manual lessons". *rows* and *names* are
    as in `of_rows`.
    """
    told = {
        number: row[name]
        for number, (row, name) in enumerate(zip(rows, names, strict=True))
        if name is not None and name in row and not row[name].is_read
    }
    above = Counter(_above(leaf.seen.found.line) for leaf in told.values())
    headings, count = above.most_common(1)[0] if above else ((), 0)
    if count < _SEVERAL or 2 * count <= len(told):
        return set()
    return {
        number
        for number, leaf in told.items()
        if _above(leaf.seen.found.line) != headings and any(_above(line) == headings for line in _called_so(leaf, said))
    }


def _above(line: Line) -> tuple[str, ...]:
    """Return the headings above a line, without itself."""
    headings = line.outlined.headings
    return headings[:-1] if line.outlined.level and headings[-1:] == (line.text,) else headings


def _called_so(leaf: Leaf, said: Said) -> Iterator[Line]:
    """Yield the lines that have nothing but the name."""
    found = islice(said.phrase([word.text for word in words(str(leaf.value))]), _MOST)
    return (one.line for one in found if one.end - one.start >= len(one.line.text) - 1)
