"""A Chromium that somebody else started, attached by its debugging address."""

import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from gossamer.browser import Installed, find_chromium
from gossamer.testing.site import Site
from tests.clients.service import running_service

pytestmark = pytest.mark.browser


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """The debugging address of a Chromium."""
    chromium = find_chromium(None)
    if not isinstance(chromium, Installed):
        pytest.skip("no Chromium is installed")
    options = ["--headless", "--no-sandbox", "--remote-debugging-port=0", f"--user-data-dir={tmp_path / 'own'}"]
    command = [str(chromium.path), *options]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
        assert process.stderr is not None
        said = next(line for line in process.stderr if "DevTools listening on" in line)
        yield said.split()[-1]
        # Its children hold its output open.
        os.killpg(process.pid, signal.SIGKILL)


@pytest.mark.parametrize("form", ["ws", "http"])
def test_pages_are_rendered_by_a_browser_of_the_operators(address: str, form: str, site: Site, tmp_path: Path) -> None:
    named = address if form == "ws" else f"http://{address.split('/')[2]}"
    with running_service(tmp_path / "home", egress_allow=site.host, env={"GOSSAMER_CHROMIUM": named}) as service:
        headers = {"authorization": f"Bearer {service.key}"}
        asked = {"url": site.url("/rendered/late"), "formats": ["markdown", "screenshot"]}
        page = httpx.post(f"{service.url}/v2/scrape", json=asked, headers=headers, timeout=100).json()["data"]
        assert "The late pear keeps until spring." in page["markdown"]
        assert page["screenshot"]
