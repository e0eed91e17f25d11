"""Which entry of a job has the page that a fingerprint names. Called with the job locked."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import BigInteger, Boolean, Connection, Integer, Select, and_, bindparam, or_, select, text

from gossamer.store.database import Database
from gossamer.store.jobs.arrays import Arrays, packed
from gossamer.store.jobs.tally import Tally
from gossamer.store.schema import fingerprints


@dataclass(frozen=True, slots=True)
class Owner:
    """The entry at *position*, 0 for one that is only counted.

    *too_deep* means it was refused for its depth, and may be met again nearer to the start.
    """

    position: int
    too_deep: bool = False


class Owners:
    """The seen set of every job."""

    def __init__(self, database: Database, arrays: Arrays) -> None:
        self._find = select(fingerprints.c.fingerprint, fingerprints.c.position).where(
            fingerprints.c.job == bindparam("of"), arrays.among(fingerprints.c.fingerprint, "prints")
        )
        self._unsettled = _unsettled(arrays)
        given = arrays.rows("owners", fingerprint=BigInteger(), position=Integer(), too_deep=Boolean())
        rows = select(bindparam("of", type_=BigInteger), given.c.fingerprint, given.c.position, given.c.too_deep)
        # SQLite cannot tell ON CONFLICT from a join's ON without a WHERE between them.
        insert = database.insert(fingerprints).from_select(fingerprints.c.keys(), rows.where(text("true")))
        self._give = insert.on_conflict_do_update(
            index_elements=[fingerprints.c.job, fingerprints.c.fingerprint],
            set_={"position": insert.excluded.position, "too_deep": insert.excluded.too_deep},
        )

    def of(self, connection: Connection, tally: Tally, prints: Iterable[int]) -> dict[int, Owner]:
        """Return the owners of those fingerprints that the job has met."""
        asked = packed(list(prints))
        found = connection.execute(self._find, {"of": tally.number, "prints": asked}).all()
        return {fingerprint: Owner(position) for fingerprint, position in found}

    def unsettled(self, connection: Connection, tally: Tally, prints: Iterable[int]) -> dict[int, Owner | None]:
        """Return those fingerprints that the job has not met, and those it met too deep, with their owners.

        Most links are known, so these few are asked for and not the others.
        """
        asked = packed(list(prints))
        found = connection.execute(self._unsettled, {"of": tally.number, "prints": asked}).all()
        return {one: None if position is None else Owner(position, too_deep=True) for one, position in found}

    def give(self, connection: Connection, tally: Tally, owners: Mapping[int, Owner]) -> None:
        """Record these owners, in place of others where there are some."""
        if owners:
            rows: Sequence[tuple[int, int, bool]] = [(one, to.position, to.too_deep) for one, to in owners.items()]
            connection.execute(self._give, {"of": tally.number, "owners": packed(rows)})


def _unsettled(arrays: Arrays) -> Select[*tuple[Any, ...]]:
    given = arrays.numbers("prints")
    same = and_(fingerprints.c.job == bindparam("of"), fingerprints.c.fingerprint == given.c.value)
    return (
        select(given.c.value, fingerprints.c.position)
        .join_from(given, fingerprints, same, isouter=True)
        .where(or_(fingerprints.c.position.is_(None), fingerprints.c.too_deep))
    )
