"""The list of a team's activities."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from gossamer.core.accounts import ApiKey
from gossamer.core.reports import RequestOutcome
from gossamer.core.usage import Activity

_UNKNOWN_KEY: Final = "a key that is gone"
OPERATIONS: Final[Mapping[str, str]] = {
    "scrape": "Scrape",
    "crawl": "Crawl",
    "batch_scrape": "Batch scrape",
    "map": "Map",
    "parse": "Parse",
    "extract": "Extract",
    "browser": "Browser session",
    "interact": "Interact",
}
# Operations of sessions, which are shown with the sessions.
_IN_SESSIONS: Final = frozenset({"browser", "interact"})
STATES: Final[Mapping[str, str]] = {
    "scraping": "Running",
    "completed": "Completed",
    "failed": "Failed",
    "cancelled": "Cancelled",
}


@dataclass(frozen=True, slots=True)
class ActivityLine:
    """A line of the list; *state* is empty when nothing is remembered of the work any more.

    *href* leads to its details.
    """

    activity_id: str
    href: str
    operation: str
    target: str
    key_name: str
    dialect: str
    at: datetime
    state: str
    state_label: str
    credits: int | None
    error_code: str


def entries(
    activities: Iterable[Activity], outcomes: Mapping[str, RequestOutcome], names: Mapping[str, str]
) -> tuple[ActivityLine, ...]:
    """Return the lines of *activities*; *names* are those of keys by id."""
    return tuple(_entry(activity, outcomes.get(activity.activity_id), names) for activity in activities)


def _entry(activity: Activity, outcome: RequestOutcome | None, names: Mapping[str, str]) -> ActivityLine:
    return ActivityLine(
        activity_id=activity.activity_id,
        href="/dashboard/sessions"
        if activity.operation in _IN_SESSIONS
        else f"/dashboard/activity/{activity.activity_id}",
        operation=operation_label(activity.operation),
        target=activity.target or ("Empty page" if activity.operation == "browser" else ""),
        key_name=name_of(activity.key_id, names),
        dialect=activity.dialect,
        at=activity.at,
        state=outcome.state if outcome else "",
        state_label=STATES.get(outcome.state, outcome.state) if outcome else "",
        credits=outcome.credits if outcome else None,
        error_code=(outcome.error_code or "") if outcome else "",
    )


def operation_label(operation: str) -> str:
    """Return the label of an operation."""
    return OPERATIONS.get(operation, operation.replace("_", " ").capitalize())


def names_of(keys: Sequence[ApiKey]) -> Mapping[str, str]:
    """Return the names of *keys* by id."""
    return {key.key_id: key.name for key in keys}


def name_of(key_id: str, names: Mapping[str, str]) -> str:
    """Return the name of a key, or words for one that is gone."""
    return names.get(key_id, _UNKNOWN_KEY)
