"""Identities under which sites are visited, and the identity of the work under way.

It belongs to whoever asks for a visit, and matters to each request that the visit leads to, files about the site
included. So it is kept with the task, and tasks that this one begins have it too.
"""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum
from typing import Final, TypeAlias


class VisitIdentity(StrEnum):
    """How sites are visited: as an ordinary browser does, or under the service's own name."""

    BROWSER = "browser"
    HONEST = "honest"


# Returns the identity of a key by the id of the key; None is that of the service.
IdentityFinder: TypeAlias = Callable[[str], Awaitable[VisitIdentity | None]]

_chosen: Final[ContextVar[VisitIdentity | None]] = ContextVar("visit_identity", default=None)


def chosen_identity() -> VisitIdentity | None:
    """Return the identity of the work under way, None where it is that of the service."""
    return _chosen.get()


@contextmanager
def visiting_as(identity: VisitIdentity | None) -> Iterator[None]:
    """Visit sites under *identity* while the block runs."""
    token = _chosen.set(identity)
    try:
        yield
    finally:
        _chosen.reset(token)
