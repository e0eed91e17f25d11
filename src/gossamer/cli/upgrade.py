"""`gossamer upgrade`: what this release will change in the database, and whether it can."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from gossamer.bootstrap.database import Occupied, sole_server
from gossamer.cli.exit_codes import ExitCode
from gossamer.cli.problems import explain, read_settings
from gossamer.core.errors import DatabaseUnavailable
from gossamer.store.database import database_file, database_url, open_engine, why_unusable
from gossamer.store.migration import HEAD, current_schema, migrate, pending_migrations, refuse_schema

_MEGABYTE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Preflight:
    """What was found before an upgrade; *file* is None on PostgreSQL, and sizes are bytes.

    *server* is the process that uses the SQLite file, "" when there is none.
    """

    schema: str | None
    file: Path | None = None
    size: int = 0
    free: int = 0
    server: str = ""

    @property
    def pending(self) -> tuple[str, ...]:
        """Return the migrations that have to run."""
        return pending_migrations(self.schema)

    def obstacles(self) -> Iterator[str]:
        """Yield the reasons that keep the upgrade from being done, a sentence each."""
        if self.schema is not None and (refusal := refuse_schema(self.schema)):
            yield refusal
            return
        if self.pending and self.server:
            yield f"Gossamer (process {self.server}) serves from this database. Stop it first."
        # The copy of the file, and the tables that are written anew.
        if self.pending and self.schema is not None and self.file is not None and self.free < 2 * self.size:
            needed = 2 * self.size / _MEGABYTE
            yield f"{self.file.parent} has {self.free / _MEGABYTE:.0f} MB free, and the upgrade needs {needed:.0f} MB."

    def sentences(self) -> Iterator[str]:
        """Yield the steps of the upgrade, a sentence each."""
        if not self.pending:
            yield f"The database has schema {self.schema}, the one of this release. There is nothing to do."
        elif self.schema is None:
            yield f"There is no database yet. It is made with schema {HEAD} at the first start."
        else:
            yield f"The database has schema {self.schema}, this release needs {HEAD}: {', '.join(self.pending)}."
            if self.file is None:
                yield "PostgreSQL is changed in one transaction and not copied: run `gossamer backup` first."
            else:
                size = self.size / _MEGABYTE
                yield f"{self.file.name} ({size:.1f} MB) is copied to {self.file.name}.schema-{self.schema} first."


def upgrade(*, apply: bool) -> int:
    """Print what the upgrade will do, and do it with *apply*; return the exit code."""
    settings = read_settings()
    if settings is None:
        return ExitCode.BAD_REQUEST
    url = database_url(settings.database_url, settings.home)
    engine = open_engine(url)
    try:
        return _upgrade(url, engine, apply=apply)
    except SQLAlchemyError as error:
        return explain(why_unusable(error, engine.url))
    except DatabaseUnavailable as error:
        return explain(error.message)
    finally:
        engine.dispose()


def _upgrade(url: str, engine: Engine, *, apply: bool) -> int:
    plan = preflight(url, engine)
    print(f"Gossamer {version('gossamer')}.")
    obstacles = list(plan.obstacles())
    if obstacles:
        return explain(" ".join(obstacles))
    print("\n".join(plan.sentences()))
    if not apply or not plan.pending:
        return ExitCode.DONE
    with sole_server(url):
        migrate(engine)
    print(f"Done: the database has schema {HEAD}.")
    return ExitCode.DONE


def preflight(url: str, engine: Engine) -> Preflight:
    """Look at the database at *url*, which *engine* opens, and at its disk; nothing is changed."""
    file = database_file(url)
    if file is None:
        return Preflight(current_schema(engine))
    if not file.exists():
        return Preflight(None, file)
    return Preflight(
        current_schema(engine), file, file.stat().st_size, shutil.disk_usage(file.parent).free, _server(url)
    )


def _server(url: str) -> str:
    try:
        with sole_server(url):
            return ""
    except Occupied as error:
        return error.pid or "unknown"
