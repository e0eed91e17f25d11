"""Options that the versions share and that change nothing of a page."""

from typing import Annotated

from pydantic import Field

from gossamer.wire.shapes import Shape


class AuditMetadata(Shape):
    """The origin of a request, for the caller's own records."""

    username: Annotated[str, Field(min_length=1, max_length=1024)]


def username_of(given: AuditMetadata | None) -> str:
    """Return for whom a request is made, empty when it does not say."""
    return "" if given is None else given.username
