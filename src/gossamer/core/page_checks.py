"""The check of the pages that the work under way opens in a browser: it is kept with the task, as the identity is."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from gossamer.core.access import PageCheck

_chosen: Final[ContextVar[PageCheck | None]] = ContextVar("page_check", default=None)


def chosen_check() -> PageCheck | None:
    """Return the check that each page has to pass before it is asked for, None for none."""
    return _chosen.get()


@contextmanager
def checking_pages(check: PageCheck | None) -> Iterator[None]:
    """Have pages pass *check* while the block runs, and in the browsers that it opens."""
    token = _chosen.set(check)
    try:
        yield
    finally:
        _chosen.reset(token)
