"""robots.txt for visits; an origin's rules are cached after they were read once."""

from collections import OrderedDict
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, TypeAlias

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import TimedOut
from gossamer.core.terms import RobotsLine
from gossamer.core.urls import WebUrl, origin_of
from gossamer.core.visit_identity import VisitIdentity, chosen_identity
from gossamer.ports.clock import Clock
from gossamer.ports.sites import Robots, RobotsRules

_ORIGINS: Final = 1000
# Seconds for which rules are kept here; copies that last longer are in the store.
_KEPT: Final = 600.0
# A server that failed may be well again in a moment.
_KEPT_UNREACHABLE: Final = 5.0
# A start page is asked about three times, and then its sitemaps: with the pauses in between that is less than 30 s.
_PATIENCE: Final = timedelta(seconds=6)
# More would be a page an hour.
_LONGEST_CRAWL_DELAY: Final = timedelta(seconds=60)

_Key: TypeAlias = tuple[tuple[str, str, int], str | None, VisitIdentity | None]


@dataclass(frozen=True, slots=True)
class Allowed:
    """It may be fetched, *every* after another one; *line* says so, None where no line does."""

    every: timedelta
    line: RobotsLine | None = None


@dataclass(frozen=True, slots=True)
class Disallowed:
    """It may not be fetched, as *line* says."""

    line: RobotsLine | None = None


@dataclass(frozen=True, slots=True)
class Unknown:
    """The server did not give its rules, so nothing may be fetched for now (RFC 9309, section 2.3.1.4)."""


Ruling: TypeAlias = Allowed | Disallowed | Unknown


class RobotsTxt:
    """Rules of the origins asked about last."""

    def __init__(self, robots: Robots, clock: Clock) -> None:
        self._robots = robots
        self._clock = clock
        self._known: OrderedDict[_Key, tuple[float, RobotsRules]] = OrderedDict()

    async def ruling(self, url: WebUrl, *, agent: str | None) -> Ruling:
        """Return whether *url* may be fetched by *agent*, None for our own name.

        Raises ForbiddenTarget, InvalidTarget and NameNotResolved.
        """
        try:
            rules = await self._rules(url, agent)
        except TimedOut:
            return Unknown()
        if rules.unreachable:
            return Unknown()
        line = rules.deciding_line(url, allowed=(allowed := rules.allows(url)))
        if not allowed:
            return Disallowed(line)
        return Allowed(min(rules.crawl_delay or timedelta(0), _LONGEST_CRAWL_DELAY), line)

    async def sitemaps(self, url: WebUrl, *, agent: str | None) -> tuple[WebUrl, ...] | None:
        """Return the sitemaps that the origin of *url* declares; None when it did not say.

        Raises ForbiddenTarget, InvalidTarget and NameNotResolved.
        """
        try:
            rules = await self._rules(url, agent)
        except TimedOut:
            return None
        return None if rules.unreachable else rules.sitemaps

    async def _rules(self, url: WebUrl, agent: str | None) -> RobotsRules:
        key = (origin_of(url), agent, chosen_identity())
        now = self._clock.monotonic()
        cached_entry = self._known.get(key)
        if cached_entry is not None and cached_entry[0] > now:
            return cached_entry[1]
        rules = await self._robots.rules(url, agent=agent, deadline=Deadline.after(_PATIENCE))
        self._known[key] = (now + (_KEPT_UNREACHABLE if rules.unreachable else _KEPT), rules)
        self._known.move_to_end(key)
        if len(self._known) > _ORIGINS:
            self._known.popitem(last=False)
        return rules
