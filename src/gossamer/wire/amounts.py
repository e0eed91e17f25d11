"""Numbers, lists and degrees that requests are bounded by."""

from datetime import timedelta
from typing import Annotated

from pydantic import Field

from gossamer.core.understanding import Confidence
from gossamer.wire.shapes import Whole

# What every database takes as an integer.
_MOST = 2**31 - 1

Count = Annotated[Whole, Field(ge=0, le=_MOST)]
PositiveCount = Annotated[Whole, Field(ge=1, le=_MOST)]
Delay = Annotated[
    float, Field(gt=0, le=60, description="Seconds between two pages; the job then goes one page at a time.")
]
Prompt = Annotated[str, Field(max_length=10_000)]
MinConfidence = Annotated[
    Confidence,
    Field(
        strict=False,
        description="With `evidence`: values that are less sure are withheld and told in `withheld`. Left out: `high` "
        "for answers that a model had a part in, `low` (all of them) for others.",
    ),
]
UserAgent = Annotated[str, Field(min_length=1, max_length=500)]
SearchText = Annotated[str, Field(max_length=2000)]
MapLimit = Annotated[Whole, Field(ge=1, le=100_000, description="How many links at most.")]
MapTimeout = Annotated[
    Whole, Field(ge=1, le=600_000, description="Milliseconds until the answer must be there; 60 s when left out.")
]


def pause(delay: float | None) -> timedelta | None:
    """Return the pause that *delay*, in seconds, asks for."""
    return None if delay is None else timedelta(seconds=delay)
