"""Programs started without standard streams, as wrappers of cron and supervisors start them."""

import shlex
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests
from requests.adapters import HTTPAdapter
from urllib3 import Retry

from gossamer.testing.site import Site, running_site
from tests.clients.service import KEY
from tests.integration.cli.commands import surroundings
from tests.loaded_process import COMMAND

CLOSED = ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"]


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with running_site() as site:
        yield site


def shell(closed: str, *arguments: str) -> list[str]:
    """A shell that becomes the command, with streams that are closed."""
    return ["bash", "-c", f"exec {shlex.join([*COMMAND, *arguments])} {closed}"]


def finished(closed: str, *arguments: str, home: Path, **settings: str) -> subprocess.CompletedProcess[bytes]:
    command = shell(closed, *arguments)
    return subprocess.run(
        command,
        capture_output=True,
        env=surroundings(home, **settings),
        timeout=60,
        check=False,
        stdin=subprocess.DEVNULL,
    )


@pytest.mark.parametrize("closed", CLOSED)
def test_a_page_is_written_to_its_file_whatever_streams_are_closed(site: Site, tmp_path: Path, closed: str) -> None:
    file = tmp_path / "page.md"
    done = finished(closed, "scrape", site.url("/article"), "-o", str(file), "--allow", site.host, home=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    assert file.read_text().startswith("#")


@pytest.mark.parametrize(
    ("arguments", "closed"),
    [
        (["scrape", "URL"], ">&-"),
        (["map", "URL"], "<&- >&- 2>&-"),
        (["version"], ">&-"),
        (["version"], "<&- >&- 2>&-"),
        (["doctor", "--only", "python"], ">/dev/full"),
    ],
)
def test_the_exit_code_says_that_a_result_could_not_be_written(
    site: Site, tmp_path: Path, arguments: list[str], closed: str
) -> None:
    asked = [site.url("/article") if each == "URL" else each for each in arguments]
    done = finished(closed, *asked, home=tmp_path, GOSSAMER_EGRESS_ALLOW=site.host)
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr
    assert (b"gossamer: [Errno " in done.stderr) is ("2>" not in closed)


def test_the_service_renders_pages_without_standard_streams(site: Site, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    settings = {"GOSSAMER_PORT": str(port), "GOSSAMER_API_KEY": KEY, "GOSSAMER_EGRESS_ALLOW": site.host}
    command = shell("<&- >&- 2>&-", "serve")
    with subprocess.Popen(command, env=surroundings(tmp_path, **settings)) as process, requests.Session() as session:
        retries = Retry(total=None, connect=60, backoff_factor=0.1, backoff_max=1)
        session.mount("http://", HTTPAdapter(max_retries=retries))
        try:
            session.get(f"http://127.0.0.1:{port}/health/live", timeout=30)
            answer = session.post(
                f"http://127.0.0.1:{port}/v2/scrape",
                headers={"authorization": f"Bearer {KEY}"},
                json={"url": site.url("/article"), "waitFor": 5},
                timeout=60,
            )
        finally:
            process.terminate()
    assert (answer.status_code, answer.json()["data"]["metadata"]["fetchedBy"]) == (200, "browser")
    assert process.returncode == 0
