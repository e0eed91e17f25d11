"""Pages by HTTP: connections are verified first, and an accepted invalid certificate is reported."""

from collections.abc import Awaitable
from typing import Protocol

from gossamer.core.errors import TlsFailed
from gossamer.core.pages import FetchedPage, FetchRequest
from gossamer.net.http import HttpAnswer
from gossamer.ports.clock import Clock


class Get(Protocol):
    """Fetches one page."""

    def __call__(self, *, verify_tls: bool) -> Awaitable[HttpAnswer]:
        """Return the answer; raise TlsFailed when the connection cannot be verified and must be."""


async def fetch_verified(
    get: Get, request: FetchRequest, *, fetcher: str, clock: Clock, notices: tuple[str, ...] = ()
) -> FetchedPage:
    """Return the page that *get* brings, with *notices*. Raises TlsFailed when *request* wants verified pages only."""
    verified = True
    try:
        answer = await get(verify_tls=True)
    except TlsFailed:
        if not request.skip_tls_verification:
            raise
        answer, verified = await get(verify_tls=False), False
    return FetchedPage(
        url=answer.url,
        status=answer.status,
        headers=answer.headers,
        body=answer.body,
        fetched_at=clock.now(),
        fetcher=fetcher,
        tier=request.tier,
        warnings=(*answer.warnings, *notices),
        complete=not answer.warnings,
        verified=verified,
    )
