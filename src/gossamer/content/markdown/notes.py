"""Footnotes: `[^1]` where one is referred to, `[^1]: text` where it stands.

Only constructs that call themselves notes are taken for notes, and only when both ends are on
the page; a list of references that is not linked both ways stays a list.
"""

import re
from typing import Final

import turbohtml

from gossamer.content.markdown.survey import Survey

DEFINITION: Final = "gossamer-note"
_LABEL: Final = "data-label"
_REFERENCES: Final = (
    'sup a[href^="#"],a[role="doc-noteref"],a[data-footnote-ref],a.footnote-ref,a.footnote-reference,a.footnoteref,'
    'a[epub\\:type="noteref"]'
)
_NOTE_ID: Final = re.compile(
    r"(?:user-content-)?_?(?:fn|footnote|note|endnote|ftn|edn)[-_:.]?(?!ref)[\w.:-]*", re.IGNORECASE
)
_NUMBER: Final = re.compile(r"[\[(\s]*([\w*†‡§]{1,12})[\])\s.]*")
_BACKLINKS: Final = (
    'a[role="doc-backlink"],a[data-footnote-backref],a.footnote-back,a.footnote-backref,a.reversefootnote,'
    '.mw-cite-backlink,a[rev="footnote"]'
)
_ARROWS: Final = re.compile(r"[\s\u21a9\ufe0e\u2191^\u21b5\u2934\ufe0f\u23ce]*")
_MAX_NOTES: Final = 2_000


def settle(survey: Survey) -> None:
    """Replace references to notes and the notes themselves by elements that are written as Markdown's."""
    references = survey.node.select(_REFERENCES)[:_MAX_NOTES] if _may_refer(survey) else []
    targets: dict[str, list[turbohtml.Element]] = {}
    for reference in references:
        target = (reference.attr("href") or "").partition("#")[2]
        if _refers(reference, target) and _NUMBER.fullmatch(reference.text.strip()):
            targets.setdefault(target, []).append(reference)
    if not targets:
        return
    for note in survey.node.select("li[id],div[id],p[id],aside[id],dd[id],section[id]"):
        uses = targets.pop(note.attr("id") or "", None)
        if uses:
            _settle_one(survey, note, uses)


def _may_refer(survey: Survey) -> bool:
    """Return whether there can be a reference: a link that leads to a note."""
    for link in survey.each("a"):
        href = link.attr("href")
        if href is not None and "#" in href and _refers(link, href.partition("#")[2]):
            return True
    return False


def _refers(link: turbohtml.Element, target: str) -> bool:
    """Return whether *link* leads to a note at *target*: either says so."""
    return _NOTE_ID.fullmatch(target) is not None or link.attr("role") == "doc-noteref"


def _settle_one(survey: Survey, note: turbohtml.Element, uses: list[turbohtml.Element]) -> None:
    match = _NUMBER.fullmatch(uses[0].text.strip())
    if match is None or note.closest(DEFINITION) is not None:
        return
    label = match.group(1)
    for use in uses:
        parent = use.parent
        lone = isinstance(parent, turbohtml.Element) and parent.tag == "sup" and parent.text.strip() == use.text.strip()
        (parent if lone and parent is not None else use).replace_with(survey.literal(f"[^{label}]"))
    for backlink in note.select(_BACKLINKS):
        # Its own number may be the link, in a span with brackets.
        number = backlink.closest(".label")
        (number if number is not None and _NUMBER.fullmatch(number.text.strip()) else backlink).decompose()
    for link in note.select('a[href^="#"]'):
        if _ARROWS.fullmatch(link.text):
            link.decompose()
    survey.add(_definition(note, label))


def _definition(note: turbohtml.Element, label: str) -> turbohtml.Element:
    """Put a definition in the place of *note* and return it."""
    holder = note.parent
    definition = turbohtml.Element(DEFINITION, {_LABEL: label})
    if isinstance(holder, turbohtml.Element) and holder.tag in {"ol", "ul"}:
        holder.insert_before(definition)
        definition.extend(list(note.children))
        note.extract()
        if not holder.text.strip():
            holder.extract()
        return definition
    definition.extend(list(note.children))
    note.replace_with(definition)
    return definition


def write(survey: Survey, options: turbohtml.Markdown) -> None:
    """Write the notes, when everything else about the tree is settled.

    The further paragraphs of a note are indented so that they belong to it.
    """
    for note in survey.each(DEFINITION):
        lines = note.to_markdown(options).strip("\n ").split("\n")
        body = "\n".join([lines[0], *(f"    {line}" if line.strip() else "" for line in lines[1:])])
        note.replace_with(turbohtml.Element("p", None, [survey.literal(f"[^{note.attr(_LABEL)}]: {body}")]))
