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

_INLINE: Final = frozenset(
    "a abbr acronym b bdi bdo big br button cite code data del dfn em font i img input ins kbd label mark math nobr picture q rp rt ruby s "
    "samp select small span strike strong sub sup svg textarea time tt u var wbr".split()
)
_LEAF: Final = frozenset("p h1 h2 h3 h4 h5 h6 pre dt figcaption caption legend summary".split())
_MEDIA: Final = frozenset("img picture video audio iframe object embed svg canvas math".split())
_SKIPPED: Final = frozenset("script style template head title meta link base noframes datalist".split())
_BLOCKS: Final = "div,p,ul,ol,dl,h1,h2,h3,h4,h5,h6,table,section,article,header,footer,nav,aside,main,form,pre,blockquote,figure,details,hr,fieldset,center,li,dd,tr"
# Beyond this nesting no real page has structure worth reading, and a hostile one must not cost quadratic time.
_DEEPEST: Final = 160
_HIDDEN: Final = '[hidden],[aria-hidden="true"],[style*="display:none"],[style*="display: none"]'
_LINK: Final = BITS["t_a"]
_HEADING_LEVEL: Final = {f"h{level}": level for level in range(1, 7)}


class Section:
    """An element that holds blocks; *text*, *linked* and *prose* are characters of the whole subtree."""

    __slots__ = (
        "bits", "blocks", "depth", "first", "kept", "last", "linked", "near", "node", "number", "own", "parent", "prose", "repeats", "signature",
        "text",
    )  # fmt: skip

    def __init__(self, number: int, node: Node, parent: Section | None, own: int, signature: int) -> None:
        self.number = number
        self.node = node
        self.parent = parent
        self.own = own
        self.signature = signature
        if parent is None:
            self.depth, self.bits, self.near = 0, own, own
        else:
            self.depth, self.bits = parent.depth + 1, own | parent.bits
            # One grandparent is enough context to call a hint near; wrappers without a name are looked through.
            self.near = own | (parent.own if parent.own else (parent.parent.own if parent.parent else 0))
        self.text = self.linked = self.prose = self.blocks = self.kept = 0
        self.first = self.last = -1
        self.repeats = 1


class Block:
    """A run of nodes under *section* that is kept or dropped as one."""

    __slots__ = ("kind", "level", "linked", "nodes", "own", "section", "tag", "text", "words")

    def __init__(self, section: Section, nodes: list[Node], tag: str, own: int, words: str, linked: int) -> None:
        self.section = section
        self.nodes = nodes
        self.tag = tag
        self.kind = 0
        self.own = own
        self.words = words
        self.text = len(words)
        self.linked = min(linked, self.text)
        self.level = _HEADING_LEVEL.get(tag, 0)


class Outline:
    """The sections and blocks of a page, in document order."""

    __slots__ = ("blocks", "hints", "sections")

    def __init__(self, hints: dict[Node, int]) -> None:
        self.sections: list[Section] = []
        self.blocks: list[Block] = []
        self.hints = hints

    def enter(self, node: Element, tag: str, parent: Section | None) -> Section:
        """Add the section *node*."""
        own = self._own_bits(node, tag, parent)
        signature = hash((parent.signature if parent else 0, tag, node.attr("class")))
        section = Section(len(self.sections), node, parent, own, signature)
        self.sections.append(section)
        return section

    def add_leaf(self, node: Element, tag: str, section: Section) -> None:
        """Add *node* as a block, unless it has no text."""
        words = " ".join(node.text.split())
        if words:
            own = self._own_bits(node, tag, section)
            linked = len(words) if (section.bits | own) & _LINK else _linked_text(node)
            self.blocks.append(Block(section, [node], tag, own, words, linked))

    def add_run(self, nodes: list[Node], section: Section) -> None:
        """Add text and inline elements that stand side by side, unless they have no text."""
        words = " ".join("".join([node.text for node in nodes]).split())
        if not words:
            return
        elements = [node for node in nodes if type(node) is Element]
        tag, own, linked = "", 0, 0
        for element in elements:
            tag = element.tag
            linked += len(element.text) if tag == "a" else _linked_text(element)
        if len(elements) == 1:
            own = self._own_bits(elements[0], tag, section)
        elif tag:
            tag = "mixed"
        if section.bits & _LINK:
            linked = len(words)
        self.blocks.append(Block(section, nodes, tag, own, words, linked))

    def _own_bits(self, node: Element, tag: str, section: Section | None) -> int:
        bits = vocabulary.tag_bits(tag, section.bits if section else 0) | self.hints.get(node, 0)
        names = node.attr("class")
        if names:
            bits |= vocabulary.name_bits(names)
        names = node.attr("id")
        if names:
            bits |= vocabulary.name_bits(names)
        return bits


def outline(root: Element) -> Outline:
    """Read the tree under *root*; an empty outline means that there is no text."""
    page = Outline(_attribute_hints(root))
    section = page.enter(root, root.tag, None)
    children: Iterator[Node] = iter(root)
    run: list[Node] = []
    above: list[tuple[Section, Iterator[Node], list[Node]]] = []
    while True:
        for child in children:
            if type(child) is Text:
                if run or not child.data.isspace():
                    run.append(child)
                continue
            if type(child) is not Element:
                continue
            tag = child.tag
            if tag in _INLINE and not _holds_blocks(child):
                run.append(child)
                continue
            if tag in _SKIPPED:
                continue
            if run:
                page.add_run(run, section)
                run = []
            if tag in _LEAF or section.depth > _DEEPEST or child.select_one(_BLOCKS) is None:
                page.add_leaf(child, tag, section)
                continue
            above.append((section, children, run))
            section = page.enter(child, tag, section)
            children, run = iter(child), []
            break
        else:
            if run:
                page.add_run(run, section)
            if not above:
                return page
            section, children, run = above.pop()


def _holds_blocks(inline: Element) -> bool:
    for child in inline:
        if type(child) is Element:
            return inline.select_one(_BLOCKS) is not None
    return False


def _linked_text(node: Element) -> int:
    return sum([len(link.text) for link in node.find_all("a")])


def _attribute_hints(root: Element) -> dict[Node, int]:
    """Return the hints that stand in rare attributes, found in bulk so that no element is asked for them."""
    hints: dict[Node, int] = {}
    for node in root.select("[role]"):
        hints[node] = vocabulary.role_bits(node.attr("role", "") or "")
    for node in root.select(_HIDDEN):
        hints[node] = hints.get(node, 0) | BITS["t_hidden"]
    for node in root.select("[itemprop]"):
        hints[node] = hints.get(node, 0) | BITS["t_itemprop"]
    for node in root.select('[itemtype*="Product"]'):
        hints[node] = hints.get(node, 0) | BITS["t_product"]
    return hints
