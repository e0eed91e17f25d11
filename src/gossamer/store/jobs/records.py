"""The records of a chunk beside the frontier: scrapes, the job's pages, stored pages, one charge."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Integer, Text

from gossamer.ports.frontier import Chunk
from gossamer.ports.scrapes import FinishedScrape
from gossamer.store.credits import Charge, Charges, Purse
from gossamer.store.database import Database
from gossamer.store.history import VersionRows
from gossamer.store.jobs.arrays import Arrays, pack_values
from gossamer.store.jobs.lanes import Lane
from gossamer.store.jobs.settlement import Settled
from gossamer.store.jobs.tally import Tally, purse_of
from gossamer.store.row_encoding import document_size, millis
from gossamer.store.schema import job_pages, scrapes
from gossamer.store.scrapes import KeptPages, in_one_order, page_row, scrape_row

# A job's scrapes are forgotten with the job, whenever it ends, and not by their own time.
_WITH_THE_JOB = millis(datetime(9999, 1, 1, tzinfo=UTC))


@dataclass(frozen=True, slots=True)
class ScrapeRows:
    """Rows of a chunk's scrapes and of pages to keep, by scrape."""

    scrapes: dict[str, dict[str, Any]] = field(default_factory=dict)
    pages: dict[str, dict[str, Any]] = field(default_factory=dict)


def rows_of(chunk: Chunk) -> ScrapeRows:
    """Return the rows; compressing is done here, before the transaction, which others wait for."""
    rows = ScrapeRows()
    for record in _records(chunk):
        rows.scrapes[record.scrape_id] = scrape_row(record) | {"expires_at": _WITH_THE_JOB}
        if page := page_row(record):
            rows.pages[record.scrape_id] = page
    return rows


def _records(chunk: Chunk | Settled) -> list[FinishedScrape]:
    done = chunk.done if isinstance(chunk, Chunk) else chunk.kept
    return [page.record for page in done] + [page.record for page in chunk.failed if page.record is not None]


class Records:
    """Writes them."""

    def __init__(self, database: Database, arrays: Arrays) -> None:
        listing = arrays.rows("listed", position=Integer(), scrape_id=Text(), size=Integer())
        self._list = arrays.add(job_pages, listing)
        self._insert_scrape = database.insert(scrapes).on_conflict_do_nothing()
        self._kept = KeptPages(database)
        self._versions = VersionRows(database)
        self._charges = Charges(database)

    def write(self, connection: Connection, tally: Tally, settled: Settled, rows: ScrapeRows, *, now: datetime) -> None:
        """Write what belongs to the pages that count."""
        records = _records(settled)
        if not records:
            return
        connection.execute(self._insert_scrape, [rows.scrapes[record.scrape_id] for record in records])
        self._list_pages(connection, tally, [rows.scrapes[page.record.scrape_id] for page in settled.kept])
        pages = in_one_order(rows.pages[record.scrape_id] for record in records if record.scrape_id in rows.pages)
        if pages:
            self._kept.write(connection, pages)
        if versions := [record.version for record in records if record.version is not None]:
            self._versions.write(connection, versions)
        if settled.kept:
            tally.succeeded_at = millis(now)

    def _list_pages(self, connection: Connection, tally: Tally, rows: Sequence[dict[str, Any]]) -> None:
        kept_rows = [row for row in rows if row["document"] is not None]
        listed = [
            (position, row["id"], document_size(row["document"]))
            for position, row in enumerate(kept_rows, start=tally.listed + 1)
        ]
        if listed:
            connection.execute(self._list, {"of": tally.number, "listed": pack_values(listed)})
        tally.listed += len(listed)

    def charge(
        self, connection: Connection, tally: Tally, lane: Lane, settled: Settled, *, now: datetime
    ) -> Purse | None:
        """Charge for the pages that count, and return the accounts that it was taken from; None when nothing was.

        Other jobs of the team wait for the end of the transaction from here on, so this comes late in it.
        """
        credits_used = sum(record.credits for record in _records(settled))
        if not credits_used:
            return None
        tally.credits += credits_used
        reference = f"{tally.id}:{lane.lane}:{lane.chunks}"
        tokens = sum(record.tokens for record in _records(settled))
        charge = Charge(reference, tally.team_id, tally.key_id, tally.kind, credits_used, now, tokens)
        entered = self._charges.enter(connection, [charge])
        if not entered.owners:
            return Purse()
        purse = purse_of(connection, tally, now=now)
        purse.charge(tally.team_id, tally.key_id, credits_used, at=now)
        return purse
