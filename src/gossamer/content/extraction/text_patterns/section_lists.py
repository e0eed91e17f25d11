"""Section lists: the list of a page that is called what a field asks for, such as the requirements of a job."""

from collections.abc import Iterable
from typing import Final

from gossamer.content.extraction.candidates import Candidate
from gossamer.content.extraction.list_evidence import LEAST, Sought
from gossamer.content.extraction.reading import Reading
from gossamer.content.page_model import RecordList

_MOST: Final = 1_000


def listed(reading: Reading, sought: Sought) -> list[Candidate]:
    """Return the entries of the list whose names say most of *sought*; none where several say as much, or none does."""
    # What is offered to choose from under a name is what is called so, not the list below it.
    best = _best(sought, reading.visible.choices)
    if not best:
        best = _best(sought, [one for one in reading.visible.records if _is_of_texts(one) and not one.is_aside])
    if len({tuple(record.text for record in one.records) for one in best}) != 1:
        return []
    return [Candidate(one.text, one.place, quote=one.text) for one in best[0].records if len(one.text) <= _MOST]


def _best(sought: Sought, lists: Iterable[RecordList]) -> list[RecordList]:
    """Return those of *lists* whose names say most of *sought*."""
    weighed = [(support, one) for one in lists if (support := sought.support(one)) >= LEAST]
    # The same list may be read twice: as one, and as a part of what holds it.
    weighed = [one for one in weighed if not any(_holds(one[1], other) for _, other in weighed)]
    most = max((support for support, _ in weighed), default=0.0)
    return [one for support, one in weighed if support == most]


def _is_of_texts(one: RecordList) -> bool:
    """Return whether the entries of *one* can be texts: a row of several cells says several things."""
    is_table = one.place.startswith("table")
    return bool(one.records) and not (is_table and any(len(row.cells) > 1 for row in one.records))


def _holds(outer: RecordList, inner: RecordList) -> bool:
    """Return whether one record of *outer* says all that *inner* does."""
    return outer is not inner and any(all(one.text in held.text for one in inner.records) for held in outer.records)
