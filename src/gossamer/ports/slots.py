"""Slots for scrapes and maps, where a team or a key has a bound on them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for the page of a team's key: wanted *since*, and void after *until*, because its process is gone."""

    place_id: str
    team_id: str
    key_id: str
    since: datetime
    until: datetime


@dataclass(frozen=True, slots=True)
class WaitPosition:
    """Why there is no place now: *bound* pages of *owner_id*, a team or a key, may be under way.

    *position* is 1 for who comes next.
    """

    owner_id: str
    bound: int
    position: int


class SlotStore(Protocol):
    """One bound over all processes: places that are taken and pages of jobs in flight together never exceed it.

    What the bounds are is read with each `take`. Who finds no place stands in line, in order of *since*, for as
    long as it asks again at least every three seconds. Callers and jobs that want more than there is get half
    each; an odd page is had in turns of a few seconds.
    """

    async def take(self, place: Slot, *, now: datetime) -> WaitPosition | None:
        """Take *place*, or stand in line for it; None when it is taken, be it before."""

    async def release(self, place_id: str) -> None:
        """Give the place back, or leave the line; harmless when that was done before."""

    async def sweep(self, *, now: datetime) -> int:
        """Forget places that are void; return how many."""
