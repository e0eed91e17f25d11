"""Sizes of text that was recognised: they are measured from a picture, so lines of one size differ a little."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from gossamer.content.documents.layout.runs import TextRun

# Text of one size differs by this share.
_SAME: Final = 0.22
# In text that was set by a program most characters have one size, and this share at least.
_COMMON: Final = 0.25


def are_measured(runs: Sequence[TextRun]) -> bool:
    """Return whether no size is common among *runs*, as in the text layer of a scan."""
    weights = _weights(runs)
    return max(weights.values(), default=0) < _COMMON * weights.total()


def even_sizes(runs: Sequence[TextRun]) -> list[TextRun]:
    """Return *runs* with the usual size where they have about that."""
    usual = _median(_weights(runs))
    return [
        replace(run, size=usual if abs(run.size - usual) <= _SAME * usual else run.size, font_size=0.0) for run in runs
    ]


def _weights(runs: Sequence[TextRun]) -> Counter[float]:
    """Return the number of characters of each size."""
    weights: Counter[float] = Counter()
    for run in runs:
        weights[run.size] += len(run.text)
    return weights


def _median(weights: Counter[float]) -> float:
    """Return the size that half of the characters do not exceed."""
    weight_to_median = weights.total() / 2
    for size in sorted(weights):
        weight_to_median -= weights[size]
        if weight_to_median <= 0:
            return size
    return 0.0
