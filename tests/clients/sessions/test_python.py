"""The Python client goes on with scraped pages and drives browsers of its own."""

import pytest
from firecrawl import Firecrawl
from firecrawl.v2.utils.error_handler import BadRequestError, FirecrawlError

from gossamer.testing.site import Site
from tests.clients.sessions.conftest import CATALOGUE, LOAD_ALL

pytestmark = pytest.mark.browser


def test_a_prompt_a_question_and_the_end(python: Firecrawl, scraped: str) -> None:
    loaded = python.interact(scraped, prompt=LOAD_ALL, timeout=100)
    assert loaded.success is True
    assert loaded.exit_code == 0
    assert loaded.live_view_url is not None
    counted = python.interact(scraped, prompt="How many products are shown?", timeout=60)
    assert "72" in str(counted.output)
    ended = python.stop_interaction(scraped)
    assert ended.success is True
    assert ended.session_duration_ms is not None
    assert ended.credits_billed is not None
    with pytest.raises(FirecrawlError, match="destroyed"):
        python.interact(scraped, prompt="How many products are shown?")


def test_what_was_not_understood_raises(python: Firecrawl, scraped: str) -> None:
    with pytest.raises(FirecrawlError, match=r"(?i)frobnicate"):
        python.interact(scraped, prompt="Frobnicate the flux capacitor", timeout=60)


@pytest.mark.usefixtures("confined")
@pytest.mark.parametrize(
    ("language", "code"),
    [
        ("node", "console.log(await page.title()); 6 * 7"),
        ("python", "print(await page.title())\n6 * 7"),
    ],
)
def test_code_has_the_page_at_hand(python: Firecrawl, scraped: str, language: str, code: str) -> None:
    ran = python.interact(scraped, code, language=language, timeout=60)
    assert "Thread & Needle" in str(ran.stdout)
    assert ran.result == "42"


def test_an_unknown_scrape_is_not_found(python: Firecrawl) -> None:
    with pytest.raises(FirecrawlError, match="Job not found"):
        python.interact("5f0d2a52-3f4a-4a5e-9d9b-6f0d2b7c1e11", prompt="click it")
    with pytest.raises(BadRequestError, match="valid UUID"):
        python.interact("nope", prompt="click it")


def test_a_browser_of_its_own(python: Firecrawl) -> None:
    opened = python.browser(ttl=120, activity_ttl=60, stream_web_view=True)
    assert opened.id is not None
    listed = python.list_browsers(status="active").sessions or []
    mine = next(session for session in listed if session.id == opened.id)
    assert (mine.status, mine.cdp_url) == ("active", opened.cdp_url)
    ended = python.delete_browser(opened.id)
    assert (ended.success, ended.session_duration_ms is not None) == (True, True)
    destroyed = python.list_browsers(status="destroyed").sessions or []
    assert opened.id in {session.id for session in destroyed}
    with pytest.raises(FirecrawlError, match="destroyed"):
        python.delete_browser(opened.id)


@pytest.mark.usefixtures("confined")
def test_code_in_a_browser_of_its_own(python: Firecrawl, site: Site) -> None:
    opened = python.browser(ttl=120)
    assert opened.id is not None
    try:
        code = f"await page.goto({site.url(CATALOGUE)!r}); await page.title()"
        ran = python.browser_execute(opened.id, code, language="node", timeout=60)
        assert (ran.success, ran.exit_code, ran.killed) == (True, 0, False)
        assert "Thread & Needle" in str(ran.result)
        shell = python.browser_execute(opened.id, "echo $SESSION_ID")
        assert str(shell.stdout).strip() == opened.id
        failed = python.browser_execute(opened.id, "exit 3")
        assert (failed.success, failed.exit_code) == (True, 3)
        assert failed.error
    finally:
        python.delete_browser(opened.id)
