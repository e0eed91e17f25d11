"""The operator's threat lists, from files.

A line is a domain, or as in a hosts file an address and domains; what follows a `#` is a comment. A file is read once,
and again when it was changed.
"""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

import structlog

from gossamer.core.errors import CallerError
from gossamer.core.threats import ThreatListing, parse_listed_domain

# Where hosts files send what they block.
_NOWHERE: Final = frozenset({"0.0.0.0", "127.0.0.1", "::", "::1"})  # noqa: S104 - compared, not listened on
_Stamp: TypeAlias = tuple[int, int, int]
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class _ReadFile:
    """A file as it was read; *domains* None when there was nothing in it that is a domain."""

    stamp: _Stamp
    domains: frozenset[str] | None


class FileThreatLists:
    """A ThreatLists of *paths*."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self._paths = tuple(paths)
        self._known: dict[Path, _ReadFile] = {}
        self._unreadable: frozenset[str] = frozenset()
        self._reading = asyncio.Lock()

    async def current(self) -> ThreatListing:
        if not self._paths:
            return ThreatListing()
        async with self._reading:
            return await asyncio.to_thread(self._current)

    def _current(self) -> ThreatListing:
        domains_by_path = {path: self._domains(path) for path in self._paths}
        unreadable = frozenset(path.name for path, domains in domains_by_path.items() if domains is None)
        if unreadable - self._unreadable:
            _log.warning("threat_lists_unreadable", lists=sorted(unreadable))
        self._unreadable = unreadable
        readable = tuple((path.name, domains) for path, domains in domains_by_path.items() if domains is not None)
        return ThreatListing(readable, tuple(sorted(unreadable)))

    def _domains(self, path: Path) -> frozenset[str] | None:
        """Return the domains of a list, None when it cannot be read."""
        try:
            stat = path.stat()
            stamp = (stat.st_mtime_ns, stat.st_size, stat.st_ino)
            entry = self._known.get(path)
            if entry is None or entry.stamp != stamp:
                entry = self._known[path] = _ReadFile(stamp, _domains_in(path.read_text("utf-8", "replace")))
        except OSError:
            self._known.pop(path, None)
            return None
        return entry.domains


def _domains_in(text: str) -> frozenset[str] | None:
    """Return the domains of *text*; None when it has lines and none of them is a domain: it is no list."""
    lines = [line for line in map(_without_comment, text.splitlines()) if line]
    domains = frozenset(domain for line in lines for domain in _of_line(line))
    return domains if domains or not lines else None


def _without_comment(line: str) -> str:
    return line.partition("#")[0].strip()


def _of_line(line: str) -> Iterator[str]:
    first, *others = line.split()
    if not others:
        names = [first]
    elif first in _NOWHERE:
        names = [name for name in others if name not in _NOWHERE]
    else:
        return
    for name in names:
        try:
            domain = parse_listed_domain(name)
        except CallerError:
            continue
        # A single name is the machine itself ("localhost"), or would block all of a top-level domain.
        if ("." in domain or ":" in domain) and "*" not in domain:
            yield domain
