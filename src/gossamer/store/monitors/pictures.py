"""Pictures of watched pages in SQL: the last of each page, and what changed on those of a check."""

from typing import Final

from sqlalchemy import Connection, bindparam, delete, insert, select

from gossamer.core.actions import Captured
from gossamer.core.monitoring import StoredPicture
from gossamer.store.database import Database
from gossamer.store.schema import monitor_baselines, monitor_pictures

_COLUMNS: Final = monitor_pictures.c
_MEDIA_TYPES: Final = {"png": "image/png", "jpg": "image/jpeg", "webp": "image/webp"}
_BODY: Final = select(_COLUMNS.body).where(_COLUMNS.name == bindparam("name"))
_LAST: Final = delete(monitor_pictures).where(
    _COLUMNS.monitor_id == bindparam("of"), _COLUMNS.page_key == bindparam("page"), _COLUMNS.check_id.is_(None)
)
_KNOWN_PAGES: Final = select(monitor_baselines.c.page_key).where(monitor_baselines.c.monitor_id == bindparam("of"))
_ORPHANS: Final = delete(monitor_pictures).where(
    _COLUMNS.monitor_id == bindparam("of"), _COLUMNS.check_id.is_(None), _COLUMNS.page_key.not_in(_KNOWN_PAGES)
)


class PictureStore:
    """Pictures of watched pages. Names are unguessable, so knowing one is the permission to see the picture."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def picture(self, name: str) -> Captured | None:
        """Return a stored picture, None when there is none of that name."""
        media_type = _MEDIA_TYPES.get(name.rpartition(".")[2])
        body = await self._database.read(lambda connection: connection.execute(_BODY, {"name": name}).scalar())
        return None if body is None or media_type is None else Captured(body, media_type)


def keep(connection: Connection, picture: StoredPicture, *, monitor_id: str, page_key: str, check_id: str) -> None:
    """Write a picture; that of a baseline takes the place of the one before."""
    if picture.of_baseline:
        connection.execute(_LAST, {"of": monitor_id, "page": page_key})
    row = {
        "name": picture.name,
        "monitor_id": monitor_id,
        "page_key": page_key,
        "check_id": None if picture.of_baseline else check_id,
        "body": picture.data,
    }
    connection.execute(insert(monitor_pictures), row)


def forget_orphans(connection: Connection, monitor_id: str) -> None:
    """Delete pictures of baselines that are gone."""
    connection.execute(_ORPHANS, {"of": monitor_id})
