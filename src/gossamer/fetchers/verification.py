"""Certificate checks: connections are verified first, and an accepted invalid certificate is reported."""

from collections.abc import Awaitable
from typing import Protocol

from gossamer.core.errors import TlsFailed
from gossamer.core.pages import FetchRequest
from gossamer.net.http import HttpAnswer


class Get(Protocol):
    """Fetches one page."""

    def __call__(self, *, verify_tls: bool) -> Awaitable[HttpAnswer]:
        """Return the answer; raise TlsFailed when the connection cannot be verified and must be."""


async def verified_first(get: Get, request: FetchRequest) -> tuple[HttpAnswer, bool]:
    """Return what *get* brings, and whether the connection was verified.

    Raises TlsFailed when it could not be and *request* asks for that.
    """
    try:
        return await get(verify_tls=True), True
    except TlsFailed:
        if not request.skip_tls_verification:
            raise
    return await get(verify_tls=False), False
