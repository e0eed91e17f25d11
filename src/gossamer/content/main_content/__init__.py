"""Main content: the part of a page its reader came for, without menus, sidebars, footers and related links.

The serialised page is judged natively (`content/page`); what it keeps is a tree again, for what is made of it.
"""

from dataclasses import dataclass
from typing import Final

import turbohtml
from turbohtml import Element

from gossamer.content.locales import words
from gossamer.content.page import judge

__all__ = ["MainContent", "isolate"]

_PAGE_LINKS: Final = words("main_content", "page_links")
_LONGEST: Final = 40


@dataclass(frozen=True, slots=True)
class MainContent:
    """The *node* that holds a page's main content.

    *amount* is how much main content the page is expected to have, in characters: the text of every block, weighed
    with the chance that it is main content. With *is_empty* nothing on the page is likely to be any.
    """

    node: Element
    amount: float
    is_empty: bool


def isolate(document: turbohtml.Document) -> MainContent:
    """Return the main content of *document*, which is cleaned and left as it is."""
    decision = judge.judge(document.html)
    node = _parse(decision.markup())
    # Links to the source of the page may be no more than an icon, which has no words to be judged by.
    for link in node.find_all("a"):
        if _is_about_the_page(link):
            link.extract()
    return MainContent(node, decision.amount, decision.is_empty)


def _parse(markup: str) -> Element:
    """Return the element that *markup* is; an empty body for an empty text."""
    document = turbohtml.parse(markup, positions=False, allow_declarative_shadow_roots=False, scripting=True)
    body = document.find("body") or Element("body")
    held = None if markup.startswith("<body") else body.select_one("body > *")
    return body if held is None else held


def _is_about_the_page(link: Element) -> bool:
    """Return whether *link* leads to the source of the page, or to changing it; its name may be that of its icon."""
    if "edit" in (link.attr("rel") or "").split():
        return True
    name = link.text.strip() or link.attr("title") or link.attr("aria-label") or ""
    return len(name) <= _LONGEST and " ".join(name.casefold().split()) in _PAGE_LINKS
