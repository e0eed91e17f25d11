"""Cookies and local storage go out of a session and into another one."""

import pytest

from gossamer.core.interaction import GoTo
from gossamer.core.sessions import StorageState
from tests.integration.browser.live.conftest import Open, evaluated, soon
from tests.integration.browser.site import TestSite

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


async def test_what_a_session_kept_is_there_in_the_next_before_scripts_run(visit: Open, site: TestSite) -> None:
    first = await visit("/storage")
    await first.page.perform(GoTo(site.url("/set-cookie")), deadline=soon())
    await first.page.perform(GoTo(site.other("/storage")), deadline=soon())
    state = await first.state()
    assert len(first._tabs.tabs) == 1
    assert {cookie["name"] for cookie in state.cookies} == {"visited", "session"}
    here, there = site.url(""), site.other("")
    assert state.storage == {here: {"k": "yes"}, there: {"k": "yes"}}

    asked_before = site.paths().count("/")
    second = await visit("/storage", state=state)
    assert "visited=yes" in str(await evaluated(second, "document.body.textContent"))
    assert "stored=yes" in str(await evaluated(second, "document.body.textContent"))
    assert site.paths().count("/") == asked_before
    # What was brought along and not visited is still there in the end.
    assert (await second.state()).storage == state.storage


async def test_an_empty_session_has_an_empty_state(visit: Open) -> None:
    assert await (await visit()).state() == StorageState()


async def test_what_the_browser_does_not_take_is_left_out(visit: Open, site: TestSite) -> None:
    state = StorageState(
        cookies=({"name": "", "value": "", "domain": ""}, {"name": "ok", "value": "1", "domain": "127.0.0.1"}),
        storage={"no origin": {"a": "b"}, site.url(""): {"k": "2"}},
    )
    session = await visit("/static", state=state)
    assert await evaluated(session, "document.cookie + localStorage.getItem('k')") == "ok=12"


async def test_a_state_is_had_of_a_page_that_hangs(visit: Open, site: TestSite) -> None:
    session = await visit("/storage")
    await evaluated(session, "setTimeout(() => { for (;;); }, 0)")
    assert (await session.state()).storage == {site.url(""): {"k": "yes"}}
