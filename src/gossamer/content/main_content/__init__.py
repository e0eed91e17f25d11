"""Main content: the part of a page its reader came for, without menus, sidebars, footers and related links.

The page is read as a sequence of blocks (`blocks`), each block is described by numbers about itself and its
surroundings (`features`), a small model learnt from pages with known main content turns them into a chance
(`weights`), and the set of blocks with the best expected F1 stays (`selection`, `pruning`).
"""

from __future__ import annotations

import turbohtml
from turbohtml import Element

from gossamer.content.main_content.blocks import Outline, outline
from gossamer.content.main_content.features import rows
from gossamer.content.main_content.pruning import prune
from gossamer.content.main_content.selection import select
from gossamer.content.main_content.weights import chance

__all__ = ["isolate"]

_UNSEEN = "script,style,template,svg,iframe,noframes,datalist"


def isolate(document: turbohtml.Document) -> turbohtml.Node:
    """Prune *document* in place and return the node that holds its main content."""
    title, kind = _title(document), _open_graph_type(document)
    page = read(document)
    if not page.blocks:
        return page.sections[0].node
    chances = [chance(*row) for row in rows(page, title, kind)]
    keep = select(chances, [block.text for block in page.blocks])
    if not any(keep):
        return page.sections[0].node
    return prune(page, keep).node


def read(document: turbohtml.Document) -> Outline:
    """Return the outline of *document* without what no reader sees."""
    document.remove(_UNSEEN)
    body = document.select_one("body") or document.root
    return outline(body if body is not None else Element("body"))


def _open_graph_type(document: turbohtml.Document) -> str | None:
    tag = document.select_one('meta[property="og:type"]')
    return tag.attr("content") if tag is not None else None


def _title(document: turbohtml.Document) -> str:
    tag = document.select_one("title")
    return tag.text if tag is not None else ""
