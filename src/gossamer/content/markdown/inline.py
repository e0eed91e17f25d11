"""Links, and raised and lowered text."""

import re
from collections.abc import Sequence
from itertools import islice, pairwise
from typing import Final

import turbohtml

from gossamer.content.addresses import Base
from gossamer.content.markdown.survey import Survey

_NOWHERE: Final = ("javascript:", "data:", "vbscript:", "about:")
# Also a currency, and cents with their point.
_PLAIN: Final = re.compile(r"\s*(?:TM|SM|™|®|℠|©|\(R\)|[*†‡§¶]+|[$€£¥₹₽₩₺₪₴฿]|[.,]\d{2}|[.,]-)\s*", re.IGNORECASE)
# Raised behind a number, these make it an ordinal; behind a capital ("Mme") they shorten a word. Others are powers.
_ORDINAL: Final = re.compile(r"st|nd|rd|th|er?|re|n?d?e|me|è(?:me)?|[oaºª]s?", re.IGNORECASE)
_SHORTENED: Final = re.compile(r"[a-z]{2,4}")
# Levels and siblings between two parts of one link.
_NEAR: Final = 8
_CONTROLS: Final = ("button", "label", "select")
_BESIDE: Final = frozenset({"a", "button", "label", "select", "span", "input"})
_LABELS: Final = ("aria-label", "title")


def label_links(survey: Survey) -> None:
    """Give links that show only an icon the words that name it; those without any are no content."""
    icons = survey.has("svg")
    links = list(survey.each("a"))
    for number, link in enumerate(links):
        if _shows_words(link, icons=icons) or link.select_one("img,picture,video,input,gossamer-math") is not None:
            continue
        label = _label(link) if _leads_somewhere(link) else ""
        if _is_rest(link, links[max(0, number - 1) : number + 2], label):
            link.decompose()
            continue
        if label:
            link.set_text(label)
        elif link.select_one("*") is not None or set(link.attrs) - {"href", "title"}:
            link.decompose()


def _is_rest(link: turbohtml.Element, near: Sequence[turbohtml.Element], label: str) -> bool:
    """Return whether a link beside *link* leads to the same address and says all that *link* does.

    A block ends the paragraph it stands in. Where a link in a paragraph holds one, the parser has to end the link as
    well and to begin it again in the block, and its rest stays behind without words (HTML standard, 13.2.6.4.7).
    """
    for first, second in pairwise(near):
        other = first if second == link else second
        says_all = label in other.text or link.attrs == other.attrs
        if says_all and link.attr("href") == other.attr("href") and other.text.strip() and _are_adjacent(first, second):
            return True
    return False


def _are_adjacent(first: turbohtml.Element, second: turbohtml.Element) -> bool:
    """Return whether nothing is shown between two links, of which *second* follows."""
    node: turbohtml.Node | None = first
    for _ in range(_NEAR):
        if not isinstance(node, turbohtml.Element):
            return False
        for sibling in islice(node.next_siblings, _NEAR):
            if sibling == second:
                return True
            if isinstance(sibling, turbohtml.Element):
                return next(sibling.iter_elements(("a",)), None) == second and sibling.text.lstrip().startswith(
                    second.text.strip()
                )
            if sibling.text.strip():
                return False
        node = node.parent
    return False


def _shows_words(link: turbohtml.Element, *, icons: bool) -> bool:
    words = link.text.strip()
    if not words:
        return False
    icon = link.select_one("svg") if icons else None
    # The title of an icon is shown to nobody.
    return icon is None or words != icon.text.strip()


def _leads_somewhere(link: turbohtml.Element) -> bool:
    href = (link.attr("href") or "").strip()
    return bool(href) and href[0] != "#" and not href[:12].lower().startswith(_NOWHERE)


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
    """Make links absolute and readable, and mark what is raised."""
    _mark_raised(survey)
    _space_out(survey)
    _space_out_controls(survey)
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
    # Most links begin like this.
    if not href.startswith(("/", "http")) and (href == "#" or href.lstrip()[:12].lower().startswith(_NOWHERE)):
        link.unwrap()
        return
    address = base.absolute(href) if base else None
    if address is not None and address != href:
        link.attrs["href"] = address
    title = link.attr("title")
    if title is not None and _says_nothing(title, link):
        del link.attrs["title"]
    following = link.next_sibling
    if isinstance(following, turbohtml.Element) and following.tag == "a" and following.attr("class") is not None:
        # Style keeps such links apart; in text their words would run together.
        link.insert_after(turbohtml.Text(" "))


def _says_nothing(title: str, link: turbohtml.Element) -> bool:
    mine, text = " ".join(title.split()).lower(), link.text
    if len(mine) > len(text) and text.isascii():
        return False
    theirs = " ".join(text.split()).lower()
    # What a person wrote by hand, a short title on a plain link, is left alone.
    return not mine or (mine == theirs and len(mine) > 4) or (len(link.attrs) > 2 and mine in theirs)  # noqa: PLR2004


def _let_link_hold(code: turbohtml.Element) -> None:
    """Turn `<code><a>x</a></code>` round: Markdown's code holds no link, its links hold code."""
    if len(code) != 1:
        return
    link = code[0]
    if isinstance(link, turbohtml.Element) and link.tag == "a" and link.attr("href") and code.closest("pre") is None:
        code.replace_with(link)
        link.wrap_children(turbohtml.Element("code"))


def _mark_raised(survey: Survey) -> None:
    """Mark raised and lowered text where it would mean something else on the line."""
    for element in survey.each("sup", "sub"):
        text = element.text.strip()
        if text and element.select_one("a") is None and not (element.tag == "sup" and _reads_plainly(element, text)):
            element.insert_before(survey.literal(f"<{element.tag}>"))
            element.insert_after(survey.literal(f"</{element.tag}>"))
        element.unwrap()


def _reads_plainly(raised: turbohtml.Element, text: str) -> bool:
    if _PLAIN.fullmatch(text):
        return True
    before = raised.previous_sibling
    last = before.text.rstrip()[-1:] if before is not None else ""
    if last.isdigit():
        return _ORDINAL.fullmatch(text) is not None
    return last.isupper() and _SHORTENED.fullmatch(text) is not None


def _space_out(survey: Survey) -> None:
    """Put a space between two boxes of a line that only their style sets apart: "150 g" and "Risotto"."""
    for span in survey.node.iter_elements(("span",)):
        following = span.next_sibling
        if (
            isinstance(following, turbohtml.Element)
            and following.tag == "span"
            and (span.attr("class") or following.attr("class"))
            and _run_together(span.text[-1:], following.text[:1])
            and span.closest("pre,code") is None
        ):
            span.insert_after(turbohtml.Text(" "))


def _space_out_controls(survey: Survey) -> None:
    """Put a space between controls that stand side by side: each is drawn as a box of its own."""
    for control in survey.each(*_CONTROLS):
        following = control.next_sibling
        if isinstance(following, turbohtml.Element):
            if following.tag in _BESIDE:
                control.insert_after(turbohtml.Text(" "))
        elif isinstance(following, turbohtml.Text) and following.data[:1].isalnum() and control.tag != "label":
            control.insert_after(turbohtml.Text(" "))
        before = control.previous_sibling
        if isinstance(before, turbohtml.Text) and before.data[-1:].isalnum():
            control.insert_before(turbohtml.Text(" "))


def _run_together(last: str, first: str) -> bool:
    return (last.islower() or last.isdigit()) and first.isupper()
