"""Pictures and prints of pages that do not stay where they are."""

import pytest

from gossamer.browser import Browser
from gossamer.content.branding.looks import read_looks
from gossamer.core.actions import TakeScreenshot
from gossamer.core.errors import Unreachable
from gossamer.core.formats import Screenshot
from tests.integration.browser.conftest import Ask

pytestmark = [pytest.mark.browser, pytest.mark.one_loop]


async def test_a_page_that_navigates_while_it_is_captured_is_captured_where_it_arrived(
    browser: Browser, ask: Ask
) -> None:
    page = await browser.fetch(ask("/leaves-when-captured", screenshot=Screenshot(full_page=True)))
    assert page.screenshot is not None
    assert page.screenshot.data.startswith(b"\x89PNG")
    assert b"ARRIVED" in page.body
    assert "/slow-page" in page.url


async def test_styles_are_read_by_role_with_colours_of_any_notation(browser: Browser, ask: Ask) -> None:
    page = await browser.fetch(ask("/styled", styles=True))
    looks = read_looks(page.styles)
    assert looks is not None
    [button] = looks.of("button")
    assert (button.text, button.background, button.radius) == ("Buy", "#1a7f37", "6px")
    assert (button.where, looks.variables["--brand"]) == ("a#buy.btn.btn-primary", "#ffffff")
    assert [(logo.link, logo.names.split()[0]) for logo in looks.logos] == [(ask("/").url, "svg")]
    assert next(looks.of("h1")).family == "Georgia, serif"


async def test_a_page_that_never_stays_is_stopped_and_captured(browser: Browser, ask: Ask) -> None:
    page = await browser.fetch(ask("/never-stays", screenshot=Screenshot(full_page=True)))
    assert page.screenshot is not None
    assert b"tall" in page.body


@pytest.mark.parametrize("path", ["/watched", "/watched-throttled", "/watched-growing"])
async def test_what_loads_when_it_is_seen_is_in_a_picture_of_the_whole_page(
    browser: Browser, ask: Ask, path: str
) -> None:
    page = await browser.fetch(ask(path, screenshot=Screenshot(full_page=True)))
    assert [n for n in range(6) if f"SEEN {n}." not in page.body.decode()] == []


async def test_an_action_says_that_the_page_never_stays(browser: Browser, ask: Ask) -> None:
    with pytest.raises(Unreachable, match="kept navigating") as caught:
        await browser.fetch(ask("/never-stays", actions=(TakeScreenshot(full_page=True),)))
    assert caught.value.code == "SCRAPE_SITE_ERROR"
