"""Entries that stand under a heading of their own: the cards of a lane, the tasks of a section."""

import re
from collections.abc import Sequence
from typing import Final

from gossamer.features.interact.planner.grounding.likeness import stem, words
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.features.interact.planner.skills.reading.asking import ASKING

_LONGEST_HEAD: Final = 4
_FEWEST: Final = 2


def lane_count(page: PageModel, subject: Sequence[str]) -> tuple[int, str, tuple[str, ...]] | None:
    """Return how many entries stand under the heading that *subject* names, what it says, and the words that name it.

    None where no lane is called so, or where the number beside its heading and what it shows are not the same.
    """
    lanes = _lanes(page)
    for lanes_alike in lanes:
        named = [(box, head, hits) for box, head in lanes_alike if (hits := _named(head, subject))]
        if len(named) != 1:
            continue
        box, head, hits = named[0]
        shown = _entries(box, [other for other, _ in lanes_alike])
        stated = _number_beside(head, box)
        if (stated is not None and stated != shown) or (stated is None and not shown):
            continue
        return shown, box.text[:_LONGEST_QUOTE], hits
    return None


def are_lanes(page: PageModel, boxes: Sequence[Element]) -> bool:
    """Return whether boxes side by side are lanes of several entries each, and no entries themselves."""
    held = {id(box) for box in boxes}
    for lanes_alike in _lanes(page):
        own = [box for box, head in lanes_alike if head.kind == "heading"]
        if any(id(box) in held for box in own) and any(_entries(box, own) > 1 for box in own):
            return True
    return False


def under_heading(page: PageModel, subject: Sequence[str]) -> tuple[int, str] | None:
    """Return how many rows or items stand right under the heading that says all of *subject*, and the heading."""
    heads = [
        e
        for e in page.elements
        if e.kind == "heading" and subject and {stem(w) for w in words(e.text)} == {stem(s) for s in subject}
    ]
    if len(heads) != 1 or heads[0].parent is None:
        return None
    siblings = [e for e in heads[0].parent.inside if e.node.role != "text"]
    after = siblings[siblings.index(heads[0]) + 1 :][:1]
    rows = [e for box in after for e in box.walk() if e.node.tag in {"tr", "li"} or e.node.role in {"row", "listitem"}]
    rows = [r for r in rows if not all(c.node.tag == "th" for c in r.inside)]
    return (len(rows), heads[0].text) if rows else None


_LONGEST_QUOTE: Final = 300


def _named(head: Element, subject: Sequence[str]) -> tuple[str, ...]:
    """Return the words of *subject* that are the name of a lane, all of it; () when they are not."""
    name = [w for w in words(head.text) if not w.isdigit()]
    name = [w for w in name if w not in ASKING] or name
    hits = tuple(s for s in subject if any(stem(s) == stem(n) for n in name))
    return hits if name and all(any(stem(s) == stem(n) for s in hits) for n in name) else ()


def _lanes(page: PageModel) -> list[list[tuple[Element, Element]]]:
    """Return boxes that stand side by side, each with the heading it begins with."""
    found: list[list[tuple[Element, Element]]] = []
    for group in page.groups:
        heads = [(box, head) for box in group if (head := _head(box)) is not None]
        if len(heads) == len(group) >= _FEWEST and len({h.text for _, h in heads}) == len(heads):
            found.append(heads)
    return found


def _head(box: Element) -> Element | None:
    """Return the heading a box begins with, or the short line above its entries."""
    first = next((e for e in box.walk() if e is not box and e.kind == "heading" and e.text), None)
    if first is None and len(box.inside) >= _FEWEST:
        first = box.inside[0]
    if first is None or not 0 < len([w for w in words(first.text) if not w.isdigit()]) <= _LONGEST_HEAD:
        return None
    begins = [e for e in box.walk() if e.text and not e.inside]
    return first if begins and (begins[0] is first or first.holds(begins[0])) else None


def _number_beside(head: Element, box: Element) -> int | None:
    line = head.parent.text if head.parent is not None and head.parent is not box else head.text
    found = re.search(r"\b(\d{1,4})\b\s*$", line) or re.search(r"\((\d{1,4})\)", line)
    return int(found[1]) if found and len(words(line)) <= _LONGEST_HEAD + 1 else None


def _entries(box: Element, lanes: Sequence[Element]) -> int:
    """Return how many entries a lane shows: what is built as the entries of all lanes are."""
    builds: dict[tuple[str, str], int] = {}
    for lane in lanes:
        for element in lane.walk():
            if element is not lane and element.text and element.node.role != "text":
                builds[_build(element)] = builds.get(_build(element), 0) + _weight(element)
    if not builds:
        return 0
    usual = max(builds, key=lambda b: builds[b])
    return sum(_build(e) == usual for e in box.walk())


def _weight(element: Element) -> int:
    """Return how much an element looks like an entry: with text of its own, and among others of its kind."""
    siblings = element.parent.inside if element.parent is not None else []
    alike = sum(_build(e) == _build(element) for e in siblings)
    return len(words(element.text)) if alike >= _FEWEST else 0


def _build(element: Element) -> tuple[str, str]:
    return element.node.tag, (element.node.attributes.get("class", "").split() or [""])[0]
