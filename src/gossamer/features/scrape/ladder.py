"""The ladder: which fetchers are tried for a request, in which order, and when to stop.

Cheapest first. A rung is climbed when the page that came is not the page that was meant
(a challenge, an empty shell) or when the site gave no answer. A fetcher without an answer
after its share of the time may still get one, so the next is tried beside it and the first
usable page wins; a site that answers within the share is not asked twice.

What cannot be helped by any fetcher (no such name, nobody there, a forbidden address, a bad
certificate) ends the climb at once.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Generic, Literal, TypeAlias, TypeVar

from gossamer.core.errors import (
    ActionsUnsupported,
    CallerError,
    NameNotResolved,
    NotAvailable,
    NotConnected,
    NoWebPage,
    PaymentRequired,
    ProxyFailed,
    Refused,
    ServiceError,
    TlsFailed,
    TooManyRedirects,
    Unreachable,
)
from gossamer.core.pages import Capability, FetchedPage, FetchRequest
from gossamer.core.specs import ProxyTier
from gossamer.core.tracing import span
from gossamer.ports.clock import Clock
from gossamer.ports.fetcher import Fetcher

_T = TypeVar("_T")
# An error of a fetcher is a result here: it must not end the attempts beside it.
_Fetching: TypeAlias = "asyncio.Task[FetchedPage | ServiceError]"
Tier: TypeAlias = Literal["basic", "stealth"]

# This part of the time that is left a fetcher has to itself before the next begins beside it.
_SHARE_OF_TIME = 0.5
# A request with less time than this is not worth a second visit.
_SHARED_FROM_SECONDS = 5.0
# Seconds kept for answering with the last resort, should a stronger fetcher not end; a share at most.
_RESERVE_SECONDS = 1.5
_RESERVE_SHARE = 0.15
# Of the address, so that no other way of asking will help.
_HOPELESS = (CallerError, NameNotResolved, NotConnected, NoWebPage, PaymentRequired, TlsFailed)
# Of the way, so that another may help.
_PASSING = (NotAvailable, ProxyFailed, Refused, TooManyRedirects, Unreachable)


@dataclass(frozen=True, slots=True)
class Accept(Generic[_T]):
    """The page can be used; *value* was made of it."""

    value: _T


@dataclass(frozen=True, slots=True)
class Escalate(Generic[_T]):
    """Try a stronger fetcher that has *needs*; *reason* is named if none helps.

    *last_resort* is what to answer with when nobody gets more; None when that is no answer. *awaited* is what the
    stronger fetcher has to wait for, as in `FetchRequest`; None when that is not known.
    """

    reason: str
    needs: Capability | None = None
    last_resort: _T | None = None
    awaited: Mapping[str, int] | None = None


Verdict: TypeAlias = Accept[_T] | Escalate[_T]


@dataclass(frozen=True, slots=True)
class Attempt:
    """One fetcher with one tier of proxies."""

    fetcher: Fetcher
    tier: Tier

    @property
    def name(self) -> str:
        """Name in messages."""
        return self.fetcher.name if self.tier == "basic" else f"{self.fetcher.name} (stealth)"


@dataclass(frozen=True, slots=True)
class Climb(Generic[_T]):
    """The fetched page, and the rungs that failed before."""

    value: _T
    rejected: tuple[str, ...]


def plan(
    fetchers: Sequence[Fetcher], proxy: ProxyTier, needed: frozenset[Capability], strongest: Tier = "stealth"
) -> tuple[Attempt, ...]:
    """Return the attempts for a request, cheapest first.

    With `auto` the plain way is tried in the basic tier and stronger ways in the *strongest*; a named tier holds for
    every attempt.
    """
    able = [f for f in sorted(fetchers, key=lambda f: f.cost) if needed <= f.capabilities]
    if proxy is ProxyTier.BASIC:
        return tuple(Attempt(f, "basic") for f in able if Capability.STEALTH not in f.capabilities)
    if proxy in (ProxyTier.STEALTH, ProxyTier.ENHANCED):
        strong = [f for f in able if f.capabilities] or able
        return tuple(Attempt(f, strongest) for f in strong)
    return tuple(Attempt(f, strongest if Capability.STEALTH in f.capabilities else "basic") for f in able)


async def climb(
    attempts: Sequence[Attempt],
    request: FetchRequest,
    judge: Callable[[FetchedPage], Awaitable[Verdict[_T]]],
    clock: Clock,
) -> Climb[_T]:
    """Try *attempts* in order until *judge* accepts a page; no attempt is left running.

    Raises the failure that ended the climb, Refused with every fetcher and its reason, or
    TimedOut when the request's deadline passed first.
    """
    async with request.deadline.guard(), asyncio.TaskGroup() as group:
        ascent = _Ascent(attempts, request, judge, clock, group)
        end = await ascent.end()
        ascent.leave()
    try:
        if isinstance(end, ServiceError):
            raise end
        return end
    finally:
        # An error knows the frames it went through. Held by one of them, it and all the pages they
        # know would stay until the garbage collector comes, which is seldom.
        del ascent, end


class _Ascent(Generic[_T]):
    """One climb: what is under way, what was tried in vain, and what is left to try."""

    def __init__(
        self,
        attempts: Sequence[Attempt],
        request: FetchRequest,
        judge: Callable[[FetchedPage], Awaitable[Verdict[_T]]],
        clock: Clock,
        group: asyncio.TaskGroup,
    ) -> None:
        self._attempts = attempts
        self._left = list(attempts)
        self._request = request
        self._judge = judge
        self._clock = clock
        self._group = group
        self._under_way: dict[_Fetching, Attempt] = {}
        self._latest: _Fetching | None = None
        self._share: asyncio.Task[None] | None = None
        self._rejected: list[str] = []
        self._failures: list[ServiceError] = []
        self._final: ServiceError | None = None
        self._closed_tiers: set[Tier] = set()
        self._needs: Capability | None = None
        self._last_resort: _T | None = None
        self._awaited: Mapping[str, int] | None = None

    async def end(self) -> "Climb[_T] | ServiceError":
        """Return the climb to the page, or the error when no attempt reached it."""
        while True:
            if self._is_next_due():
                self._begin_next()
            if not self._under_way:
                return self._in_vain()
            for task in await self._take_ended():
                if (end := await self._take_result(task)) is not None:
                    return end

    def leave(self) -> None:
        """Give up what is still under way."""
        self._stop_timer()
        for task in self._under_way:
            task.cancel()

    def _is_next_due(self) -> bool:
        """Return whether the latest attempt ended, cannot give what is needed, or had its share."""
        latest = self._under_way.get(self._latest) if self._latest else None
        if latest is None or not self._fits(latest):
            return True
        return self._share is not None and self._share.done()

    def _begin_next(self) -> None:
        self._stop_timer()
        fitting = [attempt for attempt in self._left if self._fits(attempt)]
        self._left = fitting[1:]
        if not fitting:
            return
        self._latest = self._group.create_task(_outcome(fitting[0], self._request_now()))
        self._under_way[self._latest] = fitting[0]
        deadline = self._request.deadline
        if self._left and deadline.budget.total_seconds() >= _SHARED_FROM_SECONDS:
            share = timedelta(seconds=deadline.remaining() * _SHARE_OF_TIME)
            self._share = self._group.create_task(self._clock.sleep(share))

    def _request_now(self) -> FetchRequest:
        """Return the request; with a last resort at hand its deadline leaves time to answer with that."""
        pending = self._awaited
        request = self._request if pending is None else replace(self._request, awaited=pending, expects=None)
        if self._last_resort is None:
            return request
        reserve = min(_RESERVE_SECONDS, request.deadline.remaining() * _RESERVE_SHARE)
        return replace(request, deadline=request.deadline.sooner(reserve))

    def _stop_timer(self) -> None:
        if self._share is not None:
            self._share.cancel()
            self._share = None

    def _fits(self, attempt: Attempt) -> bool:
        is_able = self._needs is None or self._needs in attempt.fetcher.capabilities
        return is_able and attempt.tier not in self._closed_tiers

    async def _take_ended(self) -> list[_Fetching]:
        """Return the attempts that ended, cheapest first; none when it is the latest one's share that did."""
        timer = () if self._share is None else (self._share,)
        await asyncio.wait((*self._under_way, *timer), return_when=asyncio.FIRST_COMPLETED)
        return [task for task in self._under_way if task.done()]

    async def _take_result(self, task: _Fetching) -> "Climb[_T] | ServiceError | None":
        """Take what came of an attempt; return the end of the climb if this is it."""
        attempt = self._under_way.pop(task)
        outcome = task.result()
        if isinstance(outcome, ServiceError):
            return self._take_failure(attempt, outcome)
        try:
            verdict = await self._judge(outcome)
        except ServiceError as error:
            return self._spoilt(error)
        match verdict:
            case Accept(value):
                return self._end_climb(value)
            case Escalate(reason, needs, poor, awaited):
                self._needs = needs or self._needs
                self._awaited = self._awaited if awaited is None else awaited
                self._last_resort = poor if self._last_resort is None else self._last_resort
                self._rejected.append(f"{attempt.name}: {reason}")
        return None

    def _take_failure(self, attempt: Attempt, error: ServiceError) -> ServiceError | None:
        # With a page at hand that will do, no failure of a stronger fetcher is worth more.
        passing = isinstance(error, _PASSING) and not isinstance(error, NotConnected)
        if not passing and self._last_resort is None:
            return self._spoilt(error)
        self._failures.append(error)
        if isinstance(error, ProxyFailed):
            # Others of its tier would go by the same proxies.
            self._closed_tiers.add(attempt.tier)
            self._final = error
        self._rejected.append(f"{attempt.name}: {error.message}")
        return None

    def _spoilt(self, error: ServiceError) -> ServiceError | None:
        """Return *error* when nobody can help; else begin nothing more, as what is under way may bring the page."""
        if isinstance(error, _HOPELESS):
            return error
        self._left.clear()
        self._final = error
        return None

    def _end_climb(self, value: _T) -> Climb[_T]:
        slower = (f"{attempt.name}: no answer in time" for attempt in self._under_way.values())
        return Climb(value, (*self._rejected, *slower))

    def _in_vain(self) -> "Climb[_T] | ServiceError":
        if self._last_resort is not None:
            return Climb(self._last_resort, tuple(self._rejected))
        if self._final is not None:
            return self._final
        unmet = self._needs is not None and not any(self._fits(attempt) for attempt in self._attempts)
        return _conclusion(self._rejected, self._failures, no_browser=unmet)


async def _outcome(attempt: Attempt, request: FetchRequest) -> FetchedPage | ServiceError:
    rendered = Capability.RENDER in attempt.fetcher.capabilities
    with span("render" if rendered else "fetch", {"gossamer.fetcher": attempt.name}, kind="client") as fetching:
        try:
            page = await attempt.fetcher.fetch(replace(request, tier=attempt.tier))
        except ServiceError as error:
            fetching.fail(error.code)
            return error
        fetching.set("http.response.status_code", page.status)
        return page


def _conclusion(rejected: list[str], failures: list[ServiceError], *, no_browser: bool) -> ServiceError:
    """Return the error that ends a climb in vain."""
    if not rejected:
        return ActionsUnsupported(
            "This needs a browser (screenshots, page actions), and none is available. "
            "Run `gossamer doctor` to see how to get one."
        )
    if len(failures) == len(rejected) and isinstance(failures[-1], TooManyRedirects | Unreachable):
        is_told_alike = len({failure.message for failure in failures}) == 1
        return failures[-1] if is_told_alike else Unreachable(f"The site gave no page. {_reasons(rejected)}")
    hint = " No browser is available here; run `gossamer doctor`." if no_browser else ""
    return Refused(f"No fetcher could get this page. {_reasons(rejected)}{hint}")


def _reasons(rejected: list[str]) -> str:
    return "Tried " + "; ".join(reason.rstrip(".") for reason in rejected) + "."
