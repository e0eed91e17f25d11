"""What is said with a tick or a cross: "✓ Wifi", "✗ Parking"."""

import re
from collections.abc import Iterator
from itertools import chain, pairwise
from typing import Final

from gossamer.content.extraction.candidates import Candidate
from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.told import lines
from gossamer.content.text.names import word_set, words_of

_TICKED: Final = re.compile(
    r"(?P<sign>[✓✔☑✅✗✘✕✖❌])\s{0,2}(?P<what>[^\W\d_].{1,40})"
    r"|(?P<said>[^\W\d_].{1,40}?)\s{0,2}(?P<mark>[✓✔☑✅✗✘✕✖❌])"
)
_YES: Final = frozenset("✓✔☑✅")
_WORDS: Final = re.compile(r"[^\W\d_]{2,20}(?: [^\W\d_]{2,20})?")
_DENIED: Final = re.compile(
    r"(?:not?|none|never|unfortunately|sorry|nein|keine?|nicht|non|pas|nee|geen)\b", re.IGNORECASE
)
_FILLING: Final = word_set("has is have allowed available included includes offers free")


def ticked(reading: Reading, name: str) -> Iterator[Candidate]:
    """Yield "yes" or "no" as the page ticks or crosses out what the field *name* asks for."""
    wanted = _bare(name)
    labelled = (fact for fact in reading.visible.facts if wanted and _bare(f"{fact.label} ") == wanted)
    yield from lines.agreed(Candidate(one.text, one.place, quote=one.quote) for one in labelled)
    yield from lines.agreed(_in_head(reading, wanted))
    found = (_TICKED.fullmatch(line) for line in lines.read(reading))
    yield from lines.agreed(
        Candidate("yes" if sign in _YES else "no", "line of the page", quote=one.group())
        for one in found
        if one is not None and _bare(f"{one['what'] or one['said']} ") == wanted
        for sign in [one["sign"] or one["mark"]]
    )


def _in_head(reading: Reading, wanted: tuple[str, ...]) -> Iterator[Candidate]:
    """Yield what the head of the page says in a word: "Furnished"; "Dogs" with "Not allowed" behind it says no."""
    parts = [*chain.from_iterable(lines.parts(reading)), ""]
    for part, behind in pairwise(parts):
        words = words_of(f"{part} ")
        if len(wanted) == 1 and _WORDS.fullmatch(part) and words in {wanted, (f"un{wanted[0]}",), ("not", *wanted)}:
            is_so = words == wanted and _DENIED.match(behind) is None
            yield Candidate("yes" if is_so else "no", "line of the page", quote=part)


def _bare(text: str) -> tuple[str, ...]:
    return tuple(word for word in words_of(text) if word not in _FILLING)
