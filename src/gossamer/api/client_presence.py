"""Work that stops when its client disconnects."""

import asyncio
from types import TracebackType

from starlette.types import Receive

# Most answers are ready before a client could have left; they pay for no watcher.
_UNWATCHED_SECONDS = 0.05
_GONE = frozenset({"http.disconnect", "websocket.disconnect"})


class ClientGone(Exception):
    """The client closed the connection before its answer was ready."""


class WhilePresent:
    """Cancels what runs inside when the client goes away, and raises ClientGone in its place.

    The request's body must have been read: from then on the server has only the client's
    leaving to tell. What the client of a socket says is read and forgotten.
    """

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._gone = False
        self._watcher: asyncio.Task[None] | None = None

    async def __aenter__(self) -> None:
        loop = asyncio.get_running_loop()
        task = asyncio.current_task()
        if task is None:
            raise RuntimeError("WhilePresent needs a task to cancel")
        self._task = task
        self._cancelling = task.cancelling()
        self._start = loop.call_later(_UNWATCHED_SECONDS, self._watch)

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._start.cancel()
        if self._watcher is not None:
            self._watcher.cancel()
            await asyncio.wait([self._watcher])
        if self._gone and self._task.uncancel() <= self._cancelling and kind is asyncio.CancelledError:
            raise ClientGone from error

    def _watch(self) -> None:
        self._watcher = asyncio.create_task(self._wait_for_leaving())

    async def _wait_for_leaving(self) -> None:
        while (await self._receive())["type"] not in _GONE:
            pass
        self._gone = True
        self._task.cancel()
