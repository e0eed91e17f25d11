"""Cells of a pipe table: one line of inline Markdown, with `<br>` where a new line begins."""

import re
from collections.abc import Iterable
from typing import Final

import turbohtml

from gossamer.content.markdown import list_numbers
from gossamer.content.markdown.survey import Survey

# What a pipe table cannot hold as it is.
BLOCKS: Final = ("ul", "ol", "dl", "p", "div", "pre", "br", "blockquote")
# What begins on a line of its own, or ends one.
_NEW_LINE: Final = frozenset({"br", "p", "div"})
_MEDIA: Final = ("img", "input", "gossamer-math")
_TICKS: Final = re.compile("`+")


def flatten(cell: turbohtml.Element, survey: Survey) -> None:
    """Make the content of *cell* one line; code keeps its lines and its indentation."""
    if next(cell.iter_elements(BLOCKS), None) is None:
        return
    for code in [*cell.select("pre"), *cell.select("code")]:
        if code.tag == "pre" or next(code.iter_elements(("br",)), None) is not None:
            _write_lines(code, survey)
    for numbered in cell.select("ol"):
        list_numbers.write_as_text(numbered)
    for item in cell.select("li"):
        _write_item(item)
    for container in cell.select("ul,ol,dl,blockquote"):
        container.tag = "div"
    for part in cell.select("p,div"):
        part.tag = "span"
        _break_around(part)


def _write_item(item: turbohtml.Element) -> None:
    parent = item.parent
    if not isinstance(parent, turbohtml.Element) or parent.tag != "ol":
        item.insert(0, turbohtml.Text("• "))
    if any(isinstance(sibling, turbohtml.Element) for sibling in item.previous_siblings):
        item.insert(0, turbohtml.Element("br"))
    item.tag = "span"


def _break_around(part: turbohtml.Element) -> None:
    """Let a former block begin on a line of its own, and what follows it on another."""
    if _shows_text(part.previous_siblings):
        if isinstance(before := part.previous_sibling, turbohtml.Text):
            before.data = before.data.rstrip()
        part.insert_before(turbohtml.Element("br"))
    if _shows_text(part.next_siblings):
        if isinstance(after := part.next_sibling, turbohtml.Text):
            after.data = after.data.lstrip()
        part.insert_after(turbohtml.Element("br"))


def _shows_text(siblings: Iterable[turbohtml.Node]) -> bool:
    """Return whether something that is not a block of its own stands next, on the same line, among *siblings*."""
    for node in siblings:
        if isinstance(node, turbohtml.Element) and node.tag in _NEW_LINE:
            return False
        if node.text.strip():
            return True
        if isinstance(node, turbohtml.Element) and (node.tag in _MEDIA or next(node.iter_elements(_MEDIA), None)):
            return True
    return False


def _write_lines(listing: turbohtml.Element, survey: Survey) -> None:
    """Turn code of several lines into one code span a line: a cell holds no block, and a span no line feed."""
    for line_break in listing.select("br"):
        line_break.replace_with(turbohtml.Text("\n"))
    parts: list[turbohtml.Node] = []
    for line in listing.text.strip("\n").split("\n"):
        parts.append(turbohtml.Element("br"))
        if code := line.rstrip():
            parts.append(survey.literal(_code_span(code)))
    listing.replace_with(turbohtml.Element("div" if listing.tag == "pre" else "span", None, parts[1:]))


def _code_span(code: str) -> str:
    """Return *code* between backticks as a cell holds it, its indentation kept."""
    ticks = "`" * (max(map(len, _TICKS.findall(code)), default=0) + 1)
    # A blank on both sides is no part of the code (CommonMark 6.1), so code with a backtick at an end gets both.
    edge = " " if "`" in code[:1] + code[-1:] else ""
    return f"{ticks}{edge}{code}{edge}{ticks}".replace("|", "\\|")
