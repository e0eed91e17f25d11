"""Numbers, lists and degrees that requests are bounded by."""

from datetime import timedelta
from typing import Annotated, Protocol

from pydantic import Field

from gossamer.core.formats import Acceptance
from gossamer.core.formats import MinConfidence as CoreMinConfidence
from gossamer.core.formats import OnUnsupported as CoreOnUnsupported
from gossamer.core.understanding import Confidence
from gossamer.wire.shapes import Whole

# The largest integer that every database takes.
_MOST = 2**31 - 1

Count = Annotated[Whole, Field(ge=0, le=_MOST)]
PositiveCount = Annotated[Whole, Field(ge=1, le=_MOST)]
Delay = Annotated[
    float, Field(ge=0, le=60, description="Seconds between two pages; the job then goes one page at a time.")
]
Prompt = Annotated[str, Field(max_length=10_000)]
MinConfidence = Annotated[
    Annotated[Confidence, Field(strict=False)] | Annotated[float, Field(ge=0, le=1)],
    Field(
        description="Empty values with less `confidence`: a number from 0 to 1, or `low` (0.2), `medium` (0.5: what is "
        "`supported`), `high` (0.8). Implies `evidence`.",
    ),
]
OnUnsupported = Annotated[
    CoreOnUnsupported,
    Field(
        strict=False,
        description="What becomes of values that the page does not say (`absent`): `keep` them with their status, or "
        "`null`. Implies `evidence`.",
    ),
]


class AsksForEvidence(Protocol):
    """A request or format with the options of evidence."""

    @property
    def evidence(self) -> bool:
        """Return whether evidence is wanted by itself."""
        ...

    @property
    def min_confidence(self) -> CoreMinConfidence | None:
        """Return the least confidence, None for any."""
        ...

    @property
    def on_unsupported(self) -> CoreOnUnsupported | None:
        """Return the treatment of absent values, None where it is not set."""
        ...


UserAgent = Annotated[str, Field(min_length=1, max_length=500)]
SearchText = Annotated[str, Field(max_length=2000)]
MapLimit = Annotated[Whole, Field(ge=1, le=100_000, description="How many links at most.")]
MapTimeout = Annotated[
    Whole, Field(ge=1, le=600_000, description="Milliseconds until the answer must be there; 60 s when left out.")
]


def pause(delay: float | None) -> timedelta | None:
    """Return the pause that *delay*, in seconds, asks for; 0 is none."""
    return timedelta(seconds=delay) if delay else None


def wants_evidence(options: AsksForEvidence) -> bool:
    """Return whether evidence is wanted: by itself, or by an option that works on it."""
    return options.evidence or options.min_confidence is not None or options.on_unsupported is not None


def acceptance_of(options: AsksForEvidence) -> Acceptance:
    """Return which values are accepted."""
    return Acceptance(options.on_unsupported or CoreOnUnsupported.KEEP, options.min_confidence)
