"""How many of something a page shows, or says that there are."""

import re
from collections.abc import Sequence
from typing import Final

from gossamer.core.interaction import Node
from gossamer.features.interact.planner.grounding.appearance import is_colored, sized
from gossamer.features.interact.planner.grounding.finding import Description, Finder
from gossamer.features.interact.planner.grounding.likeness import stem, words
from gossamer.features.interact.planner.language.phrases import Phrase, singular
from gossamer.features.interact.planner.language.tokens import NUMBERS
from gossamer.features.interact.planner.page.colors import color_words
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.features.interact.planner.skills.exploring import is_part
from gossamer.features.interact.planner.skills.reading.asking import telling
from gossamer.features.interact.planner.skills.reading.lanes import are_lanes
from gossamer.features.interact.planner.skills.reading.selecting import is_layout
from gossamer.features.interact.planner.skills.rows import own_text
from gossamer.features.interact.planner.skills.values import count_of
from gossamer.features.interact.planner.wordsets import word_set

_SHORT: Final = 80
_FEW: Final = 3
BEING: Final = word_set(
    "moment currently found left available exist exists shown visible displayed total altogether overall present"
)
LESS: Final = word_set("shown visible listed displayed here page see screen")
_ALL: Final = word_set("total altogether overall all")


def stated(page: PageModel, phrase: Phrase) -> tuple[int, str] | None:
    """Return the number that the page itself states of what is asked for, and where; None when it states none."""
    subject = [s for s in telling(phrase) if s not in BEING]
    if len(subject) != 1 or color_words(phrase.norms):
        return None
    for element in page.texts:
        if len(element.text) > _SHORT or element.actionable:
            continue
        for found in re.finditer(r"(?:(\d[\d,]*)\s+of\s+)?(\d[\d,]*)\s+(\w+)", element.text):
            if stem(found[3].casefold()) != stem(subject[0]):
                continue
            less = found[1] is not None and bool(set(phrase.norms) & LESS)
            return int((found[1] if less else found[2]).replace(",", "")), element.text
    return None


def said_number(page: PageModel, phrase: Phrase) -> tuple[int, str] | None:
    """Return the number that a sentence of the page has right before what is counted; None when it is not one number.

    "How many people work at Brightloom?" is told by "Today 140 people …" on a page about Brightloom: all else that is
    asked is its title, or says no more than that there are such.
    """
    subject = [s for s in telling(phrase) if s not in BEING | _BEING_THERE]
    if not subject or phrase.norms[:2] != ("how", "many") or color_words(phrase.norms):
        return None
    noun, *rest = subject
    titles = {stem(w) for e in page.elements if e.kind == "heading" and e.node.level == 1 for w in words(e.text)}
    titles |= {stem(w) for w in words(page.snapshot.title)}
    if not all(stem(w) in titles for s in rest for w in words(s)):
        return None
    found: dict[int, str] = {}
    for element in page.elements:
        if element.inside and any(c.node.role != "text" for c in element.inside):
            continue
        for match in _NUMBERED.finditer(element.text if not element.actionable else ""):
            number = NUMBERS.get(match[1].casefold()) if match[1].isalpha() else int(match[1].replace(",", ""))
            if number is not None and stem(match[2].casefold()) == stem(noun) and _is_sentence_of(element):
                found.setdefault(int(number), element.text)
    return next(iter(found.items())) if len(found) == 1 else None


def _is_sentence_of(element: Element) -> bool:
    return len(words(element.text)) > _SENTENCE


_NUMBERED: Final = re.compile(r"(?<![\w.,$€£-])(\d{1,3}(?:,\d{3})+|\d{1,9}|[A-Za-z]{3,9})\s([A-Za-z]{3,30})\b")
_BEING_THERE: Final = word_set("work works working employed use uses using people's live lives there belong rely")


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
    known = {stem(w) for w in words(page.root.text)} | {stem(c) for e in page.elements for c in e.classes}
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
        # A sentence that speaks of something is none of it.
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
