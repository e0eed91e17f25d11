"""Pages that want the whole machine: they cost their own scrape at most, and their neighbours nothing."""

import asyncio
import os
import sys
from datetime import timedelta
from pathlib import Path

import psutil
import pytest

from gossamer.browser import Browser, contexts
from gossamer.core.actions import Click, RunScript, TakeScreenshot, Wait
from gossamer.core.errors import OwnError
from gossamer.core.formats import Screenshot
from gossamer.core.pages import FetchRequest
from tests.integration.browser.conftest import Ask, eventually, renderers, running
from tests.integration.browser.site import TestSite

pytestmark = pytest.mark.browser

WAITING = (RunScript("document.title"), Wait(timedelta(seconds=3)), TakeScreenshot())


def group_of(browser: Browser) -> int:
    process = running(browser).process
    assert process is not None
    return process.group


def policies(pid: int) -> set[int]:
    """Return the scheduling policies of a process's threads."""
    found = set()
    for task in Path(f"/proc/{pid}/task").iterdir():
        try:
            found.add(os.sched_getscheduler(int(task.name)))
        except ProcessLookupError:
            continue
    return found


@pytest.fixture
def closing_never_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have no context close, and nobody wait for it."""

    async def never(_context: contexts.Context, _creating: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(contexts.Context, "_remove_context", never)
    monkeypatch.setattr(contexts, "_DISPOSAL", 0.0)
    monkeypatch.setattr(contexts, "_STUCK", 0.0)


@pytest.mark.skipif(sys.platform != "linux", reason="the policy is the Linux kernel's")
async def test_a_page_with_dozens_of_workers_gets_what_others_leave_of_the_processor(
    browser: Browser, ask: Ask, site: TestSite
) -> None:
    await browser.fetch(ask("/static"))
    before = {process.pid for process in renderers(browser)}
    greedy = asyncio.create_task(browser.fetch(ask("/fifty-busy-workers", wait_for=timedelta(seconds=20))))
    await eventually(lambda: "/fifty-busy-workers" in site.paths())
    await eventually(
        lambda: any(
            policies(process.pid) == {os.SCHED_IDLE} for process in renderers(browser) if process.pid not in before
        ),
        20,
    )
    idle = {process.pid for process in renderers(browser) if policies(process.pid) == {os.SCHED_IDLE}}
    page = asyncio.create_task(browser.fetch(ask("/static", actions=(Wait(timedelta(seconds=1)),))))
    await eventually(lambda: site.paths().count("/static") == 2)
    assert any(os.SCHED_IDLE not in policies(process.pid) for process in renderers(browser) if process.pid not in idle)
    assert b"Plain" in (await page).body
    greedy.cancel()


async def test_a_page_that_floods_the_network_is_stopped_and_says_so(browser: Browser, ask: Ask) -> None:
    page = await browser.fetch(ask("/flood"))
    assert b"Start" in page.body
    assert "did not end and were stopped" in page.warnings[0]


async def test_neighbours_of_greedy_pages_keep_their_pictures_and_actions(browser: Browser, ask: Ask) -> None:
    await browser.fetch(ask("/static"))
    group = group_of(browser)
    attacks = [
        asyncio.create_task(browser.fetch(ask(path, seconds=4)))
        for path in ("/fifty-busy-workers", "/nested-frames")
        for _ in range(2)
    ]
    pages = await asyncio.gather(
        *(browser.fetch(ask("/timer", screenshot=Screenshot())) for _ in range(2)),
        *(browser.fetch(ask("/form", actions=(Click("#name"), TakeScreenshot()))) for _ in range(2)),
    )
    await asyncio.gather(*attacks, return_exceptions=True)
    assert all(page.screenshot for page in pages[:2])
    assert all(page.outcome and page.outcome.screenshots for page in pages[2:])
    assert group_of(browser) == group
    assert running(browser).alive


async def test_a_browser_with_a_page_that_does_not_close_is_drained(
    browser: Browser, ask: Ask, site: TestSite, closing_never_ends: None
) -> None:
    neighbour = asyncio.create_task(browser.fetch(ask("/static?neighbour", actions=WAITING)))
    await eventually(lambda: bool(site.paths()))
    drained = running(browser)
    await browser.fetch(ask("/static"))
    await eventually(lambda: drained.draining)
    await browser.fetch(ask("/static"))
    assert running(browser) is not drained
    outcome = (await neighbour).outcome
    assert outcome is not None
    assert outcome.screenshots
    assert drained.process is not None
    group = drained.process.group
    await eventually(lambda: not psutil.pid_exists(group))


async def test_the_renderers_of_a_page_that_does_not_close_are_killed(
    browser: Browser, ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    await browser.fetch(ask("/static"))
    monkeypatch.setattr(contexts, "_DISPOSAL", 0.0)
    group = group_of(browser)
    neighbour = asyncio.create_task(browser.fetch(ask("/timer", actions=WAITING)))
    await browser.fetch(ask("/static"))
    assert (await neighbour).outcome is not None
    assert group_of(browser) == group
    assert not running(browser).draining


async def test_a_browser_that_answers_nothing_is_given_up(
    browser: Browser, ask: Ask, monkeypatch: pytest.MonkeyPatch, closing_never_ends: None
) -> None:
    monkeypatch.setattr(contexts, "_ANSWER", 0.0)
    await browser.fetch(ask("/static"))
    silent = running(browser)
    await eventually(lambda: not silent.alive)
    assert (await browser.fetch(ask("/static"))).status == 200


async def test_actions_without_effects_are_done_again_in_another_browser(
    browser: Browser, ask: Ask, site: TestSite
) -> None:
    harmless: FetchRequest = ask("/static", actions=(Wait(timedelta(seconds=1)), TakeScreenshot()))
    fetching = asyncio.create_task(browser.fetch(harmless))
    await eventually(lambda: bool(site.paths()))
    running(browser).connection.lost("the test ended it")
    outcome = (await fetching).outcome
    assert outcome is not None
    assert outcome.screenshots
    with_effects = asyncio.create_task(browser.fetch(ask("/static", actions=WAITING)))
    await eventually(lambda: site.paths().count("/static") == 3)
    running(browser).connection.lost("the test ended it")
    with pytest.raises(OwnError, match="Try again"):
        await with_effects
