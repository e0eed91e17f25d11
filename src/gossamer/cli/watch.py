"""`gossamer watch URL`: tells what changes on a page, without a server.

The last version is kept in the data folder, so that a later run goes on where this one stopped.
"""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Final

import msgspec
from rich.console import Console

from gossamer.bootstrap import Service, open_service
from gossamer.bootstrap.clock import SystemClock
from gossamer.bootstrap.local_caller import SELF
from gossamer.cli.one_page import run_for_page
from gossamer.cli.problems import BAD_SETTING, explain
from gossamer.core.access import Group
from gossamer.core.comparison_rules import ComparisonRules
from gossamer.core.errors import ForbiddenTarget, MessageRefused, ServiceError
from gossamer.core.ids import new_id
from gossamer.core.monitoring import Baseline, CheckPage, Criteria
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.features.monitor import Question, Seen, answer, difference, differs, read_goal, seen_of
from gossamer.settings import Settings

_UNITS: Final = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
_EVERY: Final = re.compile(r"(\d{1,6})\s?([smhd])")
_SHORTEST: Final = timedelta(seconds=5)
_TARGET: Final = "watch"
_baseline = msgspec.json.Decoder(Baseline)


@dataclass(frozen=True, slots=True)
class Request:
    """Options of the command line."""

    url: str
    every: str
    goal: str
    selectors: tuple[str, ...]
    ignored: tuple[str, ...]
    notify: tuple[str, ...]
    once: bool
    allow: tuple[str, ...]


def run(request: Request) -> int:
    """Watch until interrupted, or look once; return the exit code."""
    every = interval(request.every)
    if every is None:
        return explain("`--every` is a number and a unit, as 30s, 5m, 1h or 1d; 5 s at least.", code=BAD_SETTING)
    return run_for_page(partial(_watch, request, every), lambda code: code, request.allow)


def interval(text: str) -> timedelta | None:
    """Return the time that "30s", "5m", "1h" or "1d" means; None when it is none, or too short."""
    found = _EVERY.fullmatch(text.strip().lower())
    every = None if found is None else timedelta(seconds=int(found[1]) * _UNITS[found[2]])
    return every if every is not None and every >= _SHORTEST else None


async def _watch(request: Request, every: timedelta, settings: Settings) -> int:
    console, clock = Console(stderr=True), SystemClock()
    criteria = read_goal(request.goal) if request.goal else None
    if criteria is not None:
        console.print(criteria.sentence, style="dim")
    async with open_service(settings, make_first_key=False, jobs=False) as service:
        for address in request.notify:
            if (why := service.notifier.refusal(address)) is not None:
                return explain(why, code=BAD_SETTING)
        watch = _Watch(service, request, criteria, settings.home, clock)
        while True:
            page = await watch.check()
            for line in lines(page):
                print(line, flush=True)
            if page.alert:
                await _tell(service, request, page, console)
            if request.once:
                return 0
            await clock.sleep(every)


async def _tell(service: Service, request: Request, page: CheckPage, console: Console) -> None:
    text = "\n".join(lines(page))
    for address in request.notify:
        try:
            await service.notifier.send(address, title=f"{page.url}: {page.status.value}", text=text)
        except MessageRefused as error:
            console.print(error.message, style="yellow")


class _Watch:
    """A page and its last version."""

    def __init__(
        self, service: Service, request: Request, criteria: Criteria | None, home: Path, clock: SystemClock
    ) -> None:
        self._service = service
        self._clock = clock
        self._criteria = criteria
        self._rules = ComparisonRules(ignore_text=request.ignored)
        self._spec = ScrapeSpec(web_url(request.url), include_tags=request.selectors)
        name = "\n".join((self._spec.url, *request.selectors, *request.ignored))
        self._file = home / "watch" / f"{hashlib.sha256(name.encode()).hexdigest()[:24]}.json"

    async def check(self) -> CheckPage:
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
        seen = await self._visit()
        second = await self._visit() if differs(question, before, seen) else None
        found = answer(question, before, seen, second)
        self._keep(found.baseline)
        return found.page

    async def _visit(self) -> Seen:
        try:
            result = await self._service.operations.scrape(SELF, Group.MONITOR, self._spec)
        except ForbiddenTarget:
            # No later visit will be allowed either.
            raise
        except ServiceError as error:
            return Seen(error=error.message)
        return seen_of(result.document, result.scrape_id)

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


def lines(page: CheckPage) -> Iterator[str]:
    """Yield what is printed of a check: its time, what it found, why, and what differs."""
    why = page.rule or page.error or ""
    yield f"{page.created_at:%Y-%m-%d %H:%M:%S} {page.status.value}{f': {why}' if why else ''}"
    if page.alert:
        yield from (f"  {line}" for line in difference(page))
