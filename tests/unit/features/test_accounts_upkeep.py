import asyncio
from datetime import timedelta
from typing import cast

from gossamer.features.accounts import Accounts, SignIns, Upkeep
from gossamer.testing.clock import ManualClock


class Rooms:
    """Stands for accounts and sign-ins, and counts what they are asked to do."""

    def __init__(self) -> None:
        self.written = 0
        self.swept = 0
        self.done = asyncio.Event()

    async def write_use(self) -> None:
        self.written += 1
        self.done.set()
        if self.written == 1:
            raise ConnectionError

    async def sweep(self) -> None:
        self.swept += 1


async def test_uses_are_written_every_half_minute_and_what_is_over_is_swept_every_ten() -> None:
    rooms, clock = Rooms(), ManualClock()
    upkeep = Upkeep(cast("Accounts", rooms), cast("SignIns", rooms), clock)
    running = asyncio.create_task(upkeep.run())
    seen = []
    for _ in range(21):
        await asyncio.sleep(0)
        rooms.done.clear()
        await clock.advance(timedelta(seconds=30))
        await rooms.done.wait()
        await asyncio.sleep(0)
        seen.append((rooms.written, rooms.swept))
    running.cancel()
    await asyncio.wait([running])
    assert [written for written, _ in seen] == list(range(1, 22))
    assert (seen[18][1], seen[20][1]) == (0, 1)
