"""Sessions that stand alone: `/v2/browser`, which newer clients call `/v2/interact`."""

from collections.abc import Iterator
from typing import Any

from gossamer.api.endpoints import Call, Endpoint, Json, endpoints_of
from gossamer.api.sessions.addresses import addresses, session_id
from gossamer.api.sessions.exports import BROWSER_STEPS
from gossamer.api.sessions.replays import replay, replay_page
from gossamer.core.access import Group, Mode
from gossamer.wire.v2 import sessions as wire
from gossamer.wire.v2.sessions.replays import PLAYLIST_TYPE


async def create(call: Call, body: wire.BrowserRequest) -> Json:
    """Open a browser session with an empty page, and return where it is reached.

    It ends after `ttl` seconds, or `activityTtl` seconds after it was last used.
    """
    opened = await call.operations.sessions.create(call.caller, call.group, body.spec(), dialect="v2")
    return wire.created_json(opened.session, addresses(call, opened))


async def list_sessions(call: Call, _: None) -> Json:
    """Return the team's sessions of the last day, youngest first."""
    state = wire.asked_state(call.query)
    opened_sessions = await call.operations.sessions.sessions(call.caller, call.group, state)
    return wire.sessions_json((opened.session, addresses(call, opened)) for opened in opened_sessions)


async def read_session(call: Call, _: None) -> Json:
    """Return a session of the last day: whether it is open, and why it ended."""
    opened = await call.operations.sessions.read(call.caller, call.group, session_id(call.path))
    return {"success": True, **wire.session_json(opened.session, addresses(call, opened))}


async def execute(call: Call, body: wire.ExecuteRequest) -> Json:
    """Run code beside the session's page, with Playwright's `page` at hand, and return what it gave.

    The code runs in a sandbox that reaches nothing but this browser.
    """
    return wire.execution_json(
        await call.operations.sessions.execute(call.caller, call.group, session_id(call.path), body.spec())
    )


async def end(call: Call, _: None) -> Json:
    """End the session, save its profile, and charge its time."""
    ended = await call.operations.sessions.end(call.caller, call.group, session_id(call.path))
    return wire.end_json(ended.milliseconds, ended.credits)


def endpoints() -> Iterator[Endpoint[Any]]:
    """Yield the doors of sessions that stand alone, under both names."""
    for path in ("/v2/browser", "/v2/interact"):
        yield from _endpoints(path)


def _endpoints(path: str) -> Iterator[Endpoint[Any]]:
    every, session_path, used = endpoints_of(Group.BROWSER), path + "/{id}", Mode.BROWSER_EXECUTE
    opening: dict[str, Any] = {"body": wire.BrowserRequest, "mode": Mode.BROWSER}
    yield every("POST", path, "Open a browser session", wire.Created, create, **opening)
    yield every("GET", path, "Browser sessions", wire.Listed, list_sessions, query=wire.LIST_QUERY, mode=used)
    running: dict[str, Any] = {"body": wire.ExecuteRequest, "mode": used}
    yield every("POST", session_path + "/execute", "Run code in a session", wire.Executed, execute, **running)
    yield every("GET", session_path, "A browser session", wire.SessionAnswer, read_session)
    yield every("DELETE", session_path, "End a session", wire.Ended, end, mode=used)
    yield BROWSER_STEPS.endpoint(session_path + "/steps")
    yield every("GET", session_path + "/replay", "What was recorded of a session", wire.Replay, replay)
    yield every("GET", session_path + "/replay/{page}", "The recording of a page", PLAYLIST_TYPE, replay_page)
