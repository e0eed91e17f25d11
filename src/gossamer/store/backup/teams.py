"""Restoring of single teams out of a backup into an installation that is there: all of it, or nothing.

The backup's tables come beside those of the installation, are brought to its schema, and the rows of the teams are
copied in one transaction. SQLite attaches the backup's file. PostgreSQL has them in a schema of their own, which the
same transaction makes and drops, so that nothing is left of one that was interrupted.
"""

import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, MetaData, text

from gossamer.store.backup.archive import Manifest, NotRestored, extract, member, open_archive, verify
from gossamer.store.backup.restoring import check_origin, fill_tables, take_your_time
from gossamer.store.backup.saving import BLOB, DATABASE, SECRET, Kept
from gossamer.store.backup.sealed_values import InstallationKey, check_key, key_of, rows_of_teams
from gossamer.store.backup.team_rows import Restored, Tables, TeamRows
from gossamer.store.blobs import blob_failures, open_blobs, place_of
from gossamer.store.database import database_file, open_engine
from gossamer.store.index import forget_pages
from gossamer.store.migration import HEAD, current_schema, refuse_schema, upgrade, upgrade_within
from gossamer.store.schema import index_documents, index_queue, metadata

_BESIDE: Final = "restoring"
_REMEDY: Final = "Restore the whole backup elsewhere, with the key of the installation that made it."
_NOT_NEEDED: Final = frozenset({f"public.{table.name}" for table in (index_documents, index_queue)})


@dataclass(frozen=True, slots=True)
class Wanted:
    """The teams to restore, by id or name; with *replace* also those that are there.

    With *lose_secrets* sealed values may stay unreadable.
    """

    teams: Sequence[str]
    replace: bool = False
    lose_secrets: bool = False


def restore_teams(
    file: Path, to: Kept, engine: Engine, selection: Wanted, *, secret: str | None, now: datetime
) -> Sequence[Restored]:
    """Bring teams of the backup *file* back into the installation *to*, which *engine* opens.

    *secret* is the setting that seals secrets, None where a file of *to* has it. Raises BadArchive, NotRestored and
    BlobsUnavailable; then, and when the process ends, the installation is as it was.
    """
    manifest = verify(file)
    target = database_file(to.database)
    check_origin(manifest, target)
    _check_installation(engine)
    with (
        open_archive(file) as tar,
        _take_over_key(key := key_of(tar, manifest, to, secret), tar, to),
        _blobs_of(tar, manifest, to.blobs) as put,
        _beside(tar, manifest, engine, target) as (connection, saved),
    ):
        rows = TeamRows(connection, saved, now)
        restored = []
        ids = dict.fromkeys(rows.named(name)[0] for name in selection.teams)
        if not selection.lose_secrets:
            check_key(rows_of_teams(connection, saved, ids), key, _REMEDY)
        for team_id in ids:
            put(rows.saved_blobs(team_id))
            forget_pages(connection, team_id)
            restored.append(rows.restore(team_id, replace=selection.replace))
        for team in restored:
            rows.bring_credits(team.team_id)
    _forget_blobs(to.blobs, restored)
    return restored


def _check_installation(engine: Engine) -> None:
    schema = current_schema(engine)
    if schema is None:
        raise NotRestored("There is no installation here. Restore the whole backup, without --team.")
    if refusal := refuse_schema(schema):
        raise NotRestored(refusal)
    if schema < HEAD:
        raise NotRestored(f"The database has schema {schema}, this release needs {HEAD}: gossamer upgrade --apply")


@contextmanager
def _take_over_key(key: InstallationKey, tar: tarfile.TarFile, to: Kept) -> Iterator[None]:
    """Take the backup's key over where there is none yet; on an error it is deleted again."""
    if not key.brought or to.secret is None:
        yield
        return
    extract(tar, SECRET, to.secret)
    try:
        yield
    except BaseException:
        to.secret.unlink()
        raise


@contextmanager
def _beside(
    tar: tarfile.TarFile, manifest: Manifest, engine: Engine, target: Path | None
) -> Iterator[tuple[Connection, Tables]]:
    """Have the backup's tables beside the others, and commit what was done when the block has ended well."""
    beside = MetaData()
    saved = {table.name: table.to_metadata(beside, schema=_BESIDE) for table in metadata.sorted_tables}
    with engine.connect().execution_options(writes=True) as connection:
        if target is None:
            with connection.begin():
                _fill(connection, tar, manifest)
                yield connection, saved
                connection.execute(text(f"DROP SCHEMA {_BESIDE} CASCADE"))
            return
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=".restoring-") as folder:
            copy = Path(folder) / "gossamer.db"
            _unpack(tar, copy)
            driver: Any = connection.connection.driver_connection
            # Nobody else shall find it attached.
            connection.detach()
            # Before the transaction: SQLite attaches nothing within one.
            driver.execute(f"ATTACH DATABASE ? AS {_BESIDE}", (str(copy),))
            with connection.begin():
                yield connection, saved


def _unpack(tar: tarfile.TarFile, copy: Path) -> None:
    extract(tar, DATABASE, copy)
    engine = open_engine(f"sqlite:///{copy}")
    try:
        upgrade(engine)
    finally:
        engine.dispose()


def _fill(connection: Connection, tar: tarfile.TarFile, manifest: Manifest) -> None:
    take_your_time(connection)
    connection.execute(text(f"CREATE SCHEMA {_BESIDE}"))
    connection.execute(text(f"SET LOCAL search_path TO {_BESIDE}"))
    upgrade_within(connection, manifest.schema)
    fill_tables(connection, tar, manifest, {"public": _BESIDE}, without=_NOT_NEEDED)
    upgrade_within(connection)
    connection.execute(text("SET LOCAL search_path TO DEFAULT"))


@contextmanager
def _blobs_of(tar: tarfile.TarFile, manifest: Manifest, url: str) -> Iterator["_Blobs"]:
    """Store blobs of the backup that are not there; on an error they are deleted again."""
    blobs = _Blobs(tar, manifest, url)
    try:
        yield blobs
    except BaseException:
        blobs.undo()
        raise


class _Blobs:
    """Puts blobs, and takes back those that it put."""

    def __init__(self, tar: tarfile.TarFile, manifest: Manifest, url: str) -> None:
        self._tar = tar
        self._manifest = manifest
        self._url = url
        self._new: list[str] = []

    def __call__(self, names: frozenset[str]) -> None:
        """Store those of *names* that the backup has."""
        places = [place for place in map(place_of, sorted(names)) if BLOB + place in self._manifest.members]
        if not places:
            return
        with blob_failures():
            store = open_blobs(self._url)
            for place in places:
                try:
                    store.head(place)
                except FileNotFoundError:
                    store.put(place, member(self._tar, BLOB + place).read())
                    self._new.append(place)

    def undo(self) -> None:
        """Delete what was stored."""
        if self._new:
            open_blobs(self._url).delete(self._new)


def _forget_blobs(url: str, restored: Sequence[Restored]) -> None:
    """Delete blobs of rows that were replaced."""
    places = sorted(place_of(name) for team in restored for name in team.blobs_before - team.blobs)
    if places:
        store = open_blobs(url)
        for place in places:
            try:
                store.delete(place)
            except FileNotFoundError:
                continue
