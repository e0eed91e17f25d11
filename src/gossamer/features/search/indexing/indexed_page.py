"""A page as the index stores it: main content as plain text, and its description of itself.

Left out are pages that answered with an error, that cannot be read as text, and that ask search engines not to list
them: the last are mostly lists, results and copies of other pages, and their owner has said so. A page that names
another address of its site as its canonical one is known by that.

`read_entry` is pure, and all its values can be sent to another process.
"""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

from gossamer.content.charset import storable
from gossamer.content.documents import ParsedDocument
from gossamer.content.page_view import PageView
from gossamer.content.text.markdown_lines import without_marks
from gossamer.core.domains import site_of
from gossamer.core.errors import CallerError, Unsupported
from gossamer.core.pages import FetchedPage
from gossamer.core.urls import WebUrl, host_of, web_url
from gossamer.features.scrape.main_texts import INDEXED, MainText
from gossamer.ports.index import IndexEntry

_FIRST_ERROR: Final = 400
_MOST_TEXT: Final = 120_000
_UNLISTED: Final = frozenset({"noindex", "none"})
_HEADING: Final = re.compile(r"^#{1,6}\s+(.+)$", re.MULTILINE)
# The definition of a term, in a list of definitions, stands under it.
_DEFINED: Final = re.compile(r"(?<![ \t])[ \t]*+\n:[ \t]+")
_PUBLISHED: Final = re.compile(r"\"datePublished\"\s*:\s*\"([^\"]{8,40})\"")
_DATES: Final = ("publishedTime", "datePublished", "dcDate", "dcDateCreated", "dctermsCreated", "date", "pubdate")
_DATE: Final = re.compile(r"\d{4}-\d{2}-\d{2}")
# Structured data stands in the head, or at the end of the body.
_LOOKED_AT: Final = 200_000


def read_entry(
    page: FetchedPage,
    parsed: ParsedDocument | None,
    unlisted_too: bool,  # noqa: FBT001
    known: MainText | None = None,
) -> IndexEntry | None:
    """Return the index's entry of *page*, None when it is not to be there.

    *unlisted_too* takes pages in that ask search engines not to list them. What is *known* of the page is not read
    again.
    """
    if page.status >= _FIRST_ERROR:
        return None
    view = PageView(page, document=parsed)
    page_metadata = view.metadata if known is None else known.metadata
    if not unlisted_too and _is_unlisted(page, page_metadata):
        return None
    html = view.text if view.kind == "html" else ""
    try:
        markdown = (view.markdown(INDEXED) if known is None else known.markdown)[:_MOST_TEXT]
    except Unsupported:
        return None
    title = _one(page_metadata.get("title"))
    if not markdown.strip() and not title:
        return None
    return IndexEntry(
        url=_address(page.url, page_metadata),
        title=title,
        description=_one(page_metadata.get("description")),
        headings="\n".join(_plain(heading) for heading in _HEADING.findall(markdown)),
        text=_plain(markdown),
        language=_one(page_metadata.get("language")),
        published=_read_publication(page_metadata, html, page.fetched_at),
        image=_image(page_metadata),
    )


def _is_unlisted(page: FetchedPage, page_metadata: Mapping[str, Any]) -> bool:
    candidates = (_one(page_metadata.get("robots")), page.headers.get("x-robots-tag", ""))
    rules = (rule.strip().lower() for text in candidates for rule in text.split(","))
    return not _UNLISTED.isdisjoint(rules)


def _address(url: WebUrl, page_metadata: Mapping[str, Any]) -> WebUrl:
    """Return the address the page is known by: its canonical one, if that can be believed.

    A site whose every page names the start page is mistaken about all but one of them.
    """
    try:
        canonical = web_url(_one(page_metadata.get("canonical")))
    except CallerError:
        return url
    same_site = site_of(host_of(canonical)) == site_of(host_of(url))
    is_start = canonical.split("/", 3)[3:] in ([], [""])
    return canonical if same_site and not is_start else url


def _read_publication(page_metadata: Mapping[str, Any], html: str, fetched_at: datetime) -> datetime | None:
    """Return when the page says that it was published; None when it says nothing, or nothing possible."""
    candidates = [_one(page_metadata.get(name)) for name in _DATES]
    if not any(candidates) and (match := _PUBLISHED.search(html[:_LOOKED_AT]) or _PUBLISHED.search(html[-_LOOKED_AT:])):
        candidates = [match[1]]
    for text in candidates:
        if _DATE.match(text):
            moment = _moment(text)
            if moment is not None and moment <= fetched_at:
                return moment
    return None


def _moment(text: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        try:
            moment = datetime.fromisoformat(text[:10])
        except ValueError:
            return None
    try:
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except OverflowError:
        return None


def _image(page_metadata: Mapping[str, Any]) -> str | None:
    image = _one(page_metadata.get("ogImage"))
    return image if image.startswith(("http://", "https://")) else None


def _one(value: Any) -> str:
    """Return a text of the metadata, of several the first; empty when there is none."""
    first = value[0] if isinstance(value, list | tuple) and value else value
    return storable(" ".join(first.split())) if isinstance(first, str) else ""


def _plain(markdown: str) -> str:
    """Return Markdown as text: without addresses, signs and empty lines."""
    lines = _DEFINED.sub(": ", without_marks(markdown)).splitlines()
    return "\n".join(filter(None, (" ".join(line.split()) for line in lines)))
