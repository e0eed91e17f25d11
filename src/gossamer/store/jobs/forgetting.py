"""Forgetting the results of a job that keeps nothing, in transactions of bounded size."""

from datetime import datetime
from typing import Final

from sqlalchemy import Connection, bindparam, delete, select, update

from gossamer.store.jobs.tally import locked, save
from gossamer.store.jobs.warnings import add_warnings
from gossamer.store.row_encoding import millis
from gossamer.store.schema import job_pages, job_warnings, model_answers, scrapes

HANDED_OUT: Final = "The results were read and are not kept any more: the job has zero data retention."
_SOME: Final = select(job_pages.c.scrape_id).where(job_pages.c.job == bindparam("of")).limit(bindparam("wanted"))


def forget_results(
    connection: Connection, job_id: str, team_id: str, *, now: datetime, until: datetime, limit: int
) -> int:
    """Forget up to *limit* pages of an ended job, and its notes; return how many pages.

    With the last of them the job is set to expire *until* then. 0 for a job that runs, or is not the team's.
    """
    tally = locked(connection, job_id)
    if tally is None or tally.team_id != team_id or tally.running:
        return 0
    ids = connection.execute(_SOME, {"of": tally.number, "wanted": limit}).scalars().all()
    if ids:
        connection.execute(update(scrapes).where(scrapes.c.id.in_(ids)).values(document=None))
        connection.execute(delete(job_pages).where(job_pages.c.job == tally.number, job_pages.c.scrape_id.in_(ids)))
    if len(ids) < limit:
        for table in (model_answers, job_warnings):
            connection.execute(delete(table).where(table.c.job == tally.number))
        add_warnings(connection, tally, [HANDED_OUT])
        tally.expires_at = min(tally.expires_at, millis(until))
    save(connection, tally, now=now)
    return len(ids)
