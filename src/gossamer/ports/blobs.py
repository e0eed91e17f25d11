"""Bytes that outlive a request: screenshots, PDFs."""

from typing import Protocol

from gossamer.core.actions import Captured


class Blobs(Protocol):
    """A store of immutable bytes under unguessable names.

    A name is valid until `delete`; a name that was never given out, or was deleted, gives None.
    """

    async def put(self, blob: Captured) -> str:
        """Store *blob* and return its name: random, with the extension of its media type."""

    async def get(self, name: str) -> Captured | None:
        """Return the blob, or None when there is none of that name."""

    async def delete(self, names: list[str]) -> None:
        """Forget these blobs; unknown names are ignored."""
