"""Entries a lane holds and has not begun, and the workers that wait for one."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable

from gossamer.core.crawling import Entry
from gossamer.features.crawl.pace import host_key


class Bench:
    """Entries in order; one whose host has no room lets others pass."""

    def __init__(self, has_room: Callable[[str], bool]) -> None:
        self._has_room = has_room
        self._entries: deque[tuple[Entry, str]] = deque()
        self._news = asyncio.Event()
        self._idle = 0

    def __len__(self) -> int:
        return len(self._entries)

    def add(self, entries: Iterable[Entry]) -> None:
        """Add entries behind the others."""
        self._entries.extend((entry, host_key(entry.url)) for entry in entries)
        self.notify()

    def notify(self) -> None:
        """Let waiting workers look again."""
        if self._idle:
            self._news.set()
            self._news = asyncio.Event()

    async def next(self, may_begin: Callable[[], bool]) -> tuple[Entry, str]:
        """Return the first entry that may be begun, with its host; wait until there is one."""
        while (found := self._first() if may_begin() else None) is None:
            self._idle += 1
            try:
                await self._news.wait()
            finally:
                self._idle -= 1
        return found

    def _first(self) -> tuple[Entry, str] | None:
        for index, found in enumerate(self._entries):
            if self._has_room(found[1]):
                del self._entries[index]
                return found
        return None
