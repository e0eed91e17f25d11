"""What is asked of a document's reader, and what it gives."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """How a document is read; *max_pages* None means all of them."""

    max_pages: int | None = None


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """A document as Markdown.

    *pages* holds the text of each page that was read, *total_pages* is how many there are.
    *truncated* says that a limit cut it short.
    """

    pages: tuple[str, ...] = ()
    title: str | None = None
    total_pages: int = 0
    truncated: bool = False

    @property
    def markdown(self) -> str:
        """Return the text of all pages that have some."""
        return "\n\n".join(page for page in self.pages if page)

    @property
    def num_pages(self) -> int:
        """Return how many pages were read."""
        return len(self.pages)
