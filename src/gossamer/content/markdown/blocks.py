"""Lists, breaks and preformatted text as blocks that Markdown knows."""

import re
from itertools import islice
from typing import Final

import turbohtml

from gossamer.content.markdown import list_numbers
from gossamer.content.markdown.survey import Survey

_WHITE_SPACE: Final = re.compile(r"white-space\s*:\s*(pre\S*|break-spaces)", re.IGNORECASE)
_MONOSPACE: Final = re.compile(r"monospace|consolas|courier|menlo|monaco", re.IGNORECASE)
_INLINE: Final = frozenset(
    {"a", "b", "strong", "em", "i", "u", "code", "td", "th", "pre", "h1", "h2", "h3", "h4", "h5", "h6", "button"}
)
_EMPHASIS: Final = frozenset({"b", "strong", "em", "i"})
_NEAR: Final = 24
_MEDIA: Final = "img,input,hr,video,audio,gossamer-math"


def settle(survey: Survey) -> None:
    """Nest and number lists as they look, make two breaks a paragraph, and keep the lines of preformatted text."""
    for directory in survey.each("dir"):
        directory.tag = "ul"
        survey.add(directory)
    for numbered in survey.each("ol"):
        # Those of cells are boxes by now.
        if numbered.tag == "ol":
            list_numbers.write(numbered)
    _nest_lists(survey)
    for item in survey.each("li"):
        if not item.text.strip() and (item.attrs or len(item)) and item.select_one(_MEDIA) is None:
            item.decompose()
    _settle_breaks(survey)
    for element in survey.node.select('[style*="white-space" i]'):
        _settle_white_space(element)
    for summary in survey.each("summary"):
        if summary.select_one("h1,h2,h3,h4,h5,h6,strong,b,p,div") is None and summary.text.strip():
            summary.wrap_children(turbohtml.Element("strong"))


def _nest_lists(survey: Survey) -> None:
    """Put a list that is a child of a list into the item before it, where browsers show it."""
    for inner in survey.each("ul", "ol"):
        outer = inner.parent
        if not isinstance(outer, turbohtml.Element) or outer.tag not in {"ul", "ol"}:
            continue
        item = next((s for s in inner.previous_siblings if isinstance(s, turbohtml.Element)), None)
        if item is not None and item.tag == "li":
            item.append(inner.extract())
        else:
            inner.wrap(turbohtml.Element("li"))


def _settle_breaks(survey: Survey) -> None:
    for line_break in survey.each("br"):
        parent = _block_of(line_break)
        if parent is None:
            continue
        before = _neighbour(line_break.previous_siblings)
        if (before is None and parent.tag not in _INLINE and parent.tag != "span") or _ends_emphasis(line_break):
            line_break.decompose()
        elif isinstance(before, turbohtml.Element) and before.tag in {"br", "div"} and _may_split(line_break):
            # An empty block ends the paragraph; a second break alone would only be a line with nothing on it.
            if before.tag == "br":
                before.replace_with(turbohtml.Element("div"))
            line_break.decompose()


def _block_of(line_break: turbohtml.Element) -> turbohtml.Element | None:
    """Return the parent of *line_break*, after emphasis of nothing but breaks has been taken off it."""
    parent = line_break.parent
    while isinstance(parent, turbohtml.Element) and parent.tag in _EMPHASIS and _holds_breaks_only(parent):
        parent.unwrap()
        parent = line_break.parent
    return parent if isinstance(parent, turbohtml.Element) else None


def _holds_breaks_only(element: turbohtml.Element) -> bool:
    return all(
        child.tag == "br" if isinstance(child, turbohtml.Element) else not child.text.strip()
        for child in islice(element.children, _NEAR)
    )


def _ends_emphasis(line_break: turbohtml.Element) -> bool:
    """Return whether *line_break* is the last in emphasis that ends its block, where it would break nothing."""
    node: turbohtml.Node = line_break
    for _ in range(_NEAR):
        parent = node.parent
        if not isinstance(parent, turbohtml.Element) or _neighbour(node.next_siblings) is not None:
            return False
        if parent.tag not in _EMPHASIS:
            return node is not line_break
        node = parent
    return False


def _may_split(line_break: turbohtml.Element) -> bool:
    for ancestor in islice(line_break.ancestors, _NEAR):
        if isinstance(ancestor, turbohtml.Element):
            if ancestor.tag in _INLINE:
                return False
            if ancestor.tag in {"div", "p", "li", "body", "blockquote", "section", "article"}:
                return True
    return True


def _neighbour(siblings: object) -> turbohtml.Node | None:
    for sibling in siblings:  # type: ignore[attr-defined]
        if isinstance(sibling, turbohtml.Element) or (isinstance(sibling, turbohtml.Text) and sibling.data.strip()):
            return sibling
    return None


def _settle_white_space(element: turbohtml.Element) -> None:
    """Let only code be preformatted: in prose a line feed becomes a break, and the rest is text."""
    style = element.attr("style") or ""
    found = _WHITE_SPACE.search(style)
    if not found or element.tag in {"pre", "code"} or element.closest("pre") is not None:
        return
    if _MONOSPACE.search(style) and element.select_one("p,h1,h2,h3,h4,ul,ol,table") is None and len(element.text) > 1:
        return
    del element.attrs["style"]
    texts = [node for node in element.descendants if isinstance(node, turbohtml.Text) and "\n" in node.data.strip()]
    for text in texts:
        lines = text.data.split("\n")
        parts: list[turbohtml.Node] = [turbohtml.Text(lines[0])]
        for line in lines[1:]:
            parts += [turbohtml.Element("br"), turbohtml.Text(line)]
        text.replace_with(*parts)
