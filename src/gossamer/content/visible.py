"""The words that a visitor sees, as far as they must be known to tell whether a page has any."""

import copy
from itertools import islice
from typing import Final

import turbohtml

from gossamer.content.cleaning import noscript

# What hides its content, or may.
_HIDING: Final = (
    "noscript", "template", "script", "style", "title", "head", "datalist", "noframes", "noembed", "rp", "ul", "ol",
    "menu", "dl", "table", "select", "svg", "math",
)  # fmt: skip
_UNSEEN: Final = ",".join(_HIDING)
# A paragraph in a paragraph would be counted twice.
_INSIDE: Final = (*_HIDING, "p")
# What is collapsed when it is shown.
_BLANKS: Final = " \t\n\r\f"
# So many paragraphs of a page are worth a look before all of it is read.
_OPENING: Final = 60


def words(document: turbohtml.Document, *, enough: int) -> str:
    """Return the visible text of *document* without `<noscript>`.

    Of a page whose first paragraphs alone have *enough* characters, these are returned as they are written: reading
    a whole page as text costs half as much as parsing it.
    """
    body = document.find("body")
    if body is None:
        return ""
    if opening := _opening(body, enough):
        return opening
    if next(body.iter_elements(("noscript", "template")), None) is not None:
        body = copy.copy(body)
        noscript.settle(body)
        body.remove("template:not([shadowrootmode])")
    return body.to_text().strip()


def _opening(body: turbohtml.Element, enough: int) -> str:
    """Return the first paragraphs, if they have *enough* characters beside blanks; else nothing."""
    texts: list[str] = []
    size = 0
    for paragraph in islice(body.iter_elements("p"), _OPENING):
        if paragraph.closest(_UNSEEN) is None and next(paragraph.iter_elements(_INSIDE), None) is None:
            text = paragraph.text
            texts.append(text)
            size += len(text) - sum(map(text.count, _BLANKS))
            if size >= enough:
                return "".join(texts)
    return ""
