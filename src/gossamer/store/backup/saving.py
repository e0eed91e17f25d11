"""Saving: the database as it is at one moment, then the blobs, while the service goes on.

Blobs are stored before the rows that name them are committed, so every blob of those rows is there when the database
has been read; those that expire meanwhile are missing, as they would be a moment later.
"""

import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, text

from gossamer.store.backup.archive import ArchiveWriter, Manifest, manifest_fields, new_archive
from gossamer.store.blobs import open_blobs
from gossamer.store.database import copy_sqlite, database_file
from gossamer.store.migration import current_schema

DATABASE: Final = "database/gossamer.db"
SECRET: Final = "home/secret.key"  # noqa: S105 - a name
TABLE: Final = "tables/"
BLOB: Final = "blobs/"
# Versions of the schema and the state of running processes do not belong in a backup.
_NOT_KEPT: Final = frozenset({"alembic_version", "dbos_migrations", "engine_executors", "engine_prepared"})
_IN_MEMORY: Final = 16 << 20

_COLUMNS: Final = text(
    "SELECT c.table_schema, c.table_name, c.column_name FROM information_schema.columns c "
    "JOIN information_schema.tables t USING (table_schema, table_name) "
    "WHERE c.table_schema IN ('public', 'dbos') AND t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER' "
    "ORDER BY c.table_schema, c.table_name, c.ordinal_position"
)


@dataclass(frozen=True, slots=True)
class Kept:
    """What a deployment keeps: the database's URL, that of the blobs, and the file of its secret.

    *secret* is None where a setting has it.
    """

    database: str
    blobs: str
    secret: Path | None


class NothingToSave(Exception):
    """There is no database yet; the message is for the operator."""


def save(kept: Kept, engine: Engine, file: Path, *, version: str, now: datetime) -> Manifest:
    """Write a backup to *file* and return what is in it. On an error there is no file.

    Raises OSError, SQLAlchemyError and NothingToSave.
    """
    schema = current_schema(engine)
    if schema is None:
        raise NothingToSave(f"There is nothing to save: {engine.url.render_as_string()} has no data yet.")
    with new_archive(file) as archive:
        source = database_file(kept.database)
        columns = _save_tables(engine, archive) if source is None else _save_file(source, archive, file.parent)
        if kept.secret is not None and kept.secret.exists():
            archive.add_bytes(SECRET, kept.secret.read_bytes())
        for name, data in _blobs(kept.blobs):
            archive.add_bytes(BLOB + name, data)
        kind = "postgresql" if source is None else "sqlite"
        manifest = Manifest(version, schema, kind, now.isoformat(timespec="seconds"), columns, archive.members)
        archive.finish(manifest_fields(manifest))
    return manifest


def _save_file(source: Path, archive: ArchiveWriter, beside: Path) -> Mapping[str, list[str]]:
    with tempfile.TemporaryDirectory(dir=beside, prefix=".backup-") as folder:
        copy = Path(folder) / "gossamer.db"
        copy_sqlite(source, copy)
        with copy.open("rb") as data:
            archive.add(DATABASE, data, copy.stat().st_size)
    return {}


def _save_tables(engine: Engine, archive: ArchiveWriter) -> Mapping[str, list[str]]:
    with engine.connect().execution_options(isolation_level="REPEATABLE READ") as connection, connection.begin():
        for limit in ("statement_timeout", "idle_in_transaction_session_timeout"):
            connection.execute(text(f"SET LOCAL {limit} = 0"))
        columns = _columns(connection)
        for table, names in columns.items():
            _save_table(connection, archive, table, names)
    return columns


def _columns(connection: Connection) -> dict[str, list[str]]:
    columns: dict[str, list[str]] = {}
    for schema, table, column in connection.execute(_COLUMNS):
        if table not in _NOT_KEPT:
            columns.setdefault(f"{schema}.{table}", []).append(column)
    return columns


def _save_table(connection: Connection, archive: ArchiveWriter, table: str, columns: list[str]) -> None:
    with tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY) as rows:
        with (
            cursor(connection) as reading,
            reading.copy(f"COPY {quote_table(table)} ({list_columns(columns)}) TO STDOUT") as data,
        ):
            for piece in data:
                rows.write(piece)
        size = rows.tell()
        rows.seek(0)
        archive.add(TABLE + table, rows, size)


def cursor(connection: Connection) -> Any:
    """Return a cursor of the driver, which alone knows COPY."""
    return connection.connection.cursor()


def quote_table(table: str) -> str:
    """Return `schema.table` for SQL; the names come from a database, or an archive that was verified."""
    return ".".join(f'"{part.replace(chr(34), chr(34) * 2)}"' for part in table.split("."))


def list_columns(columns: list[str]) -> str:
    """Return names of columns for SQL."""
    return ", ".join(quote_table(column) for column in columns)


def _blobs(url: str) -> Iterator[tuple[str, bytes]]:
    if "://" not in url and not Path(url).exists():
        return
    store = open_blobs(url)
    for batch in store.list():
        for blob in batch:
            try:
                yield blob["path"], bytes(store.get(blob["path"]).bytes())
            except FileNotFoundError:
                continue
