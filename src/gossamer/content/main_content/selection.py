"""Which blocks to keep, given how likely each is to be main content."""

from __future__ import annotations

from collections.abc import Sequence

_ROUNDS = 12


def select(chances: Sequence[float], lengths: Sequence[int]) -> list[bool]:
    """Return which blocks to keep so that the expected F1 of the kept text is greatest.

    The best set is all blocks above half of the F1 it reaches (Lipton et al., 2014, "Optimal thresholding of
    classifiers to maximize F1"), so a page on which little is certain is cut less than one on which all is clear.
    """
    expected = [chance * length for chance, length in zip(chances, lengths, strict=True)]
    wanted = sum(expected)
    reached = 0.6
    for _ in range(_ROUNDS):
        bar = reached / 2
        kept = found = 0.0
        for chance, length, value in zip(chances, lengths, expected, strict=True):
            if chance > bar:
                kept += length
                found += value
        now = 2 * found / (kept + wanted) if kept else 0.0
        if abs(now - reached) < 1e-3:  # noqa: PLR2004
            break
        reached = now
    return [chance > reached / 2 for chance in chances]
