"""Many values in one parameter, so that a chunk of pages is a few statements and not hundreds.

The parameter is a JSON array; each dialect has its way of making rows of one.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import (
    ARRAY,
    CTE,
    BigInteger,
    ColumnElement,
    Select,
    TableValuedAlias,
    Text,
    any_,
    bindparam,
    cast,
    func,
    select,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.sql.elements import literal_column
from sqlalchemy.types import TypeEngine

_LONGEST = 2000


def packed(values: Sequence[Any]) -> str:
    """Return *values*, numbers or rows of numbers, texts and None, as the statements below take them."""
    return msgspec.json.encode(values).decode()


def storable(text: str | None) -> str | None:
    """Return *text* so that any database takes it: without NUL and half characters, of bounded length."""
    if text is None:
        return None
    return text[:_LONGEST].replace("\x00", "\ufffd").encode("utf-8", "replace").decode()


class Arrays:
    """What one dialect makes of packed values."""

    def __init__(self, dialect: str) -> None:
        self._is_sqlite = dialect == "sqlite"

    def numbers(self, parameter: str) -> TableValuedAlias:
        """Return the numbers in *parameter* as a table with the column "value"."""
        if self._is_sqlite:
            return func.json_each(bindparam(parameter)).table_valued("value")
        return func.unnest(_postgres_array(parameter)).table_valued("value").render_derived()

    def among(self, column: ColumnElement[int], parameter: str) -> ColumnElement[bool]:
        """Return the condition that *column* is one of the numbers in *parameter*."""
        if self._is_sqlite:
            return column.in_(select(self.numbers(parameter).c.value))
        return column == any_(_postgres_array(parameter))

    def rows(self, parameter: str, **columns: TypeEngine[Any]) -> CTE:
        """Return the rows in *parameter* as a table with these columns."""
        array: Any
        if self._is_sqlite:
            array = func.json_each(bindparam(parameter)).table_valued("value")
        else:
            array = func.jsonb_array_elements(cast(bindparam(parameter, type_=Text), JSONB)).table_valued("value")
        query: Select[*tuple[Any, ...]] = select(
            *(
                cast(array.c.value.op("->>")(literal_column(str(index))), kind).label(name)
                for index, (name, kind) in enumerate(columns.items())
            )
        )
        # Materialised, because SQLite would else look for each entry of a job in the array.
        return query.cte("given").prefix_with("MATERIALIZED")


def _postgres_array(parameter: str) -> ColumnElement[Any]:
    return cast(func.translate(bindparam(parameter, type_=Text), "[]", "{}"), ARRAY(BigInteger))
