"""Schedules: when a monitor runs, from cron or from a few words of English.

A schedule is a five-field cron expression in a time zone. cronsim (BSD-3) walks it as Debian's cron does: a fixed
time that daylight saving skips runs right after the gap, and one that it repeats runs once.
"""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from itertools import islice, pairwise, takewhile
from typing import Final
from zoneinfo import ZoneInfo

from cronsim import CronSim, CronSimError

from gossamer.core.errors import CallerError

SHORTEST: Final = timedelta(minutes=5)
MONTH: Final = timedelta(days=30)
_FIELDS: Final = 5
_HOURS: Final = 24
_MINUTES: Final = 60
_HALF_DAY: Final = 12
# Monitors of one minute are spread over this much of it.
_SPREAD_SECONDS: Final = 20
_REFERENCE: Final = datetime(2024, 1, 1, tzinfo=UTC)
_EVERY_MINUTES: Final = re.compile(r"every (\d{1,4}) minutes?(?: starting at :(\d{2}))?")
_HOURLY: Final = re.compile(r"(?:hourly|every hour)(?: at :(\d{2}))?")
_EVERY_HOURS: Final = re.compile(r"every (\d{1,4}) hours?")
# "at 8", "8:00", "at 7 a.m.", "at 19:30 o'clock", "noon".
_TIME: Final = re.compile(
    r"(?:\bat )?\b(?:(\d{1,2})(?::(\d{2}))? ?([ap])\.?m\b\.?|(\d{1,2}):(\d{2})|(?<=at )(\d{1,2})\b(?![.:])"
    r"|(noon|midnight)\b)(?: o'?clock\b)?"
)
_WEEK: Final = ("sun", "mon", "tue", "wed", "thu", "fri", "sat")
_DAY: Final = r"(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:days?)?"
_DAYS: Final = re.compile(rf"({_DAY})(?: ?(?:-|\u2013|to|through) ?({_DAY}))?\b")
_DATES: Final = re.compile(r"\b(?:day (\d{1,2})|(\d{1,2})(?:st|nd|rd|th))\b")
_WORKDAY: Final = re.compile(r"\b(?:working|business) (?=days?\b)")
_FILLERS: Final = frozenset(
    {"a", "and", "each", "every", "in", "of", "on", "once", "per", "the", "working", "business"}
)
# The kind of a word, and its day of the month, month and day of the week.
_CALENDAR: Final = {
    **dict.fromkeys(("daily", "day", "days"), ("day", "* * *")),
    **dict.fromkeys(("weekday", "weekdays", "workday", "workdays"), ("days", "* * 1-5")),
    **dict.fromkeys(("weekend", "weekends"), ("days", "* * 0,6")),
    **dict.fromkeys(("weekly", "week"), ("week", "* * 0")),
    **dict.fromkeys(("monthly", "month"), ("month", "1 * *")),
    **dict.fromkeys(("quarterly", "quarter"), ("quarter", "1 */3 *")),
    **dict.fromkeys(("yearly", "annually", "year"), ("year", "1 1 *")),
    "first": ("date", "1 * *"),
    "last": ("date", "L * *"),
}
# Kinds that a more exact word overrides: "every week on Monday", "the last day of the month".
_LESS_EXACT: Final = {"days": {"week"}, "date": {"month", "day"}}
_UNREADABLE: Final = (
    "`schedule.text` is not understood. Use `every N minutes`, `hourly`, `every N hours`, `daily at H:MM`, "
    "`every Monday at H:MM`, `on weekdays at 7 am`, `weekly`, `monthly on the 15th`, or a cron expression in "
    "`schedule.cron`."
)


@dataclass(frozen=True, slots=True)
class Schedule:
    """A cron expression of five fields, and the IANA name of the time zone in which it is read."""

    cron: str
    timezone: str = "UTC"

    def next_run(self, after: datetime) -> datetime:
        """Return the first run after *after*, in UTC."""
        return next(CronSim(self.cron, after.astimezone(ZoneInfo(self.timezone)))).astimezone(UTC)

    def runs_a_month(self, start: datetime) -> int:
        """Return the number of runs in the 30 days after *start*; a change of clocks is not looked at."""
        walk = CronSim(self.cron, _REFERENCE)
        return len(walk.minutes) * len(walk.hours) * _days(self.cron, start.astimezone(UTC).date())


@lru_cache(maxsize=1024)
def _days(cron: str, first: date) -> int:
    """Return on how many of the 30 days from *first* a schedule runs."""
    days = " ".join(cron.split()[2:])
    start = datetime.combine(first, time(), UTC)
    runs = islice(CronSim(f"0 12 {days}", start), MONTH.days)
    return sum(1 for _ in takewhile(lambda run: run < start + MONTH, runs))


def schedule_of(*, cron: str | None, text: str | None, timezone: str = "UTC") -> Schedule:
    """Return the schedule that a caller means. Raises CallerError when it cannot be used."""
    if (cron is None) == (text is None):
        raise CallerError("Give exactly one of `schedule.cron` and `schedule.text`.")
    schedule = Schedule(cron_of(text) if text is not None else " ".join((cron or "").split()), _zone(timezone))
    _check(schedule)
    return schedule


def cron_of(text: str) -> str:
    """Return the cron expression of an English schedule. Raises CallerError when it is not understood."""
    words = " ".join(text.lower().split())
    if match := _EVERY_MINUTES.fullmatch(words):
        return _every_minutes(int(match[1]), int(match[2] or 0))
    if match := _HOURLY.fullmatch(words):
        return f"{_minute(match[1])} * * * *"
    if match := _EVERY_HOURS.fullmatch(words):
        return _every_hours(int(match[1]))
    times = list(_TIME.finditer(words))
    if len(times) > 1:
        raise CallerError("`schedule.text` has more than one time. Write them as a cron expression in `schedule.cron`.")
    time_of_day = _time_of_day(times[0]) if times else "0 0"
    return f"{time_of_day} {_days_of(_TIME.sub(' ', words))}"


def _time_of_day(match: re.Match[str]) -> str:
    """Return minute and hour of a time."""
    hour, minute, half, full_hour, full_minute, bare_hour, name = match.groups()
    if name:
        return "0 12" if name == "noon" else "0 0"
    if half:
        return f"{_minute(minute)} {_hour(hour, f'{half}m')}"
    return f"{_minute(full_minute)} {_hour(full_hour or bare_hour, None)}"


def _days_of(words: str) -> str:
    """Return day of the month, month and day of the week that *words* name. Raises CallerError."""
    words = _WORKDAY.sub("week", words)
    days = [_span(*match.groups()) for match in _DAYS.finditer(words)]
    dates = [str(int(match[1] or match[2])) for match in _DATES.finditer(words)]
    fields_by_kind = {"days": f"* * {','.join(days)}"} if days else {}
    fields_by_kind |= {"date": f"{','.join(dates)} * *"} if dates else {}
    for word in re.split(r"[\s,]+", _DATES.sub(" ", _DAYS.sub(" ", words))):
        kind, fields = _CALENDAR.get(word, ("", ""))
        if word and word not in _FILLERS and (not kind or fields_by_kind.setdefault(kind, fields) != fields):
            raise CallerError(_UNREADABLE)
    kinds = set(fields_by_kind).difference(*(_LESS_EXACT.get(kind, set()) for kind in fields_by_kind))
    if len(kinds) != 1:
        raise CallerError(_UNREADABLE)
    return fields_by_kind[kinds.pop()]


def _span(first: str, last: str | None) -> str:
    """Return the numbers of the days of the week from *first* to *last*."""
    start = _WEEK.index(first[:3])
    length = (_WEEK.index(last[:3]) - start) % len(_WEEK) if last else 0
    return ",".join(str((start + day) % len(_WEEK)) for day in range(length + 1))


def jitter(monitor_id: str) -> timedelta:
    """Return the delay of a monitor after its schedule: always the same, and different for others."""
    digest = int.from_bytes(hashlib.sha256(monitor_id.encode()).digest()[:4])
    return timedelta(milliseconds=digest % (_SPREAD_SECONDS * 1000))


def quiet_until(moment: datetime, *, start: str, end: str, timezone: str) -> datetime:
    """Return when quiet hours ("22:00" to "07:00", local time) that *moment* lies in are over, else *moment*."""
    zone = ZoneInfo(timezone)
    local = moment.astimezone(zone)
    now, first, last = local.strftime("%H:%M"), start, end
    inside = first <= now < last if first <= last else now >= first or now < last
    if not inside:
        return moment
    hour, minute = map(int, last.split(":"))
    over = local.replace(hour=hour, minute=minute, second=0, microsecond=0)
    if over <= local:
        # In local days: one with a change of clocks has not 24 hours.
        over = datetime.combine(local.date() + timedelta(days=1), over.time(), zone)
    return over.astimezone(UTC)


def _zone(name: str) -> str:
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError) as error:
        raise CallerError(
            "`schedule.timezone` is not a known time zone. Use an IANA name such as Europe/Berlin."
        ) from error
    return name


def _check(schedule: Schedule) -> None:
    if len(schedule.cron.split()) != _FIELDS:
        raise CallerError(
            "`schedule.cron` must have five fields: minute, hour, day of month, month and day of the week."
        )
    try:
        walk = CronSim(schedule.cron, _REFERENCE)
        next(walk)
    except (CronSimError, StopIteration) as error:
        raise CallerError("`schedule.cron` is not a cron expression with a time that exists.") from error
    if any(gap < SHORTEST for gap in _gaps(walk)):
        raise CallerError("The schedule runs too often: a monitor may run every 5 minutes at most.")


def _gaps(walk: CronSim) -> Iterator[timedelta]:
    """Yield the distances of runs that follow one another within an hour, or in an hour and the next."""
    minutes = sorted(walk.minutes)
    yield from (timedelta(minutes=later - earlier) for earlier, later in pairwise(minutes))
    if any((hour + 1) % _HOURS in walk.hours for hour in walk.hours):
        yield timedelta(minutes=_MINUTES - minutes[-1] + minutes[0])


def _every_minutes(count: int, start: int) -> str:
    if not count or _MINUTES % count:
        raise CallerError("`every N minutes` needs an N that divides 60, such as 5, 15 or 30.")
    if start >= _MINUTES:
        raise CallerError("Minutes are between :00 and :59.")
    first = start % count
    if count == _MINUTES:
        return f"{first} * * * *"
    return f"*/{count} * * * *" if not first else f"{first}-59/{count} * * * *"


def _every_hours(count: int) -> str:
    if not count or _HOURS % count:
        raise CallerError("`every N hours` needs an N that divides 24, such as 2, 6 or 12.")
    return {1: "0 * * * *", _HOURS: "0 0 * * *"}.get(count, f"0 */{count} * * *")


def _minute(text: str | None) -> int:
    minute = int(text or 0)
    if minute >= _MINUTES:
        raise CallerError("Minutes are between :00 and :59.")
    return minute


def _hour(text: str | None, half: str | None) -> int:
    hour = int(text or 0)
    if half is None:
        if hour >= _HOURS:
            raise CallerError("Hours are between 0 and 23.")
        return hour
    if not 1 <= hour <= _HALF_DAY:
        raise CallerError("Hours with am or pm are between 1 and 12.")
    return hour % _HALF_DAY + (_HALF_DAY if half == "pm" else 0)
