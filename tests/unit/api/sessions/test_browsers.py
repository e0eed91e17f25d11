"""Sessions that stand alone, as callers see them, under both names of their paths."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import httpx
import pytest

from gossamer.core.access import Group, Mode
from gossamer.core.errors import ProfileBusy, SessionEnded, TooManySessions
from gossamer.core.sessions import Code, CodeOutcome, Language, Opening, SessionSpec, SessionState
from gossamer.core.specs import Location, ProfileUse
from gossamer.wire.v2.sessions import Created, Ended, Executed, Listed, Replay, SessionAnswer
from tests.unit.api.stub import HEADERS, StubOperations, client
from tests.unit.api.stub_sessions import PAGE, SCRAPE_ID, SESSION_ID, StubSessions

PATHS = ["/v2/browser", "/v2/interact"]
AT = f"http://api.example:3002/v2/browser/{SESSION_ID}"
ADDRESSES = {
    "cdpUrl": f"ws://api.example:3002/v2/browser/{SESSION_ID}/cdp?token=to-drive",
    "liveViewUrl": f"{AT}/live?token=to-see",
    "interactiveLiveViewUrl": f"{AT}/live?token=to-use",
}


async def send(sessions: StubSessions, method: str, path: str, **body: Any) -> httpx.Response:
    async with client(StubOperations(sessions=sessions)) as api:
        return await api.request(method, path, headers=HEADERS, json=body if method == "POST" else None)


@pytest.mark.parametrize("path", PATHS)
class TestCreating:
    async def test_nothing_has_to_be_said(self, path: str) -> None:
        sessions = StubSessions()
        answer = await send(sessions, "POST", path)
        assert sessions.asked == [(SessionSpec(), "v2")]
        assert answer.json() == {
            "success": True,
            "id": SESSION_ID,
            **ADDRESSES,
            "expiresAt": "2026-01-02T03:14:05.000Z",
        }
        Created.model_validate(answer.json())

    async def test_every_option_reaches_the_spec(self, path: str) -> None:
        sessions = StubSessions()
        body = {
            "ttl": 3600,
            "activityTtl": 10,
            "streamWebView": False,
            "recordSession": False,
            "blockAds": False,
            "location": {"country": "GB"},
            "profile": {"name": "shop", "saveChanges": False},
            "origin": "js-sdk@4.24.0",
            "integration": "cli",
            "unheardOf": 1,
        }
        assert (await send(sessions, "POST", path, **body)).status_code == 200
        [(spec, _)] = sessions.asked
        assert spec == SessionSpec(
            opening=Opening(location=Location(country="GB"), block_ads=False, profile=ProfileUse("shop", save=False)),
            lifetime=timedelta(hours=1),
            idle=timedelta(seconds=10),
            viewable=False,
            recorded=False,
        )

    @pytest.mark.parametrize(
        "body",
        [
            {"ttl": 29},
            {"ttl": 3601},
            {"ttl": 29.4},
            {"ttl": "60"},
            {"activityTtl": 9},
            {"activityTtl": 3601},
            {"streamWebView": "yes"},
            {"profile": {}},
            {"profile": {"name": ""}},
            {"profile": {"name": "x" * 129}},
            {"location": {"country": "Atlantis"}},
        ],
    )
    async def test_what_is_out_of_bounds_is_refused(self, path: str, body: dict[str, Any]) -> None:
        sessions = StubSessions()
        answer = await send(sessions, "POST", path, **body)
        assert (answer.status_code, answer.json()["code"]) == (400, "BAD_REQUEST")
        assert sessions.asked == []


@pytest.mark.parametrize("path", PATHS)
class TestListing:
    async def test_each_session_has_what_the_clients_require(self, path: str) -> None:
        answer = await send(StubSessions(), "GET", path)
        first, second = answer.json()["sessions"]
        assert first == {
            "id": SESSION_ID,
            "status": "active",
            **ADDRESSES,
            "streamWebView": True,
            "createdAt": "2026-01-02T03:04:05.000Z",
            "lastActivity": "2026-01-02T03:04:10.000Z",
            "expiresAt": "2026-01-02T03:14:05.000Z",
        }
        assert (second["status"], second["endReason"], second["scrapeId"]) == ("destroyed", "idle", SCRAPE_ID)
        assert (second["cdpUrl"], second["liveViewUrl"]) == ("", "")
        Listed.model_validate(answer.json())

    @pytest.mark.parametrize(
        ("query", "state"),
        [("", None), ("?status=", None), *((f"?status={state.value}", state) for state in SessionState)],
    )
    async def test_a_state_can_be_asked_for(self, path: str, query: str, state: SessionState | None) -> None:
        sessions = StubSessions()
        await send(sessions, "GET", path + query)
        assert sessions.asked == [(state,)]

    async def test_another_state_is_refused(self, path: str) -> None:
        answer = await send(StubSessions(), "GET", path + "?status=asleep")
        assert (answer.status_code, answer.json()["error"]) == (400, "Invalid status. Use active or destroyed.")


@pytest.mark.parametrize("path", [f"{path}/{SESSION_ID}" for path in PATHS])
class TestOne:
    async def test_it_can_be_looked_at_by_its_id(self, path: str) -> None:
        listed = (await send(StubSessions(), "GET", path.rpartition("/")[0])).json()["sessions"][0]
        answer = await send(StubSessions(), "GET", path)
        assert answer.json() == {"success": True, **listed}
        SessionAnswer.model_validate(answer.json())

    async def test_another_teams_is_not_there(self, path: str) -> None:
        assert (await send(StubSessions(), "GET", path[:-1] + "0")).status_code == 404

    async def test_code_that_failed_is_a_success_with_an_error(self, path: str) -> None:
        sessions = StubSessions(outcome=CodeOutcome("a", "b", "", 1, killed=True, error="No.", truncated=True))
        answer = await send(sessions, "POST", path + "/execute", code="ls", language="bash", timeout=300)
        assert answer.json() == {
            "success": True,
            "stdout": "a",
            "result": "",
            "stderr": "b",
            "exitCode": 1,
            "killed": True,
            "error": "No.",
            "truncated": True,
        }
        Executed.model_validate(answer.json())
        assert sessions.asked == [(SESSION_ID, Code("ls", Language.BASH, 300))]

    @pytest.mark.parametrize("body", [{}, {"code": ""}, {"code": "x", "timeout": 0}, {"code": "x", "language": "perl"}])
    async def test_code_that_is_none_is_refused(self, path: str, body: dict[str, Any]) -> None:
        assert (await send(StubSessions(), "POST", path + "/execute", **body)).status_code == 400

    @pytest.mark.parametrize(("credits_used", "told"), [(2, {"creditsBilled": 2}), (None, {})])
    async def test_ending_tells_what_it_took(self, path: str, credits_used: int | None, told: dict[str, int]) -> None:
        answer = await send(StubSessions(credits=credits_used), "DELETE", path + "/")
        rest = {"status": "destroyed", "cleanupQueued": True}
        assert answer.json() == {"success": True, "sessionDurationMs": 41_200, **told, **rest}
        Ended.model_validate(answer.json())

    async def test_recordings_are_listed_with_addresses_for_players(self, path: str) -> None:
        answer = await send(StubSessions(), "GET", path + "/replay")
        assert answer.json() == {
            "success": True,
            "pages": [
                {
                    "pageId": "1",
                    "url": f"/v2/interact/{SESSION_ID}/replay/1",
                    "playerUrl": f"{AT}/replay/1/playlist.m3u8?token=to-see",
                    "pageUrl": "https://example.org/",
                    "startTimeMs": 1767323045000,
                    "endTimeMs": 1767323053000,
                }
            ],
            "pageCount": 1,
        }
        Replay.model_validate(answer.json())

    async def test_a_recording_is_a_playlist_whose_pieces_need_no_key(self, path: str) -> None:
        sessions = StubSessions(page=replace(PAGE, frames=PAGE.frames[:7]))
        answer = await send(sessions, "GET", path + "/replay/1")
        assert answer.headers["content-type"] == "application/vnd.apple.mpegurl"
        assert answer.text.splitlines() == [
            "#EXTM3U",
            "#EXT-X-VERSION:7",
            "#EXT-X-TARGETDURATION:6",
            "#EXT-X-PLAYLIST-TYPE:VOD",
            '#EXT-X-MAP:URI="1/init.mp4?token=to-see"',
            "#EXTINF:6.000,",
            "1/0.m4s?token=to-see",
            "#EXTINF:2.000,",
            "1/1.m4s?token=to-see",
            "#EXT-X-ENDLIST",
        ]

    @pytest.mark.parametrize(("page", "status"), [("7", 404), ("x", 400), ("-1", 400), ("²", 400)])
    async def test_a_page_that_was_not_recorded(self, path: str, page: str, status: int) -> None:
        assert (await send(StubSessions(), "GET", f"{path}/replay/{page}")).status_code == status

    async def test_the_steps_are_there(self, path: str) -> None:
        sessions = StubSessions()
        told = (await send(sessions, "GET", path + "/steps")).json()
        assert ("url" not in told, len(told["steps"])) == (True, 1)
        assert sessions.asked == [(SESSION_ID, False)]

    async def test_an_unknown_session_and_what_is_no_id_are_told_the_same(self, path: str) -> None:
        for wrong in (path.replace("0c2e", "1c2e"), path.replace(SESSION_ID, "nope")):
            answers = [
                await send(StubSessions(), "POST", wrong + "/execute", code="x"),
                await send(StubSessions(), "DELETE", wrong),
                await send(StubSessions(), "GET", wrong + "/replay"),
                await send(StubSessions(), "GET", wrong + "/replay/1"),
            ]
            assert [answer.status_code for answer in answers] == [404] * 4
            assert {str(answer.json()) for answer in answers} == {
                str({"success": False, "error": "Browser session not found."})
            }


@pytest.mark.parametrize(
    ("failure", "status"),
    [
        (TooManySessions("At most 20."), 429),
        (ProfileBusy("Another session saves it."), 409),
        (SessionEnded("Browser session has been destroyed."), 410),
    ],
)
async def test_failures_keep_their_status_and_sentence(failure: Any, status: int) -> None:
    answer = await send(StubSessions(failure=failure), "POST", "/v2/browser")
    assert (answer.status_code, answer.json()["error"]) == (status, failure.message)


async def test_creating_and_using_are_counted_apart_and_reading_is_not() -> None:
    stub = StubOperations()
    async with client(stub) as api:
        await api.post("/v2/browser", headers=HEADERS, json={})
        await api.get("/v2/browser", headers=HEADERS)
        await api.get(f"/v2/browser/{SESSION_ID}/replay", headers=HEADERS)
    browser = Group.BROWSER
    assert stub.entered == [(browser, Mode.BROWSER), (browser, Mode.BROWSER_EXECUTE), (browser, None)]
