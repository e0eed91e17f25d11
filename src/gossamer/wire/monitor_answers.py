"""Monitors and checks as JSON, and the shapes of these answers for the API reference."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

from gossamer.core import monitoring
from gossamer.core.comparison_rules import Box, PictureRules
from gossamer.core.crawls import Webhook
from gossamer.wire.answers import OpenAnswerShape, Success, drop_nulls, pick
from gossamer.wire.documents import Locate

_COMPARED: Final = (
    "only_selectors",
    "ignore_selectors",
    "only_text",
    "ignore_text",
    "only_patterns",
    "ignore_patterns",
)


class MonitorBody(OpenAnswerShape):
    """A monitor."""

    id: str
    name: str
    status: Literal["active", "paused", "deleted"]
    schedule: dict[str, Any]
    targets: list[dict[str, Any]]
    retention_days: int
    created_at: str
    updated_at: str


class CheckBody(OpenAnswerShape):
    """A check of a monitor."""

    id: str
    monitor_id: str
    status: str
    trigger: Literal["scheduled", "manual"]
    billing_status: str
    summary: dict[str, int]
    created_at: str
    updated_at: str


class MonitorAnswer(Success):
    """One monitor."""

    data: MonitorBody


class MonitorList(Success):
    """Monitors, youngest first."""

    data: list[MonitorBody]


class Deleted(Success):
    """The monitor is deleted."""


class CheckStarted(Success):
    """A check that was started."""

    id: str
    data: CheckBody


class CheckList(Success):
    """Checks, youngest first."""

    data: list[CheckBody]


class CheckAnswer(Success):
    """A check with some of its pages."""

    data: CheckBody
    next: str | None = None


class TestSent(Success):
    """Test messages are on their way."""

    messages: int


def monitor_json(
    monitor: monitoring.Monitor,
    *,
    estimated: int,
    criteria: monitoring.Criteria | None,
    recipients: Sequence[monitoring.Recipient] = (),
    feeds: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Return *monitor*; *criteria* are what its goal was read as, *feeds* the addresses of its feeds."""
    spec = monitor.spec
    summary = monitor.last_summary
    body: dict[str, Any] = {
        "id": monitor.monitor_id,
        **pick(monitor, "status", "next_run_at", "last_run_at", "current_check_id", "created_at", "updated_at"),
        **pick(spec, "name", "retention_days", "goal"),
        "schedule": pick(spec.schedule, "cron", "timezone"),
        "targets": [target_json(target) for target in spec.targets],
        "webhook": None if spec.webhook is None else _webhook(spec.webhook),
        "notification": _notification(spec.notification),
        "estimatedCreditsPerMonth": estimated,
        "lastCheckSummary": None if summary is None else summary_json(summary),
        "judgeEnabled": spec.judged,
        "emailRecipientSubscriptions": [_recipient(recipient) for recipient in recipients],
    }
    return body | drop_nulls({"goalCriteria": None if criteria is None else _criteria(criteria), "feeds": feeds})


def _criteria(criteria: monitoring.Criteria) -> dict[str, Any]:
    body = pick(criteria, "sentence", "readable", "terms", "fields", "kinds", "negations", "any_change")
    if criteria.comparator is not None:
        body["comparator"] = pick(criteria.comparator, "relation", "value", "percent")
    return {**body, "others": [_criteria(other) for other in criteria.others]} if criteria.others else body


def target_json(target: monitoring.Target) -> dict[str, Any]:
    """Return *target* as it was sent, with its id."""
    body: dict[str, Any] = {"id": target.target_id}
    match target:
        case monitoring.SearchTarget():
            body |= {"type": "search", **pick(target, "queries", "max_results"), "searchWindow": target.window_name}
            return body | _drop_empty(pick(target, "include_domains", "exclude_domains"))
        case monitoring.ScrapeTarget():
            body |= {"type": "scrape", "urls": list(target.urls), "scrapeOptions": dict(target.options)}
        case monitoring.CrawlTarget():
            crawled = {"url": target.crawl.url, "crawlOptions": dict(target.crawl_options)}
            body |= {"type": "crawl", **crawled, "scrapeOptions": dict(target.options)}
    compared = _drop_empty(pick(target.rules, *_COMPARED))
    if target.rules.picture is not None:
        compared["picture"] = _picture_rules(target.rules.picture)
    return {**body, "compare": compared} if compared else body


def _drop_empty(members: Mapping[str, Any]) -> dict[str, Any]:
    """Return *members* without those that are empty."""
    return {name: value for name, value in members.items() if value}


def _picture_rules(rules: PictureRules) -> dict[str, Any]:
    body: dict[str, Any] = {"threshold": rules.threshold}
    if rules.region is not None:
        body["region"] = box_json(rules.region)
    return {**body, "masks": [box_json(mask) for mask in rules.masks]} if rules.masks else body


def box_json(box: Box) -> dict[str, int]:
    """Return a part of a picture, in pixels."""
    left, top, right, bottom = box
    return {"x": left, "y": top, "width": right - left, "height": bottom - top}


def _webhook(webhook: Webhook) -> dict[str, Any]:
    events = sorted(webhook.events)
    members = {"headers": dict(webhook.headers), "metadata": dict(webhook.metadata), "events": events}
    return {"url": webhook.url, **_drop_empty(members)}


def _notification(chosen: monitoring.Notification) -> dict[str, Any] | None:
    quiet = chosen.quiet_hours
    body = {
        "email": chosen.email and pick(chosen.email, "enabled", "recipients", "include_diffs"),
        "slack": chosen.slack and pick(chosen.slack, "enabled", "channel_id", "channel_name"),
        "apprise": chosen.masked and {"urls": list(chosen.masked)},
        "digest": "" if chosen.digest is monitoring.Digest.NONE else chosen.digest.value,
        "debounceMinutes": int(chosen.debounce.total_seconds() // 60),
        "quietHours": quiet and pick(quiet, "start", "end"),
    }
    return _drop_empty(body) or None


def _recipient(recipient: monitoring.Recipient) -> dict[str, Any]:
    body = pick(recipient, "email", "status", "source")
    if recipient.confirmation_sent is not None:
        body["confirmationEmailSent"] = recipient.confirmation_sent
    return body


def summary_json(summary: monitoring.CheckSummary) -> dict[str, int]:
    """Return the counts of a check."""
    return {"totalPages": summary.total, **pick(summary, "same", "changed", "new", "removed", "error")}


def check_json(check: monitoring.Check) -> dict[str, Any]:
    """Return *check*."""
    return {
        "id": check.check_id,
        **pick(
            check, "monitor_id", "trigger", "scheduled_for", "started_at", "finished_at", "created_at", "updated_at"
        ),
        **pick(check, "estimated_credits", "reserved_credits", "actual_credits", "error"),
        "status": check.state.value,
        "billingStatus": check.billing.value,
        "summary": summary_json(check.summary),
        "targetResults": [_result(result) for result in check.results] or None,
        "notificationStatus": None,
    }


def _result(result: monitoring.TargetResult) -> dict[str, Any]:
    named = pick(result, "target_id", "crawl_id", "search_completed", "result_count", "matches", "summary")
    more = pick(result, "judge_degraded", "degraded_reason", "search_credits")
    return drop_nulls({"type": result.kind, **named, **more})


def page_json(page: monitoring.CheckPage, locate: Locate) -> dict[str, Any]:
    """Return the result for one URL; *locate* gives the address of a picture."""
    body: dict[str, Any] = {
        "id": page.page_id,
        **pick(page, "target_id", "url", "status", "previous_scrape_id", "current_scrape_id", "status_code", "error"),
        **pick(page, "metadata", "created_at"),
        "judgment": None if page.judgment is None else judgment_json(page.judgment),
    }
    if page.diff:
        body["diff"] = _diff(page.diff, locate)
    return body | drop_nulls(pick(page, "snapshot", "rule"))


def _diff(diff: Mapping[str, Any], locate: Locate) -> Mapping[str, Any]:
    """Return *diff* with the addresses of its pictures."""
    picture = diff.get("picture")
    if picture is None:
        return diff
    return {**diff, "picture": {**picture, "before": locate(picture["before"]), "after": locate(picture["after"])}}


def judgment_json(judgment: monitoring.Judgment) -> dict[str, Any]:
    """Return a judgment."""
    changes = [{"type": change.kind, **pick(change, "before", "after", "reason")} for change in judgment.changes]
    return {**pick(judgment, "meaningful", "confidence", "reason"), "meaningfulChanges": changes}


def page_event(monitor_id: str, check_id: str, page: monitoring.CheckPage, locate: Locate) -> dict[str, Any]:
    """Return the data of a `monitor.page` event."""
    body: dict[str, Any] = {
        "monitorId": monitor_id,
        "checkId": check_id,
        **pick(page, "url", "status", "previous_scrape_id", "current_scrape_id", "error"),
        "isMeaningful": page.alert,
    }
    if page.judgment is not None:
        body["judgment"] = judgment_json(page.judgment)
    if page.diff:
        body["diff"] = _diff(page.diff, locate)
    return body if page.rule is None else {**body, "rule": page.rule}


def check_event(check: monitoring.Check) -> dict[str, Any]:
    """Return the data of a `monitor.check.completed` event."""
    summary = summary_json(check.summary)
    return {**pick(check, "monitor_id", "check_id"), "status": check.state.value, "summary": summary}
