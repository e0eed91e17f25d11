"""Charges: entries of the ledger, and in the same transaction the sums that follow from them."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Integer, literal_column

from gossamer.store.credits.days import day_of
from gossamer.store.database import Database
from gossamer.store.row_encoding import millis
from gossamer.store.schema import ledger, usage_days

# Asked with the sums: most teams have no account, and looking for one would be a statement more in each commit.
# As text, since SQLAlchemy leaves out the tables' names in what SQLite returns.
_ACCOUNTS: ColumnElement[int] = literal_column(
    "(SELECT count(*) FROM credit_accounts WHERE owner_id IN (usage_days.team_id, usage_days.key_id))", Integer
)


@dataclass(frozen=True, slots=True)
class Charge:
    """A charge; *reference* is unique, so that it is made once. *tokens* are those of language models."""

    reference: str
    team_id: str
    key_id: str
    operation: str
    credits: int
    charged_at: datetime
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class Entered:
    """Charges that were not there before, and whose accounts they are to be taken from."""

    charges: Sequence[Charge] = ()
    owners: frozenset[str] = frozenset()


class Charges:
    """Enters charges, in one database."""

    def __init__(self, database: Database) -> None:
        self._insert = database.insert(ledger).on_conflict_do_nothing().returning(ledger.c.reference)
        day = database.insert(usage_days)
        self._add = day.on_conflict_do_update(
            index_elements=list(usage_days.primary_key),
            set_={
                "credits": usage_days.c.credits + day.excluded.credits,
                "charges": usage_days.c.charges + day.excluded.charges,
            },
        ).returning(_ACCOUNTS)

    def enter(self, connection: Connection, charges: Sequence[Charge]) -> Entered:
        """Write those of *charges* that are new, and their days; the accounts are left to the caller."""
        if not charges:
            return Entered()
        rows = [asdict(charge) | {"charged_at": millis(charge.charged_at)} for charge in charges]
        references = connection.execute(self._insert, rows if len(rows) > 1 else rows[0])
        fresh = set(references.scalars())
        by_reference = {charge.reference: charge for charge in charges if charge.reference in fresh}
        new = list(by_reference.values())
        return Entered(new, self._add_to_days(connection, new))

    def _add_to_days(self, connection: Connection, charges: Sequence[Charge]) -> frozenset[str]:
        """Return those owners who may have an account."""
        owners: set[str] = set()
        # In one order, so that two who charge the same days do not deadlock.
        for row in _days(charges):
            if connection.execute(self._add, row).scalar_one():
                owners |= {row["team_id"], row["key_id"]}
        return frozenset(owners)


def _days(charges: Sequence[Charge]) -> Iterator[dict[str, Any]]:
    """Yield the credits and the number of charges to add, by team, day, key and operation."""
    sums: dict[tuple[str, int, str, str], list[int]] = defaultdict(list)
    for charge in charges:
        sums[charge.team_id, day_of(charge.charged_at), charge.key_id, charge.operation].append(charge.credits)
    for (team_id, day, key_id, operation), amounts in sorted(sums.items()):
        yield {
            "team_id": team_id,
            "day": day,
            "key_id": key_id,
            "operation": operation,
            "credits": sum(amounts),
            "charges": len(amounts),
        }
