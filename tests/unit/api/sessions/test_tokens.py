"""What a session's token opens, over a real server and a real client of sockets."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from gossamer.core.actions import Captured
from gossamer.core.errors import SessionLost, StepFailed
from gossamer.core.sessions import EndReason, SessionSpec, SessionState
from gossamer.operations.sessions import Frame, KeyInput, MouseInput, NavigationInput, UserInput
from tests.unit.api.server import running_server
from tests.unit.api.stub import HEADERS, StubOperations, client
from tests.unit.api.stub_sessions import JPEG, SESSION_ID, START, StubSessions, a_session

AT = f"/v2/browser/{SESSION_ID}"
FRAME = Frame(JPEG, 640, 400, START, "https://example.org/", "Example")
ENDED = a_session(state=SessionState.DESTROYED, end_reason=EndReason.IDLE)


@asynccontextmanager
async def socket(path: str, sessions: StubSessions, **options: Any) -> AsyncIterator[ClientConnection]:
    async with (
        running_server(StubOperations(sessions=sessions)) as port,
        connect(f"ws://127.0.0.1:{port}{AT}{path}", proxy=None, max_size=None, **options) as found,
    ):
        yield found


async def heard(found: ClientConnection) -> Any:
    """The next frame: JSON, or bytes."""
    frame = await asyncio.wait_for(found.recv(), 60)
    return json.loads(frame) if isinstance(frame, str) else frame


async def refusal(path: str, sessions: StubSessions, **options: Any) -> tuple[int, dict[str, Any]]:
    """Status and body with which an upgrade is refused."""
    with pytest.raises(InvalidStatus) as caught:
        async with socket(path, sessions, **options):
            pass
    response = caught.value.response
    body: dict[str, Any] = json.loads(response.body or b"{}")
    return response.status_code, body


@pytest.mark.parametrize("path", ["/cdp", "/live/frames"])
class TestRefusals:
    async def test_without_a_token_nothing_is_upgraded_not_even_with_a_key(self, path: str) -> None:
        for query in ("", "?token=", "?other=to-drive"):
            status, body = await refusal(path + query, StubSessions(), additional_headers=HEADERS)
            assert (status, body["error"]) == (401, "Unauthorized: Token missing")

    async def test_a_wrong_token_cannot_be_told_from_an_unknown_session(self, path: str) -> None:
        wrong = await refusal(path + "?token=guess", StubSessions())
        unknown = await refusal(path + "?token=to-drive", StubSessions(session=a_session("1" + SESSION_ID[1:])))
        assert wrong == unknown == (404, {"success": False, "error": "Browser session not found."})

    async def test_what_has_ended_is_gone(self, path: str) -> None:
        token = "to-drive" if path == "/cdp" else "to-see"
        status, body = await refusal(f"{path}?token={token}", StubSessions(session=ENDED))
        assert (status, body["error"]) == (410, "Browser session has been destroyed.")

    async def test_what_is_lost_is_told(self, path: str) -> None:
        token = "to-drive" if path == "/cdp" else "to-see"
        lost = SessionLost("The session's browser was destroyed.")
        status, body = await refusal(f"{path}?token={token}", StubSessions(failure=lost))
        assert (status, body["code"]) == (409, "SESSION_LOST")


async def test_a_token_opens_no_more_than_its_own() -> None:
    assert (await refusal("/cdp?token=to-see", StubSessions()))[0] == 404
    assert (await refusal("/cdp?token=to-use", StubSessions()))[0] == 404
    assert (await refusal("/live/frames?token=to-drive", StubSessions()))[0] == 404


class TestDevtools:
    async def test_messages_go_both_ways_large_ones_too(self) -> None:
        sessions = StubSessions()
        large = json.dumps({"id": 1, "script": "x" * 2_000_000})
        async with socket("/cdp?token=to-drive", sessions) as found:
            for message in ('{"id":0}', large):
                await found.send(message)
                assert await asyncio.wait_for(found.recv(), 60) == message

    async def test_the_channel_is_closed_when_the_client_leaves(self) -> None:
        sessions = StubSessions()
        async with socket("/cdp?token=to-drive", sessions):
            assert not sessions.channel.closed.is_set()
        await asyncio.wait_for(sessions.channel.closed.wait(), 60)

    async def test_the_socket_closes_when_the_session_ends(self) -> None:
        sessions = StubSessions()
        async with socket("/cdp?token=to-drive", sessions) as found:
            await sessions.channel.told.put("end")
            with pytest.raises(ConnectionClosed):
                await asyncio.wait_for(found.recv(), 60)
            assert found.close_code == 1000
        assert sessions.channel.closed.is_set()

    @pytest.mark.parametrize("slash", ["", "/"])
    async def test_clients_that_are_given_an_http_address_find_the_socket(self, slash: str) -> None:
        async with client(StubOperations()) as api:
            told = (await api.get(f"{AT}/cdp/json/version{slash}?token=to-drive")).json()
            refused = await api.get(f"{AT}/cdp/json/version?token=to-see")
        assert told["webSocketDebuggerUrl"] == f"ws://api.example:3002{AT}/cdp?token=to-drive"
        assert refused.status_code == 404


class TestWatching:
    async def test_the_page_comes_before_its_pictures_and_again_when_it_changes(self) -> None:
        sessions = StubSessions()
        for frame in (FRAME, FRAME, replace(FRAME, title="Other"), None):
            sessions.frames.put_nowait(frame)
        page = {"type": "page", "url": "https://example.org/", "title": "Example", "width": 640, "height": 400}
        async with socket("/live/frames?token=to-see", sessions) as found:
            assert [await heard(found) for _ in range(7)] == [
                {"type": "hello", "control": False},
                page,
                JPEG,
                JPEG,
                {**page, "title": "Other"},
                JPEG,
                {"type": "ended", "error": "The session has ended."},
            ]
            with pytest.raises(ConnectionClosed):
                await asyncio.wait_for(found.recv(), 60)
            assert found.close_code == 1000

    async def test_who_may_only_see_does_nothing(self) -> None:
        sessions = StubSessions()
        async with socket("/live/frames?token=to-see", sessions) as found:
            assert (await heard(found))["control"] is False
            await found.send('{"type":"key","kind":"down","key":"a","text":"a"}')
            sessions.frames.put_nowait(FRAME)
            assert (await heard(found))["type"] == "page"
        assert sessions.used.empty()

    async def test_who_may_use_it_has_mouse_and_keyboard(self) -> None:
        sessions = StubSessions()
        async with socket("/live/frames?token=to-use", sessions) as found:
            assert await heard(found) == {"type": "hello", "control": True}
            for event in (
                {"type": "mouse", "kind": "down", "x": 3, "y": 4.5, "button": "left", "clicks": 1, "modifiers": 8},
                {"type": "mouse", "kind": "wheel", "x": 3, "y": 4, "dy": 120},
                {"type": "key", "kind": "down", "key": "Enter", "code": "Enter", "text": "\r"},
                {"type": "text", "text": "ü\n"},
            ):
                await found.send(json.dumps(event))
            used = [await asyncio.wait_for(sessions.used.get(), 60) for _ in range(4)]
        assert used == [
            MouseInput("down", 3, 4.5, "left", 1, modifiers=8),
            MouseInput("wheel", 3, 4, dy=120),
            KeyInput("down", "Enter", "Enter", "\r"),
            KeyInput("down", "", text="ü\n"),
        ]

    @pytest.mark.parametrize(
        "message",
        [
            "no json",
            "[]",
            '{"type":"mouse","kind":"down"}',
            '{"type":"mouse","kind":"jump","x":1,"y":1}',
            '{"type":"mouse","kind":"move","x":1e300,"y":1}',
            '{"type":"key","kind":"down","key":"a","text":"far too long"}',
            '{"type":"text","text":5}',
            '{"type":"navigate","kind":"up"}',
            '{"type":"reboot"}',
        ],
    )
    async def test_what_is_no_event_is_told_and_the_rest_goes_on(self, message: str) -> None:
        sessions = StubSessions()
        async with socket("/live/frames?token=to-use", sessions) as found:
            await heard(found)
            await found.send(message)
            assert (await heard(found))["type"] == "problem"
            await found.send('{"type":"key","kind":"up","key":"a"}')
            assert await asyncio.wait_for(sessions.used.get(), 60) == KeyInput("up", "a")

    async def test_who_may_use_it_leads_it_elsewhere_and_is_told_what_came_of_it(self) -> None:
        sessions = StubSessions()
        async with socket("/live/frames?token=to-use", sessions) as found:
            await heard(found)
            for event in ({"kind": "go", "url": "example.org/a"}, {"kind": "back"}):
                await found.send(json.dumps({"type": "navigate", **event}))
                assert await heard(found) == {"type": "arrived"}
        used = [sessions.used.get_nowait() for _ in range(2)]
        assert used == [NavigationInput("go", "example.org/a"), NavigationInput("back")]

    async def test_mouse_and_keys_are_heard_while_a_page_is_on_its_way_and_another_takes_its_place(self) -> None:
        class Slow(StubSessions):
            async def control(self, session_id: str, token: str) -> Callable[[UserInput], Awaitable[None]]:
                take = await super().control(session_id, token)

                async def use(event: UserInput) -> None:
                    await take(event)
                    if event == NavigationInput("go", "https://slow.example/"):
                        await asyncio.Event().wait()
                    if event == NavigationInput("back"):
                        raise StepFailed("There is no page before this one.")

                return use

        sessions = Slow()
        async with socket("/live/frames?token=to-use", sessions) as found:
            await heard(found)
            slow = NavigationInput("go", "https://slow.example/")
            for event, used in (
                ({"type": "navigate", "kind": "go", "url": slow.url}, slow),
                ({"type": "key", "kind": "up", "key": "a"}, KeyInput("up", "a")),
                ({"type": "navigate", "kind": "back"}, NavigationInput("back")),
            ):
                await found.send(json.dumps(event))
                assert await asyncio.wait_for(sessions.used.get(), 60) == used
            assert await heard(found) == {"type": "problem", "error": "There is no page before this one."}
            # Who goes away leaves nothing behind.
            await found.send(json.dumps({"type": "navigate", "kind": "go", "url": slow.url}))
            assert await asyncio.wait_for(sessions.used.get(), 60) == slow

    async def test_a_browser_that_dies_ends_the_view(self) -> None:
        class Dying(StubSessions):
            async def _frames(self) -> AsyncIterator[Frame]:
                yield FRAME
                raise SessionLost("The session's browser was destroyed.")

        async with socket("/live/frames?token=to-see", Dying()) as found:
            told = [await heard(found) for _ in range(4)]
        assert told[-1] == {"type": "ended", "error": "The session's browser was destroyed."}


class TestPage:
    async def test_it_loads_nothing_but_its_own_and_keeps_its_address_to_itself(self) -> None:
        async with client(StubOperations()) as api:
            page = await api.get(f"{AT}/live?token=to-see")
            names = ("page.js", "addresses.js", "input.js", "page.css")
            files = [await api.get(f"/live-view/{name}") for name in names]
        assert page.status_code == 200
        policy = page.headers["content-security-policy"]
        assert "default-src 'none'; script-src 'self'; style-src 'self'" in policy
        assert "connect-src 'self' ws://api.example:3002;" in policy
        assert page.headers["referrer-policy"] == "no-referrer"
        assert page.headers["cache-control"] == "no-store"
        assert [file.status_code for file in files] == [200] * 4
        for text in (page.text, *(file.text for file in files)):
            assert "http://" not in text
            assert "https://" not in text
            assert "to-see" not in text

    async def test_who_may_not_see_gets_the_page_with_a_status_that_says_so(self) -> None:
        hidden = StubSessions(session=a_session(spec=SessionSpec(viewable=False)))
        async with client(StubOperations()) as api:
            answers = [await api.get(f"{AT}/live{query}") for query in ("", "?token=x", "?token=to-drive")]
        async with client(StubOperations(sessions=hidden)) as api:
            answers.append(await api.get(f"{AT}/live?token=to-see"))
        assert [answer.status_code for answer in answers] == [401, 404, 404, 404]
        assert {answer.headers["content-type"] for answer in answers[1:]} == {"text/html; charset=utf-8"}

    async def test_its_state_tells_whether_and_why_it_ended(self) -> None:
        async with client(StubOperations()) as api:
            live = (await api.get(f"{AT}/live/state?token=to-use")).json()
        async with client(StubOperations(sessions=StubSessions(session=ENDED))) as api:
            ended = (await api.get(f"{AT}/live/state?token=to-see")).json()
        assert live == {"success": True, "status": "active", "control": True}
        assert ended == {"success": True, "status": "destroyed", "control": False, "endReason": "idle"}


class TestRecordings:
    async def test_a_player_gets_the_film_without_a_key(self) -> None:
        blobs = {f"frame-{n}.jpg": Captured(f"picture {n}".encode(), "image/jpeg") for n in range(8)}
        async with client(StubOperations(blobs=blobs)) as api:
            playlist = await api.get(f"{AT}/replay/1/playlist.m3u8?token=to-see")
            urls = [line for line in playlist.text.splitlines() if ".m4s" in line]
            head = await api.get(f"{AT}/replay/1/init.mp4?token=to-see")
            pieces = [await api.get(f"{AT}/replay/1/{url}") for url in urls]
        assert playlist.headers["content-type"] == "application/vnd.apple.mpegurl"
        assert head.content[4:8] == b"ftyp"
        assert {answer.headers["content-type"] for answer in (head, *pieces)} == {"video/mp4"}
        assert b"".join(piece.content.split(b"mdat")[1] for piece in pieces).count(b"picture") == 8

    @pytest.mark.parametrize(
        ("path", "status"),
        [
            ("/replay/1/init.mp4", 401),
            ("/replay/1/init.mp4?token=wrong", 404),
            ("/replay/2/init.mp4?token=to-see", 404),
            ("/replay/1/9.m4s?token=to-see", 404),
            ("/replay/1/0.m4s?token=to-see", 404),
            ("/replay/1/passwd?token=to-see", 404),
            ("/replay/1/-1.m4s?token=to-see", 404),
        ],
    )
    async def test_what_is_not_there_is_not_found(self, path: str, status: int) -> None:
        async with client(StubOperations()) as api:
            answer = await api.get(AT + path)
        assert (answer.status_code, answer.json()["success"]) == (status, False)


async def test_an_address_that_cannot_be_read_is_refused() -> None:
    query = "?" + "&".join(f"token={n}" for n in range(2000))
    async with client(StubOperations()) as api:
        assert (await api.get(f"{AT}/live/state{query}")).status_code == 400
        assert (await api.get("/v2/browser/nope/live/state?token=to-see")).status_code == 404
    assert (await refusal("/cdp" + query, StubSessions()))[0] == 400


async def test_who_looks_away_is_sent_no_more_pictures() -> None:
    class Watched(StubSessions):
        stopped = asyncio.Event()

        async def _frames(self) -> AsyncIterator[Frame]:
            try:
                yield FRAME
                await asyncio.Event().wait()
            finally:
                self.stopped.set()

    sessions = Watched()
    async with socket("/live/frames?token=to-see", sessions) as found:
        assert (await heard(found))["type"] == "hello"
    await asyncio.wait_for(sessions.stopped.wait(), 60)


async def test_a_refusal_is_no_error_of_ours(caplog: pytest.LogCaptureFixture) -> None:
    await refusal("/cdp?token=guess", StubSessions())
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []


async def test_tokens_are_in_no_log(caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]) -> None:
    sessions = StubSessions()
    sessions.frames.put_nowait(None)
    with caplog.at_level("WARNING"):
        async with socket("/live/frames?token=to-see", sessions) as found:
            await heard(found)
    assert "to-see" not in caplog.text + "".join(capfd.readouterr())
