"""The stream of a team's requests to a receiver of its own, as a SIEM reads them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from gossamer.core.crawls import Webhook
from gossamer.core.usage import Activity


@dataclass(frozen=True, slots=True)
class SiemStream:
    """Where the requests of a team are told, *webhook* None for nowhere; *trouble* is why the last were not taken."""

    webhook: Webhook | None = None
    updated_at: datetime | None = None
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class SiemEvent:
    """A request that is told: *error* is the code of its failure, *username* who it was made for; empty without one."""

    activity: Activity
    error: str = ""
    username: str = ""


@dataclass(frozen=True, slots=True)
class SiemBatch:
    """Requests of a team that were not told yet, oldest first; *tries* were made in vain.

    *has_more* says that there are more than these, *place* where the stream stood when they were read.
    """

    team_id: str
    events: Sequence[SiemEvent]
    tries: int
    has_more: bool
    place: tuple[int, str, int]
