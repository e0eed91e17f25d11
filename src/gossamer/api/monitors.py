"""The endpoints of monitors."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from starlette.types import Receive

from gossamer.api.answers import RawAnswer, json_answer
from gossamer.api.endpoints import Call, Endpoint, Json, endpoints_of, unwrap
from gossamer.api.errors import RequestRefused, problem
from gossamer.api.requests import read_body
from gossamer.core.access import Group, Mode
from gossamer.core.errors import AlreadyRunning, CallerError
from gossamer.core.monitoring import CheckState, MonitorStatus, PageStatus
from gossamer.operations.monitors import MonitorView
from gossamer.wire import v2
from gossamer.wire.bodies import read
from gossamer.wire.monitor_answers import (
    CheckAnswer,
    CheckList,
    CheckStarted,
    Deleted,
    MonitorAnswer,
    MonitorList,
    TestSent,
    check_json,
    monitor_json,
    page_json,
)
from gossamer.wire.pagination import whole_number

_PATH: Final = "/v2/monitor"
_MOST: Final = 100
_DEFAULT: Final = 25
_FARTHEST: Final = 2**31 - 1
_NOTHING: Final = (b"", b"null")
_LIST_QUERY: Final = {
    "limit": "Number of entries, 1 to 100; 25 by default.",
    "offset": "Number of entries to skip; 0 by default.",
}


async def create(call: Call, body: v2.MonitorRequest) -> Json:
    """Watch pages, sites or searches on a schedule."""
    view = await call.operations.monitors.create(call.caller, call.group, body.spec(), called_at=call.origin)
    return await _show_monitor(call, view)


async def monitors(call: Call, _: None) -> Json:
    """Return the team's monitors, youngest first."""
    limit, offset = _slice(call)
    views = await call.operations.monitors.all(call.caller, call.group, limit=limit, offset=offset)
    return {"success": True, "data": [_monitor(view) for view in views]}


async def monitor(call: Call, _: None) -> Json:
    """Return a monitor, with the addresses of its feeds and what its goal was read as."""
    return await _show_monitor(call, await call.operations.monitors.read(call.caller, call.group, call.path["id"]))


async def update(call: Call, body: v2.MonitorUpdate) -> Json:
    """Change a monitor, pause it, or let it run again. What is left out stays as it is."""
    if body.is_empty:
        raise CallerError("Update body cannot be empty")
    status = None if body.status is None else MonitorStatus(body.status)
    changed = await call.operations.monitors.change(call.caller, call.group, call.path["id"], body.changes(), status)
    return await _show_monitor(call, changed)


async def delete(call: Call, _: None) -> Json:
    """Delete a monitor with its checks."""
    await call.operations.monitors.delete(call.caller, call.group, call.path["id"])
    return {"success": True}


async def run(call: Call, _: v2.RunRequest) -> Json | RawAnswer:
    """Check a monitor now."""
    try:
        check = await call.operations.monitors.run(call.caller, call.group, call.path["id"])
    except AlreadyRunning as running:
        return json_answer(409, {**problem(running.message, code=running.code), "checkId": running.check_id})
    return {"success": True, "id": check.check_id, "data": check_json(check)}


async def test(call: Call, _: v2.RunRequest) -> Json:
    """Send a test message to the webhook and to everybody who gets alerts."""
    count = await call.operations.monitors.test(call.caller, call.group, call.path["id"])
    return {"success": True, "messages": count}


async def checks(call: Call, _: None) -> Json:
    """Return the checks of a monitor, youngest first."""
    limit, offset = _slice(call)
    rows = await call.operations.monitors.checks(
        call.caller, call.group, call.path["id"], limit=limit, offset=offset, state=_state(call)
    )
    return {"success": True, "data": [check_json(row) for row in rows]}


async def check(call: Call, _: None) -> Json:
    """Return a check and some of its pages; follow `next` for the rest."""
    limit = whole_number(call.query, "limit", _DEFAULT, low=1, high=_MOST)
    skip = whole_number(call.query, "skip", 0, low=0, high=_FARTHEST)
    status = _page_status(call)
    record, pages = await call.operations.monitors.check(
        call.caller, call.group, call.path["id"], call.path["checkId"], after=skip, limit=limit, status=status
    )
    data: dict[str, Any] = {**check_json(record), "pages": [page_json(page, call.locate) for page in pages]}
    if len(pages) < limit:
        return {"success": True, "data": data}
    only = "" if status is None else f"&status={status.value}"
    following = f"{call.address}?skip={pages[-1].position}&limit={limit}{only}"
    return {"success": True, "data": {**data, "next": following}, "next": following}


def endpoints() -> Iterator[Endpoint[Any]]:
    """Yield the endpoints of monitors."""
    monitor_path, every = _PATH + "/{id}", endpoints_of(Group.MONITOR)
    request: Any = v2.MonitorRequest
    yield every("POST", _PATH, "Create a monitor", MonitorAnswer, create, body=request, mode=Mode.CRAWL)
    yield every("GET", _PATH, "Monitors", MonitorList, monitors, query=_LIST_QUERY)
    yield every("GET", monitor_path, "Read a monitor", MonitorAnswer, monitor)
    request = v2.MonitorUpdate
    yield every("PATCH", monitor_path, "Change a monitor", MonitorAnswer, update, body=request, mode=Mode.CRAWL)
    yield every("DELETE", monitor_path, "Delete a monitor", Deleted, delete)
    options: dict[str, Any] = {"body": v2.RunRequest, "mode": Mode.CRAWL, "accept": _optional}
    yield every("POST", monitor_path + "/run", "Run a monitor", CheckStarted, run, **options)
    yield every("POST", monitor_path + "/test", "Test alerts", TestSent, test, **options)
    query = {**_LIST_QUERY, "status": "Only checks in this state."}
    yield every("GET", monitor_path + "/checks", "Checks of a monitor", CheckList, checks, query=query)
    query = {"limit": _LIST_QUERY["limit"], "skip": "Take it from `next`.", "status": "Only pages of this status."}
    yield every("GET", monitor_path + "/checks/{checkId}", "Read a check", CheckAnswer, check, query=query)


async def _optional(headers: Mapping[str, str], receive: Receive) -> Any:
    """Read a body that may be missing altogether."""
    body = await read_body(headers, receive)
    return v2.RunRequest() if body in _NOTHING else unwrap(read(body, v2.RunRequest, "v2"))


async def _show_monitor(call: Call, view: MonitorView) -> Json:
    token = await call.operations.monitors.feed_token(call.caller, call.group, view.monitor.monitor_id)
    feeds = {kind: f"{call.origin}/feeds/{token}.{kind}" for kind in ("atom", "json")}
    return {"success": True, "data": _monitor(view, feeds)}


def _monitor(view: MonitorView, feeds: Mapping[str, str] | None = None) -> dict[str, Any]:
    return monitor_json(
        view.monitor, estimated=view.estimated, criteria=view.criteria, recipients=view.recipients, feeds=feeds
    )


def _slice(call: Call) -> tuple[int, int]:
    return (
        whole_number(call.query, "limit", _DEFAULT, low=1, high=_MOST),
        whole_number(call.query, "offset", 0, low=0, high=_FARTHEST),
    )


def _state(call: Call) -> CheckState | None:
    return CheckState(_read_status(call, [state.value for state in CheckState])) if call.query.get("status") else None


def _page_status(call: Call) -> PageStatus | None:
    return PageStatus(_read_status(call, [status.value for status in PageStatus])) if call.query.get("status") else None


def _read_status(call: Call, values: list[str]) -> str:
    status = call.query["status"]
    if status not in values:
        raise RequestRefused(400, f"Unknown `status`. Use one of {', '.join(values)}.", code="BAD_REQUEST")
    return status
