"""Paragraphs and tables that run over to the next page: joined on the page where they begin."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from gossamer.content.documents.model import Block, DocumentPage

_ENDS: Final = (".", "!", "?", ":", ";", "\u201d", '"', ")")
_TAG: Final = re.compile(r"<[^>]*>")
_ROW: Final = re.compile(r"<tr>.*?</tr>")
_CELL: Final = re.compile(r"<t[dh]\b")
_HEAD: Final = re.compile(r"<thead>.*?</thead>")


def joined(pages: Iterable[DocumentPage]) -> Iterator[DocumentPage]:
    """Yield *pages*, each as soon as the parts of the next page that belong to it are known."""
    before: DocumentPage | None = None
    for page in pages:
        if before is None:
            before = page
            continue
        whole = _together(before.blocks[-1], page.blocks[0]) if before.blocks and page.blocks else None
        if whole is None:
            yield before
            before = page
            continue
        yield replace(before, blocks=(*before.blocks[:-1], whole))
        before = replace(page, blocks=page.blocks[1:])
    if before is not None:
        yield before


def _together(last: Block, first: Block) -> Block | None:
    """Return both as one block, or None when the second is no part of the first."""
    match last.kind, first.kind:
        case "paragraph", "paragraph":
            return _paragraph(last, first)
        case "table", "table":
            return _table(last, first)
        case _:
            return None


def _paragraph(last: Block, first: Block) -> Block | None:
    above, below = _TAG.sub("", last.html).rstrip(), _TAG.sub("", first.html).lstrip()
    if not above or above.endswith(_ENDS) or not below[:1].islower():
        return None
    head = last.html.removesuffix("</p>")
    if head.endswith("-") and head[-2:-1].isalpha():
        return replace(last, html=head[:-1] + first.html.removeprefix("<p>"))
    return replace(last, html=f"{head} {first.html.removeprefix('<p>')}")


def _table(last: Block, first: Block) -> Block | None:
    above, below = _HEAD.search(last.html), _HEAD.search(first.html)
    rows, more = _ROW.findall(last.html), _ROW.findall(first.html)
    if not rows or not more or len(_CELL.findall(rows[0])) != len(_CELL.findall(more[0])):
        return None
    if above and below and above[0] == below[0]:
        more = more[1:]
    body = "".join(row.replace("<th", "<td").replace("</th>", "</td>") for row in more)
    return replace(last, html=last.html.replace("</tbody></table>", f"{body}</tbody></table>"))
