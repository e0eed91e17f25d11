"""A session is seen, recorded, and used by somebody's mouse and keyboard."""

import asyncio
from collections.abc import Callable
from contextlib import aclosing
from datetime import timedelta
from io import BytesIO

import pytest
from PIL import Image

from gossamer.browser.live import OpenSession
from gossamer.browser.page import Page
from gossamer.browser.traffic import MainDocument
from gossamer.core.errors import NotAllowed, StepFailed
from gossamer.core.interaction import AnswerDialog, GoTo, SwitchTab
from gossamer.ports.live_pages import Frame, KeyInput, MouseInput, NavigationInput
from gossamer.testing.clock import ManualClock
from tests.integration.browser.live.conftest import Open, evaluated, soon
from tests.integration.browser.site import TestSite

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

JPEG = b"\xff\xd8\xff"


def is_blue(frame: Frame) -> bool:
    color = Image.open(BytesIO(frame.data)).getpixel((1200, 700))
    assert isinstance(color, tuple)
    return color[2] > 200 and color[0] < 60


async def first(session: OpenSession, holds: Callable[[Frame], bool] = lambda _: True) -> Frame:
    """Return the first picture of which *holds* is true."""
    async with aclosing(session.frames()) as frames:
        async for frame in frames:
            if holds(frame):
                return frame
    raise AssertionError("it ended")


async def test_pictures_come_at_once_and_when_the_page_changes(visit: Open, site: TestSite) -> None:
    session = await visit("/static")
    shown = await first(session)
    assert shown.data.startswith(JPEG)
    assert (shown.width, shown.height) == (1280, 800)
    assert (shown.url, shown.title) == (site.url("/static"), "Test")
    await evaluated(session, "document.body.style.background = 'rgb(0, 0, 255)'")
    await first(session, lambda frame: frame.data != shown.data)
    await session.page.perform(GoTo(site.other("/tall")), deadline=soon())
    await first(session, lambda frame: frame.url == site.other("/tall"))


REPAINT = """for (let n = 1; n <= 10; n++)
    setTimeout(() => { document.body.style.background = n < 10 ? `rgb(255, ${n}, 0)` : 'rgb(0, 0, 255)'; }, 16 * n)"""


async def test_the_picture_of_a_page_that_changed_quickly_is_the_last_one(visit: Open) -> None:
    # Chromium drops pictures that come too quickly, by chance: hence more than once.
    for _ in range(5):
        session = await visit("/static")
        async with aclosing(session.frames()) as frames:
            await anext(frames)
            await evaluated(session, REPAINT)
            async for frame in frames:
                if is_blue(frame):
                    break


async def test_a_page_that_only_changes_its_name_or_address_is_shown_with_it(visit: Open, site: TestSite) -> None:
    session = await visit("/static")
    async with aclosing(session.frames()) as frames:
        assert (await anext(frames)).title == "Test"
        await evaluated(session, "document.title = 'Renamed'")
        async for frame in frames:
            if frame.title == "Renamed":
                break
        await evaluated(session, "history.pushState(null, '', '/elsewhere')")
        async for frame in frames:
            if frame.url == site.url("/elsewhere"):
                break


async def test_many_watch_and_nobody_is_left_when_the_session_ends(visit: Open) -> None:
    session = await visit("/static")
    seen: list[list[Frame]] = [[], []]
    began = asyncio.Event()

    async def watch(frames: list[Frame]) -> None:
        async for frame in session.frames():
            frames.append(frame)
            if all(seen):
                began.set()

    async with asyncio.TaskGroup() as tasks:
        for frames in seen:
            tasks.create_task(watch(frames))
        await began.wait()
        await session.close()
    assert [frame async for frame in session.frames()] == []


async def test_nothing_is_pictured_when_nobody_watches(visit: Open) -> None:
    session = await visit("/static")
    await first(session)
    assert session._screencast._task is None


async def test_those_who_watch_see_the_tab_that_is_active(visit: Open, site: TestSite) -> None:
    session = await visit("/static")
    async with aclosing(session.frames()) as frames:
        assert (await anext(frames)).url == site.url("/static")
        await evaluated(session, "open('/tall')")
        async for frame in frames:
            if frame.url == site.url("/tall"):
                break
        await session.page.perform(SwitchTab(0), deadline=soon())
        async for frame in frames:
            if frame.url == site.url("/static"):
                break


async def test_mouse_and_keyboard_reach_the_page(visit: Open) -> None:
    session = await visit("/form")
    box = await evaluated(session, "document.getElementById('name').getBoundingClientRect().toJSON()")
    place = {"x": box["x"] + 5, "y": box["y"] + 5, "button": "left", "clicks": 1}
    await session.use(MouseInput("move", box["x"] + 5, box["y"] + 5))
    await session.use(MouseInput("down", **place))
    await session.use(MouseInput("up", **place))
    for sign in "aB":
        await session.use(KeyInput("down", sign, text=sign))
        await session.use(KeyInput("up", sign))
    await session.use(KeyInput("down", "", text=" pasted"))
    assert await evaluated(session, "document.getElementById('echo').textContent") == "aB pasted"
    await session.use(KeyInput("down", "a", modifiers=2))
    await session.use(KeyInput("down", "Backspace"))
    await session.use(KeyInput("down", "x", text="x"))
    await session.use(KeyInput("down", "Enter"))
    await first(session, lambda frame: frame.url.endswith("/submitted?name=x&city="))


async def test_who_watches_leads_the_tab_elsewhere_and_back(visit: Open, site: TestSite) -> None:
    session = await visit("/static")
    for event, path in (
        (NavigationInput("go", site.url("/tall")), "/tall"),
        (NavigationInput("back"), "/static"),
        (NavigationInput("forward"), "/tall"),
    ):
        await session.use(event)
        assert (await first(session)).url == site.url(path)
    await evaluated(session, "void (window.kept = 1)")
    await session.use(NavigationInput("reload"))
    assert await evaluated(session, "String(window.kept)") == "undefined"


def _asked(page: Page, before: MainDocument | None) -> bool:
    return page.traffic.latest is not before


def _answered(page: Page, before: MainDocument | None) -> bool:
    return page.traffic.latest is not None and page.traffic.latest is not before and page.traffic.latest.status == 200


def _there(page: Page, before: MainDocument | None) -> bool:
    return page.traffic.shown is not before


@pytest.mark.parametrize(
    ("path", "moment"), [("/hang", _asked), ("/form", _answered), ("/slow-text?ms=20", _answered), ("/form", _there)]
)
async def test_who_goes_back_while_the_next_page_comes_has_the_one_that_was_left(
    path: str, moment: Callable[[Page, MainDocument | None], bool], visit: Open, site: TestSite
) -> None:
    session = await visit("/static")
    await session.use(NavigationInput("go", site.url("/tall")))
    page = session._require_page()
    before = page.traffic.latest
    going = asyncio.create_task(session.use(NavigationInput("go", site.url(path))))
    await page.until(lambda: moment(page, before))
    going.cancel()
    await asyncio.wait([going])
    await session.use(NavigationInput("back"))
    assert await evaluated(session, "location.pathname") == "/tall"
    await session.use(NavigationInput("back"))
    assert await evaluated(session, "location.pathname") == "/static"


async def test_who_watches_goes_nowhere_that_the_session_may_not(visit: Open, site: TestSite) -> None:
    session = await visit("/static", permits=lambda url: NotAllowed("Not there.") if url.endswith("/tall") else None)
    for url, why in (
        (site.url("/tall"), "Not there"),
        ("file:///etc/passwd", "may not be|http"),
        ("javascript:1", "may not be|http"),
    ):
        with pytest.raises(StepFailed, match=why):
            await session.use(NavigationInput("go", url))
    with pytest.raises(StepFailed, match="no page after"):
        await (await visit("/static")).use(NavigationInput("forward"))


async def test_the_wheel_scrolls(visit: Open) -> None:
    session = await visit("/tall")
    scrolled = "new Promise(ok => { scrollY ? ok(1) : addEventListener('scroll', () => ok(1)) })"
    await session.use(MouseInput("wheel", 100, 100, dy=300))
    assert await evaluated(session, scrolled) == 1


async def test_events_are_taken_while_a_dialog_asks(visit: Open) -> None:
    session = await visit("/static")
    await evaluated(session, "void setTimeout(() => { document.title = confirm('sure?') }, 0)")
    while (await session.page.snapshot(deadline=soon())).dialog is None:
        pass
    await session.use(MouseInput("move", 5, 5))
    await session.page.perform(AnswerDialog(accept=True), deadline=soon())
    assert await evaluated(session, "document.title") == "true"


async def test_a_recording_has_what_was_seen_once_and_is_read_after_the_end(
    visit: Open, clock: ManualClock, site: TestSite
) -> None:
    session = await visit("/static", recorded=True)

    async def until(holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(60):
            while not holds():
                await clock.advance(timedelta(seconds=1))
                await asyncio.sleep(0.02)

    await until(lambda: len(session.recording()) == 1)
    for _ in range(30):
        await clock.advance(timedelta(seconds=1))
        await asyncio.sleep(0.02)
    assert len(session.recording()) == 1
    await session.page.perform(GoTo(site.url("/tall")), deadline=soon())
    await until(lambda: len(session.recording()) >= 2)
    await session.close()
    assert [frame.url for frame in session.recording()[:2]] == [site.url("/static"), site.url("/tall")]
    assert session.recording()[0].data.startswith(JPEG)
    assert session.recording()[0].at < session.recording()[1].at


async def test_what_is_not_to_be_recorded_is_not(visit: Open) -> None:
    session = await visit("/static")
    assert session.recording() == ()
