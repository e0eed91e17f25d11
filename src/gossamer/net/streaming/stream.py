"""An answer whose head has come and whose body is still to come."""

from collections.abc import AsyncIterator, Mapping
from types import TracebackType
from typing import Self

import aiohttp

from gossamer.core.deadlines import Deadline
from gossamer.core.urls import WebUrl, host_of
from gossamer.net.http_failures import site_error


class HttpStream:
    """The answer of *url*, the address after redirects; an async context manager that gives up what was not read.

    *headers* have lower-case names, repeated ones are joined with ", ".
    """

    def __init__(
        self, url: WebUrl, response: aiohttp.ClientResponse, headers: Mapping[str, str], deadline: Deadline
    ) -> None:
        self.url = url
        self.status = response.status
        self.headers = headers
        self._response = response
        self._deadline = deadline

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give the connection back, or end it when something was left unread."""
        self._response.release()

    async def chunks(self) -> AsyncIterator[bytes]:
        """Yield the body as it was sent.

        A body that ends too early gives what came. Raises a SiteError when nothing came, and
        TimedOut.
        """
        came = False
        while chunk := await self._next(came=came):
            came = True
            yield chunk

    async def _next(self, *, came: bool) -> bytes:
        try:
            # Guarded piece by piece: a guard around a generator's yield would cancel the consumer.
            async with self._deadline.guard():
                return await self._response.content.readany()
        except (aiohttp.ClientError, OSError) as error:
            if came and isinstance(error, (aiohttp.ClientPayloadError, ConnectionError)):
                return b""
            raise site_error(error, host_of(self.url)) from error
