"""How many of something a page shows."""

import re
from collections.abc import Sequence
from typing import Final

from gossamer.core.interaction import Node
from gossamer.features.interact.planner.grounding.appearance import is_colored, sized
from gossamer.features.interact.planner.grounding.finding import Description, Finder
from gossamer.features.interact.planner.grounding.likeness import stem, words
from gossamer.features.interact.planner.language.phrases import Phrase, singular
from gossamer.features.interact.planner.page.colors import color_words
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.features.interact.planner.skills.exploring import is_part
from gossamer.features.interact.planner.skills.reading.asking import telling
from gossamer.features.interact.planner.skills.reading.lanes import are_lanes
from gossamer.features.interact.planner.skills.reading.selecting import is_layout
from gossamer.features.interact.planner.skills.reading.stating import BEING, NUMBERED
from gossamer.features.interact.planner.skills.rows import own_text
from gossamer.features.interact.planner.skills.values import count_of
from gossamer.features.interact.planner.wordsets import word_set

_FEW: Final = 3
_ALL: Final = word_set("total altogether overall all")


def goes_on(page: PageModel, phrase: Phrase) -> bool:
    """Return whether more is asked for than this page of a series can tell."""
    return bool(set(phrase.norms) & _ALL) and is_part(page)


def counted(page: PageModel, phrase: Phrase) -> int | None:
    """Return how many of what is asked for the page shows; None when it cannot be told what that is."""
    subject = [s for s in telling(phrase) if s not in BEING]
    entries = _entries(page)
    if (
        len(subject) == 1
        and entries
        and not any(e.kind == "shape" for e in page.elements)
        and _is_heading(page, subject[0])
    ):
        return None if are_lanes(page, entries) else len(entries)
    number = count(page, phrase)
    if number or any(e.kind == "shape" for e in page.elements):
        return number
    rows = entries
    listed = [s for s in subject if _is_listed(page, s, phrase)]
    if not listed:
        return None
    others = [s for s in subject if s not in listed]
    # A word that only stands elsewhere on the page, as in a filter, is no state that the entries tell.
    known = {stem(w) for row in rows for w in (*words(row.text), *(c for e in row.walk() for c in e.classes))}
    if not all(stem(o) in known for o in others):
        return None
    return sum(all(_says(r, o) for o in others) for r in rows)


def _entries(page: PageModel) -> Sequence[Element]:
    """Return the rows of the page's table, else the entries of its list."""
    rows = [
        e
        for e in page.elements
        if (e.node.tag == "tr" or e.node.role == "row")
        and e.seen
        and any(c.node.tag == "td" or c.node.role in {"cell", "gridcell"} for c in e.inside)
    ]
    return (() if is_layout(rows) else rows) or Finder(page).rows()


def _is_heading(page: PageModel, word: str) -> bool:
    """Return whether the word is in the page's heading or title, as what it is a list of."""
    named = {stem(w) for e in page.elements if e.kind == "heading" and e.node.level == 1 for w in words(e.text)}
    return stem(word) in named | {stem(w) for w in words(page.snapshot.title)}


def _is_listed(page: PageModel, word: str, phrase: Phrase) -> bool:
    """Return whether the word is what the page calls the entries of its list."""
    if phrase.kinds[:1] == ("item",) and phrase.head is not None and stem(phrase.head[0]) == stem(word):
        return True
    named = {stem(w) for e in page.elements if e.kind == "heading" for w in words(e.text)}
    return stem(word) in named | {stem(w) for w in words(page.snapshot.title)}


def _says(row: Element, word: str) -> bool:
    return any(stem(word) == stem(w) for w in (*words(own_text(row)), *row.classes))


def count(page: PageModel, phrase: Phrase) -> int:
    """Return how many of what is asked for the page shows."""
    kinds = phrase.kinds
    subject = Phrase(
        phrase.source,
        tuple(
            t
            for t in phrase.tokens
            if t.norm
            not in word_set(
                "how many i my me any found left now today altogether overall are there is on the page in this of "
                "number count total do you see shown visible "
                "does have list"
            )
        ),
    )
    colors = color_words(subject.norms)
    shapes = [e for e in page.elements if e.kind == "shape"]
    if shapes:
        found = [e for e in shapes if all(is_colored(e, c) for c in colors) and _shaped(e.node, subject)]
        return len(found)
    counted = Finder(page).of_kind(subject.kinds or kinds, page.elements) if (subject.kinds or kinds) else []
    if colors:
        counted = [m for m in counted if all(is_colored(m.element, c) for c in colors)]
    if "small" in subject.norms or "large" in subject.norms:
        counted = sized(counted, 1 if "large" in subject.norms else -1) if counted else []
    if subject.name and not colors:
        named = Finder(page).find(Description(subject))
        rows = [
            e
            for e in Finder(page).rows()
            if not _is_sentence(e) and all(_says(e, w) for w in subject.name.words() if w not in _SILENT)
        ]
        named = [m for m in named if not m.element.actionable and m.element.kind != "heading"]
        # A sentence that speaks of something is none of it, and neither is one that numbers it.
        named = [m for m in named if not NUMBERED.search(m.element.text)]
        named = [m for m in named if len(words(m.element.text)) <= len(words(subject.name.raw)) + _FEW]
        return len(rows) or count_of(page, subject) or len(named)
    return len(counted) or count_of(page, subject)


def _is_sentence(row: Element) -> bool:
    """Return whether it is running text: what speaks of things is none of them."""
    return not row.inside and len(words(row.text)) > _SENTENCE and row.text.rstrip().endswith((".", "!", "?"))


_SENTENCE: Final = 8
_SILENT: Final = word_set("i my me we us our any")
_SHAPES: Final = {
    "circle": {"circle", "ellipse"}, "ball": {"circle"}, "dot": {"circle"}, "square": {"rect"},
    "rectangle": {"rect"}, "triangle": {"polygon"},
    "digit": {"text"}, "number": {"text"}, "letter": {"text"}, "polygon": {"polygon"},
}  # fmt: skip


def _shaped(node: Node, phrase: Phrase) -> bool:
    for norm in phrase.norms:
        tags = _SHAPES.get(singular(norm))
        if tags and node.tag not in tags:
            return False
        if singular(norm) in {"digit", "number"} and not re.fullmatch(r"\d+", node.text or node.name):
            return False
        if singular(norm) == "letter" and not re.fullmatch(r"[A-Za-z]", node.text or node.name):
            return False
        if norm in {"small", "large", "big"}:
            size = max(node.box.width, node.box.height)
            if (norm == "small") != (size < 15):  # noqa: PLR2004
                return False
    return True
