"""Scrapes, stored pages and their charges: one transaction records all three, and that they were asked for."""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

import structlog
from sqlalchemy import Connection, bindparam, delete, select

from gossamer.core.documents import Document
from gossamer.core.domains import site_of
from gossamer.core.errors import OwnError
from gossamer.core.pages import FetchedPage
from gossamer.core.request_facts import note_credits
from gossamer.core.urls import host_of, without_credentials
from gossamer.ports.scrapes import Expired, FinishedScrape, KnownPage, PageKey
from gossamer.store.credits import Charge, Charges, Purse
from gossamer.store.credits.reservations import give_back, owners_of, take_back
from gossamer.store.database import Database, GroupCommit
from gossamer.store.history import VersionRows
from gossamer.store.index import Queueing
from gossamer.store.row_encoding import (
    millis,
    pack_document,
    pack_page,
    to_row,
    unpack_document,
    unpack_known,
    unpack_page,
)
from gossamer.store.schema import activities, pages, scrapes
from gossamer.store.sessions import SealedSessions

# From here compressing takes longer than the way to a thread, which it does not hold up.
_IN_LINE_BYTES = 256 * 1024
# Of a title or description; they describe a page and are not kept for their own sake.
_LONGEST_TEXT = 1000

_log = structlog.get_logger(__name__)
_site = lru_cache(maxsize=4096)(site_of)


# Later than any time, in milliseconds.
_NEVER = 2**53
# Made once: to build a statement costs more than to run it.
_FIND = select(pages.c.head, pages.c.body).where(
    pages.c.team_id == bindparam("team"),
    pages.c.fingerprint == bindparam("fingerprint"),
    pages.c.fetched_at.between(bindparam("not_before"), bindparam("not_after")),
)


class ScrapeStore:
    """Scrapes by id and team.

    `record` returns when the scrape, its ledger entry and its page are durable, and keeps
    each scrape once: recording an id again changes nothing and charges nothing. `document`
    gives None for an unknown, foreign, failed, expired or unretained scrape.

    Of each page key the youngest copy is kept, written with the scrape that fetched it. A copy has no action outcome,
    and of a screenshot only its name. `find` gives it when it was fetched at or after *not_before* (None: any age) and
    at or before *not_after*. Without *sealed* no page can be visited again.
    """

    def __init__(self, database: Database, sealed: SealedSessions | None = None) -> None:
        self._database = database
        self._sealed = sealed
        self._commits = GroupCommit(database, self._commit)
        self._insert_scrape = database.insert(scrapes).on_conflict_do_nothing()
        self._insert_activity = database.insert(activities).on_conflict_do_nothing()
        self._charges = Charges(database)
        self._kept = KeptPages(database)
        self._versions = VersionRows(database)

    async def record(self, scrape: FinishedScrape, *, within: timedelta = timedelta(0)) -> None:
        """Make the scrape, its charge and its page durable.

        *within* is what is left of the time of its request: a store that is slow may take that, and a moment longer.
        """
        # Compressing is done here, where a failure meets its own caller alone.
        in_line = _weight(scrape) <= _IN_LINE_BYTES
        rows = _rows(scrape) if in_line else await asyncio.to_thread(_rows, scrape)
        await self._commits.add(rows, patience=self._database.patience + within)
        note_credits(scrape.credits)

    def _commit(self, connection: Connection, group: list["_Rows"]) -> None:
        connection.execute(self._insert_scrape, [rows.scrape | {"opening": self._opening(rows)} for rows in group])
        connection.execute(self._insert_activity, [rows.activity for rows in group])
        if page_rows := in_one_order(rows.page for rows in group if rows.page):
            self._kept.write(connection, page_rows)
        if versions := [rows.of.version for rows in group if rows.of.version is not None]:
            self._versions.write(connection, versions)
        self._charge(connection, group)

    def _opening(self, rows: "_Rows") -> str | None:
        # Here, in a thread: what seals is loaded at first use.
        if self._sealed is None or rows.of.opening is None:
            return None
        try:
            return self._sealed.opening(rows.of.scrape_id, rows.of.opening)
        except OwnError as error:
            # The scrape is worth more than what could have come after it.
            _log.warning("visit_not_kept", reason=error.message)
            return None

    def _charge(self, connection: Connection, group: list["_Rows"]) -> None:
        """Charge what is charged, and give back what was set aside for it; last, because others wait for these rows."""
        entered = self._charges.enter(connection, [rows.charge for rows in group if rows.charge])
        freed = take_back(connection, [rows.of.reservation for rows in group if rows.of.reservation])
        owners = entered.owners | owners_of(freed)
        if not owners:
            return
        purse = Purse.locked(connection, owners, now=max(rows.of.finished_at for rows in group))
        for charge in entered.charges:
            purse.charge(charge.team_id, charge.key_id, charge.credits, at=charge.charged_at)
        give_back(purse, freed)
        purse.save(connection)

    async def document(
        self, scrape_id: str, team_id: str, *, now: datetime, key_id: str | None = None
    ) -> Document | None:
        """Return the document of the scrape; with *key_id* only if that key made it."""
        query = select(scrapes.c.document).where(
            scrapes.c.id == scrape_id, scrapes.c.team_id == team_id, scrapes.c.expires_at > millis(now)
        )
        if key_id is not None:
            query = query.where(scrapes.c.key_id == key_id)
        packed = await self._database.read(lambda connection: connection.execute(query).scalar())
        return None if packed is None else unpack_document(packed)

    async def find(
        self, key: PageKey, *, not_before: datetime | None, not_after: datetime | None
    ) -> FetchedPage | None:
        """Return a copy that is young and old enough, or None."""
        parameters = {
            "team": key.team_id,
            "fingerprint": key.fingerprint,
            "not_before": 0 if not_before is None else millis(not_before),
            "not_after": _NEVER if not_after is None else millis(not_after),
        }
        row = await self._database.read(lambda connection: connection.execute(_FIND, parameters).first())
        return None if row is None else unpack_page(row[0], row[1])

    async def of_site(self, team_id: str, site: str, *, limit: int) -> list[KnownPage]:
        """Return the team's pages on the registered domain *site* (`core.domains.site_of`), youngest first.

        Pages that answered with an error are left out.
        """
        query = (
            select(pages.c.url, pages.c.head)
            .where(pages.c.team_id == team_id, pages.c.site == site)
            .order_by(pages.c.fetched_at.desc(), pages.c.url)
            .limit(limit)
        )

        def known(connection: Connection) -> list[KnownPage]:
            return [page for url, head in connection.execute(query) if (page := unpack_known(url, head))]

        return await self._database.read(known)

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
        """Forget up to *limit* copies fetched before that moment; return how many."""

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


@dataclass(frozen=True, slots=True)
class _Rows:
    """The rows of one scrape; None where there is nothing to write."""

    of: FinishedScrape
    scrape: dict[str, Any]
    activity: dict[str, Any]
    charge: Charge | None
    page: dict[str, Any] | None


def _rows(scrape: FinishedScrape) -> _Rows:
    return _Rows(scrape, scrape_row(scrape), _activity_row(scrape), _charge(scrape), page_row(scrape))


def _weight(scrape: FinishedScrape) -> int:
    """Return about how many bytes have to be compressed."""
    document = scrape.document
    texts = (document.markdown, document.html, document.raw_html) if document else ()
    return sum(len(text) for text in texts if text) + (len(scrape.page.body) if scrape.page else 0)


class KeptPages:
    """Keeps pages for later, unless a younger copy is there, and queues them for the index."""

    def __init__(self, database: Database) -> None:
        page = database.insert(pages)
        self._upsert = page.on_conflict_do_update(
            index_elements=[pages.c.team_id, pages.c.fingerprint],
            set_={name: page.excluded[name] for name in ("url", "fetched_at", "head", "body", "site")},
            where=page.excluded.fetched_at >= pages.c.fetched_at,
        )
        self._queueing = Queueing(database)

    def write(self, connection: Connection, rows: list[dict[str, Any]]) -> None:
        """Write *rows*, which are in one order."""
        connection.execute(self._upsert, rows)
        self._queueing.add(connection, rows)


def in_one_order(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return rows of pages as everybody writes them, so that two who keep the same pages do not deadlock."""
    return sorted(rows, key=lambda page: (page["team_id"], page["fingerprint"]))


def scrape_row(scrape: FinishedScrape) -> dict[str, Any]:
    """Return the row of *scrape*."""
    document = None if scrape.document is None else pack_document(scrape.document)
    return to_row(scrapes, scrape, id=scrape.scrape_id, document=document, blobs=" ".join(scrape.blobs), opening=None)


def _charge(scrape: FinishedScrape) -> Charge | None:
    if not scrape.credits:
        return None
    named = {name: getattr(scrape, name) for name in ("team_id", "key_id", "operation", "credits", "tokens")}
    return Charge(scrape.scrape_id, charged_at=scrape.finished_at, **named)


def _activity_row(scrape: FinishedScrape) -> dict[str, Any]:
    return to_row(
        activities,
        scrape,
        id=scrape.scrape_id,
        # The text of a search is no address, and need not even look like one.
        target=scrape.url if scrape.operation == "search" else without_credentials(scrape.url),
        at=scrape.finished_at,
        username=scrape.username or None,
    )


def page_row(scrape: FinishedScrape) -> dict[str, Any] | None:
    """Return the row of the page that *scrape* leaves for later, or None."""
    if scrape.page is None or scrape.page_key is None:
        return None
    stored_metadata = scrape.document.metadata if scrape.document else {}
    head, body = pack_page(
        scrape.page, title=_text(stored_metadata, "title"), description=_text(stored_metadata, "description")
    )
    site = _site(host_of(scrape.page.url))
    return to_row(pages, scrape.page, **asdict(scrape.page_key), head=head, body=body, site=site)


def _text(metadata: Mapping[str, Any], name: str) -> str | None:
    value = metadata.get(name)
    return value[:_LONGEST_TEXT] if isinstance(value, str) else None
