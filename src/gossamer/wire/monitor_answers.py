"""Monitors and checks as JSON, and the shapes of these answers for the API reference."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from gossamer.core.comparison_rules import Box, PictureRules
from gossamer.core.crawls import Webhook
from gossamer.core.monitoring import (
    Check,
    CheckPage,
    CrawlTarget,
    Criteria,
    Judgment,
    Monitor,
    Notification,
    Recipient,
    ScrapeTarget,
    SearchTarget,
    Summary,
    Target,
    TargetResult,
)
from gossamer.core.timestamps import instant
from gossamer.wire.answers import AnswerShape, OpenAnswerShape
from gossamer.wire.documents import Locate


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


class MonitorAnswer(AnswerShape):
    """One monitor."""

    success: bool
    data: MonitorBody


class MonitorList(AnswerShape):
    """Monitors, youngest first."""

    success: bool
    data: list[MonitorBody]


class Deleted(AnswerShape):
    """The monitor is deleted."""

    success: bool


class CheckStarted(AnswerShape):
    """A check that was started."""

    success: bool
    id: str
    data: CheckBody


class CheckList(AnswerShape):
    """Checks, youngest first."""

    success: bool
    data: list[CheckBody]


class CheckAnswer(AnswerShape):
    """A check with some of its pages."""

    success: bool
    data: CheckBody
    next: str | None = None


class TestSent(AnswerShape):
    """Test messages are on their way."""

    success: bool
    messages: int


def monitor_json(
    monitor: Monitor,
    *,
    estimated: int,
    criteria: Criteria | None,
    recipients: Sequence[Recipient] = (),
    feeds: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Return *monitor*; *criteria* are what its goal was read as, *feeds* the addresses of its feeds."""
    spec = monitor.spec
    body: dict[str, Any] = {
        "id": monitor.monitor_id,
        "name": spec.name,
        "status": monitor.status.value,
        "schedule": {"cron": spec.schedule.cron, "timezone": spec.schedule.timezone},
        "nextRunAt": None if monitor.next_run_at is None else instant(monitor.next_run_at),
        "lastRunAt": None if monitor.last_run_at is None else instant(monitor.last_run_at),
        "currentCheckId": monitor.current_check_id,
        "targets": [target_json(target) for target in spec.targets],
        "webhook": None if spec.webhook is None else _webhook(spec.webhook),
        "notification": _notification(spec.notification),
        "retentionDays": spec.retention_days,
        "estimatedCreditsPerMonth": estimated,
        "lastCheckSummary": None if monitor.last_summary is None else summary_json(monitor.last_summary),
        "goal": spec.goal,
        "judgeEnabled": spec.judged,
        "createdAt": instant(monitor.created_at),
        "updatedAt": instant(monitor.updated_at),
        "emailRecipientSubscriptions": [_recipient(recipient) for recipient in recipients],
    }
    if criteria is not None:
        body["goalCriteria"] = _criteria(criteria)
    return body if feeds is None else {**body, "feeds": feeds}


def _criteria(criteria: Criteria) -> dict[str, Any]:
    comparator = criteria.comparator
    body: dict[str, Any] = {
        "sentence": criteria.sentence,
        "readable": criteria.readable,
        "terms": list(criteria.terms),
        "fields": list(criteria.fields),
        "kinds": list(criteria.kinds),
        "negations": list(criteria.negations),
        "anyChange": criteria.any_change,
    }
    if comparator is not None:
        body["comparator"] = {
            "relation": comparator.relation,
            "value": comparator.value,
            "percent": comparator.percent,
        }
    return {**body, "others": [_criteria(other) for other in criteria.others]} if criteria.others else body


def target_json(target: Target) -> dict[str, Any]:
    """Return *target* as it was sent, with its id."""
    match target:
        case ScrapeTarget():
            body: dict[str, Any] = {
                "id": target.target_id,
                "type": "scrape",
                "urls": list(target.urls),
                "scrapeOptions": dict(target.options),
            }
        case CrawlTarget():
            body = {
                "id": target.target_id,
                "type": "crawl",
                "url": target.crawl.url,
                "crawlOptions": dict(target.crawl_options),
                "scrapeOptions": dict(target.options),
            }
        case SearchTarget():
            return _search_target(target)
    names = ("only_selectors", "ignore_selectors", "only_text", "ignore_text", "only_patterns", "ignore_patterns")
    compared: dict[str, Any] = {_camel(name): list(values) for name in names if (values := getattr(target.rules, name))}
    if target.rules.picture is not None:
        compared["picture"] = _picture_rules(target.rules.picture)
    return {**body, "compare": compared} if compared else body


def _picture_rules(rules: PictureRules) -> dict[str, Any]:
    body: dict[str, Any] = {"threshold": rules.threshold}
    if rules.region is not None:
        body["region"] = box_json(rules.region)
    return {**body, "masks": [box_json(mask) for mask in rules.masks]} if rules.masks else body


def box_json(box: Box) -> dict[str, int]:
    """Return a part of a picture, in pixels."""
    left, top, right, bottom = box
    return {"x": left, "y": top, "width": right - left, "height": bottom - top}


def _search_target(target: SearchTarget) -> dict[str, Any]:
    body: dict[str, Any] = {
        "id": target.target_id,
        "type": "search",
        "queries": list(target.queries),
        "searchWindow": target.window_name,
        "maxResults": target.max_results,
    }
    if target.include_domains:
        body["includeDomains"] = list(target.include_domains)
    if target.exclude_domains:
        body["excludeDomains"] = list(target.exclude_domains)
    return body


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.title() for word in rest)


def _webhook(webhook: Webhook) -> dict[str, Any]:
    body: dict[str, Any] = {"url": webhook.url}
    if webhook.headers:
        body["headers"] = dict(webhook.headers)
    if webhook.metadata:
        body["metadata"] = dict(webhook.metadata)
    if webhook.events:
        body["events"] = sorted(webhook.events)
    return body


def _notification(chosen: Notification) -> dict[str, Any] | None:
    body: dict[str, Any] = {}
    if chosen.email is not None:
        body["email"] = {
            "enabled": chosen.email.enabled,
            "recipients": list(chosen.email.recipients),
            "includeDiffs": chosen.email.include_diffs,
        }
    if chosen.slack is not None:
        body["slack"] = {
            "enabled": chosen.slack.enabled,
            "channelId": chosen.slack.channel_id,
            "channelName": chosen.slack.channel_name,
        }
    if chosen.masked:
        body["apprise"] = {"urls": list(chosen.masked)}
    if chosen.digest.value != "none":
        body["digest"] = chosen.digest.value
    if chosen.debounce:
        body["debounceMinutes"] = int(chosen.debounce.total_seconds() // 60)
    if chosen.quiet_hours is not None:
        body["quietHours"] = {"start": chosen.quiet_hours.start, "end": chosen.quiet_hours.end}
    return body or None


def _recipient(recipient: Recipient) -> dict[str, Any]:
    body: dict[str, Any] = {
        "email": recipient.email,
        "status": recipient.status.value,
        "source": recipient.source,
    }
    if recipient.confirmation_sent is not None:
        body["confirmationEmailSent"] = recipient.confirmation_sent
    return body


def summary_json(summary: Summary) -> dict[str, int]:
    """Return the counts of a check."""
    return {
        "totalPages": summary.total,
        "same": summary.same,
        "changed": summary.changed,
        "new": summary.new,
        "removed": summary.removed,
        "error": summary.error,
    }


def check_json(check: Check) -> dict[str, Any]:
    """Return *check*."""
    return {
        "id": check.check_id,
        "monitorId": check.monitor_id,
        "status": check.state.value,
        "trigger": check.trigger.value,
        "scheduledFor": None if check.scheduled_for is None else instant(check.scheduled_for),
        "startedAt": None if check.started_at is None else instant(check.started_at),
        "finishedAt": None if check.finished_at is None else instant(check.finished_at),
        "estimatedCredits": check.estimated_credits,
        "reservedCredits": check.reserved_credits,
        "actualCredits": check.actual_credits,
        "billingStatus": check.billing.value,
        "summary": summary_json(check.summary),
        "targetResults": [_result(result) for result in check.results] or None,
        "notificationStatus": None,
        "error": check.error,
        "createdAt": instant(check.created_at),
        "updatedAt": instant(check.updated_at),
    }


def _result(result: TargetResult) -> dict[str, Any]:
    fields = {
        "targetId": result.target_id,
        "type": result.kind,
        "crawlId": result.crawl_id,
        "searchCompleted": result.search_completed,
        "resultCount": result.result_count,
        "matches": result.matches,
        "summary": result.summary,
        "judgeDegraded": result.judge_degraded,
        "degradedReason": result.degraded_reason,
        "searchCredits": result.search_credits,
    }
    return {name: value for name, value in fields.items() if value is not None}


def page_json(page: CheckPage, locate: Locate) -> dict[str, Any]:
    """Return the result for one URL; *locate* gives the address of a picture."""
    body: dict[str, Any] = {
        "id": page.page_id,
        "targetId": page.target_id,
        "url": page.url,
        "status": page.status.value,
        "previousScrapeId": page.previous_scrape_id,
        "currentScrapeId": page.current_scrape_id,
        "statusCode": page.status_code,
        "error": page.error,
        "metadata": page.metadata,
        "judgment": None if page.judgment is None else judgment_json(page.judgment),
        "createdAt": instant(page.created_at),
    }
    if page.diff:
        body["diff"] = _diff(page.diff, locate)
    if page.snapshot is not None:
        body["snapshot"] = page.snapshot
    if page.rule is not None:
        body["rule"] = page.rule
    return body


def _diff(diff: Mapping[str, Any], locate: Locate) -> Mapping[str, Any]:
    """Return *diff* with the addresses of its pictures."""
    picture = diff.get("picture")
    if picture is None:
        return diff
    return {**diff, "picture": {**picture, "before": locate(picture["before"]), "after": locate(picture["after"])}}


def judgment_json(judgment: Judgment) -> dict[str, Any]:
    """Return a judgment."""
    return {
        "meaningful": judgment.meaningful,
        "confidence": judgment.confidence.value,
        "reason": judgment.reason,
        "meaningfulChanges": [
            {"type": change.kind, "before": change.before, "after": change.after, "reason": change.reason}
            for change in judgment.changes
        ],
    }


def page_event(monitor_id: str, check_id: str, page: CheckPage, locate: Locate) -> dict[str, Any]:
    """Return the data of a `monitor.page` event."""
    body: dict[str, Any] = {
        "monitorId": monitor_id,
        "checkId": check_id,
        "url": page.url,
        "status": page.status.value,
        "previousScrapeId": page.previous_scrape_id,
        "currentScrapeId": page.current_scrape_id,
        "error": page.error,
        "isMeaningful": page.alert,
    }
    if page.judgment is not None:
        body["judgment"] = judgment_json(page.judgment)
    if page.diff:
        body["diff"] = _diff(page.diff, locate)
    return body if page.rule is None else {**body, "rule": page.rule}


def check_event(check: Check) -> dict[str, Any]:
    """Return the data of a `monitor.check.completed` event."""
    return {
        "monitorId": check.monitor_id,
        "checkId": check.check_id,
        "status": check.state.value,
        "summary": summary_json(check.summary),
    }
