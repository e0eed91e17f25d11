"""The ladder: which fetchers are tried for a request, in which order, and when to stop.

Cheapest first. A rung is climbed when the page that came is not the page that was meant
(a challenge, an empty shell) or when the site gave no answer at all. What cannot be helped
by a stronger fetcher (no such name, nobody there, a forbidden address, a bad certificate, the
deadline) ends the climb at once.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, Literal, TypeAlias, TypeVar

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import (
    ActionsUnsupported,
    NotAvailable,
    NotConnected,
    Refused,
    ServiceError,
    TimedOut,
    Unreachable,
)
from gossamer.core.pages import Capability, FetchedPage, FetchRequest
from gossamer.core.specs import ProxyTier
from gossamer.ports.fetcher import Fetcher

_T = TypeVar("_T")
Tier: TypeAlias = Literal["basic", "stealth"]

# A fetcher that gets no answer must leave time for the next one.
_SHARE_OF_TIME = 0.5
_SHARED_FROM_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Accept(Generic[_T]):
    """The page can be used; *value* was made of it."""

    value: _T


@dataclass(frozen=True, slots=True)
class Escalate(Generic[_T]):
    """Try a stronger fetcher that has *needs*; *reason* is named if none helps.

    *last_resort* is what to answer with when nobody gets more; None when that is no answer.
    """

    reason: str
    needs: Capability | None = None
    last_resort: _T | None = None


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
    """What was reached, and which rungs were tried in vain."""

    value: _T
    rejected: tuple[str, ...]


def plan(fetchers: Sequence[Fetcher], proxy: ProxyTier, needed: frozenset[Capability]) -> tuple[Attempt, ...]:
    """Return the attempts for a request, cheapest first.

    With `auto` the plain way is tried in the basic tier and stronger ways in the stealth
    tier; a named tier holds for every attempt.
    """
    able = [f for f in sorted(fetchers, key=lambda f: f.cost) if needed <= f.capabilities]
    if proxy is ProxyTier.BASIC:
        return tuple(Attempt(f, "basic") for f in able if Capability.STEALTH not in f.capabilities)
    if proxy in (ProxyTier.STEALTH, ProxyTier.ENHANCED):
        strong = [f for f in able if f.capabilities] or able
        return tuple(Attempt(f, "stealth") for f in strong)
    return tuple(Attempt(f, "stealth" if Capability.STEALTH in f.capabilities else "basic") for f in able)


async def climb(
    attempts: Sequence[Attempt],
    request: FetchRequest,
    judge: Callable[[FetchedPage], Awaitable[Verdict[_T]]],
) -> Climb[_T]:
    """Try *attempts* in order until *judge* accepts a page.

    Raises the failure that ended the
    climb, or Refused with every fetcher and its reason.
    """
    rejected: list[str] = []
    failures: list[ServiceError] = []
    needs: Capability | None = None
    last_resort: _T | None = None
    for position, attempt in enumerate(attempts):
        if needs is not None and needs not in attempt.fetcher.capabilities:
            continue
        request.deadline.check()
        rest = attempts[position + 1 :]
        try:
            page = await _fetch(attempt, request, last=not rest)
        except NotConnected:
            raise
        except (Unreachable, Refused, NotAvailable) as error:
            failures.append(error)
            rejected.append(f"{attempt.name}: {error.message}")
            continue
        match await judge(page):
            case Accept(value):
                return Climb(value, tuple(rejected))
            case Escalate(reason, wanted, poor):
                needs = wanted
                last_resort = poor if last_resort is None else last_resort
                rejected.append(f"{attempt.name}: {reason}")
    if last_resort is not None:
        return Climb(last_resort, tuple(rejected))
    unmet = needs is not None and not any(needs in attempt.fetcher.capabilities for attempt in attempts)
    raise _conclusion(rejected, failures, no_browser=unmet)


async def _fetch(attempt: Attempt, request: FetchRequest, *, last: bool) -> FetchedPage:
    """Fetch with this attempt's tier and its share of the time that is left."""
    deadline = request.deadline
    shared = not last and deadline.budget.total_seconds() >= _SHARED_FROM_SECONDS
    if shared:
        left = deadline.remaining()
        deadline = Deadline(deadline.at - left * (1 - _SHARE_OF_TIME), deadline.budget)
    try:
        async with deadline.guard():
            return await attempt.fetcher.fetch(replace(request, tier=attempt.tier, deadline=deadline))
    except TimedOut as error:
        if shared:
            raise Unreachable("no complete answer in its share of the time") from error
        raise


def _conclusion(rejected: list[str], failures: list[ServiceError], *, no_browser: bool) -> Exception:
    """Return the error that ends a climb in vain."""
    if not rejected:
        return ActionsUnsupported(
            "This needs a browser (screenshots, page actions) and none is available here. "
            "Run `gossamer doctor` to see how to get one."
        )
    if len(failures) == len(rejected) and isinstance(failures[-1], Unreachable):
        return failures[-1] if len(failures) == 1 else Unreachable(f"The site gave no page. {_told(rejected)}")
    hint = " No browser is available here; run `gossamer doctor`." if no_browser else ""
    return Refused(f"No fetcher could get this page. {_told(rejected)}{hint}")


def _told(rejected: list[str]) -> str:
    return "Tried " + "; ".join(reason.rstrip(".") for reason in rejected) + "."
