"""Turns in hand, and what cuts them off."""

import asyncio
from datetime import UTC, datetime

from gossamer.core.jobs import DeliveryTicket, Ticket
from gossamer.engine.turns import Turns
from gossamer.testing.clock import ManualClock


class Handler:
    """Runs turns that last until they are told to *end*."""

    def __init__(self) -> None:
        self.begun = asyncio.Event()
        self.end = asyncio.Event()
        self.ended = False

    async def run(self, _: Ticket | DeliveryTicket) -> None:
        self.begun.set()
        await self.end.wait()
        self.ended = True


async def test_a_job_that_has_ended_is_still_told_of() -> None:
    lane, delivery = Handler(), Handler()
    turns = Turns(lane.run, delivery.run, ManualClock(datetime(2026, 6, 1, tzinfo=UTC)))
    crawling = asyncio.create_task(turns.lane("job", "team", 1, 1))
    telling = asyncio.create_task(turns.delivery("job", "team", 1))
    await lane.begun.wait()
    await delivery.begun.wait()
    turns.interrupt("job")
    await crawling
    delivery.end.set()
    await telling
    assert (lane.ended, delivery.ended) == (False, True)
