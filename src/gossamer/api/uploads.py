"""Reading uploaded files: a multipart body or a raw one, on disk as soon as it is large."""

import asyncio
import json
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass
from tempfile import SpooledTemporaryFile
from typing import IO, Any, Final

from python_multipart.exceptions import MultipartParseError
from starlette.datastructures import Headers, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.types import Receive

from gossamer.api.errors import RequestRefused
from gossamer.api.requests import read_json
from gossamer.core.uploads import MAX_UPLOAD, UploadedFile

_BAD: Final = "BAD_REQUEST"
_TOO_LARGE: Final = f"The file is larger than {MAX_UPLOAD // 1024**2} MB."
_NO_FILE: Final = "Missing file upload: send it as the part `file` of multipart/form-data, or an `uploadRef`."
_BAD_OPTIONS: Final = "Invalid JSON: the part `options` must be an object."
# Allowance for the other parts and the headers of all parts.
_AROUND_THE_FILE: Final = 1024 * 1024
_MOST_FIELDS: Final = 10
_SPOOLED: Final = 1024 * 1024
# A slow line needs a while for 50 MB.
_SECONDS: Final = 300.0


@dataclass(frozen=True, slots=True)
class SentUpload:
    """The content of a request to parse: *options*, and a *file* unless the options name an earlier upload."""

    options: Mapping[str, Any]
    file: UploadFile | None = None

    async def close(self) -> None:
        """Delete the file."""
        if self.file is not None:
            await self.file.close()


async def read_sent(headers: Mapping[str, str], receive: Receive) -> SentUpload:
    """Return the content of a request to parse; RequestRefused for a body that cannot be read or is too large."""
    if not headers.get("content-type", "").lower().startswith("multipart/form-data"):
        options = await read_json(headers, receive)
        if not isinstance(options, dict) or "uploadRef" not in options:
            raise RequestRefused(400, _NO_FILE, code=_BAD)
        return SentUpload(options)
    parts = MultiPartParser(
        Headers(dict(headers)),
        _chunks(receive, MAX_UPLOAD + _AROUND_THE_FILE),
        max_files=1,
        max_fields=_MOST_FIELDS,
        max_part_size=_AROUND_THE_FILE,
    )
    try:
        async with asyncio.timeout(_SECONDS):
            form = await parts.parse()
    except TimeoutError as error:
        raise RequestRefused(408, "The request body did not arrive in time", close=True) from error
    except (MultiPartException, MultipartParseError, UnicodeDecodeError, KeyError) as error:
        raise RequestRefused(
            400, f"The multipart body cannot be read: {_error_text(error)}", code=_BAD, close=True
        ) from error
    file = form.get("file")
    if not isinstance(file, UploadFile):
        await form.close()
        raise RequestRefused(400, _NO_FILE, code=_BAD)
    try:
        _check_size(file)
        return SentUpload(_options(form.get("options")), file)
    except RequestRefused:
        await file.close()
        raise


def uploaded(file: UploadFile) -> UploadedFile:
    """Return the file as it is to be parsed."""

    async def read() -> bytes:
        await file.seek(0)
        return await file.read()

    return UploadedFile(file.filename or "", file.content_type or "", read, file.size or 0)


@dataclass(frozen=True, slots=True)
class RawBody:
    """A body that is one file."""

    stream: IO[bytes]
    size: int

    async def read(self) -> bytes:
        """Return all of it."""
        self.stream.seek(0)
        return await asyncio.to_thread(self.stream.read)


async def read_raw(receive: Receive) -> RawBody:
    """Return the body of a request, on disk if it is large; RequestRefused when it is too large."""
    stream = SpooledTemporaryFile(max_size=_SPOOLED)  # noqa: SIM115 - closed by who reads it
    size = 0
    try:
        async with asyncio.timeout(_SECONDS):
            async for chunk in _chunks(receive, MAX_UPLOAD):
                size += len(chunk)
                await asyncio.to_thread(stream.write, chunk)
    except TimeoutError as error:
        stream.close()
        raise RequestRefused(408, "The request body did not arrive in time", close=True) from error
    except BaseException:
        stream.close()
        raise
    return RawBody(stream, size)


async def _chunks(receive: Receive, most: int) -> AsyncGenerator[bytes, None]:
    """Yield the body; RequestRefused when it has more than *most* bytes, or ends early."""
    size = 0
    while (message := await receive())["type"] == "http.request":
        chunk = message.get("body", b"")
        size += len(chunk)
        if size > most:
            raise RequestRefused(400, _TOO_LARGE, code=_BAD, close=True)
        yield chunk
        if not message.get("more_body"):
            return
    raise RequestRefused(400, "The request body is incomplete", close=True)


def _check_size(file: UploadFile) -> None:
    if (file.size or 0) > MAX_UPLOAD:
        raise RequestRefused(400, _TOO_LARGE, code=_BAD)


def _options(value: object) -> Mapping[str, Any]:
    if value is None or value == "":
        return {}
    try:
        options = json.loads(value) if isinstance(value, str) else None
    except (ValueError, RecursionError) as error:
        raise RequestRefused(400, _BAD_OPTIONS, code=_BAD) from error
    if not isinstance(options, dict):
        raise RequestRefused(400, _BAD_OPTIONS, code=_BAD)
    return options


def _error_text(error: Exception) -> str:
    return str(getattr(error, "message", "") or error)[:200].rstrip(".") + "."
