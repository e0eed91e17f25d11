"""Sitemaps fetched and read as they arrive."""

import asyncio
import re
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import aclosing
from http import HTTPStatus
from typing import Final

from gossamer.content.sitemaps import SitemapParser
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import SiteError, Unsupported
from gossamer.core.specs import Location
from gossamer.core.urls import WebUrl, without_credentials
from gossamer.net.http import HttpClient
from gossamer.net.profiles import browser_headers
from gossamer.net.streaming import unpack_chunks
from gossamer.ports.sites import SitemapEntry

# The protocol's limit of a file, in bytes, and the entries in a slice.
_LIMIT: Final = 52_428_800
_SLICE: Final = 1_000
_CHARSET: Final = re.compile(r"charset\s*=\s*[\"']?\s*([\w.:+-]{1,40})", re.IGNORECASE | re.ASCII)


class HttpSitemaps:
    """Reads sitemaps by HTTP; of each only some 64 kB are held at a time.

    A file is read up to 50 MB, counted decompressed.
    """

    def __init__(self, client: HttpClient) -> None:
        self._client = client

    async def read(self, url: WebUrl, *, deadline: Deadline) -> AsyncGenerator[Sequence[SitemapEntry], None]:
        """Yield the entries of the sitemap at *url*."""
        profile = browser_headers(Location(), mobile=False)
        async with await self._client.open(url, deadline=deadline, headers={}, profile=profile) as stream:
            if stream.status != HTTPStatus.OK:
                raise SiteError(f"There is no sitemap at {without_credentials(url)}: it answers {stream.status}.")
            parser = SitemapParser(stream.url, charset=_charset(stream.headers.get("content-type", "")))
            coding = stream.headers.get("content-encoding", "")
            async with aclosing(unpack_chunks(stream.chunks(), coding, limit=_LIMIT, packed_file=True)) as pieces:
                async for piece in pieces:
                    for some in _slice_entries(parser.feed(piece)):
                        yield some
                    if parser.kind == "none":
                        break
                    # A small packed file can be a large one: others have their turn between its pieces.
                    await asyncio.sleep(0)
            for some in _slice_entries(parser.close()):
                yield some
            if not parser.recognised:
                raise Unsupported(f"{without_credentials(url)} is not a sitemap.")


def _charset(content_type: str) -> str:
    match = _CHARSET.search(content_type)
    return match[1] if match else ""


def _slice_entries(entries: Sequence[SitemapEntry]) -> Iterator[Sequence[SitemapEntry]]:
    for start in range(0, len(entries), _SLICE):
        yield entries[start : start + _SLICE]
