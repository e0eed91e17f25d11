"""Answers of models about pages of running jobs, so that a restart does not ask twice."""

from typing import Protocol

from gossamer.ports.models import Written


class AnswerStore(Protocol):
    """Answers of models by the page of a job, and by what was asked (a digest).

    `keep` returns when the answer is durable. An answer is kept until its page is settled, at the longest as long as
    its job; of a job that has ended, or is unknown, none is kept. The first answer to a question stays. Both raise
    DatabaseUnavailable.
    """

    async def known(self, job_id: str, position: int, key: str) -> Written | None:
        """Return the answer that was kept; None when there is none."""

    async def keep(self, job_id: str, position: int, key: str, written: Written) -> None:
        """Make the answer durable."""
