"""Monitors, their checks and their messages: recorded, read, claimed, forgotten."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Protocol, TypeAlias

from gossamer.core.deadlines import Deadline
from gossamer.core.monitoring import (
    Baseline,
    Check,
    CheckPage,
    Message,
    Monitor,
    MonitorTicket,
    StoredPicture,
)


@dataclass(frozen=True, slots=True)
class CheckClaim:
    """What becomes of a monitor whose time has come: the *check* to record, and when it is due next."""

    check: Check
    next_run_at: datetime
    due_at: datetime


# Decides on a monitor that is due.
Decide: TypeAlias = Callable[[Monitor], CheckClaim]


@dataclass(frozen=True, slots=True)
class CheckWork:
    """A check that a turn works on: the *monitor* as it is now, and the URLs that are *done*, by target.

    *reservation* names the credits that were set aside for it.
    """

    monitor: Monitor
    check: Check
    done: frozenset[tuple[str, str]] = frozenset()
    reservation: str | None = None


@dataclass(frozen=True, slots=True)
class PageOutcome:
    """A page of a check with its new *baseline* (None: unchanged), its *messages* and its *pictures*.

    All is recorded in one transaction; the picture of a baseline takes the place of the one before. *credits* is what
    it cost.
    """

    page: CheckPage
    baseline: Baseline | None = None
    messages: Sequence[Message] = ()
    credits: int = 0
    pictures: Sequence[StoredPicture] = ()


@dataclass(frozen=True, slots=True)
class CheckEnd:
    """How a check ended: its *check* in its last state, with its last *messages*."""

    check: Check
    messages: Sequence[Message] = ()


@dataclass(frozen=True, slots=True)
class Parcel:
    """Messages of a monitor that are due, with what is needed to send them.

    *secret* signs webhooks, None when the team has none; *unsignable* says why they cannot be signed although it has.
    """

    monitor: Monitor
    messages: Sequence[Message]
    secret: str | None = None
    unsignable: str | None = None


@dataclass(frozen=True, slots=True)
class Sent:
    """The outcome of sending a message: *failure* None when it was taken, *retry_at* None when it is given up."""

    message_id: str
    failure: str | None = None
    retry_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class FeedPage:
    """An alert in a feed."""

    monitor: Monitor
    page: CheckPage
    check_id: str


class MonitorDispatch(Protocol):
    """Hands turns to the engine inside a transaction of the store; see `ports.frontier.Dispatch`."""

    async def ready(self) -> None:
        """Return when work can be queued. Raises EngineUnavailable and DatabaseUnavailable."""

    def monitor(self, connection: Any, ticket: MonitorTicket, *, after: timedelta = timedelta(0)) -> None:
        """Queue a turn at a check, or at sending messages, in the partition of its team."""


class PageProbe(Protocol):
    """Asks a site whether a page changed (RFC 9110, section 13)."""

    async def unchanged(self, url: str, baseline: Baseline, *, deadline: Deadline) -> bool:
        """Return whether the site says that *url* is still the version of *baseline*. Never raises SiteError."""


@dataclass(frozen=True, slots=True)
class Letter:
    """An e-mail. *html* is the same as *text*; *headers* come beside the usual ones. *message_id* is ours."""

    to: str
    subject: str
    text: str
    html: str
    message_id: str
    headers: Mapping[str, str] = field(default_factory=dict)


class Mailer(Protocol):
    """Sends e-mail."""

    @property
    def available(self) -> bool:
        """Return whether a server is configured."""

    async def send(self, letter: Letter) -> None:
        """Hand *letter* to the server. Raises MessageRefused when it was not taken, NotAvailable without a server."""


class Notifier(Protocol):
    """Sends messages to other services by Apprise addresses."""

    async def refusal(self, address: str) -> str | None:
        """Return the reason why *address* cannot be used, or None."""

    async def send(self, address: str, *, title: str, text: str) -> None:
        """Send a message. Raises MessageRefused when it was not taken."""


class MemberLookup(Protocol):
    """Who belongs to a team."""

    async def emails(self, team_id: str) -> frozenset[str]:
        """Return the addresses of the team's members, in lower case."""
