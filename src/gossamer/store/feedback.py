"""Feedback on answers, and the credits that it gives back: once, in one transaction."""

from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Connection, func, select

from gossamer.core.errors import FeedbackOnFailure, FeedbackTooLate, NotFound
from gossamer.core.ids import new_id
from gossamer.core.searches import Feedback, FeedbackTaken
from gossamer.store.credits import Charge, Charges, Purse
from gossamer.store.database import Database
from gossamer.store.row_encoding import encoded, millis, to_row
from gossamer.store.schema import activities, feedback, ledger, scrapes

_SEARCH: Final = "search"
# As long as an answer is remembered.
_WINDOW: Final = timedelta(hours=24)


class FeedbackStore:
    """Feedback, once for each answer of a team."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._insert = database.insert(feedback).on_conflict_do_nothing().returning(feedback.c.id)
        self._charges = Charges(database)

    async def give(
        self, rating: Feedback, *, team_id: str, key_id: str, refund: int, daily_cap: int, now: datetime
    ) -> FeedbackTaken:
        """Keep *rating* and give *refund* credits back for it, in one transaction.

        The first feedback on an answer gives credits back: no more than the answer cost, and as long as those of the
        UTC day do not exceed *daily_cap*. Feedback that was given before stays as it was. Raises NotFound when the
        team has no such answer, FeedbackTooLate, and FeedbackOnFailure.
        """
        details = encoded(rating.details).decode()
        row = to_row(feedback, rating, id=new_id(), team_id=team_id, key_id=key_id, said=details, given_at=now)

        def keep(connection: Connection) -> FeedbackTaken:
            _check(connection, rating, team_id, now)
            today = _sum_refunds_of_today(connection, team_id, now)
            payable = max(0, min(refund, daily_cap - today))
            charged = _find_charge(connection, rating.job_id, team_id) if payable else None
            amount = 0 if charged is None else min(payable, charged.credits)
            feedback_id = connection.execute(self._insert, row | {"refunded": amount}).scalar()
            if feedback_id is None:
                return FeedbackTaken(
                    _find_feedback_id(connection, rating, team_id),
                    refunded_today=today,
                    daily_cap=daily_cap,
                    already_given=True,
                )
            if amount and charged is not None:
                self._pay_back(connection, rating, charged, amount, now)
            return FeedbackTaken(feedback_id, amount, today + amount, daily_cap)

        return await self._database.write(keep)

    def _pay_back(self, connection: Connection, submission: Feedback, charged: Any, amount: int, now: datetime) -> None:
        """Enter what is given back as a charge of less than nothing, to the key that was charged."""
        entry = Charge(
            f"feedback:{submission.job_id}", charged.team_id, charged.key_id, submission.endpoint, -amount, now
        )
        entered = self._charges.enter(connection, [entry])
        if not entered.owners:
            return
        purse = Purse.locked(connection, entered.owners, now=now)
        for charge in entered.charges:
            purse.charge(charge.team_id, charge.key_id, charge.credits, at=now)
        purse.save(connection)


def _check(connection: Connection, opinion: Feedback, team_id: str, now: datetime) -> None:
    """Raise when the team has no such answer, or none that feedback can be given on."""
    query = (
        select(activities.c.at, scrapes.c.error_code)
        .join(scrapes, scrapes.c.id == activities.c.id, isouter=True)
        .where(
            activities.c.id == opinion.job_id,
            activities.c.team_id == team_id,
            activities.c.operation == opinion.endpoint,
        )
    )
    row = connection.execute(query).first()
    if row is None:
        raise NotFound("Search not found." if opinion.endpoint == _SEARCH else "Job not found.")
    if row.at < millis(now - _WINDOW):
        raise FeedbackTooLate("Feedback is taken for 24 hours after the answer.")
    if row.error_code is not None and opinion.endpoint == _SEARCH:
        raise FeedbackOnFailure("This search failed, so there is no answer to give feedback on; it cost nothing.")


def _sum_refunds_of_today(connection: Connection, team_id: str, now: datetime) -> int:
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    query = select(func.coalesce(func.sum(feedback.c.refunded), 0)).where(
        feedback.c.team_id == team_id, feedback.c.given_at >= millis(midnight)
    )
    return int(connection.execute(query).scalar_one())


def _find_charge(connection: Connection, job_id: str, team_id: str) -> Any:
    """Return the ledger's entry for an answer, None when it cost nothing."""
    query = select(ledger).where(ledger.c.reference == job_id, ledger.c.team_id == team_id)
    return connection.execute(query).first()


def _find_feedback_id(connection: Connection, opinion: Feedback, team_id: str) -> str:
    query = select(feedback.c.id).where(
        feedback.c.team_id == team_id, feedback.c.endpoint == opinion.endpoint, feedback.c.job_id == opinion.job_id
    )
    return str(connection.execute(query).scalar_one())
