"""What can be said of the browser package without a browser."""

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gossamer.browser.actions.keys import ALT, CONTROL, SHIFT, combination, key_named
from gossamer.browser.capture import paper
from gossamer.browser.cdp.connection import Connection
from gossamer.browser.cdp.messages import BrowserGone, CommandRefused
from gossamer.browser.cdp.transports import Splitter
from gossamer.browser.emulation import Identity, languages_of, place_of
from gossamer.browser.executable import Installed, Missing, Remote, confinable, find_chromium
from gossamer.browser.failures import from_net_error
from gossamer.browser.request_blocking import AD_HOSTS, blocked_urls
from gossamer.core.actions import PrintPdf, TakeScreenshot
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import NameNotResolved, TlsFailed, TooManyRedirects, Unreachable, Unsupported
from gossamer.core.formats import Screenshot
from gossamer.core.pages import FetchRequest
from gossamer.core.specs import Location
from gossamer.core.urls import web_url


@given(st.lists(st.binary(max_size=40).map(lambda data: data.replace(b"\0", b"."))), st.integers(1, 7))
def test_messages_come_out_as_they_went_in_however_they_are_cut(messages: list[bytes], cut: int) -> None:
    stream = b"".join(message + b"\0" for message in messages)
    splitter = Splitter(limit=1000)
    chunks = [stream[start : start + cut] for start in range(0, len(stream), cut)]
    assert [message for chunk in chunks for message in splitter.feed(chunk)] == messages


def test_of_a_message_beyond_the_limit_the_beginning_alone_is_kept() -> None:
    splitter = Splitter(limit=100)
    giant = b'{"id":7,' + b"x" * 500
    assert list(splitter.feed(giant + b"\0first\0")) == [giant[:64], b"first"]
    chunks = [giant[start : start + 50] for start in range(0, len(giant), 50)]
    assert [message for chunk in chunks for message in splitter.feed(chunk)] == []
    assert splitter._size > 100
    assert sum(map(len, splitter._parts)) == 64
    assert list(splitter.feed(b"\0second\0")) == [giant[:64], b"second"]


class Wire:
    """A transport that keeps what is sent."""

    def __init__(self) -> None:
        self.sent: list[dict[str, object]] = []

    def send(self, message: bytes) -> None:
        self.sent.append(msgspec.json.decode(message))

    async def close(self) -> None:
        return


@pytest.fixture
def wire() -> Wire:
    return Wire()


@pytest.fixture
async def connection(wire: Wire) -> Connection:
    connection = Connection()
    connection.carried_by(wire)
    return connection


async def test_replies_find_their_commands_in_any_order(connection: Connection, wire: Wire) -> None:
    session = connection.session("S")
    first, second = session.send("A.a", x=1), connection.browser.send("B.b")
    assert wire.sent == [
        {"id": 1, "method": "A.a", "params": {"x": 1}, "sessionId": "S"},
        {"id": 2, "method": "B.b", "params": {}},
    ]
    connection.received(b'{"id":2,"result":{"v":2}}')
    connection.received(b'{"id":1,"result":{"v":1},"sessionId":"S"}')
    assert [bytes(await first), bytes(await second)] == [b'{"v":1}', b'{"v":2}']


async def test_a_reply_that_is_too_long_fails_its_command_alone(connection: Connection) -> None:
    asked = connection.browser.send("Runtime.evaluate")
    other = connection.browser.send("Browser.getVersion")
    for message in Splitter(limit=100).feed(b'{"id":1,"result":' + b"x" * 500 + b'\0{"id":2,"result":{}}\0'):
        connection.received(message)
    with pytest.raises(CommandRefused, match="cannot be read"):
        await asked
    await other


async def test_a_refused_command_names_itself(connection: Connection) -> None:
    asked = connection.browser.send("A.a")
    connection.received(b'{"id":1,"error":{"code":-32000,"message":"no"}}')
    with pytest.raises(CommandRefused, match=r"A\.a: no"):
        await asked


async def test_events_reach_their_listener_and_noise_harms_nobody(connection: Connection) -> None:
    heard: list[dict[str, int]] = []
    connection.session("S").on("A.happened", dict[str, int], heard.append)
    for message in (
        b"not json",
        b'{"method":"A.happened","params":{"n":1},"sessionId":"other"}',
        b'{"method":"A.ignored","params":{"n":2},"sessionId":"S"}',
        b'{"id":99,"result":{}}',
        b'{"method":"A.happened","params":{"n":"not a number"},"sessionId":"S"}',
        b'{"method":"A.happened","params":{"n":3},"sessionId":"S"}',
    ):
        connection.received(message)
    assert heard == [{"n": 3}]


async def test_a_reply_that_nests_too_deep_fails_its_own_command_alone(connection: Connection) -> None:
    asked, other = connection.browser.send("A.a"), connection.browser.send("B.b")
    deep = b"[" * 100_000 + b"]" * 100_000
    connection.received(b'{"id":1,"result":{"value":' + deep + b"}}")
    connection.received(b'{"method":"A.happened","params":' + deep + b"}")
    connection.received(b'{"id":2,"result":{}}')
    with pytest.raises(CommandRefused, match="cannot be read"):
        await asked
    assert bytes(await other) == b"{}"


async def test_every_waiter_is_told_when_the_browser_goes(connection: Connection) -> None:
    asked = [connection.browser.send("A.a"), connection.session("S").send("B.b")]
    connection.lost("it crashed")
    for answer in await asyncio.gather(*asked, connection.browser.send("C.c"), return_exceptions=True):
        assert isinstance(answer, BrowserGone)
        assert str(answer) == "it crashed"
    await connection.ended()
    assert not connection.alive


async def test_a_forgotten_session_answers_nobody_any_more(connection: Connection) -> None:
    session = connection.session("S")
    asked = session.send("A.a")
    session.forget()
    for waiting in (asked, session.send("B.b")):
        with pytest.raises(BrowserGone):
            await waiting


def test_a_setting_is_the_only_candidate(tmp_path: Path) -> None:
    shell = tmp_path / "chrome-headless-shell"
    shell.touch(mode=0o755)
    assert find_chromium(str(shell)) == Installed(shell, "shell")
    assert find_chromium("ws://host:9222/devtools/browser/x") == Remote("ws://host:9222/devtools/browser/x")
    assert find_chromium("http://host:9222") == Remote("http://host:9222")
    missing = find_chromium(str(tmp_path / "none"))
    assert isinstance(missing, Missing)
    assert "GOSSAMER_CHROMIUM" in missing.reason
    assert (missing.chosen, find_chromium("none")) == (False, Missing("GOSSAMER_CHROMIUM is `none`.", chosen=True))


@pytest.mark.parametrize("address", ["ws://", "http://[1"])
def test_an_address_without_a_host_is_told(address: str) -> None:
    assert isinstance(find_chromium(address), Missing)


def test_a_debugging_address_is_shown_without_what_opens_it() -> None:
    remote = Remote("wss://me:secret@grid.example:9222/devtools/browser/secret?token=secret")
    assert str(remote) == "wss://grid.example:9222"
    assert "secret" not in repr(remote)


@pytest.mark.parametrize(
    ("chromium", "proxy", "usable"),
    [
        ("ws://127.0.0.1:9222/x", "http://127.0.0.1:3128", True),
        ("http://localhost:9222", "http://127.0.0.1:3128", True),
        ("ws://[::1]:9222/x", "http://127.0.0.1:3128", True),
        ("ws://chromium:9222/x", "http://127.0.0.1:3128", False),
        ("ws://10.0.0.6:9222/x", "http://localhost:3128", False),
        ("ws://10.0.0.6:9222/x", "http://0.0.0.0:3128", False),
        ("ws://10.0.0.6:9222/x", "http://10.0.0.5:3128", True),
        ("ws://chromium:9222/x", "http://gossamer:3128", True),
    ],
)
def test_a_chromium_elsewhere_needs_a_proxy_that_it_can_reach(chromium: str, proxy: str, *, usable: bool) -> None:
    found = confinable(Remote(chromium), proxy)
    assert isinstance(found, Remote) is usable
    assert usable or "GOSSAMER_FILTERING_PROXY" in getattr(found, "reason", "")


def test_the_newest_headless_shell_of_playwright_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    for folder in ("chromium-1300/chrome-linux/chrome", "chromium_headless_shell-99/chrome-linux/headless_shell"):
        (tmp_path / folder).parent.mkdir(parents=True)
        (tmp_path / folder).touch(mode=0o755)
    newest = tmp_path / "chromium_headless_shell-1200/chrome-headless-shell-linux64/chrome-headless-shell"
    newest.parent.mkdir(parents=True)
    newest.touch(mode=0o755)
    assert find_chromium(registries=(tmp_path,)) == Installed(newest, "shell")


def test_nothing_found_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr("sys.platform", "linux")
    found = find_chromium(registries=(tmp_path,))
    assert isinstance(found, Missing)
    assert "playwright install" in found.reason


@pytest.mark.parametrize(
    ("text", "bits", "key"),
    [
        ("Enter", 0, "Enter"),
        ("enter", 0, "Enter"),
        ("a", 0, "a"),
        ("+", 0, "+"),
        ("Space", 0, " "),
        ("Control+A", CONTROL, "A"),
        ("ctrl+shift+Tab", CONTROL | SHIFT, "Tab"),
        ("Alt++", ALT, "+"),
        ("ArrowDown", 0, "ArrowDown"),
        ("F12", 0, "F12"),
        ("é", 0, "é"),
    ],
)
def test_keys_are_read_by_their_names(text: str, bits: int, key: str) -> None:
    read = combination(text)
    assert read is not None
    assert (read[0], read[1].key) == (bits, key)


@pytest.mark.parametrize("text", ["Nonsense", "Hyper+A", "", "Control+"])
def test_what_is_no_key_is_told(text: str) -> None:
    assert combination(text) is None


@given(st.characters(min_codepoint=32, max_codepoint=126))
def test_every_sign_of_a_keyboard_has_a_key_that_types_it(sign: str) -> None:
    key = key_named(sign)
    assert key is not None
    assert key.text == sign
    assert key.windows > 0


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("net::ERR_NAME_NOT_RESOLVED", NameNotResolved),
        ("net::ERR_CERT_AUTHORITY_INVALID", TlsFailed),
        ("net::ERR_SSL_PROTOCOL_ERROR", TlsFailed),
        ("net::ERR_CONNECTION_REFUSED", Unreachable),
        ("net::ERR_EMPTY_RESPONSE", Unreachable),
        ("net::ERR_TOO_MANY_REDIRECTS", TooManyRedirects),
        ("net::ERR_ABORTED", Unsupported),
        ("net::ERR_SOMETHING_NEW", Unreachable),
    ],
)
def test_network_errors_have_a_class(text: str, error: type[Exception]) -> None:
    assert type(from_net_error(text)) is error


def test_the_user_agent_is_that_of_an_ordinary_chrome() -> None:
    identity = Identity.of("Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/156.0.8078.79 Safari/537.36")
    assert identity.user_agent == "Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0 Safari/537.36"
    assert identity.mobile() == "Mozilla/5.0 (Linux; Android 10; K) Chrome/156.0.0.0 Mobile Safari/537.36"


def test_a_country_speaks_its_language_unless_others_are_named() -> None:
    assert languages_of(Location("JP")).languages == ("ja-JP", "ja", "en")
    assert languages_of(Location("GB")).languages == ("en-GB", "en")
    assert languages_of(Location("JP", ("fr",))).languages == ("fr",)
    assert languages_of(Location()).languages == ()
    assert place_of(Location("JP", ("fr",))).timezone == "Asia/Tokyo"
    assert place_of(Location("ZZ")).timezone is None


def test_papers_have_their_sizes() -> None:
    assert paper("A4") == pytest.approx((8.27, 11.69), abs=0.01)
    assert paper("Letter") == (8.5, 11.0)
    assert paper("Ledger") == (17.0, 11.0)
    assert paper("unheard-of") == paper("Letter")


def asked(url: str, **options: Any) -> FetchRequest:
    return FetchRequest(web_url(url), Deadline.after(timedelta(seconds=1)), **options)


def test_advertisers_are_blocked_with_their_subdomains() -> None:
    patterns = blocked_urls(asked("https://example.org/", load_images=True))
    assert {"*://doubleclick.net/*", "*://*.doubleclick.net/*"} <= set(patterns)
    assert len(AD_HOSTS) > 150
    assert not any(host.startswith("www.") or "/" in host for host in AD_HOSTS)
    assert blocked_urls(asked("https://example.org/", load_images=True, block_ads=False)) == ()


def test_an_advertiser_who_is_visited_is_a_site_like_any_other() -> None:
    patterns = blocked_urls(asked("https://docs.mixpanel.com/"))
    assert not any("mixpanel.com" in pattern for pattern in patterns)
    assert "*://criteo.com/*" in patterns


def test_pictures_are_left_out_unless_somebody_looks() -> None:
    url = "https://example.org/"
    assert "*.png" in blocked_urls(asked(url))
    for looking in ({"screenshot": Screenshot()}, {"actions": (TakeScreenshot(),)}, {"actions": (PrintPdf(),)}):
        assert "*.png" not in blocked_urls(asked(url, **looking))
