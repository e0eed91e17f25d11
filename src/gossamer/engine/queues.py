"""The kinds of work, and what a queued piece of it carries."""

from dataclasses import dataclass
from enum import StrEnum


class Queue(StrEnum):
    """A queue, named for what is in it; all its work is done by one workflow, of the same name."""

    LANES = "lanes"
    WEBHOOKS = "webhooks"
    MONITORS = "monitors"


@dataclass(frozen=True, slots=True)
class Work:
    """Work to be queued in the partition of its team: *name* is its identity, *delay* is in seconds.

    *arguments* are what the workflow is called with: what JSON can hold, because work that was
    queued by one release is read by the next.
    """

    queue: Queue
    name: str
    team_id: str
    arguments: tuple[str | int, ...]
    delay: float = 0.0


@dataclass(frozen=True, slots=True)
class QueueLimits:
    """Limits of one process on a queue: over all teams, and for one team.

    *gentle* is how much it takes at once where others might take it.
    """

    all: int
    team: int
    gentle: int
