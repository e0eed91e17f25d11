"""Bytes that outlive a request: screenshots, PDFs."""

from datetime import datetime
from typing import Protocol

from gossamer.core.actions import Captured


class Blobs(Protocol):
    """A store of immutable bytes under unguessable names.

    A name is valid until it is deleted or its day expired; any other gives None. When the
    store does not answer or takes nothing, every method raises BlobsUnavailable.
    """

    async def put(self, blob: Captured) -> str:
        """Store *blob* and return its name: random, with the extension of its media type."""

    async def get(self, name: str) -> Captured | None:
        """Return the blob of that name, or None."""

    async def delete(self, names: list[str]) -> None:
        """Forget these blobs; unknown names are ignored."""

    async def expire(self, *, stored_before: datetime) -> None:
        """Delete all blobs of the days (UTC) before that of *stored_before*, referenced or not."""
