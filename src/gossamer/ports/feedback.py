"""Feedback of callers on answers."""

from datetime import datetime
from typing import Protocol

from gossamer.core.searches import Feedback, FeedbackTaken


class FeedbackStore(Protocol):
    """Feedback, once for each answer of a team."""

    async def give(
        self, feedback: Feedback, *, team_id: str, key_id: str, refund: int, daily_cap: int, now: datetime
    ) -> FeedbackTaken:
        """Keep *feedback* and give *refund* credits back for it, in one transaction.

        The first feedback on an answer gives credits back: no more than the answer cost, and as long as those of the
        UTC day do not exceed *daily_cap*. Feedback that was given before stays as it was. Raises NotFound when the
        team has no such answer, FeedbackTooLate, and FeedbackOnFailure.
        """
