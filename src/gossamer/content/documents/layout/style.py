"""The usual sizes of a document's text, and which sizes are those of headings."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from gossamer.content.documents.layout.runs import TextRun
from gossamer.content.documents.layout.words import Spelling, words_share

_LARGE: Final = 1.12
# So large a share of the text is no heading; sizes that differ by no more than this are one.
_COMMON: Final = 0.2
_SAME: Final = 1.06
# Titles of slides are many, and so many times larger than their text.
_MOST: Final = 1.4
# Formulas and their signs show no size of headings.
_WORDS: Final = 0.5


@dataclass(frozen=True, slots=True)
class Style:
    """The usual looks of a document: the height of its text, and the sizes of its headings, largest first.

    *font_size* is that of its text, *spelling* says how words are written.
    """

    body: float = 0.0
    headings: tuple[float, ...] = ()
    # Most of the text is in a typewriter's face: it is prose, and no code.
    typewritten: bool = False
    font_size: float = 0.0
    spelling: Spelling = field(default_factory=Spelling)

    @classmethod
    def of(cls, runs: Iterable[TextRun], spelling: Spelling) -> "Style":
        """Return the usual sizes among *runs*."""
        heights: Counter[float] = Counter()
        sizes: Counter[float] = Counter()
        worded: set[float] = set()
        monospaced = 0
        for run in runs:
            length, size = len(run.text), run.font_size or run.size
            heights[run.size] += length
            sizes[size] += length
            monospaced += length if run.advance else 0
            if size not in worded and words_share(run.text) >= _WORDS:
                worded.add(size)
        usual, total = _body(sizes), max(heights.total(), 1)
        steps: list[float] = []
        for size in sorted((size for size in worded if size >= usual * _LARGE), reverse=True):
            if not steps or size < steps[-1] * 0.93:
                steps.append(size)
        return cls(_body(heights), tuple(steps), 2 * monospaced > total, usual, spelling)

    def __bool__(self) -> bool:
        return self.body > 0

    def times(self, font_size: float) -> float:
        """Return this size as a multiple of the size of text."""
        return font_size / (self.font_size or self.body or font_size or 1.0)

    def level(self, font_size: float) -> int | None:
        """Return the level of a heading of this size, None for the size of text."""
        if not self or self.times(font_size) < _LARGE:
            return None
        return min(sum(heading > font_size * 1.03 for heading in self.headings) + 1, 6)


def _body(weights: Counter[float]) -> float:
    """Return the largest size that much of a text has: where there is much small print, the usual one is smaller."""
    usual = max(weights, key=lambda size: weights[size], default=0.0)
    least = _COMMON * weights.total()
    common = (size for size in weights if size <= _MOST * usual and _near(weights, size) >= least)
    return max(common, default=usual)


def _near(weights: Counter[float], size: float) -> int:
    return sum(count for other, count in weights.items() if other / _SAME <= size <= other * _SAME)
