"""Retries while the database is away: a worker keeps its entries for minutes before it gives up."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Final, TypeVar

from gossamer.core.errors import DatabaseUnavailable
from gossamer.ports.clock import Clock

# Seconds, beside what the store itself waits. Whoever gives up then is replaced by the janitor's next turn.
_PAUSES: Final = (1, 5, 15)

_T = TypeVar("_T")


async def patiently(attempt: Callable[[], Awaitable[_T]], clock: Clock) -> _T:
    """Return the result of *attempt*, made again while the database is away.

    Raises DatabaseUnavailable when it stays away.
    """
    for pause in _PAUSES:
        try:
            return await attempt()
        except DatabaseUnavailable:
            await clock.sleep(timedelta(seconds=pause))
    return await attempt()
