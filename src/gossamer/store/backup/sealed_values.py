"""Sealed values of a backup, and the key that has to open them.

Values are sealed with the key of the installation that made the backup. That is in the file `secret.key` of the data
folder, which is in the backup, or in the setting GOSSAMER_SECRET_KEY, which is not. An installation with another key
can read none of them, so a restore tries the key on each value first.
"""

import re
import sqlite3
import tarfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Table, select

from gossamer.core.errors import SecretUnreadable
from gossamer.store import schema
from gossamer.store.backup.archive import Manifest, NotRestored, member
from gossamer.store.backup.saving import SECRET, TABLE, Kept
from gossamer.store.schema.sealed_headers import HEADERS
from gossamer.store.sealing import Seal
from gossamer.store.team_tables import OF_A_TEAM, belongs

# Every value of some columns in some rows of a table.
Rows = Callable[[Table, Sequence[str]], Iterable[Sequence[Any]]]

# A value may be part of a longer text: addresses are in the JSON of a monitor.
SEALED: Final = re.compile(r"sealed:1:[A-Za-z0-9_=-]+")
# COPY of PostgreSQL, text format.
_ESCAPED: Final = re.compile(r"\\(.)")
_ESCAPES: Final = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f", "v": "\v"}


@dataclass(frozen=True, slots=True)
class SealedColumn:
    """A column with sealed values; *owner* says what they are sealed to, by other columns of the row."""

    table: Table
    column: str
    owner: str
    called: str

    @property
    def columns(self) -> Sequence[str]:
        """Return the columns that are read: first the values, then those that name the owner."""
        return (self.column, *re.findall(r"\{(\w+)\}", self.owner))


COLUMNS: Final = (
    SealedColumn(schema.teams, "webhook_secret", "webhooks of {id}", "webhook secrets"),
    SealedColumn(schema.users, "factor", "second factor of {id}", "second factors"),
    SealedColumn(schema.session_profiles, "state", "profile of {team_id}: {name}", "browser profiles"),
    SealedColumn(schema.monitors, "spec", "monitor services of {team_id}", "addresses and headers of monitors"),
    SealedColumn(schema.job_specs, "spec", HEADERS, "headers of jobs"),
    SealedColumn(schema.webhook_log, "record", HEADERS, "headers of webhooks"),
    SealedColumn(schema.siem_streams, "webhook", HEADERS, "headers of SIEMs"),
    SealedColumn(schema.signing_keys, "private", "signing key {id}", "signing keys"),
    SealedColumn(schema.browser_sessions, "spec", "session {id}", "sessions"),
    SealedColumn(schema.browser_sessions, "recording", "recording of {id}", "recordings of sessions"),
    SealedColumn(schema.session_steps, "step", "steps of {session_id}", "steps of sessions"),
    SealedColumn(schema.scrapes, "opening", "scrape {id}", "visits of scraped pages"),
)


@dataclass(frozen=True, slots=True)
class InstallationKey:
    """The key that an installation will have: *secret* (None for none yet), and how an operator knows it."""

    secret: str | None
    place: str
    # Whether it is that of the backup, which comes with it.
    brought: bool = False


def key_of(tar: tarfile.TarFile, manifest: Manifest, to: Kept, setting: str | None) -> InstallationKey:
    """Return the key that *to* has, or will have when the backup's own comes with it."""
    if setting is not None:
        return InstallationKey(setting, "GOSSAMER_SECRET_KEY")
    if to.secret is not None and to.secret.exists():
        return InstallationKey(to.secret.read_text("ascii", "replace").strip(), str(to.secret))
    if SECRET in manifest.members:
        return InstallationKey(member(tar, SECRET).read().decode("ascii", "replace").strip(), "its own", brought=True)
    return InstallationKey(None, "none, as GOSSAMER_SECRET_KEY is not set")


def check_key(rows: Rows, key: InstallationKey, remedy: str) -> None:
    """Raise NotRestored, with *remedy*, if *key* does not open every sealed value of *rows*."""
    unread = {column.called: count for column in COLUMNS if (count := _unread(column, rows, Seal(lambda: _text(key))))}
    if unread:
        kinds = ", ".join(f"{called} ({count})" for called, count in unread.items())
        raise NotRestored(
            f"The backup has values that were sealed with another key than that of this installation ({key.place}), "
            f"which cannot read them: {kinds}. Nothing was changed. {remedy} "
            "With --lose-secrets it is restored all the same, and these values stay unreadable."
        )


def _unread(column: SealedColumn, rows: Rows, seal: Seal) -> int:
    """Return the number of rows that have a value that *seal* does not open."""
    count = 0
    for stored, *owner in rows(column.table, column.columns):
        named = column.owner.format(**dict(zip(column.columns[1:], owner, strict=True)))
        values = SEALED.findall(stored or "")
        count += not all(_opens(seal, value, named) or _opens(seal, value, HEADERS) for value in values)
    return count


def _opens(seal: Seal, value: str, owner: str) -> bool:
    try:
        seal.open(value, owner)
    except SecretUnreadable:
        return False
    return True


def _text(key: InstallationKey) -> str:
    # Without a key a new one is made later, which opens nothing.
    return key.secret or ""


def rows_of_teams(connection: Connection, saved: Mapping[str, Table], team_ids: Iterable[str]) -> Rows:
    """Return a reader of the rows of some teams in the tables *saved*."""
    ids = tuple(team_ids)

    def rows(table: Table, columns: Sequence[str]) -> Iterator[Sequence[Any]]:
        if table not in OF_A_TEAM:
            return
        saved_table = saved[table.name]
        for team_id in ids:
            query = select(*(saved_table.c[name] for name in columns)).where(belongs(table, team_id, saved))
            yield from connection.execute(query)

    return rows


def rows_of_file(file: Path) -> Rows:
    """Return a reader of a SQLite file that nobody writes; an older release's may lack tables and columns."""

    def rows(table: Table, columns: Sequence[str]) -> Iterator[Sequence[Any]]:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?immutable=1", uri=True)) as database:
            stored_columns = {
                name for (name,) in database.execute("SELECT name FROM pragma_table_info(?)", (table.name,))
            }
            if stored_columns.issuperset(columns):
                # Names of our own schema.
                yield from database.execute(f"SELECT {', '.join(columns)} FROM {table.name}")  # noqa: S608

    return rows


def rows_of_copies(tar: tarfile.TarFile, manifest: Manifest) -> Rows:
    """Return a reader of the tables of a PostgreSQL database as they are in the backup."""

    def rows(table: Table, columns: Sequence[str]) -> Iterator[Sequence[Any]]:
        name = f"public.{table.name}"
        order = manifest.columns.get(name, [])
        if not set(order).issuperset(columns):
            return
        positions = [order.index(column) for column in columns]
        for line in member(tar, TABLE + name):
            cells = line.decode().rstrip("\n").split("\t")
            yield [_plain(cells[position]) for position in positions]

    return rows


def _plain(cell: str) -> str | None:
    if cell == r"\N":
        return None
    return _ESCAPED.sub(lambda match: _ESCAPES.get(match[1], match[1]), cell)
