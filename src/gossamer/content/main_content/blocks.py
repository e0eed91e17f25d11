"""A page as a sequence of blocks, each in a section, read in one pass over the tree.

A *block* is the smallest run of nodes that is kept or dropped as one: a paragraph, a heading, a code listing, or the
text and inline elements that stand between two block elements. A *section* is an element that holds blocks or other
sections. Both are numbered in document order, a section always after its parent.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from turbohtml import Element, Node, Text

from gossamer.content.main_content import vocabulary
from gossamer.content.main_content.vocabulary import BITS

_INLINE: Final = frozenset({
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "br", "button", "cite", "code", "data", "del", "dfn", "em",
    "font", "i", "img", "input", "ins", "kbd", "label", "mark", "math", "nobr", "picture", "q", "rp", "rt",
    "ruby", "s", "samp", "select", "small", "span", "strike", "strong", "sub", "sup", "svg", "textarea", "time",
    "tt", "u", "var", "wbr",
})  # fmt: skip
_LEAF: Final = frozenset({
    "p", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "dt", "figcaption", "caption", "legend", "summary",
})  # fmt: skip
_SKIPPED: Final = frozenset({
    "script", "style", "template", "head", "title", "meta", "link", "base", "noframes", "datalist",
})  # fmt: skip
_BLOCKS: Final = (
    "div,p,ul,ol,dl,h1,h2,h3,h4,h5,h6,table,section,article,header,footer,nav,aside,main,form,pre,blockquote,figure,"
    "details,hr,fieldset,center,li,dd,tr"
)
# Beyond this nesting no real page has structure worth reading, and a hostile one must not cost quadratic time.
_DEEPEST: Final = 160
_HINTING: Final = (
    '[role],[hidden],[aria-hidden="true"],[style*="display:none"],[style*="display: none"],[itemprop],'
    '[itemtype*="Product"]'
)
_LINK: Final = BITS["t_a"]
_FRAMES: Final = frozenset({"header", "footer"})
_PROSE: Final = 120
_ALONE: Final = (1, 0.0, 0.0)
_HEADING_LEVEL: Final = {f"h{level}": level for level in range(1, 7)}


class Section:
    """An element that holds blocks; *text*, *linked* and *prose* are characters of the whole subtree.

    *repeat* and *outer* say how many sections like this or one around it stand side by side, which share of the page
    they are and how long one is; *scope* is what its headings announce.
    """

    __slots__ = (
        "bits", "blocks", "children", "depth", "first", "kept", "last", "linked", "near", "node", "outer", "own",
        "parent", "prose",
        "repeat", "scope", "signature", "text",
    )  # fmt: skip

    def __init__(self, node: Node, parent: Section | None, own: int, signature: int) -> None:
        self.node = node
        self.parent = parent
        self.own = own
        self.signature = signature
        if parent is None:
            self.depth, self.bits, self.near = 0, own, own
        else:
            self.depth, self.bits = parent.depth + 1, own | parent.bits
            # Wrappers without a name are looked through: the next one up says what this is.
            self.near = own | (parent.own or (parent.parent.own if parent.parent else 0))
        self.text = self.linked = self.prose = self.blocks = self.children = self.kept = self.scope = 0
        self.first = self.last = -1
        self.repeat: tuple[int, float, float] = _ALONE
        self.outer: tuple[int, float, float] = _ALONE


class Block:
    """A run of nodes under *section* that is kept or dropped as one."""

    __slots__ = ("kind", "level", "linked", "nodes", "own", "section", "tag", "text", "words")

    def __init__(self, section: Section, nodes: list[Node], tag: str, own: int, words: str) -> None:
        self.section = section
        self.nodes = nodes
        self.tag = tag
        self.own = own
        self.words = words
        self.text = len(words)
        self.linked = self.text if (section.bits | own) & _LINK else 0
        self.level = _HEADING_LEVEL.get(tag, 0)
        self.kind = 0


class Outline:
    """The sections and blocks of a page, in document order."""

    __slots__ = ("blocks", "hints", "sections")

    def __init__(self, hints: dict[Node, int]) -> None:
        self.sections: list[Section] = []
        self.blocks: list[Block] = []
        self.hints = hints

    def enter(self, node: Element, tag: str, parent: Section | None) -> Section:
        """Add the section *node*."""
        names = node.attr("class")
        own = self._own_bits(node, tag, names, parent)
        identity = node.attr("id")
        if identity:
            own |= vocabulary.name_bits(identity)
        section = Section(node, parent, own, hash((parent.signature if parent else 0, tag, names)))
        self.sections.append(section)
        return section

    def add_leaf(self, node: Element, tag: str, section: Section, *, plain: bool) -> None:
        """Add *node* as a block, unless it has no text; *plain* says that there are no elements in it."""
        words = _collapsed(node.text)
        if not words:
            return
        block = Block(section, [node], tag, self._own_bits(node, tag, node.attr("class"), section), words)
        if not plain and not block.linked:
            block.linked = min(block.text, _linked_text(node))
        self.blocks.append(block)

    def add_run(self, nodes: list[Node], section: Section) -> None:
        """Add text and inline elements that stand side by side, unless they have no text."""
        words = _collapsed("".join([node.text for node in nodes]))
        if not words:
            return
        elements = [node for node in nodes if type(node) is Element]
        tag, own, linked = "", 0, 0
        for element in elements:
            tag = element.tag
            linked += len(element.text) if tag == "a" else _linked_text(element)
        if len(elements) == 1:
            own = self._own_bits(elements[0], tag, elements[0].attr("class"), section)
        elif tag:
            tag = "mixed"
        block = Block(section, nodes, tag, own, words)
        block.linked = block.text if section.bits & _LINK else min(block.text, linked)
        self.blocks.append(block)

    def _own_bits(self, node: Element, tag: str, names: str | None, section: Section | None) -> int:
        bits = vocabulary.element_bits(tag, names)
        if tag in _FRAMES:
            bits |= vocabulary.frame_bits(tag, section.bits if section else 0)
        if self.hints:
            bits |= self.hints.get(node, 0)
        return bits


def outline(root: Element) -> Outline:
    """Read the tree under *root*; an outline without blocks means that there is no text."""
    page = Outline(_attribute_hints(root))
    section = page.enter(root, root.tag, None)
    children: Iterator[Node] = iter(root)
    run: list[Node] = []
    above: list[tuple[Section, Iterator[Node], list[Node]]] = []
    while True:
        opened = _read_children(page, section, children, run)
        if opened is not None:
            above.append((section, children, run))
            section = page.enter(opened, opened.tag, section)
            children, run = iter(opened), []
        elif above:
            section, children, run = above.pop()
        else:
            return page


def _read_children(page: Outline, section: Section, children: Iterator[Node], run: list[Node]) -> Element | None:
    """Add the blocks among *children* until one of them is a section, and return that one."""
    for child in children:
        if type(child) is Text:
            if run or not child.data.isspace():
                run.append(child)
            continue
        if type(child) is not Element:
            continue
        tag = child.tag
        if tag in _SKIPPED:
            continue
        plain = child.select_one("*") is None
        if tag in _INLINE and (plain or child.select_one(_BLOCKS) is None):
            run.append(child)
            continue
        if run:
            page.add_run(run[:], section)
            run.clear()
        if not (plain or tag in _LEAF or section.depth > _DEEPEST or child.select_one(_BLOCKS) is None):
            return child
        page.add_leaf(child, tag, section, plain=plain)
    if run:
        page.add_run(run[:], section)
        run.clear()
    return None


def _collapsed(text: str) -> str:
    # Splitting is a third of the cost of reading a page, and long prose hardly ever needs it.
    if len(text) > _PROSE and "\n" not in text and "  " not in text:
        return text.strip()
    return " ".join(text.split())


def _linked_text(node: Element) -> int:
    return sum([len(link.text) for link in node.find_all("a")])


def _attribute_hints(root: Element) -> dict[Node, int]:
    """Return the hints that stand in rare attributes, found in bulk so that no element is asked for them."""
    hints: dict[Node, int] = {}
    for node in root.select(_HINTING):
        bits = vocabulary.role_bits(node.attr("role") or "")
        if node.attr("itemprop") is not None:
            bits |= BITS["t_itemprop"]
        if "Product" in (node.attr("itemtype") or ""):
            bits |= BITS["t_product"]
        if _is_hidden(node):
            bits |= BITS["t_hidden"]
        hints[node] = bits
    return hints


def _is_hidden(node: Element) -> bool:
    if node.attr("aria-hidden") == "true" or "hidden" in node.attrs:
        return True
    style = node.attr("style") or ""
    return "display:none" in style or "display: none" in style
