"""The report of a model: each of its sentences is held against the passages that it cites."""

from collections.abc import Mapping, Sequence
from typing import Any

from gossamer.core.jobs import JobPage
from gossamer.core.research import ResearchAnswer, ResearchSpec
from gossamer.features.research.planning import Plan
from gossamer.features.research.reading import Reader


def with_model(
    found: ResearchAnswer,
    note: Mapping[str, Any],
    spec: ResearchSpec,
    plan: Plan,
    stored: Sequence[JobPage],
    reader: Reader,
) -> ResearchAnswer:
    """Return *found* with the report that *note* has."""
    raise NotImplementedError
