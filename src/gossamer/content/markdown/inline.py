"""Links, emphasis, and raised and lowered text."""

import re
from typing import Final

import turbohtml

from gossamer.content.addresses import Base
from gossamer.content.markdown.survey import Survey

_NESTED: Final = (
    "strong strong,strong b,b strong,b b,em em,em i,i em,i i,s s,del del,s del,del s,u u,"
    "h1 strong:only-child>strong,h1 b b"
)
_NOWHERE: Final = ("javascript:", "data:", "vbscript:", "about:")
_PLAIN: Final = re.compile(r"\s*(?:st|nd|rd|th|TM|SM|™|®|℠|©|\(R\)|[*†‡§¶]+|[a-z]{1,2})\s*", re.IGNORECASE)
_LABELS: Final = ("aria-label", "title")


def label_links(survey: Survey) -> None:
    """Give links that show only an icon the words that name it; those without any are no content."""
    for link in survey.each("a"):
        if link.text.strip() or link.select_one("img,picture,video,input,gossamer-math") is not None:
            continue
        label = _label(link)
        if label:
            link.set_text(label)
        elif link.select_one("*") is not None or set(link.attrs) - {"href", "title"}:
            link.decompose()


def _label(link: turbohtml.Element) -> str:
    for name in _LABELS:
        if value := (link.attr(name) or "").strip():
            return value
    for holder in link.select("[aria-label],[title],[alt],title"):
        value = holder.attr("aria-label") or holder.attr("title") or holder.attr("alt") or holder.text
        if value.strip():
            return value.strip()
    return ""


def settle(survey: Survey, base: Base | None) -> None:
    """Make links absolute and readable, and emphasis single."""
    survey.node.strip_tags(_NESTED)
    for link in survey.each("a"):
        _settle_link(link, base)
    for code in survey.each("code"):
        _let_link_hold(code)
    for reading in survey.each("rt"):
        if text := reading.text.strip():
            reading.set_text(f"({text.strip('()')})")


def _settle_link(link: turbohtml.Element, base: Base | None) -> None:
    href = link.attr("href")
    if href is None:
        return
    start = href.lstrip()[:12].lower()
    if start.startswith(_NOWHERE) or (href == "#" and len(link.attrs) > 1):
        link.unwrap()
        return
    address = base.absolute(href) if base else None
    if address is not None and address != href:
        link.attrs["href"] = address
    title = link.attr("title")
    if title is not None and (not title.strip() or _says_the_same(title, link.text)):
        del link.attrs["title"]
    following = link.next_sibling
    if isinstance(following, turbohtml.Element) and following.tag == "a":
        # Style keeps such links apart; in text their words would run together.
        link.insert_after(turbohtml.Text(" "))


def _says_the_same(title: str, text: str) -> bool:
    mine, theirs = " ".join(title.split()).lower(), " ".join(text.split()).lower()
    return mine in theirs or (theirs != "" and theirs in mine and len(mine) < len(theirs) + 20)


def _let_link_hold(code: turbohtml.Element) -> None:
    """Turn `<code><a>x</a></code>` round: Markdown's code holds no link, its links hold code."""
    if len(code) != 1 or code.closest("pre") is not None:
        return
    link = code[0]
    if isinstance(link, turbohtml.Element) and link.tag == "a" and link.attr("href"):
        code.replace_with(link)
        link.wrap_children(turbohtml.Element("code"))


def superscript(_: turbohtml.Element, content: str) -> str:
    """Return raised text: marked where it means something else on the line."""
    return content if not content.strip() or _PLAIN.fullmatch(content) or "[" in content else f"<sup>{content}</sup>"


def subscript(_: turbohtml.Element, content: str) -> str:
    """Return lowered text, marked."""
    return f"<sub>{content}</sub>" if content.strip() and "[" not in content else content
