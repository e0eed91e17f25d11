"""Options that the versions share and that change nothing of a page."""

from typing import Annotated, Final

from pydantic import Field

from gossamer.wire.shapes import Shape

_NO_CLEANING: Final = (
    "`onlyCleanContent` was accepted and does nothing: `onlyMainContent` is as far as the clean-up goes here."
)


class AuditMetadata(Shape):
    """The origin of a request, for the caller's own records."""

    username: Annotated[str, Field(max_length=1024)] | None = None


def notices_of_options(*, only_clean_content: bool) -> tuple[str, ...]:
    """Return sentences on options that were accepted and do nothing."""
    return (_NO_CLEANING,) if only_clean_content else ()
