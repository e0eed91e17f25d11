"""Uploaded files: files to parse, sent with the request or before it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime

MAX_UPLOAD = 50 * 1024 * 1024
# The address under which an upload is read: no host on the web has it, and relative links stay on it.
UPLOAD_URL = "https://upload.invalid/"


@dataclass(frozen=True, slots=True)
class UploadedFile:
    """A file to be parsed: its *name* and *media_type* as the caller sent them, and *read*, which returns its bytes.

    *size* is the number of bytes, 0 when it is not known.
    """

    name: str
    media_type: str
    read: Callable[[], Awaitable[bytes]]
    size: int = 0


@dataclass(frozen=True, slots=True)
class UploadSlot:
    """A place for a file that is sent before it is parsed.

    *size* is the declared number of bytes, None without one. *blob* names the stored bytes, None until they arrive.
    """

    upload_id: str
    team_id: str
    name: str
    media_type: str
    size: int | None
    expires_at: datetime
    blob: str | None = None


@dataclass(frozen=True, slots=True)
class UploadTicket:
    """A fresh place for a file, and the secret *reference* that opens it."""

    upload: UploadSlot
    reference: str


@dataclass(frozen=True, slots=True)
class ReadableFormat:
    """A format that can be uploaded; *kind* is "document" or "image", *available* whether this server can read it."""

    name: str
    kind: str
    extensions: tuple[str, ...]
    media_types: tuple[str, ...]
    available: bool
