"""Section lists: the list of a page that is called what a field asks for, such as the requirements of a job."""

from collections.abc import Iterable
from typing import Final

from gossamer.content.extraction.candidates import Candidate
from gossamer.content.extraction.list_evidence import LEAST, SoughtList
from gossamer.content.extraction.reading import Reading
from gossamer.content.page_model import RecordList

_MOST: Final = 1_000


def listed(reading: Reading, sought: SoughtList) -> list[Candidate]:
    """Return the entries of the list whose names say most of *sought*; none where several say as much, or none does."""
    # Choices offered under a name are the list of that name, not the list below them.
    best = _best(sought, reading.visible.choices)
    if not best:
        best = _best(
            sought,
            [
                record_list
                for record_list in reading.visible.records
                if _is_of_texts(record_list) and not record_list.is_aside
            ],
        )
    if len({tuple(record.text for record in best_list.records) for best_list in best}) != 1:
        return []
    return [
        Candidate(list_entry.text, list_entry.place, quote=list_entry.text)
        for list_entry in best[0].records
        if len(list_entry.text) <= _MOST
    ]


def _best(sought: SoughtList, lists: Iterable[RecordList]) -> list[RecordList]:
    """Return those of *lists* whose names say most of *sought*."""
    weighed = [(support, records) for records in lists if (support := sought.support(records)) >= LEAST]
    # The same list may be read twice: as one, and as a part of what holds it.
    weighed = [records for records in weighed if not any(_holds(records[1], other) for _, other in weighed)]
    most = max((support for support, _ in weighed), default=0.0)
    return [records for support, records in weighed if support == most]


def _is_of_texts(records: RecordList) -> bool:
    """Return whether the entries of *records* can be texts: a row of several cells says several things."""
    is_table = records.place.startswith("table")
    return bool(records.records) and not (is_table and any(len(row.cells) > 1 for row in records.records))


def _holds(outer: RecordList, inner: RecordList) -> bool:
    """Return whether one record of *outer* says all that *inner* does."""
    return outer is not inner and any(
        all(inner_record.text in held.text for inner_record in inner.records) for held in outer.records
    )
