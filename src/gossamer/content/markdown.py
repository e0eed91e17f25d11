"""A tree, or a part of a scanned page, as GitHub-flavoured Markdown."""

import turbohtml

from gossamer.content.addresses import Base
from gossamer.content.charset import storable
from gossamer.content.page import markdown as native
from gossamer.content.page import scan


def markdown(node: turbohtml.Node, base: Base | None, *, remove_base64_images: bool) -> str:
    """Return *node* as Markdown.

    Addresses become absolute; without a *base* they stay as they are written. The text has no blank edges, at most one
    blank line between blocks, and no trailing spaces outside code.
    """
    html = node.html
    # Of a document the body is written; what stands beside an element needs one around it.
    page = scan.Scan(html if isinstance(node, turbohtml.Element) else f"<div>{html}</div>")
    return whole_markdown(page, base, remove_base64_images=remove_base64_images)


def whole_markdown(page: scan.Scan, base: Base | None, *, remove_base64_images: bool) -> str:
    """Return all of a scanned page as Markdown, as `markdown` does."""
    if not len(page):
        return ""
    return native.write_markdown(page, None, 0, page.last(0), base.url if base else None, remove_base64_images)


def markdown_of(html: str) -> str:
    """Return a fragment of HTML with absolute addresses as Markdown."""
    return storable(markdown(turbohtml.parse(html, positions=False), None, remove_base64_images=True))
