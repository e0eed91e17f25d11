"""Restoring: into an empty place, all or nothing for the database."""

import tarfile
import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine, inspect, text

from gossamer.store.backup.archive import BadArchive, Manifest, extract, member, open_archive, verify
from gossamer.store.backup.saving import BLOB, DATABASE, SECRET, TABLE, Kept, cursor, list_columns, quote_table
from gossamer.store.backup.sealed_values import InstallationKey, check_key, key_of, rows_of_copies, rows_of_file
from gossamer.store.blobs import blob_failures, open_blobs
from gossamer.store.database import database_file
from gossamer.store.migration import refuse_schema, tables_without_backup, upgrade

_CHUNK: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Sealing:
    """The setting that seals secrets, None where a file has it, and whether sealed values may stay unreadable."""

    secret: str | None = None
    lose_secrets: bool = False


def restore(
    file: Path, to: Kept, engine: Engine, *, prepare: Callable[[Engine], None], sealing: Sealing = Sealing()
) -> Manifest:
    """Bring back the backup *file* at *to*, and return what was in it.

    *prepare* makes the tables of the job engine in a database server. Raises BadArchive when the file is damaged, of a
    schema that is refused, of the other kind of database, or *to* is not empty, and NotRestored when it has sealed
    values that *to* could not read; then nothing was changed.
    """
    manifest = verify(file)
    target = database_file(to.database)
    _check(manifest, target, engine)
    with open_archive(file) as tar, _database_of(tar, target) as unpacked:
        if not sealing.lose_secrets:
            rows = rows_of_copies(tar, manifest) if unpacked is None else rows_of_file(unpacked)
            key = key_of(tar, manifest, to, sealing.secret)
            check_key(rows, key, _remedy(key, has_own=SECRET in manifest.members))
        if SECRET in manifest.members and to.secret is not None and not to.secret.exists():
            extract(tar, SECRET, to.secret)
        _restore_blobs(tar, manifest, to.blobs)
        if target is not None and unpacked is not None:
            unpacked.rename(target)
        else:
            upgrade(engine, manifest.schema)
            prepare(engine)
            _restore_tables(tar, manifest, engine)
    return manifest


@contextmanager
def _database_of(tar: tarfile.TarFile, target: Path | None) -> Iterator[Path | None]:
    """Unpack the file of SQLite beside *target*; None for a database server. What is not taken is deleted."""
    if target is None:
        yield None
        return
    target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".restoring-") as folder:
        unpacked = Path(folder) / target.name
        extract(tar, DATABASE, unpacked)
        yield unpacked


def _remedy(key: InstallationKey, *, has_own: bool) -> str:
    if key.brought:
        return "They are from before the key of that installation was changed."
    if has_own:
        return f"The backup brings its own key: remove {key.place}."
    return "Set GOSSAMER_SECRET_KEY to that of the installation that made the backup."


def _check(manifest: Manifest, target: Path | None, engine: Engine) -> None:
    check_origin(manifest, target)
    if target is not None and target.exists():
        raise BadArchive(f"{target} is there already. Restore into an empty data folder (GOSSAMER_HOME).")
    if target is None and inspect(engine).has_table("alembic_version"):
        raise BadArchive("The database is not empty. Restore into an empty one.")


def check_origin(manifest: Manifest, target: Path | None) -> None:
    """Raise BadArchive where the backup is of another kind of database than *target*, or its schema is refused."""
    kind = "postgresql" if target is None else "sqlite"
    if manifest.kind != kind:
        raise BadArchive(f"This is a backup of a {manifest.kind} database; the settings name a {kind} database.")
    if refusal := refuse_schema(manifest.schema, f"backup of version {manifest.version}"):
        raise BadArchive(refusal)


def _restore_blobs(tar: tarfile.TarFile, manifest: Manifest, url: str) -> None:
    names = [name for name in manifest.members if name.startswith(BLOB)]
    if names:
        with blob_failures():
            store = open_blobs(url)
            for name in names:
                store.put(name.removeprefix(BLOB), member(tar, name).read())


def _restore_tables(tar: tarfile.TarFile, manifest: Manifest, engine: Engine) -> None:
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        take_your_time(connection)
        fill_tables(connection, tar, manifest, {"public": "public", "dbos": "dbos"})
        _set_sequences(connection)


def take_your_time(connection: Connection) -> None:
    """Let the transaction of PostgreSQL that *connection* is in last as long as it takes."""
    for limit in ("statement_timeout", "idle_in_transaction_session_timeout"):
        connection.execute(text(f"SET LOCAL {limit} = 0"))


def fill_tables(
    connection: Connection,
    tar: tarfile.TarFile,
    manifest: Manifest,
    schemas: Mapping[str, str],
    *,
    without: Collection[str] = (),
) -> None:
    """Fill tables of PostgreSQL, but for those *without*; *schemas* says where those of each saved schema go."""
    for saved, table in _in_order(connection, manifest, schemas):
        if saved in without or saved in tables_without_backup(manifest.schema):
            continue
        if connection.execute(text(f"SELECT EXISTS (SELECT FROM {quote_table(table)})")).scalar():  # noqa: S608 - verified names
            connection.execute(text(f"DELETE FROM {quote_table(table)}"))  # noqa: S608 - what migrations put there
        columns = manifest.columns[saved]
        source = member(tar, TABLE + saved)
        with (
            cursor(connection) as writing,
            writing.copy(f"COPY {quote_table(table)} ({list_columns(columns)}) FROM STDIN") as copy,
        ):
            while chunk := source.read(_CHUNK):
                copy.write(chunk)


def _in_order(connection: Connection, manifest: Manifest, schemas: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return saved tables and what they are filled into, so that each comes after those that it refers to."""
    look = inspect(connection)
    tables = [
        (f"{saved}.{table}", f"{schema}.{table}")
        for saved, schema in schemas.items()
        for table, _ in look.get_sorted_table_and_fkc_names(schema)
        if table is not None
    ]
    saved_tables = {table for table in manifest.columns if table.partition(".")[0] in schemas}
    missing = saved_tables - {saved for saved, _ in tables}
    if missing:
        raise BadArchive(f"The database of this release has no tables {', '.join(sorted(missing))}.")
    return [(saved, table) for saved, table in tables if saved in saved_tables]


def _set_sequences(connection: Connection) -> None:
    """Let counters go on behind the rows that have come."""
    counters = connection.execute(
        text(
            "SELECT table_schema || '.' || table_name, column_name FROM information_schema.columns "
            "WHERE table_schema IN ('public', 'dbos') "
            "AND pg_get_serial_sequence(quote_ident(table_schema) || '.' || quote_ident(table_name), column_name) "
            "IS NOT NULL"
        )
    ).all()
    for table, column in counters:
        connection.execute(
            text(
                "SELECT setval(pg_get_serial_sequence(:table, :column), COALESCE(MAX("  # noqa: S608 - as above
                f"{quote_table(column)}), 0) + 1, false) FROM {quote_table(table)}"
            ),
            {"table": quote_table(table), "column": column},
        )
