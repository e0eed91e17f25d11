"""The remembered effect of rendering on the pages of a site, so that few of them need a browser."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True)
class RenderOutcome:
    """The effect of rendering on pages of one *pattern* and *template*, as a team's last page that was rendered showed.

    *dynamic* says that content came with rendering; *looks* counts the pages in a row that said so. It is 0 when
    only pages were rendered whose scripts or data failed, which shows nothing.
    """

    team_id: str
    pattern: str
    template: str
    dynamic: bool
    looks: int
    looked_at: datetime


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What is known of pages like one: *here* under its path pattern, *elsewhere* of its template under others."""

    here: tuple[RenderOutcome, ...] = ()
    elsewhere: tuple[RenderOutcome, ...] = ()


class RenderMemory(Protocol):
    """Outcomes by team, host and path pattern (`core.urls.path_pattern`); shared by every process of the deployment."""

    async def outcomes(self, host: str, pattern: str, template: str, *, not_before: datetime) -> Outcomes:
        """Return the outcomes of all teams, learnt at or after *not_before*, the latest first; at most 50 of each."""

    async def learn(self, host: str, outcome: RenderOutcome) -> None:
        """Add *outcome* to those of its team, pattern and template; another one begins the count of looks anew.

        An outcome of no looks replaces none.
        """

    async def count_static(self) -> tuple[int, int]:
        """Return the numbers of outcomes that brought nothing, and of their hosts."""

    async def forget(self, host: str) -> int:
        """Forget the outcomes of *host*, a name without scheme and port; return how many there were."""
