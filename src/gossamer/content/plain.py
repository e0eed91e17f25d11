"""Bodies that are no page: text, JSON, XML and feeds as Markdown.

Text stays to the letter. What has a syntax of its own stands in a fenced block, so that no
Markdown reader takes it for markup; it is not parsed, whatever it claims to contain.
"""

import html
import re
from dataclasses import dataclass
from typing import Final

import turbohtml
from turbohtml import Entry, Feed

from gossamer.content import tree
from gossamer.content.addresses import Base, is_web
from gossamer.content.charset import storable
from gossamer.content.cleaning import Sweep, clean
from gossamer.content.markdown import whole_markdown

_MAX_ENTRIES: Final = 500
_MAX_FEED: Final = 8_000_000
_MAX_ENTRY: Final = 400_000
_ROOT: Final = re.compile(
    r"\s*(?:<\?xml[^>]*\?>|<!--.*?-->|<\?[^>]*\?>|<!DOCTYPE[^>\[]*>|\s)*<(rss|feed|rdf:RDF|channel)\b", re.DOTALL
)
_ENTITY: Final = re.compile(r"&(?!amp;|lt;|gt;|quot;|apos;|#)([A-Za-z][A-Za-z0-9]{1,31};)")
_FENCE: Final = re.compile(r"`{3,}")
_LANGUAGES: Final = {
    "css": "css", "javascript": "javascript", "ecmascript": "javascript", "typescript": "typescript", "csv": "csv",
    "yaml": "yaml",
    "toml": "toml", "x-python": "python", "x-sh": "sh", "sql": "sql", "x-c": "c", "x-java": "java", "calendar": "ics",
    "vcard": "vcard",
    "tab-separated-values": "tsv", "graphql": "graphql", "ndjson": "json",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reading:
    """A body as Markdown, with the title and the links it names."""

    markdown: str
    title: str | None = None
    links: tuple[str, ...] = ()


def read_json(text: str) -> Reading:
    """Return JSON as it is written."""
    return Reading(_fence_text(text, "json"))


def read_text(text: str, media_type: str) -> Reading:
    """Return plain text as it is written; source code by its type in a block of its language."""
    subtype = media_type.partition("/")[2]
    language = next((name for key, name in _LANGUAGES.items() if subtype in {key, f"x-{key}"}), None)
    plain = storable(text.replace("\r\n", "\n").replace("\r", "\n")).strip("\n")
    return Reading(_fence_text(plain, language) if language else plain)


def read_xml(text: str, base: Base) -> Reading:
    """Return a feed as its entries, other XML as it is written."""
    feed = _feed(text)
    return _list_feed(feed, base) if feed is not None else Reading(_fence_text(text, "xml"))


def read_drawing(text: str) -> Reading:
    """Return the title, description and texts of an SVG drawing, in order."""
    try:
        elements = turbohtml.parse_xml(text).iter_elements(("title", "desc", "text"))
    except turbohtml.HTMLParseError:
        return Reading("")
    drawn = [(element.tag, _line(element.text)) for element in elements]
    title = next((words for tag, words in drawn if tag == "title" and words), None)
    lines = [f"# {title}" if words == title and tag == "title" else words for tag, words in drawn]
    return Reading("\n\n".join(filter(None, lines)), title)


def _fence_text(text: str, language: str) -> str:
    body = storable(text).strip("\n")
    longest = max((len(run) for run in _FENCE.findall(body)), default=2)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{body}\n{fence}" if body.strip() else ""


def _feed(text: str) -> Feed | None:
    if len(text) > _MAX_FEED or not _ROOT.match(text[:4096]):
        return None
    try:
        # Feeds use the names of HTML's characters without declaring them. No declared entity is expanded.
        # A version is required by the format and left out by some.
        plain = _ENTITY.sub(lambda match: html.unescape(match.group()), text).replace("<rss>", '<rss version="2.0">', 1)
        document = turbohtml.parse_xml(plain)
    except turbohtml.HTMLParseError:
        return None
    return document.feed()


def _list_feed(feed: Feed, base: Base) -> Reading:
    parts = [f"# {_line(feed.title)}"] if feed.title else []
    if feed.description:
        parts.append(_prose(feed.description, base))
    addresses: dict[str, None] = {}
    for entry in feed.entries[:_MAX_ENTRIES]:
        address = base.absolute(entry.link) if entry.link else None
        if address and is_web(address):
            addresses[address] = None
        parts += _entry(entry, address, base)
    return Reading("\n\n".join(part for part in parts if part), storable(feed.title or "") or None, tuple(addresses))


def _entry(entry: Entry, address: str | None, base: Base) -> list[str]:
    title = _line(entry.title) or (address or "")
    about = " · ".join(_line(value) for value in (entry.published or entry.updated, entry.author) if value)
    content = entry.content if isinstance(entry.content, str) else None
    text = content or entry.summary or ""
    return [f"## [{title}]({address})" if address else f"## {title}", about, _prose(text[:_MAX_ENTRY], base)]


def _line(text: str | None) -> str:
    """Return *text*, which may hold markup, as one line of Markdown."""
    return " ".join(_write_text(text).split()).replace("[", "\\[").replace("]", "\\]") if text else ""


def _write_text(text: str) -> str:
    return storable(turbohtml.parse(text, positions=False).text if "<" in text or "&" in text else text)


def _prose(text: str, base: Base) -> str:
    parsed = tree.parse(text, base.url)
    page = clean(parsed.document, base, Sweep()).scan
    return whole_markdown(page, base, remove_base64_images=True)
