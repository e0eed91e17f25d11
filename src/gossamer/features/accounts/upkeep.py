"""Periodic work on accounts: last use of keys, and deletion of expired data."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Final

import structlog

from gossamer.core.errors import ServiceError
from gossamer.features.accounts.accounts import Accounts
from gossamer.features.accounts.sign_ins import SignIns
from gossamer.ports.clock import Clock

_log = structlog.get_logger(__name__)
_EVERY: Final = timedelta(seconds=30)
# Records that are over are not read any more, so deleting them is not urgent.
_SWEEP_EVERY: Final = 20


class Upkeep:
    """Writes and sweeps now and then; what fails is logged and left for the next time."""

    def __init__(self, accounts: Accounts, sign_ins: SignIns, clock: Clock) -> None:
        self._accounts = accounts
        self._sign_ins = sign_ins
        self._clock = clock

    async def run(self) -> None:
        """Go on until cancelled."""
        rounds = 0
        while True:
            await self._clock.sleep(_EVERY)
            rounds += 1
            await self.write()
            if rounds % _SWEEP_EVERY == 0:
                await _try_task("sessions", self._sign_ins.sweep)

    async def write(self) -> None:
        """Store what is only noted: every now and then, and before the process ends."""
        await _try_task("last use of keys", self._accounts.write_use)


async def _try_task(what: str, work: Callable[[], Awaitable[None]]) -> None:
    try:
        await work()
    except Exception as error:  # noqa: BLE001 - a task supervisor: nobody else would start it again
        unexpected = None if isinstance(error, ServiceError) else error
        _log.warning("upkeep_failed", of=what, error=type(error).__name__, exc_info=unexpected)
