#!/usr/bin/env python3
"""Write the schema of a new SQLite database (store/migrations/sqlite.sql), as the migrations make it. `make docs` runs it.

A new data folder, that of a command in a fresh container above all, then needs no run through all migrations.
"""

import sys
import tempfile
from pathlib import Path

from sqlalchemy import Connection, text

from gossamer.store.database import database_url, open_engine
from gossamer.store.migration import NEW_DATABASE, upgrade

NOTICE = "-- Made by `make docs` from the migrations. Do not edit.\n"
_NOW = "CAST(strftime('%s', 'now') AS INTEGER) * 1000"


def schema_of(connection: Connection) -> str:
    """Return the statements that make the tables of the database, with the rows that are in them."""
    made = connection.execute(text("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid")).all()
    virtual = tuple(f"{name}_" for name, sql in made if sql.startswith("CREATE VIRTUAL"))
    own = [(name, sql) for name, sql in made if not name.startswith(virtual or ("\0",))]
    tables = [name for name, sql in own if sql.startswith("CREATE TABLE")]
    statements = [sql for _, sql in own] + [row for name in tables for row in _rows(connection, name)]
    return NOTICE + "".join(f"{statement};\n" for statement in statements)


def _rows(connection: Connection, table: str) -> list[str]:
    names = [row.name for row in connection.execute(text(f'PRAGMA table_info("{table}")'))]
    shown = ", ".join(f'quote("{name}")' for name in names)
    rows = connection.execute(text(f'SELECT {shown} FROM "{table}"')).all()
    times = [name == "created_at" for name in names]
    values = (", ".join(_NOW if is_time else value for value, is_time in zip(row, times)) for row in rows)
    columns = ", ".join(names)
    return [f"INSERT INTO {table} ({columns}) VALUES ({one})" for one in values]


def migrated() -> str:
    """Return the schema as the migrations make it."""
    with tempfile.TemporaryDirectory() as folder:
        engine = open_engine(database_url(None, Path(folder)))
        try:
            upgrade(engine)
            with engine.connect() as connection:
                return schema_of(connection)
        finally:
            engine.dispose()


if __name__ == "__main__":
    if "--check" not in sys.argv:
        NEW_DATABASE.write_text(migrated(), encoding="utf-8")
    elif migrated() != NEW_DATABASE.read_text(encoding="utf-8"):
        sys.exit(f"{NEW_DATABASE} is not what the migrations make: run `make docs`.")
