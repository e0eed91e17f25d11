"""Requests for what another process has: passed on as they came, with a mark that nobody else can make."""

from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, cast

import httpx
import pytest

from gossamer.api.relay import Relayed
from gossamer.core.access import Principal
from gossamer.core.restrictions import network
from gossamer.operations.sessions import HeldByReplica
from gossamer.operations.sessions.relay import MARK, Relay
from gossamer.ports.replicas import NotReached, ReplicaReply, ReplicaRequest, ReplicaSocket
from gossamer.testing.clock import ManualClock
from tests.unit.api.stub import KEY, SCRAPE_ID, StubOperations, app_over
from tests.unit.api.stub_sessions import StubSessions

THERE = "http://10.0.0.2:3002"
PATH = f"/v2/scrape/{SCRAPE_ID}/interact"
HEADERS = {"authorization": f"Bearer {KEY}", "x-custom": "kept"}


@dataclass
class Replicas:
    """Another process that answers what it is made with, and remembers what it was asked."""

    reply: ReplicaReply = field(
        default_factory=lambda: ReplicaReply(
            418,
            (("Content-Type", "application/json"), ("Content-Length", "99"), ("Retry-After", "7"), ("Date", "old")),
            b'{"success":true}',
        )
    )
    reached: bool = True
    asked: list[tuple[str, ReplicaRequest]] = field(default_factory=list)

    async def ask(self, address: str, request: ReplicaRequest) -> ReplicaReply:
        self.asked.append((address, request))
        if not self.reached:
            raise NotReached("ClientConnectorError")
        return self.reply

    def connect(self, address: str, request: ReplicaRequest) -> AbstractAsyncContextManager[ReplicaSocket]:
        raise AssertionError(f"{address} was asked for a socket: {request.target}")


class Away(StubSessions):
    """Sessions that are all in another process."""

    async def interact(self, *_: Any, **__: Any) -> Any:
        raise HeldByReplica(THERE)

    async def end_scrape(self, *_: Any, **__: Any) -> Any:
        raise HeldByReplica(THERE)


@dataclass
class Process:
    """A process whose sessions are elsewhere, and its relay."""

    replicas: Replicas
    clock: ManualClock
    secret: str = "a secret that all processes have"

    def __post_init__(self) -> None:
        self.stub = cast("Any", StubOperations(sessions=Away()))
        self.relay = Relay(self.replicas, lambda: self.secret, self.clock)
        self.stub.relay = self.relay

    async def ask(self, method: str = "POST", **more: Any) -> httpx.Response:
        transport = httpx.ASGITransport(app_over(self.stub), client=("203.0.113.9", 5))
        async with httpx.AsyncClient(transport=transport, base_url="http://api.example:3002") as client:
            return await client.request(method, PATH, **more)


@pytest.fixture
def process() -> Process:
    return Process(Replicas(), ManualClock())


async def test_a_request_goes_on_as_it_came_and_its_answer_comes_back(process: Process) -> None:
    body = b'{ "prompt":  "click" }'
    headers = {**HEADERS, "content-type": "application/json", "x-forwarded-for": "1.2.3.4"}
    answer = await process.ask(content=body, headers=headers, params={"a": "b c"})
    assert (answer.status_code, answer.json()) == (418, {"success": True})
    assert (answer.headers["retry-after"], answer.headers["content-length"]) == ("7", "16")
    assert answer.headers.get_list("date") == []
    [(address, request)] = process.replicas.asked
    assert (address, request.method, request.target, request.body) == (THERE, "POST", f"{PATH}?a=b+c", body)
    sent = dict(request.headers)
    assert (sent["authorization"], sent["x-custom"], sent["host"]) == (f"Bearer {KEY}", "kept", "api.example:3002")
    assert not sent.keys() & {"x-forwarded-for", "content-length", "connection"}


async def test_a_request_without_a_body_goes_on_too(process: Process) -> None:
    assert (await process.ask("DELETE", headers=HEADERS)).status_code == 418
    [(_, request)] = process.replicas.asked
    assert (request.method, request.body) == ("DELETE", b"")


async def test_what_nobody_answers_is_lost(process: Process) -> None:
    process.replicas.reached = False
    answer = await process.ask(json={"prompt": "click"}, headers=HEADERS)
    assert (answer.status_code, answer.json()["code"]) == (409, "SESSION_LOST")
    assert "destroyed" in answer.json()["error"]


async def test_what_was_passed_on_is_not_passed_on_again(process: Process) -> None:
    await process.ask(json={"prompt": "click"}, headers=HEADERS)
    [(_, request)] = process.replicas.asked
    answer = await process.ask(content=request.body, headers=dict(request.headers))
    assert (answer.status_code, answer.json()["code"]) == (409, "SESSION_LOST")
    assert len(process.replicas.asked) == 1


# Whose address it is


async def client_of(process: Process, headers: dict[str, str], target: str = PATH) -> tuple[Any, bool]:
    """Return who made a request with *headers*, as the process sees it, and whether it was passed on."""
    seen: dict[str, Any] = {}

    async def app(scope: Any, _receive: Any, _send: Any) -> None:
        seen.update(scope)

    path, _, query = target.partition("?")
    scope = {
        "type": "http",
        "method": "POST",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ("10.0.0.1", 999),
    }
    await Relayed(app, process.stub)(scope, None, None)  # type: ignore[arg-type]
    return seen["client"], bool(seen.get("gossamer.relayed"))


async def mark_of(process: Process) -> str:
    await process.ask(json={"prompt": "click"}, headers=HEADERS)
    return dict(process.replicas.asked[-1][1].headers)[MARK]


async def test_the_callers_address_goes_along(process: Process) -> None:
    mark = await mark_of(process)
    assert await client_of(process, {MARK: mark}) == (("203.0.113.9", 0), True)


async def test_a_key_for_some_addresses_is_refused_wherever_its_session_is(process: Process) -> None:
    only = network("192.0.2.0/24")
    assert only is not None
    process.stub.caller = Principal("team", "key", addresses=(only,))
    answer = await process.ask(json={"prompt": "click"}, headers={**HEADERS, "x-forwarded-for": "192.0.2.1"})
    assert answer.status_code == 403
    assert process.replicas.asked == []


@pytest.mark.parametrize(
    "forge",
    [
        lambda mark: "",
        lambda mark: "nonsense",
        lambda mark: mark.replace("203.0.113.9", "192.0.2.1"),
        lambda mark: "9" + mark[1:],
        lambda mark: mark[:-1] + ("0" if mark[-1] != "0" else "1"),
        lambda mark: mark.rpartition(" ")[0] + " é",
    ],
)
async def test_a_mark_that_is_not_ours_says_nothing(process: Process, forge: Any) -> None:
    mark = forge(await mark_of(process))
    assert await client_of(process, {MARK: mark}) == (("10.0.0.1", 999), False)


async def test_a_mark_is_for_one_request_and_for_a_while(process: Process) -> None:
    mark = await mark_of(process)
    assert await client_of(process, {MARK: mark}, "/v2/browser") == (("10.0.0.1", 999), False)
    assert await client_of(process, {MARK: mark}, f"{PATH}?x=1") == (("10.0.0.1", 999), False)
    await process.clock.advance(timedelta(seconds=121))
    assert await client_of(process, {MARK: mark}) == (("10.0.0.1", 999), False)


async def test_another_deployments_mark_says_nothing(process: Process) -> None:
    stranger = Process(Replicas(), process.clock, secret="another one")
    assert await client_of(process, {MARK: await mark_of(stranger)}) == (("10.0.0.1", 999), False)


async def test_who_has_no_address_has_none_there(process: Process) -> None:
    relay = process.relay
    await relay.ask(THERE, ReplicaRequest("POST", PATH, ()), called_from=None)
    mark = dict(process.replicas.asked[-1][1].headers)[MARK]
    assert await client_of(process, {MARK: mark}) == (None, True)
