"""A DevTools client reaches its session's tabs: no other session, no file, no other way to the network."""

import asyncio
import base64
import json
import os
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import pytest
import pytest_asyncio

from gossamer.browser import Browser, BrowserOptions, Missing, find_chromium
from gossamer.browser.cdp.messages import BrowserGone
from gossamer.browser.contexts import Context, NewTab
from gossamer.browser.gateway import GatewayChannel, open_channel
from gossamer.browser.navigation import prepare
from gossamer.browser.running_browser import RunningBrowser
from gossamer.net.egress import EgressPolicy
from gossamer.net.filtering_proxy import FilteringProxy
from gossamer.net.resolver import Resolver
from gossamer.testing.clock import ManualClock
from tests.security.browser.conftest import Attacker, attacking
from tests.security.conftest import Canary, listening_canary

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


LOADED = "new Promise(done => { onload = done; if (document.readyState === 'complete') done(); }).then(() => 1)"


class Refused(Exception):
    pass


@dataclass
class Client:
    """Speaks the protocol over a channel, and keeps what it heard."""

    channel: GatewayChannel
    heard: list[dict[str, Any]] = field(default_factory=list)
    page: str = ""
    _waiting: dict[int, asyncio.Future[dict[str, Any]]] = field(default_factory=dict)
    ended: asyncio.Event = field(default_factory=asyncio.Event)

    async def listen(self) -> None:
        async for text in self.channel.messages():
            message = msgspec.json.decode(text)
            if "method" in message:
                self.heard.append(message)
            elif message["id"] in self._waiting:
                self._waiting.pop(message["id"]).set_result(message)
        self.ended.set()

    async def ask(self, method: str, params: dict[str, Any] | None = None, session: str = "") -> dict[str, Any]:
        number = len(self.heard) * 1000 + len(self._waiting) + id(object()) % 1_000_000
        self._waiting[number] = reply = asyncio.get_running_loop().create_future()
        message = {"id": number, "method": method, "params": params or {}}
        await self.channel.send(msgspec.json.encode(message | ({"sessionId": session} if session else {})).decode())
        answer = await reply
        if "error" in answer:
            raise Refused(answer["error"]["message"])
        result: dict[str, Any] = answer["result"]
        return result

    async def value(self, expression: str, **more: Any) -> Any:
        asked = {"expression": expression, "awaitPromise": True, "returnByValue": True, **more}
        return (await self.ask("Runtime.evaluate", asked, self.page))["result"].get("value")

    async def go(self, url: str) -> None:
        """Send the page to *url* and wait until it is loaded."""
        await self.ask("Page.navigate", {"url": url}, self.page)
        await self.value(LOADED)

    def infos(self) -> list[dict[str, Any]]:
        return [event["params"]["targetInfo"] for event in self.heard if "targetInfo" in event["params"]]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def attacker() -> AsyncIterator[Attacker]:
    async with attacking() as attacker:
        yield attacker


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def proxy(attacker: Attacker) -> AsyncIterator[FilteringProxy]:
    async with FilteringProxy(Resolver(EgressPolicy.parse(f"127.0.0.1:{attacker.port}"))) as proxy:
        yield proxy


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def options(tmp_path_factory: pytest.TempPathFactory, proxy: FilteringProxy) -> BrowserOptions:
    if isinstance(found := find_chromium(), Missing):
        pytest.skip(found.reason)
    return BrowserOptions(home=tmp_path_factory.mktemp("browsers"), proxy=proxy)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def running(options: BrowserOptions) -> AsyncIterator[RunningBrowser]:
    async with Browser(options, ManualClock()) as browser:
        yield await browser.ready()


@pytest_asyncio.fixture(loop_scope="module")
async def context(running: RunningBrowser, options: BrowserOptions, attacker: Attacker) -> AsyncIterator[Context]:
    async with running.open_context(looked_at=True) as context:

        def let_go(tab: NewTab) -> None:
            running.connection.session(tab.session_id).send("Runtime.runIfWaitingForDebugger")

        context.on_tab(let_go)
        await prepare(context.first, attacker.request("/"), running.identity, options.egress)
        await context.first.navigate(f"http://127.0.0.1:{attacker.port}/")
        yield context


@pytest_asyncio.fixture(loop_scope="module")
async def client(running: RunningBrowser, context: Context) -> AsyncIterator[Client]:
    client = Client(await open_channel(running, context.id))
    listening = asyncio.create_task(client.listen())
    attached = await client.ask("Target.attachToTarget", {"targetId": context.first.frame_id, "flatten": True})
    client.page = attached["sessionId"]
    await client.value(LOADED)
    yield client
    await client.channel.close()
    await listening


@pytest_asyncio.fixture(loop_scope="module")
async def stranger(running: RunningBrowser) -> AsyncIterator[Context]:
    """Another session's context, with a page in it."""
    async with running.open_context(looked_at=True) as context:
        await context.first.evaluate("document.title = 'a secret'")
        yield context


OF_THE_BROWSER: dict[str, dict[str, Any]] = {
    "Browser.close": {},
    "Browser.crash": {},
    "Browser.getBrowserCommandLine": {},
    "Browser.getWindowForTarget": {},
    "Browser.grantPermissions": {"permissions": ["clipboardReadWrite"]},
    "Browser.setPermission": {"permission": {"name": "clipboard-read"}, "setting": "granted"},
    "Target.createBrowserContext": {"proxyServer": "http://127.0.0.1:9"},
    "Target.disposeBrowserContext": {"browserContextId": "x"},
    "Target.exposeDevToolsProtocol": {"targetId": "x"},
    "Target.setRemoteLocations": {"locations": []},
    "Target.sendMessageToTarget": {"message": "{}"},
    "Target.createTarget": {"url": "file:///etc/passwd"},
    "Target.attachToTarget": {"targetId": "browser", "flatten": True},
    "SystemInfo.getInfo": {},
    "SystemInfo.getProcessInfo": {},
    "Tracing.start": {},
    "IO.read": {"handle": "1"},
    "Storage.getCookies": {"browserContextId": "another"},
    "Security.setIgnoreCertificateErrors": {"ignore": True},
    "Tethering.bind": {"port": 9999},
    "Page.navigate": {"url": "about:blank"},
    "Runtime.evaluate": {"expression": "1"},
    "nonsense": {},
}

OF_A_PAGE: dict[str, dict[str, Any]] = {
    "DOM.setFileInputFiles": {"files": ["/etc/passwd"], "nodeId": 1},
    "DOM.getFileInfo": {"objectId": "1"},
    "Page.setDownloadBehavior": {"behavior": "allow", "downloadPath": "/tmp"},
    "Browser.setDownloadBehavior": {"behavior": "allow", "downloadPath": "/tmp"},
    "Browser.close": {},
    "Page.crash": {},
    "Page.handleFileChooser": {"action": "accept", "files": ["/etc/passwd"]},
    "Network.loadNetworkResource": {"url": "http://127.0.0.1:1/", "options": {}},
    "Fetch.continueRequest": {"requestId": "1", "url": "http://127.0.0.1:1/"},
    "Input.dispatchDragEvent": {"type": "drop", "x": 1, "y": 1, "data": {"items": [], "files": ["/etc/passwd"]}},
    "Input.dispatchKeyEvent": {"type": "keyDown", "modifiers": 2, "windowsVirtualKeyCode": 86},
    "Target.attachToTarget": {"targetId": "x", "flatten": True},
    "Target.attachToBrowserTarget": {},
    "Target.createTarget": {"url": "about:blank"},
    "Target.createBrowserContext": {},
    "Target.exposeDevToolsProtocol": {"targetId": "x"},
    "Target.getTargets": {},
    "Target.setDiscoverTargets": {"discover": True},
    "Target.setAutoAttach": {"autoAttach": True, "waitForDebuggerOnStart": False, "flatten": False},
    "Tracing.start": {},
    "SystemInfo.getInfo": {},
    "Emulation.setVirtualTimePolicy": {"policy": "pause"},
    "FileSystem.getDirectory": {},
    "ServiceWorker.enable": {},
    "Storage.getCookies": {"browserContextId": "another"},
    "Storage.overrideQuotaForOrigin": {"origin": "http://e.org"},
    "IO.read": {"handle": "blob:1"},
    "HeapProfiler.takeHeapSnapshot": {},
    "Memory.simulatePressureNotification": {"level": "critical"},
    "Runtime": {},
    "": {},
}

ADDRESSES = (
    "file:///etc/passwd",
    " FILE:///etc/passwd",
    "fi\tle:///etc/passwd",
    "\x01file:///etc/passwd",
    "chrome://version",
    "chrome-untrusted://print",
    "devtools://devtools/bundled/inspector.html",
    "view-source:http://e.org/",
    "filesystem:http://e.org/temporary/",
    "about:version",
    "about:blank/../../etc",
    "javascript:1",
    "ftp://e.org/",
    "/etc/passwd",
    "",
)


async def answers(client: Client, asked: list[tuple[str, dict[str, Any]]], session: str = "") -> list[str]:
    """Return the error that each command got, "done" when it got none."""
    said = []
    for method, params in asked:
        try:
            await client.ask(method, params, session)
        except Refused as refused:
            said.append(str(refused))
        else:
            said.append("done")
    return said


def others(said: list[str], expected: str) -> list[str]:
    return [answer for answer in said if re.search(expected, answer) is None]


async def test_commands_for_the_browser_that_are_not_of_one_session_are_refused(client: Client) -> None:
    said = await answers(client, list(OF_THE_BROWSER.items()))
    assert others(said, "not available|Only http|No target|one context") == []


async def test_commands_for_a_page_that_reach_beyond_it_are_refused(client: Client) -> None:
    # What the gateway refuses never reaches Chromium, whose own complaints read otherwise.
    said = await answers(client, list(OF_A_PAGE.items()), client.page)
    assert others(said, "not available|Only|cannot be|Nothing can be") == []


async def test_no_tab_is_sent_to_an_address_of_the_host(client: Client) -> None:
    there = await answers(client, [("Page.navigate", {"url": url}) for url in ADDRESSES], client.page)
    anew = await answers(client, [("Target.createTarget", {"url": url}) for url in ADDRESSES if url])
    assert others([*there, *anew], "Only http and https addresses") == []


async def test_a_world_with_universal_access_reads_no_file(client: Client, context: Context) -> None:
    world = await client.ask(
        "Page.createIsolatedWorld", {"frameId": context.first.frame_id, "grantUniveralAccess": True}, client.page
    )
    inside = {"contextId": world["executionContextId"]}
    read = "fetch('file:///etc/passwd').then(r => r.text()).catch(() => 'refused')"
    assert await client.value(read, **inside) == "refused"
    framed = """new Promise(done => {
        const frame = document.createElement('iframe');
        frame.src = 'file:///etc/passwd';
        frame.onload = () => done(frame.contentDocument?.body?.textContent ?? '');
        document.body.append(frame);
        setTimeout(() => done(''), 2000);
    })"""
    assert "root:" not in await client.value(framed, **inside)
    await client.value("void (location.href = 'file:///etc/passwd')", **inside)
    assert (await client.value("location.href")).startswith("http://127.0.0.1:")


async def test_requests_of_a_client_pass_the_egress_policy(client: Client) -> None:
    async with listening_canary() as canary:
        address = f"http://127.0.0.1:{canary.port}/"
        await client.ask("Page.navigate", {"url": address}, client.page)
        await client.value(f"fetch({address!r}, {{mode: 'no-cors'}}).then(() => 'fetched', () => 'refused')")
        made = await client.ask("Target.createTarget", {"url": address})
        await client.ask("Target.closeTarget", made)
        _untouched(canary)


def _untouched(canary: Canary) -> None:
    assert canary.touched == 0


async def test_targets_of_another_session_cannot_be_named(client: Client, stranger: Context) -> None:
    target = stranger.first.frame_id
    for method in ("attachToTarget", "closeTarget", "activateTarget", "getTargetInfo"):
        with pytest.raises(Refused, match="No target"):
            await client.ask(f"Target.{method}", {"targetId": target, "flatten": True})
    with pytest.raises(Refused, match="No target"):
        await client.ask("Target.getTargetInfo", {"targetId": target}, client.page)
    with pytest.raises(Refused, match="Session with given id not found"):
        await client.ask("Runtime.evaluate", {"expression": "document.title"}, stranger.first.session.id)
    with pytest.raises(Refused, match="Session with given id not found"):
        await client.ask("Target.detachFromTarget", {"sessionId": stranger.first.session.id})
    with pytest.raises(Refused, match="Session with given id not found"):
        await client.ask("Target.detachFromTarget", {"sessionId": stranger.first.session.id}, client.page)
    assert (await stranger.first.evaluate("document.title")).result.value == "a secret"


@pytest.mark.parametrize("context_id", [None, "stranger"])
async def test_nothing_is_made_in_another_context(client: Client, stranger: Context, context_id: str | None) -> None:
    named = stranger.id if context_id else "unknown"
    for method in ("Target.createTarget", "Storage.getCookies", "Storage.setCookies", "Storage.clearCookies"):
        with pytest.raises(Refused, match="one context"):
            await client.ask(method, {"url": "about:blank", "cookies": [], "browserContextId": named})


async def test_nothing_is_heard_of_another_context(
    client: Client, running: RunningBrowser, context: Context, stranger: Context
) -> None:
    everything: dict[str, Any] = {"filter": [{}]}
    await client.ask("Target.setDiscoverTargets", {"discover": True, **everything})
    await client.ask("Target.setAutoAttach", {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True})
    async with running.open_context(looked_at=True) as third:
        await third.first.navigate("data:text/html,<title>other</title>")
        listed = (await client.ask("Target.getTargets", everything))["targetInfos"]
    assert {info["browserContextId"] for info in [*listed, *client.infos()]} == {context.id}
    assert {info["targetId"] for info in listed if info["type"] == "page"} == {context.first.frame_id}


async def test_a_new_tab_is_in_the_sessions_context(client: Client, context: Context) -> None:
    made = await client.ask("Target.createTarget", {"url": "data:text/html,<p>new"})
    assert made["targetId"] in context.tabs
    info = await client.ask("Target.getTargetInfo", made)
    assert info["targetInfo"]["browserContextId"] == context.id
    await client.ask("Target.closeTarget", made)


async def test_pages_of_the_services_own_are_not_shown(client: Client, context: Context) -> None:
    hidden = await context.open_hidden()
    listed = (await client.ask("Target.getTargets"))["targetInfos"]
    assert hidden.frame_id not in [info["targetId"] for info in listed]
    with pytest.raises(Refused, match="No target"):
        await client.ask("Target.attachToTarget", {"targetId": hidden.frame_id, "flatten": True})
    await context.close_tab(hidden)


async def test_the_proxys_password_is_not_told(client: Client, attacker: Attacker, proxy: FilteringProxy) -> None:
    await client.ask("Network.enable", session=client.page)
    await client.ask("Fetch.enable", {"patterns": [{"urlPattern": "*never*"}]}, client.page)
    url = f"http://127.0.0.1:{attacker.port}/seen"
    await client.value(f"fetch({url!r}).then(answer => answer.text())")
    sent = [e for e in client.heard if e["method"] == "Network.requestWillBeSentExtraInfo"]
    # Basic credentials, as a header has them, end with those of the password, whatever name comes before it.
    secrets = [base64.b64encode(f"{'x' * n}:{proxy.password}".encode()).decode()[8:-4] for n in (3, 4, 5)]
    assert sent
    assert "/seen" in attacker.seen
    assert "proxy-auth" not in str(client.heard).lower()
    assert not any(secret in str(client.heard) for secret in secrets)


async def test_what_one_session_copies_another_cannot_paste(client: Client, stranger: Context) -> None:
    await stranger.first.evaluate("document.body.innerHTML = '<input value=copied>'")
    await stranger.first.evaluate("document.querySelector('input').select()")
    copying = {"modifiers": 2, "key": "c", "code": "KeyC", "windowsVirtualKeyCode": 67}
    await stranger.first.session.send("Emulation.setFocusEmulationEnabled", enabled=True)
    await stranger.first.session.send("Input.dispatchKeyEvent", type="rawKeyDown", **copying)
    await client.value("document.body.innerHTML = '<input>'; document.querySelector('input').focus()")
    pasting: list[dict[str, Any]] = [
        {"modifiers": 2, "key": "v", "code": "KeyV", "windowsVirtualKeyCode": 86},
        {"modifiers": 2, "windowsVirtualKeyCode": 86},
        {"modifiers": 4, "key": "V"},
        {"modifiers": 8, "key": "Insert"},
        {"modifiers": 2.0, "windowsVirtualKeyCode": 86},
        {"modifiers": "2", "windowsVirtualKeyCode": 86},
        {"commands": ["Paste"]},
        {"commands": ["pasteAndMatchStyle"]},
    ]
    said = await answers(
        client, [("Input.dispatchKeyEvent", {"type": "rawKeyDown", **key}) for key in pasting], client.page
    )
    assert others(said, "Nothing can be pasted") == []
    assert await client.value("navigator.clipboard.readText().catch(() => 'refused')") == "refused"
    assert await client.value("document.execCommand('paste') + document.querySelector('input').value") == "false"


async def test_a_client_that_answers_passwords_is_not_asked_for_the_proxys(
    running: RunningBrowser, options: BrowserOptions, attacker: Attacker
) -> None:
    async with running.open_context(looked_at=True) as fresh:
        await prepare(fresh.first, attacker.request("/"), running.identity, options.egress)
        client = Client(await open_channel(running, fresh.id))
        listening = asyncio.create_task(client.listen())
        attached = await client.ask("Target.attachToTarget", {"targetId": fresh.first.frame_id, "flatten": True})
        client.page = attached["sessionId"]
        answering = {"patterns": [{"urlPattern": "*no*"}], "handleAuthRequests": True}
        await client.ask("Fetch.enable", answering, client.page)
        await client.go(f"http://127.0.0.1:{attacker.port}/asked")
        assert await client.value("document.body.textContent") == "page"
        assert "Fetch.authRequired" not in [event["method"] for event in client.heard]
        await client.channel.close()
        await listening


async def test_a_client_that_does_not_read_is_ended(running: RunningBrowser, context: Context) -> None:
    client = Client(await open_channel(running, context.id))
    listening = asyncio.create_task(client.listen())
    attached = await client.ask("Target.attachToTarget", {"targetId": context.first.frame_id, "flatten": True})
    listening.cancel()
    await asyncio.gather(listening, return_exceptions=True)
    for number in range(12):
        asked = {"expression": "'x'.repeat(9e6)", "returnByValue": True}
        message = {"id": number, "method": "Runtime.evaluate", "params": asked, "sessionId": attached["sessionId"]}
        await client.channel.send(msgspec.json.encode(message).decode())
    # The same browser answers after it has answered all of that.
    await context.first.evaluate("1")
    while not client.channel._outbox.ended:
        await context.first.evaluate("1")
    assert [message async for message in client.channel.messages()] == []
    await client.channel.close()


async def test_what_is_no_command_is_told_and_harmless(client: Client) -> None:
    for message in ("", "[]", "{}", '{"id": "x"}', '{"id": 1}', '{"id": 2, "method": 3}', "[" * 100_000, "\x00"):
        await client.channel.send(message)
    assert (await client.value("1 + 1")) == 2


STRANGE: list[tuple[str, dict[str, Any]]] = [
    ("Runtime.evaluate", {"expression": "1", "method": "x", "self": 1, "session": 2, "params": {}}),
    ("Storage.getCookies", {"method": "x", "self": 1}),
    ("Target.detachFromTarget", {"sessionId": []}),
    ("Target.detachFromTarget", {"sessionId": {}}),
    ("Target.getTargetInfo", {"targetId": [1]}),
    ("Input.dispatchKeyEvent", {"type": "keyDown", "commands": 5}),
    ("Input.dispatchDragEvent", {"type": "drop", "x": 1, "y": 1, "data": [1]}),
    ("Page.navigate", {"url": "//["}),
    ("Page.navigate", {"url": "about://[/"}),
    ("Page.navigate", {"url": {"a": 1}}),
    ("Target.createTarget", {"url": ["x"]}),
    ("Target.setDiscoverTargets", {"discover": True, "filter": 5}),
    ("Target.setAutoAttach", {"autoAttach": 1, "flatten": 1, "filter": [[]]}),
    ("Fetch.continueRequest", {"requestId": {}}),
    ("IO.read", {"handle": None}),
    ("Runtime.evaluate", {"expression": 10**25}),
    ("Runtime.evaluate", {"browserContextId": []}),
    ("\ud83d" * 2 + "x" * 100, {}),
]


async def test_strange_parameters_are_answered_and_harmless(client: Client) -> None:
    async with asyncio.timeout(60):
        for method, params in STRANGE:
            for session in ("", client.page):
                message = {"id": 7, "method": method, "params": params, "sessionId": session}
                await client.channel.send(json.dumps(message))
        await client.channel.send('{"id": 99999999999999999999999, "method": "Browser.getVersion"}')
        assert (await client.value("1 + 1")) == 2
    assert not client.channel.ended


async def test_a_flood_of_commands_is_refused_and_the_page_stays(client: Client, context: Context) -> None:
    never = {"expression": "new Promise(() => {})", "awaitPromise": True}
    for number in range(4200):
        message = {"id": number, "method": "Runtime.evaluate", "params": never, "sessionId": client.page}
        await client.channel.send(msgspec.json.encode(message).decode())
    with pytest.raises(Refused, match="Too many commands"):
        await client.ask("Browser.getVersion")
    await client.channel.close()
    assert (await context.first.evaluate("1 + 1")).result.value == 2


async def test_an_ended_channel_leaves_nothing_attached(
    running: RunningBrowser, client: Client, context: Context
) -> None:
    await client.channel.close()
    await client.ended.wait()
    left = running.connection.session(client.page)
    with pytest.raises(Exception, match="not found"):
        await left.send("Runtime.evaluate", expression="1")
    left.forget()
    await client.channel.send('{"id": 1, "method": "Browser.getVersion"}')
    assert (await context.first.evaluate("1 + 1")).result.value == 2


async def test_there_is_no_channel_to_a_context_that_is_gone(running: RunningBrowser) -> None:
    async with running.open_context(looked_at=True) as gone:
        pass
    for context_id in (gone.id, "unknown", ""):
        with pytest.raises(BrowserGone):
            await open_channel(running, context_id)


async def test_nothing_is_written_to_the_host(client: Client, attacker: Attacker, tmp_path: Path) -> None:
    await client.ask("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)})
    attacker.pages["/page"] = "<a id=a download=x href='data:text/plain,hello'>x</a>"
    await client.ask("Page.enable", session=client.page)
    await client.go(f"http://127.0.0.1:{attacker.port}/page")
    await client.value("document.querySelector('#a').click()")
    while not any(event["params"].get("state") == "canceled" for event in client.heard):
        await client.value("1")
    assert await asyncio.to_thread(os.listdir, tmp_path) == []
