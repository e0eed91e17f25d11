"""Uploaded files: what is sent to be parsed, at once or by a reference to what was sent before."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime

MAX_UPLOAD = 50 * 1024 * 1024
# The address under which an upload is read: nothing on the web, and nothing that relative links lead away from.
UPLOAD_URL = "https://upload.invalid/"


@dataclass(frozen=True, slots=True)
class UploadedFile:
    """A file to be parsed: its *name* and *media_type* as the caller tells them, and *read*, which gives its bytes.

    *size* is how many these are, 0 where that is not known.
    """

    name: str
    media_type: str
    read: Callable[[], Awaitable[bytes]]
    size: int = 0


@dataclass(frozen=True, slots=True)
class Upload:
    """A place for a file that is sent before it is parsed.

    *size* is what the caller said it has, None when they said nothing. *blob* names its bytes, None until they came.
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

    upload: Upload
    reference: str


@dataclass(frozen=True, slots=True)
class ReadableFormat:
    """A format that can be uploaded; *kind* is "document" or "image", *available* whether it can be read here."""

    name: str
    kind: str
    extensions: tuple[str, ...]
    media_types: tuple[str, ...]
    available: bool
