"""A data folder that this process alone uses, where several may run on one machine."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path

from gossamer.bootstrap.database_lock import Occupied, sole_server
from gossamer.store.database import database_url


@contextmanager
def own_folder(below: Path) -> Iterator[Path]:
    """Give the first numbered folder in *below* that no other process uses; what an earlier one left is there."""
    with ExitStack() as held:
        yield next(home for number in count(1) if (home := _taken(below / str(number), held)))


def _taken(home: Path, held: ExitStack) -> Path | None:
    """Return *home* when it is ours until *held* is closed, None when another process uses it."""
    home.mkdir(parents=True, exist_ok=True, mode=0o700)
    try:
        held.enter_context(sole_server(database_url(None, home)))
    except Occupied:
        return None
    return home
