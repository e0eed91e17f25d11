"""Main texts: the main content of pages that were stored a moment ago, so that the index need not read them again.

They are kept in this process alone and may be forgotten at any time: a page can always be read again.
"""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from sys import getsizeof
from typing import Any, Final

from gossamer.content.page_view import Selection
from gossamer.core.specs import ScrapeSpec
from gossamer.features.scrape.reading import Reading
from gossamer.ports.scrapes import PageKey

# Options with which the index reads a page.
INDEXED: Final = Selection(block_ads=True)

_BYTES: Final = 8 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class MainText:
    """The main content of an HTML page as Markdown, and what the page says about itself."""

    markdown: str
    metadata: Mapping[str, Any]


class MainTexts:
    """Main texts by copy, at most *limit* bytes of Markdown; the oldest make room."""

    def __init__(self, limit: int = _BYTES) -> None:
        self._limit = limit
        self._size = 0
        self._kept: OrderedDict[PageKey, tuple[int, MainText]] = OrderedDict()

    def keep(self, key: PageKey, fetched_at: datetime, spec: ScrapeSpec, reading: Reading) -> None:
        """Remember *reading*, which *spec* wanted of a page that is stored, if it is of what the index reads."""
        if not reading.is_page or reading.markdown is None or Selection.of(spec) != INDEXED:
            return
        self._forget(key)
        self._kept[key] = _millis(fetched_at), MainText(reading.markdown, reading.metadata)
        self._size += getsizeof(reading.markdown)
        while self._size > self._limit:
            self._forget(next(iter(self._kept)))

    def take(self, key: PageKey, fetched_at: datetime) -> MainText | None:
        """Hand over the text of the copy that was fetched at that moment, once; None when it is not known."""
        text = self._kept.get(key)
        if text is None or text[0] != _millis(fetched_at):
            return None
        self._forget(key)
        return text[1]

    def _forget(self, key: PageKey) -> None:
        text = self._kept.pop(key, None)
        if text is not None:
            self._size -= getsizeof(text[1].markdown)


def _millis(moment: datetime) -> int:
    # Stores count in milliseconds.
    return int(moment.timestamp() * 1000)
