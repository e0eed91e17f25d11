"""Definition lists: the term in bold, each detail below it after a colon (PHP Markdown Extra)."""

import re
from typing import Final

import turbohtml

from gossamer.content.markdown.survey import Survey

# A private-use character marks where a detail goes up to its term; `joined` takes it out.
_MARK: Final = "\ufdd2"
_UP: Final = re.compile(rf"\n(?:[ \t>]*\n)+([ \t>]*){_MARK}")
_BLOCKS: Final = "h1,h2,h3,h4,h5,h6,pre,ul,ol,dl,table,blockquote,img,dt,dd"


def settle(survey: Survey) -> None:
    """Mark the lists that only pair words with words; in others the blocks speak for themselves."""
    for term in survey.each("dt"):
        if term.text.strip() and term.select_one(_BLOCKS + ",strong,b") is None:
            term.wrap_children(turbohtml.Element("strong"))
    for detail in survey.each("dd"):
        if _element_before(detail) in {"dt", "dd"} and detail.select_one(_BLOCKS) is None and detail.text.strip():
            detail.insert(0, turbohtml.Text(f"{_MARK}: "))


def _element_before(element: turbohtml.Element) -> str | None:
    return next((s.tag for s in element.previous_siblings if isinstance(s, turbohtml.Element)), None)


def joined(text: str) -> str:
    """Bring every detail to the line below its term."""
    return _UP.sub(r"\n\1", text).replace(_MARK, "") if _MARK in text else text
