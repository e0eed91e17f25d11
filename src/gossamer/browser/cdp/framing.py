"""Cutting a byte stream at NUL, which ends each message on the debugging pipe."""

from collections.abc import Iterator


class TooLong(Exception):
    """A message exceeded the limit; the stream cannot be followed any further."""


class Splitter:
    """Collects chunks and gives whole messages; a message longer than *limit* bytes raises TooLong.

    Chunks of an unfinished message are joined once, when it ends: a message of a hundred
    megabytes comes in thousands of chunks, and appending to one buffer would copy it each time.
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
            if self._parts:
                self._parts.append(piece)
                piece = b"".join(self._parts)
                self._parts.clear()
                self._size = 0
            yield piece
            start = end + 1
        rest = chunk[start:] if start else chunk
        if rest:
            self._size += len(rest)
            if self._size > self._limit:
                raise TooLong(f"a message exceeded {self._limit} bytes")
            self._parts.append(rest)
