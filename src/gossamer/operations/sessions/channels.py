"""Ways into a session for who has a token of it; using them is using the session."""

from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from typing import Final

from gossamer.core.deadlines import Deadline
from gossamer.features.sessions import LocalSession
from gossamer.ports.live_pages import DevtoolsChannel, NavigationInput, UserInput

# Somebody waits for it, with a page in sight.
_PATIENCE: Final = timedelta(seconds=5)


class UsedChannel:
    """A DevtoolsChannel; what its client says keeps the session from being idle."""

    def __init__(self, channel: DevtoolsChannel, held: LocalSession) -> None:
        self._channel = channel
        self._held = held

    async def send(self, message: str) -> None:
        """Take a JSON message of the client."""
        self._held.use()
        await self._channel.send(message)

    def messages(self) -> AsyncIterator[str]:
        """Yield the messages for the client, until the session or the channel ends."""
        return self._channel.messages()

    async def close(self) -> None:
        """End it; the session goes on."""
        await self._channel.close()


def control_of(held: LocalSession) -> Callable[[UserInput], Awaitable[None]]:
    """Return a function that performs the input of somebody who watches.

    Mouse and keys are passed on whatever goes on; a navigation takes a turn. Raises SessionBusy when there is none.
    """

    async def control(event: UserInput) -> None:
        held.check()
        held.use()
        if not isinstance(event, NavigationInput):
            await held.live.use(event)
            return
        async with held.turn(Deadline.after(_PATIENCE)):
            await held.live.use(event)

    return control
