"""Taking feedback on answers."""

from gossamer.core.searches import Feedback, FeedbackTaken
from gossamer.ports.clock import Clock
from gossamer.store.feedback import FeedbackStore


class FeedbackDesk:
    """Takes feedback; *refund* credits are given back for one, *daily_cap* to a team in a day at most."""

    def __init__(self, store: FeedbackStore, clock: Clock, *, refund: int, daily_cap: int) -> None:
        self._store = store
        self._clock = clock
        self._refund = refund
        self._daily_cap = daily_cap

    async def take(self, feedback: Feedback, *, team_id: str, key_id: str) -> FeedbackTaken:
        """Keep *feedback* of a team's key; raises as the store does."""
        return await self._store.give(
            feedback,
            team_id=team_id,
            key_id=key_id,
            refund=self._refund,
            daily_cap=self._daily_cap,
            now=self._clock.now(),
        )
