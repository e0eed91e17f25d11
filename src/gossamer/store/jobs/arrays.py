"""Many values in one parameter, so that a chunk of pages is a few statements and not hundreds.

The parameter is a JSON array; each dialect has its way of making rows of one. The statements
are written so that rows are found by their primary keys, one by one, whatever a planner
believes: its statistics of jobs that come and go are always old, and one scan of a frontier
of 100,000 entries costs more than all the rest of a commit.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import (
    ARRAY,
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    FromClause,
    Select,
    String,
    Subquery,
    Table,
    Text,
    and_,
    bindparam,
    cast,
    func,
    literal_column,
    select,
    text,
    true,
)
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

    def rows(self, parameter: str, **columns: TypeEngine[Any]) -> Subquery:
        """Return the rows in *parameter* as a table with these columns."""
        values = func.json_each(bindparam(parameter)) if self._is_sqlite else _postgres_elements(parameter)
        row = values.table_valued("value").c.value
        cells = (cast(self._cell(row, index), kind) for index, kind in enumerate(columns.values()))
        query = select(*(cell.label(name) for cell, name in zip(cells, columns, strict=True)))
        return query.subquery()

    def _cell(self, row: ColumnElement[Any], index: int) -> ColumnElement[Any]:
        if self._is_sqlite:
            return func.json_extract(row, literal_column(f"'$[{index}]'"))
        return row.op("->>")(literal_column(str(index)))

    def add(self, table: Table, given: FromClause) -> Any:
        """Return the statement that adds rows with the columns of *given*."""
        query = select(bindparam("of", type_=BigInteger), *given.c)
        return self._insert(table).from_select(["job", *given.c.keys()], _unambiguous(query))

    def change(self, table: Table, given: FromClause, values: Callable[[Any], Mapping[str, Any]]) -> Any:
        """Return the statement that changes the rows with the keys in *given*, all of which are there.

        *values* says of the columns of *given*, by name, what the row's columns become.
        """
        # Not an UPDATE with a join: this finds rows by the primary key and by nothing else. The
        # columns that a new row would need are never used.
        absent = [column for column in table.c if not column.nullable and column.name not in {"job", *given.c.keys()}]
        query = select(bindparam("of", type_=BigInteger), *given.c, *map(_nothing, absent))
        names = ["job", *given.c.keys(), *(column.name for column in absent)]
        insert = self._insert(table).from_select(names, _unambiguous(query))
        return insert.on_conflict_do_update(index_elements=list(table.primary_key), set_=values(insert.excluded))

    def pick(self, key: Column[int], parameter: str, *columns: Column[Any]) -> Subquery:
        """Return *columns* of the job's rows whose *key* is among the numbers in *parameter*."""
        of_job = key.table.c.job == bindparam("of")
        if self._is_sqlite:
            numbers = func.json_each(bindparam(parameter)).table_valued("value")
            return select(*columns).where(of_job, key.in_(select(numbers.c.value))).subquery()
        numbers, row = _postgres_lookup(key, parameter, columns)
        return select(*row.c).select_from(numbers.join(row, true())).subquery()

    def look_up(self, key: Column[int], parameter: str, *columns: Column[Any]) -> Subquery:
        """Return each number in *parameter* as "value", with *columns* of its row, NULL when there is none."""
        if self._is_sqlite:
            numbers = func.json_each(bindparam(parameter)).table_valued("value")
            of_job = and_(key.table.c.job == bindparam("of"), key == numbers.c.value)
            return select(numbers.c.value, *columns).join_from(numbers, key.table, of_job, isouter=True).subquery()
        numbers, row = _postgres_lookup(key, parameter, columns)
        return select(numbers.c.value, *row.c).select_from(numbers.outerjoin(row, true())).subquery()


def _postgres_elements(parameter: str) -> Any:
    from sqlalchemy.dialects.postgresql import JSONB  # noqa: PLC0415 - not loaded for SQLite

    return func.jsonb_array_elements(cast(bindparam(parameter, type_=Text), JSONB))


def _postgres_lookup(key: Column[int], parameter: str, columns: Sequence[Column[Any]]) -> tuple[Any, Any]:
    array = cast(func.translate(bindparam(parameter, type_=Text), "[]", "{}"), ARRAY(BigInteger))
    numbers = func.unnest(array).table_valued("value").render_derived()
    lookup = select(*columns).where(key.table.c.job == bindparam("of"), key == numbers.c.value)
    # The OFFSET keeps the planner from making a join of it, which it may do by a scan.
    return numbers, lookup.offset(literal_column("0")).lateral()


def _unambiguous(query: Select[*tuple[Any, ...]]) -> Select[*tuple[Any, ...]]:
    # SQLite cannot tell ON CONFLICT from the ON of a join without a WHERE between them.
    return query.where(text("true"))


def _nothing(column: Column[Any]) -> ColumnElement[Any]:
    value = "''" if isinstance(column.type, String) else "false" if isinstance(column.type, Boolean) else "0"
    return literal_column(value).label(column.name)
