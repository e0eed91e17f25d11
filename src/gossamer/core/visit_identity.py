"""How the work under way visits sites: under which identity, and which check its pages have to pass.

Both belong to whoever asks for a visit, and matter to each request that the visit leads to, files about the site
included. So they are kept with the task, and tasks that this one begins have them too.
"""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from enum import StrEnum
from typing import Final, TypeAlias, TypeVar

from gossamer.core.errors import ServiceError

_T = TypeVar("_T")


class VisitIdentity(StrEnum):
    """How sites are visited: as an ordinary browser does, or under the service's own name."""

    BROWSER = "browser"
    HONEST = "honest"


# Returns the error that says why a page may not be opened in a browser, or None; it may ask its site.
PageCheck: TypeAlias = Callable[[str], Awaitable[ServiceError | None]]
# Returns the identity of a key by the id of the key; None is that of the service.
IdentityFinder: TypeAlias = Callable[[str], Awaitable[VisitIdentity | None]]

_identity: Final[ContextVar[VisitIdentity | None]] = ContextVar("visit_identity", default=None)
_check: Final[ContextVar[PageCheck | None]] = ContextVar("page_check", default=None)


def chosen_identity() -> VisitIdentity | None:
    """Return the identity of the work under way, None where it is that of the service."""
    return _identity.get()


def chosen_check() -> PageCheck | None:
    """Return the check that each page has to pass before it is asked for, None for none."""
    return _check.get()


def visiting_as(identity: VisitIdentity | None) -> AbstractContextManager[None]:
    """Visit sites under *identity* while the block runs."""
    return _holding(_identity, identity)


def checking_pages(check: PageCheck | None) -> AbstractContextManager[None]:
    """Have pages pass *check* while the block runs, and in the browsers that it opens."""
    return _holding(_check, check)


@contextmanager
def _holding(variable: ContextVar[_T], value: _T) -> Iterator[None]:
    token = variable.set(value)
    try:
        yield
    finally:
        variable.reset(token)
