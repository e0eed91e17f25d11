"""Uploads in SQL; their bytes are blobs."""

from datetime import datetime
from typing import Final

from sqlalchemy import Connection, and_, delete, func, insert, select, update

from gossamer.core.errors import TooManyUploads
from gossamer.core.uploads import UploadSlot
from gossamer.store.database import Database
from gossamer.store.row_encoding import from_row, millis, to_row
from gossamer.store.schema import uploads

_TOO_MANY: Final = (
    "This team has {count} uploads of the last 24 hours that were not parsed. "
    "Parse one, or send the file with the request."
)


class UploadStore:
    """Uploads by the hash of their secret reference.

    An upload is there until it expires or was parsed.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def issue(
        self, upload: UploadSlot, *, reference_hash: str, most: int, since: datetime, now: datetime
    ) -> None:
        """Keep a fresh *upload*; TooManyUploads when its team has *most* others since then that were not parsed."""
        row = to_row(uploads, upload, id=upload.upload_id, reference_hash=reference_hash, issued_at=now)
        waiting = select(func.count()).where(uploads.c.team_id == upload.team_id, uploads.c.issued_at > millis(since))

        def keep(connection: Connection) -> None:
            count = connection.execute(waiting).scalar_one()
            if count >= most:
                raise TooManyUploads(_TOO_MANY.format(count=count))
            connection.execute(insert(uploads), row)

        await self._database.write(keep)

    async def find(self, reference_hash: str, *, now: datetime) -> UploadSlot | None:
        """Return the upload, or None when there is none any more."""
        query = select(uploads).where(uploads.c.reference_hash == reference_hash, uploads.c.expires_at > millis(now))
        row = await self._database.read(lambda connection: connection.execute(query).one_or_none())
        return None if row is None else from_row(UploadSlot, row, upload_id=row.id)

    async def received(self, upload_id: str, blob: str) -> str | None:
        """Say that its bytes are in *blob*, and return the name of those that came before."""

        def keep(connection: Connection) -> str | None:
            before = connection.execute(select(uploads.c.blob).where(uploads.c.id == upload_id)).scalar()
            connection.execute(update(uploads).where(uploads.c.id == upload_id).values(blob=blob))
            return before

        return await self._database.write(keep)

    async def parsed(self, upload_id: str) -> None:
        """Forget an upload: it was parsed, and counts no more."""
        await self._database.write(
            lambda connection: connection.execute(delete(uploads).where(uploads.c.id == upload_id))
        )

    async def expire(self, *, now: datetime, counted_since: datetime, limit: int) -> tuple[str, ...]:
        """Return the blobs of up to *limit* expired uploads, which have none then; those before *counted_since* go."""
        over = and_(uploads.c.expires_at <= millis(now), uploads.c.blob.is_not(None))

        def sweep(connection: Connection) -> tuple[str, ...]:
            rows = connection.execute(select(uploads.c.id, uploads.c.blob).where(over).limit(limit)).all()
            ids = [row.id for row in rows]
            connection.execute(update(uploads).where(uploads.c.id.in_(ids)).values(blob=None))
            connection.execute(delete(uploads).where(uploads.c.issued_at <= millis(counted_since), ~over))
            return tuple(row.blob for row in rows)

        return await self._database.write(sweep)
