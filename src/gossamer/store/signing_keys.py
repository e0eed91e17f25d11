"""The keys that sign requests to sites: sealed at rest, and published for a while after they were replaced."""

import base64
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

import structlog
from sqlalchemy import Connection, delete, insert, select, update

from gossamer.core.errors import SecretUnreadable
from gossamer.core.ids import new_id
from gossamer.store.database import Database
from gossamer.store.row_encoding import millis
from gossamer.store.schema import signing_keys
from gossamer.store.sealing import Seal

# A site may have been sent signatures of the old key, and directories are cached for a day.
_STAYS_PUBLISHED: Final = timedelta(days=7)
_KEY_BYTES: Final = 32
_KEYS: Final = signing_keys.c

_log = structlog.get_logger(__name__)


class SigningKeyStore:
    """Ed25519 keys of one deployment, as 32 bytes each."""

    def __init__(self, database: Database, seal: Seal) -> None:
        self._database = database
        self._seal = seal

    async def list_published(self, now: datetime) -> Sequence[bytes]:
        """Return the keys that are published, the newest first, which signs; one is made when there is none."""
        return await self._load(now) or await self.rotate(now)

    async def rotate(self, now: datetime) -> Sequence[bytes]:
        """Make another key that signs from now on; return all that are published."""
        key_id = new_id()
        private = base64.b64encode(secrets.token_bytes(_KEY_BYTES)).decode()
        values = {"id": key_id, "private": self._seal.seal(private, _owner(key_id)), "created_at": millis(now)}

        def replace(connection: Connection) -> None:
            connection.execute(delete(signing_keys).where(_KEYS.retired_at < millis(now - _STAYS_PUBLISHED)))
            connection.execute(update(signing_keys).where(_KEYS.retired_at.is_(None)).values(retired_at=millis(now)))
            connection.execute(insert(signing_keys).values(values))

        await self._database.write(replace)
        return await self._load(now)

    async def _load(self, now: datetime) -> Sequence[bytes]:
        is_published = _KEYS.retired_at.is_(None) | (_KEYS.retired_at > millis(now - _STAYS_PUBLISHED))
        query = select(signing_keys).where(is_published).order_by(_KEYS.created_at.desc(), _KEYS.id)
        keys = []
        for row in await self._database.read(lambda connection: connection.execute(query).all()):
            try:
                keys.append(base64.b64decode(self._seal.open(row.private, _owner(row.id))))
            except SecretUnreadable:
                _log.warning("signing_key_unreadable", key=row.id, reason="It was sealed with another secret.")
        return keys


def _owner(key_id: str) -> str:
    return f"signing key {key_id}"
