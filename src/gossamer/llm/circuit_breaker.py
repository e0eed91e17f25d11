"""A circuit breaker: a failing model is left alone for a while.

It opens after eight requests in a row whose attempts all failed: a few may fail for what they are about, and one that
works in between shows that the model is there. A rest that the model's server asks for begins at once.
"""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Final

import structlog

from gossamer.core.circuits import FIRST_REST, LONGEST_REST, Circuit, Open, Passed
from gossamer.core.deadlines import Deadline
from gossamer.llm.failures import Failure, Fault
from gossamer.ports.clock import Clock
from gossamer.ports.models import Reply

_log = structlog.get_logger(__name__)

_FAILURES: Final = 8
_LATE: Final = "The language model did not answer in time."


class ModelBreaker:
    """Stands before the model *name*; who gave it less than *fair* and got no answer does not count."""

    def __init__(self, name: str, clock: Clock, *, fair: timedelta) -> None:
        self._name = name
        self._clock = clock
        self._fair = fair
        self._circuit = Circuit(failures=_FAILURES)

    async def guarded(
        self, ask: Callable[[int], Awaitable[Reply | Failure]], *, attempts: int, deadline: Deadline
    ) -> Reply | Failure:
        """Return the outcome of *ask*, given the number of attempts; a Failure at once while the model rests."""
        entry = self._circuit.enter(self._clock.monotonic())
        if isinstance(entry, Open):
            return Failure(f"The language model {entry.described(self._clock.now())}", again=False, calls=0)
        fair = deadline.remaining() >= self._fair.total_seconds()
        try:
            outcome = await ask(1 if entry.trial else attempts)
        except asyncio.CancelledError:
            # The caller's deadline ends a request by cancelling it, and so does a caller who goes away.
            if fair and deadline.remaining() <= 0:
                self._note_failure(entry, _LATE)
            raise
        else:
            self._learn(entry, outcome)
            return outcome
        finally:
            self._circuit.leave(entry)

    def _learn(self, passed: Passed, outcome: Reply | Failure) -> None:
        if isinstance(outcome, Failure) and outcome.fault is not Fault.NONE:
            retry_after = outcome.pause if outcome.pause is not None and outcome.pause > FIRST_REST else None
            self._note_failure(
                passed,
                outcome.sentence,
                retry_after=None if retry_after is None else min(retry_after, LONGEST_REST),
            )
        elif self._circuit.worked(passed):
            _log.info("model is well again", model=self._name)

    def _note_failure(self, passed: Passed, why: str, *, retry_after: timedelta | None = None) -> None:
        length = self._circuit.failed(passed, self._clock.monotonic(), why, retry_after=retry_after)
        if length is not None:
            _log.warning("model rests", model=self._name, seconds=length.total_seconds(), why=why)
