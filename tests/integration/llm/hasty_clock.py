from datetime import timedelta

from gossamer.testing.clock import ManualClock


class HastyClock(ManualClock):
    """A clock on which waiting takes no time; *waited* are the seconds of each wait."""

    def __init__(self) -> None:
        super().__init__()
        self.waited: list[float] = []

    async def sleep(self, duration: timedelta) -> None:
        self.waited.append(duration.total_seconds())
