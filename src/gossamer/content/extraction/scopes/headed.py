"""What the heading of a section says of the entries under it: the course of a dish, the city where somebody works.

Only a field that asks for such a thing takes it, and what is a place or a day has to look like one: "Engineering" is
where nobody lives.
"""

import re
from typing import Final

from gossamer.content.extraction.text_patterns.lines import PLACE
from gossamer.content.extraction.vocabulary import Concept
from gossamer.content.locales import words
from gossamer.content.text.names import word_set, words_of
from gossamer.content.values import dates

_GROUPED: Final = words("extraction", "headed", "grouped")
_GROUPING: Final = frozenset({"category", "section"})
_PLACED: Final = words("extraction", "headed", "placed")
_DATED: Final = word_set("day date weekday year month season")
_PLACE: Final = re.compile(PLACE)
# Headings over people by their work, and not by their place.
_DEPARTMENTS: Final = words("extraction", "headed", "departments")
_WEEKDAY: Final = re.compile(r"(?:mon|tues|wednes|thurs|fri|satur|sun)day\b", re.IGNORECASE)
_YEAR: Final = re.compile(r"(?:1[5-9]|20)\d\d")


def says(heading: str, name: str, concept: Concept | None) -> bool:
    """Return whether *heading*, above an entry of a list, is what the field *name* asks of it."""
    words = words_of(name)
    last = words[-1] if words else ""
    if not heading:
        return False
    if last in _GROUPED or (concept is not None and concept.name in _GROUPING):
        return True
    if last in _PLACED and len(words) == 1:
        return _PLACE.fullmatch(heading) is not None and _DEPARTMENTS.isdisjoint(words_of(f"{heading} "))
    if last in _DATED:
        return _is_day(heading, is_year=last == "year")
    return False


def _is_day(heading: str, *, is_year: bool) -> bool:
    if is_year:
        return _YEAR.fullmatch(heading) is not None
    return dates.only_date(heading) is not None or _WEEKDAY.match(heading) is not None
