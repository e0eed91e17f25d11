"""Statements about the use of a page in its own markup."""

from collections.abc import Iterator

from gossamer.content.addresses import Base
from gossamer.content.page import scan
from gossamer.content.terms.licences import TYPE
from gossamer.content.terms.readers import LINK, METAS, RSL, Statement


def read_markup_statements(page: scan.Scan, base: Base) -> Iterator[Statement]:
    """Yield the `<meta>`, licence links and inline licences of *page*."""
    for number in page.elements("meta"):
        name, content = _read_word(page, number, "name"), page.attr(number, "content")
        if name in METAS and content:
            yield Statement("meta", name, content, f"meta {name}")
    yield from _read_links(page, base)
    for number in page.elements("script"):
        if _read_word(page, number, "type") == TYPE:
            yield Statement("inline", RSL, page.content(number).decode("utf-8", "replace"), "script element")


def _read_links(page: scan.Scan, base: Base) -> Iterator[Statement]:
    for number in page.elements("link", "a", "area"):
        href, tag = page.attr(number, "href"), page.tag(number)
        if href and "license" in _read_word(page, number, "rel").split() and (address := base.absolute(href)):
            is_read = tag == "link" and _read_word(page, number, "type") == TYPE
            yield Statement("element", RSL if is_read else LINK, address, f"{tag} element")


def _read_word(page: scan.Scan, number: int, attribute: str) -> str:
    return (page.attr(number, attribute) or "").strip().lower()
