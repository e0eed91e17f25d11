"""Statements about the use of a page in its own markup."""

from collections.abc import Iterator

from gossamer.content.addresses import Base
from gossamer.content.page import scan
from gossamer.content.terms.licences import TYPE
from gossamer.content.terms.readers import LINK, METAS, RSL, Statement


def read_markup_statements(page: scan.Scan, base: Base) -> Iterator[Statement]:
    """Yield the `<meta>`, licence links and inline licences of *page*."""
    for number in page.elements("meta"):
        name, content = (page.attr(number, "name") or "").strip().lower(), page.attr(number, "content")
        if name in METAS and content:
            yield Statement("meta", name, content, f"meta {name}")
    for number in page.elements("link", "a", "area"):
        href = page.attr(number, "href")
        if href and "license" in (page.attr(number, "rel") or "").lower().split() and (address := base.absolute(href)):
            is_read = page.tag(number) == "link" and (page.attr(number, "type") or "").strip().lower() == TYPE
            yield Statement("element", RSL if is_read else LINK, address, f"{page.tag(number)} element")
    for number in page.elements("script"):
        if (page.attr(number, "type") or "").strip().lower() == TYPE:
            yield Statement("inline", RSL, page.content(number).decode("utf-8", "replace"), "script element")
