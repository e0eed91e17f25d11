"""`gossamer backup FILE`, `gossamer restore FILE` and `gossamer restore FILE --team TEAM`."""

from collections.abc import Callable
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from gossamer.bootstrap.database import Occupied, sole_server
from gossamer.cli.problems import BAD_SETTING, explain, read_settings
from gossamer.core.errors import ServiceError
from gossamer.settings import Settings
from gossamer.store.backup import (
    BadArchive,
    Kept,
    Manifest,
    NothingToSave,
    NotRestored,
    Sealing,
    Wanted,
    restore_teams,
    save,
    verify,
)
from gossamer.store.backup import restore as bring_back
from gossamer.store.database import database_url, open_engine
from gossamer.store.sealing import secret_file

_MEGABYTE = 1024 * 1024


def backup(file: Path) -> int:
    """Write a backup and verify it; return the exit code. A name without an ending is a folder, made if needed."""
    now = datetime.now(UTC)
    if file.is_dir() or not file.suffix:
        file /= f"gossamer-{now:%Y%m%d-%H%M%S}.tar"

    def work(storage: Kept, _: str | None) -> str:
        file.parent.mkdir(parents=True, exist_ok=True)
        engine = open_engine(storage.database)
        try:
            save(storage, engine, file, version=version("gossamer"), now=now)
        finally:
            engine.dispose()
        return (
            f"Saved {_list_parts(verify(file))} to {file} and verified it. It holds secrets: keep it as you keep keys."
        )

    return _run(work)


def check(file: Path) -> int:
    """Verify a backup; return the exit code."""
    return _run(lambda *_: f"{file} is whole: {_list_parts(verify(file))}.")


def restore(file: Path, *, lose_secrets: bool = False) -> int:
    """Bring a backup back; return the exit code."""
    from gossamer.engine.transact import migrate as prepare_engine  # noqa: PLC0415 - it loads the job engine

    def work(storage: Kept, secret: str | None) -> str:
        with sole_server(storage.database):
            engine = open_engine(storage.database)
            try:
                manifest = bring_back(
                    file, storage, engine, prepare=prepare_engine, sealing=Sealing(secret, lose_secrets)
                )
            finally:
                engine.dispose()
        return f"Restored {_list_parts(manifest)}. Start the service; it goes on with the jobs that were under way."

    return _run(work)


def restore_some(file: Path, selection: Wanted) -> int:
    """Bring teams of a backup back into this installation; return the exit code."""

    def work(storage: Kept, secret: str | None) -> str:
        with sole_server(storage.database):
            engine = open_engine(storage.database)
            try:
                restored = restore_teams(file, storage, engine, selection, secret=secret, now=datetime.now(UTC))
            finally:
                engine.dispose()
        names = ", ".join(f"`{team.name}` ({team.team_id})" for team in restored)
        return f"Restored {names}. Jobs that were under way go on when the service runs, and search reads pages anew."

    return _run(work)


def _run(work: Callable[[Kept, str | None], str]) -> int:
    settings = read_settings()
    if settings is None:
        return BAD_SETTING
    try:
        settings.home.mkdir(parents=True, exist_ok=True, mode=0o700)
        secret = settings.secret_key
        print(work(_find_kept(settings), None if secret is None else secret.get_secret_value()))
    except (BadArchive, NothingToSave, NotRestored) as error:
        return explain(str(error))
    except Occupied as error:
        return explain(f"Gossamer (process {error.pid or 'unknown'}) serves from {settings.home}. Stop it first.")
    except ServiceError as error:
        return explain(error.message)
    except (OSError, SQLAlchemyError) as error:
        return explain(f"It did not work, and nothing was left behind: {error}.")
    return 0


def _find_kept(settings: Settings) -> Kept:
    return Kept(
        database=database_url(settings.database_url, settings.home),
        blobs=settings.blobs_url or str(settings.home / "blobs"),
        secret=None if settings.secret_key else secret_file(settings.home),
    )


def _list_parts(manifest: Manifest) -> str:
    megabytes = sum(size for size, _ in manifest.members.values()) / _MEGABYTE
    blobs = sum(name.startswith("blobs/") for name in manifest.members)
    database = f"the {manifest.kind} database (schema {manifest.schema}, {manifest.made_at})"
    return f"{database} and {blobs} blobs, {megabytes:.1f} MB"
