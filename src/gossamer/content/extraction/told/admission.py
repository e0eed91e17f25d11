# ruff: noqa: E501, RUF001 - words kept as tables, dashes as pages have them
"""What some people pay: "€28, students €14", "Children under 12: £6"."""

import re
from collections.abc import Iterator
from typing import Final

from gossamer.content.extraction.candidates import Candidate
from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.told import lines
from gossamer.content.text.names import words_of

_MONEY: Final = (
    r"((?:[£€$]|(?:USD|EUR|GBP|CHF) ?)\s?\d(?:[\d.,]{0,8}\d)?|\d(?:[\d.,]{0,8}\d)?\s?(?:€|EUR|CHF|USD|GBP|kr|zł))"
)
_WHO: Final = {
    "student": r"students?", "child": r"child(?:ren)?|kids?|under[- ]\d{1,2}s?", "adult": r"adults?", "senior": r"seniors?|pensioners?|over[- ]\d{1,2}s?",
    "member": r"members?", "family": r"famil(?:y|ies)", "concession": r"concessions?|reduced|concessionary", "reduced": r"concessions?|reduced|concessionary",
}  # fmt: skip
_PAYING: Final = frozenset({"price", "ticket", "fee", "admission", "cost", "entry"})


def values(reading: Reading, name: str) -> Iterator[Candidate]:
    """Yield the one price that those pay whom the field *name* names: "studentPrice"."""
    words = words_of(name)
    who = [word for word in words if word in _WHO]
    if len(who) != 1 or _PAYING.isdisjoint(words) or not _PAYING.union(who).issuperset(words):
        return
    pays = _WHO[who[0]]
    said = (
        re.compile(
            rf"\b(?:{pays})(?: tickets?| \(?[a-z\d -]{{0,16}}\)?)?\s?(?:[:–-]|pay|cost)?\s?{_MONEY}", re.IGNORECASE
        ),
        re.compile(rf"{_MONEY} (?:for )?(?:{pays})\b|{_MONEY} \((?:{pays})\)", re.IGNORECASE),
    )
    found = (
        Candidate(next(filter(None, match.groups())), "line of the page", quote=match.group())
        for line in lines.read(reading)
        for pattern in said
        for match in pattern.finditer(line)
    )
    yield from lines.agreed(found)
