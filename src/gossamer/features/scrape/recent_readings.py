"""Recent readings: the forms of stored pages as they were last written, so that a stored copy is not converted again.

They are kept in this process alone and may be forgotten at any time: a reading can always be made again from the copy.
"""

from collections import OrderedDict
from dataclasses import fields, replace
from datetime import datetime
from operator import attrgetter
from sys import getsizeof
from typing import Final

from gossamer.core.specs import ScrapeSpec
from gossamer.features.scrape.reading import Reading
from gossamer.ports.scrapes import PageKey

_BYTES: Final = 24 * 1024 * 1024
_LARGEST: Final = 1024 * 1024
# Different options for the same page.
_SPECS: Final = 4

_UNJUDGED: Final = Reading()
# Options that do not change how a page is read.
_NOT_READ: Final = frozenset(
    {"cache", "timeout", "threat_protection", "integration", "origin", "notices", "written_url", "excerpt"}
)
_as_read: Final = attrgetter(*(option.name for option in fields(ScrapeSpec) if option.name not in _NOT_READ))

_Copy = tuple[PageKey, datetime]


class RecentReadings:
    """Readings by copy and options, at most *limit* bytes of text; those used longest ago make room."""

    def __init__(self, limit: int = _BYTES) -> None:
        self._limit = limit
        self._size = 0
        self._kept: OrderedDict[_Copy, list[tuple[object, Reading]]] = OrderedDict()

    def find(self, key: PageKey, fetched_at: datetime, spec: ScrapeSpec) -> Reading | None:
        """Return the reading for *spec* of the copy that was fetched at that moment, None when it is not known."""
        copy = _copy(key, fetched_at)
        if copy not in self._kept:
            return None
        self._kept.move_to_end(copy)
        wanted_options = _as_read(spec)
        return next((reading for options, reading in self._kept[copy] if options == wanted_options), None)

    def keep(self, key: PageKey, fetched_at: datetime, spec: ScrapeSpec, reading: Reading) -> None:
        """Remember *reading*, unless it is large, was made for one question, or nothing of it may be retained."""
        size = _size(reading)
        is_plain = reading.finding is None and reading.understood is None and not reading.blocks
        if not is_plain or spec.zero_data_retention or size > min(_LARGEST, self._limit):
            return
        readings = self._kept.setdefault(_copy(key, fetched_at), [])
        # The evidence by which a fetched page was judged is not part of the forms.
        reading = replace(reading, is_page=False, need=_UNJUDGED.need, main_text="")
        readings.append((_as_read(spec), reading))
        self._size += size
        if len(readings) > _SPECS:
            self._size -= _size(readings.pop(0)[1])
        while self._size > self._limit:
            _, dropped = self._kept.popitem(last=False)
            self._size -= sum(_size(reading) for _, reading in dropped)


def _copy(key: PageKey, fetched_at: datetime) -> _Copy:
    # Stores count in milliseconds.
    return key, fetched_at.replace(microsecond=fetched_at.microsecond // 1000 * 1000)


def _size(reading: Reading) -> int:
    texts = (reading.markdown, reading.html, reading.raw_html, reading.raw_base64)
    lists = (*(reading.links or ()), *(reading.images or ()))
    return sum(getsizeof(text) for text in (*texts, *lists) if text)
