"""Waiting until a page shows what its reader would see.

A page is watched from its load event until its DOM has not changed for `_QUIET` and no request that matters is open: at
least `_WATCHED`, because scripts commonly fill it from timers and fetches in that time, or `_WATCHED_AHEAD` where its
clock runs ahead of the world's (`page_clock`). Where content is known to be missing (`awaited`) the page is given time
until it is there. Requests that go on without changing anything (polls, streams) hold nothing up. A dead end, where no
document of a site is shown, is quiet at once. Nothing here is fatal: a page that never gets quiet is taken as it is.
"""

import asyncio
from collections.abc import Coroutine, Mapping
from contextlib import suppress
from enum import Enum
from typing import Any, Final

import msgspec

from gossamer.browser.page import Page, ScriptFailed
from gossamer.content.dynamic import waiting_pattern
from gossamer.core.deadlines import Deadline

_WATCHED = 350
# The same on a clock that runs ahead, where it takes no longer.
_WATCHED_AHEAD = 3000
# Milliseconds of such a clock after an answer to a script, and after the page was drawn.
_WATCHED_AFTER_ANSWER = 2000
_QUIET = 100
_LOAD = 4.0
_DOM_LIMIT = 5000
_LONGEST = 10.0
# How long content may take that is known to be missing, from the load event.
_PATIENCE = 3.5
# After so many waits for requests that brought nothing, more of them are polls.
_IDLE_ROUNDS: Final = 2
# Seconds that a virtual clock may stand still although no request is open that matters.
_STILL = 0.15
# After a page has used up its own time, it is drawn so often, which takes no longer than these seconds, and as often
# again as that changes it. Where content is missing, it is given so many seconds of the world.
_FRAMES: Final = 6
_DRAWN: Final = 0.3
_DRAWINGS: Final = 3
_REAL = 0.6
_PING = 5.0
_LAST_PING = 0.4
# Seconds of a request's time, at most this share of it, kept for reading the page out and closing it.
_RESERVE = 1.5
_RESERVE_SHARE = 0.2
# A page that went on to this many documents of its own accord will not stop.
_DOCUMENTS = 20


class SettleOutcome(Enum):
    """The outcome of waiting for a page to settle."""

    QUIET = "quiet"
    RESTLESS = "restless"
    UNPARSED = "unparsed"
    STUCK = "stuck"


def patience(deadline: Deadline) -> float:
    """Return the seconds that may be spent on waiting, so that reading the page out stays possible."""
    reserve = min(_RESERVE, deadline.budget.total_seconds() * _RESERVE_SHARE)
    return max(0.0, deadline.remaining() - reserve)


class _Looked(msgspec.Struct):
    quiet: bool
    changed: bool
    lacks: bool


async def settle(
    page: Page,
    deadline: Deadline,
    *,
    watched: int = _WATCHED,
    longest: float = _LONGEST,
    awaited: Mapping[str, int] | None = None,
) -> SettleOutcome:
    """Wait until *page* is quiet; *watched* in milliseconds, *longest* in seconds after it was parsed.

    *awaited* are elements that lack content, as in `FetchRequest`; empty, the page is given time until it shows
    anything at all, and no placeholder. None: quiet is enough.
    """
    return await PageWatch(page, deadline, awaited).settle(watched, longest)


async def wait_out(page: Page, deadline: Deadline, seconds: float) -> SettleOutcome:
    """Wait *seconds* and until *page* is quiet: by its own clock, unless something comes from elsewhere meanwhile."""
    end = asyncio.get_running_loop().time() + seconds
    requests = page.traffic.requests
    if page.clock.is_virtual:
        settled = await settle(page, deadline, watched=int(seconds * 1000))
        if not page.traffic.has_other_sources and page.traffic.requests == requests:
            return settled
    async with page.resting():
        with page.clock.keep_pace():
            await page.until(lambda: page.is_dead_end, end - asyncio.get_running_loop().time())
    return await settle(page, deadline, watched=0)


class PageWatch:
    """One wait for one page. It is hopeless when the page is frozen or goes from document to document.

    *lacks* says that none of the elements that were awaited has got its content.
    """

    def __init__(self, page: Page, deadline: Deadline, awaited: Mapping[str, int] | None) -> None:
        self._page = page
        self._deadline = deadline
        self._awaited = awaited
        self._clock = asyncio.get_running_loop().time
        self._documents = page.documents + _DOCUMENTS
        self._patient_until: float | None = None
        self.lacks = False

    async def settle(self, watched: int = _WATCHED, longest: float = _LONGEST) -> SettleOutcome:
        """Wait as `settle` says."""
        with self._page.clock.let_run():
            if not await self._wait_until_parsed(self._clock() + patience(self._deadline)):
                return SettleOutcome.QUIET if self._page.is_dead_end else await self._judge_unparsed()
            end = self._clock() + min(longest, patience(self._deadline))
            await self._page.until(lambda: self._page.loaded or self._page.is_dead_end, min(_LOAD, end - self._clock()))
            is_watched = watched and self._page.clock.is_virtual
            settled = await self._quiet(end, max(watched, _WATCHED_AHEAD) if is_watched else watched)
        if self._page.clock.is_virtual and settled is SettleOutcome.QUIET:
            settled = await self._quiet_in_the_world(end)
        return settled

    async def _quiet_in_the_world(self, end: float) -> SettleOutcome:
        """Wait for what neither a timer nor a request brings: frames that are drawn, databases, streams."""
        clock, settled = self._page.clock, SettleOutcome.QUIET
        if self.lacks or self._page.traffic.has_other_sources:
            self._patient_until = self._clock() + _REAL
            with clock.keep_pace():
                settled = await self._quiet(end, _WATCHED)
            self._patient_until = None
            return settled
        drawings = _DRAWINGS
        while drawings and settled is SettleOutcome.QUIET and await self._changes_when_drawn(end):
            drawings -= 1
            with clock.let_run():
                settled = await self._quiet(end, _WATCHED_AHEAD)
        return settled

    async def _changes_when_drawn(self, end: float) -> bool:
        """Return whether the page does more when it is drawn, or shortly after by its clock."""
        requests, changes = self._page.traffic.requests, True
        # A page that goes on to another document, or does not come to draw in this time, has to be watched again.
        with suppress(TimeoutError, ScriptFailed):
            async with asyncio.timeout(min(_DRAWN, max(0.0, end - self._clock()))):
                # A frame brings tasks, such as "in view" events, that only come while time passes.
                with self._page.clock.keep_pace():
                    changes = await self._page.call("draw", _FRAMES, 0)
                with self._page.clock.let_run():
                    changes |= await self._page.call("draw", 0, _WATCHED_AFTER_ANSWER)
        return changes or self._page.traffic.requests > requests

    async def settle_again(self, awaited: Mapping[str, int]) -> SettleOutcome:
        """Wait for *awaited* as well, as if that had been known from the load event."""
        self._awaited = awaited
        return await self.settle(watched=0)

    def _hopeless(self) -> bool:
        return self._page.frozen or self._page.documents > self._documents

    def _readable(self) -> bool:
        return self._page.interactive or self._page.is_dead_end or self._hopeless()

    async def _wait_until_parsed(self, end: float) -> bool:
        """Wait for the document to be parsed, as long as its main thread answers now and then."""
        while (remaining := end - self._clock()) > 0:
            if await self._page.until(self._readable, min(_PING, remaining)):
                break
            if not await self._responsive(min(_PING, max(0.0, end - self._clock()))):
                break
        return self._page.interactive and not self._hopeless()

    async def _judge_unparsed(self) -> SettleOutcome:
        if self._hopeless():
            return SettleOutcome.STUCK
        answers = await self._responsive(max(_LAST_PING, min(_PING, patience(self._deadline))))
        return SettleOutcome.UNPARSED if answers else SettleOutcome.STUCK

    async def _responsive(self, seconds: float) -> bool:
        try:
            async with asyncio.timeout(seconds):
                await self._page.evaluate("1")
        except TimeoutError:
            return False
        except ScriptFailed:
            return True
        return True

    async def _quiet(self, end: float, watched: int) -> SettleOutcome:
        if self._patient_until is None:
            self._patient_until = self._clock() + _PATIENCE
        idle = 0
        while (remaining := end - self._clock()) > 0:
            if self._hopeless():
                return SettleOutcome.STUCK
            if self._page.is_dead_end:
                return SettleOutcome.QUIET
            documents = self._page.documents
            try:
                looked = await self._watch_page(remaining, watched, max(0.0, self._patient_until - self._clock()))
            except TimeoutError:
                # A clock of its own may stand still although the page does not.
                may_go_on = self._page.clock.is_virtual and await self._responsive(_LAST_PING)
                return SettleOutcome.RESTLESS if may_go_on else SettleOutcome.STUCK
            except ScriptFailed:
                await self._next_document(documents, end)
                continue
            if self._hopeless():
                return SettleOutcome.STUCK
            self.lacks = looked.lacks
            idle = 0 if looked.changed else idle + 1
            if not self._page.traffic.busy() or idle > _IDLE_ROUNDS:
                return SettleOutcome.QUIET if looked.quiet else SettleOutcome.RESTLESS
            self._page.clock.stop_for_requests()
            await self._network_quiet(end)
            watched = _WATCHED_AFTER_ANSWER if self._page.clock.runs_ahead else 0
        return SettleOutcome.RESTLESS

    async def _watch_page(self, remaining: float, watched: int, patience: float) -> _Looked:
        """Have the page watch itself; TimeoutError when even that does not end: it is stuck."""
        longest = max(_DOM_LIMIT, watched)
        limit = longest if self._page.clock.runs_ahead else min(longest, int(remaining * 1000))
        pattern = None if self._awaited is None else waiting_pattern()
        shown = self._page.traffic.shown
        refresh = shown.headers.get("refresh", "") if shown is not None else ""
        after_answer = _WATCHED_AFTER_ANSWER if self._page.clock.runs_ahead else 0
        wait = (watched, _QUIET, limit, self._awaited, pattern, int(patience * 1000), refresh, after_answer)
        async with asyncio.timeout(remaining + 0.5):
            report = await self._unless_over(self._page.call("settle", *wait), remaining)
        return _Looked(quiet=True, changed=False, lacks=False) if report is None else msgspec.convert(report, _Looked)

    async def _unless_over(self, watching: Coroutine[Any, Any, Any], remaining: float) -> Any:
        """Return the report of *watching*; None when the page comes to a dead end before, or is frozen.

        The script may even have begun in that document: a page can go on while the script is on its way. Freezing a
        page may end the script without a report.
        """
        report = asyncio.create_task(watching)
        ended = asyncio.create_task(self._page.until(lambda: self._page.is_dead_end or self._page.frozen))
        waiting = asyncio.create_task(self._outlast_requests(remaining))
        try:
            await asyncio.wait((report, ended), return_when=asyncio.FIRST_COMPLETED)
            if report.done():
                return report.result()
            # Raises when the page is gone.
            ended.result()
            return None
        finally:
            for task in (report, ended, waiting):
                task.cancel()
            await asyncio.gather(report, ended, waiting, return_exceptions=True)

    async def _outlast_requests(self, remaining: float) -> None:
        """Let time pass on a clock that stands still for requests that bring nothing, or not soon enough."""
        clock, end = self._page.clock, self._clock() + remaining / 2
        while clock.is_virtual:
            await asyncio.sleep(_STILL)
            if not self._page.traffic.busy() or self._clock() > end:
                clock.ignore_requests()

    async def _next_document(self, documents: int, end: float) -> None:
        """Wait for what comes when the page navigated away under us."""
        page = self._page
        await page.until(lambda: page.documents > documents or self._hopeless(), max(0.0, end - self._clock()))
        await page.until(self._readable, max(0.0, end - self._clock()))

    async def _network_quiet(self, end: float) -> None:
        traffic = self._page.traffic
        while traffic.busy() and (remaining := end - self._clock()) > 0:
            await self._page.until(lambda: not traffic.busy(), min(remaining, traffic.next_stale() + 0.01))


async def settle_frame(page: Page, frame_id: str, seconds: float) -> None:
    """Wait until a frame shows anything, and no placeholder; at most *seconds*. Raises ScriptFailed."""
    limit = int(seconds * 1000)
    with page.clock.keep_pace(), suppress(TimeoutError):
        async with asyncio.timeout(seconds + _STILL):
            await page.call("settle", 0, _QUIET, limit, {}, waiting_pattern(), limit, "", 0, frame_id=frame_id)
