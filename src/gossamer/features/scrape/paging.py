"""A document page by page: the Markdown of each, its blocks with their places, and marks where a page begins."""

from collections.abc import Iterator, Mapping
from typing import Any

from gossamer.content.documents import DocumentPage, ParsedDocument
from gossamer.content.fragments import markdown_of
from gossamer.core.specs import ScrapeSpec


def pages_of(document: ParsedDocument | None, spec: ScrapeSpec) -> tuple[Mapping[str, Any], ...] | None:
    """Return the Markdown of each page; None when *spec* does not ask for it."""
    return tuple(map(_page, document.pages)) if document is not None and spec.pdf.pages else None


def blocks_of(document: ParsedDocument | None, spec: ScrapeSpec) -> tuple[Mapping[str, Any], ...] | None:
    """Return the blocks of each page with their places; None when *spec* does not ask for them."""
    return tuple(map(_blocks, document.pages)) if document is not None and spec.pdf.blocks else None


def mark_pages(document: ParsedDocument) -> str:
    """Return *document* as Markdown in which a rule and a comment part its pages."""
    first = (markdown_of(page.html) for page in document.pages[:1])
    others = (f"<!-- page {page.number} -->\n\n{markdown_of(page.html)}".rstrip() for page in document.pages[1:])
    return "\n\n---\n\n".join((*first, *others))


def _page(page: DocumentPage) -> Mapping[str, Any]:
    return {"pageNumber": page.number, "markdown": markdown_of(page.html)}


def _blocks(page: DocumentPage) -> Mapping[str, Any]:
    return {
        "pageNumber": page.number,
        "width": round(page.width, 1),
        "height": round(page.height, 1),
        "status": "needs_ocr" if page.scanned else "ok",
        "items": list(_items(page)),
    }


def _items(page: DocumentPage) -> Iterator[Mapping[str, Any]]:
    whole = markdown_of(page.html)
    end = 0
    for order, block in enumerate(page.blocks):
        content = markdown_of(block.html)
        item: dict[str, Any] = {
            "id": f"p{page.number}-{order}",
            "type": block.kind,
            "content": content,
            "readingOrder": order,
            "source": "text" if page.confidence is None else "ocr",
            "confidence": {} if page.confidence is None else {"ocr": round(page.confidence, 3)},
        }
        if block.corners is not None:
            item["bbox"] = list(block.corners)
        # Where it is in the Markdown of its page.
        if content and (start := whole.find(content, end)) >= 0:
            end = start + len(content)
            item["markdownSpan"] = [start, end]
        yield item
