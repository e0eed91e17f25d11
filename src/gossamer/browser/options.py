"""Options of browsers, set by an operator or by `bootstrap`."""

import os
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Literal, Protocol

from gossamer.core.errors import ServiceError
from gossamer.core.urls import WebUrl
from gossamer.net.own_identity import OwnIdentity
from gossamer.net.proxies import Route

# Pages mostly wait; four to a core keep the processor busy without a page getting slow for it.
PAGES_PER_CORE = 4


class Gateway(Protocol):
    """The filtering proxy, as far as a browser needs it."""

    @property
    def address(self) -> str:
        """Return the proxy's address without credentials."""

    @property
    def password(self) -> str:
        """Return the secret of this process."""

    def find_exit(self, route: Route) -> str:
        """Return the proxy by which *route* leaves first; empty for no proxy."""

    def refusal(self, reason: str, url: WebUrl) -> ServiceError:
        """Return the error for *url*, which was refused for *reason*."""

    async def explain(self, url: WebUrl) -> ServiceError:
        """Return the error for *url*, to which no tunnel was opened: a browser hides the reason."""


@dataclass(frozen=True, slots=True)
class Egress:
    """The way out: *gateway* carries every connection. Honest requests have the name *own*."""

    gateway: Gateway
    own: OwnIdentity | None = None

    def credentials(self, route: Route) -> tuple[str, str]:
        """Return user name and password for connections that leave by *route*."""
        return route.username, self.gateway.password


@dataclass(frozen=True, slots=True)
class BrowserOptions:
    """Options for finding and keeping browsers.

    *home* is where running browsers have their folders. *proxy* None means direct connections,
    for tests only. *pages* run side by side; None takes four a core. *sandbox* "auto" goes on without one, loudly,
    where the kernel refuses it. *dom_limit* counts characters of HTML; *recycle_bytes* and *renderer_bytes* are
    the memory of the whole browser before it is replaced, and of one renderer before it is killed; so is the largest
    one of a browser that takes both together.
    *own* is the name that sites are told in place of the browser's by honest requests.
    *warm_pages* are kept open after they were rendered, where that was asked for, and for so long as *warm*.
    """

    home: Path
    chromium: str | None = None
    proxy: Gateway | None = None
    sandbox: Literal["auto", "require", "off"] = "auto"
    pages: int | None = None
    idle: timedelta = timedelta(minutes=2)
    recycle_pages: int = 500
    recycle_bytes: int = 3 * 1024**3
    renderer_bytes: int = 1536 * 1024**2
    dom_limit: int = 50_000_000
    warm_pages: int = 4
    warm: timedelta = timedelta(minutes=1)
    own: OwnIdentity | None = None

    @property
    def egress(self) -> Egress | None:
        """Return the way out, None for direct connections."""
        return Egress(self.proxy, self.own) if self.proxy is not None else None

    @property
    def page_limit(self) -> int:
        """Return the number of pages that run side by side."""
        return self.pages or PAGES_PER_CORE * (os.cpu_count() or 1)
