# ruff: noqa: E501, RUF001 - words and apostrophes as pages have them
"""Lists by the headings that they stand under: "What you bring" are the requirements of a job."""

from collections.abc import Mapping
from typing import Final

from gossamer.content.extraction.candidates import Candidate
from gossamer.content.extraction.reading import Reading
from gossamer.content.page_model import RecordList
from gossamer.content.text.names import phrase

_DUTIES: Final = "responsibilities,your responsibilities,key responsibilities,duties,tasks,your tasks,your role,what you will do,what you'll do,what you’ll do,the role,your mission,deine aufgaben,ihre aufgaben,aufgaben"
_NEEDED: Final = "requirements,qualifications,skills,required skills,what you bring,what you need,your profile,who you are,about you,what we are looking for,what we're looking for,what we’re looking for,you have,must have,you bring,dein profil,ihr profil,anforderungen"
_GIVEN: Final = "benefits,perks,perks and benefits,what we offer,what you get,we offer,our offer,our benefits,why join us,wir bieten,was wir bieten"
_OF_JOBS: Final[Mapping[str, frozenset[str]]] = {
    phrase(name): frozenset(phrase(one) for one in spoken.split(","))
    for names, spoken in (
        ("responsibilities,duties,tasks", _DUTIES),
        ("requirements,qualifications,skills,required skills", _NEEDED),
        ("benefits,perks", _GIVEN),
    )
    for name in names.split(",")
}
_MOST: Final = 1_000
# The headings themselves, by which a page is known as a job post.
OF_JOBS: Final = frozenset().union(*_OF_JOBS.values()) - {
    phrase(one) for one in ("skills", "tasks", "benefits", "about you", "you have", "the role")
}


def listed(reading: Reading, name: str, *, is_job: bool) -> list[Candidate]:
    """Return the entries of the only list under such a heading; none where several lists, or none, stand under one."""
    spoken = phrase(name)
    called = (_OF_JOBS.get(spoken, frozenset()) if is_job else frozenset()) | {spoken}
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


def _holds(outer: RecordList, inner: RecordList) -> bool:
    """Return whether one record of *outer* says all that *inner* does."""
    return outer is not inner and any(all(one.text in held.text for one in inner.records) for held in outer.records)
