"""Blobs in a folder or an object store, by obstore.

A name is the day on which it was stored, 128 random bits and an extension; the extension alone
says the media type, so nothing but the bytes has to be stored. All blobs of a day lie together:
those whose owner was never recorded, because the process died in between, go with their day.
"""

import asyncio
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import structlog

from gossamer.core.actions import Captured
from gossamer.core.errors import BlobsUnavailable
from gossamer.core.metrics import Meters
from gossamer.core.metrics.catalogue import BYTES_STORED
from gossamer.ports.clock import Clock

if TYPE_CHECKING:
    from obstore.store import ObjectStore

_EXTENSIONS = {
    "image/png": "png",
    "image/jpeg": "jpg",
    "application/pdf": "pdf",
    "image/webp": "webp",
    "video/mp4": "mp4",
    "video/webm": "webm",
    "audio/mp4": "m4a",
    "audio/mpeg": "mp3",
    "audio/ogg": "ogg",
    "audio/webm": "weba",
    "application/octet-stream": "bin",
}
_MEDIA_TYPES = {extension: media_type for media_type, extension in _EXTENSIONS.items()}
# Names of the first release had no day.
_NAME = re.compile(r"(?:(?P<day>\d{8})-)?(?P<random>[0-9a-f]{32})\.(?P<extension>[a-z0-9]{3,4})")
_DAY = re.compile(r"d=(?P<day>\d{8})")

_log = structlog.get_logger(__name__)


class ObjectBlobs:
    """Blobs at *url*: a folder's path, or `s3://…`, `gs://…`, `az://…`."""

    def __init__(self, url: str, clock: Clock, meters: Meters | None = None) -> None:
        self._meters = meters or Meters()
        self._url = url
        self._clock = clock
        self._opened: ObjectStore | None = None

    async def put(self, blob: Captured) -> str:
        """Store *blob* and return its name."""
        name = f"{_day(self._clock.now())}-{secrets.token_hex(16)}.{_EXTENSIONS[blob.media_type]}"
        with blob_failures():
            store = await self._store()
            await store.put_async(place_of(name), blob.data)
        self._meters.add(BYTES_STORED, by=len(blob.data))
        return name

    async def get(self, name: str) -> Captured | None:
        match = _NAME.fullmatch(name)
        if match is None or match["extension"] not in _MEDIA_TYPES:
            return None
        with blob_failures():
            store = await self._store()
            try:
                answer = await store.get_async(place_of(name))
            except FileNotFoundError:
                return None
            data = await answer.bytes_async()
        return Captured(bytes(data), _MEDIA_TYPES[match["extension"]])

    async def delete(self, names: list[str]) -> None:
        if not names:
            return
        with blob_failures():
            store = await self._store()
            for name in names:
                if _NAME.fullmatch(name):
                    await _forget(store, place_of(name))

    async def expire(self, *, stored_before: datetime) -> None:
        if await asyncio.to_thread(_was_never_used, self._url):
            return
        first_kept = _day(stored_before)
        with blob_failures():
            store = await self._store()
            for folder in (await store.list_with_delimiter_async())["common_prefixes"]:
                match = _DAY.fullmatch(folder)
                if match is not None and match["day"] < first_kept:
                    async for batch in store.list(folder):
                        for blob in batch:
                            await _forget(store, blob["path"])

    async def _store(self) -> "ObjectStore":
        if self._opened is None:
            self._opened = await asyncio.to_thread(open_blobs, self._url)
        return self._opened


def open_blobs(url: str) -> "ObjectStore":
    """Return the store at *url*; ValueError with a sentence when it is none that we know."""
    from obstore.exceptions import BaseError  # noqa: PLC0415 - loaded with the first blob
    from obstore.store import LocalStore, from_url  # noqa: PLC0415

    if "://" not in url:
        Path(url).mkdir(parents=True, exist_ok=True)
        return LocalStore(prefix=Path(url), automatic_cleanup=True)
    try:
        return from_url(url)
    except (BaseError, ValueError) as error:
        raise ValueError(f"It cannot be used: {_first_line(error)}.") from error


def _was_never_used(url: str) -> bool:
    """Return whether it is a folder that nobody has made yet; every service looks when it starts, most find nothing."""
    return "://" not in url and Path(url).parent.is_dir() and not Path(url).exists()


async def _forget(store: "ObjectStore", place: str) -> None:
    try:
        await store.delete_async(place)
    except FileNotFoundError:
        return


@contextmanager
def blob_failures() -> Iterator[None]:
    """Raise BlobsUnavailable for what goes wrong in the block."""
    from obstore.exceptions import BaseError  # noqa: PLC0415 - loaded with the first blob

    try:
        yield
    except (BaseError, OSError, ValueError) as error:
        _log.warning("blobs_unavailable", reason=_first_line(error))
        raise BlobsUnavailable("Screenshots and PDFs cannot be stored or read just now. Please try again.") from error


def _first_line(error: Exception) -> str:
    # The lines after it are for debugging obstore.
    return (str(error).splitlines() or [type(error).__name__])[0]


def _day(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y%m%d")


def place_of(name: str) -> str:
    """Return the path in its store of the blob of that name."""
    # Two more levels keep folders small when there are millions.
    day, _, rest = name.rpartition("-")
    return f"d={day}/{rest[:2]}/{name}" if day else f"{name[:2]}/{name}"
