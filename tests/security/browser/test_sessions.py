"""What is done in a session, by pages, steps, scripts or clients, stays where the policy and the key allow it."""

import asyncio
import base64
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gossamer.browser import Browser, BrowserOptions
from gossamer.browser.live import LiveBrowserPool, OpenSession
from gossamer.core.access import Permits
from gossamer.core.actions import Press as PressAction
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import ActionFailed, ForbiddenTarget, NotAllowed, StepFailed
from gossamer.core.interaction import GoTo, Press
from gossamer.core.sessions import Opening, StorageState
from gossamer.core.urls import host_of, web_url
from gossamer.net.egress import EgressPolicy
from gossamer.net.filtering_proxy import FilteringProxy
from gossamer.net.resolver import Resolver
from gossamer.ports.live_pages import KeyInput, MouseInput
from gossamer.testing.clock import ManualClock
from tests.integration.browser.conftest import eventually
from tests.security.browser.conftest import Attacker
from tests.security.browser.test_egress_from_a_page import VECTORS
from tests.security.conftest import Canary

pytestmark = pytest.mark.browser

Visit = Callable[..., Awaitable[OpenSession]]

# What leads a tab or a frame to {u}.
WAYS = {
    "location": "<script>setTimeout(() => location.href = '{u}', 20)</script>",
    "replace": "<script>setTimeout(() => location.replace('{u}'), 20)</script>",
    "meta-refresh": "<meta http-equiv=refresh content='0; url={u}'>",
    "form": "<form action='{u}'></form><script>document.forms[0].submit()</script>",
    "form-post": "<form method=post action='{u}'></form><script>document.forms[0].submit()</script>",
    "form-blank": "<form target=_blank action='{u}'></form><script>document.forms[0].submit()</script>",
    "redirect": "<script>setTimeout(() => location.href = '/redirect-{p}', 20)</script>",
    "popup": "<script>open('{u}')</script>",
    "popup-without-opener": "<script>open('{u}', '_blank', 'noopener')</script>",
    "popup-led-on": "<script>const w = open('about:blank'); setTimeout(() => w.location = '{u}', 20)</script>",
    "popup-redirect": "<script>open('/redirect-{p}')</script>",
    "popup-of-popup": "<script>open('/inner-{p}')</script>",
    "link": "<a id=a href='{u}'>a</a><script>a.click()</script>",
    "link-blank": "<a id=a target=_blank href='{u}'>a</a><script>a.click()</script>",
    "iframe": "<iframe src='{u}'></iframe>",
    "iframe-redirect": "<iframe src='/redirect-{p}'></iframe>",
    "iframe-srcdoc": "<iframe srcdoc=\"<script>location.href = '{u}'</script>\"></iframe>",
    "embed": "<embed type='text/html' src='{u}'>",
    "object": "<object type='text/html' data='{u}'></object>",
    "frameset": "</head><frameset cols='*'><frame src='{u}'></frameset>",
    "prerender": '<script type=speculationrules>{{"prerender": [{{"urls": ["{u}"], "eagerness": "immediate"}}]}}'
    "</script><script>setTimeout(() => location.href = '{u}', 300)</script>",
}


def allowed_here(url: str) -> NotAllowed | None:
    return None if host_of(url) == "127.0.0.1" else NotAllowed("The API key may not visit this host.")


@pytest.fixture
async def pool(attacker: Attacker, home: Path) -> AsyncIterator[LiveBrowserPool]:
    resolver = Resolver(EgressPolicy.parse(f"127.0.0.1:{attacker.port},localhost:{attacker.port}"))
    async with FilteringProxy(resolver) as proxy:
        options = BrowserOptions(home=home, proxy=proxy)
        async with Browser(options, clock := ManualClock()) as browser:
            yield LiveBrowserPool(browser, options, clock)


@pytest.fixture
async def visit(pool: LiveBrowserPool, attacker: Attacker) -> Visit:
    async def visit(path: str | None, permits: Permits | None = None, state: StorageState | None = None) -> OpenSession:
        url = None if path is None else web_url(f"http://127.0.0.1:{attacker.port}{path}")
        return await pool.open(Opening(url=url, block_ads=False), deadline=soon(), permits=permits, state=state)

    return visit


def soon() -> Deadline:
    return Deadline.after(timedelta(seconds=60))


async def a_while(session: OpenSession) -> None:
    """Let a page do what it will do."""
    await session._tabs.active.rest(0.4)


async def evaluated(session: OpenSession, script: str) -> Any:
    return await session.page.evaluate(script, deadline=soon())


async def test_nothing_in_a_session_reaches_a_forbidden_address(
    visit: Visit, attacker: Attacker, canary: Canary
) -> None:
    host = f"127.0.0.1:{canary.port}"
    for name in ("img", "iframe", "fetch", "websocket", "worker", "popup", "location", "form", "preconnect", "webrtc"):
        attacker.pages[f"/{name}"] = VECTORS[name].format(u=f"http://{host}/{name}", h=host)
        session = await visit(None)
        try:
            await session.page.perform(GoTo(f"http://127.0.0.1:{attacker.port}/{name}"), deadline=soon())
        except StepFailed:
            assert name in {"popup", "location", "form"}
        assert f"/{name}" in attacker.seen
    await a_while(session)
    assert canary.touched == 0


async def test_no_step_and_no_script_reaches_a_forbidden_address(
    visit: Visit, attacker: Attacker, canary: Canary
) -> None:
    session = await visit("/page")
    target = f"http://127.0.0.1:{canary.port}/"
    with pytest.raises((StepFailed, ForbiddenTarget)):
        await session.page.perform(GoTo(target), deadline=soon())
    await session.page.perform(GoTo(f"http://127.0.0.1:{attacker.port}/page"), deadline=soon())
    for script in (f"fetch('{target}').catch(() => 0)", f"void open('{target}')", f"void (location.href = '{target}')"):
        await evaluated(session, script)
        await a_while(session)
    assert canary.touched == 0


async def test_an_empty_tab_has_the_way_out_at_its_first_request(visit: Visit, attacker: Attacker) -> None:
    session = await visit(None)
    loaded = await evaluated(
        session,
        "new Promise(ok => { const i = new Image(); i.onload = i.onerror = () => ok(1);"
        f" i.src = 'http://127.0.0.1:{attacker.port}/picture' }})",
    )
    assert loaded == 1
    assert "/picture" in attacker.seen
    other = await evaluated(session, f"Boolean(open('http://127.0.0.1:{attacker.port}/opened'))")
    assert other
    await eventually(lambda: "/opened" in attacker.seen, 60)


def lay(attacker: Attacker, name: str, path: str) -> None:
    """Lay a page that leads to *path* under another name of this host."""
    away = f"http://localhost:{attacker.port}{path}"
    attacker.redirects[f"/redirect-{name}"] = away
    attacker.pages[f"/inner-{name}"] = f"<script>open('{away}')</script>"
    attacker.pages[f"/{name}"] = WAYS[name].format(u=away, p=name)


async def led(visit: Visit, attacker: Attacker, name: str, permits: Permits | None) -> OpenSession:
    """Return a session whose page went one of the ways, or tried to."""
    lay(attacker, name, f"/away-{name}")
    session = await visit(None, permits)
    await evaluated(session, f"void (location.href = 'http://127.0.0.1:{attacker.port}/{name}')")
    await eventually(lambda: f"/{name}" in attacker.seen, 60)
    return session


async def test_without_permits_every_way_leads_there(visit: Visit, attacker: Attacker) -> None:
    """Otherwise the next test would show nothing."""
    sessions = [await led(visit, attacker, name, None) for name in WAYS]
    away = {f"/away-{name}" for name in WAYS}
    await eventually(lambda: away <= set(attacker.seen), 60)
    assert not any(session.gone for session in sessions)


async def test_no_way_leads_a_tab_or_a_frame_to_where_the_key_may_not_go(visit: Visit, attacker: Attacker) -> None:
    sessions = [await led(visit, attacker, name, allowed_here) for name in WAYS]
    for session in sessions[-3:]:
        await a_while(session)
    assert {path for path in attacker.seen if path.startswith("/away")} == set()


AHEAD = {
    "prefetch": '{"prefetch": [{"urls": ["%s"], "eagerness": "immediate"}]}',
    "prerender": '{"prerender": [{"urls": ["%s"], "eagerness": "immediate"}]}',
}


@pytest.mark.parametrize("way", AHEAD)
@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
async def test_what_a_page_has_loaded_ahead_is_not_shown_either(
    visit: Visit, attacker: Attacker, way: str, host: str
) -> None:
    away = f"http://{host}:{attacker.port}/away"
    rules = AHEAD[way] % away
    attacker.pages["/ahead"] = f"<script type=speculationrules>{rules}</script>"
    session = await visit(None, lambda url: "not there" if url.startswith(away) else None)
    await evaluated(session, f"void (location.href = 'http://127.0.0.1:{attacker.port}/ahead')")
    # Whether it loads ahead from other sites is the browser's choice.
    await eventually(lambda: ("/away" if host == "127.0.0.1" else "/ahead") in attacker.seen, 60)
    await a_while(session)
    await evaluated(session, f"void (location.href = '{away}')")
    page = session._tabs.active
    await eventually(lambda: page.refusal is not None, 60)
    await eventually_shown(session, lambda addresses: addresses[0] == "about:blank" or away in addresses)
    assert not page.url.startswith(away)


async def test_a_visit_that_is_led_to_where_the_key_may_not_go_is_refused(visit: Visit, attacker: Attacker) -> None:
    for name in ("location", "meta-refresh", "redirect"):
        lay(attacker, name, f"/away-{name}")
        with pytest.raises(NotAllowed, match="may not visit"):
            await visit(f"/{name}", allowed_here)
        assert f"/away-{name}" not in attacker.seen
    session = await visit("/page", allowed_here)
    with pytest.raises((StepFailed, NotAllowed), match="may not visit"):
        await session.page.perform(GoTo(f"http://localhost:{attacker.port}/away-step"), deadline=soon())
    assert "/away-step" not in attacker.seen


class Client:
    """Somebody's DevTools client."""

    def __init__(self, session: OpenSession) -> None:
        self._session = session
        self._number = 0

    async def start(self) -> None:
        self._channel = await self._session.devtools()
        self._messages = self._channel.messages()

    async def ask(self, method: str, session_id: str = "", **params: Any) -> dict[str, Any]:
        self._number += 1
        asked = {"id": self._number, "method": method, "params": params}
        await self._channel.send(json.dumps(asked | ({"sessionId": session_id} if session_id else {})))
        async for message in self._messages:
            told: dict[str, Any] = json.loads(message)
            if told.get("id") == self._number:
                return told
        raise AssertionError("the channel ended")

    async def tell(self, method: str, session_id: str, **params: Any) -> None:
        """Send a command and do not wait for its reply."""
        self._number += 1
        asked = {"id": self._number, "method": method, "params": params, "sessionId": session_id}
        await self._channel.send(json.dumps(asked))

    async def answer_all(self, tab: str, body: str) -> None:
        """Answer every request that is paused."""
        while True:
            paused = await self.heard("Fetch.requestPaused")
            await self.tell("Fetch.fulfillRequest", tab, requestId=paused["requestId"], responseCode=200, body=body)

    async def heard(self, method: str) -> dict[str, Any]:
        async for message in self._messages:
            told: dict[str, Any] = json.loads(message)
            if told.get("method") == method:
                return dict(told["params"])
        raise AssertionError("the channel ended")


async def test_no_client_leads_a_tab_to_where_the_key_may_not_go(visit: Visit, attacker: Attacker) -> None:
    session = await visit("/page", allowed_here)
    away = f"http://localhost:{attacker.port}/away"
    here = f"http://127.0.0.1:{attacker.port}/page"
    client = Client(session)
    await client.start()
    await client.ask("Target.createTarget", url=f"{away}-created")
    target = await client.ask("Target.createTarget", url="about:blank")
    attached = await client.ask("Target.attachToTarget", targetId=target["result"]["targetId"], flatten=True)
    tab = attached["result"]["sessionId"]
    assert "BLOCKED_BY_CLIENT" in str(await client.ask("Page.navigate", tab, url=f"{away}-navigated"))
    await client.ask("Runtime.evaluate", tab, expression=f"open('{away}-opened'); location.href = '{away}-location'")
    await client.ask("Fetch.enable", tab)
    await client.tell("Page.navigate", tab, url=here)
    paused = await client.heard("Fetch.requestPaused")
    await client.ask("Fetch.continueRequest", tab, requestId=paused["requestId"], url=f"{away}-rewritten")
    await client.ask("Network.loadNetworkResource", tab, url=f"{away}-loaded", options={})
    await a_while(session)
    assert not [path for path in attacker.seen if path.startswith("/away")]


async def test_addresses_that_are_not_of_the_web_show_nothing(visit: Visit, attacker: Attacker, tmp_path: Path) -> None:
    secret = tmp_path / "secret.html"
    secret.write_text("<p>SECRET</p>")
    session = await visit("/page")
    for url in (f"file://{secret}", "chrome://version", f"view-source:file://{secret}", "devtools://devtools/x"):
        # Not by a step, which would look at the address itself.
        await session._tabs.active.navigate(url)
        assert "SECRET" not in str(await evaluated(session, "document.documentElement.outerHTML"))
        assert await evaluated(session, "location.protocol") not in {"file:", "chrome:", "devtools:"}, url


async def test_two_sessions_share_neither_cookies_nor_storage_nor_tabs(visit: Visit) -> None:
    keep = "document.cookie = 'a=1'; localStorage.k = 'v'; sessionStorage.k = 'v'; void caches.open('c')"
    read = "document.cookie + JSON.stringify({...localStorage, ...sessionStorage})"
    first, second = await visit("/page"), await visit("/page")
    await evaluated(first, keep)
    assert await evaluated(first, read) == 'a=1{"k":"v"}'
    assert await evaluated(second, read) == "{}"
    assert await second.state() == StorageState()
    await evaluated(first, "void open('/other', 'named')")
    assert await evaluated(second, "open('', 'named').location.href") == "about:blank"
    listened = "new Promise(ok => { new BroadcastChannel('c').onmessage = ok; setTimeout(() => ok('nothing'), 300) })"
    await evaluated(first, "setInterval(() => new BroadcastChannel('c').postMessage('x'), 20)")
    assert await evaluated(second, listened) == "nothing"
    client = Client(second)
    await client.start()
    told = await client.ask("Target.getTargets")
    assert first._context.first.frame_id not in str(told)
    assert "error" in await client.ask("Target.attachToTarget", targetId=first._context.first.frame_id, flatten=True)
    assert "error" in await client.ask("Storage.getCookies", browserContextId=first._context.id)


async def test_a_page_cannot_open_windows_without_end(visit: Visit, attacker: Attacker) -> None:
    attacker.pages["/flood"] = "<script>setInterval(() => open('/flooded'), 1)</script>"
    session = await visit(None)
    await evaluated(session, f"void (location.href = 'http://127.0.0.1:{attacker.port}/flood')")
    await eventually(lambda: session._context.first.frozen, 60)
    assert len(session._tabs.tabs) <= 30


async def attached_to(client: Client) -> str:
    """Attach *client* to a new tab."""
    target = await client.ask("Target.createTarget", url="about:blank")
    attached = await client.ask("Target.attachToTarget", targetId=target["result"]["targetId"], flatten=True)
    return str(attached["result"]["sessionId"])


LOADED = "document.readyState === 'complete' || new Promise(ok => addEventListener('load', () => ok(true)))"


async def opened(client: Client, tab: str, url: str) -> None:
    """Lead a tab somewhere and wait until the page is there as a whole; a script sent before may find no body."""
    await client.ask("Page.navigate", tab, url=url)
    told = await client.ask("Runtime.evaluate", tab, expression=LOADED, awaitPromise=True)
    assert told["result"]["result"].get("value") is True, told


FULFILLED = base64.b64encode(b"<h1>made up</h1>").decode()


@pytest.mark.parametrize("way", ["navigate", "location", "redirected", "iframe"])
async def test_no_client_answers_in_the_name_of_a_site_where_the_key_may_not_go(
    visit: Visit, attacker: Attacker, way: str
) -> None:
    """A page of such a site could ask it anything."""
    session = await visit("/page", allowed_here)
    away, here = f"http://localhost:{attacker.port}/away", f"http://127.0.0.1:{attacker.port}/page"
    client = Client(session)
    await client.start()
    tab = await attached_to(client)
    await opened(client, tab, here)
    await client.ask("Fetch.enable", tab)
    match way:
        case "navigate":
            await client.tell("Page.navigate", tab, url=away)
        case "location":
            await client.tell("Runtime.evaluate", tab, expression=f"location.href = '{away}'")
        case "iframe":
            frame = f"document.body.innerHTML = `<iframe src='{away}'></iframe>`"
            await client.tell("Runtime.evaluate", tab, expression=frame)
        case "redirected":
            await client.tell("Page.navigate", tab, url=here)
            paused = await client.heard("Fetch.requestPaused")
            location = [{"name": "location", "value": away}]
            await client.tell(
                "Fetch.fulfillRequest", tab, requestId=paused["requestId"], responseCode=302, responseHeaders=location
            )
    answering = asyncio.create_task(client.answer_all(tab, FULFILLED))
    shown = await eventually_shown(session, lambda addresses: away in addresses)
    answering.cancel()
    await asyncio.gather(answering, return_exceptions=True)
    assert not any(frame["url"].startswith(away) for frame in shown)
    assert "/away" not in attacker.seen


async def eventually_shown(session: OpenSession, holds: Callable[[list[str]], bool]) -> list[dict[str, Any]]:
    """Return the frames of the active tab once *holds* is true of what was asked for in them."""
    async with asyncio.timeout(60):
        while True:
            tree = msgspec.json.decode(await session._tabs.active.session.send("Page.getFrameTree"))["frameTree"]
            frames = [tree["frame"], *(child["frame"] for child in tree.get("childFrames", ()))]
            if holds([frame.get("unreachableUrl", frame["url"]) for frame in frames]):
                return frames
            await session._tabs.active.rest(0.02)


COPIED = "document.body.innerHTML = '<input value=a-secret>'; document.querySelector('input').select()"
EMPTY = "document.body.innerHTML = '<input>'; document.querySelector('input').focus()"


async def copied(session: OpenSession) -> None:
    """Copy a secret in a session; that it can be pasted there shows that there is something in the clipboard."""
    await evaluated(session, COPIED)
    page = session._tabs.active
    control_c = {"key": "c", "code": "KeyC", "windowsVirtualKeyCode": 67, "modifiers": 2, "commands": ["copy"]}
    await page.session.send("Input.dispatchKeyEvent", type="rawKeyDown", **control_c)
    await evaluated(session, EMPTY)
    await page.session.send("Input.dispatchKeyEvent", type="rawKeyDown", commands=["paste"], key="v")
    assert await evaluated(session, "document.querySelector('input').value") == "a-secret"


async def test_what_one_session_copies_no_other_can_paste(
    visit: Visit, attacker: Attacker, pool: LiveBrowserPool
) -> None:
    first, second = await visit("/page"), await visit("/page")
    await copied(first)
    await evaluated(second, EMPTY)
    for key, modifiers in (("v", 2), ("V", 10), ("v", 4), ("Insert", 8)):
        for kind in ("down", "up"):
            await second.use(KeyInput(kind, key, "KeyV" if key in "vV" else "Insert", "", modifiers))
    await second.use(KeyInput("down", "м", "KeyV", "", 2))
    for key in ("Control+v", "Meta+V", "Shift+Insert", "Control+Shift+v"):
        with pytest.raises(StepFailed, match="Nothing can be pasted"):
            await second.page.perform(Press(key), deadline=soon())
    box = await evaluated(
        second, "(({x, y}) => [x + 5, y + 5])(document.querySelector('input').getBoundingClientRect())"
    )
    await second.use(MouseInput("down", box[0], box[1], "middle", 1))
    await second.use(MouseInput("up", box[0], box[1], "middle", 1))
    said = await evaluated(
        second,
        "(async () => [document.execCommand('paste'), await navigator.clipboard.readText().catch(() => 'refused'),"
        " document.querySelector('input').value])()",
    )
    assert said == [False, "refused", ""]
    with pytest.raises(ActionFailed, match="Nothing can be pasted"):
        await pool.open(
            Opening(url=web_url(f"http://127.0.0.1:{attacker.port}/page"), actions=(PressAction("Control+v"),)),
            deadline=soon(),
            permits=None,
            state=None,
        )


async def test_clients_of_a_session_are_bounded_and_those_that_left_do_not_count(visit: Visit) -> None:
    session = await visit("/page")
    for _ in range(30):
        channel = await session.devtools()
        await channel.close()
    opened = await asyncio.gather(*(session.devtools() for _ in range(30)), return_exceptions=True)
    assert [type(found).__name__ for found in opened].count("SessionBusy") == 20
    await session.close()
