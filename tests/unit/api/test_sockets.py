"""Watchers, over a real server and a real client of another hand."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from typing import Any

import httpx
import pytest
import structlog
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

import gossamer.api.job_watch
import gossamer.api.socket_protocol
from gossamer.core.access import AccessRequest, Group, Principal
from gossamer.core.errors import DatabaseUnavailable
from gossamer.core.jobs import JobState
from gossamer.core.restrictions.rules import OnlyEndpoints
from tests.unit.api.server import running_server
from tests.unit.api.stub import HEADERS, KEY, SCRAPE_ID, StubOperations
from tests.unit.api.stub_jobs import BATCH, BATCH_ID, CRAWL_ID, StubJobs, a_job

PATHS = [
    f"/v2/crawl/{CRAWL_ID}",
    f"/v1/crawl/{CRAWL_ID}",
    f"/v2/batch/scrape/{BATCH_ID}",
    f"/v1/batch/scrape/{BATCH_ID}",
    f"/v1/crawl/{BATCH_ID}",
]
CRAWL = PATHS[0]
SUMMARY = {"status", "completed", "total", "creditsUsed", "expiresAt"}


def with_jobs(*, pages: int = 0, state: JobState = JobState.SCRAPING, **more: Any) -> StubOperations:
    stub = StubOperations(**more)
    stub.kept.keep(a_job(CRAWL_ID, state=state), pages=pages)
    stub.kept.keep(a_job(BATCH_ID, BATCH, state=state), pages=pages)
    return stub


@asynccontextmanager
async def watcher(stub: StubOperations, path: str = CRAWL, **options: Any) -> AsyncIterator[ClientConnection]:
    options = {"additional_headers": HEADERS, **options}
    async with (
        running_server(stub) as port,
        connect(f"ws://127.0.0.1:{port}{path}", proxy=None, **options) as socket,
    ):
        yield socket


async def told(socket: ClientConnection) -> dict[str, Any]:
    """The next frame."""
    frame: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), 10))
    return frame


async def all_told(socket: ClientConnection) -> list[dict[str, Any]]:
    """Every frame until the server closes."""
    frames = []
    while True:
        try:
            frames.append(await told(socket))
        except ConnectionClosed:
            return frames


def texts(frames: list[dict[str, Any]]) -> list[str]:
    """What the pages in *frames* say, in the order of arrival."""
    pages = [page for frame in frames if frame["type"] == "catchup" for page in frame["data"]["data"]]
    return [page["markdown"] for page in (*pages, *(f["data"] for f in frames if f["type"] == "document"))]


def numbered(last: int) -> list[str]:
    return [f"# Page {n}" for n in range(1, last + 1)]


@pytest.mark.parametrize("path", PATHS)
async def test_what_is_there_comes_first_then_each_page_then_the_end(path: str) -> None:
    job_id = path.rsplit("/", 1)[1]
    stub = with_jobs(pages=2)
    async with watcher(stub, path) as socket:
        catchup = await told(socket)
        assert (catchup["type"], catchup["data"]["status"], texts([catchup])) == ("catchup", "scraping", numbered(2))
        assert catchup["data"].keys() >= SUMMARY
        assert "next" not in catchup["data"]
        await stub.kept.move(job_id, add=1)
        assert (await told(socket))["data"]["markdown"] == "# Page 3"
        await stub.kept.move(job_id, add=2, state=JobState.COMPLETED)
        rest = await all_told(socket)
        assert [frame["type"] for frame in rest] == ["document", "document", "done"]
        assert rest[-1]["data"].keys() == SUMMARY
        assert (rest[-1]["data"]["status"], rest[-1]["data"]["completed"]) == ("completed", 5)
        assert (socket.close_code, socket.close_reason) == (1000, "{}")


async def test_a_job_that_has_ended_is_told_at_once() -> None:
    async with watcher(with_jobs(pages=2, state=JobState.COMPLETED)) as socket:
        frames = await all_told(socket)
    assert [frame["type"] for frame in frames] == ["catchup", "done"]
    assert frames[0]["data"]["status"] == "completed"
    assert texts(frames) == numbered(2)


@pytest.mark.parametrize("state", [JobState.COMPLETED, JobState.CANCELLED, JobState.FAILED])
async def test_while_pages_are_to_come_the_job_is_shown_as_running(
    state: JobState, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gossamer.api.job_watch, "_CATCHUP_PAGES", 3)
    monkeypatch.setattr(gossamer.api.job_watch, "_SLICE_PAGES", 4)
    stub = with_jobs(pages=10, state=state)
    async with watcher(stub) as socket:
        frames = await all_told(socket)
    assert frames[0]["data"]["status"] == "scraping"
    assert {"completedAt", "error"}.isdisjoint(frames[0]["data"])
    assert texts(frames) == numbered(10)
    last_page = max(n for n, frame in enumerate(frames) if frame["type"] == "document")
    assert {frame["type"] for frame in frames[last_page + 1 :]} <= {"done", "status", "error"}
    assert stub.kept.slices[:2] == [(0, 3, 4 * 1024 * 1024), (3, 4, 1024 * 1024)]


async def test_those_who_follow_a_job_together_cost_the_reading_of_one() -> None:
    stub = with_jobs()
    async with AsyncExitStack() as stack:
        port = await stack.enter_async_context(running_server(stub))
        url = f"ws://127.0.0.1:{port}{CRAWL}"
        sockets = [
            await stack.enter_async_context(connect(url, proxy=None, additional_headers=HEADERS)) for _ in range(30)
        ]
        for socket in sockets:
            assert (await told(socket))["type"] == "catchup"
        stub.kept.slices.clear()
        for number in range(1, 6):
            await stub.kept.move(CRAWL_ID, add=1)
            for socket in sockets:
                assert (await told(socket))["data"]["markdown"] == f"# Page {number}"
        # Each of them would have read each page, and then that there is no other.
        assert len(stub.kept.slices) < 30
        await stub.kept.move(CRAWL_ID, add=1, state=JobState.COMPLETED)
        for socket in sockets:
            assert [frame["type"] for frame in await all_told(socket)] == ["document", "done"]


async def test_what_is_read_for_one_key_is_not_shown_to_another() -> None:
    stub = with_jobs(pages=1)
    async with running_server(stub) as port:
        url = f"ws://127.0.0.1:{port}{CRAWL}"
        async with connect(url, proxy=None, additional_headers=HEADERS) as socket:
            assert texts([await told(socket)]) == numbered(1)
            stub.caller = Principal("team", "another", restrictions=(OnlyEndpoints((Group.SCRAPE,)),))
            async with connect(url, proxy=None, additional_headers=HEADERS) as other:
                with pytest.raises(ConnectionClosed):
                    await told(other)
                assert other.close_code == 3003
            stub.caller = Principal("other team", "key")
            async with connect(url, proxy=None, additional_headers=HEADERS) as other:
                with pytest.raises(ConnectionClosed):
                    await told(other)
                assert other.close_code == 1008


async def test_pages_that_come_while_the_job_ends_come_before_its_end() -> None:
    stub = with_jobs()

    async def crawl() -> None:
        for _ in range(60):
            await stub.kept.move(CRAWL_ID, add=1)
            await asyncio.sleep(0)
        await stub.kept.move(CRAWL_ID, add=3, state=JobState.COMPLETED)

    async with watcher(stub) as socket:
        crawling = asyncio.create_task(crawl())
        frames = await all_told(socket)
        await crawling
    assert texts(frames) == numbered(63)
    assert [frame["type"] for frame in frames].index("done") == len(frames) - 1


async def test_a_cancelled_job_is_told_by_its_status_before_the_end() -> None:
    stub = with_jobs(pages=1)
    async with watcher(stub) as socket:
        await told(socket)
        await stub.kept.move(CRAWL_ID, state=JobState.CANCELLED)
        frames = await all_told(socket)
    assert [(frame["type"], frame["data"]["status"]) for frame in frames] == [
        ("status", "cancelled"),
        ("done", "cancelled"),
    ]


async def test_a_failed_job_is_told_as_an_error_and_not_as_done() -> None:
    stub = with_jobs(pages=1)
    async with watcher(stub) as socket:
        await told(socket)
        await stub.kept.move(CRAWL_ID, state=JobState.FAILED, error="The deadline passed.")
        assert await all_told(socket) == [{"type": "error", "error": "The deadline passed."}]
        assert (socket.close_code, socket.close_reason) == (1000, "{}")


async def test_the_key_may_come_as_a_sub_protocol_which_is_echoed() -> None:
    async with watcher(with_jobs(), additional_headers={}, subprotocols=[KEY]) as socket:
        assert socket.subprotocol == KEY
        assert (await told(socket))["type"] == "catchup"


async def test_the_header_counts_before_the_sub_protocol() -> None:
    async with watcher(with_jobs(), subprotocols=["anything", "else"]) as socket:
        assert socket.subprotocol == "anything"
        assert (await told(socket))["type"] == "catchup"


async def test_in_open_mode_no_key_is_needed() -> None:
    async with watcher(with_jobs(open_mode=True), additional_headers={}) as socket:
        assert (await told(socket))["type"] == "catchup"


async def closing(stub: StubOperations, path: str = CRAWL, **options: Any) -> tuple[int | None, dict[str, Any]]:
    """The code and reason with which the server closes before it tells anything."""
    async with watcher(stub, path, **options) as socket:
        assert await all_told(socket) == []
        assert socket.close_reason is not None
        assert len(socket.close_reason.encode()) <= 123
        return socket.close_code, json.loads(socket.close_reason)


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"additional_headers": {}}, "Unauthorized"),
        ({"additional_headers": {"Authorization": "Bearer"}}, "Unauthorized: Token missing"),
        ({"additional_headers": {"Authorization": "Bearer no"}}, "Unauthorized: Invalid token"),
        ({"additional_headers": {}, "subprotocols": ["fc-no"]}, "Unauthorized: Invalid token"),
    ],
)
async def test_without_a_key_nothing_is_told(options: dict[str, Any], error: str) -> None:
    assert await closing(with_jobs(), **options) == (3000, {"type": "error", "error": error})


@pytest.mark.parametrize(
    "path",
    [
        f"/v2/crawl/{SCRAPE_ID}",
        "/v2/crawl/no-id",
        f"/v2/crawl/{BATCH_ID}",
        f"/v2/batch/scrape/{CRAWL_ID}",
        f"/v1/batch/scrape/{CRAWL_ID}",
    ],
)
async def test_a_job_that_is_not_there_is_told_by_the_code(path: str) -> None:
    assert await closing(with_jobs(), path) == (1008, {"type": "error", "error": "Job not found"})


async def test_another_teams_job_is_told_in_the_same_words() -> None:
    stub = StubOperations()
    stub.kept.keep(a_job(team_id="other"))
    assert await closing(stub) == (1008, {"type": "error", "error": "Job not found"})


class OnlyScrapes:
    def refusal(self, ask: AccessRequest) -> str | None:
        return None if ask.group is Group.SCRAPE else "This key may not do that. " * 20


@pytest.mark.parametrize("path", [*PATHS, f"/v2/crawl/{SCRAPE_ID}"])
async def test_no_socket_is_outside_the_gate(path: str) -> None:
    stub = with_jobs(caller=Principal("team", "key", (OnlyScrapes(),)))
    assert await closing(stub, path) == (3003, {"type": "error", "error": "Forbidden"})


async def test_our_own_failures_have_a_code_of_their_own() -> None:
    stub = with_jobs(kept=StubJobs(failure=DatabaseUnavailable("down")))
    assert await closing(stub) == (1011, {"type": "error", "error": "DATABASE_UNAVAILABLE"})


async def test_what_breaks_unexpectedly_is_logged_and_tells_no_secret() -> None:
    stub = with_jobs(kept=StubJobs(failure=RuntimeError("password 1234")))
    with structlog.testing.capture_logs() as logged:
        code, reason = await closing(stub)
    [entry] = logged
    assert code == 1011
    assert reason["error"] == f"Unexpected error {entry['error_id']}"
    assert entry["route"] == "/v2/crawl/{id}"


async def test_a_key_that_is_revoked_while_its_owner_watches_is_shut_out() -> None:
    stub = with_jobs()
    async with watcher(stub) as socket:
        await told(socket)
        stub.caller = Principal("team", "key", (OnlyScrapes(),))
        await stub.kept.move(CRAWL_ID, add=1)
        assert await all_told(socket) == []
        assert socket.close_code == 3003


async def test_a_job_that_is_forgotten_meanwhile_ends_the_watching() -> None:
    stub = with_jobs()
    async with watcher(stub) as socket:
        await told(socket)
        kept = stub.kept.kept[CRAWL_ID]
        kept.job = replace(kept.job, team_id="nobody")
        await stub.kept.move(CRAWL_ID)
        assert await all_told(socket) == []
        assert socket.close_code == 1008


async def test_what_a_watcher_says_is_read_and_forgotten() -> None:
    stub = with_jobs()
    async with watcher(stub) as socket:
        await told(socket)
        for _ in range(100):
            await socket.send("hello")
        await asyncio.wait_for(await socket.ping(), 10)
        await stub.kept.move(CRAWL_ID, state=JobState.COMPLETED)
        assert [frame["type"] for frame in await all_told(socket)] == ["done"]


async def test_a_watcher_may_not_say_much() -> None:
    async with watcher(with_jobs()) as socket:
        await told(socket)
        await socket.send("x" * 70_000)
        assert await all_told(socket) == []
        assert socket.close_code == 1009


async def test_nothing_goes_on_for_a_watcher_that_left() -> None:
    stub = with_jobs()
    async with running_server(stub) as port:
        before = asyncio.all_tasks()
        async with connect(f"ws://127.0.0.1:{port}{CRAWL}", proxy=None, additional_headers=HEADERS) as socket:
            await told(socket)
        await until_only(before)


async def test_nothing_is_kept_for_a_watcher_that_does_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gossamer.api.job_watch, "_SLICE_PAGES", 1)
    stub = with_jobs()
    kept = stub.kept.kept[CRAWL_ID]
    async with running_server(stub, ws_ping_interval=0.2, ws_ping_timeout=0.2) as port:
        before = asyncio.all_tasks()
        _, writer = await silent_watcher(port)
        await stub.kept.move(CRAWL_ID, add=1)
        big = replace(kept.pages[0], document=replace(kept.pages[0].document, markdown="x" * 1024 * 1024))
        kept.pages[:] = [replace(big, position=n) for n in range(1, 101)]
        await stub.kept.move(CRAWL_ID)
        # It is neither fed without end nor waited for without end.
        await until_only(before)
        assert len(stub.kept.slices) < 50
        writer.close()


async def test_a_watcher_that_does_not_say_goodbye_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gossamer.api.socket_protocol, "_FAREWELL_SECONDS", 0.05)
    async with running_server(with_jobs(state=JobState.COMPLETED)) as port:
        reader, writer = await silent_watcher(port)
        # Less than the protocol itself would wait for a goodbye.
        await asyncio.wait_for(reader.read(), 5)
        writer.close()


async def silent_watcher(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A client that asks to watch, and from then on says nothing and reads nothing by itself."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1024)
    writer.write(
        f"GET {CRAWL} HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        f"Authorization: Bearer {KEY}\r\n\r\n".encode()
    )
    await reader.readuntil(b"\r\n\r\n")
    return reader, writer


async def until_only(tasks: set[asyncio.Task[Any]]) -> None:
    """Return when no other tasks are left."""
    async with asyncio.timeout(20):
        while extra := asyncio.all_tasks() - tasks:
            await asyncio.wait(extra, timeout=5)


async def test_a_server_that_stops_lets_its_watchers_go() -> None:
    async with running_server(with_jobs()) as port:
        socket = await connect(f"ws://127.0.0.1:{port}{CRAWL}", proxy=None, additional_headers=HEADERS)
        await told(socket)
    assert await all_told(socket) == []
    assert socket.close_code == 1012


async def test_figures_count_sockets_by_route_and_code() -> None:
    stub = with_jobs()
    async with running_server(stub) as port, httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as api:
        async with connect(f"ws://127.0.0.1:{port}{CRAWL}", proxy=None, additional_headers=HEADERS) as socket:
            await told(socket)
            assert "gossamer_sockets_open 1.0" in (await api.get("/metrics")).text
            await stub.kept.move(CRAWL_ID, state=JobState.COMPLETED)
            await all_told(socket)
        figures = (await api.get("/metrics")).text
    assert "gossamer_sockets_open 0.0" in figures
    assert 'gossamer_sockets_closed_total{code="1000",route="/v2/crawl/{id}"} 1.0' in figures
    assert CRAWL_ID not in figures
