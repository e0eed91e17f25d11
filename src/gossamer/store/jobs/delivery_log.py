"""Deliveries of webhook events in SQL."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, select, tuple_

from gossamer.core.deliveries import Delivery, DeliveryState
from gossamer.core.urls import WebUrl
from gossamer.store.accounts import WebhookSecrets
from gossamer.store.database import Database
from gossamer.store.row_encoding import millis, to_row
from gossamer.store.schema import webhook_log
from gossamer.store.tagged_json import Tagged

_COLUMNS: Final = webhook_log.c
_RECORDS: Final = Tagged(Delivery)


class SqlDeliveryLog:
    """Deliveries of the last time, by event: one that is recorded again is the same one, later."""

    def __init__(self, database: Database, secrets: WebhookSecrets) -> None:
        self._database = database
        self._secrets = secrets
        insert = database.insert(webhook_log)
        later = {name: insert.excluded[name] for name in ("state", "tried_at", "expires_at", "record")}
        self._upsert = insert.on_conflict_do_update(index_elements=[_COLUMNS.delivery_id], set_=later)

    async def record(self, deliveries: Sequence[Delivery]) -> None:
        """Record deliveries as they stand after a try."""
        if rows := [_row(delivery) for delivery in deliveries]:
            await self._database.write(lambda connection: connection.execute(self._upsert, rows))

    async def has_ended(self, source_id: str, url: WebUrl) -> bool:
        """Return whether the webhook of a job or monitor at *url* ended with the last that was sent."""
        # Of those tried at the same moment, one that ended it counts.
        order = (_COLUMNS.tried_at.desc(), (_COLUMNS.state == DeliveryState.ENDED.value).desc())
        query = select(_COLUMNS.record).where(_COLUMNS.source_id == source_id).order_by(*order).limit(1)
        stored = await self._database.read(lambda connection: connection.execute(query).scalar())
        last: Delivery | None = stored and _RECORDS.unpack(stored)
        return last is not None and last.state is DeliveryState.ENDED and last.webhook.url == url

    async def deliveries(
        self,
        team_id: str,
        *,
        limit: int,
        before: tuple[datetime, str] | None = None,
        **narrowed: str | None,
    ) -> Sequence[Delivery]:
        """Return the team's deliveries, the last tried first; *before* continues behind the last.

        *narrowed* to one `key_id`, `source_id` or `state` where these are not None.
        """
        place = (_COLUMNS.tried_at, _COLUMNS.delivery_id)
        query = select(_COLUMNS.record).where(_COLUMNS.team_id == team_id)
        query = query.where(*(_COLUMNS[name] == value for name, value in narrowed.items() if value is not None))
        if before is not None:
            query = query.where(tuple_(*place) < (millis(before[0]), before[1]))
        query = query.order_by(*(column.desc() for column in place)).limit(limit)
        rows = await self._database.read(lambda connection: connection.execute(query).scalars().all())
        return [_RECORDS.unpack(row) for row in rows]

    async def find(self, delivery_id: str, team_id: str, key_id: str | None) -> tuple[Delivery, str | None] | None:
        """Return a delivery with the secret that signs the team's webhooks; None when there is none for this key."""
        query = select(_COLUMNS.record).where(_COLUMNS.delivery_id == delivery_id, _COLUMNS.team_id == team_id)
        query = query if key_id is None else query.where(_COLUMNS.key_id == key_id)

        def look(connection: Connection) -> tuple[Delivery, str | None] | None:
            stored = connection.execute(query).scalar()
            return None if stored is None else (_RECORDS.unpack(stored), self._secrets.of(connection, team_id))

        return await self._database.read(look)


def _row(delivery: Delivery) -> dict[str, Any]:
    expires_at = delivery.tried_at + delivery.kept
    return to_row(webhook_log, delivery, expires_at=expires_at, record=_RECORDS.pack(delivery))
