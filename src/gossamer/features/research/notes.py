"""Notes of a run: what a step that is no page came to, durable before it is used.

They are kept with the answers of models, under position 0, which no page has: so a plan and a report are paid once,
whoever dies meanwhile, and they are forgotten with their job.
"""

from typing import Any, Final

from gossamer.core.interaction import TokenUsage
from gossamer.ports.answers import AnswerStore
from gossamer.ports.models import Written

_POSITION: Final = 0
_FREE: Final = TokenUsage()
PLAN: Final = "plan"
REPORT: Final = "report"
_LONGEST_KEY: Final = 64


class Notes:
    """Notes by job and step; the first note of a step stays."""

    def __init__(self, store: AnswerStore) -> None:
        self._store = store

    async def read(self, job_id: str, step: str) -> Any:
        """Return the note of *step*; None when there is none."""
        written = await self._store.known(job_id, _POSITION, step[:_LONGEST_KEY])
        return None if written is None else written.value

    async def keep(self, job_id: str, step: str, note: Any, usage: TokenUsage = _FREE) -> None:
        """Make *note* durable. Nothing is kept of a job that has ended."""
        await self._store.keep(job_id, _POSITION, step[:_LONGEST_KEY], Written(note, usage, "note"))


def search_step(number: int) -> str:
    """Return the step of the search of that number in the plan, from 0."""
    return f"search {number}"


def site_step(number: int) -> str:
    """Return the step of the map of the site of that number, from 0."""
    return f"site {number}"
