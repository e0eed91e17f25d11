"""Pages of one job take turns in its tabs, and leave nothing behind for one another."""

import asyncio
from typing import Final

import pytest

from gossamer.browser import Browser
from gossamer.core.errors import ForbiddenTarget
from tests.integration.browser.conftest import Ask, open_targets, renderers
from tests.integration.browser.site import TestSite

pytestmark = pytest.mark.browser

# Storage answers in the time of the world, which a page of this tier is given.
IN_ITS_TIME: Final = {"job": "a", "tier": "stealth"}


async def test_pages_of_a_job_use_one_tab_after_another(browser: Browser, ask: Ask) -> None:
    for path in ("/static", "/timer", "/fetched", "/static"):
        page = await browser.fetch(ask(path, job="a"))
        assert page.status == 200
    assert len(await open_targets(browser)) == 1
    assert len(renderers(browser)) == 1


async def test_pages_of_a_job_at_the_same_time_have_tabs_of_their_own(browser: Browser, ask: Ask) -> None:
    pages = await asyncio.gather(*(browser.fetch(ask(f"/timer?{n}", job="a")) for n in range(3)))
    assert all(b"FROM TIMER" in page.body for page in pages)
    assert len(await open_targets(browser)) == 3


async def test_a_tab_is_never_given_to_another_job_or_a_single_page(browser: Browser, ask: Ask) -> None:
    await browser.fetch(ask("/static", job="a"))
    await browser.fetch(ask("/timer", job="b"))
    await browser.fetch(ask("/timer"))
    assert len(await open_targets(browser)) == 2


async def test_a_page_finds_nothing_of_the_page_before(browser: Browser, ask: Ask) -> None:
    first = await browser.fetch(ask("/traces?1", **IN_ITS_TIME))
    second = await browser.fetch(ask("/traces?2", **IN_ITS_TIME))
    assert [target for target in await open_targets(browser) if "/traces" in target] == [second.url]
    assert b"found: ." in first.body
    assert b"found: ." in second.body


async def test_a_page_finds_nothing_of_an_earlier_visit_to_its_origin(
    browser: Browser, ask: Ask, site: TestSite
) -> None:
    await browser.fetch(ask("/traces", **IN_ITS_TIME))
    await browser.fetch(ask(site.other("/traces"), **IN_ITS_TIME))
    again = await browser.fetch(ask("/traces", **IN_ITS_TIME))
    assert b"found: ." in again.body


async def test_a_page_has_the_cookies_and_headers_of_its_own_request(
    browser: Browser, ask: Ask, site: TestSite
) -> None:
    headers = {"cookie": "a=1", "x-token": "secret"}
    await browser.fetch(ask("/static", job="a", headers=headers))
    await browser.fetch(ask("/timer", job="a", headers=headers))
    await browser.fetch(ask("/storage", job="a"))
    assert site.headers_of("/timer")["cookie"] == "a=1"
    assert site.headers_of("/timer")["x-token"] == "secret"
    assert {"cookie", "x-token"}.isdisjoint(site.headers_of("/storage"))


async def test_a_page_that_has_only_another_fragment_is_loaded_again(
    browser: Browser, ask: Ask, site: TestSite
) -> None:
    await browser.fetch(ask("/static", job="a"))
    page = await browser.fetch(ask("/static#more", job="a"))
    assert b"No scripts here" in page.body
    assert site.paths().count("/static") == 2


@pytest.mark.parametrize("path", ["/loop", "/alert", "/popups"])
async def test_a_tab_that_a_page_has_spoiled_is_not_used_again(browser: Browser, ask: Ask, path: str) -> None:
    await browser.fetch(ask(path, job="a", seconds=10))
    page = await browser.fetch(ask("/fetched", job="a"))
    assert b"FROM FETCH" in page.body
    assert await open_targets(browser) == [page.url]


async def test_a_page_that_fails_leaves_no_tab(browser: Browser, ask: Ask) -> None:
    with pytest.raises(ForbiddenTarget):
        await browser.fetch(ask("http://127.0.0.1:1/", job="a"))
    assert await open_targets(browser) == []
