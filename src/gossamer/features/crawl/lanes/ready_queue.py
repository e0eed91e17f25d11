"""Entries that a lane holds and has not begun, and the workers that wait for one."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable

from gossamer.core.crawls import Entry
from gossamer.features.crawl.pace import host_key


class ReadyQueue:
    """Entries in order; one whose host has no room lets those of other hosts pass."""

    def __init__(self, has_room: Callable[[str], bool]) -> None:
        self._has_room = has_room
        # By host, each with its number in the order of all.
        self._hosts: dict[str, deque[tuple[int, Entry]]] = {}
        self._added = 0
        self._taken = 0
        self._news = asyncio.Event()
        self._idle = 0

    def __len__(self) -> int:
        return self._added - self._taken

    @property
    def blocked(self) -> int:
        """Return the number of entries whose hosts have no room."""
        return sum(len(waiting) for host, waiting in self._hosts.items() if not self._has_room(host))

    def add(self, entries: Iterable[Entry]) -> None:
        """Add entries behind the others."""
        for entry in entries:
            self._added += 1
            self._hosts.setdefault(host_key(entry.url), deque()).append((self._added, entry))
        self.notify()

    def notify(self) -> None:
        """Let waiting workers look again."""
        if self._idle:
            self._news.set()
            self._news = asyncio.Event()

    async def next(self, may_begin: Callable[[], bool]) -> tuple[Entry, str]:
        """Return the first entry that may be begun, with its host; wait until there is one."""
        while (entry := self._first() if self and may_begin() else None) is None:
            self._idle += 1
            try:
                await self._news.wait()
            finally:
                self._idle -= 1
        return entry

    def _first(self) -> tuple[Entry, str] | None:
        open_hosts = [host for host in self._hosts if self._has_room(host)]
        if not open_hosts:
            return None
        host = min(open_hosts, key=lambda host: self._hosts[host][0][0])
        waiting = self._hosts[host]
        _, entry = waiting.popleft()
        if not waiting:
            del self._hosts[host]
        self._taken += 1
        return entry, host
