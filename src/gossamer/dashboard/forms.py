"""Forms as browsers send them: urlencoded or with a file, under a limit of bytes and of time."""

import asyncio
from collections.abc import AsyncGenerator, Iterable, Mapping
from dataclasses import dataclass, field
from urllib.parse import parse_qsl

from python_multipart.exceptions import MultipartParseError
from starlette.datastructures import Headers, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.types import Receive

_MEDIA_TYPE = "application/x-www-form-urlencoded"
_WITH_FILE = "multipart/form-data"
_MAX_FIELDS = 1000
_BODY_SECONDS = 30.0
# A slow line needs a while for 50 MB.
_FILE_SECONDS = 300.0
# Longer ones take so long to read that everybody would wait for it.
_LARGE_BYTES = 64 * 1024
# So much of a body that is too long is still read, so that a browser that sends first and listens later hears why.
_POLITE_BYTES = 16 * 1024 * 1024


class BadForm(Exception):
    """The body cannot be used; *status* is what HTTP calls it."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message


@dataclass(frozen=True, slots=True)
class Form:
    """The fields of a form, or of a query, by name; a name may come several times.

    *file* is the file that was chosen, None without one; it is on disk if it is large, until the form is closed.
    """

    fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict, repr=False)
    file: UploadFile | None = None

    def one(self, name: str) -> str:
        """Return the last value of *name*, stripped; empty when it was not sent."""
        return self.exact(name).strip()

    def exact(self, name: str) -> str:
        """Return the last value of *name* as it was typed, as passwords need it; empty when it was not sent."""
        values = self.fields.get(name, ())
        return values[-1] if values else ""

    def all(self, name: str) -> tuple[str, ...]:
        """Return every value of *name*, in the order sent."""
        return self.fields.get(name, ())

    def __contains__(self, name: str) -> bool:
        return name in self.fields

    async def close(self) -> None:
        """Delete the file."""
        if self.file is not None:
            await self.file.close()


def parse(text: str) -> Form:
    """Return the fields of urlencoded *text*; Unreadable when there are too many."""
    try:
        pairs = parse_qsl(text, keep_blank_values=True, max_num_fields=_MAX_FIELDS)
    except ValueError as error:
        raise BadForm(400, "The form has too many fields.") from error
    return _form(pairs)


async def read_form(headers: Mapping[str, str], receive: Receive, *, max_bytes: int, max_file: int = 0) -> Form:
    """Return the form in the body; empty without a body. Unreadable when it is something else, or too long.

    *max_bytes* holds for the fields, *max_file* for the file; 0 where no file is accepted.
    """
    media_type = headers.get("content-type", "").partition(";")[0].strip().lower()
    has_file = bool(max_file) and media_type == _WITH_FILE
    try:
        async with asyncio.timeout(_FILE_SECONDS if has_file else _BODY_SECONDS):
            if has_file:
                return await _with_file(headers, _chunks(receive, max_bytes + max_file), max_bytes)
            body = b"".join([part async for part in _chunks(receive, max_bytes)])
    except TimeoutError as error:
        raise BadForm(408, "The form did not arrive in time.") from error
    if body and media_type != _MEDIA_TYPE:
        raise BadForm(415, "This page reads forms only.")
    text = body.decode("utf-8", "replace")
    return await asyncio.to_thread(parse, text) if len(body) > _LARGE_BYTES else parse(text)


async def _with_file(headers: Mapping[str, str], chunks: AsyncGenerator[bytes, None], max_bytes: int) -> Form:
    parser = MultiPartParser(
        Headers(dict(headers)), chunks, max_files=1, max_fields=_MAX_FIELDS, max_part_size=max_bytes
    )
    try:
        sent = (await parser.parse()).multi_items()
    except (MultiPartException, MultipartParseError, UnicodeDecodeError, KeyError) as error:
        raise BadForm(400, "The form cannot be read.") from error
    fields = _form([(name, value) for name, value in sent if isinstance(value, str)]).fields
    # A field in which no file was chosen is sent without a name.
    return Form(fields, next((value for _, value in sent if isinstance(value, UploadFile) and value.filename), None))


def _form(pairs: Iterable[tuple[str, str]]) -> Form:
    fields: dict[str, tuple[str, ...]] = {}
    for name, value in pairs:
        fields[name] = (*fields.get(name, ()), value)
    return Form(fields)


async def _chunks(receive: Receive, max_bytes: int) -> AsyncGenerator[bytes, None]:
    """Yield the body; Unreadable when it has more than *max_bytes*."""
    size = 0
    while (message := await receive())["type"] == "http.request":
        part = message.get("body", b"")
        size += len(part)
        if size <= max_bytes:
            yield part
        if not message.get("more_body") or size > max_bytes + _POLITE_BYTES:
            break
    if size > max_bytes:
        raise BadForm(413, f"The form is larger than {max_bytes // 1024} KiB, which is as much as this page reads.")
