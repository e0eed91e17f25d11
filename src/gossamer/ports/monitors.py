"""Monitors, their checks and their messages: recorded, read, claimed, forgotten."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Protocol, TypeAlias

from gossamer.core.actions import Captured
from gossamer.core.deadlines import Deadline
from gossamer.core.monitoring import (
    Baseline,
    Check,
    CheckPage,
    CheckState,
    Message,
    Monitor,
    MonitorTicket,
    PageStatus,
    Recipient,
    StoredPicture,
    TargetResult,
)


@dataclass(frozen=True, slots=True)
class Claim:
    """What becomes of a monitor whose time has come: the *check* to record, and when it is due next."""

    check: Check
    next_run_at: datetime
    due_at: datetime


# Decides on a monitor that is due.
Decide: TypeAlias = Callable[[Monitor], Claim]


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


class MonitorStore(Protocol):
    """Monitors by id and team, and what their checks found.

    An unknown, foreign or deleted monitor is None (or empty).
    """

    async def create(self, monitor: Monitor, *, due_at: datetime | None) -> None:
        """Record a monitor; *due_at* is when it runs first, None while it is paused.

        Raises TooManyMonitors when the team has as many as it may have.
        """

    async def update(self, monitor: Monitor, *, due_at: datetime | None, comparable: Sequence[str]) -> None:
        """Replace what was asked of a monitor, its status and its next run.

        Baselines stay for targets that are *comparable* with before, by their ids; the others begin anew.
        """

    async def delete(self, monitor_id: str, team_id: str) -> bool:
        """Delete a monitor with all it has; False when there is none."""

    async def monitor(self, monitor_id: str, team_id: str) -> Monitor | None:
        """Return a monitor."""

    async def monitors(self, team_id: str, *, limit: int, offset: int) -> Sequence[Monitor]:
        """Return the team's monitors, youngest first."""

    async def last_alerts(self, team_id: str, monitor_ids: Sequence[str]) -> Mapping[str, datetime]:
        """Return when each of the team's monitors alerted last; those that never did are left out."""

    async def start(self, check: Check) -> str | None:
        """Record a manual check and its turn; return the id of the check that runs already, None when none does."""

    async def check(self, monitor_id: str, check_id: str) -> Check | None:
        """Return a check."""

    async def checks(
        self, monitor_id: str, *, limit: int, offset: int, state: CheckState | None = None
    ) -> Sequence[Check]:
        """Return checks, youngest first."""

    async def pages(
        self, check_id: str, *, after: int, limit: int, status: PageStatus | None = None
    ) -> Sequence[CheckPage]:
        """Return pages of a check with positions above *after*, in order."""


class CheckStore(Protocol):
    """Checks as the turns that run them see them.

    A check that was recorded as queued is durable with the turn that runs it. A page of a check is recorded once,
    with its baseline and its messages, in one transaction: a turn that runs again changes nothing and sends nothing
    twice. A ticket whose turn is over is void: what it records is dropped.
    """

    async def next_due(self) -> datetime | None:
        """Return when the next monitor is due; None when none is active."""

    async def claim(self, decide: Decide, *, now: datetime, limit: int) -> int:
        """Record the checks of up to *limit* monitors that are due, and return how many there were.

        A monitor whose check still runs gets one that is SKIPPED_OVERLAP. No monitor is claimed twice for one time.
        """

    async def begin(self, ticket: MonitorTicket, *, now: datetime) -> CheckWork | None:
        """Return the work of the ticket's check, and set it running; None when the ticket is void."""

    async def baselines(self, monitor_id: str, target_id: str, urls: Sequence[str] | None) -> Mapping[str, Baseline]:
        """Return the baselines of a target by URL; of all its URLs when *urls* is None."""

    async def reserved(self, ticket: MonitorTicket, reservation: str | None, amount: int, *, now: datetime) -> None:
        """Record what was set aside for a check."""

    async def progress(self, ticket: MonitorTicket, results: Sequence[TargetResult], *, now: datetime) -> bool:
        """Record how far a check is with its targets; False when the ticket is void."""

    async def record(self, ticket: MonitorTicket, outcome: PageOutcome, *, now: datetime) -> bool:
        """Record a page of a check once; False when the ticket is void or the page is there already."""

    async def statuses(self, check_id: str) -> Mapping[str, Sequence[PageStatus]]:
        """Return the statuses of the pages of a check by target."""

    async def alerts(self, check_id: str, *, limit: int) -> Sequence[CheckPage]:
        """Return the alerts of a check, in order."""

    async def end(self, ticket: MonitorTicket, end: CheckEnd, *, now: datetime) -> None:
        """End a check; nothing when the ticket is void."""

    async def hand_on(self, ticket: MonitorTicket, *, now: datetime, after: timedelta) -> None:
        """Enqueue the next turn of a check; the ticket is void then."""

    async def stalled(self, *, quiet_since: datetime, limit: int) -> Sequence[MonitorTicket]:
        """Return current turns, of checks and of messages, in which nothing happened since then."""

    async def restart(self, ticket: MonitorTicket, *, now: datetime) -> bool:
        """Enqueue the next turn of a stalled one; False when it moved on meanwhile."""

    async def expire(self, *, now: datetime, limit: int) -> int:
        """Forget up to *limit* checks that are older than their monitor keeps them; return how many."""


class PictureStore(Protocol):
    """Pictures of watched pages. Names are unguessable, so knowing one is the permission to see the picture."""

    async def picture(self, name: str) -> Captured | None:
        """Return a stored picture, None when there is none of that name."""


class MessageStore(Protocol):
    """The outbox of monitors: a message is there until it was taken or given up.

    It may be delivered twice, when a process dies between delivery and `settle`; never lost. One turn at a time
    sends the messages of a monitor.
    """

    async def due(self, ticket: MonitorTicket, *, now: datetime, limit: int) -> Parcel | None:
        """Return messages that are to be sent now; None when the ticket is void or none is due."""

    async def settle(self, ticket: MonitorTicket, results: Sequence[Sent], *, now: datetime) -> None:
        """Record what became of messages."""

    async def close(self, ticket: MonitorTicket, *, now: datetime) -> None:
        """End the turn; if messages are left, the next turn is enqueued for when the first is due."""

    async def post(self, messages: Sequence[Message], *, now: datetime) -> None:
        """Add messages of one monitor and have them sent."""

    async def waiting(self, monitor_id: str, *, now: datetime) -> datetime | None:
        """Return when the next collected message of a monitor is due; None when none waits."""


class RecipientStore(Protocol):
    """Subscriptions of e-mail addresses, by team."""

    async def recipients(self, team_id: str, emails: Sequence[str]) -> Sequence[Recipient]:
        """Return the subscriptions of these addresses."""

    async def save(self, recipient: Recipient) -> None:
        """Record a subscription, or replace it."""

    async def by_token(self, token: str) -> Recipient | None:
        """Return the subscription of a token."""


class FeedStore(Protocol):
    """Feeds of alerts behind secret tokens."""

    async def token(self, owner_id: str, *, renew: bool = False) -> str:
        """Return the secret of the feed of a monitor or team; it is made when there is none, anew with *renew*."""

    async def owner(self, token: str) -> str | None:
        """Return whose feed the token is for: the id of a monitor or of a team."""

    async def alerts(self, owner_id: str, *, limit: int) -> Sequence[FeedPage]:
        """Return the latest alerts of a monitor, or of all monitors of a team."""


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


class Sealer(Protocol):
    """Seals secrets at rest."""

    def seal(self, secret: str, owner: str) -> str:
        """Return the sealed *secret*, which belongs to *owner*."""

    def open(self, stored: str, owner: str) -> str:
        """Return the secret. Raises SecretUnreadable."""


class MemberLookup(Protocol):
    """Who belongs to a team."""

    async def emails(self, team_id: str) -> frozenset[str]:
        """Return the addresses of the team's members, in lower case."""
