"""The JavaScript clients go on with scraped pages and drive browsers of their own."""

import pytest

from gossamer.testing.site import Site
from tests.clients.sessions.conftest import CATALOGUE, LOAD_ALL, Flow

pytestmark = [pytest.mark.node, pytest.mark.browser]


@pytest.mark.parametrize("package", ["firecrawl", "firecrawl-4.24", "@mendable/firecrawl-js"])
def test_prompts_and_the_end(javascript_flow: Flow, site: Site, package: str) -> None:
    prompts = [LOAD_ALL, "How many products are shown?"]
    told = javascript_flow("interact", package=package, url=site.url(CATALOGUE), prompts=prompts)
    loaded, counted = told["answers"]
    assert (loaded["success"], loaded["exitCode"]) == (True, 0)
    assert "72" in counted["output"]
    assert told["ended"]["success"] is True
    assert (told["after"]["status"], "destroyed" in told["after"]["message"]) == (410, True)


def test_a_browser_of_its_own(javascript_flow: Flow) -> None:
    told = javascript_flow("browser")
    assert told["opened"]["cdpUrl"].startswith("ws://")
    assert told["listed"]["liveViewUrl"] == told["opened"]["liveViewUrl"]
    assert told["ended"]["sessionDurationMs"] > 0


@pytest.mark.usefixtures("confined")
def test_code(javascript_flow: Flow, site: Site) -> None:
    told = javascript_flow("code", url=site.url(CATALOGUE))
    assert "Thread & Needle" in told["after"]["result"]
    assert told["alone"]["stdout"].strip() == told["id"]
