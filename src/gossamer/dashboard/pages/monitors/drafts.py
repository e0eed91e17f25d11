"""The form for a monitor: what somebody typed, and the request that it stands for."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any, Final, Self
from urllib.parse import urlsplit

from pydantic import ValidationError

from gossamer.core.monitoring import Monitor, ScrapeTarget
from gossamer.core.schedules import cron_of
from gossamer.dashboard.forms import Form
from gossamer.wire.monitor_answers import monitor_json

_CHOICES: Final = tomllib.loads((resources.files(__package__) / "choices.toml").read_text("utf-8"))
WHAT: Final[Mapping[str, Sequence[str]]] = _CHOICES["what"]
SCHEDULES, THRESHOLDS, DIGESTS, DEBOUNCES = (
    tuple(map(tuple, _CHOICES[name])) for name in ("schedules", "thresholds", "digests", "debounces")
)
SCHEDULE_WORDS: Final = {cron_of(text): label for text, label in SCHEDULES}
_GOALS: Final[Mapping[str, str]] = _CHOICES["goals"]
_FIELDS: Final = 5
_CORNERS: Final = ("x", "y", "width", "height")


@dataclass(frozen=True, slots=True)
class MonitorDraft:
    """The fields of the form, as they were typed. Without *has_target* what is watched cannot be changed by it."""

    urls: str = ""
    name: str = ""
    what: str = "page"
    part: str = ""
    region: str = ""
    threshold: str = "0"
    ignore: str = ""
    goal: str = ""
    schedule: str = "hourly"
    words: str = ""
    timezone: str = "UTC"
    emails: str = ""
    webhook: str = ""
    services: str = ""
    digest: str = "none"
    debounce: str = "0"
    quiet_start: str = ""
    quiet_end: str = ""
    key: str = ""
    has_target: str = "yes"

    @classmethod
    def of(cls, form: Form) -> Self:
        """Return the draft in *form*."""
        fields = {name: form.one(name) for name in cls.__slots__ if name in form}
        draft = cls(**fields)
        return draft if draft.what in WHAT else cls(**{**fields, "what": "page"})

    @classmethod
    def of_monitor(cls, monitor: Monitor) -> Self:
        """Return the form as it is filled in for *monitor*."""
        spec, chosen = monitor.spec, monitor.spec.notification
        words = {cron_of(text): text for text, _ in SCHEDULES}.get(spec.schedule.cron)
        email = chosen.email if chosen.email is not None and chosen.email.enabled else None
        return cls(
            name=spec.name,
            schedule=words or "hourly",
            words="" if words else spec.schedule.cron,
            timezone=spec.schedule.timezone,
            emails=", ".join(email.recipients) if email else "",
            webhook=spec.webhook.url if spec.webhook else "",
            services="\n".join(chosen.masked),
            digest=chosen.digest.value,
            debounce=str(int(chosen.debounce.total_seconds() // 60)),
            quiet_start=chosen.quiet_hours.start if chosen.quiet_hours else "",
            quiet_end=chosen.quiet_hours.end if chosen.quiet_hours else "",
            key=monitor.key_id,
            **_describe_watched(monitor),
        )

    def body(self) -> dict[str, Any]:
        """Return the body of the request that creates the monitor."""
        body = self._common()
        body["targets"] = [{"type": "scrape", "urls": self.urls.split(), "compare": dict(self._list_comparison())}]
        return {name: value for name, value in body.items() if value is not None}

    def changes(self, monitor: Monitor) -> dict[str, Any]:
        """Return the body of the request that makes *monitor* what the form says; what it does not show stays."""
        shown = monitor_json(monitor, estimated=0, criteria=None)
        body = self._common()
        body["notification"] = {**_keep_hidden(shown["notification"] or {}), **body["notification"]}
        if monitor.spec.webhook is not None and body["webhook"] == monitor.spec.webhook.url:
            del body["webhook"]
        if has_form_target(monitor):
            [target] = shown["targets"]
            hidden = {name: rule for name, rule in target.get("compare", {}).items() if name not in _SHOWN_RULES}
            body["targets"] = [
                {**target, "urls": self.urls.split(), "compare": {**hidden, **dict(self._list_comparison())}}
            ]
        return body

    def scrape_body(self) -> dict[str, Any]:
        """Return the body of the request that shows what would be watched."""
        only = dict(self._list_comparison()).get("onlySelectors", [])
        first = self.urls.split()[:1]
        picture = [{"type": "screenshot", "fullPage": True}] if self.what == "picture" else []
        formats = ["markdown", *picture]
        return {"url": first[0] if first else "", "formats": formats, "includeTags": only, "maxAge": 0}

    def _common(self) -> dict[str, Any]:
        urls = self.urls.split()
        return {
            "name": self.name or (urlsplit(urls[0]).netloc or urls[0] if urls else ""),
            "schedule": self._schedule(),
            "notification": dict(self._notification()),
            "goal": self.goal or _GOALS.get(self.what),
            "webhook": self.webhook or None,
        }

    def _list_comparison(self) -> Iterator[tuple[str, Any]]:
        if self.what == "part" and self.part:
            yield "onlySelectors", [selector.strip() for selector in self.part.split(",") if selector.strip()]
        if self.what == "picture":
            region = {"region": self._region()} if self.region else {}
            yield "picture", {"threshold": _number(self.threshold or "0"), **region}
        elif ignored := [line.strip() for line in self.ignore.splitlines() if line.strip()]:
            yield "ignoreText", ignored

    def _region(self) -> dict[str, Any]:
        # A missing corner is refused by name when the request is read.
        numbers = map(_number, self.region.replace(",", " ").split())
        return dict(zip(_CORNERS, numbers, strict=False))

    def _schedule(self) -> dict[str, Any]:
        text = self.words or self.schedule
        kind = "cron" if len(text.split()) == _FIELDS and not text[0].isalpha() else "text"
        return {kind: text, "timezone": self.timezone or "UTC"}

    def _notification(self) -> Iterator[tuple[str, Any]]:
        if recipients := self.emails.replace(",", " ").split():
            yield "email", {"enabled": True, "recipients": recipients, "includeDiffs": True}
        if services := self.services.split():
            yield "apprise", {"urls": services}
        if self.digest != "none":
            yield "digest", self.digest
        if self.debounce != "0":
            yield "debounceMinutes", _number(self.debounce)
        if self.quiet_start or self.quiet_end:
            yield "quietHours", {"start": self.quiet_start, "end": self.quiet_end}


_SHOWN_RULES: Final = frozenset({"onlySelectors", "ignoreText", "picture"})


def _number(text: str) -> int | float | str:
    """Return the number that was typed, or the text when it is none: that is refused when the request is read."""
    try:
        return int(text) if text.isdecimal() else float(text)
    except ValueError:
        return text


def _keep_hidden(notification: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a notification that the form hides."""
    return {name: value for name, value in notification.items() if name == "slack"}


def has_form_target(monitor: Monitor) -> bool:
    """Return whether the form can show what is watched: the pages of one target."""
    return len(monitor.spec.targets) == 1 and isinstance(monitor.spec.targets[0], ScrapeTarget)


def _describe_watched(monitor: Monitor) -> dict[str, str]:
    """Return the fields about what is watched."""
    spec = monitor.spec
    target = spec.targets[0]
    if not (has_form_target(monitor) and isinstance(target, ScrapeTarget)):
        return {"has_target": "", "goal": spec.goal or ""}
    rules = target.rules
    shown = {"urls": "\n".join(target.urls), "ignore": "\n".join(rules.ignore_text)}
    if rules.picture is not None:
        left, top, right, bottom = rules.picture.region or (0, 0, 0, 0)
        region = f"{left}, {top}, {right - left}, {bottom - top}" if rules.picture.region else ""
        threshold = f"{rules.picture.threshold:g}"
        return {**shown, "what": "picture", "region": region, "threshold": threshold, "goal": spec.goal or ""}
    if rules.only_selectors:
        return {**shown, "what": "part", "part": ", ".join(rules.only_selectors), "goal": spec.goal or ""}
    goal_name = {goal: what for what, goal in _GOALS.items()}.get(spec.goal or "")
    return {**shown, "what": goal_name} if goal_name else {**shown, "goal": spec.goal or ""}


def with_chosen(choices: tuple[tuple[str, str], ...], value: str, label: str) -> tuple[tuple[str, str], ...]:
    """Return *choices* with *value* among them: what the API has set is no choice of the form."""
    return choices if value in dict(choices) else (*choices, (value, label.format(value)))


def sentence(failure: ValidationError) -> str:
    """Return the first error of a form, in one sentence."""
    first = failure.errors()[0]
    where = ".".join(str(part) for part in first["loc"] if isinstance(part, str) and part != "scrape")
    message = str(first["msg"]).removeprefix("Value error, ")
    return message if first["type"] == "custom" else f"{where}: {message}."
