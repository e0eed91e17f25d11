"""Which ways of asking a model for objects do not work, over restarts.

A small file in the data folder that all processes share. Each reads it before it writes, and what two of them learn
in the same moment may be lost once: it is learnt again. A way is tried again a day after it failed, since servers are
updated and models behind a name are replaced. Without a file that can be written it is kept for as long as the process.
"""

import asyncio
import contextlib
import json
import os
import tempfile
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

from gossamer.llm.shapes import Rung
from gossamer.ports.clock import Clock

_FORGOTTEN_AFTER: Final = timedelta(days=1)
# One answer that nobody can use is an accident; a server's refusal is not.
_ACCIDENTS: Final = 2


class RungMemory:
    """Failed output modes by model; *path* is None where nothing is kept over restarts."""

    def __init__(self, path: Path | None, clock: Clock) -> None:
        self._path = path
        self._clock = clock
        self._known: dict[str, dict[str, Any]] | None = None
        self._writing = asyncio.Lock()

    async def failing(self, model: str) -> frozenset[Rung]:
        """Return the ways by which this *model* need not be asked now."""
        entries = await self._all()
        since = self._clock.now() - _FORGOTTEN_AFTER
        return frozenset(rung for rung in Rung if _fails(entries.get(model, {}).get(rung.value), since))

    async def learn(
        self, model: str, *, works: Rung | None, refused: Collection[Rung] = (), useless: Collection[Rung] = ()
    ) -> None:
        """Keep how an answer was come by: the way that *works*, and those that did not."""
        async with self._writing:
            old = dict((await self._all()).get(model, {}))
            new = self._learn_rungs(old, works, refused, useless)
            if new == old:
                return
            self._known = await asyncio.to_thread(self._pack_rungs, model, new)

    def _learn_rungs(
        self, old: Mapping[str, Any], works: Rung | None, refused: Collection[Rung], useless: Collection[Rung]
    ) -> dict[str, Any]:
        now = self._clock.now().isoformat(timespec="seconds")
        new = dict(old)
        for rung in refused:
            new[rung.value] = {"since": now, "times": _ACCIDENTS}
        for rung in useless:
            new[rung.value] = {"since": now, "times": _times(old.get(rung.value)) + 1}
        if works is not None:
            new.pop(works.value, None)
        return new

    async def _all(self) -> dict[str, dict[str, Any]]:
        if self._known is None:
            self._known = await asyncio.to_thread(self._load)
        return self._known

    def _load(self) -> dict[str, dict[str, Any]]:
        if self._path is None:
            return self._known or {}
        try:
            entries = json.loads(self._path.read_text("utf-8"))
        except (OSError, ValueError):
            return self._known or {}
        if not isinstance(entries, dict):
            return {}
        return {name: rungs for name, rungs in entries.items() if isinstance(rungs, dict)}

    def _pack_rungs(self, model: str, rungs: dict[str, Any]) -> dict[str, dict[str, Any]]:
        entries = {**self._load(), model: rungs}
        if self._path is not None:
            with contextlib.suppress(OSError):
                _replace(self._path, json.dumps(entries, indent=1))
        return entries


def _fails(entry: Any, since: datetime) -> bool:
    if _times(entry) < _ACCIDENTS:
        return False
    try:
        return datetime.fromisoformat(entry["since"]) > since
    except (KeyError, TypeError, ValueError):
        return False


def _times(entry: Any) -> int:
    times = entry.get("times") if isinstance(entry, dict) else None
    return times if isinstance(times, int) else 0


def _replace(path: Path, text: str) -> None:
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
        Path(name).replace(path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
