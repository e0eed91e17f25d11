"""Rate limits by minute, of teams and of keys.

Windows are minutes of the clock (UTC), counted in the store, so that a bound holds over all processes
together. A process leases a part of the minute's requests at a time: a generous bound costs few
writes, one below forty is counted request by request, and none is ever exceeded. What a process leased
and did not use is lost with the minute. Who has no bound costs nothing.

Reading a job's status is never counted: a client that is asked to wait gives up its job.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final

from gossamer.core.access import Mode, Principal
from gossamer.core.errors import RateLimited
from gossamer.ports.clock import Clock
from gossamer.store.rates import RateStore

_MINUTE: Final = timedelta(minutes=1)
# So many leases use up a window.
_LEASES: Final = 20
# The name under which all requests of a key are counted.
_ANY: Final = "all"
# Requests of a key that its own bound is about; the others read what everybody may know of themselves.
_UNCOUNTED: Final = frozenset({Mode.ACCOUNT})
_ASK_TEAM: Final = "an operator of this service can raise the team's rate limits"
_ASK_ADMIN: Final = "a team admin can raise it in the dashboard: API Keys, Restrictions (/dashboard/keys)"


@dataclass(frozen=True, slots=True)
class _Bound:
    """Requests a minute of an owner; *description* is the limit in words."""

    owner_id: str
    mode: str
    limit: int
    description: str


@dataclass(slots=True)
class _Window:
    """The rest of a minute's requests that this process holds."""

    left: int = 0
    used_up: bool = False
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)


class Rates:
    """Counts requests; *defaults* are bounds of every team that has none of its own, by mode."""

    def __init__(self, store: RateStore, clock: Clock, defaults: Mapping[str, int]) -> None:
        self._store = store
        self._clock = clock
        self._defaults = defaults
        self._minute = -1
        # Of the running minute alone. While a bound that was changed is not known everywhere, keys of a team come
        # with the old one and the new: each has its own leases, or they would throw away those of the other.
        self._windows: dict[tuple[str, str, int], _Window] = {}

    async def take(self, caller: Principal, mode: Mode | None) -> None:
        """Count a request of *caller*; None is not counted. Raises RateLimited when there is none left."""
        if mode is None:
            return
        counted_windows: list[_Window] = []
        for bound in self._bounds(caller, mode):
            now = self._clock.now()
            window = self._window(bound, now)
            if not await self._take_one(window, bound, now):
                # A refused request is not counted elsewhere.
                for counted in counted_windows:
                    counted.left += 1
                raise _refusal(bound, now)
            counted_windows.append(window)

    def _bounds(self, caller: Principal, mode: Mode) -> list[_Bound]:
        bounds = []
        key_rate = caller.limits.key_rate
        if key_rate is not None and mode not in _UNCOUNTED:
            description = f"This API key may make {key_rate} requests a minute; {_ASK_ADMIN}"
            bounds.append(_Bound(caller.key_id, _ANY, key_rate, description))
        limit = caller.limits.team_rates.get(mode, self._defaults.get(mode))
        if limit is not None:
            description = f"This team may make {limit} requests of the kind `{mode}` a minute; {_ASK_TEAM}"
            bounds.append(_Bound(caller.team_id, mode, limit, description))
        return bounds

    def _window(self, bound: _Bound, now: datetime) -> _Window:
        minute = int(now.timestamp() // 60)
        if minute != self._minute:
            self._minute, self._windows = minute, {}
        return self._windows.setdefault((bound.owner_id, bound.mode, bound.limit), _Window())

    async def _take_one(self, window: _Window, bound: _Bound, now: datetime) -> bool:
        if not window.left and not window.used_up:
            await self._lease(window, bound, now)
        if not window.left:
            return False
        window.left -= 1
        return True

    async def _lease(self, window: _Window, bound: _Bound, now: datetime) -> None:
        """Lease more, unless somebody did while we waited."""
        async with window.turn:
            if window.left or window.used_up:
                return
            lease_size = max(1, bound.limit // _LEASES)
            granted = await self._store.take(bound.owner_id, bound.mode, number=lease_size, limit=bound.limit, now=now)
            # Meanwhile some may have been given back.
            window.left += granted
            window.used_up = not granted


def _refusal(bound: _Bound, now: datetime) -> RateLimited:
    resets = now.astimezone(UTC).replace(second=0, microsecond=0) + _MINUTE
    seconds = max(1, -((now - resets) // timedelta(seconds=1)))
    return RateLimited(
        f"Rate limit exceeded. Consumed (req/min): {bound.limit}, Remaining (req/min): 0. {bound.description}; "
        f"please retry after {seconds}s, resets at {resets:%a %b %d %Y %H:%M:%S} GMT+0000.",
        retry_after=seconds,
    )
