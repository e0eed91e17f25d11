"""Paragraphs and tables that run over to the next page: joined on the page where they begin."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from gossamer.content.documents import markup
from gossamer.content.documents.layout.words import Spelling
from gossamer.content.documents.model import Block, DocumentPage

_ENDS: Final = (".", "!", "?", ":", ";", "\u201d", '"', ")")
_ROW: Final = re.compile(r"<tr>.*?</tr>")
_CELL: Final = re.compile(r"<t[dh]\b")
# A table that goes on for longer begins anew, so that memory stays small.
_MOST_HELD: Final = 200
_HEAD: Final = re.compile(r"<thead>.*?</thead>")


def join_pages(pages: Iterable[DocumentPage], spelling: Spelling) -> Iterator[DocumentPage]:
    """Yield *pages*, each as soon as the parts of the next pages that belong to it are known."""
    held: list[DocumentPage] = []
    parts: list[Block] = []
    for page in pages:
        if held and page.blocks and len(held) < _MOST_HELD and _goes_on(parts, page.blocks[0]):
            parts.append(page.blocks[0])
            held.append(replace(page, blocks=page.blocks[1:]))
        else:
            yield from _whole(held, parts, spelling)
            held, parts = [page], list(page.blocks[-1:])
        if len(page.blocks) > 1 and len(held) > 1:
            # Text after the part may go on in its turn.
            yield from _whole(held[:-1], parts, spelling)
            held, parts = held[-1:], list(page.blocks[-1:])
    yield from _whole(held, parts, spelling)


def _whole(held: Sequence[DocumentPage], parts: Sequence[Block], spelling: Spelling) -> Iterator[DocumentPage]:
    """Yield the pages *held*, the first of which ends with all *parts* as one block."""
    if held and len(parts) > 1:
        together = _paragraph(parts, spelling) if parts[0].kind == "paragraph" else _table(parts)
        yield replace(held[0], blocks=(*held[0].blocks[:-1], together))
        yield from held[1:]
    else:
        yield from held


def _goes_on(parts: Sequence[Block], following: Block) -> bool:
    """Return whether *following* is a part of the block that *parts* began."""
    if not parts:
        return False
    match parts[-1].kind, following.kind:
        case "paragraph", "paragraph":
            above, below = markup.plain(parts[-1].html).rstrip(), markup.plain(following.html).lstrip()
            return bool(above) and not above.endswith(_ENDS) and below[:1].islower()
        case "table", "table":
            columns = _columns(parts[0])
            return columns > 0 and columns == _columns(following)
        case _:
            return False


def _columns(table: Block) -> int:
    """Return the number of cells in the first row of *table*."""
    row = _ROW.search(table.html)
    return len(_CELL.findall(row[0])) if row else 0


def _paragraph(parts: Sequence[Block], spelling: Spelling) -> Block:
    html = parts[0].html.removesuffix("</p>")
    for part in parts[1:]:
        more = part.html.removeprefix("<p>").removesuffix("</p>")
        html = spelling.join_line(html, markup.plain(more)) + more
    return replace(parts[0], html=f"{html}</p>")


def _table(parts: Sequence[Block]) -> Block:
    head = _HEAD.search(parts[0].html)
    rows: list[str] = []
    for part in parts[1:]:
        again = _HEAD.search(part.html)
        more = _ROW.findall(part.html)
        rows += more[1:] if head and again and head[0] == again[0] else more
    body = "".join(row.replace("<th", "<td").replace("</th>", "</td>") for row in rows)
    return replace(parts[0], html=parts[0].html.replace("</tbody></table>", f"{body}</tbody></table>"))
