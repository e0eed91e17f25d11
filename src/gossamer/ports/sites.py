"""Files about a whole site: robots.txt and sitemaps."""

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol

from gossamer.core.deadlines import Deadline
from gossamer.core.terms import RobotsLine
from gossamer.core.urls import WebUrl


class RobotsRules(Protocol):
    """The rules of one origin for one user agent (RFC 9309)."""

    @property
    def crawl_delay(self) -> timedelta | None:
        """The pause a site asks for between two requests; None when it does not."""

    @property
    def sitemaps(self) -> tuple[WebUrl, ...]:
        """Sitemaps it names, absolute."""

    @property
    def unreachable(self) -> bool:
        """Whether nothing may be fetched because the server failed when it was asked for its rules."""

    @property
    def lines(self) -> Sequence[RobotsLine]:
        """The lines for the crawler, and those outside of all groups."""

    def allows(self, url: WebUrl) -> bool:
        """Return whether *url*, of this origin, may be fetched."""

    def deciding_line(self, url: WebUrl, *, allowed: bool) -> RobotsLine | None:
        """Return the line by which *url* is *allowed* or not; None where none is about it."""


class Robots(Protocol):
    """robots.txt of any origin, kept for up to a day and shared by all workers."""

    async def rules(self, url: WebUrl, *, agent: str | None, deadline: Deadline) -> RobotsRules:
        """Return the rules for the origin of *url*; *agent* None is our own product token.

        Never raises for what the site does: no file allows all, an unreachable server
        disallows all (RFC 9309 section 2.3.1). Raises NameNotResolved, ForbiddenTarget, InvalidTarget
        for a host that no public site can have, and TimedOut.
        """

    async def file(self, url: WebUrl, *, deadline: Deadline) -> bytes | None:
        """Return a file about a site, kept as robots.txt is: empty when it is not there, None when the server failed.

        Raises as `rules` does.
        """


@dataclass(frozen=True, slots=True)
class SitemapEntry:
    """A page a sitemap names, or, with *nested*, another sitemap that an index names."""

    url: WebUrl
    nested: bool = False
    title: str | None = None


class Sitemaps(Protocol):
    """Sitemaps of any size: XML, index, gzip, RSS/Atom, text; news and image extensions."""

    def read(self, url: WebUrl, *, deadline: Deadline) -> AsyncGenerator[Sequence[SitemapEntry], None]:
        """Yield its entries in slices of at most 1,000, as they arrive; never the whole.

        Who stops early closes it (`contextlib.aclosing`). The same page may be named twice. A
        damaged sitemap gives what can be read of it. Raises SiteError when there is none or it
        is no sitemap, ForbiddenTarget, TimedOut.
        """
