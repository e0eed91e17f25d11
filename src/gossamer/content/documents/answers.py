"""How a child tells its parent what a document says: a line of JSON, then the text of its pages.

The text goes once and as it is, because most of it may be a script that JSON would swell. The
parent believes nothing: the child has read a hostile file and may have become its puppet.
"""

import json
from collections.abc import Iterator

from gossamer.content.documents.parsed import ParsedDocument
from gossamer.core.errors import Unsupported


def packed(document: ParsedDocument) -> Iterator[bytes]:
    """Yield the parts of the answer that *document* was read."""
    pages = [page.encode() for page in document.pages]
    head = {
        "title": document.title,
        "total_pages": document.total_pages,
        "truncated": document.truncated,
        "sizes": [len(page) for page in pages],
    }
    yield json.dumps(head).encode() + b"\n"
    yield from pages


def refusal(reason: str) -> Iterator[bytes]:
    """Yield the parts of the answer that the document cannot be read."""
    yield json.dumps({"refusal": reason}).encode() + b"\n"


def unpacked(answer: bytes) -> ParsedDocument:
    """Return the document of *answer*; Unsupported when it was refused or the answer is none."""
    line, _, text = answer.partition(b"\n")
    try:
        head = json.loads(line)
        if "refusal" in head:
            raise Unsupported(str(head["refusal"]))
        return ParsedDocument(
            pages=tuple(_cut(text, head["sizes"])),
            title=str(head["title"] or "") or None,
            total_pages=int(head["total_pages"]),
            truncated=bool(head["truncated"]),
        )
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        # It ended without an answer: out of memory or time, or the parser crashed.
        raise Unsupported(
            "The document could not be read: it is damaged, or needs more memory than a reader may have."
        ) from error


def _cut(text: bytes, sizes: list[int]) -> Iterator[str]:
    start = 0
    for size in sizes:
        if not 0 <= size <= len(text) - start:
            raise ValueError("an answer that was cut off")
        yield text[start : start + size].decode(errors="replace")
        start += size
