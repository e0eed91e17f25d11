"""The remembered effect of rendering on the pages of a site, so that few of them need a browser."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True)
class RenderOutcome:
    """The effect of rendering on pages of one *template*, as the last rendered one showed.

    *dynamic* says that content came with rendering; *looks* counts the pages in a row that said so.
    """

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
    """Outcomes by host and path pattern (`core.urls.path_pattern`); shared by every process of the deployment."""

    async def outcomes(self, host: str, pattern: str, template: str, *, not_before: datetime) -> Outcomes:
        """Return what is known of such pages, learnt at or after *not_before*, the latest first; at most 50 of each."""

    async def learn(self, host: str, pattern: str, template: str, *, dynamic: bool, now: datetime) -> None:
        """Remember what rendering one page showed; the count of looks begins anew when it is another outcome."""
