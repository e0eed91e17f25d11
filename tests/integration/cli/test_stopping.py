"""How the running service ends: everybody is answered, and the process leaves with 0."""

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import psutil
import pytest
import requests

from gossamer.cli.serve import time_for_requests
from gossamer.testing.site import Site, running_site
from tests.clients.service import Service, running_service
from tests.postgres import Postgres


@pytest.fixture
def site() -> Iterator[Site]:
    with running_site() as site:
        yield site


@pytest.fixture
def caller() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1) as caller:
        yield caller


def scrape(service: Service, url: str) -> requests.Response:
    headers = {"Authorization": f"Bearer {service.key}"}
    return requests.post(f"{service.url}/v2/scrape", json={"url": url, "maxAge": 0}, headers=headers, timeout=60)


def begun(site: Site, service: Service, path: str, caller: ThreadPoolExecutor) -> Future[requests.Response]:
    """Begin a scrape and return when the site was asked."""
    answer = caller.submit(scrape, service, site.url(path))
    give_up = time.monotonic() + 30
    while not site.visits_of("/slow"):
        assert time.monotonic() < give_up
        time.sleep(0.01)  # the site counts visits and tells nobody
    return answer


def told_to_stop(service: Service) -> requests.Response:
    """Send SIGTERM and return the first answer of a service that stops."""
    os.kill(service.pid, signal.SIGTERM)
    give_up = time.monotonic() + 30
    while (answer := requests.get(f"{service.url}/docs", timeout=30)).status_code == 200:
        assert time.monotonic() < give_up
    return answer


def test_what_is_under_way_ends_while_newcomers_are_told_to_come_again(
    site: Site, tmp_path: Path, caller: ThreadPoolExecutor
) -> None:
    env = {"GOSSAMER_STOP_GRACE_SECONDS": "60", "GOSSAMER_CHROMIUM": "none"}
    with running_service(tmp_path, egress_allow=site.host, env=env, by_command=True) as service:
        under_way = begun(site, service, "/slow?ms=2000", caller)
        refused = told_to_stop(service)
        assert (refused.status_code, refused.json()["code"], refused.headers["Retry-After"]) == (503, "STOPPING", "5")
        assert under_way.result().status_code == 200


def test_what_takes_too_long_is_answered_before_the_process_leaves(
    site: Site, tmp_path: Path, caller: ThreadPoolExecutor
) -> None:
    grace = 4.0
    env = {"GOSSAMER_STOP_GRACE_SECONDS": str(grace), "GOSSAMER_CHROMIUM": "none"}
    with running_service(tmp_path, egress_allow=site.host, env=env, by_command=True) as service:
        under_way = begun(site, service, "/slow?ms=50000", caller)
        stopped = time.monotonic()
        os.kill(service.pid, signal.SIGTERM)
        answer = under_way.result()
        assert (answer.status_code, answer.json()["code"], answer.headers["Retry-After"]) == (503, "STOPPING", "5")
        psutil.wait_procs([psutil.Process(service.pid)], timeout=20)
        assert time.monotonic() - stopped < grace


@pytest.mark.parametrize(("stop", "requests_have"), [(60.0, 57.0), (8.0, 5.0), (4.0, 2.0), (0.0, 0.0)])
def test_closing_has_a_part_of_the_time_that_a_stop_may_take(stop: float, requests_have: float) -> None:
    assert time_for_requests(timedelta(seconds=stop)) == timedelta(seconds=requests_have)


def test_the_process_leaves_although_its_database_is_frozen(postgres: Postgres, tmp_path: Path) -> None:
    env = {"GOSSAMER_DATABASE_URL": postgres.url, "GOSSAMER_CHROMIUM": "none"}
    with running_service(tmp_path, egress_allow="", env=env, by_command=True) as service, postgres.frozen():
        # Leaves a thread behind that waits for an answer of the database.
        assert requests.get(f"{service.url}/health/ready", timeout=30).status_code == 503
        os.kill(service.pid, signal.SIGTERM)
        _, alive = psutil.wait_procs([psutil.Process(service.pid)], timeout=25)
        assert not alive
