"""Streams of requests to SIEMs in SQL. The activities of a team are the outbox; a stream knows how far it has come."""

from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Text, delete, select, tuple_, type_coerce, update

from gossamer.core.accounts import Deed
from gossamer.core.crawls import Webhook
from gossamer.core.siem import SiemBatch, SiemEvent, SiemStream
from gossamer.core.usage import Activity
from gossamer.store.accounts import WebhookSecrets
from gossamer.store.accounts.audit import record
from gossamer.store.database import Database
from gossamer.store.row_encoding import millis, moment
from gossamer.store.schema import activities, scrapes, siem_streams, teams
from gossamer.store.tagged_json import Tagged

# Rows are written with what they name, some seconds after the moment that they tell at the latest.
_SETTLED: Final = timedelta(seconds=60)
# A process that dies with a batch leaves it to others then.
_LEASE: Final = timedelta(minutes=2)
_STREAMS: Final = siem_streams.c
_PLACE: Final = (activities.c.at, activities.c.id)
_PLACE_OF_STREAM: Final = (_STREAMS.sent_at, _STREAMS.sent_id, _STREAMS.updated_at)
_WEBHOOKS: Final = Tagged(Webhook)
_EVENTS: Final = (
    select(activities, scrapes.c.error_code).outerjoin(scrapes, scrapes.c.id == activities.c.id).order_by(*_PLACE)
)


class SiemStore:
    """Streams by team; what is told are the team's activities, which are the outbox.

    A stream begins with the requests after it was set. Each request is told at least once, unless its receiver takes
    nothing for a day. Two processes do not get the same batch, unless one of them dies with it or the stream is set
    meanwhile.
    """

    def __init__(self, database: Database, secrets: WebhookSecrets) -> None:
        self._database = database
        self._secrets = secrets

    async def stream(self, team_id: str) -> SiemStream:
        """Return the stream of a team. Raises SecretUnreadable."""
        query = select(siem_streams).where(_STREAMS.team_id == team_id)
        row = await self._database.read(lambda connection: connection.execute(query).first())
        if row is None:
            return SiemStream()
        return SiemStream(_WEBHOOKS.unpack(row.webhook), moment(row.updated_at), row.trouble)

    async def set_stream(self, team_id: str, webhook: Webhook | None, deed: Deed) -> bool:
        """Let *webhook* be told from now on, None ends the stream; return whether there is such a team.

        With the address that was told before, a stream goes on where it was.
        """
        now = millis(deed.at)

        def transact(connection: Connection) -> bool:
            if connection.execute(select(teams.c.id).where(teams.c.id == team_id).with_for_update()).first() is None:
                return False
            if webhook is None:
                connection.execute(delete(siem_streams).where(_STREAMS.team_id == team_id))
            else:
                values = {
                    "webhook": _WEBHOOKS.pack(webhook),
                    "updated_at": now,
                    "next_at": now,
                    "tries": 0,
                    "trouble": "",
                }
                begin = {"sent_at": now, "sent_id": "", **values}
                change = values if _url_of(connection, team_id) == webhook.url else begin
                insert_statement = self._database.insert(siem_streams).values(team_id=team_id, **begin)
                connection.execute(insert_statement.on_conflict_do_update(index_elements=["team_id"], set_=change))
            record(connection, deed)
            return True

        return await self._database.write(transact)

    async def secret(self, team_id: str) -> str | None:
        """Return the secret of the team's webhooks. Raises SecretUnreadable."""
        return await self._database.read(lambda connection: self._secrets.of(connection, team_id))

    async def due(self, *, now: datetime, limit: int) -> SiemBatch | None:
        """Return up to *limit* requests of a stream whose time has come, perhaps none; None when no stream is due.

        After each try in vain they are half as many.
        """
        # Without the webhook: what cannot be opened must not hold up the streams of others.
        columns = (_STREAMS.team_id, _STREAMS.tries, *_PLACE_OF_STREAM)
        streams = select(*columns).where(_STREAMS.next_at <= millis(now)).order_by(_STREAMS.next_at).limit(1)

        def take(connection: Connection) -> SiemBatch | None:
            row = connection.execute(streams.with_for_update(skip_locked=True)).first()
            if row is None:
                return None
            _change(connection, row.team_id, next_at=millis(now + _LEASE))
            untold = (activities.c.team_id == row.team_id, tuple_(*_PLACE) > (row.sent_at, row.sent_id))
            most = max(1, limit >> row.tries)
            query = _EVENTS.where(*untold, activities.c.at <= millis(now - _SETTLED)).limit(most)
            events = [_event(each) for each in connection.execute(query)]
            place = (row.sent_at, row.sent_id, row.updated_at)
            return SiemBatch(row.team_id, events, row.tries, len(events) == most, place)

        # Most turns find none, and looking waits for nobody.
        if await self._database.read(lambda connection: connection.execute(streams).first()) is None:
            return None
        return await self._database.write(take)

    async def settle(self, batch: SiemBatch, *, next_at: datetime, trouble: str = "") -> None:
        """Go on behind *batch* at *next_at*, or with *trouble* try it again then; not if it was set anew."""
        values: dict[str, Any] = {"next_at": millis(next_at), "trouble": trouble}
        values["tries"] = batch.tries + 1 if trouble else 0
        if batch.events and not trouble:
            last = batch.events[-1].activity
            values |= {"sent_at": millis(last.at), "sent_id": last.activity_id}
        unchanged = tuple_(*_PLACE_OF_STREAM) == batch.place
        await self._database.write(lambda connection: _change(connection, batch.team_id, unchanged, **values))


def _change(connection: Connection, team_id: str, *conditions: ColumnElement[bool], **values: Any) -> None:
    connection.execute(update(siem_streams).where(_STREAMS.team_id == team_id, *conditions).values(**values))


def _url_of(connection: Connection, team_id: str) -> str:
    """Return the address that a team's stream is told; empty without one. Its secrets need not be readable."""
    query = select(type_coerce(_STREAMS.webhook, Text)).where(_STREAMS.team_id == team_id)
    row = connection.execute(query).first()
    return "" if row is None else _WEBHOOKS.unpack(row[0]).url


def _event(row: Any) -> SiemEvent:
    activity = Activity(row.id, row.key_id, row.operation, row.dialect, row.target, moment(row.at))
    return SiemEvent(activity, row.error_code or "", row.username or "")
