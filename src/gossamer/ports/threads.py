"""Threads of agent runs: which runs belong together, and in which order."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class ThreadRun:
    """A run of a thread; *turn* counts from 1."""

    job_id: str
    team_id: str
    thread_id: str
    turn: int
    created_at: datetime
