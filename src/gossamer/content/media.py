"""Recordings of a page: its sound and video files, from elements, enclosures, links, meta tags and marked-up data.

Every address is a candidate with a score: a file that the page is about beats one it merely links to, and a file beats
a player of another site.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

import turbohtml

from gossamer.content.addresses import Base
from gossamer.content.locales import entry, words
from gossamer.content.structured import Embedded, Item, walk
from gossamer.content.values.durations import duration
from gossamer.ports.recordings import RecordingKind

_MOST: Final = 100
_MOST_TEXT: Final = 500
_MARKED, _ELEMENT, _META, _ENCLOSURE, _LINK, _PLAYER = 5.0, 4.5, 4.0, 4.0, 2.0, 1.0
# A trailer in a corner comes after what the page shows first, but a kind of place counts more than the order.
_LATER: Final = 0.01


@dataclass(frozen=True, slots=True)
class MediaItem:
    """A sound or video: its *url*, where it was found, how much speaks for it, and what is known of it.

    *player* is the site whose page plays it, "" for a file. *details* are by the names of the `video` format.
    """

    url: str
    source: str
    score: float
    player: str = ""
    details: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self, page: str) -> dict[str, Any]:
        """Return it as an entry of `videos`; *page* is the address of the page."""
        provider = {"provider": self.player} if self.player else {}
        kind = "player" if self.player else "file"
        return {"url": self.url, "sourceURL": page, "source": self.source, "kind": kind, **provider, **self.details}


@dataclass(frozen=True, slots=True)
class _Search:
    """A search for recordings of one *kind*; addresses are relative to *base*."""

    base: Base
    kind: RecordingKind

    def made(self, written: str, source: str, score: float, details: Mapping[str, Any]) -> MediaItem | None:
        """Return the recording at an address, None where there is none; a player's page has the score of one."""
        url = self.base.absolute(written.strip()) if written.strip() else None
        if url is None:
            return None
        player = _player(url, self.kind)
        if player or str(details.get("mimeType", "")).startswith("text/"):
            details_known = {name: value for name, value in details.items() if name != "mimeType"}
            return MediaItem(url, source, _PLAYER + score / 10, player or urlsplit(url).hostname or "", details_known)
        if score == 0 and _ending(url) not in words("media", "endings", self.kind):
            return MediaItem(url, source, _PLAYER, urlsplit(url).hostname or "", details)
        return MediaItem(url, source, score or _LINK, "", details)


def recordings(document: turbohtml.Node, base: Base, kind: RecordingKind) -> tuple[MediaItem, ...]:
    """Return the recordings of a page, each address once, the one that the page is most about first."""
    best: dict[str, MediaItem] = {}
    for at, recording in enumerate(_find_recordings(document, base, kind)):
        later = MediaItem(
            recording.url, recording.source, recording.score - at * _LATER, recording.player, recording.details
        )
        known_media = best.get(recording.url)
        if known_media is None:
            best[recording.url] = later
        else:
            first, second = (known_media, later) if known_media.score >= later.score else (later, known_media)
            best[recording.url] = MediaItem(
                first.url, first.source, first.score, first.player, {**second.details, **first.details}
            )
        if len(best) >= _MOST:
            break
    return tuple(sorted(best.values(), key=lambda medium: -medium.score))


def _find_recordings(document: turbohtml.Node, base: Base, kind: RecordingKind) -> Iterator[MediaItem]:
    embedded = Embedded(document, base)
    search = _Search(base, kind)
    for recording in (
        *_find_marked_recordings(embedded, search),
        *_meta(embedded, search),
        *_elements(document, search),
        *_links(document, search),
        *_players(document, search),
    ):
        if recording.url.startswith(("http://", "https://")):
            yield recording


def _find_marked_recordings(embedded: Embedded, search: _Search) -> Iterator[MediaItem]:
    kinds = words("media", "kinds", search.kind)
    for item in walk(embedded.items):
        if not item.is_a(kinds):
            continue
        for name, score in (("contentUrl", _MARKED), ("associatedMedia", _MARKED), ("audio", _MARKED), ("embedUrl", 0)):
            for value in item.get(name):
                written = value.text("contentUrl", "url") if isinstance(value, Item) else str(value)
                if written and (recording := search.made(written, f"{item.label} > {name}", score, _details(item))):
                    yield recording


def _details(item: Item) -> dict[str, Any]:
    length = duration(item.text("duration")) if item.text("duration") else None
    details = {
        "title": item.text("name", "headline")[:_MOST_TEXT],
        "description": item.text("description")[:_MOST_TEXT],
        "thumbnail": item.text("thumbnailUrl", "thumbnail", "image"),
        "duration": None if length is None else round(length.total_seconds()),
        "mimeType": item.text("encodingFormat"),
        "width": _whole(item.text("width")),
        "height": _whole(item.text("height")),
    }
    return {name: value for name, value in details.items() if value}


def _meta(embedded: Embedded, search: _Search) -> Iterator[MediaItem]:
    meta = embedded.meta
    details = {
        "mimeType": next(iter(meta.get(f"og:{search.kind}:type", ())), ""),
        "width": _whole(next(iter(meta.get(f"og:{search.kind}:width", ())), "")),
        "height": _whole(next(iter(meta.get(f"og:{search.kind}:height", ())), "")),
        "title": next(iter(meta.get("og:title", ())), "")[:_MOST_TEXT],
        "thumbnail": next(iter(meta.get("og:image", ())), ""),
    }
    values = {name: value for name, value in details.items() if value}
    streams = ("twitter:player:stream",) if search.kind == "video" else ()
    for name in (f"og:{search.kind}:secure_url", f"og:{search.kind}:url", f"og:{search.kind}", *streams):
        for written in meta.get(name, ()):
            if recording := search.made(written, f"meta {name}", _META, values):
                yield recording


def _elements(document: turbohtml.Node, search: _Search) -> Iterator[MediaItem]:
    for element in document.select(search.kind):
        sources = (element, *element.select("source"))
        shown = {
            "title": (element.attr("title") or element.attr("aria-label") or "")[:_MOST_TEXT],
            "thumbnail": search.base.absolute(element.attr("poster") or "") if element.attr("poster") else "",
            "width": _whole(element.attr("width") or ""),
            "height": _whole(element.attr("height") or ""),
        }
        # A muted film that plays by itself over and over is decoration.
        is_decoration = element.attr("autoplay") is not None and element.attr("loop") is not None
        for source in sources:
            for name in ("src", "data-src"):
                written = source.attr(name) or ""
                details = {**shown, "mimeType": (source.attr("type") or "").partition(";")[0]}
                values = {key: value for key, value in details.items() if value}
                score = _LINK if is_decoration else _ELEMENT
                recording = search.made(
                    written, source.tag if source is element else f"{search.kind} > source", score, values
                )
                if recording is not None:
                    yield recording


def _links(document: turbohtml.Node, search: _Search) -> Iterator[MediaItem]:
    for element in document.select("enclosure, link[rel~=enclosure], a[rel~=enclosure]"):
        written = element.attr("url") or element.attr("href") or ""
        mime = (element.attr("type") or "").lower()
        if mime.startswith(f"{search.kind}/") or (
            not mime and _ending(written) in words("media", "endings", search.kind)
        ):
            details = {"mimeType": mime} if mime else {}
            if media_item := search.made(written, f"{element.tag} enclosure", _ENCLOSURE, details):
                yield media_item
    for element in document.select("a[href]"):
        written = element.attr("href") or ""
        if _ending(written) in words("media", "endings", search.kind):
            title = " ".join(element.text.split())[:_MOST_TEXT]
            if media_item := search.made(written, "link", _LINK, {"title": title} if title else {}):
                yield media_item


def _players(document: turbohtml.Node, search: _Search) -> Iterator[MediaItem]:
    # A rendered page has its frames as boxes with their address.
    for element in document.select("iframe, [data-gossamer-frame], lite-youtube, embed[src]"):
        written = next(
            (
                value
                for name in ("src", "data-src", "data-gossamer-frame", "data-lazy-src")
                if (value := element.attr(name))
            ),
            "",
        )
        if video := element.attr("videoid"):
            written = f"https://www.youtube.com/embed/{video}"
        title = element.attr("title") or element.attr("playlabel") or ""
        details = {"title": title[:_MOST_TEXT]} if title else {}
        medium = search.made(written, element.tag if element.tag != "div" else "iframe", 0, details)
        if medium is not None and _player(medium.url, search.kind):
            yield medium


def _player(url: str, kind: RecordingKind) -> str:
    low = url.lower()
    table: Mapping[str, str] = entry("media", "players", kind)
    return next((name for part, name in table.items() if part in low), "")


def _ending(written: str) -> str:
    path = urlsplit(written).path if written.isprintable() and "]" not in written and "[" not in written else ""
    return path.rpartition(".")[2].lower() if "." in path.rpartition("/")[2] else ""


def _whole(written: str) -> int | None:
    digits = written.removesuffix("px").strip()
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < len("100000") else None
