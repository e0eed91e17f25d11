"""Whether a job may go on with its key as it is now; checked at every turn."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from gossamer.core.access import Permits
from gossamer.core.errors import NotAllowed
from gossamer.core.jobs import Job
from gossamer.core.visit_identity import VisitIdentity


@dataclass(frozen=True, slots=True)
class JobAuthorization:
    """The permissions of a job: *why_not* is the reason to end it, None if it may go on; *permits* filters addresses.

    *model* is whether a language model may be asked for it, and *identity* the one under which its sites are visited.
    """

    why_not: str | None = None
    permits: Permits | None = None
    model: bool = True
    identity: VisitIdentity | None = None


FREE: Final = JobAuthorization()
# Raises OwnError when permissions cannot be read now; the job then waits.
JobAuthorizer: TypeAlias = Callable[[Job], Awaitable[JobAuthorization]]


async def free(_: Job) -> JobAuthorization:
    """Let every job do everything."""
    return FREE


def nowhere(_: str) -> NotAllowed:
    """Permit no address: so stands a job until it was asked what it may do."""
    return NotAllowed("The restrictions of the API key are not known yet.")
