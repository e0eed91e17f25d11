"""robots.txt files: fetched once, kept for a day in the deployment's store, read once in a process."""

import asyncio
from collections import OrderedDict
from contextlib import aclosing, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Final
from urllib.parse import urlsplit

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import NotConnected, TimedOut, TlsFailed, TooLarge, Unreachable
from gossamer.core.specs import Location
from gossamer.core.urls import WebUrl, origin_of, resolve, without_fragment
from gossamer.net.http import HttpClient
from gossamer.net.profiles import browser_headers
from gossamer.net.robots.rules import Rules, read_rules, token_of
from gossamer.net.streaming import HttpStream, unpack_chunks
from gossamer.ports.clock import Clock
from gossamer.ports.hosts import HostStore, StoredRobots

# RFC 9309: sections 2.5, 2.3.1.2 and 2.4.
_LIMIT: Final = 512_000
_REDIRECTS: Final = 5
_LASTS: Final = timedelta(hours=24)
# A server that failed is asked again soon; meanwhile holds what is known of the day before (section 2.4).
_FAILURE_LASTS: Final = timedelta(minutes=5)
_STALE_LASTS: Final = timedelta(days=2)
# A server that takes longer for a small file counts as unreachable: the page behind it needs time too.
_PATIENCE: Final = timedelta(seconds=20)
_SECOND_TRY_AFTER: Final = timedelta(seconds=1)
# Bytes of files held in a process; the rules made of them are some ten times as large.
_HELD: Final = 4_000_000
_OVERHEAD: Final = 500
_MOST_AGENTS: Final = 16
# Larger files, in bytes, are parsed in a thread: it takes some 20 ms.
_LARGE: Final = 50_000
# Asking again a second later would give the same.
_HOPELESS: Final = (NotConnected, TlsFailed)


@dataclass(slots=True)
class _KnownFile:
    """A file, until when it holds, and what was read of it for each agent."""

    file: StoredRobots
    until: datetime
    rules: dict[str, Rules] = field(default_factory=dict)
    reading: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def weight(self) -> int:
        return len(self.file.body) + _OVERHEAD


class HttpRobots:
    """The rules of any origin; one fetch at a time for each in this process. Other files about a site go the same way.

    4xx means there are no rules. A server that fails (5xx, 429, no answer) is tried a second
    time, then nothing may be fetched for five minutes, unless a file from the last two days
    is known. More than five redirects mean there are no rules either. A name without an address is
    no server that could have rules: NameNotResolved.
    """

    def __init__(self, client: HttpClient, hosts: HostStore, clock: Clock) -> None:
        self._client = client
        self._hosts = hosts
        self._clock = clock
        self._known: OrderedDict[str, _KnownFile] = OrderedDict()
        self._weight = 0
        self._under_way: dict[str, asyncio.Event] = {}

    async def rules(self, url: WebUrl, *, agent: str | None, deadline: Deadline) -> Rules:
        """Return the rules for the origin of *url*."""
        origin = _origin(url)
        return await _read(await self._entry(origin, deadline), origin, token_of(agent))

    async def file(self, url: WebUrl, *, deadline: Deadline) -> bytes | None:
        """Return the file at *url*; empty when it is not there, None when the server failed."""
        file = (await self._entry(without_fragment(url), deadline)).file
        return None if file.unreachable else file.body

    async def _entry(self, origin: str, deadline: Deadline) -> _KnownFile:
        # A site may have another file for a visitor that gives its name.
        origin += "" if self._client.own is None else "#honest"
        if (entry := self._fresh(origin)) is not None:
            return entry
        async with deadline.guard():
            return await self._find_file(origin, deadline)

    async def _find_file(self, origin: str, deadline: Deadline) -> _KnownFile:
        """Find the file, or wait for the running request; if that one is cancelled, take over."""
        while (other := self._under_way.get(origin)) is not None:
            await other.wait()
            if (entry := self._fresh(origin)) is not None:
                return entry
        done = self._under_way[origin] = asyncio.Event()
        try:
            entry = await self._load_file(origin) or await self._fetch_file(origin, deadline)
            self._remember(origin, entry)
            return entry
        finally:
            del self._under_way[origin]
            done.set()

    async def _load_file(self, origin: str) -> _KnownFile | None:
        now = self._clock.now()
        file = await self._hosts.robots(origin, not_before=now - _LASTS)
        if file is None or file.fetched_at + _lifetime(file) <= now:
            return None
        return _KnownFile(file, file.fetched_at + _lifetime(file))

    async def _fetch_file(self, origin: str, deadline: Deadline) -> _KnownFile:
        file = await self._fetch(origin, deadline)
        now = self._clock.now()
        if file.unreachable:
            stale = await self._hosts.robots(origin, not_before=now - _STALE_LASTS)
            if stale is not None and not stale.unreachable:
                return _KnownFile(stale, now + _FAILURE_LASTS)
        await self._hosts.keep_robots(origin, file)
        return _KnownFile(file, now + _lifetime(file))

    async def _fetch(self, origin: str, deadline: Deadline) -> StoredRobots:
        budget = Deadline.after(min(_PATIENCE, timedelta(seconds=deadline.remaining())))
        try:
            body = await self._ask_twice(origin, budget)
        except TimedOut:
            # Whose time is over: the caller's, or only what a robots.txt is given?
            deadline.check()
            body = None
        return StoredRobots(body or b"", self._clock.now(), unreachable=body is None)

    async def _ask_twice(self, origin: str, deadline: Deadline) -> bytes | None:
        """Return the file, empty when there is none; None when the server fails."""
        try:
            body = await self._request_file(origin, deadline)
        except _HOPELESS:
            return None
        if body is None:
            await self._clock.sleep(_SECOND_TRY_AFTER)
            with suppress(*_HOPELESS):
                body = await self._request_file(origin, deadline)
        return body

    async def _request_file(self, origin: str, deadline: Deadline) -> bytes | None:
        try:
            stream = await self._client.open(
                without_fragment(resolve(origin, "" if urlsplit(origin).path else "/robots.txt")),
                deadline=deadline,
                headers={},
                profile=browser_headers(Location(), mobile=False),
                redirects=_REDIRECTS,
            )
            async with stream:
                return await _content(stream)
        except TooLarge:
            return b""
        except Unreachable as error:
            if isinstance(error, NotConnected):
                raise
            return None

    def _fresh(self, origin: str) -> _KnownFile | None:
        entry = self._known.get(origin)
        if entry is None or entry.until <= self._clock.now():
            return None
        self._known.move_to_end(origin)
        return entry

    def _remember(self, origin: str, entry: _KnownFile) -> None:
        before = self._known.pop(origin, None)
        self._weight += entry.weight - (before.weight if before else 0)
        self._known[origin] = entry
        while self._weight > _HELD and len(self._known) > 1:
            _, oldest = self._known.popitem(last=False)
            self._weight -= oldest.weight


async def _content(stream: HttpStream) -> bytes | None:
    if stream.status == HTTPStatus.TOO_MANY_REQUESTS or stream.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return None
    if not HTTPStatus.OK <= stream.status < HTTPStatus.MULTIPLE_CHOICES:
        return b""
    body = bytearray()
    coding = stream.headers.get("content-encoding", "")
    async with aclosing(unpack_chunks(stream.chunks(), coding, limit=_LIMIT)) as pieces:
        async for piece in pieces:
            body += piece
    # A line that is cut short means something else: "/" instead of "/private".
    return bytes(body if len(body) < _LIMIT else body[: body.rfind(b"\n") + 1])


def _lifetime(file: StoredRobots) -> timedelta:
    return _FAILURE_LASTS if file.unreachable else _LASTS


async def _read(state: _KnownFile, origin: str, token: str) -> Rules:
    """Return the rules of *state* for the crawler with *token*; parsed once for all who ask at the same time."""
    async with state.reading:
        rules = state.rules.get(token)
        if rules is None:
            # A large file takes long enough to hold up others.
            if len(state.file.body) > _LARGE:
                rules = await asyncio.to_thread(_rules, state.file, origin, token)
            else:
                rules = _rules(state.file, origin, token)
            state.rules[token] = rules
            while len(state.rules) > _MOST_AGENTS:
                del state.rules[next(iter(state.rules))]
    return rules


def _rules(file: StoredRobots, origin: str, token: str) -> Rules:
    if file.unreachable:
        return Rules(token, unreachable=True)
    if not file.body:
        return Rules(token)
    return read_rules(file.body, resolve(origin, "/robots.txt"), token)


def _origin(url: WebUrl) -> str:
    scheme, host, port = origin_of(url)
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}"
