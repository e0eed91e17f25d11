"""What comes out of a page."""

import asyncio
import json
import ssl
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import trustme

from gossamer.browser import Browser, BrowserOptions, Installed, find_chromium, page_settling
from gossamer.core.actions import Wait
from gossamer.core.errors import (
    ForbiddenTarget,
    NameNotResolved,
    NotAllowed,
    NoWebPage,
    TimedOut,
    TlsFailed,
    TooLarge,
    Unreachable,
    Unsupported,
)
from gossamer.core.formats import Screenshot
from gossamer.core.pages import Expected, FetchedPage, FetchRequest
from gossamer.core.specs import Location
from gossamer.testing.clock import ManualClock
from tests.integration.browser.conftest import Ask, run_by_somebody_else
from tests.integration.browser.site import TestSite, serving

pytestmark = [pytest.mark.browser, pytest.mark.one_loop]


async def test_a_frame_that_has_not_loaded_yet_keeps_its_address(browser: Browser, ask: Ask) -> None:
    page = await browser.fetch(ask("/lazy-frame"))
    assert b'data-gossamer-frame="/later.html"' in page.body


async def test_a_page_has_its_status_headers_address_and_dom(browser: Browser, ask: Ask, site: TestSite) -> None:
    page = await browser.fetch(ask("/set-cookie"))
    assert (page.status, page.url, page.rendered, page.charset) == (200, site.url("/set-cookie"), True, "utf-8")
    assert page.media_type == "text/html"
    assert page.headers["x-twice"] == "a, b"
    assert page.body.decode().startswith("<!DOCTYPE html>\n<html><head><title>Test</title></head><body>cookie set")


async def test_a_missing_page_is_a_page_with_its_status(browser: Browser, ask: Ask) -> None:
    page = await browser.fetch(ask("/no-such-page"))
    assert page.status == 404
    assert b"Nothing here" in page.body


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/timer", b"FROM TIMER"),
        ("/fetched", b"FROM FETCH"),
        ("/chain-of-timers", b"step8"),
        ("/long-poll", b"READY"),
        ("/js-redirect", b"No scripts here"),
        ("/meta-redirect", b"No scripts here"),
        ("/alert", b"AFTER"),
        ("/advert", b"With adverts"),
    ],
)
async def test_what_scripts_make_after_load_is_there(browser: Browser, ask: Ask, path: str, expected: bytes) -> None:
    page = await browser.fetch(ask(path))
    assert expected in page.body
    assert page.warnings == ()


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/late-timers", b"<body><p>FROM FETCH</p> AND MORE"),
        ("/later-timers", b"<body><p>FROM FETCH</p> AND MORE"),
        ("/from-database", b"<body>FROM DATABASE"),
        ("/from-frames", b"<body>DRAWN"),
        ("/from-sight", b"<body><p>FROM FETCH</p> SEEN"),
        ("/from-stream", b"<body>FROM STREAM"),
    ],
)
async def test_a_page_that_is_only_read_is_complete_whatever_brings_its_content(
    browser: Browser, ask: Ask, path: str, expected: bytes
) -> None:
    page = await browser.fetch(ask(path))
    assert expected in page.body
    assert page.warnings == ()


@pytest.mark.parametrize(
    "wanted",
    [{"tier": "stealth"}, {"screenshot": Screenshot()}, {"keep_as": "a"}, {"actions": (Wait(timedelta(seconds=0)),)}],
)
async def test_a_page_that_is_touched_or_must_not_stand_out_has_the_clock_of_the_world(
    browser: Browser, ask: Ask, wanted: dict[str, Any]
) -> None:
    assert b"late: " in (await browser.fetch(ask("/clock"))).body.partition(b"<script>")[0]
    assert b"late: " not in (await browser.fetch(ask("/clock", **wanted))).body.partition(b"<script>")[0]


@pytest.mark.parametrize(("path", "sent"), [("/timer", b"setTimeout"), ("/js-redirect", b"No scripts here")])
async def test_a_page_is_judged_by_what_the_site_sent(
    browser: Browser, ask: Ask, path: str, sent: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged: list[FetchedPage] = []
    came: list[bool] = []

    async def expects(page: FetchedPage, request: FetchRequest) -> Expected:
        judged.append(page)
        return Expected({"": 1_000}, came.append)

    monkeypatch.setattr(page_settling, "_PATIENCE", 0.5)
    shown = await browser.fetch(ask(path, expects=expects))
    assert sent in judged[-1].body
    assert b"FROM TIMER" not in judged[-1].body.partition(b"<script>")[0]
    assert (judged[-1].url, judged[-1].status) == (shown.url, 200)
    assert came == [False]


async def test_a_wait_is_over_when_the_clock_of_the_page_says_so(browser: Browser, ask: Ask) -> None:
    async with asyncio.timeout(20):
        page = await browser.fetch(ask("/after-a-minute", wait_for=timedelta(seconds=61)))
    assert b"<body>FROM TIMER" in page.body


async def test_a_page_that_asks_its_server_meanwhile_is_waited_for_as_long_as_was_asked(
    browser: Browser, ask: Ask
) -> None:
    page = await browser.fetch(ask("/asks-until-ready", wait_for=timedelta(seconds=3)))
    assert b"<body>READY" in page.body


async def test_a_page_cannot_forge_what_is_read_of_it(browser: Browser, ask: Ask) -> None:
    html = (await browser.fetch(ask("/liar"))).body.decode()
    assert "<p>The truth</p>" in html
    assert html.endswith("</body></html>")


async def test_redirects_are_followed_and_the_last_address_is_told(browser: Browser, ask: Ask, site: TestSite) -> None:
    page = await browser.fetch(ask("/redirect?n=3"))
    assert (page.url, page.status) == (site.url("/static"), 200)


async def test_endless_redirects_are_too_much(browser: Browser, ask: Ask) -> None:
    with pytest.raises(TooLarge):
        await browser.fetch(ask("/endless-redirect"))


@pytest.mark.parametrize("path", ["/redirect?n=1&to=data:text/html,x", "/to-blank"])
async def test_a_page_that_leads_out_of_the_web_is_an_error(browser: Browser, ask: Ask, path: str) -> None:
    with pytest.raises(NoWebPage):
        await browser.fetch(ask(path))


async def test_a_script_redirect_changes_the_address_and_headers(browser: Browser, ask: Ask, site: TestSite) -> None:
    assert (await browser.fetch(ask("/js-redirect"))).url == site.url("/static")


async def test_open_shadow_roots_are_shown_as_a_reader_sees_them(browser: Browser, ask: Ask) -> None:
    html = (await browser.fetch(ask("/shadow"))).body.decode()
    shown = '<fancy-card><h2><slot name="title"><span slot="title">Slotted title</span></slot></h2><p>Shadow text</p>'
    assert shown in html
    assert "<p>Light text</p>" in html[html.index(shown) :]


@pytest.mark.parametrize(
    "path", ["/closed-div", "/closed-slot", "/closed-in-open", "/closed-declared", "/closed-in-frame"]
)
async def test_closed_shadow_roots_are_read_like_open_ones(browser: Browser, ask: Ask, path: str) -> None:
    html = (await browser.fetch(ask(path))).body.decode()
    assert "CLOSED TEXT" in html.partition("<script>")[0]


async def test_a_page_sees_its_closed_shadow_roots_as_it_made_them(browser: Browser, ask: Ask) -> None:
    html = (await browser.fetch(ask("/closed-slot"))).body.decode()
    assert "<title> function attachShadow() { [native code] }</title>" in html
    assert "CLOSED TEXT <slot>SLOTTED</slot>" in html


@pytest.mark.parametrize("path", ["/one-frame", "/frame-in-frame", "/frameset", "/other-frame?path=/static"])
async def test_the_text_of_a_frame_is_content_that_came(browser: Browser, ask: Ask, path: str) -> None:
    came: list[bool] = []

    async def expects(_page: FetchedPage, _request: FetchRequest) -> Expected:
        return Expected({"": 0}, came.append)

    page = await browser.fetch(ask(path, expects=expects))
    assert b"No scripts here" in page.body
    assert came == [True]


@pytest.mark.parametrize("path", ["/fetched-into-nothing", "/other-frame?path=/fetched-into-nothing"])
async def test_a_large_frame_is_read_when_it_shows_something(browser: Browser, ask: Ask, path: str) -> None:
    page = await browser.fetch(ask(path, awaited={"": 0}))
    assert b"FROM FETCH" in page.body


@pytest.mark.parametrize("header", ["0;url=/static", "1; /static", "2, URL='/static'"])
async def test_a_refresh_header_leads_on_like_its_meta_element(
    browser: Browser, ask: Ask, site: TestSite, header: str
) -> None:
    page = await browser.fetch(ask(f"/refresh?header={header}"))
    assert page.url == site.url("/static")


def not_to_static(url: str) -> NotAllowed | None:
    return NotAllowed("Not there.") if url.endswith("/static") else None


@pytest.mark.parametrize("path", ["/redirect?n=2", "/js-redirect", "/meta-redirect"])
async def test_a_page_is_not_led_to_where_the_request_may_not_go(
    browser: Browser, ask: Ask, site: TestSite, path: str
) -> None:
    with pytest.raises(NotAllowed, match="Not there"):
        await browser.fetch(ask(path, wait_for=timedelta(seconds=2), permits=not_to_static))
    assert path in site.paths()
    assert "/static" not in site.paths()


async def test_the_frames_of_a_page_are_shown_wherever_they_are_from(browser: Browser, ask: Ask) -> None:
    html = (await browser.fetch(ask("/frames", permits=not_to_static))).body.decode()
    assert "<h1>Plain</h1>" in html


async def test_frames_stand_in_their_place_whatever_their_origin(browser: Browser, ask: Ask, site: TestSite) -> None:
    html = (await browser.fetch(ask("/frames"))).body.decode()
    same = f'<div data-gossamer-frame="{site.url("/static")}"><h1>Plain</h1>'
    other = f'<div data-gossamer-frame="{site.other("/inner-frame")}"><p>Other origin</p>'
    assert html.index("Outer") < html.index(same) < html.index(other) < html.index("<p>From srcdoc</p>")
    assert "<iframe" not in html
    assert "slot-" not in html


async def test_a_frameset_becomes_a_body(browser: Browser, ask: Ask) -> None:
    html = (await browser.fetch(ask("/frameset"))).body.decode()
    assert "<body>" in html
    assert html.index("No scripts here") < html.index("FROM TIMER")


async def test_waiting_longer_sees_more(browser: Browser, ask: Ask) -> None:
    page = await browser.fetch(ask("/never-quiet", wait_for=timedelta(seconds=1)))
    assert page.status == 200


async def test_a_page_that_is_never_quiet_is_taken_all_the_same(browser: Browser, ask: Ask) -> None:
    page = await browser.fetch(ask("/never-quiet", seconds=20))
    assert b"xxxx" in page.body


async def test_a_document_that_keeps_dripping_is_taken_as_far_as_it_came(browser: Browser, ask: Ask) -> None:
    page = await browser.fetch(ask("/drips", seconds=4))
    assert b"FIRST BYTES" in page.body
    assert "still loading" in page.warnings[0]


async def test_a_download_is_no_page(browser: Browser, ask: Ask) -> None:
    with pytest.raises(Unsupported, match="download"):
        await browser.fetch(ask("/download"))


async def test_a_page_that_starts_a_download_stays(browser: Browser, ask: Ask) -> None:
    assert b"STAYS" in (await browser.fetch(ask("/download-link"))).body


async def test_an_answer_without_content_is_an_empty_page(browser: Browser, ask: Ask) -> None:
    assert (await browser.fetch(ask("/nothing"))).status == 204


@pytest.mark.parametrize(
    ("url", "error"),
    [
        ("http://no-such-host.invalid/", NameNotResolved),
        ("http://127.0.0.1:1/", ForbiddenTarget),
        ("/broken", Unreachable),
    ],
)
async def test_a_site_that_gives_nothing_is_named(browser: Browser, ask: Ask, url: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        await browser.fetch(ask(url))


async def test_a_page_that_breaks_off_is_taken_and_told(browser: Browser, ask: Ask) -> None:
    page = await browser.fetch(ask("/cut-off"))
    assert b"THE FIRST HALF" in page.body
    assert "broke the page off" in page.warnings[0]


async def test_a_document_of_which_nothing_came_is_no_page(browser: Browser, ask: Ask) -> None:
    with pytest.raises(Unreachable, match="DECODING"):
        await browser.fetch(ask("/bad-coding"))
    with pytest.raises(TimedOut):
        await browser.fetch(ask("/headers-only", seconds=3))


async def test_a_page_beyond_the_limit_is_too_large(options: BrowserOptions, ask: Ask) -> None:
    async with Browser(replace(options, dom_limit=100), ManualClock()) as browser:
        for path in ("/shadow", "/form"):
            with pytest.raises(TooLarge):
                await browser.fetch(ask(path))


async def test_a_desktop_says_it_is_an_ordinary_chrome(browser: Browser, ask: Ask, site: TestSite) -> None:
    device = json.loads(_text((await browser.fetch(ask("/device"))).body))
    assert "Headless" not in device["ua"] + site.headers_of("/device")["user-agent"]
    assert (device["w"], device["webdriver"], device["languages"]) == (1280, False, ["en-US", "en"])


async def test_a_page_that_nobody_sees_has_its_viewport_all_the_same(browser: Browser, ask: Ask) -> None:
    desktop = (await browser.fetch(ask("/viewport"))).body
    phone = (await browser.fetch(ask("/viewport", mobile=True))).body
    assert b"</script>seen 1, 1280 x 800, 1280 x 800, 0" in desktop
    # A page that says nothing about phones gets the width of a desktop there.
    assert b"</script>seen 1, 980 x 2121, 980 x 2121, 0" in phone


async def test_a_phone_is_small_touchable_and_says_so(browser: Browser, ask: Ask, site: TestSite) -> None:
    device = json.loads(_text((await browser.fetch(ask("/device", mobile=True))).body))
    assert (device["w"], device["dpr"], device["touch"]) == (390, 3, 5)
    assert "Mobile" in site.headers_of("/device")["user-agent"]
    assert site.headers_of("/device")["sec-ch-ua-mobile"] == "?1"


async def test_a_country_brings_its_language_and_time_zone(browser: Browser, ask: Ask, site: TestSite) -> None:
    device = json.loads(_text((await browser.fetch(ask("/device", location=Location("DE")))).body))
    assert (device["zone"], device["locale"]) == ("Europe/Berlin", "de-DE")
    assert site.headers_of("/device")["accept-language"] == "de-DE,de;q=0.9,en;q=0.8"


async def test_named_languages_are_asked_for(browser: Browser, ask: Ask, site: TestSite) -> None:
    location = Location(languages=("fr-FR", "it"))
    device = json.loads(_text((await browser.fetch(ask("/device", location=location))).body))
    assert device["languages"] == ["fr-FR", "it"]
    assert site.headers_of("/device")["accept-language"] == "fr-FR,it;q=0.9"


async def test_headers_reach_the_site_that_was_asked_and_no_other(browser: Browser, ask: Ask, site: TestSite) -> None:
    headers = {"x-token": "secret", "cookie": "a=1; b=2", "user-agent": "Mine/1", "referer": site.url("/from")}
    await browser.fetch(ask("/third-party", headers=headers))
    first, other = site.headers_of("/third-party"), site.headers_of("/seen.js")
    assert first["x-token"] == "secret"
    assert first["cookie"] == "a=1; b=2"
    assert (first["user-agent"], first["referer"]) == ("Mine/1", site.url("/from"))
    assert "x-token" not in other
    assert "cookie" not in other


async def test_a_cookie_that_the_browser_refuses_takes_no_other_along(
    browser: Browser, ask: Ask, site: TestSite
) -> None:
    cookies = ["a=1", "__Host-b=2", f"big={'s3cret' * 1000}", "__Secure-c=3", 'json={"k":"ü"}', "z=c2Vzc2lvbg=="]
    page = await browser.fetch(ask("/set-cookie", headers={"cookie": "; ".join(cookies)}))
    assert site.headers_of("/set-cookie")["cookie"] == 'a=1; json={"k":"ü"}; z=c2Vzc2lvbg=='
    [warning] = page.warnings
    assert warning.endswith("so they were not sent: __Host-b, big, __Secure-c.")
    assert page.complete


async def test_a_redirect_to_another_site_leaves_headers_behind(browser: Browser, ask: Ask, site: TestSite) -> None:
    await browser.fetch(ask(f"/redirect?n=1&to={site.other('/landed')}", headers={"authorization": "Bearer x"}))
    assert site.headers_of("/redirect")["authorization"] == "Bearer x"
    assert "authorization" not in site.headers_of("/landed")


async def test_pictures_and_fonts_are_left_out_unless_somebody_looks(
    browser: Browser, ask: Ask, site: TestSite
) -> None:
    await browser.fetch(ask("/pictures"))
    assert site.paths() == ["/pictures"]
    await browser.fetch(ask("/pictures", load_images=True))
    assert {"/pixel.png", "/pixel.jpg?size=1", "/font.woff2"} <= set(site.paths())


async def test_a_picture_that_is_the_page_itself_is_shown(browser: Browser, ask: Ask, site: TestSite) -> None:
    page = await browser.fetch(ask("/pixel.png"))
    assert (page.status, page.media_type) == (200, "image/png")
    assert f'src="{site.url("/pixel.png")}"'.encode() in page.body


async def test_nothing_of_one_visit_is_there_in_the_next(browser: Browser, ask: Ask) -> None:
    first = await browser.fetch(ask("/storage"))
    assert first.verified
    second = await browser.fetch(ask("/storage"))
    assert b"cookie= stored=null" in first.body
    assert b"cookie= stored=null" in second.body


async def test_a_bad_certificate_is_refused_unless_told_otherwise(browser: Browser, ask: Ask) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    trustme.CA().issue_cert("127.0.0.1").configure_cert(context)
    async with serving(context) as secure:
        with pytest.raises(TlsFailed, match="skipTlsVerification"):
            await browser.fetch(ask(secure.url("/static")))
        page = await browser.fetch(ask(secure.url("/static"), skip_tls_verification=True))
        assert (page.status, page.verified) == (200, False)
        with pytest.raises(TlsFailed):
            await browser.fetch(ask(secure.url("/static")))


async def test_a_browser_that_somebody_else_runs_is_used_and_left_running(
    browser: Browser, ask: Ask, tmp_path: Path
) -> None:
    found = browser.available()
    assert isinstance(found, Installed)
    async with run_by_somebody_else(found.path, tmp_path / "theirs") as address:
        for setting in (address, f"http://{address.split('/')[2]}"):
            options = BrowserOptions(home=tmp_path / "browsers", chromium=setting)
            async with Browser(options, ManualClock()) as theirs:
                assert b"FROM TIMER" in (await theirs.fetch(ask("/timer"))).body
                assert await theirs.answers()


async def test_two_may_use_the_browser_of_somebody_else_at_once(ask: Ask, tmp_path: Path) -> None:
    found = find_chromium()
    assert isinstance(found, Installed)
    async with run_by_somebody_else(found.path, tmp_path / "theirs") as address:
        options = BrowserOptions(home=tmp_path / "browsers", chromium=address)
        async with Browser(options, ManualClock()) as one, Browser(options, ManualClock()) as other:
            pages = await asyncio.gather(*(browser.fetch(ask("/timer")) for browser in (one, other) * 3))
            assert all(b"FROM TIMER" in page.body for page in pages)


def _text(body: bytes) -> str:
    html = body.decode()
    return html[html.index("{") : html.rindex("}") + 1]
