"""Threads of agent runs: which runs belong together, and in which order."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True)
class ThreadRun:
    """A run of a thread; *turn* counts from 1."""

    job_id: str
    team_id: str
    thread_id: str
    turn: int
    created_at: datetime


class ThreadStore(Protocol):
    """Runs by team; those of another team are unknown. They are known far longer than their results are kept."""

    async def add(self, run: ThreadRun) -> bool:
        """Make *run* durable; False when its thread has that turn already."""

    async def remove(self, job_id: str) -> None:
        """Forget a run whose job was not started."""

    async def thread(self, thread_id: str, team_id: str) -> Sequence[ThreadRun]:
        """Return the runs of a thread, the first turn first; empty when the team has no such thread."""

    async def runs(self, team_id: str, *, before: datetime, limit: int) -> Sequence[ThreadRun]:
        """Return the team's runs from before then, the youngest first."""

    async def run(self, job_id: str, team_id: str) -> ThreadRun | None:
        """Return a run; None when the team has none of that id."""

    async def expire(self, *, before: datetime, limit: int) -> int:
        """Forget up to *limit* runs from before then; return how many."""
