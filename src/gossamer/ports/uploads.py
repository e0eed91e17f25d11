"""Places for files that are sent before they are parsed."""

from datetime import datetime
from typing import Protocol

from gossamer.core.uploads import Upload


class UploadStore(Protocol):
    """Uploads by the hash of their secret reference.

    An upload is there until it expires or was parsed.
    """

    async def issue(self, upload: Upload, *, reference_hash: str, most: int, since: datetime, now: datetime) -> None:
        """Keep a fresh *upload*; TooManyUploads when its team has *most* others since then that were not parsed."""

    async def find(self, reference_hash: str, *, now: datetime) -> Upload | None:
        """Return the upload, or None when there is none any more."""

    async def received(self, upload_id: str, blob: str) -> str | None:
        """Say that its bytes are in *blob*, and return the name of those that came before."""

    async def parsed(self, upload_id: str) -> None:
        """Forget an upload: it was parsed, and counts no more."""

    async def expire(self, *, now: datetime, counted_since: datetime, limit: int) -> tuple[str, ...]:
        """Return the blobs of up to *limit* expired uploads, which have none then; those before *counted_since* go."""
