"""Section lists: the list under a heading that a field names, such as the requirements under "What you bring"."""

from functools import cache
from typing import Final

from gossamer.content.extraction.candidates import Candidate
from gossamer.content.extraction.reading import Reading
from gossamer.content.locales import entry
from gossamer.content.page_model import RecordList
from gossamer.content.text.names import phrase

_MOST: Final = 1_000


def listed(reading: Reading, name: str) -> list[Candidate]:
    """Return the entries of the only list under such a heading; none where several lists, or none, stand under one."""
    called = _headings_of(phrase(name))
    if not reading.mentions(called):
        return []
    found = [
        one for one in reading.visible.records if phrase(one.heading) in called and not one.is_aside and one.records
    ]
    # The same list may be read twice: as one, and as a part of what holds it.
    found = [one for one in found if not any(_holds(one, other) for other in found)]
    if len(found) != 1:
        return []
    return [Candidate(one.text, one.place, quote=one.text) for one in found[0].records if len(one.text) <= _MOST]


@cache
def _headings_of(field: str) -> frozenset[str]:
    """Return the headings that say the same as a *field*, itself among them."""
    groups = entry("text_patterns", "section_headings")
    alike = (one["headings"] for one in groups if field in map(phrase, one["fields"]))
    return frozenset((field, *(phrase(heading) for headings in alike for heading in headings)))


def _holds(outer: RecordList, inner: RecordList) -> bool:
    """Return whether one record of *outer* says all that *inner* does."""
    return outer is not inner and any(all(one.text in held.text for one in inner.records) for held in outer.records)
