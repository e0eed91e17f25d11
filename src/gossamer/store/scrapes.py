"""Scrapes, stored pages and their charges: one transaction records all three."""

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, delete, select

from gossamer.core.documents import Document
from gossamer.core.pages import FetchedPage
from gossamer.ports.pages import PageKey
from gossamer.ports.scrapes import Expired, FinishedScrape
from gossamer.store.database import Database, GroupCommit
from gossamer.store.packing import millis, pack_document, pack_page, unpack_document, unpack_page
from gossamer.store.schema import ledger, pages, scrapes


class SqlScrapeStore:
    """A ScrapeStore and a PageStore."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._commits = GroupCommit(database, self._commit)
        self._insert_scrape = database.insert(scrapes).on_conflict_do_nothing()
        self._insert_charge = database.insert(ledger).on_conflict_do_nothing()
        page = database.insert(pages)
        self._upsert_page = page.on_conflict_do_update(
            index_elements=[pages.c.team_id, pages.c.fingerprint],
            set_={name: page.excluded[name] for name in ("url", "fetched_at", "head", "body")},
            where=page.excluded.fetched_at >= pages.c.fetched_at,
        )

    async def record(self, scrape: FinishedScrape) -> None:
        """Make the scrape, its charge and its page durable."""
        await self._commits.add(scrape)

    def _commit(self, connection: Connection, group: list[FinishedScrape]) -> None:
        connection.execute(self._insert_scrape, [_scrape_row(s) for s in group])
        if charges := [_charge_row(s) for s in group if s.credits]:
            connection.execute(self._insert_charge, charges)
        if kept := _page_rows(group):
            connection.execute(self._upsert_page, kept)

    async def document(self, scrape_id: str, team_id: str, *, now: datetime) -> Document | None:
        """Return what the scrape gave."""
        query = select(scrapes.c.document).where(
            scrapes.c.id == scrape_id, scrapes.c.team_id == team_id, scrapes.c.expires_at > millis(now)
        )
        packed = await self._database.read(lambda connection: connection.execute(query).scalar())
        return None if packed is None else unpack_document(packed)

    async def find(
        self, key: PageKey, *, not_before: datetime | None, not_after: datetime | None
    ) -> FetchedPage | None:
        """Return a stored page that is young and old enough, or None."""
        query = select(pages.c.head, pages.c.body).where(
            pages.c.team_id == key.team_id, pages.c.fingerprint == key.fingerprint
        )
        if not_before is not None:
            query = query.where(pages.c.fetched_at >= millis(not_before))
        if not_after is not None:
            query = query.where(pages.c.fetched_at <= millis(not_after))
        row = await self._database.read(lambda connection: connection.execute(query).first())
        return None if row is None else unpack_page(row[0], row[1])

    async def expire(self, *, now: datetime, limit: int) -> Expired:
        """Forget up to *limit* scrapes whose time is over."""

        def forget(connection: Connection) -> Expired:
            query = select(scrapes.c.id, scrapes.c.blobs).where(scrapes.c.expires_at <= millis(now)).limit(limit)
            over = connection.execute(query).all()
            if over:
                connection.execute(delete(scrapes).where(scrapes.c.id.in_([row.id for row in over])))
            return Expired(len(over), tuple(name for row in over for name in row.blobs.split()))

        return await self._database.write(forget)

    async def expire_pages(self, *, fetched_before: datetime, limit: int) -> int:
        """Forget up to *limit* stored pages fetched before that moment; return how many."""

        def forget(connection: Connection) -> int:
            query = (
                select(pages.c.team_id, pages.c.fingerprint)
                .where(pages.c.fetched_at < millis(fetched_before))
                .limit(limit)
            )
            over = connection.execute(query).all()
            for team_id, fingerprint in over:
                connection.execute(delete(pages).where(pages.c.team_id == team_id, pages.c.fingerprint == fingerprint))
            return len(over)

        return await self._database.write(forget)

    async def close(self) -> None:
        """Wait until everything recorded is durable."""
        await self._commits.close()


def _scrape_row(scrape: FinishedScrape) -> dict[str, Any]:
    return {
        "id": scrape.scrape_id,
        "team_id": scrape.team_id,
        "key_id": scrape.key_id,
        "url": scrape.url,
        "finished_at": millis(scrape.finished_at),
        "expires_at": millis(scrape.expires_at),
        "error_code": scrape.error_code,
        "document": None if scrape.document is None else pack_document(scrape.document),
        "blobs": " ".join(scrape.blobs),
    }


def _charge_row(scrape: FinishedScrape) -> dict[str, Any]:
    return {
        "reference": scrape.scrape_id,
        "team_id": scrape.team_id,
        "key_id": scrape.key_id,
        "operation": "scrape",
        "credits": scrape.credits,
        "charged_at": millis(scrape.finished_at),
    }


def _page_rows(group: list[FinishedScrape]) -> list[dict[str, Any]]:
    rows = []
    for scrape in group:
        if scrape.page is None or scrape.page_key is None:
            continue
        head, body = pack_page(scrape.page)
        rows.append(
            {
                "team_id": scrape.page_key.team_id,
                "fingerprint": scrape.page_key.fingerprint,
                "url": scrape.page.url,
                "fetched_at": millis(scrape.page.fetched_at),
                "head": head,
                "body": body,
            }
        )
    return rows
