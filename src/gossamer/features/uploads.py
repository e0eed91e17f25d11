"""Uploads: places for files that are sent before they are parsed, each opened by a secret reference.

A file is kept until it is parsed or its place expires. It can be parsed once.
"""

import asyncio
from datetime import timedelta
from typing import Final

from gossamer.core.actions import Captured
from gossamer.core.errors import CallerError, NotAllowed, NotFound
from gossamer.core.ids import new_id, new_token, same_secret, token_hash
from gossamer.core.uploads import MAX_UPLOAD, UploadedFile, UploadSlot, UploadTicket
from gossamer.ports.blobs import Blobs
from gossamer.ports.clock import Clock
from gossamer.store.uploads import UploadStore

_LASTS: Final = timedelta(minutes=10)
_COUNTED: Final = timedelta(hours=24)
_MOST_UNPARSED: Final = 10
# A file is in memory while it is stored or taken from the store.
_AT_ONCE: Final = 4
_BYTES: Final = "application/octet-stream"
_GONE: Final = "The upload was not found: it expired, was parsed already, or never was. Ask for a new upload URL."


class Uploads:
    """Issues places, takes files into them, and hands them out to be parsed."""

    def __init__(self, store: UploadStore, blobs: Blobs, clock: Clock) -> None:
        self._store = store
        self._blobs = blobs
        self._clock = clock
        self._in_memory = asyncio.Semaphore(_AT_ONCE)

    async def issue(self, team_id: str, *, name: str, media_type: str, size: int | None) -> UploadTicket:
        """Return a fresh place for a file; TooManyUploads when the team has too many unparsed uploads."""
        now = self._clock.now()
        upload = UploadSlot(new_id(), team_id, name, media_type, size, now + _LASTS)
        reference = new_token()
        await self._store.issue(
            upload, reference_hash=token_hash(reference), most=_MOST_UNPARSED, since=now - _COUNTED, now=now
        )
        return UploadTicket(upload, reference)

    async def expected(self, upload_id: str, reference: str) -> UploadSlot:
        """Return the place with this id that *reference* opens; NotFound when there is none."""
        upload = await self._find_upload(reference)
        if not same_secret(upload.upload_id, upload_id.lower()):
            raise NotFound(_GONE)
        return upload

    async def receive(self, upload: UploadSlot, file: UploadedFile, size: int) -> None:
        """Store the *size* bytes of *file*; a second file for the same place replaces the first.

        Raises CallerError for an empty file, and for a size other than the declared one.
        """
        if upload.size is not None and upload.size != size:
            raise CallerError(f"The file has {size} bytes, but `declaredSizeBytes` was {upload.size}.")
        if size == 0:
            raise CallerError("The file is empty.")
        async with self._in_memory:
            blob = await self._blobs.put(Captured(await file.read(), _BYTES))
        before = await self._store.received(upload.upload_id, blob)
        if before is not None:
            await self._blobs.delete([before])

    async def take(self, team_id: str, reference: str) -> tuple[UploadSlot, UploadedFile]:
        """Return an upload of the team and its file, to be parsed.

        Raises NotFound, NotAllowed for another team's, and CallerError when its file has not arrived.
        """
        upload = await self._find_upload(reference)
        if upload.team_id != team_id:
            raise NotAllowed("The upload belongs to another team.")
        blob = upload.blob
        if blob is None:
            raise CallerError("The file was not uploaded yet. Send it to the `uploadUrl` first.")

        async def read() -> bytes:
            stored = await self._blobs.get(blob)
            if stored is None:
                raise NotFound(_GONE)
            return stored.data

        return upload, UploadedFile(upload.name, upload.media_type, read, upload.size or MAX_UPLOAD)

    async def used(self, upload: UploadSlot) -> None:
        """Delete an upload that was parsed."""
        await self._store.parsed(upload.upload_id)
        if upload.blob is not None:
            await self._blobs.delete([upload.blob])

    async def sweep(self, limit: int) -> bool:
        """Delete expired files, up to *limit*; return whether there may be more."""
        now = self._clock.now()
        blobs = await self._store.expire(now=now, counted_since=now - _COUNTED, limit=limit)
        await self._blobs.delete(list(blobs))
        return len(blobs) == limit

    async def _find_upload(self, reference: str) -> UploadSlot:
        upload = await self._store.find(token_hash(reference), now=self._clock.now())
        if upload is None:
            raise NotFound(_GONE)
        return upload
