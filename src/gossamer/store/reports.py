"""Reports on past work; nothing here is written or locked."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, Select, case, func, or_, select

from gossamer.core.crawls import EntryKind
from gossamer.core.jobs import UrlState
from gossamer.core.reports import Pace, ReasonCount, RequestOutcome, ScrapeReport
from gossamer.store.database import Database
from gossamer.store.jobs.states import KINDS, State
from gossamer.store.row_encoding import from_row, millis, moment, unpack_document
from gossamer.store.schema import activities, frontier, jobs, ledger, scrapes

_SCRAPE = (
    select(
        scrapes,
        ledger.c.credits,
        func.coalesce(activities.c.operation, ledger.c.operation, "scrape").label("operation"),
    )
    .outerjoin(ledger, ledger.c.reference == scrapes.c.id)
    .outerjoin(activities, activities.c.id == scrapes.c.id)
)
_SCRAPE_OUTCOMES = select(scrapes.c.id, scrapes.c.error_code, ledger.c.credits).outerjoin(
    ledger, ledger.c.reference == scrapes.c.id
)
_JOB_OUTCOMES = select(jobs.c.id, jobs.c.state, jobs.c.credits)

_HAS_REASON = frontier.c.state.in_([int(State.FAILED), int(State.REFUSED)])
_HAS_FAILED = (frontier.c.state == int(State.FAILED)).label("has_failed")
# In a job that has ended, what was not fetched is refused.
_WHY = case((_HAS_REASON, frontier.c.code), else_=jobs.c.leftover).label("why")
_REASONS = (
    select(_HAS_FAILED, _WHY, func.count().label("urls"))
    .join(jobs, jobs.c.number == frontier.c.job)
    .where(frontier.c.kind == KINDS.index(EntryKind.PAGE), frontier.c.state != int(State.DONE))
    .where(or_(_HAS_REASON, jobs.c.finished_at.is_not(None)))
    .group_by(_HAS_FAILED, _WHY)
    .order_by(func.count().desc(), _WHY)
)


class ReportStore:
    """Reads what others recorded; what is unknown, foreign or expired is None (or left out)."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def scrape(self, scrape_id: str, team_id: str, *, now: datetime) -> ScrapeReport | None:
        """Return the report of the team's scrape or map."""
        query = _SCRAPE.where(
            scrapes.c.id == scrape_id, scrapes.c.team_id == team_id, scrapes.c.expires_at > millis(now)
        )

        def read(connection: Connection) -> ScrapeReport | None:
            row = connection.execute(query).first()
            return None if row is None else _report(row)

        return await self._database.read(read)

    async def outcomes(self, ids: Sequence[str], team_id: str, *, now: datetime) -> Mapping[str, RequestOutcome]:
        """Return by id how these scrapes, maps and jobs of the team stand."""
        single = _SCRAPE_OUTCOMES.where(
            scrapes.c.id.in_(ids), scrapes.c.team_id == team_id, scrapes.c.expires_at > millis(now)
        )
        many = _JOB_OUTCOMES.where(
            jobs.c.id.in_(ids),
            jobs.c.team_id == team_id,
            or_(jobs.c.finished_at.is_(None), jobs.c.expires_at > millis(now)),
        )

        def read(connection: Connection) -> dict[str, RequestOutcome]:
            of_jobs = {row.id: RequestOutcome(row.state, row.credits) for row in connection.execute(many)}
            return of_jobs | {row.id: _outcome(row) for row in connection.execute(single)}

        return await self._database.read(read)

    async def pace(self, job_id: str, team_id: str, *, step: timedelta) -> Sequence[Pace]:
        """Return pages that were done or failed, by intervals of *step* from the job's start, oldest first.

        Intervals in which nothing ended are left out.
        """
        query = _pace(step // timedelta(milliseconds=1)).where(jobs.c.id == job_id, jobs.c.team_id == team_id)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [
            Pace(
                since=moment(row.created_at) + int(row.interval) * step,
                done=int(row.done),
                failed=int(row.failed),
                first_done=_moment(row.first_done),
                first_failed=_moment(row.first_failed),
            )
            for row in rows
        ]

    async def reasons(self, job_id: str, team_id: str) -> Sequence[ReasonCount]:
        """Return how many URLs of the job failed or were refused for each reason, the most frequent first."""
        query = _REASONS.where(jobs.c.id == job_id, jobs.c.team_id == team_id)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [
            ReasonCount(UrlState.FAILED if row.has_failed else UrlState.REFUSED, row.why or "", row.urls)
            for row in rows
        ]


def _pace(width: int) -> Select[*tuple[Any, ...]]:
    interval = ((frontier.c.at - jobs.c.created_at) // width).label("interval")
    done, failed = (frontier.c.state == int(state) for state in (State.DONE, State.FAILED))
    return (
        select(
            interval,
            jobs.c.created_at,
            func.sum(case((done, 1), else_=0)).label("done"),
            func.sum(case((failed, 1), else_=0)).label("failed"),
            func.min(case((done, frontier.c.at))).label("first_done"),
            func.min(case((failed, frontier.c.at))).label("first_failed"),
        )
        .join(jobs, jobs.c.number == frontier.c.job)
        .where(
            frontier.c.kind == KINDS.index(EntryKind.PAGE),
            frontier.c.state.in_([int(State.DONE), int(State.FAILED)]),
            frontier.c.at.is_not(None),
        )
        .group_by(interval, jobs.c.created_at)
        .order_by(interval)
    )


def _moment(at: int | None) -> datetime | None:
    return None if at is None else moment(at)


def _report(row: Row[*tuple[Any, ...]]) -> ScrapeReport:
    document = None if row.document is None else unpack_document(row.document)
    return from_row(ScrapeReport, row, scrape_id=row.id, document=document)


def _outcome(row: Row[*tuple[Any, ...]]) -> RequestOutcome:
    return RequestOutcome("failed" if row.error_code else "completed", row.credits or 0, row.error_code)
