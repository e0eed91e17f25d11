"""The price of sessions, and the credits reserved a minute ahead for callers with a bound."""

from dataclasses import replace
from datetime import timedelta
from typing import Final

from gossamer.core.errors import OutOfCredits
from gossamer.core.prices import PriceTable
from gossamer.core.sessions import Session
from gossamer.features.sessions.local_session import LocalSession
from gossamer.ports.clock import Clock
from gossamer.ports.credits import CreditStore

_MINUTE: Final = timedelta(minutes=1)
# The next minute is set aside this long before it begins: longer than it takes until somebody looks again.
_AHEAD: Final = timedelta(seconds=15)
# A reservation outlives its process by this, so that who ends the session still finds it.
_SPARE: Final = timedelta(minutes=5)


class Meter:
    """Prices of sessions, and the credits that are set aside while they go on."""

    def __init__(self, credit_store: CreditStore, clock: Clock, prices: PriceTable) -> None:
        self._credits = credit_store
        self._clock = clock
        self._prices = prices

    def first_minute(self, *, prompted: bool) -> int:
        """Return the least price of a session."""
        return self._prices.session(_MINUTE, prompted=prompted)

    def price(self, session: Session, lasted: timedelta) -> int:
        """Return the price of a session that lasted so long."""
        return self._prices.session(lasted, prompted=session.prompted)

    async def pay_ahead(self, held: LocalSession) -> bool:
        """Set aside what the session may cost next; False when that is not there."""
        return await self._set_aside(held, prompted=held.session.prompted)

    async def make_prompted(self, held: LocalSession) -> None:
        """Let the session have the price of one with prompts from its beginning; raises OutOfCredits."""
        if held.session.prompted:
            return
        if not await self._set_aside(held, prompted=True):
            raise OutOfCredits(
                "Insufficient credits to perform this request. What is left does not cover this browser session at the "
                "price of one with prompts; run code in it, or raise the credits of the team or the API key."
            )
        held.session = replace(held.session, prompted=True)

    async def give_back(self, reservation: str | None) -> None:
        """Give back what was set aside for a session that is not there."""
        if reservation is not None:
            await self._credits.release(reservation, now=self._clock.now())

    async def _set_aside(self, held: LocalSession, *, prompted: bool) -> bool:
        if held.reservation is None:
            return True
        minutes = -(-(held.lasted + _AHEAD) // _MINUTE)
        amount = self._prices.session(minutes * _MINUTE, prompted=prompted)
        if amount <= held.reserved:
            return True
        now = self._clock.now()
        done = await self._credits.raise_to(held.reservation, amount, now=now, until=now + 2 * _MINUTE + _SPARE)
        if done:
            held.reserved = amount
        return done
