"""A watched page: visits, each compared with the last version, which is kept in the data folder between runs."""

import hashlib
import re
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Final

import msgspec

from gossamer.bootstrap.clock import SystemClock
from gossamer.bootstrap.local_caller import SELF
from gossamer.core.access import Group
from gossamer.core.comparison_rules import ComparisonRules
from gossamer.core.errors import CallerError, ForbiddenTarget, ServiceError
from gossamer.core.ids import new_id
from gossamer.core.monitoring import Baseline, CheckPage
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.features.monitor import Question, Seen, answer, difference, differs, read_goal, see_document
from gossamer.library.results import Check
from gossamer.operations import Operations

_UNITS: Final = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
_EVERY: Final = re.compile(r"(\d{1,6})\s?([smhd])")
_SHORTEST: Final = timedelta(seconds=5)
_TARGET: Final = "watch"
_baseline = msgspec.json.Decoder(Baseline)


@dataclass(frozen=True, slots=True)
class WatchSpec:
    """A page to watch: which parts of it, which lines do not count, and what matters in words."""

    url: str
    selectors: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    goal: str = ""


def interval(text: str) -> timedelta | None:
    """Return the time that "30s", "5m", "1h" or "1d" means; None when it is none, or too short."""
    match = _EVERY.fullmatch(text.strip().lower())
    every = None if match is None else timedelta(seconds=int(match[1]) * _UNITS[match[2]])
    return every if every is not None and every >= _SHORTEST else None


def parse_interval(text: str) -> timedelta:
    """Return the time that *text* means. Raises CallerError."""
    every = interval(text)
    if every is None:
        raise CallerError("`every` is a number and a unit, as 30s, 5m, 1h or 1d; 5 s at least.")
    return every


class Watch:
    """A page and its last version, kept in *home*."""

    def __init__(self, operations: Operations, spec: WatchSpec, home: Path) -> None:
        self._operations = operations
        self._clock = SystemClock()
        self._criteria = read_goal(spec.goal) if spec.goal else None
        self._rules = ComparisonRules(ignore_text=spec.ignored)
        self._spec = ScrapeSpec(web_url(spec.url), include_tags=spec.selectors)
        name = "\n".join((self._spec.url, *spec.selectors, *spec.ignored))
        self._file = home / "watch" / f"{hashlib.sha256(name.encode()).hexdigest()[:24]}.json"

    @property
    def goal(self) -> str:
        """Return the goal as it was understood, "" without one."""
        return "" if self._criteria is None else self._criteria.sentence

    async def check(self) -> Check:
        """Visit the page, compare it with the last version, and keep the new one."""
        before = self._last()
        question = Question(
            new_id(),
            _TARGET,
            self._spec.url,
            self._rules,
            self._clock.now(),
            first=before is None,
            criteria=self._criteria,
        )
        visit = await self._visit()
        second = await self._visit() if differs(question, before, visit) else None
        answer_found = answer(question, before, visit, second)
        self._keep(answer_found.baseline)
        return _public(answer_found.page)

    async def sleep(self, time: timedelta) -> None:
        """Return after *time*."""
        await self._clock.sleep(time)

    async def _visit(self) -> Seen:
        try:
            result = await self._operations.scrape(SELF, Group.MONITOR, self._spec)
        except ForbiddenTarget:
            # No later visit will be allowed either.
            raise
        except ServiceError as error:
            return Seen(error=error.message)
        return see_document(result.document, result.scrape_id)

    def _last(self) -> Baseline | None:
        try:
            return _baseline.decode(self._file.read_bytes())
        except (OSError, msgspec.DecodeError):
            return None

    def _keep(self, baseline: Baseline) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        written = self._file.with_suffix(".new")
        written.write_bytes(msgspec.json.encode(baseline))
        written.replace(self._file)


def _public(page: CheckPage) -> Check:
    return Check(
        url=page.url,
        at=page.created_at,
        status=page.status.value,
        alert=page.alert,
        reason=page.rule or page.error or "",
        difference=tuple(difference(page)) if page.alert else (),
    )
