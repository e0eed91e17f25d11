"""The document model: pages of blocks, with the metadata of the file.

A block is safe HTML of the kind pages are made of, so that one writer of Markdown serves both.
Boxes are points from the top left corner of the page: left, top, width, height.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

Box: TypeAlias = tuple[float, float, float, float]
Kind: TypeAlias = Literal[
    "heading", "paragraph", "list", "table", "code", "picture", "formula", "quote", "rule", "notes"
]
# How a PDF is read: the text it holds, that and recognition where there is none, or recognition of all pages.
Mode: TypeAlias = Literal["fast", "auto", "ocr"]


@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """How a document is read.

    *max_pages* None means all of them. *whole_pages* keeps a paragraph on the pages it runs over; otherwise it is
    joined on the page where it begins. *name* is what the file is called, *charset* the declared encoding of a table of
    text; "" when nobody said.
    """

    max_pages: int | None = None
    mode: Mode = "auto"
    whole_pages: bool = False
    name: str = ""
    charset: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a page in reading order; *box* is None where the format has no places.

    *html* is empty for a picture of which nothing but its place is known.
    """

    kind: Kind
    html: str
    box: Box | None = None

    @property
    def corners(self) -> Box | None:
        """Return its left, top, right and bottom edge, to a tenth of a point."""
        if self.box is None:
            return None
        left, top, width, height = self.box
        return round(left, 1), round(top, 1), round(left + width, 1), round(top + height, 1)


@dataclass(frozen=True, slots=True)
class DocumentPage:
    """A page; sizes are 0 where the format has none.

    *scanned* says that it is a picture whose text was not read, *plain* that its layout could not be read and its lines
    are given as they are; *confidence* is that of recognised text, 0 to 1, and None when none of it was recognised.
    """

    number: int
    blocks: tuple[Block, ...] = ()
    width: float = 0.0
    height: float = 0.0
    scanned: bool = False
    plain: bool = False
    confidence: float | None = None

    @property
    def html(self) -> str:
        """Return the page as HTML."""
        return "\n".join(block.html for block in self.blocks)


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """A document that was read.

    *format* is its format's name in `formats.toml`, *total_pages* how many pages it has, 0 for a format without pages.
    *metadata* has names of the wire. *truncated* says that a limit cut it short.
    """

    format: str
    pages: tuple[DocumentPage, ...] = ()
    total_pages: int = 0
    metadata: Mapping[str, Any] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    truncated: bool = False

    @property
    def html(self) -> str:
        """Return the whole document as an HTML page."""
        return html_page("\n".join(page.html for page in self.pages))

    @property
    def size(self) -> int:
        """Return the size of the HTML, in characters."""
        return sum(len(block.html) for page in self.pages for block in page.blocks)

    @property
    def num_pages(self) -> int:
        """Return the number of pages that were read; 0 for a format without pages."""
        return len(self.pages) if self.total_pages else 0


def html_page(content: str) -> str:
    """Return *content* as an HTML page."""
    return f"<!DOCTYPE html><html><body>{content}</body></html>"
