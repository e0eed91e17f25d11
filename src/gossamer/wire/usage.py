"""A team's usage and activity as JSON."""

from collections.abc import Mapping, Sequence
from typing import Any

from gossamer.core.errors import CallerError
from gossamer.core.timestamps import instant
from gossamer.core.usage import TOKENS_PER_CREDIT, UNBOUNDED, Activity, Balance, PeriodUsage
from gossamer.wire.answers import AnswerShape, Success
from gossamer.wire.usage_answers import ActivityEntry, ActivityLog

HISTORY_QUERY: Mapping[str, str] = {"byApiKey": "`true` for usage per key; `false` by default."}
ACTIVITY_QUERY: Mapping[str, str] = {
    "limit": "Entries of an answer, 100 at most; 50 when absent.",
    "cursor": "The `cursor` of the previous answer.",
    "endpoint": "Only what asked for this: `scrape`, `crawl`, `batch_scrape`, `map`, …",
}
_SWITCH = {"true": True, "1": True, "false": False, "0": False}
_USUAL_LIMIT = 50
_MOST = 100


def wants_keys(query: Mapping[str, str]) -> bool:
    """Return whether usage is listed by key; CallerError when the query says neither yes nor no."""
    value = query.get("byApiKey", "false").lower()
    if value not in _SWITCH:
        raise CallerError("`byApiKey` must be true or false.")
    return _SWITCH[value]


def limit_of(query: Mapping[str, str]) -> int:
    """Return the requested number of activities; any other value stands for the usual one."""
    value = query.get("limit", "")
    number = int(value) if value.isascii() and value.isdecimal() and len(value) < 10 else 0  # noqa: PLR2004 - any int
    return min(number, _MOST) or _USUAL_LIMIT


def balance_json(balance: Balance, answer: type[Success], shape: type[AnswerShape], unit: str) -> dict[str, Any]:
    """Return the rest of a month and the monthly amount, as an *answer* whose data have this *shape*.

    The *unit* is `credits` or `tokens`; without a limit both are the same large number.
    """
    factor = TOKENS_PER_CREDIT if unit == "tokens" else 1
    plan = UNBOUNDED if balance.allowance is None else balance.allowance
    amounts = {f"remaining_{unit}": balance.remaining * factor, f"plan_{unit}": plan * factor}
    start, end = balance.period.start, balance.period.end
    return answer.of(data=shape.of(**amounts, billing_period_start=start, billing_period_end=end))


def credit_history_json(periods: Sequence[PeriodUsage]) -> dict[str, Any]:
    """Return credits by billing month, under the name of the specification and that of the clients."""
    return _history(periods, ("totalCredits", "creditsUsed"), 1)


def token_history_json(periods: Sequence[PeriodUsage]) -> dict[str, Any]:
    """Return tokens by billing month."""
    return _history(periods, ("totalTokens", "tokensUsed"), TOKENS_PER_CREDIT)


def _history(periods: Sequence[PeriodUsage], names: Sequence[str], factor: int) -> dict[str, Any]:
    return {
        "success": True,
        "periods": [
            {
                "apiKey": usage.key_name,
                "startDate": instant(usage.period.start),
                "endDate": instant(usage.period.end),
                **dict.fromkeys(names, usage.credits * factor),
            }
            for usage in periods
        ],
    }


def activity_json(activities: Sequence[Activity], cursor: str | None) -> dict[str, Any]:
    """Return the requests of a team, and the cursor of those before them."""
    entries = [
        ActivityEntry.of(
            activity,
            id=activity.activity_id,
            endpoint=activity.operation,
            api_version=activity.dialect or None,
            created_at=activity.at,
        )
        for activity in activities
    ]
    return ActivityLog.of(data=entries, cursor=cursor, has_more=cursor is not None)
