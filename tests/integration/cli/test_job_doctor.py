"""`gossamer doctor JOB`: of the database, and of a running service."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import requests
from websockets.sync.client import connect

from gossamer.testing.site import running_site
from tests.clients.service import Service, running_service
from tests.integration.cli.commands import gossamer


@dataclass(frozen=True)
class Crawled:
    """A running service with a crawl that has ended, and its data folder."""

    service: Service
    home: Path
    job: str


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Crawled]:
    folder = tmp_path_factory.mktemp("doctor")
    with running_site() as site, running_service(folder, egress_allow=site.host) as service:
        headers = {"Authorization": f"Bearer {service.key}"}
        body: Any = {"url": site.url("/"), "limit": 3}
        job = requests.post(service.url + "/v2/crawl", json=body, headers=headers, timeout=60).json()["id"]
        address = f"ws{service.url.removeprefix('http')}/v2/crawl/{job}"
        with connect(address, additional_headers=headers) as socket:
            ended = any(json.loads(message)["type"] == "done" for message in socket)
        assert ended
        yield Crawled(service, folder / "data", job)


def test_a_service_says_what_its_database_says(crawled: Crawled) -> None:
    read = gossamer("doctor", crawled.job, "--json", home=crawled.home)
    where = ("--url", crawled.service.url, "--key", crawled.service.key)
    asked = gossamer("doctor", crawled.job, "--json", *where, home=crawled.home / "elsewhere")
    assert (read.returncode, asked.returncode) == (0, 0), asked.stderr
    found = json.loads(asked.stdout)
    assert found == {"success": True, **json.loads(read.stdout)}
    assert found["pages"]["done"] == 3
    shown = gossamer("doctor", crawled.job, *where, home=crawled.home / "elsewhere")
    assert f"crawl {crawled.job}, completed".encode() in shown.stdout


@pytest.mark.parametrize(
    ("changed", "code", "said"),
    [
        ({"job": "7d1f2c0e-5c0f-4d57-9f2f-2b6f1a1c9f10"}, 4, b"Job not found"),
        ({"job": "no-id"}, 2, b"Invalid job ID format"),
        ({"key": "fc-unknown"}, 2, b"Unauthorized"),
        ({"url": "http://127.0.0.1:1"}, 1, b"http://127.0.0.1:1 does not answer"),
        ({"url": "file:///etc/hosts"}, 2, b"must begin with http"),
    ],
)
def test_what_is_wrong_is_said_with_its_exit_code(
    crawled: Crawled, changed: Mapping[str, str], code: int, said: bytes
) -> None:
    given = {"job": crawled.job, "url": crawled.service.url, "key": crawled.service.key, **changed}
    done = gossamer("doctor", given["job"], "--url", given["url"], "--key", given["key"], home=crawled.home)
    assert (done.returncode, said in done.stderr) == (code, True), done.stderr
