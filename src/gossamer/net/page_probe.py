"""Conditional requests: whether a page is still the version that we have (RFC 9110, section 13)."""

from http import HTTPStatus

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import ServiceError
from gossamer.core.monitoring import Baseline
from gossamer.core.specs import Location
from gossamer.core.urls import WebUrl
from gossamer.net.http import HttpClient
from gossamer.net.profiles import browser_headers


class HttpPageProbe:
    """A PageProbe."""

    def __init__(self, client: HttpClient) -> None:
        self._client = client

    async def unchanged(self, url: str, baseline: Baseline, *, deadline: Deadline) -> bool:
        """Return whether the site says that *url* is still the version of *baseline*; False when it says nothing."""
        tags = {"if-none-match": baseline.etag, "if-modified-since": baseline.last_modified}
        headers = {name: value for name, value in tags.items() if value}
        try:
            answer = await self._client.open(
                WebUrl(url),
                deadline=deadline,
                headers=headers,
                profile=browser_headers(Location(), mobile=False),
                redirects=0,
            )
        except ServiceError:
            return False
        # Its body, if there is one, is not read.
        async with answer:
            return answer.status == HTTPStatus.NOT_MODIFIED
