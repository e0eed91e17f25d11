"""Which entry of a job has the page that a fingerprint names. Called with the job locked."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import BigInteger, Boolean, Connection, Integer, or_, select

from gossamer.store.jobs.arrays import Arrays, pack_values
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

    def __init__(self, arrays: Arrays) -> None:
        key = fingerprints.c.fingerprint
        self._find = select(arrays.pick(key, "prints", key, fingerprints.c.position))
        met = arrays.look_up(key, "prints", fingerprints.c.position, fingerprints.c.too_deep)
        self._unsettled = select(met.c.value, met.c.position).where(or_(met.c.position.is_(None), met.c.too_deep))
        owner_rows = arrays.rows("owners", fingerprint=BigInteger(), position=Integer(), too_deep=Boolean())
        self._give = arrays.change(
            fingerprints, owner_rows, lambda new: {"position": new.position, "too_deep": new.too_deep}
        )

    def of(self, connection: Connection, tally: Tally, prints: Iterable[int]) -> dict[int, Owner]:
        """Return the owners of those fingerprints that the job has met."""
        prints_packed = pack_values(list(prints))
        rows = connection.execute(self._find, {"of": tally.number, "prints": prints_packed}).all()
        return {fingerprint: Owner(position) for fingerprint, position in rows}

    def unsettled(self, connection: Connection, tally: Tally, prints: Iterable[int]) -> dict[int, Owner | None]:
        """Return those fingerprints that the job has not met, and those it met too deep, with their owners.

        Most links are known, so these few are asked for and not the others.
        """
        prints_packed = pack_values(list(prints))
        rows = connection.execute(self._unsettled, {"of": tally.number, "prints": prints_packed}).all()
        return {
            fingerprint: None if position is None else Owner(position, too_deep=True) for fingerprint, position in rows
        }

    def give(self, connection: Connection, tally: Tally, owners: Mapping[int, Owner]) -> None:
        """Record these owners, in place of others where there are some."""
        if owners:
            rows: Sequence[tuple[int, int, bool]] = [
                (fingerprint, to.position, to.too_deep) for fingerprint, to in owners.items()
            ]
            connection.execute(self._give, {"of": tally.number, "owners": pack_values(rows)})
