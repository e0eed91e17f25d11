"""The encoding of states and kinds of entries in rows."""

from enum import IntEnum

from sqlalchemy import ColumnElement, literal_column

from gossamer.core.crawls import EntryKind
from gossamer.store.schema import frontier


class State(IntEnum):
    """The state of a frontier entry; WAITING is queued, but not to be taken yet."""

    QUEUED = 0
    WAITING = 1
    TAKEN = 2
    DONE = 3
    FAILED = 4
    REFUSED = 5


KINDS = (EntryKind.PAGE, EntryKind.SITEMAP, EntryKind.SOURCE)


def in_state(state: State) -> ColumnElement[bool]:
    """Return the condition that an entry is in *state*.

    The number is part of the text: a partial index is used only when the statement names its condition.
    """
    return frontier.c.state == literal_column(str(int(state)))
