"""Documents: the results of scrapes."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from gossamer.core.changes import Tracked
from gossamer.core.records import Record


@dataclass(frozen=True, slots=True)
class Document(Record):
    """One page in the formats that were asked for; None (or empty metadata) means not asked for.

    *metadata* holds wire names because pages add their own `<meta>` names to it. *extract* is *json* under the older
    name that version 1 has for it. *evidence* is by JSON pointer (RFC 6901) into *json*: whether and
    where the page says each value.
    """

    metadata: Mapping[str, Any]
    markdown: str | None = None
    passages: tuple[Mapping[str, Any], ...] | None = None
    html: str | None = None
    raw_html: str | None = None
    raw_base64: str | None = None
    links: tuple[str, ...] | None = None
    images: tuple[str, ...] | None = None
    screenshot: str | None = None
    attributes: tuple[Mapping[str, Any], ...] | None = None
    fields: Mapping[str, Any] | None = None
    actions: Mapping[str, Any] | None = None
    pages: tuple[Mapping[str, Any], ...] | None = None
    blocks: tuple[Mapping[str, Any], ...] | None = None
    json: Any = None
    extract: Any = None
    summary: str | None = None
    answer: str | None = None
    highlights: str | None = None
    product: Mapping[str, Any] | None = None
    branding: Mapping[str, Any] | None = None
    menu: Mapping[str, Any] | None = None
    audio: str | None = None
    video: str | None = None
    videos: tuple[Mapping[str, Any], ...] | None = None
    change_tracking: Mapping[str, Any] | None = None
    evidence: Mapping[str, Mapping[str, Any]] | None = None
    warning: str | None = None


@dataclass(frozen=True, slots=True)
class ScrapeResult:
    """A document and the id under which it can be read again.

    *tracked* is the comparison with the page's history, for a request that tracks changes.
    """

    scrape_id: str
    document: Document
    credits_used: int
    origin: str = "api"
    tracked: Tracked | None = None

    def after_waiting(self, waited: timedelta) -> "ScrapeResult":
        """Return the result with a document that says how long a place was waited for; the stored one does not."""
        fields = {
            "concurrencyLimited": True,
            "concurrencyQueueDurationMs": waited // timedelta(milliseconds=1),
        }
        return replace(self, document=replace(self.document, metadata={**self.document.metadata, **fields}))
