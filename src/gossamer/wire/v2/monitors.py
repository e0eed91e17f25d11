"""`/v2/monitor`: what a caller asks of a monitor."""

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Annotated, Any, Final, Literal, Self, TypeAlias

from pydantic import AfterValidator, BeforeValidator, Field, PrivateAttr, field_validator, model_validator

from gossamer.core import monitoring as core
from gossamer.core.comparison_rules import Box, ComparisonRules, PictureRules
from gossamer.core.ids import new_id
from gossamer.core.schedules import Schedule, schedule_of
from gossamer.core.urls import WebUrl
from gossamer.wire.integrations import Sender
from gossamer.wire.searches import Domains
from gossamer.wire.shapes import StrictShape, TargetUrl, Whole, at_most, broken_rule, by_rule, example
from gossamer.wire.v2.options import ScrapeOptions
from gossamer.wire.v2.sites import CrawlRequest
from gossamer.wire.webhooks import Webhook

_WINDOWS: Final = {
    "5m": timedelta(minutes=5),
    "15m": timedelta(minutes=15),
    "1h": timedelta(hours=1),
    "6h": timedelta(hours=6),
    "24h": timedelta(hours=24),
    "7d": timedelta(days=7),
}
# Older clients send these with a search.
_DROPPED: Final = frozenset({"depth", "alertMode", "recheckAfter", "scrapeOptions"})
_EMAIL: Final = re.compile(r"[^@\s<>,;]+@[^@\s<>,;]+\.[^@\s<>,;]+|[^@\s<>,;]+@localhost")
_NOT_CHANGES: Final = frozenset({"origin", "integration"})
_GOAL_NEEDED: Final = "A search target needs a `goal`, or `judgeEnabled: false`."


def _email(text: str) -> str:
    address = text.strip().lower()
    if not _EMAIL.fullmatch(address):
        raise broken_rule(f"`{text[:100]}` is not an e-mail address.")
    return address


def _time_of_day(text: str) -> str:
    hour, _, minute = text.partition(":")
    if not (hour.isdecimal() and minute.isdecimal() and len(minute) == 2 and int(hour) < 24 and int(minute) < 60):  # noqa: PLR2004
        raise broken_rule("A time of day is written as HH:MM, from 00:00 to 23:59.")
    return f"{int(hour):02}:{minute}"


_Text: TypeAlias = Annotated[str, Field(min_length=1, max_length=1000)]
_Texts: TypeAlias = Annotated[list[_Text], BeforeValidator(at_most(50, "entries"))]
_TimeOfDay: TypeAlias = Annotated[str, AfterValidator(_time_of_day)]
_TargetId: TypeAlias = Annotated[str, Field(min_length=1, max_length=64)]


class _Sent(StrictShape):
    """A shape that knows what was sent, to show it again as it was."""

    _sent: dict[str, Any] = PrivateAttr(default_factory=dict)

    @model_validator(mode="wrap")
    @classmethod
    def _keep_sent(cls, value: Any, handler: Any) -> Self:
        update: Self = handler(value)
        if isinstance(value, dict):
            update._sent = dict(value)
        return update

    @property
    def sent(self) -> Mapping[str, Any]:
        """Return the members as the caller sent them."""
        return self._sent


class MonitorSchedule(StrictShape):
    """When a monitor runs: by cron, or by a few words."""

    cron: Annotated[str, Field(max_length=128, description="Five fields, such as `0 9 * * 1-5`.")] | None = None
    text: Annotated[str, Field(max_length=128, description="Such as `every 30 minutes` or `daily at 9:00`.")] | None = (
        None
    )
    timezone: Annotated[str, Field(max_length=64, description="IANA name of a time zone.")] = "UTC"

    @model_validator(mode="after")
    def _check_schedule(self) -> Self:
        by_rule(lambda _: self.schedule())(None)
        return self

    def schedule(self) -> Schedule:
        """Return the schedule as the core knows it."""
        return schedule_of(cron=self.cron, text=self.text, timezone=self.timezone)


class PicturePart(StrictShape):
    """A part of a picture, in pixels from its upper left corner."""

    x: Annotated[Whole, Field(ge=0, le=100_000)]
    y: Annotated[Whole, Field(ge=0, le=100_000)]
    width: Annotated[Whole, Field(ge=1, le=100_000)]
    height: Annotated[Whole, Field(ge=1, le=100_000)]

    def box(self) -> Box:
        """Return it as the core knows it."""
        return (self.x, self.y, self.x + self.width, self.y + self.height)


class ComparedPicture(StrictShape):
    """How screenshots are compared. The page is pictured whole, or as a `screenshot` format of `scrapeOptions` says."""

    threshold: Annotated[
        float, Field(ge=0, le=100, allow_inf_nan=False, description="The smallest change, in percent of the pixels.")
    ] = 0.0
    region: Annotated[PicturePart, Field(description="The only part that is compared.")] | None = None
    masks: Annotated[list[PicturePart], BeforeValidator(at_most(50, "masks"))] = Field(default=[])

    def rules(self) -> PictureRules:
        """Return the rules as the core knows them."""
        region = None if self.region is None else self.region.box()
        return PictureRules(self.threshold, region, tuple(mask.box() for mask in self.masks))


class Compared(StrictShape):
    """Which parts of a page are compared; everything when empty. Patterns are RE2 expressions."""

    only_selectors: _Texts | None = None
    ignore_selectors: _Texts | None = None
    only_text: _Texts | None = None
    ignore_text: _Texts | None = None
    only_patterns: _Texts | None = None
    ignore_patterns: _Texts | None = None

    def rules(self) -> ComparisonRules:
        """Return the rules as the core knows them."""
        return self.to_core(ComparisonRules)


class ComparedPage(Compared):
    """Which parts of a page are compared; with `picture` its screenshot, and not its text."""

    picture: ComparedPicture | None = None

    def rules(self) -> ComparisonRules:
        """Return the rules as the core knows them."""
        return self.to_core(ComparisonRules, picture=self.picture and self.picture.rules())


class SentScrapeOptions(_Sent, ScrapeOptions):
    """Scrape options that are shown again. A monitor reads the text of a page also where `markdown` is not named."""

    @field_validator("formats", mode="before")
    @classmethod
    def _with_text(cls, value: Any) -> Any:
        names = [_format_name(entry) for entry in value] if isinstance(value, list) else []
        return ["markdown", *value] if "changeTracking" in names and "markdown" not in names else value


def _format_name(value: Any) -> Any:
    return value.get("type") if isinstance(value, dict) else value


class MonitorCrawlOptions(_Sent, CrawlRequest):
    """Options of a crawl, without its address."""


class ScrapeTarget(_Sent):
    """Pages to watch."""

    id: _TargetId | None = None
    type: Literal["scrape"]
    urls: Annotated[list[TargetUrl], Field(min_length=1), BeforeValidator(at_most(1000, "urls"))]
    scrape_options: SentScrapeOptions = SentScrapeOptions()
    compare: ComparedPage = ComparedPage()

    def target(self) -> core.ScrapeTarget:
        """Return the target as the core knows it."""
        urls = tuple(dict.fromkeys(WebUrl(str(url)) for url in self.urls))
        scrape = self.scrape_options.spec_for("")
        rules = self.compare.rules()
        return core.ScrapeTarget(self.id or new_id(), urls, scrape, self.scrape_options.sent, rules)


class CrawlTarget(_Sent):
    """A site to watch."""

    id: _TargetId | None = None
    type: Literal["crawl"]
    url: TargetUrl
    crawl_options: MonitorCrawlOptions
    scrape_options: SentScrapeOptions = SentScrapeOptions()
    compare: Compared = Compared()

    @model_validator(mode="before")
    @classmethod
    def _with_address(cls, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        options = value.get("crawlOptions") or {}
        if not isinstance(options, dict):
            return value
        return {**value, "crawlOptions": {**options, "url": value.get("url")}}

    def target(self) -> core.CrawlTarget:
        """Return the target as the core knows it."""
        options = {name: value for name, value in self.crawl_options.sent.items() if name != "url"}
        request = self.crawl_options.model_copy(update={"scrape_options": self.scrape_options, "webhook": None})
        crawl = request.spec()
        return core.CrawlTarget(self.id or new_id(), crawl, options, self.scrape_options.sent, self.compare.rules())


class SearchTarget(_Sent):
    """Searches to watch."""

    id: _TargetId | None = None
    type: Literal["search"]
    queries: Annotated[
        list[Annotated[str, Field(min_length=1, max_length=256)]],
        Field(min_length=1),
        BeforeValidator(at_most(12, "queries")),
    ]
    search_window: Literal["5m", "15m", "1h", "6h", "24h", "7d"] = "24h"
    include_domains: Annotated[Domains, BeforeValidator(at_most(50, "domains"))] | None = None
    exclude_domains: Annotated[Domains, BeforeValidator(at_most(50, "domains"))] | None = None
    max_results: Annotated[Whole, Field(ge=1, le=50)] = 10

    @model_validator(mode="before")
    @classmethod
    def _without_older_options(cls, value: Any) -> Any:
        return {k: v for k, v in value.items() if k not in _DROPPED} if isinstance(value, dict) else value

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if self.include_domains and self.exclude_domains:
            raise broken_rule("includeDomains and excludeDomains cannot both be specified")
        return self

    def target(self) -> core.SearchTarget:
        """Return the target as the core knows it."""
        window = _WINDOWS[self.search_window]
        target_id = self.id or new_id()
        return self.to_core(core.SearchTarget, target_id=target_id, window=window, window_name=self.search_window)


_Target: TypeAlias = Annotated[ScrapeTarget | CrawlTarget | SearchTarget, Field(discriminator="type")]
_Targets: TypeAlias = Annotated[list[_Target], Field(min_length=1), BeforeValidator(at_most(50, "targets"))]


class EmailNotification(StrictShape):
    """Alerts by e-mail."""

    enabled: bool = False
    recipients: Annotated[list[Annotated[str, AfterValidator(_email)]], BeforeValidator(at_most(25, "recipients"))] = (
        Field(default=[])
    )
    include_diffs: bool = False


class SlackNotification(StrictShape):
    """A Slack channel; accepted for clients that send it."""

    enabled: bool = False
    channel_id: Annotated[str, Field(max_length=200)] | None = None
    channel_name: Annotated[str, Field(max_length=200)] | None = None

    @model_validator(mode="after")
    def _has_channel(self) -> Self:
        if self.enabled and not self.channel_id:
            raise broken_rule("`slack.channelId` is required when Slack is enabled.")
        return self


class AppriseNotification(StrictShape):
    """Other services, by Apprise addresses such as `slack://…` or `ntfys://…`."""

    urls: Annotated[list[_Text], BeforeValidator(at_most(10, "urls"))]


class QuietHours(StrictShape):
    """Local time in which no message is sent."""

    start: _TimeOfDay
    end: _TimeOfDay


class Notifications(StrictShape):
    """Who gets alerts beside the webhook, and when."""

    email: EmailNotification | None = None
    slack: SlackNotification | None = None
    apprise: AppriseNotification | None = None
    digest: Literal["none", "hourly", "daily"] = "none"
    debounce_minutes: Annotated[Whole, Field(ge=0, le=1440)] = 0
    quiet_hours: QuietHours | None = None

    def notification(self) -> core.Notification:
        """Return it as the core knows it; addresses of services are in clear."""
        email = self.email
        return self.to_core(
            core.Notification,
            email=email and email.to_core(core.EmailChoice, recipients=tuple(dict.fromkeys(email.recipients))),
            services=tuple(dict.fromkeys(self.apprise.urls)) if self.apprise else (),
            debounce=timedelta(minutes=self.debounce_minutes),
        )


_Name: TypeAlias = Annotated[str, Field(min_length=1, max_length=256)]
_Days: TypeAlias = Annotated[Whole, Field(ge=1, le=365, description="How long checks are kept.")]
_Goal: TypeAlias = Annotated[str, Field(max_length=2000, description="What matters, in plain words.")]


class MonitorRequest(StrictShape, Sender):
    """A new monitor."""

    model_config = example(
        name="Prices",
        schedule={"text": "every 30 minutes", "timezone": "UTC"},
        targets=[{"type": "scrape", "urls": ["https://example.com"]}],
        goal="The price falls below 100 EUR",
    )

    name: _Name
    schedule: MonitorSchedule
    targets: _Targets
    webhook: Webhook | None = None
    notification: Notifications = Notifications()
    retention_days: _Days = 30
    goal: _Goal | None = None
    judge_enabled: bool | None = None

    @model_validator(mode="after")
    def _has_goal(self) -> Self:
        searches = any(isinstance(target, SearchTarget) for target in self.targets)
        if searches and not (self.goal or "").strip() and self.judge_enabled is not False:
            raise broken_rule(_GOAL_NEEDED)
        return self

    def spec(self) -> core.MonitorSpec:
        """Return the request as the core knows it."""
        return self.to_core(
            core.MonitorSpec,
            schedule=self.schedule.schedule(),
            targets=_targets(self.targets),
            webhook=self.webhook and self.webhook.webhook(),
            notification=self.notification.notification(),
        )


class MonitorUpdate(_Sent, Sender):
    """Changes of a monitor; what is left out stays as it is. `goal`, `webhook` and `notification` null are removed."""

    model_config = example(status="paused")

    name: _Name | None = None
    status: Literal["active", "paused"] | None = None
    schedule: MonitorSchedule | None = None
    targets: _Targets | None = None
    webhook: Webhook | None = None
    notification: Notifications | None = None
    retention_days: _Days | None = None
    goal: _Goal | None = None
    judge_enabled: bool | None = None

    @property
    def is_empty(self) -> bool:
        """Return whether nothing is to be changed."""
        return not {name for name in self._sent if not name.startswith("__")} - _NOT_CHANGES

    def changes(self) -> dict[str, Any]:
        """Return the fields of a MonitorSpec that change."""
        nothing = {"goal": None, "webhook": None, "notification": core.Notification()}
        cleared = {name: value for name, value in nothing.items() if self._is_cleared(name)}
        fields = {
            "name": self.name,
            "schedule": self.schedule and self.schedule.schedule(),
            "targets": self.targets and _targets(self.targets),
            "webhook": self.webhook and self.webhook.webhook(),
            "notification": self.notification and self.notification.notification(),
            "retention_days": self.retention_days,
            "goal": self.goal,
            "judge_enabled": self.judge_enabled,
        }
        return {**cleared, **{name: value for name, value in fields.items() if value is not None}}

    def _is_cleared(self, name: str) -> bool:
        return name in self._sent and self._sent[name] is None


class RunRequest(StrictShape, Sender):
    """A manual run; it needs nothing."""

    model_config = example()


def _targets(shapes: list[Any]) -> tuple[core.Target, ...]:
    targets: tuple[core.Target, ...] = tuple(shape.target() for shape in shapes)
    ids = [target.target_id for target in targets]
    # An id that is sent twice would give two targets one history.
    fresh = [target_id if ids.index(target_id) == place else new_id() for place, target_id in enumerate(ids)]
    return tuple(replace(target, target_id=target_id) for target, target_id in zip(targets, fresh, strict=True))
