"""Reading what a form sent: urlencoded, under a limit of bytes and of time."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import parse_qsl

from starlette.types import Receive

_MEDIA_TYPE = "application/x-www-form-urlencoded"
_MAX_FIELDS = 1000
_BODY_SECONDS = 30.0
# Longer ones take so long to read that everybody would wait for it.
_LARGE_BYTES = 64 * 1024
# A body that is too long is still read up to here, so that a browser that sends first and listens later hears why.
_POLITE_BYTES = 16 * 1024 * 1024


class Unreadable(Exception):
    """The body cannot be used; *status* is what HTTP calls it."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message


@dataclass(frozen=True, slots=True)
class Form:
    """The fields of a form, or of a query, by name; a name may come several times."""

    fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict, repr=False)

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


def parse(text: str) -> Form:
    """Return the fields of urlencoded *text*; Unreadable when there are too many."""
    try:
        pairs = parse_qsl(text, keep_blank_values=True, max_num_fields=_MAX_FIELDS)
    except ValueError as error:
        raise Unreadable(400, "The form has too many fields.") from error
    fields: dict[str, tuple[str, ...]] = {}
    for name, value in pairs:
        fields[name] = (*fields.get(name, ()), value)
    return Form(fields)


async def read_form(headers: Mapping[str, str], receive: Receive, *, max_bytes: int) -> Form:
    """Return the form in the body; empty without a body. Unreadable when it is something else, or too long."""
    try:
        async with asyncio.timeout(_BODY_SECONDS):
            body = await _collect(receive, max_bytes)
    except TimeoutError as error:
        raise Unreadable(408, "The form did not arrive in time.") from error
    if body and headers.get("content-type", "").partition(";")[0].strip().lower() != _MEDIA_TYPE:
        raise Unreadable(415, "This page reads forms only.")
    text = body.decode("utf-8", "replace")
    return await asyncio.to_thread(parse, text) if len(body) > _LARGE_BYTES else parse(text)


async def _collect(receive: Receive, max_bytes: int) -> bytes:
    parts = bytearray()
    seen = 0
    while (message := await receive())["type"] == "http.request":
        part = message.get("body", b"")
        seen += len(part)
        if seen <= max_bytes:
            parts += part
        if not message.get("more_body") or seen > _POLITE_BYTES:
            break
    if seen > max_bytes:
        raise Unreadable(413, f"The form is larger than {max_bytes // 1024} KiB, which is as much as this page reads.")
    return bytes(parts)
