"""Limits on sign-in attempts, by account and by client address."""

import hashlib
import math
from datetime import timedelta
from ipaddress import IPv6Address, IPv6Network
from typing import Final

from gossamer.core.errors import TooManySignIns
from gossamer.core.restrictions import address as address_of
from gossamer.features.accounts.texts import folded
from gossamer.ports.clock import Clock
from gossamer.store.accounts.sessions import SignInStore

WINDOW: Final = timedelta(minutes=15)
_BY_ACCOUNT: Final = 10
_BY_ADDRESS: Final = 50
# A customer with one address of IPv6 has all of such a network (RFC 6177).
_ONE_CUSTOMER: Final = 64


class Attempts:
    """Counts each attempt as failed until it has succeeded, whether or not there is such an account."""

    def __init__(self, store: SignInStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def begin(self, email: str, address: str | None) -> None:
        """Count an attempt; raises TooManySignIns when there were too many."""
        limits = {_account(email): _BY_ACCOUNT}
        if address is not None:
            limits[_address(address)] = _BY_ADDRESS
        now = self._clock.now()
        counted = await self._store.count(tuple(limits), now=now, window=WINDOW)
        waits = [
            failures.since + WINDOW - now
            for failures, limit in zip(counted, limits.values(), strict=True)
            if failures.count > limit
        ]
        if waits:
            seconds = max(1, math.ceil(max(waits).total_seconds()))
            raise TooManySignIns(
                f"Too many sign-ins failed. Please try again in {math.ceil(seconds / 60)} minutes.", retry_after=seconds
            )

    async def succeeded(self, email: str, address: str | None) -> None:
        """Take back what was counted for it."""
        await self._store.forgive(_account(email), None if address is None else _address(address))


def _account(email: str) -> str:
    # A hash, because people type their password into the wrong field.
    return "account:" + hashlib.sha256(folded(email).encode("utf-8", "surrogatepass")).hexdigest()


def _address(address: str) -> str:
    found = address_of(address)
    if isinstance(found, IPv6Address):
        return f"address:{IPv6Network((found, _ONE_CUSTOMER), strict=False)}"
    return f"address:{found or 'unknown'}"
