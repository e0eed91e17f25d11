"""The usual sizes of a document's text, and which sizes are those of headings."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from gossamer.content.documents.layout.runs import Run

_LARGE: Final = 1.12
# So large a share of the text is no heading; sizes that differ by no more than this are one.
_COMMON: Final = 0.2
_SAME: Final = 1.06
# Titles of slides are many, and so many times larger than their text.
_MOST: Final = 1.4


@dataclass(frozen=True, slots=True)
class Style:
    """The usual sizes of a document: the height of its text, and the heights of its headings, largest first."""

    body: float = 0.0
    headings: tuple[float, ...] = ()
    # Most of the text is in a typewriter's face: it is prose, and no code.
    typewritten: bool = False

    @classmethod
    def of(cls, runs: Iterable[Run]) -> "Style":
        """Return the usual sizes among *runs*."""
        weights: Counter[float] = Counter()
        monospaced = 0
        for run in runs:
            length = len(run.text)
            weights[run.size] += length
            monospaced += length if run.advance else 0
        body = _body(weights)
        headings = sorted((size for size in weights if size >= body * _LARGE), reverse=True)
        return cls(body, tuple(headings), 2 * monospaced > weights.total())

    def __bool__(self) -> bool:
        return self.body > 0

    def level(self, size: float) -> int | None:
        """Return the level of a heading of this height, None for the height of text."""
        if self.body <= 0 or size < self.body * _LARGE:
            return None
        steps: list[float] = []
        for known in self.headings:
            if not steps or known < steps[-1] * 0.93:
                steps.append(known)
        return min(sum(known > size * 1.03 for known in steps) + 1, 6)


def _body(weights: Counter[float]) -> float:
    """Return the largest size that much of a text has: where there is much small print, the usual one is smaller."""
    usual = max(weights, key=lambda size: weights[size], default=0.0)
    least = _COMMON * weights.total()
    common = (size for size in weights if size <= _MOST * usual and _near(weights, size) >= least)
    return max(common, default=usual)


def _near(weights: Counter[float], size: float) -> int:
    return sum(count for other, count in weights.items() if other / _SAME <= size <= other * _SAME)
