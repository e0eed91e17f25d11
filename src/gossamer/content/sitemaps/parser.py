"""The parser: which kind of file it is, and its entries as they become whole.

It looks for the tags that matter instead of parsing XML, because many sitemaps are not well
formed, and one ampersand must not cost the rest of a site. 100,000 entries take about half a
second; what is held is the entry that is not whole yet.
"""

import re
from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

from gossamer.content.sitemaps.decoding import TextDecoder
from gossamer.content.sitemaps.entries import find_last_entry, listed
from gossamer.content.sitemaps.markup import Plain
from gossamer.core.references import References
from gossamer.core.urls import WebUrl
from gossamer.ports.sites import SitemapEntry

Kind: TypeAlias = Literal["unknown", "urlset", "index", "feed", "text", "none"]

_ROOT: Final = re.compile(r"<((?:[\w.-]+:)?)(?:(urlset)|(sitemapindex)|rss|feed|rdf)[\s>]", re.IGNORECASE)
_PAGE: Final = re.compile(r"<(?:html|head|body)[\s>]|<!doctype\s+html", re.IGNORECASE)
_LOC: Final = re.compile(r"<(?:[\w.-]+:)?loc[\s>]", re.IGNORECASE)
_LISTED_END: Final = re.compile(r"</((?:[\w.-]+:)?)(url|sitemap)\s*>", re.IGNORECASE)
_PUBLISHED_END: Final = re.compile(r"</(?:[\w.-]+:)?(?:item|entry)\s*>", re.IGNORECASE)
_WEB: Final = ("http://", "https://", "HTTP://", "HTTPS://")
# By here markup has named its root element, and text has come to its first address.
_LONGEST_HEAD: Final = 65_536
_LONGEST_TEXT_HEAD: Final = 4_096
# An entry that is longer is broken: what can be read of it is read, the rest dropped.
_LONGEST_ENTRY: Final = 524_288


class SitemapParser:
    """Reads the sitemap at *url*, whose relative addresses are resolved; duplicates are the caller's to see.

    *charset* is what the Content-Type header says. What the header says of the type is not
    asked: it is too often wrong.
    """

    def __init__(self, url: WebUrl, *, charset: str = "") -> None:
        self.kind: Kind = "unknown"
        self._decoder = TextDecoder(charset)
        self._plain = Plain()
        self._references = References(url)
        self._held = ""
        self._prefix = ""
        self._found = False

    @property
    def recognised(self) -> bool:
        """Return whether the file is a sitemap; final after `close`. One without entries is one too, unless text."""
        return self.kind in {"urlset", "index", "feed"} or (self.kind == "text" and self._found)

    def feed(self, data: bytes) -> list[SitemapEntry]:
        """Return the entries that *data* makes whole, in order."""
        return self._read(self._decoder.feed(data), final=False)

    def close(self) -> list[SitemapEntry]:
        """Return the entries that can be read where the end is missing."""
        return self._read(self._decoder.feed(b"", final=True), final=True)

    def _read(self, text: str, *, final: bool) -> list[SitemapEntry]:
        if self.kind != "text":
            text = self._plain.feed(text, final=final)
        self._held += text
        if self.kind == "unknown":
            self.kind, self._prefix = _kind_of(self._held, final=final)
        entries = list(self._entries(final=final))
        self._found = self._found or bool(entries)
        return entries

    def _entries(self, *, final: bool) -> Iterator[SitemapEntry]:
        match self.kind:
            case "urlset" | "index":
                yield from self._list_entries(final=final)
            case "feed":
                yield from self._find_published_entries(final=final)
            case "text":
                yield from self._lines(final=final)
            case "none":
                self._held = ""

    def _list_entries(self, *, final: bool) -> Iterator[SitemapEntry]:
        *parts, rest = _LISTED_END.split(self._held)
        for block, prefix, name in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
            yield from self._find_locations(block, prefix, nested=name.lower() == "sitemap")
        if final or len(rest) > _LONGEST_ENTRY:
            # Entries that never end: what stands before the last tag is whole.
            complete_part, _, rest = rest.rpartition("</")
            yield from self._find_locations(complete_part, self._prefix, nested=self.kind == "index")
            rest = rest[-_LONGEST_HEAD:]
        self._held = rest

    def _find_locations(self, block: str, prefix: str, *, nested: bool) -> Iterator[SitemapEntry]:
        for address, title in listed(block, prefix):
            if url := self._references.read(address):
                yield SitemapEntry(url, nested, title)

    def _find_published_entries(self, *, final: bool) -> Iterator[SitemapEntry]:
        *blocks, rest = _PUBLISHED_END.split(self._held)
        if final or len(rest) > _LONGEST_ENTRY:
            blocks, rest = [*blocks, rest], ""
        self._held = rest
        for block in blocks:
            entry = find_last_entry(block)
            if entry and (url := self._references.read(entry[0])):
                yield SitemapEntry(url, title=entry[1])

    def _lines(self, *, final: bool) -> Iterator[SitemapEntry]:
        *lines, rest = self._held.splitlines() or [""]
        if final or self._held.endswith(("\n", "\r")) or len(rest) > _LONGEST_ENTRY:
            lines, rest = [*lines, rest], ""
        self._held = rest
        for line in lines:
            text = line.strip()
            if text.startswith(_WEB) and (url := self._references.read(text)):
                yield SitemapEntry(url)


def _kind_of(head: str, *, final: bool) -> tuple[Kind, str]:
    """Return the kind of a file that starts with *head*, and its root's prefix; with *final* there is no more of it."""
    match = _ROOT.search(head, 0, _LONGEST_HEAD)
    if match is not None:
        return "urlset" if match[2] else "index" if match[3] else "feed", match[1]
    if _PAGE.search(head, 0, _LONGEST_HEAD):
        return "none", ""
    is_markup = head.lstrip().startswith("<")
    if not final and len(head) < (_LONGEST_HEAD if is_markup else _LONGEST_TEXT_HEAD):
        return "unknown", ""
    if _LOC.search(head):
        return "urlset", ""
    return "none" if is_markup else "text", ""
