"""Feeds of alerts: Atom (RFC 4287) and JSON Feed 1.1."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from gossamer.core.monitoring import CheckPage, Monitor
from gossamer.core.timestamps import instant


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """An alert of a monitor."""

    monitor: Monitor
    page: CheckPage


def atom(entries: Sequence[FeedEntry], *, title: str, address: str, now: datetime) -> bytes:
    """Return the entries as Atom; *address* is that of the feed itself."""
    updated = max((entry.page.created_at for entry in entries), default=now)
    parts = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom">',
        f"<id>{_text(address)}</id><title>{_text(title)}</title><updated>{instant(updated)}</updated>",
        f'<link rel="self" href={quoteattr(address)}/><author><name>Gossamer</name></author>',
        *map(_atom_entry, entries),
        "</feed>",
    ]
    return "\n".join(parts).encode("utf-8", "replace")


def json_feed(entries: Sequence[FeedEntry], *, title: str, address: str) -> dict[str, Any]:
    """Return the entries as a JSON Feed."""
    return {
        "version": "https://jsonfeed.org/version/1.1",
        "title": title,
        "feed_url": address,
        "items": [
            {
                "id": entry.page.page_id,
                "url": entry.page.url,
                "title": _title(entry),
                "content_text": _content(entry.page),
                "date_published": instant(entry.page.created_at),
            }
            for entry in entries
        ],
    }


def _atom_entry(entry: FeedEntry) -> str:
    page = entry.page
    return (
        f"<entry><id>urn:uuid:{page.page_id}</id><title>{_text(_title(entry))}</title>"
        f"<updated>{instant(page.created_at)}</updated><link href={quoteattr(_clean(page.url))}/>"
        f'<content type="text">{_text(_content(page))}</content></entry>'
    )


def _title(entry: FeedEntry) -> str:
    return f"{entry.monitor.spec.name}: {entry.page.status.value} – {entry.page.url}"  # noqa: RUF001 - typography


def _content(page: CheckPage) -> str:
    """Return the cause of the alert, line by line: the rule, then the changes."""
    lines = [page.rule or ""]
    if page.judgment is not None and page.judgment.changes:
        for change in page.judgment.changes:
            lines += [f"- {change.before}"] if change.before else []
            lines += [f"+ {change.after}"] if change.after else []
    elif isinstance(text := (page.diff or {}).get("text"), str):
        lines.append(text)
    return "\n".join(lines).strip()


def _clean(text: str) -> str:
    """Return *text* without what XML cannot have (XML 1.0, section 2.2)."""
    return "".join(sign for sign in text if sign >= " " or sign in "\t\n")


def _text(text: str) -> str:
    return escape(_clean(text))
