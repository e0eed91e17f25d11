"""Dialogs that wait for an answer, tabs that open and close, and going back."""

import pytest

from gossamer.browser.page import Page
from gossamer.browser.running_browser import RunningBrowser
from gossamer.core.errors import SessionLost, StepFailed
from gossamer.core.interaction import (
    AnswerDialog,
    Back,
    Click,
    CloseTab,
    Dialog,
    Forward,
    GoTo,
    Reload,
    SwitchTab,
)
from tests.integration.browser.tools.driver import driving
from tests.integration.browser.tools.harness import soon
from tests.integration.browser.tools.site import ToolSite

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="package")]


ANSWERS = [
    ("alert", "An alert says: Hello", AnswerDialog(), "after alert"),
    ("confirm", "A confirm dialog asks: Sure?", AnswerDialog(accept=True), "confirmed true"),
    ("confirm", "A confirm dialog asks: Sure?", AnswerDialog(accept=False), "confirmed false"),
    ("prompt", "A prompt asks: Name?", AnswerDialog(text="Ada"), "said Ada"),
    ("prompt", "A prompt asks: Name?", AnswerDialog(accept=False), "said null"),
    ("later", "A confirm dialog asks: Late?", AnswerDialog(), "late true"),
]


async def test_a_dialog_waits_for_its_answer(chromium: RunningBrowser, pages: ToolSite) -> None:
    async with driving(chromium, pages.url("/dialogs")) as driver:
        for opener, note, answer, _ in ANSWERS:
            assert (await driver.do(Click(await driver.ref(opener)))).note == note
            assert (await driver.do(answer)).note == ""
        assert await driver.log() == [logged for _, _, _, logged in ANSWERS]


async def test_while_a_dialog_is_open_the_page_stands_still(chromium: RunningBrowser, pages: ToolSite) -> None:
    async with driving(chromium, pages.url("/dialogs")) as driver:
        before = await driver.look()
        ref = await driver.ref("prompt")
        await driver.do(Click(ref))
        seen = await driver.look()
        assert seen.dialog == Dialog("prompt", "Name?", "Nobody")
        assert seen.root == before.root
        with pytest.raises(StepFailed, match="answer it first"):
            await driver.do(Click(ref))
        with pytest.raises(StepFailed, match="answer it first"):
            await driver.page.page(deadline=soon())
        await driver.do(AnswerDialog())
        assert (await driver.look()).dialog is None
        with pytest.raises(StepFailed, match="no dialog"):
            await driver.do(AnswerDialog())


async def test_a_dialog_after_a_dialog_is_told(chromium: RunningBrowser, pages: ToolSite) -> None:
    async with driving(chromium, pages.url("/dialogs")) as driver:
        await driver.do(Click(await driver.ref("twice")))
        assert (await driver.do(AnswerDialog())).note == "A confirm dialog asks: Two?"
        await driver.do(AnswerDialog(accept=False))
        assert await driver.log() == ["true false"]


async def test_a_page_that_will_not_be_left_asks_unless_one_goes_oneself(
    chromium: RunningBrowser, pages: ToolSite
) -> None:
    async with driving(chromium, pages.url("/dialogs")) as driver:
        await driver.do(Click(await driver.ref("guard")))
        result = await driver.do(Click(await driver.ref("leave")))
        assert result.note.startswith("A dialog asks whether the page may be left")
        await driver.do(AnswerDialog(accept=False))
        assert (await driver.look()).url == pages.url("/dialogs")
        assert (await driver.do(GoTo("/names"))).after == pages.url("/names")


@pytest.mark.parametrize("opener", ["blank", "window", "empty"])
async def test_a_new_tab_becomes_the_active_one(chromium: RunningBrowser, pages: ToolSite, opener: str) -> None:
    async with driving(chromium, pages.url("/tabs")) as driver:
        result = await driver.do(Click(await driver.ref(opener)))
        seen = await driver.look()
        assert (result.navigated, result.note) == (True, "A new tab opened and is the active one.")
        assert seen.title == {"blank": "names", "window": "clicks", "empty": ""}[opener]
        assert seen.tabs[1].title in {seen.title, "about:blank"}
        assert [tab.active for tab in seen.tabs] == [False, True]
        await driver.do(SwitchTab(0))
        assert (await driver.look()).url == pages.url("/tabs")
        await driver.do(CloseTab(1))
        assert len((await driver.look()).tabs) == 1
        with pytest.raises(StepFailed, match="last tab"):
            await driver.do(CloseTab())
        with pytest.raises(StepFailed, match="no tab 5"):
            await driver.do(SwitchTab(5))


async def test_a_new_tab_is_shown_around_before_it_loads(chromium: RunningBrowser, pages: ToolSite) -> None:
    met: list[tuple[str, int]] = []

    async def guard(page: Page) -> None:
        met.append((page.url, page.documents))
        page.session.send("Emulation.setUserAgentOverride", userAgent="guarded")

    async with driving(chromium, pages.url("/tabs"), guard) as driver:
        await driver.do(Click(await driver.ref("blank")))
        assert await driver.run("navigator.userAgent") == "guarded"
    assert met == [("about:blank", 0)]


async def test_a_tab_that_closes_itself_gives_way(chromium: RunningBrowser, pages: ToolSite) -> None:
    async with driving(chromium, pages.url("/tabs")) as driver:
        await driver.do(Click(await driver.ref("window")))
        await driver.run("setTimeout(() => close(), 0)")
        while len((await driver.look()).tabs) > 1:
            pass
        assert (await driver.look()).url == pages.url("/tabs")


async def test_a_click_that_closes_its_tab_is_done(chromium: RunningBrowser, pages: ToolSite) -> None:
    async with driving(chromium, pages.url("/tabs")) as driver:
        await driver.do(Click(await driver.ref("own")))
        closing = await driver.do(Click(await driver.ref("self")))
        while len((await driver.look()).tabs) > 1:
            pass
        assert closing.note in {"", "The tab was closed."}
        assert (await driver.do(Click(await driver.ref("blank")))).navigated


async def test_going_back_forward_and_again(chromium: RunningBrowser, pages: ToolSite) -> None:
    async with driving(chromium, pages.url("/tabs")) as driver:
        with pytest.raises(StepFailed, match="no page before"):
            await driver.do(Back())
        await driver.do(GoTo("/names"))
        assert (await driver.do(Back())).after == pages.url("/tabs")
        assert (await driver.do(Forward())).after == pages.url("/names")
        await driver.run("document.title = 'changed'")
        assert (await driver.do(Reload())).navigated
        assert (await driver.look()).title == "names"
        for elsewhere in ("file:///etc/passwd", "chrome://version", "javascript:alert(1)"):
            with pytest.raises(StepFailed):
                await driver.do(GoTo(elsewhere))
        assert (await driver.look()).url == pages.url("/names")
        with pytest.raises(StepFailed, match="no page after"):
            await driver.do(Forward())


async def test_another_site_is_seen_and_used_though_its_process_numbers_anew(
    chromium: RunningBrowser, pages: ToolSite
) -> None:
    here = pages.url("/dialogs")
    there = here.replace("127.0.0.1", "localhost")
    async with driving(chromium, here) as driver:
        met: set[str] = set()
        for address in (there, here, there, here):
            await driver.do(GoTo(address))
            ref = await driver.ref("confirm")
            assert ref not in met
            for gone in met:
                with pytest.raises(StepFailed, match="not on the page any more"):
                    await driver.do(Click(gone))
            met.add(ref)
            await driver.do(Click(ref))
            await driver.do(AnswerDialog())
            assert await driver.log() == ["confirmed true"]


async def test_what_a_page_shows_is_fetched_and_pictured(chromium: RunningBrowser, pages: ToolSite) -> None:
    async with driving(chromium, pages.url("/names")) as driver:
        page = await driver.page.page(deadline=soon())
        shot = await driver.page.screenshot(deadline=soon())
    assert (page.url, page.status, page.rendered) == (pages.url("/names"), 200, True)
    assert b"By reference" in page.body
    assert shot.data.startswith(b"\x89PNG")


async def test_a_script_that_throws_fails_its_step(chromium: RunningBrowser, pages: ToolSite) -> None:
    async with driving(chromium, pages.url("/names")) as driver:
        assert await driver.run("1 + 1") == 2
        with pytest.raises(StepFailed, match="oh no"):
            await driver.run("throw new Error('oh no')")


async def test_a_page_that_crashed_is_lost(chromium: RunningBrowser, pages: ToolSite) -> None:
    async with driving(chromium, pages.url("/names")) as driver:
        driver.page.active.session.send("Page.crash")
        with pytest.raises(SessionLost, match="destroyed"):
            await driver.look()
