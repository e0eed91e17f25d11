"""Cutting a recording into pieces that a player fetches one by one."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from gossamer.core.sessions import RecordedFrame, RecordedPage

_SEGMENT_SECONDS = 6.0
# Of a picture that nothing followed.
_LEAST_SECONDS = 0.04


@dataclass(frozen=True, slots=True)
class Segment:
    """Pictures that follow one another, each with its seconds on the screen. *start* is in seconds of the recording."""

    start: float
    frames: tuple[tuple[RecordedFrame, float], ...]

    @property
    def seconds(self) -> float:
        """Return its duration."""
        return sum(shown for _, shown in self.frames)


def segments_of(page: RecordedPage) -> Sequence[Segment]:
    """Return the pieces of a recording, each at least some seconds long but the last; none when it has no picture.

    A picture stays until the next one, so a page that stood still makes a long piece.
    """
    ends = [*(frame.at for frame in page.frames[1:]), page.ended_at]
    shown = [
        (frame, max((end - frame.at).total_seconds(), _LEAST_SECONDS))
        for frame, end in zip(page.frames, ends, strict=False)
    ]
    cuts = [0]
    lasted = 0.0
    for index, (_, seconds) in enumerate(shown, start=1):
        lasted += seconds
        if lasted >= _SEGMENT_SECONDS or index == len(shown):
            cuts.append(index)
            lasted = 0.0
    segments: list[Segment] = []
    start = 0.0
    for first, after in pairwise(cuts):
        segments.append(Segment(start, tuple(shown[first:after])))
        start += segments[-1].seconds
    return segments
