"""What is asked of a document's reader, and what it gives."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """How a document is read; *max_pages* None means all of them."""

    max_pages: int | None = None


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """A document as Markdown.

    *num_pages* is how many pages were read, *total_pages* how many there are; *pages* holds
    the text of each page that was read. *truncated* says that a limit cut it short.
    """

    markdown: str
    title: str | None = None
    num_pages: int = 0
    total_pages: int = 0
    pages: tuple[str, ...] = ()
    truncated: bool = False
