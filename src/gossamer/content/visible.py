"""The words that a visitor sees, as far as they must be known to tell whether a page has any."""

from typing import Final

from gossamer.content.page import scan, visible

# Shorter ones are notices; a longer one is the page for those who have no script.
_SUBSTANTIAL: Final = 600


def words(page: scan.Scan, *, enough: int) -> str:
    """Return the visible text of *page* without notices for those who have no script; little more than *enough*."""
    shown = [visible.read_text(page, number, enough) for number in page.elements("body")[:1]]
    if shown and len(shown[0]) < enough:
        inside = [visible.read_text(page, number, enough) for number in page.elements("noscript")]
        shown += [text for text in inside if len(text) > _SUBSTANTIAL]
    return " ".join(shown)
