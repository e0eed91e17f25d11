"""Runs tools: arguments in, requests of the API, result out."""

import asyncio
import json
import mimetypes
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import jsonschema_rs
import msgspec

from gossamer.mcp.api import Api, ToolApiAnswer
from gossamer.mcp.catalogue import READ_ON, READ_ON_SCHEMA, McpTool, Template, catalogue
from gossamer.mcp.cursors import BadCursor, Cursor, decoded
from gossamer.mcp.local_addresses import LocalAddresses
from gossamer.mcp.requests import (
    BadArguments,
    ToolApiRequest,
    argument_of,
    check_arguments,
    fill_template,
    page_options,
    request_of,
)
from gossamer.mcp.results import ResultOrigin, Size, brief, headings_of, result_of, slice_of, with_lean_metadata

Progress = Callable[[float, float | None], Awaitable[None]]

_WAIT_SECONDS: Final = 45
_MOST_WAIT: Final = 600
_LOOK_FIRST: Final = 0.25
_LOOK_LATER: Final = 2.0
_UNFINISHED: Final = frozenset({"scraping", "processing", "queued", "pending", "running"})
_OWN_ARGUMENTS: Final = frozenset({"maxCharacters", "view", "waitSeconds", "fullMetadata"})
# A larger picture would fill the context of a model, and some clients break at a message of a megabyte.
_PICTURE_BYTES: Final = 700_000
_MEDIA_TYPE: Final = "application/octet-stream"

# Whether there is too much or too little in it is for the API to say.
_DECIDES: Final = ("type", "enum", "items")


# Models send `"100"` for a number, JSON as a text, one item where a list is expected. A value is tried as it is, as
# the JSON in its text, and as an item of a list or the only one in it; the first that the schema takes is meant.
# Others stay as they are, for an error that names the argument.
def as_meant(value: Any, schema: Mapping[str, Any]) -> Any:
    """Return *value* as *schema* has it, with all that is inside; as it is when it does not fit."""
    kinds = schema.get("anyOf", [schema])
    tried = ((_inner(each, kind), kind) for kind in kinds for each in _readings(value, kind.get("type")))
    shapes = ((each, {name: kind[name] for name in _DECIDES if name in kind}) for each, kind in tried)
    return next((each for each, shape in shapes if jsonschema_rs.is_valid(shape, each)), value)


def _readings(value: Any, kind: str | None) -> Iterator[Any]:
    """Yield the meanings that *value* may have where a *kind* is expected, the most literal first."""
    yield int(value) if kind == "integer" and isinstance(value, float) and value.is_integer() else value
    match value:
        case str():
            with suppress(ValueError, RecursionError):
                yield json.loads(value.lower() if kind == "boolean" else value)
        case int() | float() if kind == "string" and not isinstance(value, bool):
            yield json.dumps(value)
        case [only]:
            yield only
    if kind == "array" and value is not None:
        yield [value]
        yield re.split(r"\s*,\s*", str(value))


def _inner(value: Any, schema: Mapping[str, Any]) -> Any:
    match value:
        case list():
            return [as_meant(item, schema.get("items", {})) for item in value]
        case dict():
            members: Mapping[str, Any] = schema.get("properties", {})
            return {name: as_meant(member, members.get(name, {})) for name, member in value.items()}
        case _:
            return value


class ToolFailure(Exception):
    """A tool that could not do its work; the message is for the model that called it."""


@dataclass(frozen=True, slots=True)
class ResultPicture:
    """An image that belongs to a result."""

    media_type: str
    data: bytes


@dataclass(frozen=True, slots=True)
class ToolOutcome:
    """The result of a tool as an object, its pictures, and the id of the stored scrape that it shows, if it is one.

    *failed* says that the API answered, and that what was asked for was not done: a site without an answer, a job that
    failed.
    """

    result: Mapping[str, Any]
    pictures: tuple[ResultPicture, ...] = ()
    scrape_id: str | None = None
    failed: bool = False


class ToolCalls:
    """Calls tools for one caller. With *addresses* no server listens, and its addresses are replaced in results."""

    def __init__(
        self, tools: Mapping[str, McpTool], api: Api, progress: Progress, addresses: LocalAddresses | None = None
    ) -> None:
        self._addresses = addresses
        self._tools = tools
        self._api = api
        self._progress = progress

    async def call(self, name: str, arguments: Mapping[str, Any]) -> ToolOutcome:
        """Run the tool *name*. Raises ToolFailure."""
        try:
            if name == READ_ON:
                return await self._read_on(as_meant(arguments, READ_ON_SCHEMA))
            tool = self._tool(name)
            # Models are not told twice what `scrapeOptions` has.
            members = {**tool.parameters, "scrapeOptions": catalogue()["firecrawl_scrape"].input_schema}
            return await self._run(tool, as_meant(arguments, {"properties": members}))
        except (BadArguments, BadCursor) as error:
            raise ToolFailure(str(error)) from error

    async def stored(self, scrape_id: str) -> Mapping[str, Any]:
        """Return the document of a stored scrape. Raises ToolFailure."""
        tool = self._tool("firecrawl_scrape")
        answer = await self._request_answer(ToolApiRequest("GET", f"/v2/scrape/{scrape_id}"))
        return _unwrap_answer(answer, tool.result) or {}

    async def recent(self) -> list[Mapping[str, Any]]:
        """Return the team's latest scrapes, newest first: id and URL. Raises ToolFailure."""
        answer = await self._request_answer(ToolApiRequest("GET", "/v2/team/activity", "endpoint=scrape&limit=50"))
        calls: list[Mapping[str, Any]] = answer.json.get("data") or []
        return calls

    def _tool(self, name: str) -> McpTool:
        if name not in self._tools:
            raise ToolFailure(f"There is no tool `{name}` here, or this API key may not use it.")
        return self._tools[name]

    async def _run(self, tool: McpTool, arguments: Mapping[str, Any]) -> ToolOutcome:
        check_arguments(tool, arguments)
        size = Size.of(arguments)
        api_options: Mapping[str, Any] = {name: each for name, each in arguments.items() if name not in _OWN_ARGUMENTS}
        match tool.adapt:
            case "interact":
                answer, api_options = await self._interact(tool, api_options)
            case "file":
                answer = await self._parse(api_options)
            case _:
                answer = await self._request_answer(request_of(tool, api_options))
        origin = ResultOrigin(tool, api_options)
        if tool.wait is not None:
            answer, origin = await self._wait_for_end(tool, tool.wait, answer, _seconds(arguments))
        value = _unwrap_answer(answer, tool.result)
        if tool.adapt == "interact":
            value = {"scrapeId": api_options["scrapeId"], **value}
        if tool.brief:
            value = brief(value, tool)
        if not arguments.get("fullMetadata"):
            value = with_lean_metadata(value)
        pictures, value = await self._pictures(value)
        value = self._show_value(value)
        return ToolOutcome(result_of(value, size, origin), pictures, _scrape_id(tool, value), _is_failure(answer))

    async def _read_on(self, arguments: Mapping[str, Any]) -> ToolOutcome:
        cursor = decoded(str(arguments.get("cursor") or ""))
        tool = self._tool(cursor.tool)
        offset = arguments.get("offset")
        if isinstance(offset, int) and offset >= 0:
            cursor = Cursor(cursor.tool, cursor.arguments, cursor.pointer, offset, stored=cursor.stored)
        if cursor.stored and tool.stored is not None and set(cursor.arguments) <= {"id", "skip", "limit"}:
            request = fill_template(tool.stored, cursor.arguments)
        elif tool.read_only and not cursor.stored:
            check_arguments(tool, cursor.arguments)
            request = request_of(tool, cursor.arguments)
        else:
            raise BadCursor("This cursor does not read anything.")
        size = Size.of(arguments)
        value = self._show_value(_unwrap_answer(await self._request_answer(request), tool.result))
        if "/metadata/" not in cursor.pointer:
            value = with_lean_metadata(value)
        return ToolOutcome(headings_of(value, cursor, size) if size.outline else slice_of(value, cursor, size))

    def _show_value(self, value: Any) -> Any:
        return value if self._addresses is None else self._addresses.shown(value)

    async def _request_answer(self, request: ToolApiRequest) -> ToolApiAnswer:
        answer = await self._api.call(request)
        if answer.failed:
            raise ToolFailure(_reason(answer, request.arguments))
        return answer

    async def _require_answer(self, request: ToolApiRequest) -> ToolApiAnswer:
        """Make a request on which others build. Raises ToolFailure also where the API answers that it failed."""
        answer = await self._request_answer(request)
        if _is_failure(answer):
            raise ToolFailure(_reason(answer))
        return answer

    async def _wait_for_end(
        self, tool: McpTool, status: Template, started: ToolApiAnswer, seconds: float
    ) -> tuple[ToolApiAnswer, ResultOrigin]:
        """Return the state of the job when it has ended, or the time is over."""
        job = {"id": started.json["id"]}
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        pause = _LOOK_FIRST
        while True:
            answer = await self._request_answer(fill_template(status, job))
            state = answer.json
            await self._progress(float(state.get("completed") or 0), state.get("total"))
            if state.get("status") not in _UNFINISHED or loop.time() + pause > end:
                return _with_id(answer, job), ResultOrigin(tool, job, stored=True)
            await asyncio.sleep(pause)
            pause = min(pause * 1.5, _LOOK_LATER)

    async def _interact(self, tool: McpTool, arguments: Mapping[str, Any]) -> tuple[ToolApiAnswer, Mapping[str, Any]]:
        """Do it on a page that is open, or on one that is opened for it."""
        fields = dict(arguments)
        url, options = fields.pop("url", None), fields.pop("scrapeOptions", None) or {}
        if bool(url) == bool(fields.get("scrapeId")):
            raise BadArguments("Give either `scrapeId` or `url`.")
        if bool(fields.get("prompt")) == bool(fields.get("code")):
            raise BadArguments("Give either `prompt` or `code`.")
        if url:
            opened = await self._require_answer(
                ToolApiRequest("POST", "/v2/scrape", body={**page_options(options), "url": url})
            )
            fields["scrapeId"] = opened.json["data"]["metadata"]["scrapeId"]
        return await self._request_answer(request_of(tool, fields)), fields

    async def _parse(self, arguments: Mapping[str, Any]) -> ToolApiAnswer:
        """Send a local file, and have it read."""
        options = dict(arguments)
        file, media_type = Path(options.pop("filePath")), options.pop("contentType", None)
        media_type = media_type or mimetypes.guess_type(file.name)[0] or _MEDIA_TYPE
        try:
            size = (await asyncio.to_thread(file.stat)).st_size
            ticket = await self._require_answer(
                ToolApiRequest(
                    "POST",
                    "/v2/parse/upload-url",
                    body={"filename": file.name, "contentType": media_type, "declaredSizeBytes": size},
                )
            )
            data = await asyncio.to_thread(file.read_bytes)
        except OSError as error:
            raise BadArguments(f"{file} cannot be read: {error.strerror}.") from error
        reference = ticket.json["data"]
        sent = await self._api.put(reference["uploadUrl"].removeprefix(self._api.origin), data)
        if sent.failed:
            raise ToolFailure(_reason(sent))
        body = {"uploadRef": reference["uploadRef"], **page_options(options)}
        return await self._request_answer(ToolApiRequest("POST", "/v2/parse", body=body))

    async def _pictures(self, value: Any) -> tuple[tuple[ResultPicture, ...], Any]:
        """Return the screenshot of a page as an image, and the page with a note in its place."""
        shot = value.get("screenshot") if isinstance(value, Mapping) else None
        if not isinstance(shot, str) or not shot.startswith(self._api.origin):
            return (), value
        answer = await self._api.call(ToolApiRequest("GET", shot.removeprefix(self._api.origin)))
        if answer.failed:
            return (), value
        if len(answer.data) > _PICTURE_BYTES:
            note = (
                f"{shot} ({len(answer.data)} bytes: too large to be shown here; ask for a smaller viewport, "
                "a lower quality, or not the full page)"
            )
            return (), {**value, "screenshot": note}
        return (ResultPicture(answer.media_type, answer.data),), {**value, "screenshot": f"{shot} (shown as an image)"}


def _seconds(arguments: Mapping[str, Any]) -> float:
    seconds = arguments.get("waitSeconds")
    if seconds is None:
        return _WAIT_SECONDS
    if not isinstance(seconds, int | float) or not 0 <= seconds <= _MOST_WAIT:
        raise BadArguments(f"`waitSeconds` is a number from 0 to {_MOST_WAIT}.")
    return float(seconds)


def _unwrap_answer(answer: ToolApiAnswer, member: str | None) -> Any:
    value = answer.json
    return value if member is None or not isinstance(value, Mapping) else value.get(member, value)


def _with_id(answer: ToolApiAnswer, job: Mapping[str, str]) -> ToolApiAnswer:
    return ToolApiAnswer(answer.status, answer.media_type, msgspec.json.encode({**job, **answer.json}))


def _scrape_id(tool: McpTool, value: Any) -> str | None:
    if tool.result != "data" or tool.stored is None or not isinstance(value, Mapping):
        return None
    scrape_id = (value.get("metadata") or {}).get("scrapeId")
    return scrape_id if isinstance(scrape_id, str) else None


def _is_failure(answer: ToolApiAnswer) -> bool:
    """Return whether the API says that it failed; a site that gives no page is answered with status 200."""
    return isinstance(answer.json, Mapping) and answer.json.get("success") is False


def _reason(answer: ToolApiAnswer, arguments: Mapping[str, Any] = MappingProxyType({})) -> str:
    """Return the API's reason for a refusal, in its own words, with its code and the name of each wrong argument."""
    problem = answer.json if isinstance(answer.json, Mapping) else {}
    details = [
        each
        for each in problem.get("details") or ()
        if isinstance(each, Mapping) and {"path", "message"} <= each.keys()
    ]
    sentence = " ".join(dict.fromkeys(_issue(each, arguments) for each in details)) or str(
        problem.get("error") or "The request failed."
    )
    status = f", status {answer.status}" if answer.failed else ""
    return f"{sentence} ({problem.get('code') or 'HTTP'}{status})"


def _issue(detail: Mapping[str, Any], arguments: Mapping[str, Any]) -> str:
    argument = argument_of(detail.get("path") or (), arguments)
    message = str(detail["message"])
    message = message if message.endswith((".", "?", "!")) else f"{message}."
    return f"`{argument}`: {message}" if argument else message
