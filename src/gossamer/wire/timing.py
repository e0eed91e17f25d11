"""How long a caller is willing to wait; milliseconds on the wire."""

from datetime import timedelta
from typing import Annotated

from pydantic import Field

from gossamer.wire.agents import AGENT_TIMEOUT
from gossamer.wire.shapes import Whole

# A request holds a connection and perhaps a browser page; nobody may hold them for hours.
MAX_TIMEOUT_MS = 600_000

Timeout = Annotated[
    Whole, Field(ge=1000, le=MAX_TIMEOUT_MS, description="Milliseconds until the answer must be there.")
]
WaitTime = Annotated[Whole, Field(ge=0, le=60_000, description="Milliseconds to wait after the page loaded.")]


def patience(timeout: int | None, wait_for: int | None, *, default: timedelta, agent: bool) -> timedelta:
    """Return how long a request may take, from what the caller said in milliseconds.

    The default grows with a long `waitFor`, which would otherwise use it up.
    """
    if timeout is not None:
        return timedelta(milliseconds=timeout)
    if agent:
        return AGENT_TIMEOUT
    return max(default, 2 * timedelta(milliseconds=wait_for or 0))
