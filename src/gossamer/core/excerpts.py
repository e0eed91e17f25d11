"""Excerpts: how much of a page's Markdown is wanted, and which part of it."""

import hashlib
import re
from dataclasses import dataclass
from typing import Final, Self

_WRITTEN: Final = re.compile(r"(\d{1,9})\.([0-9a-f]{8})")
# Of a request that says what of the page it wants, and not how much.
_USUAL_TOKENS: Final = 1_500


@dataclass(frozen=True, slots=True)
class TextCursor:
    """A place in a Markdown text: a character from 0, and the *mark* by which the text is known again."""

    offset: int
    mark: str

    @classmethod
    def at(cls, offset: int, markdown: str) -> Self:
        """Return the cursor of a place in *markdown*."""
        return cls(offset, hashlib.sha256(markdown.encode("utf-8", "surrogatepass")).hexdigest()[:8])

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a cursor as it is written. Raises ValueError for anything else."""
        if (match := _WRITTEN.fullmatch(text)) is None:
            raise ValueError("This is no cursor: take that of a passage in an earlier answer, as it is.")
        return cls(int(match[1]), match[2])

    def __str__(self) -> str:
        return f"{self.offset}.{self.mark}"


@dataclass(frozen=True, slots=True)
class ExcerptSpec:
    """At most *max_tokens* of a page, from *cursor* on: what fits *query* best, without one what comes first."""

    max_tokens: int
    query: str = ""
    cursor: TextCursor | None = None

    @classmethod
    def of(cls, max_tokens: int | None, query: str | None, cursor: str | None = None) -> Self | None:
        """Return the excerpt of a request that may leave out any of these; None for one without all of them.

        Raises ValueError for a cursor that cannot be read.
        """
        if max_tokens is None and query is None and cursor is None:
            return None
        place = None if cursor is None else TextCursor.parse(cursor)
        return cls(max_tokens or _USUAL_TOKENS, query or "", place)
