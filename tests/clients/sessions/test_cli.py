"""The official command line goes on with scraped pages and drives browsers of its own."""

import re

import pytest

from gossamer.testing.site import Site
from tests.clients.conftest import Cli
from tests.clients.sessions.conftest import CATALOGUE, LOAD_ALL

pytestmark = [pytest.mark.node, pytest.mark.browser]


def test_scrape_interact_stop(cli: Cli, site: Site) -> None:
    scraped = cli("scrape", site.url(CATALOGUE))
    assert scraped.returncode == 0, scraped.stderr
    loaded = cli("interact", LOAD_ALL, "--timeout", "100")
    assert loaded.returncode == 0, loaded.stderr
    assert "Interactive Live View: http" in loaded.stderr
    counted = cli("interact", "How many products are shown?")
    assert "72" in counted.stdout
    misunderstood = cli("interact", "Frobnicate the flux capacitor")
    assert misunderstood.returncode == 1
    assert "frobnicate" in misunderstood.stderr.lower()
    stopped = cli("interact", "stop")
    assert stopped.returncode == 0, stopped.stderr
    assert "Session stopped" in stopped.stdout
    assert "Credits billed: " in stopped.stdout


@pytest.mark.usefixtures("confined")
def test_code_after_a_scrape(cli: Cli, site: Site) -> None:
    assert cli("scrape", site.url(CATALOGUE)).returncode == 0
    ran = cli("interact", "-c", "await page.title()", "--timeout", "60")
    assert "Thread & Needle" in ran.stdout, ran.stderr
    assert cli("interact", "stop").returncode == 0


@pytest.mark.usefixtures("confined")
def test_a_browser_of_its_own(cli: Cli, site: Site) -> None:
    launched = cli("browser", "launch-session", "--ttl", "120")
    assert launched.returncode == 0, launched.stderr
    session = re.search(r"Session ID:\s+(\S+)", launched.stdout)
    assert session is not None
    ran = cli("browser", "execute", "--node", f"await page.goto({site.url(CATALOGUE)!r}); await page.title()")
    assert "Thread & Needle" in ran.stdout, ran.stderr
    shell = cli("browser", "execute", "--bash", "echo $SESSION_ID")
    assert session[1] in shell.stdout, shell.stderr
    assert session[1] in cli("browser", "list", "active").stdout
    closed = cli("browser", "close")
    assert closed.returncode == 0, closed.stderr
