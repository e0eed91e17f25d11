"""A graceful stop: requests under way may finish, new ones are refused.

While the process stops, requests under way go on for a while, and new ones are asked to come
again. What is not ready at the end of that while is cancelled, and told the same.
"""

import asyncio
from contextlib import suppress
from datetime import timedelta

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gossamer.api.errors import answer_to
from gossamer.core.errors import Stopping

# Supervisors of the process may still ask.
_ALWAYS = frozenset({"/health/live", "/v0/health/liveness", "/metrics"})


class Drain:
    """Requests under way, and whether new ones are taken."""

    def __init__(self) -> None:
        self.under_way: set[asyncio.Timeout] = set()
        self.is_stopping = False
        self._empty = asyncio.Event()

    async def finish(self, grace: timedelta) -> None:
        """Take nothing new; return when all that is under way has ended, which is cut off after *grace*."""
        self.is_stopping = True
        if self.under_way:
            with suppress(TimeoutError):
                async with asyncio.timeout(grace.total_seconds()):
                    await self._empty.wait()
        self.cut()

    def cut(self) -> None:
        """Cancel everything under way; each is answered with Stopping."""
        now = asyncio.get_running_loop().time()
        for running in self.under_way:
            if running.when() is None:
                running.reschedule(now)

    def left(self, ended: asyncio.Timeout) -> None:
        """Note that a request ended."""
        self.under_way.discard(ended)
        if not self.under_way and self.is_stopping:
            self._empty.set()


class Draining:
    """ASGI middleware that keeps a Drain."""

    def __init__(self, app: ASGIApp, drain: Drain) -> None:
        self._app = app
        self._drain = drain

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, unless the process stops."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if self._drain.is_stopping and scope["path"] not in _ALWAYS:
            await _come_again(scope, receive, send)
            return
        answer = _Answering(send)
        running = asyncio.timeout(None)
        try:
            async with running:
                self._drain.under_way.add(running)
                await self._app(scope, receive, answer)
        except TimeoutError:
            if not running.expired() or answer.begun:
                raise
            await _come_again(scope, receive, send)
        finally:
            self._drain.left(running)


class _Answering:
    """The response channel to the client; remembers whether anything was sent."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.begun = False

    async def __call__(self, message: Message) -> None:
        """Pass *message* on."""
        self.begun = True
        await self._send(message)


async def _come_again(scope: Scope, receive: Receive, send: Send) -> None:
    refusal = answer_to(Stopping("This server is about to stop or restart. Please try again shortly."), close=True)
    await refusal(scope, receive, send)
