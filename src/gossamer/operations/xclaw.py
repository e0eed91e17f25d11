"""The ledger action: credits are charged, and nothing else happens."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from gossamer.core.access import AccessRequest, Group, Principal
from gossamer.core.deadlines import Deadline
from gossamer.core.ids import new_id
from gossamer.operations.credit_reservations import Spending
from gossamer.operations.gate import admit
from gossamer.ports.clock import Clock
from gossamer.ports.credits import CreditStore
from gossamer.ports.scrapes import FinishedScrape
from gossamer.store.scrapes import ScrapeStore

_PATIENCE: Final = timedelta(seconds=30)
_KEPT: Final = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class PlayCharge:
    """A charge: its *credits*, how many *plays* it was for, and what *remaining* credits the team has."""

    credits: int
    plays: int
    remaining: int


class Xclaw:
    """Charges for plays."""

    def __init__(self, spending: Spending, scrapes: ScrapeStore, credits_store: CreditStore, clock: Clock) -> None:
        self._spending = spending
        self._scrapes = scrapes
        self._credits = credits_store
        self._clock = clock

    async def play(self, caller: Principal, group: Group, plays: int) -> PlayCharge:
        """Charge for *plays*, once it is durable. Raises OutOfCredits, which names what it costs and what is left."""
        admit(caller, AccessRequest(group))
        price = plays * self._spending.prices.xclaw
        async with self._spending.reserved(caller, price, Deadline.after(_PATIENCE)) as reservation:
            now = self._clock.now()
            charge = FinishedScrape(
                scrape_id=new_id(),
                team_id=caller.team_id,
                key_id=caller.key_id,
                url="",
                credits=price,
                finished_at=now,
                expires_at=now + _KEPT,
                operation="xclaw",
                reservation=reservation,
            )
            await self._scrapes.record(charge)
        balance = await self._credits.balance(caller.team_id, now=self._clock.now())
        return PlayCharge(price, plays, balance.remaining)
