"""Parts of a page that name themselves: a site's menus, banner, search and footer go before anything is judged."""

from __future__ import annotations

from typing import Final

from turbohtml import Element, Node

from gossamer.content.main_content import vocabulary
from gossamer.content.main_content.vocabulary import BITS

# Whatever can be a landmark or gives a hint by a rare attribute. (Tags are found much faster without a selector.)
_NAMED: Final = ("nav", "dialog", "select", "svg", "header", "footer")
_MARKED: Final = "[role],[itemprop],[itemtype],[aria-modal=true]"
# On pages with known main content these hold less than a thousandth of it.
_TAGS: Final = frozenset({"nav", "dialog", "select", "svg"})
_ROLES: Final = frozenset({"navigation", "contentinfo", "banner", "search", "menu", "dialog"})
_MOST: Final = 0.8
_LITTLE: Final = 1_000
# Beyond this they are not landmarks, and looking around each of them must not cost quadratic time.
_ENOUGH: Final = 2_000


class Landmarks:
    """The landmarks under *body*, taken out of it; *hints* are what rare attributes of other elements say."""

    def __init__(self, body: Element) -> None:
        self.hints: dict[Node, int] = {}
        self._taken: list[tuple[Element, Node | None, Node | None]] = []
        landmarks: list[Element] = []
        for node in dict.fromkeys([*body.iter_elements(_NAMED), *body.select(_MARKED)]):
            role = node.attr("role")
            if len(landmarks) < _ENOUGH and _is_landmark(node, role, body):
                landmarks.append(node)
            elif bits := _hint(node, role):
                self.hints[node] = bits
        for node in landmarks:
            self._taken.append((node, node.parent, node.next_sibling))
            node.extract()

    @property
    def nodes(self) -> tuple[Element, ...]:
        """Return what was taken out."""
        return tuple(node for node, _, _ in self._taken)

    def outweigh(self, text: int) -> bool:
        """Return whether they hold most of the page, of which *text* characters are left."""
        return text < _LITTLE and sum([len(node.text) for node, _, _ in self._taken]) * (1 - _MOST) > text * _MOST

    def put_back(self) -> None:
        """Undo the taking out."""
        for node, parent, following in reversed(self._taken):
            if following is not None:
                following.insert_before(node)
            elif isinstance(parent, Element):
                parent.append(node)


def _is_landmark(node: Element, role: str | None, body: Element) -> bool:
    tag = node.tag
    if tag in _TAGS or role in _ROLES:
        return True
    if tag == "header":
        return node.parent == body
    if tag == "footer":
        return node.closest("article,main,blockquote,figure") is None
    return node.attr("aria-modal") == "true"


def _hint(node: Element, role: str | None) -> int:
    bits = vocabulary.role_bits(role) if role else 0
    if node.attr("itemprop") is not None:
        bits |= BITS["t_itemprop"]
    if "Product" in (node.attr("itemtype") or ""):
        bits |= BITS["t_product"]
    return bits
