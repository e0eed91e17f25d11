"""The caller's time limit, in milliseconds on the wire."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Annotated

from pydantic import Field

from gossamer.core.formats import ChangeTracking, Format, Json
from gossamer.wire.agents import AGENT_TIMEOUT
from gossamer.wire.shapes import Whole

# A request holds a connection and perhaps a browser page; nobody may hold them for hours.
MAX_TIMEOUT_MS = 600_000

Timeout = Annotated[Whole, Field(ge=1000, le=MAX_TIMEOUT_MS, description="Time limit in milliseconds.")]
WaitTime = Annotated[Whole, Field(ge=0, le=60_000, description="Milliseconds to wait after the page loaded.")]


# The default of older clients, which send it along; a page and a model need more.
_TOO_SHORT_FOR_DATA = timedelta(seconds=30)
_ENOUGH_FOR_DATA = timedelta(seconds=60)


def patience(
    timeout: int | None, wait_for: int | None, formats: Sequence[Format] = (), *, default: timedelta, agent: bool
) -> timedelta:
    """Return the time limit of a request, from the caller's milliseconds.

    The default grows with a long `waitFor`, which would otherwise use it up. Structured data have a minute where 30
    seconds were given, by the caller or as the default.
    """
    if timeout is None and agent:
        return AGENT_TIMEOUT
    limit = timedelta(milliseconds=timeout) if timeout is not None else default
    if limit == _TOO_SHORT_FOR_DATA and any(isinstance(entry, Json | ChangeTracking) for entry in formats):
        limit = _ENOUGH_FOR_DATA
    return limit if timeout is not None else max(limit, 2 * timedelta(milliseconds=wait_for or 0))
