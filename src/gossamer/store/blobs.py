"""Blobs in a folder or an object store, by obstore.

A name is 128 random bits and an extension; the extension alone says the media type, so
nothing but the bytes has to be stored.
"""

import asyncio
import re
import secrets
from pathlib import Path
from typing import TYPE_CHECKING

from gossamer.core.actions import Captured

if TYPE_CHECKING:
    from obstore.store import ObjectStore

_EXTENSIONS = {"image/png": "png", "image/jpeg": "jpg", "application/pdf": "pdf", "image/webp": "webp"}
_MEDIA_TYPES = {extension: media_type for media_type, extension in _EXTENSIONS.items()}
_NAME = re.compile(r"[0-9a-f]{32}\.(png|jpg|pdf|webp)")


class ObjectBlobs:
    """Blobs at *url*: a folder's path, or `s3://…`, `gs://…`, `az://…`."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._opened: ObjectStore | None = None

    async def put(self, blob: Captured) -> str:
        """Store *blob* and return its name."""
        name = f"{secrets.token_hex(16)}.{_EXTENSIONS[blob.media_type]}"
        store = await self._store()
        await store.put_async(_place(name), blob.data)
        return name

    async def get(self, name: str) -> Captured | None:
        """Return the blob, or None when there is none of that name."""
        if not _NAME.fullmatch(name):
            return None
        store = await self._store()
        try:
            answer = await store.get_async(_place(name))
        except FileNotFoundError:
            return None
        data = await answer.bytes_async()
        return Captured(bytes(data), _MEDIA_TYPES[name.rpartition(".")[2]])

    async def delete(self, names: list[str]) -> None:
        """Forget these blobs; unknown names are ignored."""
        store = await self._store()
        for name in names:
            if _NAME.fullmatch(name):
                await _forget(store, name)

    async def _store(self) -> "ObjectStore":
        if self._opened is None:
            self._opened = await asyncio.to_thread(_open, self._url)
        return self._opened


async def _forget(store: "ObjectStore", name: str) -> None:
    try:
        await store.delete_async(_place(name))
    except FileNotFoundError:
        return


def _place(name: str) -> str:
    # Two levels keep folders small when there are millions.
    return f"{name[:2]}/{name}"


def _open(url: str) -> "ObjectStore":
    from obstore.store import LocalStore, from_url  # noqa: PLC0415 - loaded with the first blob

    if "://" in url:
        return from_url(url)
    Path(url).mkdir(parents=True, exist_ok=True)
    return LocalStore(prefix=Path(url))
