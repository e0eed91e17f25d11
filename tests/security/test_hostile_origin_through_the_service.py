"""Every hostile case through the running service: in time, with the right kind of answer, and nothing left after."""

import asyncio
import json
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import psutil
import pytest

from tests.clients.service import Service, running_service
from tests.hostile import CASES, HostileCase, HostileOrigin
from tests.stalls import Stalls

GRACE = 2.0
TIMEOUT = 4.0
# 408, 422 and 500 are failures of the target, 200 a page; another 4xx or UNKNOWN_ERROR would blame the caller or us.
TARGETS_FAULT = {200, 408, 422, 500}


@dataclass(frozen=True)
class Outcome:
    """How one scrape ended."""

    case: str
    status: int
    code: str | None
    late: float
    """Seconds after its timeout, without those in which the machine stood still."""

    @property
    def acceptable(self) -> bool:
        return self.late < GRACE and self.status in TARGETS_FAULT and self.code != "UNKNOWN_ERROR"


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    # Pages that are kept for `interact` have renderers, too.
    settings = {"GOSSAMER_LOG_LEVEL": "error", "GOSSAMER_WARM_PAGES": "0"}
    with running_service(tmp_path, egress_allow="127.0.0.0/8", env=settings, by_command=True) as service:
        yield service


async def scrape(
    session: aiohttp.ClientSession, service: Service, url: str, case: HostileCase, stalls: Stalls
) -> Outcome:
    body = {"url": url, "timeout": TIMEOUT * 1000, "maxAge": 0, "formats": ["markdown", "links", "html"]}
    if case.needs_browser:
        body["waitFor"] = 300
    began = time.monotonic()
    async with session.post(f"{service.url}/v2/scrape", json=body) as answer:
        told = await answer.read()
        late = await stalls.elapsed(began) - TIMEOUT
    return Outcome(case.name, answer.status, json.loads(told).get("code"), late)


async def bombard(service: Service, origin: HostileOrigin, rounds: int, at_once: int) -> list[Outcome]:
    outcomes: list[Outcome] = []
    jobs = iter([case for _ in range(rounds) for case in CASES])
    headers = {"Authorization": f"Bearer {service.key}"}
    async with Stalls() as stalls, aiohttp.ClientSession(headers=headers, timeout=aiohttp.ClientTimeout(60)) as session:

        async def worker() -> None:
            for case in jobs:
                outcomes.append(await scrape(session, service, origin.url(case), case, stalls))  # noqa: PERF401 - one after another

        async with asyncio.TaskGroup() as workers:
            for _ in range(at_once):
                workers.create_task(worker())
    return outcomes


async def memory_returns(service: Service, *, to: float) -> bool:
    """Free memory goes back every 20 seconds; there is no event to wait for."""
    with suppress(TimeoutError):
        async with asyncio.timeout(60):
            while memory(service) > to:  # noqa: ASYNC110 - another process's memory has no event
                await asyncio.sleep(0.5)
    return memory(service) <= to


async def is_ready(service: Service) -> bool:
    async with aiohttp.ClientSession() as session, session.get(f"{service.url}/health/ready") as answer:
        return answer.status == 200


def renderers(service: Service) -> list[psutil.Process]:
    """Chromium's page processes; a warm browser may keep a spare one."""
    return [one for one in psutil.Process(service.pid).children(recursive=True) if _is_renderer(one)]


def _is_renderer(process: psutil.Process) -> bool:
    try:
        return "--type=renderer" in process.cmdline()
    except psutil.NoSuchProcess:  # also a zombie, which has ended and not been waited for
        return False


def memory(service: Service) -> float:
    resident: float = psutil.Process(service.pid).memory_info().rss / 1e6
    return resident


@pytest.mark.browser
@pytest.mark.timeout(400)
@pytest.mark.parametrize("rounds", [1, pytest.param(5, marks=pytest.mark.slow)])
async def test_a_hostile_origin_costs_time_and_nothing_else(service: Service, rounds: int) -> None:
    before = memory(service)
    async with HostileOrigin() as origin:
        outcomes = await bombard(service, origin, rounds, at_once=4)
        assert [o for o in outcomes if not o.acceptable] == []
        await asyncio.wait_for(origin.idle(), 10)
    assert len(outcomes) == rounds * len(CASES)
    assert await is_ready(service)
    assert len(renderers(service)) <= 1
    assert await memory_returns(service, to=before + 60)
