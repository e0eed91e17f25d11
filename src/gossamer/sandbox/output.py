"""Output of a run, kept up to a limit."""

import asyncio
from collections.abc import Callable

from gossamer.sandbox.limits import KEPT_BYTES, OUTPUT_BYTES

_CHUNK = 65536


class Output:
    """Reads a stream to its end and keeps its beginning. *flooded* is called when it is far too much."""

    def __init__(self, flooded: Callable[[], None]) -> None:
        self._flooded = flooded
        self._kept = bytearray()
        self._size = 0

    @property
    def truncated(self) -> bool:
        """Return whether something was not kept."""
        return self._size > len(self._kept)

    @property
    def text(self) -> str:
        """Return the output that was kept."""
        return self._kept.decode("utf-8", "ignore" if self.truncated else "replace")

    async def read(self, stream: asyncio.StreamReader) -> None:
        """Read *stream* until it ends."""
        while chunk := await stream.read(_CHUNK):
            self._kept += chunk[: KEPT_BYTES - len(self._kept)]
            self._size += len(chunk)
            if self._size > OUTPUT_BYTES:
                self._flooded()
