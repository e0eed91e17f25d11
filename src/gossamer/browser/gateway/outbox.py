"""The queue of messages for a DevTools client."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator


class Outbox:
    """Messages in order, *limit* bytes of them at most; a single one may be larger.

    A client that reads too slowly is not waited for: the outbox ends, with what is in it. There is one reader.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._messages: deque[bytes] = deque()
        self._size = 0
        self._changed = asyncio.Event()
        self.ended = False

    def put(self, message: bytes) -> bool:
        """Add *message* and return True, or end when that is too much."""
        if self.ended:
            return False
        if self._messages and self._size + len(message) > self._limit:
            self._messages.clear()
            self.end()
            return False
        self._messages.append(message)
        self._size += len(message)
        self._changed.set()
        return True

    def end(self) -> None:
        """Take no more; what is there can still be read."""
        self.ended = True
        self._changed.set()

    async def read(self) -> AsyncIterator[str]:
        """Yield messages as they come, until the end."""
        while True:
            while self._messages:
                message = self._messages.popleft()
                self._size -= len(message)
                yield message.decode()
            if self.ended:
                return
            self._changed.clear()
            await self._changed.wait()
