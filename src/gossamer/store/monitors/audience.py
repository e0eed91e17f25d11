"""Recipients of e-mail, and feeds, in SQL."""

from collections.abc import Sequence

from sqlalchemy import Connection, delete, or_, select

from gossamer.core.ids import new_token
from gossamer.core.monitoring import Recipient, Subscription
from gossamer.ports.monitors import FeedPage
from gossamer.store.database import Database
from gossamer.store.monitors.rows import AnyRow, monitor_of, page_of
from gossamer.store.row_encoding import to_row
from gossamer.store.schema import monitor_feeds, monitor_pages, monitor_recipients, monitors


class RecipientStore:
    """Subscriptions of e-mail addresses, by team."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def recipients(self, team_id: str, emails: Sequence[str]) -> Sequence[Recipient]:
        """Return the subscriptions of these addresses."""
        columns = monitor_recipients.c
        query = select(monitor_recipients).where(columns.team_id == team_id, columns.email.in_(list(emails)))
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [_recipient(row) for row in rows]

    async def save(self, recipient: Recipient) -> None:
        """Record a subscription, or replace it."""
        row = to_row(monitor_recipients, recipient)
        statement = self._database.insert(monitor_recipients).on_conflict_do_update(
            index_elements=["team_id", "email"], set_=row
        )
        await self._database.write(lambda connection: connection.execute(statement, row))

    async def by_token(self, token: str) -> Recipient | None:
        """Return the subscription of a token."""
        query = select(monitor_recipients).where(monitor_recipients.c.token == token)
        row = await self._database.read(lambda connection: connection.execute(query).first())
        return None if row is None else _recipient(row)


class FeedStore:
    """Feeds of alerts behind secret tokens."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def token(self, owner_id: str, *, renew: bool = False) -> str:
        """Return the secret of the feed of a monitor or team; it is made when there is none, anew with *renew*."""
        fresh_token = new_token()
        query = select(monitor_feeds.c.token).where(monitor_feeds.c.owner_id == owner_id)
        current_token: str | None = await self._database.read(lambda connection: connection.execute(query).scalar())
        if current_token is not None and not renew:
            return current_token
        keep = self._database.insert(monitor_feeds).on_conflict_do_nothing()

        def transact(connection: Connection) -> str:
            if renew:
                connection.execute(delete(monitor_feeds).where(monitor_feeds.c.owner_id == owner_id))
            connection.execute(keep, {"owner_id": owner_id, "token": fresh_token})
            return str(connection.execute(query).scalar_one())

        return await self._database.write(transact)

    async def owner(self, token: str) -> str | None:
        """Return whose feed the token is for: the id of a monitor or of a team."""
        query = select(monitor_feeds.c.owner_id).where(monitor_feeds.c.token == token)
        return await self._database.read(lambda connection: connection.execute(query).scalar())

    async def alerts(self, owner_id: str, *, limit: int) -> Sequence[FeedPage]:
        """Return the latest alerts of a monitor, or of all monitors of a team."""
        pages = monitor_pages.c
        query = (
            select(pages.position, pages.body, pages.check_id, pages.monitor_id)
            .where(pages.alert, or_(pages.monitor_id == owner_id, pages.team_id == owner_id))
            .order_by(pages.created_at.desc())
            .limit(limit)
        )

        def found(connection: Connection) -> Sequence[FeedPage]:
            rows = connection.execute(query).all()
            ids = {row.monitor_id for row in rows}
            owners = {
                row.id: monitor_of(row) for row in connection.execute(select(monitors).where(monitors.c.id.in_(ids)))
            }
            return [
                FeedPage(owners[row.monitor_id], page_of(row), row.check_id) for row in rows if row.monitor_id in owners
            ]

        return await self._database.read(found)


def _recipient(row: AnyRow) -> Recipient:
    return Recipient(row.team_id, row.email, Subscription(row.status), row.source, row.token, row.confirmation_sent)
