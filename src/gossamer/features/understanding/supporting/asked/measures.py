"""Units and directions of what is measured."""

from typing import Final

from gossamer.content.text.names import singular, word_set
from gossamer.content.values import units
from gossamer.features.understanding.supporting.asked.tongues import TIMES as _ABROAD

TIMES: Final = word_set("second sec minute min hour day week month year s h hr night")
_WAYS: Final = word_set("long wide broad high tall deep thick")


def dimension(unit: str) -> str:
    """Return what kind of measure a unit is of: a number of `units`, "time", or empty for no known unit."""
    word = time_of(singular(unit.lower()))
    kind = units.kind_of(unit.lower())
    return "time" if word in TIMES and kind is None else "" if kind is None else str(kind)


def time_of(word: str) -> str:
    """Return the English word for a unit of time in another language; any other word as it is."""
    return _ABROAD.get(word.casefold(), word)


def is_way(word: str) -> bool:
    """Return whether *word* says in which direction something is measured: "wide"."""
    return word.lower() in _WAYS
