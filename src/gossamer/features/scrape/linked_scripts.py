"""The linked scripts of a page that is slightly doubtful: read, they may name an element that they fill.

A script that a site wrote for its pages is small and shared by many of them, so each is fetched once in a while and
only the names in it are kept. Bundles of frameworks name nothing that helps; they are left alone.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from functools import reduce
from operator import or_
from typing import Final

from gossamer.content.charset import decode
from gossamer.content.dynamic import LookedUp
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import InvalidTarget, ServiceError
from gossamer.core.pages import FetchedPage, FetchRequest
from gossamer.core.urls import host_of, resolve, with_credentials_of
from gossamer.ports.clock import Clock
from gossamer.ports.fetcher import Fetcher

_MOST: Final = 6
_LARGEST: Final = 256 * 1024
_PATIENCE: Final = timedelta(seconds=3)
_LASTS: Final = timedelta(minutes=30)
_KEPT: Final = 2_000
_OK: Final = 200


class LinkedScripts:
    """Reads linked scripts by *fetcher* and remembers what they look up."""

    def __init__(self, fetcher: Fetcher | None, clock: Clock) -> None:
        self._fetcher = fetcher
        self._clock = clock
        self._known: OrderedDict[str, tuple[float, LookedUp]] = OrderedDict()

    async def names(self, linked: Sequence[str], page: FetchedPage, request: FetchRequest) -> LookedUp:
        """Return the names that *linked* scripts of the page's own host look up; of many scripts, the last count."""
        addresses = []
        for source in linked:
            try:
                address = resolve(page.url, source)
            except InvalidTarget:
                continue
            if host_of(address) == host_of(page.url):
                addresses.append(with_credentials_of(request.url, address))
        lookups = await asyncio.gather(*(self._names(url, request) for url in addresses[-_MOST:]))
        return reduce(or_, lookups, LookedUp())

    async def _names(self, address: str, request: FetchRequest) -> LookedUp:
        now = self._clock.monotonic()
        if (cache_entry := self._known.get(address)) is not None and cache_entry[0] > now:
            return cache_entry[1]
        names = await self._read(address, request)
        if names is None:
            return LookedUp()
        self._known[address] = (now + _LASTS.total_seconds(), names)
        while len(self._known) > _KEPT:
            self._known.popitem(last=False)
        return names

    async def _read(self, address: str, request: FetchRequest) -> LookedUp | None:
        """Return the names in the script at *address*; none when it is too large, None when it does not come."""
        if self._fetcher is None:
            return None
        seconds = min(_PATIENCE.total_seconds(), request.deadline.remaining() / 4)
        deadline = Deadline.after(timedelta(seconds=seconds))
        script_request = replace(
            request, url=resolve(request.url, address), deadline=deadline, actions=(), keep_as=None, sent=[]
        )
        try:
            async with deadline.guard():
                answer = await self._fetcher.fetch(script_request)
        except ServiceError:
            return None
        if answer.status != _OK:
            return None
        if len(answer.body) > _LARGEST:
            return LookedUp()
        code = decode(answer.body, content_type=answer.content_type, charset=answer.charset, url=answer.url)
        return LookedUp.of([code.encode()])
