"""A page as a sequence of blocks, each in a section, read in one pass over the tree.

A *block* is the smallest run of nodes that is kept or dropped as one: a heading, a code listing, a list or table that
holds no other structure, paragraphs of prose in a row, or the text and inline elements that stand between two block
elements. A *section* is an element that holds blocks or other sections. Both are numbered in document order, a section
always after its parent.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Final

from turbohtml import Element, Node, Text

from gossamer.content.main_content.vocabulary import BITS, element_bits, frame_bits, name_bits

_INLINE: Final = (
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "br", "button", "cite", "code", "data", "del", "dfn", "em",
    "font", "i", "img", "input", "ins", "kbd", "label", "mark", "math", "nobr", "picture", "q", "rp", "rt",
    "ruby", "s", "samp", "select", "small", "span", "strike", "strong", "sub", "sup", "svg", "textarea", "time",
    "tt", "u", "var", "wbr",
)  # fmt: skip
_LEAVES: Final = ("p", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "dt", "figcaption", "caption", "legend", "summary")
_SKIPPED: Final = ("script", "style", "template", "head", "title", "meta", "link", "base", "noframes", "datalist")
_IS_INLINE, _IS_LEAF, _IS_SKIPPED = "inline", "leaf", "skipped"
_BLOCKS: Final = (
    "div", "p", "ul", "ol", "dl", "h1", "h2", "h3", "h4", "h5", "h6", "table", "section", "article", "header", "footer",
    "nav", "aside", "main", "form", "pre", "blockquote", "figure", "details", "hr", "fieldset", "center", "li", "dd",
    "tr",
)  # fmt: skip
_SECTIONING: Final = (
    "section", "article", "header", "footer", "nav", "aside", "main", "h1", "h2", "h3", "h4", "h5", "h6", "form",
    "fieldset", "details",
)  # fmt: skip
_NOT_IN_LIST: Final = ("div", "table", "dl", "pre", "figure", "blockquote", *_SECTIONING)
# What must not be inside for a tree of this kind to be one block, and what must not be there twice, side by side.
_WHOLES: Final = {
    "ul": (_NOT_IN_LIST, ("p",)), "ol": (_NOT_IN_LIST, ("p",)), "menu": (_NOT_IN_LIST, ("p",)),
    "table": (("table", *_SECTIONING), ("p", "div")),
    "dl": (("div", "table", "ul", "ol", "dl", "pre", *_SECTIONING), ("p",)),
}  # fmt: skip
_ROLE_OF_TAG: Final[Mapping[str, str]] = (
    dict.fromkeys(_INLINE, _IS_INLINE) | dict.fromkeys(_LEAVES, _IS_LEAF) | dict.fromkeys(_SKIPPED, _IS_SKIPPED)
)
# Beyond this nesting no real page has structure worth reading, and a hostile one must not cost quadratic time.
_DEEPEST: Final = 160
_LINK: Final = BITS["t_a"]
_FRAMES: Final = frozenset({"header", "footer"})
_PROSE: Final = 120
_LONG: Final = 80
_LONGEST_RUN: Final = 1500
_ALONE: Final = (0.0, 0.0)
_HEADING_LEVEL: Final = {f"h{level}": level for level in range(1, 7)}


class Section:
    """An element that holds blocks; *text*, *linked* and *prose* are characters of the whole subtree.

    *repeat* and *outer* tell of the sections like this, or like one around it, that stand side by side: which share of
    the page they are and how long one is; *scope* is what its headings announce.
    """

    __slots__ = (
        "bits", "blocks", "children", "depth", "first", "kept", "last", "linked", "near", "node", "outer", "own",
        "parent", "prose", "repeat", "scope", "signature", "text",
    )  # fmt: skip

    def __init__(self, node: Element, parent: Section | None, own: int, signature: int, first: int) -> None:
        self.node = node
        self.parent = parent
        self.own = own
        self.signature = signature
        # The numbers of the first block inside and of the last.
        self.first = self.last = first
        if parent is None:
            self.depth, self.bits, self.near = 0, own, own
        else:
            self.depth, self.bits = parent.depth + 1, own | parent.bits
            # Wrappers without a name are looked through: the next one up says what this is.
            self.near = own | (parent.own or (parent.parent.own if parent.parent else 0))
        self.text = self.linked = self.prose = self.blocks = self.children = self.kept = self.scope = 0
        self.repeat = self.outer = _ALONE


class Block:
    """A run of nodes under *section* that is kept or dropped as one."""

    __slots__ = ("kind", "level", "linked", "nodes", "own", "section", "tag", "text", "words")

    def __init__(self, section: Section, nodes: list[Node], words: str, linked: int, *, tag: str, own: int) -> None:
        self.section = section
        self.nodes = nodes
        self.tag = tag
        self.own = own
        self.words = words
        self.text = len(words)
        self.linked = linked
        self.level = _HEADING_LEVEL.get(tag, 0)
        self.kind = 0


class Outline:
    """The sections and blocks of a page, in document order; sections without text are not among them.

    *landmarks* are the site's own parts that were taken out before.
    """

    __slots__ = ("blocks", "hints", "landmarks", "sections")

    def __init__(self, hints: Mapping[Node, int]) -> None:
        self.sections: list[Section] = []
        self.blocks: list[Block] = []
        self.hints = hints
        self.landmarks: tuple[Element, ...] = ()

    def enter(self, node: Element, tag: str, parent: Section | None) -> Section:
        """Add the section of *node* and return it."""
        names = node.attr("class")
        own = self._own_bits(node, tag, names, parent)
        identity = node.attr("id")
        if identity:
            own |= name_bits(identity)
        section = Section(node, parent, own, hash((parent.signature if parent else 0, tag, names)), len(self.blocks))
        self.sections.append(section)
        return section

    def leave(self, section: Section) -> None:
        """Hand what *section* holds on to its parent; without text, and so without others behind it, it goes."""
        parent = section.parent
        text = section.text
        if parent is None:
            section.last = len(self.blocks) - 1
        elif text:
            section.last = len(self.blocks) - 1
            parent.text += text
            parent.linked += section.linked
            parent.prose += section.prose
            parent.blocks += section.blocks
            parent.children += 1
        else:
            self.sections.pop()

    def add_leaf(self, node: Element, tag: str, section: Section) -> None:
        """Add *node* as a block, unless it has no text."""
        words = _collapsed(node.text)
        if words:
            own = self._own_bits(node, tag, node.attr("class"), section)
            # In a section inside a link all is linked.
            linked = 0 if section.bits & _LINK else _linked(node)
            self._add(section, [node], words, linked, tag=tag, own=own)

    def add_run(self, nodes: list[Node], section: Section) -> None:
        """Add text and inline elements that stand side by side, unless they have no text."""
        words = _collapsed("".join([node.text for node in nodes]) if len(nodes) > 1 else nodes[0].text)
        if not words:
            return
        tag, own, linked, elements = "", 0, 0, 0
        for node in nodes:
            if type(node) is Element:
                elements += 1
                tag = node.tag
                linked += len(node.text) if tag == "a" else _linked(node)
                own = self._own_bits(node, tag, node.attr("class"), section)
        if elements > 1:
            tag, own = "mixed", 0
        self._add(section, nodes, words, linked, tag=tag, own=own)

    def _add(self, section: Section, nodes: list[Node], words: str, linked: int, *, tag: str, own: int) -> None:
        text = len(words)
        if linked > text or (section.bits | own) & _LINK:
            linked = text
        section.text += text
        section.linked += linked
        if text >= _LONG and linked * 3 < text:
            section.prose += text
            if tag == "p" and self.blocks and _goes_on(last := self.blocks[-1], section, own):
                last.nodes += nodes
                last.words = f"{last.words}\n{words}"
                last.text += text
                last.linked += linked
                return
        section.blocks += 1
        self.blocks.append(Block(section, nodes, words, linked, tag=tag, own=own))

    def _own_bits(self, node: Element, tag: str, names: str | None, section: Section | None) -> int:
        bits = element_bits(tag, names)
        if tag in _FRAMES:
            bits |= frame_bits(tag, section.bits if section else 0)
        if self.hints:
            bits |= self.hints.get(node, 0)
        return bits


def common(one: Section, other: Section) -> Section:
    """Return the smallest section around both."""
    while one is not other:
        if one.depth >= other.depth and one.parent is not None:
            one = one.parent
        elif other.parent is not None:
            other = other.parent
    return one


def _goes_on(last: Block, section: Section, own: int) -> bool:
    """Return whether *last* is prose that a paragraph of the same kind is part of."""
    return (
        last.section is section
        and last.tag == "p"
        and last.own == own
        and _LONG <= last.text < _LONGEST_RUN
        and last.linked * 3 < last.text
    )


def outline(root: Element, hints: Mapping[Node, int]) -> Outline:
    """Read the tree under *root*; an outline without blocks means that there is no text."""
    page = Outline(hints)
    _read(page, page.enter(root, root.tag, None), _holders(root))
    return page


def _holders(root: Element) -> set[Node]:
    """Return the elements with a block element below them: one walk, where asking each would be one walk each."""
    holders: set[Node] = set()
    for block in root.iter_elements(_BLOCKS):
        around = block.parent
        while around is not None and around not in holders:
            holders.add(around)
            around = around.parent
    return holders


def _read(page: Outline, section: Section, holders: AbstractSet[Node]) -> None:
    """Add the blocks and sections in *section*; nested no deeper than `_DEEPEST`."""
    run: list[Node] = []
    role_of = _ROLE_OF_TAG.get
    for child in section.node:
        if type(child) is Text:
            if run or not child.data.isspace():
                run.append(child)
            continue
        if type(child) is not Element:
            continue
        tag = child.tag
        role = role_of(tag)
        if role is _IS_SKIPPED:
            continue
        leaf = role is _IS_LEAF or child not in holders or (tag in _WHOLES and _is_whole(child, tag))
        if leaf and role is _IS_INLINE:
            run.append(child)
            continue
        if run:
            page.add_run(run, section)
            run = []
        if leaf or section.depth > _DEEPEST:
            page.add_leaf(child, tag, section)
        else:
            _read(page, page.enter(child, tag, section), holders)
    if run:
        page.add_run(run, section)
    page.leave(section)


def _is_whole(node: Element, tag: str) -> bool:
    structure, single = _WHOLES[tag]
    return next(node.iter_elements(structure), None) is None and not any(
        next(node.iter_elements(part), None) is not None and node.select_one(f"{part}+{part}") is not None
        for part in single
    )


def _collapsed(text: str) -> str:
    # Splitting is a third of the cost of reading a page, and long prose hardly ever needs it.
    if len(text) > _PROSE and "\n" not in text and text.rfind("  ") < 0:
        return text.strip()
    return " ".join(text.split())


def _linked(node: Element) -> int:
    links = node.find_all("a")
    return sum([len(link.text) for link in links]) if links else 0
