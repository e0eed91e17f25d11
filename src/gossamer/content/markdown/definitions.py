"""Definition lists: the term in bold, each detail below it after a colon (PHP Markdown Extra)."""

import re
from typing import Final

import turbohtml

from gossamer.content.markdown.survey import Survey

TERM: Final = "gossamer-term"
DETAIL: Final = "gossamer-detail"
# A private-use character marks where a detail goes up to its term; `joined` takes it out.
_MARK: Final = "\ue0dd"
_UP: Final = re.compile(rf"\n(?:[ \t>]*\n)+([ \t>]*){_MARK}")
_BLOCKS: Final = "h1,h2,h3,h4,h5,h6,pre,ul,ol,dl,table,blockquote,img,dt,dd"


def settle(survey: Survey) -> None:
    """Take out the lists that only pair words with words; in others the blocks speak for themselves."""
    for term in survey.each("dt"):
        if term.text.strip() and term.select_one(_BLOCKS) is None and term.select_one("strong,b") is None:
            term.tag = TERM
    for detail in survey.each("dd"):
        previous = _element_before(detail)
        if previous in {TERM, DETAIL} and detail.select_one(_BLOCKS) is None and detail.text.strip():
            detail.tag = DETAIL


def _element_before(element: turbohtml.Element) -> str | None:
    return next((s.tag for s in element.previous_siblings if isinstance(s, turbohtml.Element)), None)


def term(_: turbohtml.Element, content: str) -> str:
    """Return a term as a paragraph."""
    text = content.strip()
    return f"\n\n**{text}**\n\n" if "\n" not in text and "**" not in text else f"\n\n{text}\n\n"


def detail(_: turbohtml.Element, content: str) -> str:
    """Return a detail, marked so that it is joined to what it explains."""
    return f"\n\n{_MARK}: {content.strip()}\n\n"


def joined(text: str) -> str:
    """Bring every detail to the line below its term."""
    return _UP.sub(r"\n\1", text).replace(_MARK, "") if _MARK in text else text
