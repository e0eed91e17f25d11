"""Monitors: targets that are checked on a schedule, their checks, and what changed on each page.

A *monitor* has targets, a schedule and receivers. A *check* is one run of all its targets. A *check page* is the result
for one URL of a check. An *alert* is a check page that is sent to receivers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, TypeAlias

from gossamer.core.comparison_rules import Box, ComparisonRules, VolatileBlock
from gossamer.core.crawls import CrawlSpec, Webhook
from gossamer.core.schedules import Schedule
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import WebUrl


class MonitorStatus(StrEnum):
    """Whether a monitor runs."""

    ACTIVE = "active"
    PAUSED = "paused"
    DELETED = "deleted"


class CheckState(StrEnum):
    """The state of a check; all but QUEUED and RUNNING are final."""

    QUEUED = "queued"
    RUNNING = "running"
    COMPLETED = "completed"
    FAILED = "failed"
    PARTIAL = "partial"
    SKIPPED_OVERLAP = "skipped_overlap"
    SKIPPED_NO_CREDITS = "skipped_no_credits"

    @property
    def final(self) -> bool:
        """Return whether the check has ended."""
        return self not in {CheckState.QUEUED, CheckState.RUNNING}


class PageStatus(StrEnum):
    """The result for one URL, compared with its baseline."""

    SAME = "same"
    NEW = "new"
    CHANGED = "changed"
    REMOVED = "removed"
    ERROR = "error"


class Trigger(StrEnum):
    """What started a check."""

    SCHEDULED = "scheduled"
    MANUAL = "manual"


class Billing(StrEnum):
    """What became of the credits that were reserved for a check."""

    NOT_APPLICABLE = "not_applicable"
    RESERVED = "reserved"
    CONFIRMED = "confirmed"
    RELEASED = "released"
    FAILED = "failed"


class Confidence(StrEnum):
    """How sure a judgment is."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class Digest(StrEnum):
    """How alerts by e-mail and other services are collected: each check at once, or by the hour or day."""

    NONE = "none"
    HOURLY = "hourly"
    DAILY = "daily"


class Subscription(StrEnum):
    """Whether a recipient of e-mail agreed to get it."""

    PENDING = "pending"
    CONFIRMED = "confirmed"
    UNSUBSCRIBED = "unsubscribed"


class Channel(StrEnum):
    """How a message reaches its receiver."""

    WEBHOOK = "webhook"
    EMAIL = "email"
    APPRISE = "apprise"


@dataclass(frozen=True, slots=True)
class ScrapeTarget:
    """Pages that are scraped; *options* are the scrape options as the caller sent them.

    *rules* say which parts of a page are compared.
    """

    target_id: str
    urls: tuple[WebUrl, ...]
    scrape: ScrapeSpec
    options: Mapping[str, Any] = field(default_factory=dict)
    rules: ComparisonRules = ComparisonRules()


@dataclass(frozen=True, slots=True)
class CrawlTarget:
    """A site whose pages are crawled; *crawl_options* and *options* are as the caller sent them."""

    target_id: str
    crawl: CrawlSpec
    crawl_options: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    rules: ComparisonRules = ComparisonRules()


@dataclass(frozen=True, slots=True)
class SearchTarget:
    """Searches whose results of the last *window* are watched; *window_name* is its name on the wire."""

    target_id: str
    queries: tuple[str, ...]
    window: timedelta = timedelta(hours=24)
    window_name: str = "24h"
    include_domains: tuple[str, ...] = ()
    exclude_domains: tuple[str, ...] = ()
    max_results: int = 10


Target: TypeAlias = ScrapeTarget | CrawlTarget | SearchTarget


@dataclass(frozen=True, slots=True)
class QuietHours:
    """Local time in which no e-mail and no other message is sent, as "22:00" and "07:00"; it waits until the end."""

    start: str
    end: str


@dataclass(frozen=True, slots=True)
class EmailChoice:
    """Who gets alerts by e-mail, and whether with the changes themselves."""

    enabled: bool = False
    recipients: tuple[str, ...] = ()
    include_diffs: bool = False


@dataclass(frozen=True, slots=True)
class SlackChoice:
    """A Slack channel; kept for clients that send it. Alerts reach Slack by an Apprise address."""

    enabled: bool = False
    channel_id: str | None = None
    channel_name: str | None = None


@dataclass(frozen=True, slots=True)
class Notification:
    """Who gets alerts beside the webhook, and when.

    *services* are Apprise addresses, sealed as they are stored; *masked* are the same as they may be shown. *debounce*
    is how long an alert waits for others to join it.
    """

    email: EmailChoice | None = None
    slack: SlackChoice | None = None
    services: tuple[str, ...] = ()
    masked: tuple[str, ...] = ()
    digest: Digest = Digest.NONE
    debounce: timedelta = timedelta(0)
    quiet_hours: QuietHours | None = None


@dataclass(frozen=True, slots=True)
class MonitorSpec:
    """What a caller asks of a monitor. *judge_enabled* None means: when there is a goal."""

    name: str
    schedule: Schedule
    targets: tuple[Target, ...]
    webhook: Webhook | None = None
    notification: Notification = Notification()
    retention_days: int = 30
    goal: str | None = None
    judge_enabled: bool | None = None

    @property
    def judged(self) -> bool:
        """Return whether changes are judged against the goal."""
        return bool((self.goal or "").strip()) if self.judge_enabled is None else self.judge_enabled

    @property
    def retention(self) -> timedelta:
        """Return the time for which checks are kept."""
        return timedelta(days=self.retention_days)


@dataclass(frozen=True, slots=True)
class CheckSummary:
    """Pages of a check by status."""

    same: int = 0
    changed: int = 0
    new: int = 0
    removed: int = 0
    error: int = 0

    @property
    def total(self) -> int:
        """Return the number of pages."""
        return self.same + self.changed + self.new + self.removed + self.error

    @classmethod
    def of(cls, statuses: Sequence[PageStatus]) -> "CheckSummary":
        """Return the counts of *statuses*."""
        return cls(**{status.value: statuses.count(status) for status in PageStatus})


@dataclass(frozen=True, slots=True)
class Monitor:
    """A monitor as it stands.

    *next_run_at* is None while it is paused. *called_at* is our origin as the creator saw it, for links in messages.
    """

    monitor_id: str
    team_id: str
    key_id: str
    spec: MonitorSpec
    status: MonitorStatus
    created_at: datetime
    updated_at: datetime
    next_run_at: datetime | None = None
    last_run_at: datetime | None = None
    current_check_id: str | None = None
    last_summary: CheckSummary | None = None
    called_at: str = ""


@dataclass(frozen=True, slots=True)
class TargetResult:
    """What a check found at one target; *summary* is a sentence for people.

    *credits* is what it cost beside its recorded pages. *ended* says that the check is done with it.
    """

    target_id: str
    kind: str
    crawl_id: str | None = None
    search_completed: bool | None = None
    result_count: int | None = None
    matches: int | None = None
    summary: str | None = None
    judge_degraded: bool | None = None
    degraded_reason: str | None = None
    search_credits: int | None = None
    credits: int = 0
    ended: bool = False


@dataclass(frozen=True, slots=True)
class Check:
    """One run of a monitor as it stands; credits are whole numbers, None where they are not known yet."""

    check_id: str
    monitor_id: str
    team_id: str
    state: CheckState
    trigger: Trigger
    scheduled_for: datetime | None
    created_at: datetime
    updated_at: datetime
    started_at: datetime | None = None
    finished_at: datetime | None = None
    estimated_credits: int = 0
    reserved_credits: int | None = None
    actual_credits: int | None = None
    billing: Billing = Billing.NOT_APPLICABLE
    summary: CheckSummary = CheckSummary()
    results: tuple[TargetResult, ...] = ()
    error: str | None = None


@dataclass(frozen=True, slots=True)
class MeaningfulChange:
    """A part of a change that counts: *kind* is "added", "removed" or "changed"; *reason* names the rule."""

    kind: str
    before: str | None
    after: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class Judgment:
    """Whether a change is what the goal asks for. What cannot be judged is meaningful, with LOW confidence."""

    meaningful: bool
    confidence: Confidence
    reason: str
    changes: tuple[MeaningfulChange, ...] = ()


@dataclass(frozen=True, slots=True)
class Comparator:
    """A bound on a field: *relation* is "up", "down", "above" or "below".

    *value* is the bound of "above" and "below", or with *percent* the smallest change that counts; None without one.
    """

    relation: str
    value: float | None = None
    percent: bool = False


@dataclass(frozen=True, slots=True)
class Criteria:
    """What a goal was read as, without a model.

    A change counts when it is of one of *kinds* ("added", "removed"; empty: any), of one of *fields* ("price", "stock",
    "date", "number"; empty: any) within the *comparator*, and has one of *terms* (empty: any words); never when it has
    one of *negations*. Or it is what one of *others* asks for. *sentence* is the same in words. Without *readable* the
    goal says nothing of this kind.
    """

    terms: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    comparator: Comparator | None = None
    kinds: tuple[str, ...] = ()
    negations: tuple[str, ...] = ()
    any_change: bool = False
    sentence: str = ""
    others: tuple["Criteria", ...] = ()

    @property
    def readable(self) -> bool:
        """Return whether the goal says which changes count."""
        return bool(self.terms or self.fields or self.comparator or self.kinds or self.negations or self.any_change)


@dataclass(frozen=True, slots=True)
class CheckPage:
    """The result for one URL of a check.

    *diff* has `text` (unified) and `json`, or `picture` with the names of two pictures; *snapshot* is the extracted
    data. *alert* says that it is sent to receivers, *rule* why. *position* counts from 1 without gaps within the check.
    """

    page_id: str
    target_id: str
    url: str
    status: PageStatus
    created_at: datetime
    previous_scrape_id: str | None = None
    current_scrape_id: str | None = None
    status_code: int | None = None
    error: str | None = None
    metadata: Mapping[str, Any] | None = None
    judgment: Judgment | None = None
    diff: Mapping[str, Any] | None = None
    snapshot: Mapping[str, Any] | None = None
    alert: bool = False
    rule: str | None = None
    position: int = 0


@dataclass(frozen=True, slots=True)
class Baseline:
    """The last accepted version of a watched page.

    *content* is the number of its content in the page's history, where that keeps it: a stored baseline has no *text*
    then. Else *text* is what is compared of it, Markdown. *fields* are its extracted data. *volatile* are blocks that
    differ between two visits a moment apart. *picture* is the name of its screenshot, None without one, and
    *volatile_areas* are the parts of it that differ between two visits. *suspects* and *suspect_areas* showed another
    state and went back to this one within a check: once that may be a change on its way, twice it is volatile.
    *failing* is the error of the last visit, None when that was accepted. *gone* says that the page was removed.
    """

    target_id: str
    url: str
    scrape_id: str | None = None
    text: str | None = None
    fields: Any = None
    volatile: tuple[VolatileBlock, ...] = ()
    etag: str | None = None
    last_modified: str | None = None
    failing: str | None = None
    gone: bool = False
    picture: str | None = None
    volatile_areas: tuple[Box, ...] = ()
    content: int | None = None
    suspects: tuple[VolatileBlock, ...] = ()
    suspect_areas: tuple[Box, ...] = ()

    @property
    def is_version(self) -> bool:
        """Return whether there is a version to compare with: the page was accepted once."""
        return self.text is not None or self.content is not None

    @property
    def stored(self) -> "Baseline":
        """Return it without a text that the page's history has."""
        return self if self.content is None else replace(self, text=None)


@dataclass(frozen=True, slots=True)
class StoredPicture:
    """A picture that is kept under an unguessable *name*: with its check, or while it is that of a baseline."""

    name: str
    data: bytes
    of_baseline: bool = False


@dataclass(frozen=True, slots=True)
class MonitorTicket:
    """A turn at a check, or at sending the messages of a monitor: what the engine carries to a worker.

    *kind* is "check" or "messages", *subject* the id of the check or monitor. The ticket of an older turn is void.
    """

    kind: str
    subject: str
    team_id: str
    turn: int

    @property
    def name(self) -> str:
        """Name of the workflow: equal tickets are one piece of work."""
        return f"{self.subject}-{self.kind}-{self.turn}"


@dataclass(frozen=True, slots=True)
class Message:
    """A message to one receiver; it keeps *message_id* over all tries.

    *event* is the whole type ("monitor.page"), *receiver* the address for e-mail and the position among the services
    for Apprise. *payload* is what is rendered when it is sent.
    """

    message_id: str
    monitor_id: str
    check_id: str | None
    channel: Channel
    receiver: str
    event: str
    payload: Mapping[str, Any]
    due_at: datetime
    created_at: datetime
    tries: int = 0
    sequence: int = 0


@dataclass(frozen=True, slots=True)
class Recipient:
    """The subscription of an e-mail address at a team; *token* lets its owner confirm and unsubscribe."""

    team_id: str
    email: str
    status: Subscription
    source: str
    token: str
    confirmation_sent: bool | None = None
