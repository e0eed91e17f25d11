"""Stock: whether a line of the page says that its product cannot be had."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from gossamer.content.extraction.candidates import Candidate
from gossamer.content.extraction.reading import Reading
from gossamer.content.locales import pattern
from gossamer.content.values.availability import availability, can_be_had

_MAX_LINES: Final = 2_000
_SHORT_LINE: Final = 60
# With what may stand around it.
_GONE: Final = pattern("extraction", "stock", "gone")
_WORD: Final = re.compile(r"\w")


def gone(reading: Reading) -> Iterator[Candidate]:
    """Yield the one line that says nothing but that the thing cannot be had, perhaps beside its price: "SOLD OUT"."""
    lines = (line for line in islice(reading.visible.own_lines(), _MAX_LINES) if len(line) <= _SHORT_LINE)
    told = [line for line in lines if _is_gone(line) and not _WORD.search(_GONE.sub("", line))]
    if len(told) == 1:
        yield Candidate(told[0], "line of the page", quote=told[0])


def _is_gone(line: str) -> bool:
    said = availability(line)
    return said is not None and not can_be_had(said)
