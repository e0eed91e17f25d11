"""What a recipe says in its head and its steps: how hard it is, how hot the oven."""

import re
from collections.abc import Iterator
from typing import Final

from gossamer.content.extraction.candidates import Candidate
from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.told import lines
from gossamer.content.text.names import words_of

_HARD: Final = re.compile(
    r"(?:very )?(?:easy|simple|moderate|medium|intermediate|hard|difficult|advanced|beginner|einfach|mittel"
    r"|schwer|facile|fácil)",
    re.IGNORECASE,
)
_HOT: Final = re.compile(r"(?<![\w.])(\d{2,3}\s?°\s?[CF])(?![A-Za-z])")


def values(reading: Reading, name: str) -> Iterator[Candidate]:
    """Yield what the page says of the field *name* of its dish."""
    words = frozenset(words_of(name))
    if words & {"difficulty", "skill"}:
        told = (part for parted in lines.parts(reading) for part in parted if _HARD.fullmatch(part) is not None)
        yield from lines.agreed(Candidate(part, "line of the page", quote=part) for part in told)
    elif "temperature" in words:
        yield from lines.agreed(lines.found(lines.read(reading), _HOT))
