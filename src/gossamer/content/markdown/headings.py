"""Headings stay headings, wherever a page puts them, and lose what only helps to link to them."""

import re
from typing import Final

import turbohtml

from gossamer.content.markdown.survey import Survey

LEVELS: Final = ("h1", "h2", "h3", "h4", "h5", "h6")
_MAX_LINKS: Final = 40
_MEDIA: Final = "img,picture,gossamer-math"
_MARKS: Final = re.compile(r"[\s#¶§🔗\u200b\ufeff\u00a0*]*")
_PHRASES: Final = re.compile(
    r"\s*(?:permalink|anchor|copy link|link to (?:this )?(?:heading|section|header)|direct link to .*|"
    r"section titled .*|edit|edit source|"
    r"permanent link|\[edit\])\s*",
    re.IGNORECASE,
)
_ANCHOR_CLASS: Final = re.compile(
    r"header-?link|anchor|permalink|hash-?link|heading-?link|headerlink|deep-?link|direct-link", re.IGNORECASE
)
_OWN_LINKS: Final = "a.headerlink,a.hash-link,a.header-anchor,a.anchorjs-link,a.sl-anchor-link,a.permalink"
_EXTRAS: Final = ".mw-editsection,.anchorjs-link,.headerlink,.hash-link,.copy-link,button"


def settle(survey: Survey) -> None:
    """Clean the headings of *survey*, and bring links that hold a heading inside it.

    Captions and terms may have links to themselves, too.
    """
    for link in survey.node.select(_OWN_LINKS):
        # Some faces draw the mark as a letter of their own.
        if len(link.text.strip()) <= 1 or _is_mark(link.text):
            link.decompose()
    for element in survey.node.select('[role="heading"]'):
        if element.tag in {"div", "span", "p"}:
            level = element.attr("aria-level") or "2"
            element.tag = f"h{level}" if level in {"1", "2", "3", "4", "5", "6"} else "h2"
            survey.add(element)
    links: dict[turbohtml.Element, None] = {}
    for heading in survey.each(*LEVELS):
        _settle_one(heading, survey, links)
    for link in links:
        # What else was in the link stands free.
        link.tag = "div"
        link.attrs.pop("href", None)


def _settle_one(heading: turbohtml.Element, survey: Survey, links: dict[turbohtml.Element, None]) -> None:
    for extra in heading.select(_EXTRAS):
        if extra.tag != "button" or _is_mark(extra.text):
            extra.decompose()
    for link in heading.select("a")[:_MAX_LINKS]:
        if _is_permalink(link):
            link.decompose()
        elif _leads_to(link, heading):
            link.unwrap()
    if not heading.text.strip() and heading.select_one(_MEDIA) is None:
        heading.decompose()
        return
    outer = heading.closest("a")
    if outer is not None:
        _bring_inside(outer, heading, survey)
        links[outer] = None


def _leads_to(link: turbohtml.Element, heading: turbohtml.Element) -> bool:
    """Return whether *link*, which has all of the text of *heading*, leads to nothing but itself."""
    name = (link.attr("href") or "").partition("#")[2]
    section = heading.parent
    names = (heading.attr("id"), section.attr("id") if isinstance(section, turbohtml.Element) else None)
    return bool(name) and name in names and link.text.strip() == heading.text.strip()


def _is_mark(text: str) -> bool:
    return _MARKS.fullmatch(text) is not None or _PHRASES.fullmatch(text) is not None


def _is_permalink(link: turbohtml.Element) -> bool:
    href = link.attr("href") or ""
    if link.select_one("img") is not None and not _ANCHOR_CLASS.search(link.attr("class") or ""):
        return False
    text = link.text
    if not _is_mark(text):
        return False
    return "#" in href or not text.strip() or _ANCHOR_CLASS.search(link.attr("class") or "") is not None


def _bring_inside(link: turbohtml.Element, heading: turbohtml.Element, survey: Survey) -> None:
    """Let the heading's text carry the link."""
    href = link.attr("href")
    if href and heading.select_one("a") is None:
        survey.add(heading.wrap_children(turbohtml.Element("a", {"href": href})))
