"""Framing of the debugging pipe: a NUL byte ends each message."""

from collections.abc import Iterator

# Enough to see which command a message replies to.
_HEAD = 64


class Splitter:
    """Collects chunks and gives whole messages; of one longer than *limit* bytes the first few.

    What one page makes too large must not end the connection of all pages; its command fails, since a
    part of a message cannot be read. Chunks of an unfinished message are joined once, when it ends: a message
    of a hundred megabytes comes in thousands of chunks, and appending to one buffer would copy it each time.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._parts: list[bytes] = []
        self._size = 0

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        """Yield the messages that *chunk* completes."""
        start = 0
        while (end := chunk.find(b"\0", start)) >= 0:
            piece = chunk[start:end]
            start = end + 1
            if not self._parts:
                yield piece if len(piece) <= self._limit else piece[:_HEAD]
                continue
            self._keep(piece)
            parts, self._parts, self._size = self._parts, [], 0
            yield b"".join(parts)
        rest = chunk[start:] if start else chunk
        if rest:
            self._keep(rest)

    def _keep(self, piece: bytes) -> None:
        self._size += len(piece)
        if self._size <= self._limit:
            self._parts.append(piece)
        else:
            self._parts = [b"".join((*self._parts[:_HEAD], piece))[:_HEAD]]
