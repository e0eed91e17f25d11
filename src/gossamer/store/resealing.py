"""Sealed values under another key: after it was rotated, what the key before had sealed is sealed anew."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, Row, Text, select, type_coerce, update

from gossamer.core.errors import SecretUnreadable
from gossamer.store.backup.sealed_values import COLUMNS, SEALED, SealedColumn
from gossamer.store.database import Database
from gossamer.store.schema.sealed_headers import HEADERS
from gossamer.store.sealing import Seal

# Rows of one transaction.
_SLICE: Final = 500


@dataclass(frozen=True, slots=True)
class Resealed:
    """The number of rows of one kind that were sealed anew, and of those that neither key opens."""

    kind: str
    rows: int
    unreadable: int


async def reseal(database: Database, seal: Seal) -> Sequence[Resealed]:
    """Seal anew what the present key does not open; safe while the service runs, and to repeat."""
    return [await _reseal_column(database, seal, column) for column in COLUMNS]


async def _reseal_column(database: Database, seal: Seal, column: SealedColumn) -> Resealed:
    keys = list(column.table.primary_key.columns)
    # As it is stored: some columns open what they hold.
    stored = type_coerce(column.table.c[column.column], Text)
    owner = [column.table.c[name].label(f"owner_{name}") for name in column.columns[1:]]
    query = select(stored.label("stored"), *owner, *keys).where(stored.contains("sealed:")).order_by(*keys)
    rows = await database.read(lambda connection: connection.execute(query).all())
    resealed = unreadable = 0
    for start in range(0, len(rows), _SLICE):
        changed = [(row, _seal_anew(seal, column, row)) for row in rows[start : start + _SLICE]]
        unreadable += sum(text is None for _, text in changed)

        def write(connection: Connection, changed: Sequence[tuple[Row[Any], str | None]] = changed) -> int:
            return sum(
                _replace(connection, column, row, text) for row, text in changed if text not in {None, row.stored}
            )

        resealed += await database.write(write)
    return Resealed(column.called, resealed, unreadable)


def _seal_anew(seal: Seal, column: SealedColumn, row: Row[Any]) -> str | None:
    """Return the value sealed under the present key; None when neither key opens it."""
    owner = column.owner.format(**{name: getattr(row, f"owner_{name}") for name in column.columns[1:]})
    try:
        return SEALED.sub(lambda value: _seal_value(seal, value[0], (owner, HEADERS)), row.stored)
    except SecretUnreadable:
        return None


def _seal_value(seal: Seal, sealed: str, owners: Sequence[str]) -> str:
    for owner in owners:
        try:
            return sealed if seal.opens_itself(sealed, owner) else seal.seal(seal.open(sealed, owner), owner)
        except SecretUnreadable:
            continue
    raise SecretUnreadable


def _replace(connection: Connection, column: SealedColumn, row: Row[Any], text: str | None) -> int:
    """Write *text*, unless somebody has changed the row meanwhile: they used the present key."""
    is_row = [key == getattr(row, key.name) for key in column.table.primary_key.columns]
    is_unchanged = type_coerce(column.table.c[column.column], Text) == row.stored
    changing = update(column.table).where(*is_row, is_unchanged).values({column.column: type_coerce(text, Text)})
    return connection.execute(changing).rowcount
