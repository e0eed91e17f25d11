"""Requests to fetchers, and the pages they return."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email.message import Message
from enum import StrEnum
from pathlib import PurePosixPath
from typing import Any, Final, Literal, TypeAlias
from urllib.parse import unquote, urlsplit

from gossamer.core.access import Permits
from gossamer.core.actions import Action, ActionOutcome, Captured
from gossamer.core.deadlines import Deadline
from gossamer.core.formats import Screenshot
from gossamer.core.specs import Location
from gossamer.core.urls import WebUrl
from gossamer.core.visit_identity import VisitIdentity, chosen_identity

# Statuses by which a site says that a page is not there.
GONE: Final = frozenset({404, 410})


class Capability(StrEnum):
    """An ability of a fetcher beyond fetching a page."""

    RENDER = "render"
    SCREENSHOT = "screenshot"
    STYLES = "branding"
    ACTIONS = "actions"
    WAIT = "wait"
    STEALTH = "stealth"


@dataclass(slots=True)
class SentRequest:
    """A request for a page, or for where it redirects to; *status* is None without an answer."""

    url: str
    status: int | None = None


@dataclass(frozen=True, slots=True)
class FetchRequest:
    """One page to fetch.

    *tier* is the proxy tier of this attempt. *load_images* is false when nobody will look
    at the page, so a browser may leave images, fonts and media out. *keep_as* is the name under which
    a browser may leave the page open for a while, for somebody who goes on with it. *awaited* are elements that a
    script is expected to fill: the id of each ("" for the whole page), and how many characters but blanks it has
    without that script. A redirect to where *permits* says no is not followed. With *skip_tls_verification* a page
    whose certificate is not valid is fetched all the same. Pages of one *job* may use the same tab of a browser, one
    after another. With *styles* a browser reads the page's computed styles. A browser that is the first to get the page
    asks *expects* what is awaited; None when that is known or does not matter. *team_id* is the team that waits for it.
    *validators* are the headers by which a site tells whether it has another page than the copy they are of.
    *takes_markdown* says that Markdown of the site's own serves as well as its HTML. Fetchers add each request for it
    to *sent*. The site is visited as *identity*, None for that of the service. Visits of the same *errand* leave by
    the same proxy.
    """

    url: WebUrl
    deadline: Deadline
    team_id: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    mobile: bool = False
    location: Location = Location()
    skip_tls_verification: bool = False
    block_ads: bool = True
    wait_for: timedelta = timedelta(0)
    actions: tuple[Action, ...] = ()
    screenshot: Screenshot | None = None
    styles: bool = False
    load_images: bool = False
    tier: Literal["basic", "stealth"] = "basic"
    keep_as: str | None = None
    awaited: Mapping[str, int] = field(default_factory=dict)
    permits: Permits | None = None
    job: str | None = None
    expects: "Expects | None" = None
    validators: Mapping[str, str] = field(default_factory=dict)
    takes_markdown: bool = False
    sent: list[SentRequest] = field(default_factory=list)
    identity: VisitIdentity | None = field(default_factory=chosen_identity)
    errand: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """A screenshot that was stored: the *name* of its blob, and what was asked for."""

    name: str
    wanted: Screenshot


@dataclass(frozen=True, slots=True)
class FetchedPage:
    """A page as a fetcher brought it.

    *body* is decompressed. For a rendered page it is the DOM serialised as UTF-8, and
    *charset* is "utf-8". *headers* have lower-case names; repeated ones are joined with ", ".
    *url* is the address after redirects. *fetched_at* is aware UTC. *complete* is false when
    the page was cut short or could not be read to its end; the warnings say why. *verified* is false when the
    server's certificate was not valid. *picture* is the screenshot of a stored copy, by the name of its blob.
    *styles* are its computed styles, as plain JSON, where they were read. *failures* are scripts and data of a rendered
    page that did not come, each with the reason.
    """

    url: WebUrl
    status: int
    headers: Mapping[str, str]
    body: bytes
    fetched_at: datetime
    fetcher: str
    rendered: bool = False
    charset: str | None = None
    tier: Literal["basic", "stealth"] = "basic"
    screenshot: Captured | None = None
    outcome: ActionOutcome | None = None
    warnings: tuple[str, ...] = ()
    complete: bool = True
    verified: bool = True
    picture: Picture | None = None
    styles: Mapping[str, Any] | None = None
    failures: tuple[str, ...] = ()

    @property
    def content_type(self) -> str:
        """Return the Content-Type header, empty when there is none."""
        return self.headers.get("content-type", "")

    @property
    def media_type(self) -> str:
        """Return the type without parameters, lower-case; empty when unknown."""
        return self.content_type.partition(";")[0].strip().lower()

    @property
    def declared_charset(self) -> str:
        """Return the encoding that the Content-Type header names, empty when it names none."""
        label = Message()
        label["content-type"] = self.content_type
        return label.get_content_charset("")

    @property
    def file_name(self) -> str:
        """Return the name of the file: that of the Content-Disposition header, else of the address; empty for none."""
        name = None
        if disposition := self.headers.get("content-disposition"):
            label = Message()
            label["content-disposition"] = disposition
            name = label.get_filename()
        return PurePosixPath(name or unquote(urlsplit(self.url).path)).name


@dataclass(frozen=True, slots=True)
class Expected:
    """Content that a page's scripts have yet to bring: *awaited* as in `FetchRequest`, empty when there is none.

    *learn* is called with whether any of it came in time.
    """

    awaited: Mapping[str, int]
    learn: Callable[[bool], None]


# Takes a page as the site sent it, before any script ran, and the request that it answers.
Expects: TypeAlias = Callable[[FetchedPage, FetchRequest], Awaitable[Expected]]
