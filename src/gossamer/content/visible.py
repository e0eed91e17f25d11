"""The words that a visitor sees, as far as they must be known to tell whether a page has any."""

import copy
from itertools import islice
from typing import Final

import turbohtml

from gossamer.content.cleaning import noscript

# Where the text of a paragraph may not be shown.
_UNSEEN: Final = (
    "noscript,template,script,style,title,head,datalist,noframes,noembed,rp,ul,ol,menu,dl,table,select,svg,math"
)
# So many paragraphs of a page are worth a look before all of it is read.
_OPENING: Final = 60


def words(document: turbohtml.Document, *, enough: int) -> str:
    """Return the visible text of *document* without `<noscript>`.

    Of a page whose first paragraphs alone have *enough* characters, these are returned, without blanks: reading a
    whole page as text costs half as much as parsing it.
    """
    body = document.select_one("body")
    if body is None:
        return ""
    opening = _opening(body, enough)
    if len(opening) >= enough:
        return opening
    if next(body.iter_elements(("noscript", "template")), None) is not None:
        body = copy.copy(body)
        noscript.settle(body)
        body.remove("template:not([shadowrootmode])")
    return body.to_text().strip()


def _opening(body: turbohtml.Element, enough: int) -> str:
    """Return what stands in the first paragraphs themselves, without blanks, until it is *enough*."""
    found = ""
    for paragraph in islice(body.iter_elements("p"), _OPENING):
        if paragraph.closest(_UNSEEN) is None:
            found += "".join(["".join(part.data.split()) for part in paragraph if isinstance(part, turbohtml.Text)])
            if len(found) >= enough:
                break
    return found
