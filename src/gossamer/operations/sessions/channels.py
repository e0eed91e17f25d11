"""Ways into a session for who has a token of it; using them is using the session."""

from collections.abc import AsyncIterator, Awaitable, Callable

from gossamer.features.sessions import Held
from gossamer.ports.live_pages import DevtoolsChannel, UserInput


class UsedChannel:
    """A DevtoolsChannel; what its client says keeps the session from being idle."""

    def __init__(self, channel: DevtoolsChannel, held: Held) -> None:
        self._channel = channel
        self._held = held

    async def send(self, message: str) -> None:
        """Take a JSON message of the client."""
        self._held.use()
        await self._channel.send(message)

    def messages(self) -> AsyncIterator[str]:
        """Yield what the client is told, until the session or the channel ends."""
        return self._channel.messages()

    async def close(self) -> None:
        """End it; the session goes on."""
        await self._channel.close()


def control_of(held: Held) -> Callable[[UserInput], Awaitable[None]]:
    """Return what does as somebody does who watches."""

    async def control(event: UserInput) -> None:
        held.check()
        held.use()
        await held.live.use(event)

    return control
