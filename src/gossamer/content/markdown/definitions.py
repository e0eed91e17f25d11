"""Definition lists: the term in bold, each detail below it after a colon (PHP Markdown Extra).

A detail of several paragraphs is written as an item of a list is, further blocks indented below its first line, and
its bullet becomes the colon when the text is there.
"""

import re
from collections.abc import Iterator
from typing import Final

import turbohtml

from gossamer.content.markdown.survey import Survey

# A private-use character marks where a detail goes up to its term; `joined` takes it out.
_MARK: Final = "\ufdd2"
_UP: Final = re.compile(rf"\n(?:[ \t>]*\n)+([ \t>]*)(?:[-*+] )?{_MARK}")
_BULLET: Final = re.compile(rf"(\n[ \t>]*)[-*+] {_MARK}")
_BLOCKS: Final = "h1,h2,h3,h4,h5,h6,pre,ul,ol,dl,table,blockquote,img,dt,dd"
_SEVERAL: Final = "p,div,section,article,pre,ul,ol,table,blockquote"
# What may hold the first words of a detail, and what cannot stand behind a colon.
_HOLDERS: Final = frozenset({"p", "div", "section", "article", "header"})
_NEVER_FIRST: Final = frozenset(
    {"h1", "h2", "h3", "h4", "h5", "h6", "pre", "ul", "ol", "dl", "table", "blockquote", "figure", "hr", "img",
     "details", "picture", "video"}
)  # fmt: skip
_DEEP: Final = 24


def settle(survey: Survey) -> None:
    """Mark the details that begin with words; in others the blocks speak for themselves."""
    for term in survey.each("dt"):
        if term.text.strip() and term.select_one(_BLOCKS + ",strong,b") is None:
            term.wrap_children(turbohtml.Element("strong"))
    for detail in list(survey.each("dd")):
        if _has_term(detail) and detail.text.strip() and (first := _first_words(detail)) is not None:
            first.insert_before(turbohtml.Text(f"{_MARK}: "))
            # Indented twice, the details of a list in a detail would read as code.
            if detail.select_one(_SEVERAL) is not None and detail.select_one("dl,dd") is None:
                detail.tag = "li"
                detail.wrap(turbohtml.Element("ul"))


def _has_term(detail: turbohtml.Element) -> bool:
    """Return whether a term with words stands before *detail*, with nothing but details between them."""
    for sibling in detail.previous_siblings:
        if isinstance(sibling, turbohtml.Element):
            if sibling.tag == "dt":
                return bool(sibling.text.strip())
            if sibling.tag not in {"dd", "ul"}:
                return False
    return False


def _first_words(detail: turbohtml.Element) -> turbohtml.Node | None:
    """Return the text or inline element that *detail* begins with, or None where it begins with another block."""
    holder = detail
    for _ in range(_DEEP):
        first = next(_seen(holder), None)
        if not isinstance(first, turbohtml.Element) or first.tag not in _HOLDERS:
            break
        holder = first
    else:
        return None
    is_block = isinstance(first, turbohtml.Element) and first.tag in _NEVER_FIRST
    return None if is_block else first


def _seen(element: turbohtml.Element) -> Iterator[turbohtml.Node]:
    for child in element.children:
        if isinstance(child, turbohtml.Element):
            if child.tag in _NEVER_FIRST or child.text.strip() or child.select_one("img") is not None:
                yield child
        elif isinstance(child, turbohtml.Text) and child.data.strip():
            yield child


def joined(text: str) -> str:
    """Bring every detail to the line below its term."""
    if _MARK not in text:
        return text
    return _BULLET.sub(r"\1", _UP.sub(r"\n\1", text)).replace(_MARK, "")
