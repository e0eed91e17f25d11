"""When a page of a host may be begun.

A host rests for everybody when it asks for it (Retry-After) or does not answer; and where
there is a pause to keep between pages (the job's delay, robots.txt, a host that pushes back),
workers share one row of moments (`HostStore.reserve`). A moment that is near is waited for;
for one that is further away the entry goes back to the frontier, so that nobody waits in line
with a whole lane. Only looking at the row first keeps moments from being reserved in vain.
"""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from gossamer.core.urls import WebUrl, host_of, port_of
from gossamer.features.crawl.pace.limiter import Limiter
from gossamer.ports.clock import Clock
from gossamer.ports.hosts import HostStore

# A moment at most so far away is waited for.
_NEAR: Final = timedelta(seconds=2)
# Seconds between two look-ups of what other workers learnt of a host.
_LOOKED_UP_FOR: Final = 2.0
_HOSTS: Final = 10_000
_FIRST_REST: Final = timedelta(seconds=1)
_LONGEST_REST: Final = timedelta(seconds=60)
# So many faults in a row are the host's, fewer may be those of single pages.
_FAULTS_OF_A_HOST: Final = 3
# A host from which nothing ever came is given up after so many.
_FAULTS_OF_A_DEAD_HOST: Final = 6
_MOST_DOUBLINGS: Final = 6
# Differences between the answers of one burst are not worth a write each.
_SAME_MOMENT: Final = timedelta(seconds=1)


def host_key(url: WebUrl) -> str:
    """Return the "host:port" under which a host is known."""
    return f"{host_of(url)}:{port_of(url)}"


@dataclass(slots=True)
class _Host:
    """The state of a host in this process; *looked_up* and *begun* are on the monotonic clock."""

    limiter: Limiter = field(default_factory=Limiter)
    looked_up: float = float("-inf")
    every: timedelta = timedelta(0)
    resting_until: datetime | None = None
    last_begun: float | None = None
    # When it began to rest, how often in a row it had to, and faults since the last answer.
    rested_at: float = float("-inf")
    rests: int = 0
    faults: int = 0
    has_answered: bool = False


class Pacer:
    """The pace of all hosts, as this process keeps it."""

    def __init__(self, hosts: HostStore, clock: Clock) -> None:
        self._store = hosts
        self._clock = clock
        self._hosts: OrderedDict[str, _Host] = OrderedDict()
        self._listeners: set[Callable[[], None]] = set()

    def listen(self, listener: Callable[[], None]) -> None:
        """Call *listener* whenever a page has ended, as another may then begin."""
        self._listeners.add(listener)

    def leave(self, listener: Callable[[], None]) -> None:
        """Call it no more."""
        self._listeners.discard(listener)

    def has_room(self, host: str) -> bool:
        """Return whether one more page of *host* may be under way."""
        return self._of(host).limiter.has_room

    def begin(self, host: str) -> None:
        """Count a page as under way; `end` must follow."""
        self._of(host).limiter.running += 1

    def end(self, host: str) -> None:
        """Count it no more."""
        self._of(host).limiter.running -= 1
        for listener in self._listeners:
            listener()

    async def admit(self, host: str, *, every: timedelta) -> datetime | None:
        """Return None once a page may be asked for, or from when on it may be tried again.

        *every* is the pause between two pages that the job or robots.txt wants.
        """
        state = self._of(host)
        await self._look_up(host, state)
        now = self._clock.now()
        if state.resting_until is not None and state.resting_until > now:
            return state.resting_until
        every = max(every, state.every, timedelta(seconds=state.limiter.pause))
        return await self._moment(host, state, every, now) if every else None

    def answered(self, host: str, seconds: float) -> None:
        """Learn from a page that came after *seconds*."""
        state = self._of(host)
        state.rests = state.faults = 0
        state.has_answered = True
        state.limiter.answered(seconds)

    def is_dead(self, host: str) -> bool:
        """Return whether nothing ever came from *host*, however often it was asked."""
        state = self._of(host)
        return not state.has_answered and state.faults >= _FAULTS_OF_A_DEAD_HOST

    async def faulted(self, host: str, *, begun: float, tries: int, was_alive: bool = False) -> datetime:
        """Learn from a page that got no answer, for the *tries*th time; return from when on it may be tried again.

        A single page may be what is broken. Only when none comes any more, the host rests; one that never answered
        is not worth waiting for, unless the caller knows that it *was_alive*.
        """
        state = self._of(host)
        state.faults += 1
        state.has_answered |= was_alive
        if state.faults < _FAULTS_OF_A_HOST or not state.has_answered:
            return self._clock.now() + _FIRST_REST * (1 << tries)
        until = await self._rest(host, state, begun=begun, pause=None)
        state.limiter.vanished()
        return until

    def slowed(self, host: str) -> None:
        """Learn from a page that did not come in its time."""
        self._of(host).limiter.pushed_back()

    async def pushed_back(self, host: str, *, begun: float, pause: timedelta | None) -> datetime:
        """Let the host rest for *pause*, or longer each time when it names none; return until when.

        *begun* is when the page was asked for. What was under way when the rest began is the
        same push, and does not count again.
        """
        state = self._of(host)
        if begun >= state.rested_at:
            state.limiter.pushed_back()
        return await self._rest(host, state, begun=begun, pause=pause)

    async def _rest(self, host: str, state: _Host, *, begun: float, pause: timedelta | None) -> datetime:
        is_new = begun >= state.rested_at
        if is_new:
            state.rests = min(state.rests + 1, _MOST_DOUBLINGS + 1)
            state.rested_at = self._clock.monotonic()
        if pause is None:
            pause = min(_LONGEST_REST, _FIRST_REST * (1 << (state.rests - 1)))
        until = self._clock.now() + pause
        if state.resting_until is None or until > state.resting_until + (timedelta(0) if is_new else _SAME_MOMENT):
            state.resting_until = until
            await self._store.rest(host, until=until)
        return state.resting_until

    async def _look_up(self, host: str, state: _Host) -> None:
        now = self._clock.monotonic()
        if now - state.looked_up < _LOOKED_UP_FOR:
            return
        # Set first: those who come meanwhile need not ask too.
        state.looked_up = now
        pace = await self._store.pace(host)
        state.every = pace.every
        if pace.resting_until is not None and (state.resting_until is None or pace.resting_until > state.resting_until):
            state.resting_until = pace.resting_until

    async def _moment(self, host: str, state: _Host, every: timedelta, now: datetime) -> datetime | None:
        first = await self._store.reserve(host, 0, every=every, now=now)
        if first - now > _NEAR:
            return first
        reserved = await self._store.reserve(host, 1, every=every, now=self._clock.now())
        await self._wait(reserved - self._clock.now())
        # The site measures when requests arrive, not the moments they were given.
        if state.last_begun is not None:
            await self._wait(every - timedelta(seconds=self._clock.monotonic() - state.last_begun))
        state.last_begun = self._clock.monotonic()
        return None

    async def _wait(self, duration: timedelta) -> None:
        if duration > timedelta(0):
            await self._clock.sleep(duration)

    def _of(self, host: str) -> _Host:
        state = self._hosts.get(host)
        if state is None:
            state = self._hosts[host] = _Host()
            if len(self._hosts) > _HOSTS:
                self._forget_one()
        else:
            self._hosts.move_to_end(host)
        return state

    def _forget_one(self) -> None:
        oldest = next((name for name, host in self._hosts.items() if not host.limiter.running), None)
        if oldest is not None:
            del self._hosts[oldest]
