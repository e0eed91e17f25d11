"""No page makes the browser touch an address that the egress policy forbids."""

import asyncio
import contextlib
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from gossamer.browser import Browser, BrowserOptions, Installed, find_chromium
from gossamer.browser.flags import command_line
from gossamer.core.actions import Click, RunScript
from gossamer.core.errors import ForbiddenTarget, NameNotResolved, Unreachable
from gossamer.net.egress import EgressPolicy
from gossamer.net.filtering_proxy import FilteringProxy
from gossamer.net.resolver import Resolver
from gossamer.testing.clock import ManualClock
from tests.integration.browser.conftest import run_by_somebody_else
from tests.security.browser.conftest import Attacker
from tests.security.conftest import Canary

pytestmark = pytest.mark.browser

# What a page can do to have an address contacted. {u} is a URL, {h} its host and port.
VECTORS = {
    "img": "<img src='{u}'>",
    "srcset": "<img srcset='{u} 2x'>",
    "picture": "<picture><source srcset='{u}'><img></picture>",
    "svg-image": "<svg><image href='{u}'/></svg>",
    "input-image": "<input type=image src='{u}'>",
    "script": "<script src='{u}'></script>",
    "module": "<script type=module src='{u}'></script>",
    "stylesheet": "<link rel=stylesheet href='{u}'>",
    "css-import": "<style>@import '{u}';</style>",
    "css-image": "<style>body {{ background: url({u}) }}</style>",
    "font": "<style>@font-face {{ font-family: x; src: url({u}) }} p {{ font-family: x }}</style><p>x</p>",
    "icon": "<link rel=icon href='{u}'>",
    "preload": "<link rel=preload as=fetch href='{u}'>",
    "prefetch": "<link rel=prefetch href='{u}'>",
    "preconnect": "<link rel=preconnect href='{u}'>",
    "dns-prefetch": "<link rel=dns-prefetch href='{u}'>",
    "modulepreload": "<link rel=modulepreload href='{u}'>",
    "manifest": "<link rel=manifest href='{u}'>",
    "iframe": "<iframe src='{u}'></iframe>",
    "frame-srcdoc": "<iframe srcdoc=\"<img src='{u}'>\"></iframe>",
    "embed": "<embed src='{u}'>",
    "object": "<object data='{u}'></object>",
    "video": "<video src='{u}' poster='{u}' autoplay></video>",
    "audio": "<audio src='{u}' autoplay></audio>",
    "track": "<video><track default src='{u}'></video>",
    "fetch": "<script>fetch('{u}', {{mode: 'no-cors'}})</script>",
    "xhr": "<script>const x = new XMLHttpRequest(); x.open('GET', '{u}'); x.send()</script>",
    "beacon": "<script>navigator.sendBeacon('{u}', 'x')</script>",
    "event-source": "<script>new EventSource('{u}')</script>",
    "websocket": "<script>new WebSocket('ws://{h}/')</script>",
    "worker": "<script>new Worker(URL.createObjectURL(new Blob([\"fetch('{u}', {{mode: 'no-cors'}})\"])))</script>",
    "import": "<script>import('{u}')</script>",
    "image-object": "<script>new Image().src = '{u}'</script>",
    "form": "<form method=post action='{u}'></form><script>document.forms[0].submit()</script>",
    "popup": "<script>open('{u}')</script>",
    "location": "<script>setTimeout(() => location.href = '{u}', 50)</script>",
    "meta-refresh": "<meta http-equiv=refresh content='0; url={u}'>",
    "ping": "<a id=a ping='{u}' href='#x'>a</a><script>a.click()</script>",
    "webrtc": "<script>const p = new RTCPeerConnection({{iceServers: [{{urls: 'stun:{h}'}},"
    " {{urls: 'turn:{h}?transport=tcp', username: 'u', credential: 'c'}}]}}); p.createDataChannel('x');"
    " p.createOffer().then(o => p.setLocalDescription(o))</script>",
    "speculation": '<script type=speculationrules>{{"prefetch": [{{"urls": ["{u}"], "eagerness": "immediate"}}],'
    ' "prerender": [{{"urls": ["{u}"], "eagerness": "immediate"}}]}}</script>',
    "redirected": "<img src='/redirect'><script>fetch('/redirect');"
    "new WebSocket('ws://' + location.host + '/redirect')</script><iframe src='/redirect'></iframe>",
    "service-worker": "<script>navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready)"
    ".then(r => r.active.postMessage(1))</script>",
}


class _Datagrams(asyncio.DatagramProtocol):
    """Counts what comes by UDP."""

    received = 0

    def datagram_received(self, data: bytes, addr: object) -> None:
        self.received += 1


_TOGETHER = 4
# Nothing is awaited: pages that show nothing would be given seconds.
LOADING: dict[str, Any] = {"load_images": True, "block_ads": False, "awaited": None}


async def test_without_the_proxy_pages_do_reach_it(open_browser: Browser, attacker: Attacker, canary: Canary) -> None:
    """Otherwise the next test would show nothing. (Whether a browser preconnects is its own choice.)"""
    host = f"127.0.0.1:{canary.port}"
    for name in ("img", "iframe", "fetch", "websocket", "worker", "location", "form"):
        before = canary.touched
        attacker.pages[f"/{name}"] = VECTORS[name].format(u=f"http://{host}/{name}", h=host)
        with contextlib.suppress(Unreachable):
            await open_browser.fetch(attacker.request(f"/{name}", wait_for=timedelta(seconds=0.3), **LOADING))
        assert canary.touched > before, name


async def test_nothing_on_a_page_reaches_a_forbidden_address(
    browser: Browser, attacker: Attacker, canary: Canary
) -> None:
    host = f"127.0.0.1:{canary.port}"
    attacker.redirects["/redirect"] = f"http://{host}/redirected"
    attacker.pages["/sw.js"] = f"fetch('http://{host}/sw'); onmessage = () => fetch('http://{host}/message')"
    loop = asyncio.get_running_loop()
    datagrams = _Datagrams()
    transport, _ = await loop.create_datagram_endpoint(lambda: datagrams, ("127.0.0.1", canary.port))
    for name, markup in VECTORS.items():
        attacker.pages[f"/{name}"] = markup.format(u=f"http://{host}/{name}", h=host)

    async def visit(name: str) -> None:
        with contextlib.suppress(ForbiddenTarget, Unreachable):
            await browser.fetch(attacker.request(f"/{name}", wait_for=timedelta(seconds=0.3), **LOADING))

    names = list(VECTORS)
    for begin in range(0, len(names), _TOGETHER):
        together = names[begin : begin + _TOGETHER]
        await asyncio.gather(*map(visit, together))
        assert canary.touched == 0, together
        assert datagrams.received == 0, together
        assert {f"/{name}" for name in together} <= set(attacker.seen)
    transport.close()


async def test_a_chromium_that_somebody_else_runs_leaves_by_the_proxy_too(
    attacker: Attacker, canary: Canary, home: Path, tmp_path: Path
) -> None:
    found = find_chromium()
    assert isinstance(found, Installed)
    host = f"127.0.0.1:{canary.port}"
    resolver = Resolver(EgressPolicy.parse(f"127.0.0.1:{attacker.port}"))
    async with (
        run_by_somebody_else(found.path, tmp_path / "theirs") as address,
        FilteringProxy(resolver) as proxy,
        Browser(BrowserOptions(home=home, chromium=address, proxy=proxy), ManualClock()) as browser,
    ):
        for name in ("img", "iframe", "fetch", "websocket", "worker", "location", "form", "preconnect"):
            attacker.pages[f"/{name}"] = VECTORS[name].format(u=f"http://{host}/{name}", h=host)
            with contextlib.suppress(ForbiddenTarget, Unreachable):
                await browser.fetch(attacker.request(f"/{name}", wait_for=timedelta(seconds=0.3), **LOADING))
            assert canary.touched == 0, name
            assert f"/{name}" in attacker.seen


@pytest.mark.parametrize(
    "name", ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0"]
)
async def test_going_straight_to_a_forbidden_address_is_refused(
    browser: Browser, attacker: Attacker, canary: Canary, name: str
) -> None:
    for scheme in ("http", "https"):
        with pytest.raises(ForbiddenTarget):
            await browser.fetch(attacker.request(f"{scheme}://{name}:{canary.port}/"))
    assert canary.touched == 0


async def test_a_redirect_to_a_forbidden_address_is_refused(
    browser: Browser, attacker: Attacker, canary: Canary
) -> None:
    for scheme in ("http", "https"):
        attacker.redirects["/away"] = f"{scheme}://127.0.0.1:{canary.port}/"
        with pytest.raises(ForbiddenTarget):
            await browser.fetch(attacker.request("/away"))
    assert canary.touched == 0


async def test_an_action_that_leads_to_a_forbidden_address_is_refused(
    browser: Browser, attacker: Attacker, canary: Canary
) -> None:
    attacker.pages["/link"] = f"<a id=a href='http://127.0.0.1:{canary.port}/'>go</a>"
    for action in (Click("#a"), RunScript("document.getElementById('a').click()")):
        with pytest.raises(ForbiddenTarget):
            await browser.fetch(attacker.request("/link", actions=(action,)))
    assert canary.touched == 0


@pytest.mark.parametrize(
    ("target", "error"),
    [
        ("http://127.0.0.1:{port}/", ForbiddenTarget),
        ("https://127.0.0.1:{port}/", ForbiddenTarget),
        ("https://no-such-host.invalid/", NameNotResolved),
    ],
)
async def test_a_script_that_leads_to_where_nothing_can_be_had_is_told(
    browser: Browser, attacker: Attacker, canary: Canary, target: str, error: type[Exception]
) -> None:
    attacker.pages["/leads"] = f"<script>location.href = '{target.format(port=canary.port)}'</script>"
    with pytest.raises(error):
        await browser.fetch(attacker.request("/leads"))
    assert canary.touched == 0


@pytest.mark.parametrize("scheme", ["http", "https"])
async def test_a_refusal_is_not_waited_for_like_a_page_that_is_still_empty(
    browser: Browser, attacker: Attacker, canary: Canary, scheme: str
) -> None:
    target = f"{scheme}://127.0.0.1:{canary.port}/"
    attacker.pages["/on-load"] = f"<p>Text</p><script>onload = () => location.href = '{target}'</script>"
    attacker.pages["/later"] = f"<p>Text</p><script>setTimeout(() => location.replace('{target}'), 100)</script>"
    for path in ("/on-load", "/later"):
        with pytest.raises(ForbiddenTarget):
            async with asyncio.timeout(20):
                await browser.fetch(attacker.request(path, wait_for=timedelta(seconds=40)))


async def test_names_that_do_not_exist_are_named(browser: Browser, attacker: Attacker) -> None:
    for scheme in ("http", "https"):
        with pytest.raises(NameNotResolved):
            await browser.fetch(attacker.request(f"{scheme}://no-such-host.invalid/"))


async def test_a_page_is_rendered_through_the_proxy_with_its_requests(browser: Browser, attacker: Attacker) -> None:
    attacker.pages["/page"] = "<script src='/more.js'></script>"
    attacker.pages["/more.js"] = "fetch('/data').then(r => r.text()).then(t => document.body.innerHTML = t + ' DONE')"
    page = await browser.fetch(attacker.request("/page"))
    assert b"DONE" in page.body
    assert page.status == 200


async def test_headers_are_sent_through_the_proxy(browser: Browser, attacker: Attacker) -> None:
    page = await browser.fetch(attacker.request("/page", headers={"x-own": "1"}))
    assert page.status == 200


def test_the_command_line_keeps_its_promises(tmp_path: object) -> None:
    for kind in ("shell", "full"):
        line = command_line(
            Installed("chromium", kind),  # type: ignore[arg-type]
            "profile",  # type: ignore[arg-type]
            proxy="http://127.0.0.1:1",
            sandbox=True,
        )
        assert "--proxy-bypass-list=<-loopback>" in line
        assert "--proxy-server=http://127.0.0.1:1" in line
        assert "--force-webrtc-ip-handling-policy=disable_non_proxied_udp" in line
        assert "--webrtc-ip-handling-policy=disable_non_proxied_udp" in line
        assert not {"--no-sandbox", "--single-process", "--disable-web-security"} & set(line)
        assert not any(word.startswith("--remote-debugging-port") for word in line)
