"""Many values in one parameter, so that a chunk of pages is a few statements and not hundreds.

The parameter is a JSON array; each dialect has its way of making rows of one. The statements
are written so that rows are found by their primary keys, one by one, whatever a planner
believes: its statistics of jobs that come and go are always old, and one scan of a frontier
of 100,000 entries costs more than all the rest of a commit.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy import text
from sqlalchemy.types import TypeEngine

from gossamer.store.database import Database
from gossamer.store.row_encoding import encoded

_LONGEST = 2000
_ESCAPED_NUL = "\\u0000"


def pack_values(values: Sequence[Any]) -> str:
    """Return *values*, numbers or rows of numbers, texts and None, as the statements below take them.

    Texts come out so that any database takes them: one that does not would fail the whole chunk.
    """
    text = encoded(values).decode()
    if _ESCAPED_NUL not in text:
        return text
    return encoded([[_without_nul(cell) for cell in row] for row in values]).decode()


def _without_nul(cell: Any) -> Any:
    return cell.replace("\x00", "\ufffd") if isinstance(cell, str) else cell


def storable(text: str | None) -> str | None:
    """Return *text* so that any database takes it: without NUL and half characters, of bounded length."""
    if text is None:
        return None
    return text[:_LONGEST].replace("\x00", "\ufffd").encode("utf-8", "replace").decode()


class Arrays:
    """Statements over packed values for one database; each is of the job in the parameter "of"."""

    def __init__(self, database: Database) -> None:
        self._insert = database.insert
        self._is_sqlite = database.engine.dialect.name == "sqlite"

    def rows(self, parameter: str, **columns: TypeEngine[Any]) -> sa.Subquery:
        """Return the rows in *parameter* as a table with these columns."""
        values = sa.func.json_each(sa.bindparam(parameter)) if self._is_sqlite else _postgres_elements(parameter)
        row = values.table_valued("value").c.value
        cells = (sa.cast(self._cell(row, index), kind) for index, kind in enumerate(columns.values()))
        query = sa.select(*(cell.label(name) for cell, name in zip(cells, columns, strict=True)))
        return query.subquery()

    def _cell(self, row: sa.ColumnElement[Any], index: int) -> sa.ColumnElement[Any]:
        if self._is_sqlite:
            return sa.func.json_extract(row, sa.literal_column(f"'$[{index}]'"))
        return row.op("->>")(sa.literal_column(str(index)))

    def add(self, table: sa.Table, rows: sa.FromClause) -> Any:
        """Return the statement that adds rows with the columns of *rows*."""
        query = sa.select(sa.bindparam("of", type_=sa.BigInteger), *rows.c)
        return self._insert(table).from_select(["job", *rows.c.keys()], _unambiguous(query))

    def change(self, table: sa.Table, rows: sa.FromClause, values: Callable[[Any], Mapping[str, Any]]) -> Any:
        """Return the statement that changes the rows with the keys in *rows*, all of which are there.

        *values* says of the columns of *rows*, by name, what the row's columns become.
        """
        # Not an UPDATE with a join: this finds rows by the primary key and by nothing else. The
        # columns that a new row would need are never used.
        absent = [column for column in table.c if not column.nullable and column.name not in {"job", *rows.c.keys()}]
        query = sa.select(sa.bindparam("of", type_=sa.BigInteger), *rows.c, *map(_nothing, absent))
        names = ["job", *rows.c.keys(), *(column.name for column in absent)]
        insert = self._insert(table).from_select(names, _unambiguous(query))
        return insert.on_conflict_do_update(index_elements=list(table.primary_key), set_=values(insert.excluded))

    def pick(self, key: sa.Column[int], parameter: str, *columns: sa.Column[Any]) -> sa.Subquery:
        """Return *columns* of the job's rows whose *key* is among the numbers in *parameter*."""
        of_job = key.table.c.job == sa.bindparam("of")
        if self._is_sqlite:
            numbers = sa.func.json_each(sa.bindparam(parameter)).table_valued("value")
            return sa.select(*columns).where(of_job, key.in_(sa.select(numbers.c.value))).subquery()
        numbers, row = _postgres_lookup(key, parameter, columns)
        return sa.select(*row.c).select_from(numbers.join(row, sa.true())).subquery()

    def look_up(self, key: sa.Column[int], parameter: str, *columns: sa.Column[Any]) -> sa.Subquery:
        """Return each number in *parameter* as "value", with *columns* of its row, NULL when there is none."""
        if self._is_sqlite:
            numbers = sa.func.json_each(sa.bindparam(parameter)).table_valued("value")
            of_job = sa.and_(key.table.c.job == sa.bindparam("of"), key == numbers.c.value)
            return sa.select(numbers.c.value, *columns).join_from(numbers, key.table, of_job, isouter=True).subquery()
        numbers, row = _postgres_lookup(key, parameter, columns)
        return sa.select(numbers.c.value, *row.c).select_from(numbers.outerjoin(row, sa.true())).subquery()


def _postgres_elements(parameter: str) -> Any:
    from sqlalchemy.dialects.postgresql import JSONB  # noqa: PLC0415 - not loaded for SQLite

    return sa.func.jsonb_array_elements(sa.cast(sa.bindparam(parameter, type_=sa.Text), JSONB))


def _postgres_lookup(key: sa.Column[int], parameter: str, columns: Sequence[sa.Column[Any]]) -> tuple[Any, Any]:
    array = sa.cast(sa.func.translate(sa.bindparam(parameter, type_=sa.Text), "[]", "{}"), sa.ARRAY(sa.BigInteger))
    numbers = sa.func.unnest(array).table_valued("value").render_derived()
    lookup = sa.select(*columns).where(key.table.c.job == sa.bindparam("of"), key == numbers.c.value)
    # The OFFSET keeps the planner from making a join of it, which it may do by a scan.
    return numbers, lookup.offset(sa.literal_column("0")).lateral()


def _unambiguous(query: sa.Select[*tuple[Any, ...]]) -> sa.Select[*tuple[Any, ...]]:
    # SQLite cannot tell ON CONFLICT from the ON of a join without a WHERE between them.
    return query.where(text("true"))


def _nothing(column: sa.Column[Any]) -> sa.ColumnElement[Any]:
    value = "''" if isinstance(column.type, sa.String) else "false" if isinstance(column.type, sa.Boolean) else "0"
    return sa.literal_column(value).label(column.name)
