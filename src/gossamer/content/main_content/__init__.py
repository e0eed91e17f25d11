"""Main content: the part of a page its reader came for, without menus, sidebars, footers and related links.

The serialised page is judged natively (`content/page`), and written as Markdown from the same nodes. What is kept
becomes a tree again only for those who need one.
"""

from functools import cached_property

import turbohtml
from turbohtml import Element

from gossamer.content.addresses import Base
from gossamer.content.page import decision, markdown, scan


class MainContent:
    """What was decided about a page.

    *amount* is how much main content the page is expected to have, in characters: the text of every block, weighed
    with the chance that it is main content. With *is_empty* nothing on the page is likely to be any.
    """

    def __init__(self, decided: decision.Decision) -> None:
        self._decided = decided
        self.amount = decided.amount
        self.is_empty = decided.is_empty

    @property
    def decided(self) -> decision.Decision:
        """Return the decision about each block."""
        return self._decided

    @cached_property
    def html(self) -> str:
        """Return the smallest element that holds what is kept, without what is dropped; empty where that is nothing."""
        return self._decided.markup()

    @cached_property
    def node(self) -> Element:
        """Return that element as a tree; an empty body where there is none."""
        markup = self.html
        document = turbohtml.parse(markup, positions=False, allow_declarative_shadow_roots=False, scripting=True)
        body = document.find("body") or Element("body")
        held = None if markup.startswith("<body") else body.select_one("body > *")
        return body if held is None else held

    def markdown(self, base: Base, *, remove_base64_images: bool) -> str:
        """Return the main content as Markdown, with absolute addresses."""
        dropped, root = self._decided.mask()
        if root < 0:
            return ""
        scan = self._decided.outline.scan
        return markdown.write_markdown(scan, dropped, root, scan.last(root), base.url, remove_base64_images)


def isolate(nodes: scan.Scan) -> MainContent:
    """Return the main content of a page that is cleaned."""
    return MainContent(decision.judge(nodes))
