"""What a page can be made to do before it is read."""

import re
import struct
from datetime import timedelta
from typing import Any

import pytest

from gossamer.browser import Browser
from gossamer.browser.actions import perform
from gossamer.core.actions import (
    Action,
    ActionOutcome,
    Click,
    Press,
    PrintPdf,
    RunScript,
    Scroll,
    Snapshot,
    TakeScreenshot,
    Wait,
    WaitFor,
    Write,
)
from gossamer.core.errors import ActionFailed, TimedOut
from gossamer.core.formats import Screenshot, Viewport
from gossamer.core.pages import FetchedPage
from tests.integration.browser.conftest import Ask
from tests.integration.browser.site import TestSite

pytestmark = [pytest.mark.browser, pytest.mark.one_loop]


async def acted(browser: Browser, ask: Ask, path: str, *actions: Action, **options: Any) -> FetchedPage:
    return await browser.fetch(ask(path, actions=actions, **options))


_NESTED = "const nested = (n) => n > 1 ? [nested(n - 1)] : [];"


def outcome(page: FetchedPage) -> ActionOutcome:
    assert page.outcome is not None
    return page.outcome


def png_size(data: bytes) -> tuple[int, int]:
    assert data.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", data[16:24])
    return width, height


async def test_a_form_is_filled_and_sent_as_a_person_would(browser: Browser, ask: Ask, site: TestSite) -> None:
    page = await acted(
        browser,
        ask,
        "/form",
        Click("#name"),
        Write("Zoë & Co."),
        Press("Tab"),
        Write("Bern"),
        Click(".box", every=True),
        TakeScreenshot(),
        Snapshot(),
        Click("#send"),
        WaitFor("h1"),
        PrintPdf(format="A4"),
    )
    assert page.url == site.url("/submitted?name=Zo%C3%AB+%26+Co.&city=Bern&a=on&b=on")
    assert b"Got name=Zo" in page.body
    done = outcome(page)
    assert done.scrapes[0].url == site.url("/form")
    assert '<p id="echo">Zoë &amp; Co.</p>' in done.scrapes[0].html
    assert png_size(done.screenshots[0].data) == (1280, 800)
    assert done.pdfs[0].data.startswith(b"%PDF-")


async def test_the_page_sees_every_key(browser: Browser, ask: Ask) -> None:
    page = await acted(browser, ask, "/form", Click("#name"), Write("aB1 ?"), Press("Enter"), Snapshot())
    html = outcome(page).scrapes[0].html if b'id="keys"' in page.body else ""
    assert html or page.url.endswith("name=aB1+%3F&city=")
    page = await acted(browser, ask, "/form", Click("#name"), Write("aB1 ?"))
    assert b'<ul id="keys"><li>a</li><li>B</li><li>1</li><li> </li><li>?</li></ul>' in page.body


async def test_combinations_and_long_text_reach_the_field(browser: Browser, ask: Ask) -> None:
    text = "word " * 300
    page = await acted(
        browser, ask, "/form", Click("#name"), Write("old"), Press("Control+A"), Press("Backspace"), Write(text)
    )
    assert f'<p id="echo">{text}</p>'.encode() in page.body


async def test_writing_without_focus_is_warned_about(browser: Browser, ask: Ask) -> None:
    page = await acted(browser, ask, "/form", Write("lost"))
    assert "no element had the focus" in page.warnings[0]


async def test_a_link_to_a_new_window_opens_in_this_one(browser: Browser, ask: Ask, site: TestSite) -> None:
    assert (await acted(browser, ask, "/blank-link", Click("#out"))).url == site.url("/static")


@pytest.mark.parametrize(
    ("path", "selector", "proof"),
    [
        ("/shadow", "#inside", b"<title>pressed</title>"),
        ("/frames", "#deep", b"deep click"),
        ("/hidden-button", "#covered", b"<title>hit</title>"),
        ("/appears", "#b", b"<title>1</title>"),
    ],
)
async def test_an_element_is_clicked_wherever_it_is(
    browser: Browser, ask: Ask, path: str, selector: str, proof: bytes
) -> None:
    assert proof in (await acted(browser, ask, path, Click(selector))).body


@pytest.mark.parametrize(
    ("script", "type_", "value"),
    [
        ("1 + 1", "number", 2),
        ("document.title", "string", "Test"),
        ("({a: [1, null]})", "object", {"a": [1, None]}),
        ("return [1]", "object", [1]),
        ("const r = await fetch('/slow-text?ms=10'); return r.status", "number", 200),
        ("Promise.resolve(true)", "boolean", True),
        ("let x = 1;", "undefined", None),
        ("NaN", "number", "NaN"),
        ("12345678901234567890n", "bigint", "12345678901234567890n"),
        ("null", "object", None),
        ("'\\ud800x'", "string", "\ufffdx"),
        ("const a = {}; a.a = a; a", "object", None),
    ],
)
async def test_scripts_return_json_values(browser: Browser, ask: Ask, script: str, type_: str, value: object) -> None:
    [returned] = outcome(await acted(browser, ask, "/static", RunScript(script))).returns
    assert (returned.type, returned.value) == (type_, value)


async def test_a_script_may_return_what_is_deep_or_long_within_limits(browser: Browser, ask: Ask) -> None:
    page = await acted(browser, ask, "/static", RunScript(f"{_NESTED}nested(100)"), RunScript("'x'.repeat(9000000)"))
    nested, text = outcome(page).returns
    assert str(nested.value) == "[" * 100 + "]" * 100
    assert text.value == "x" * 9_000_000


async def test_where_the_actions_led_is_told_although_they_came_back(
    browser: Browser, ask: Ask, site: TestSite
) -> None:
    away, back = RunScript("location.href = '/static'"), RunScript("history.back()")
    page = await acted(browser, ask, "/form", away, TakeScreenshot(), back, WaitFor("#name"))
    assert page.url == site.url("/form")
    assert set(outcome(page).addresses) == {site.url("/form"), site.url("/static")}


async def test_a_script_may_navigate(browser: Browser, ask: Ask, site: TestSite) -> None:
    page = await acted(browser, ask, "/form", RunScript("location.href = '/static'"), Snapshot())
    assert page.url == outcome(page).scrapes[0].url == site.url("/static")


@pytest.mark.parametrize(
    ("actions", "index", "reason"),
    [
        ((Wait(timedelta(milliseconds=1)), RunScript("throw new Error('my complaint')")), 1, "my complaint"),
        ((RunScript("let let"),), 0, "SyntaxError"),
        ((RunScript(f"{_NESTED}nested(101)"),), 0, "deeper than 100 levels"),
        ((RunScript(f"{_NESTED}nested(400)"),), 0, "deeper than 100 levels"),
        ((RunScript("Array(1000000).fill(10)"),), 0, "larger than 2 MB"),
        ((RunScript("'x'.repeat(10000000)"),), 0, "larger than 10 MB"),
        ((Click("##"),), 0, "not a valid CSS selector"),
        ((Press("NoSuchKey"),), 0, "no key named"),
        ((Click("#absent"),), 0, "no element matched '#absent'"),
    ],
)
async def test_a_failing_action_names_its_index_and_reason(
    browser: Browser, ask: Ask, actions: tuple[Action, ...], index: int, reason: str
) -> None:
    with pytest.raises(ActionFailed, match=reason) as failure:
        await acted(browser, ask, "/static", *actions)
    assert failure.value.index == index


async def test_scrolling_moves_by_one_view(browser: Browser, ask: Ask) -> None:
    page = await acted(browser, ask, "/tall", Scroll(), Scroll(), Scroll("up"), RunScript("scrollY"))
    assert outcome(page).returns[0].value == 800


async def test_pictures_have_the_size_that_was_asked(browser: Browser, ask: Ask) -> None:
    page = await acted(
        browser,
        ask,
        "/tall",
        TakeScreenshot(viewport=Viewport(640, 480)),
        TakeScreenshot(full_page=True),
        TakeScreenshot(quality=40),
    )
    view, full, jpeg = outcome(page).screenshots
    assert png_size(view.data) == (640, 480)
    assert png_size(full.data) == (640, 16384)
    assert (jpeg.media_type, jpeg.data[:2]) == ("image/jpeg", b"\xff\xd8")


async def test_a_full_page_picture_has_what_loads_late(browser: Browser, ask: Ask, site: TestSite) -> None:
    page = await browser.fetch(ask("/lazy", screenshot=Screenshot(full_page=True)))
    assert page.screenshot is not None
    assert png_size(page.screenshot.data)[1] > 5000
    assert b"rgb(0, 255, 0)" in page.body


async def test_a_screenshot_of_a_phone_is_as_wide_as_the_phone(browser: Browser, ask: Ask) -> None:
    page = await browser.fetch(ask("/device", mobile=True, screenshot=Screenshot()))
    assert page.screenshot is not None
    assert png_size(page.screenshot.data) == (390 * 3, 844 * 3)


@pytest.mark.parametrize(
    ("paper", "landscape", "size"),
    [("A4", False, (595, 842)), ("Ledger", False, (1224, 792)), ("A6", True, (420, 298))],
)
async def test_a_print_has_the_paper_that_was_asked(
    browser: Browser, ask: Ask, paper: str, landscape: bool, size: tuple[int, int]
) -> None:
    [pdf] = outcome(await acted(browser, ask, "/static", PrintPdf(format=paper, landscape=landscape))).pdfs
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf.data)
    assert box is not None
    assert (float(box[1]), float(box[2])) == pytest.approx(size, abs=1)


async def test_a_click_that_navigates_is_waited_for(browser: Browser, ask: Ask, site: TestSite) -> None:
    page = await acted(browser, ask, "/form", Click("#send"), Snapshot())
    assert outcome(page).scrapes[0].url.startswith(site.url("/submitted"))


async def test_actions_end_with_the_deadline(browser: Browser, ask: Ask) -> None:
    with pytest.raises(TimedOut):
        await acted(browser, ask, "/static", Wait(timedelta(seconds=30)), seconds=2)


@pytest.mark.parametrize("selector", ["#plain", "#inner", "#field", "#label", "#aria"])
async def test_a_click_on_a_disabled_control_is_an_error(
    browser: Browser, ask: Ask, selector: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(perform, "_IMPLIED_WAIT", 0.3)
    with pytest.raises(ActionFailed, match=rf"'{selector}' is disabled") as caught:
        await acted(browser, ask, "/disabled", Click(selector))
    assert caught.value.code == "SCRAPE_ACTION_ERROR"


@pytest.mark.parametrize("selector", ["#legend", "#soon"])
async def test_a_control_that_is_enabled_in_the_end_is_clicked(browser: Browser, ask: Ask, selector: str) -> None:
    page = await acted(browser, ask, "/disabled", Click(selector))
    assert b"<title>hit</title>" in page.body
