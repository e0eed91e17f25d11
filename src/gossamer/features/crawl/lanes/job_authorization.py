"""Whether a job may go on with its key as it is now; checked at every turn."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from gossamer.core.access import Permits
from gossamer.core.errors import NotAllowed
from gossamer.core.jobs import Job


@dataclass(frozen=True, slots=True)
class Leave:
    """What a job may do: *why_not* says why it has to end, None that it may go on; *permits* where it may not go.

    *model* is whether a language model may be asked for it.
    """

    why_not: str | None = None
    permits: Permits | None = None
    model: bool = True


FREE: Final = Leave()
# Raises OwnError when it cannot be told now; the job then waits.
LeaveOf: TypeAlias = Callable[[Job], Awaitable[Leave]]


async def free(_: Job) -> Leave:
    """Let every job do everything."""
    return FREE


def nowhere(_: str) -> NotAllowed:
    """Permit no address: so stands a job until it was asked what it may do."""
    return NotAllowed("It is not known yet what the API key may visit.")
