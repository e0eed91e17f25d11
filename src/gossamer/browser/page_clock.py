"""The clock of a page that is only read: it runs as fast as the scripts of the page do.

Chromium can run a page on a virtual clock. Its timers fire one after another without anybody waiting for them, and the
clock stands still while the page waits for an answer, so what a timer brings after seconds is there after
milliseconds. Time is granted in portions, as long as somebody waits for the page; in between the page stands still.

A page that is acted on, seen or kept open has the clock of the world, and so has a visitor that must not stand out:
dates that a page computes run ahead.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import msgspec

from gossamer.browser.cdp.connection import TargetSession
from gossamer.browser.cdp.messages import Nothing

# Milliseconds of a portion: a page with many timers does no more work than in as much real time. And of one in the pace
# of the world.
_PORTION: Final = 500
_STEP: Final = 25
# So many tasks may follow each other at once before the clock goes on all the same.
_TASKS: Final = 1000
_AFTER_REQUESTS: Final = "pauseIfNetworkFetchesPending"
_AT_ONCE: Final = "advance"


class PageClock:
    """The clock of the page of *session*; that of the world until it is made virtual."""

    def __init__(self, session: TargetSession) -> None:
        self.is_virtual = False
        self._session = session
        self._waiting = 0
        self._step: asyncio.TimerHandle | None = None
        self._is_paced = False
        self._policy = _AFTER_REQUESTS
        session.on("Emulation.virtualTimeBudgetExpired", Nothing, self._grant_again)

    @property
    def runs_ahead(self) -> bool:
        """Return whether time passes faster than in the world now."""
        return self.is_virtual and not self._is_paced

    @contextmanager
    def let_run(self) -> Iterator[None]:
        """Let time pass in a block that waits for the page."""
        self._waiting += 1
        self._grant()
        try:
            yield
        finally:
            self._waiting -= 1

    @contextmanager
    def keep_pace(self) -> Iterator[None]:
        """Let time pass no faster than in the world in a block that waits for what the world brings."""
        self._is_paced = True
        try:
            with self.let_run():
                yield
        finally:
            self._is_paced = False

    def stop_for_requests(self) -> None:
        """Let requests stop the clock again: one has begun that matters, or another document is shown."""
        if self._policy != _AFTER_REQUESTS:
            self._policy = _AFTER_REQUESTS
            self._grant()

    def ignore_requests(self) -> None:
        """Let time pass whatever is open: streams, and requests that nobody waits for any more."""
        if self._policy != _AT_ONCE:
            self._policy = _AT_ONCE
            self._grant()

    def _grant_again(self, _: Nothing) -> None:
        if not self._is_paced:
            self._grant()
        elif self._step is None:
            # A portion that replaces another one ends beside it.
            self._step = asyncio.get_running_loop().call_later(_STEP / 1000, self._grant)

    def _grant(self) -> None:
        self._step = None
        if self.is_virtual and self._waiting:
            self._session.send(
                "Emulation.setVirtualTimePolicy",
                policy=_AT_ONCE if self._is_paced else self._policy,
                budget=_STEP if self._is_paced else _PORTION,
                maxVirtualTimeTaskStarvationCount=_TASKS,
            ).add_done_callback(self._check_grant)

    def _check_grant(self, granting: asyncio.Future[msgspec.Raw]) -> None:
        """Take the clock of the world where the browser has no other."""
        if not granting.cancelled() and granting.exception() is not None:
            self.is_virtual = False
