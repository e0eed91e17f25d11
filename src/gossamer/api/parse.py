"""Parsing uploaded files: `/v2/parse`, and the address that takes files before they are parsed."""

import asyncio
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from starlette.routing import BaseRoute
from starlette.types import Receive, Scope

from gossamer.api.answers import RawAnswer, bytes_answer, encode_json, json_answer
from gossamer.api.client_presence import WhilePresent
from gossamer.api.endpoints import Call, Endpoint, Json, OpenRoute, endpoints_of
from gossamer.api.requests import headers_of, query_of
from gossamer.api.uploads import SentUpload, read_raw, read_sent, uploaded
from gossamer.core.access import Group, Mode
from gossamer.core.uploads import UploadedFile
from gossamer.operations import Operations
from gossamer.wire import v2
from gossamer.wire.answers import Scraped
from gossamer.wire.bodies import validated

_PARSE: Final = "/v2/parse"
_UPLOAD: Final = _PARSE + "/upload"
_FORMATS_LAST: Final = ((b"cache-control", b"private, max-age=3600"),)


async def parse(call: Call, sent: SentUpload) -> Json:
    """Parse a file: one that comes as the part `file` of multipart/form-data, or one that was uploaded before.

    The part `options` holds the body below as JSON, without `uploadRef`.
    """
    try:
        if sent.file is None:
            body = validated(v2.ParseRequest, sent.options, "v2")
            result = await call.operations.parses.parse_upload(
                call.caller, call.group, body.spec(), body.upload_ref, "v2"
            )
        else:
            options = validated(v2.ParseOptions, sent.options, "v2")
            result = await call.operations.parses.parse(
                call.caller, call.group, options.spec(), uploaded(sent.file), "v2"
            )
    finally:
        await sent.close()
    return v2.scrape_json(result, call.locate)


async def upload_url(call: Call, body: v2.UploadRequest) -> Json:
    """Create an address to upload a file to, and the reference to parse it by."""
    ticket = await call.operations.parses.issue(
        call.caller, call.group, name=body.filename, media_type=body.content_type, size=body.declared_size_bytes
    )
    return v2.upload_json(ticket, call.origin + _UPLOAD)


async def formats(call: Call, _: None) -> RawAnswer:
    """List the formats of files and whether this server reads them."""
    listed = v2.format_list(call.operations.parses.formats(call.caller, call.group))
    return bytes_answer(200, encode_json(listed), "application/json", _FORMATS_LAST)


def endpoints() -> Iterator[Endpoint[Any]]:
    """Yield the endpoints that need a key."""
    every = endpoints_of(Group.PARSE)
    options: dict[str, Any] = {"body": v2.ParseRequest, "accept": read_sent, "hints": "page", "mode": Mode.SCRAPE}
    yield every("POST", _PARSE, "Parse a file", Scraped, parse, **options)
    path, options = _PARSE + "/upload-url", {"body": v2.UploadRequest, "mode": Mode.SCRAPE}
    yield every("POST", path, "Get an address to upload a file to", v2.UploadIssued, upload_url, **options)
    yield every("GET", _PARSE + "/formats", "List the formats that are read", v2.Formats, formats)


def upload_routes(operations: Operations) -> Iterator[BaseRoute]:
    """Yield the route that receives uploads; it needs the reference and no key."""
    yield OpenRoute(_UPLOAD + "/{id}", partial(_take_upload, operations), "PUT")


async def _take_upload(operations: Operations, scope: Scope, receive: Receive) -> RawAnswer:
    """Receive a file as the body of a PUT."""
    headers, reference = headers_of(scope), query_of(scope).get("uploadRef", "")
    # Before the body is read: this address needs no key.
    upload = await operations.parses.expected(scope["path_params"]["id"], reference)
    body = await read_raw(receive)
    try:
        async with WhilePresent(receive):
            file = UploadedFile("", headers.get("content-type", ""), body.read)
            await operations.parses.receive(upload, file, body.size)
    finally:
        await asyncio.to_thread(body.stream.close)
    return json_answer(200, {"success": True})
