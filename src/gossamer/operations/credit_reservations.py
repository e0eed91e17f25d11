"""Credit reservations of bounded callers, made before work begins.

Who has no bound costs nothing here. What a PDF has beyond its first page is not known before it is
read, and may exceed the bound by just that.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from typing import Final

from gossamer.core.access import Principal
from gossamer.core.crawls import BatchSpec, CrawlSpec
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import OutOfCredits, ServiceError
from gossamer.core.prices import PriceTable
from gossamer.core.usage import Balance
from gossamer.ports.clock import Clock
from gossamer.ports.credits import CreditStore

# Work ends at its deadline; recording what came of it takes a moment longer.
_SPARE: Final = timedelta(minutes=1)
_INSUFFICIENT: Final = "Insufficient credits to perform this request."
_TAKEN: Final = "The remaining credits were reserved for other work a moment ago; try again."
_ASK_OPERATOR: Final = "an operator of this service can raise the team's credits"
_ASK_ADMIN: Final = "a team admin can raise its budget in the dashboard: API Keys, Restrictions (/dashboard/keys)"


class Spending:
    """Sees to it that work can be paid before it begins."""

    def __init__(self, credits_store: CreditStore, clock: Clock, prices: PriceTable) -> None:
        self._store = credits_store
        self._clock = clock
        self.prices = prices

    @asynccontextmanager
    async def reserved(self, caller: Principal, price: int, deadline: Deadline) -> AsyncIterator[str | None]:
        """Set *price* aside while the block runs, and yield the reservation; None for who has no bound.

        Who records the work releases the reservation with it; when the block fails it is released here.
        Raises OutOfCredits.
        """
        if not caller.limits.metered:
            yield None
            return
        reserving = asyncio.create_task(self._reserve(caller, price, deadline))
        try:
            # Its commit may have begun: a caller that leaves now would else not learn what was set aside.
            yield await asyncio.shield(reserving)
        except BaseException:
            # Should this fail, it is swept once its time is over.
            with suppress(ServiceError):
                await self._store.release(await reserving, now=self._clock.now())
            raise

    @asynccontextmanager
    async def reserved_between(
        self, caller: Principal, least: int, most: int, deadline: Deadline
    ) -> AsyncIterator[tuple[str | None, int]]:
        """Set as much aside as there is from *least* to *most*, and yield the reservation and how much may be used.

        Otherwise as `reserved`; for who has no bound it is *most*. Raises OutOfCredits when *least* is not there.
        """
        price = most if not caller.limits.metered else max(least, min(most, await self._free(caller)))
        async with self.reserved(caller, price, deadline) as reservation:
            yield reservation, price

    async def set_aside(self, caller: Principal, price: int, deadline: Deadline) -> str | None:
        """Set *price* aside for work that goes on when the request is answered, and return the reservation.

        Who does the work releases it, or raises it before *deadline*. None for who has no bound. Raises OutOfCredits.
        """
        if not caller.limits.metered:
            return None
        reserving = asyncio.create_task(self._reserve(caller, price, deadline))
        try:
            return await asyncio.shield(reserving)
        except asyncio.CancelledError:
            with suppress(ServiceError):
                await self._store.release(await reserving, now=self._clock.now())
            raise

    async def check(self, caller: Principal, spec: CrawlSpec | BatchSpec) -> None:
        """Raise OutOfCredits when a crawl cannot pay its first page, or a batch not all of its pages.

        Nothing is set aside: that is done for each page when it is taken.
        """
        if not caller.limits.metered:
            return
        pages = (spec.count or len(set(spec.urls))) if isinstance(spec, BatchSpec) else 1
        await self.check_price(caller, pages * self.prices.page_of(spec))

    async def check_price(self, caller: Principal, price: int) -> None:
        """Raise OutOfCredits when *price* is not there; nothing is set aside."""
        if not caller.limits.metered:
            return
        if refusal := await self._refusal(caller, price):
            raise refusal

    async def has_budget(self, caller: Principal) -> bool:
        """Return whether the caller's key has a bound of its own beside that of its team."""
        return caller.limits.metered and await self._store.key_balance(caller.key_id, now=self._clock.now()) is not None

    async def _free(self, caller: Principal) -> int:
        """Return the credits that neither the team nor the key has used or set aside."""
        now = self._clock.now()
        balances = (
            await self._store.balance(caller.team_id, now=now),
            await self._store.key_balance(caller.key_id, now=now),
        )
        return min(balance.remaining - balance.reserved for balance in balances if balance is not None)

    async def _reserve(self, caller: Principal, price: int, deadline: Deadline) -> str:
        now = self._clock.now()
        until = now + timedelta(seconds=max(0.0, deadline.remaining())) + _SPARE
        reservation = await self._store.reserve(caller.team_id, caller.key_id, price, now=now, until=until)
        if reservation is None:
            raise await self._refusal(caller, price) or OutOfCredits(f"{_INSUFFICIENT} {_TAKEN}")
        return reservation

    async def _refusal(self, caller: Principal, price: int) -> OutOfCredits | None:
        """Return the error when *price* cannot be paid now, else None."""
        now = self._clock.now()
        team = await self._store.balance(caller.team_id, now=now)
        if not team.covers(price):
            return _out_of_credits(price, team, "This team", _ASK_OPERATOR)
        key = await self._store.key_balance(caller.key_id, now=now)
        if key is not None and not key.covers(price):
            return _out_of_credits(price, key, "This API key", _ASK_ADMIN)
        return None


def _out_of_credits(price: int, balance: Balance, who: str, ask: str) -> OutOfCredits:
    return OutOfCredits(
        f"{_INSUFFICIENT} It costs at least {price}. {who} has {balance.remaining} of {balance.allowance} credits left"
        f"{_set_aside(balance)}, and gets new ones on {balance.period.end:%Y-%m-%d} (UTC); {ask}."
    )


def _set_aside(balance: Balance) -> str:
    """Return which of the credits that are left cannot be had now, because work under way may need them."""
    if not balance.reserved or not balance.remaining:
        return ""
    free = balance.remaining - balance.reserved
    if free <= 0:
        # Work may have been promised more than is left since a bound was lowered.
        return " (all of them set aside for work under way)"
    return f" ({free} free, {balance.reserved} set aside for work under way)"
