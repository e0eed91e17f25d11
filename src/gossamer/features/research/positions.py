"""Positions: where words of a page stand in its Markdown."""

import re
from bisect import bisect_left
from dataclasses import dataclass
from typing import Final

_WORD: Final = re.compile(r"[^\W_]+")
# Targets of links and pictures are no words of the page.
_TARGET: Final = re.compile(r"\]\([^()\s]*(?:\s\"[^\"]*\")?\)|<https?://[^>\s]+>")
_OPENING: Final = "€$£¥(\"'“«#+-−"  # noqa: RUF001
_CLOSING: Final = ".%€$£¥!?)\"'”»°"
_MOST_WORDS: Final = 120


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a Markdown text, folded to lower case, with where each begins and ends."""

    text: str
    words: tuple[str, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    @classmethod
    def of(cls, markdown: str) -> "Words":
        """Read *markdown*."""
        hidden = _TARGET.sub(lambda match: "]" + " " * (len(match.group()) - 1), markdown)
        matches = list(_WORD.finditer(hidden))
        return cls(
            markdown,
            tuple(match.group().lower() for match in matches),
            tuple(match.start() for match in matches),
            tuple(match.end() for match in matches),
        )

    def find(self, quote: str, *, after: int = 0) -> tuple[int, int] | None:
        """Return the span of *quote*, the first place from the character *after* on; None where it does not."""
        sequence = tuple(word.lower() for word in _WORD.findall(quote))[:_MOST_WORDS]
        if not sequence:
            return None
        first, count = sequence[0], len(sequence)
        for at in range(bisect_left(self.starts, after), len(self.words) - count + 1):
            if self.words[at] == first and self.words[at : at + count] == sequence:
                return self._widen_span(self.starts[at], self.ends[at + count - 1])
        return None

    def _widen_span(self, start: int, end: int) -> tuple[int, int]:
        """Return the span with the signs that belong to its first and last word."""
        while start > 0 and self.text[start - 1] in _OPENING:
            start -= 1
        while end < len(self.text) and self.text[end] in _CLOSING:
            end += 1
        return start, end
