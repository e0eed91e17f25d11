"""Which elements a tree has, by tag: one walk, so that each step touches only what concerns it."""

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Final

import turbohtml

# The tags that steps ask for. Paragraphs and boxes are not among them: a page may have a million.
_TAGS: Final = (
    "a", "amp-img", "b", "br", "button", "code", "dd", "del", "dir", "dt", "em", "h1", "h2", "h3", "h4", "h5", "h6",
    "i", "img", "label", "li", "listing", "math", "mjx-container", "ol", "pre", "rt", "s", "script", "select",
    "strike", "strong", "sub", "summary", "sup", "svg", "table", "td", "th", "ul", "xmp",
)  # fmt: skip

# Noncharacters, which no text may hold (Unicode 23.7); beyond U+FFFF they would double the size of every string.
# They stand for text that is Markdown already.
_OPEN: Final = "\ufdd0"
_CLOSE: Final = "\ufdd1"
_HELD: Final = re.compile(f"{_OPEN}([0-9]+){_CLOSE}")


class Survey:
    """The elements below a node by tag, in document order, as they were when it was made.

    Steps move and remove elements; one that has left the tree is no longer given.
    """

    __slots__ = ("_by_tag", "_literals", "node")

    def __init__(self, node: turbohtml.Node) -> None:
        self.node = node
        self._literals: list[str] = []
        by_tag: defaultdict[str, list[turbohtml.Element]] = defaultdict(list)
        for element in node.iter_elements(_TAGS):
            by_tag[element.tag].append(element)
        self._by_tag = by_tag

    def has(self, *tags: str) -> bool:
        """Return whether there was any element of *tags*."""
        return any(tag in self._by_tag for tag in tags)

    def each(self, *tags: str) -> Iterator[turbohtml.Element]:
        """Yield the elements of *tags* that still have a parent, one tag after the other."""
        for tag in tags:
            for element in self._by_tag.get(tag, ()):
                if element.parent is not None:
                    yield element

    def add(self, element: turbohtml.Element) -> None:
        """Take note of an element that a step has made."""
        self._by_tag[element.tag].append(element)

    def drop(self, *tags: str) -> None:
        """Remove every element of *tags* with what is in it."""
        for element in self.each(*tags):
            element.decompose()

    def literal(self, markdown: str) -> turbohtml.Text:
        """Return a text that becomes *markdown*, unescaped, when the tree has been written.

        (turbohtml can call back for an element instead, but then writes emphasis as HTML
        everywhere, because it no longer sees which characters will be side by side.)
        """
        self._literals.append(markdown)
        return turbohtml.Text(f"{_OPEN}{len(self._literals) - 1}{_CLOSE}")

    def restored(self, text: str) -> str:
        """Return *text* with the literals in place."""
        if not self._literals:
            return text
        # A literal may hold others that were made before it, so one pass per nesting is enough.
        for _ in range(3):
            if _OPEN not in text:
                break
            text = _HELD.sub(self._literal_of, text)
        return text

    def _literal_of(self, match: re.Match[str]) -> str:
        index = int(match.group(1)[:9])
        return self._literals[index] if index < len(self._literals) else ""
