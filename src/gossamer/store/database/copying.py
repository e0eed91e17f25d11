"""Copies of a SQLite database that is in use."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

_PAGES_A_STEP: Final = 2_000


def copy_sqlite(source: Path, to: Path) -> None:
    """Copy a SQLite database that is in use, as it is at one moment, to the file *to*."""
    with closing(sqlite3.connect(source)) as reading, closing(sqlite3.connect(to)) as writing:
        reading.backup(writing, pages=_PAGES_A_STEP)
