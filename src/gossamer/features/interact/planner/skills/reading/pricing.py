"""What something costs: of a thing that is named, of a plan in its column, or of what the page is about."""

import re
from collections.abc import Sequence
from typing import Final

from gossamer.features.interact.planner.grounding.likeness import stem, words
from gossamer.features.interact.planner.language.phrases import Phrase
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.features.interact.planner.skills.reading.asking import PRICE, telling
from gossamer.features.interact.planner.skills.reading.selecting import rows_of
from gossamer.features.interact.planner.wordsets import word_set

Answer = tuple[str, str]

_OF_PRICE: Final = word_set("price prices cost costs much charge amount pay per plan")
_TABLES: Final = word_set("table thead tbody body main")
_OLD: Final = word_set("del s strike")
# Headings of what is offered beside the thing that the page is about.
_BESIDE: Final = (
    "also like", "related", "similar", "recommended", "also bought", "also viewed", "more from", "goes well with",
)  # fmt: skip
_LONGEST: Final = 400


def priced(page: PageModel, phrase: Phrase) -> Answer | None:
    """Return the price of what is asked about, and where it stands; None when the page does not tell it as one."""
    subject = [w for w in telling(phrase) if w not in _OF_PRICE]
    if subject and (cell := _in_column(page, subject)) is not None:
        return cell
    rows = [e for e in page.elements if PRICE.search(e.text) and len(e.text) < _LONGEST]
    if subject:
        fitting = [e for e in rows if all(any(stem(s) == stem(w) for w in words(e.text)) for s in subject)]
        fitting = [e for e in fitting if not any(o is not e and e.holds(o) for o in fitting)]
        fitting = [e for e in fitting if e.node.tag not in _TABLES]
        return _told_of(page, fitting[0], subject) if fitting else None
    if "pay" in phrase.norms:
        due = [e for e in rows if {"total", "pay", "due"} & set(words(e.text))]
        if due:
            return _told(min(due, key=lambda e: (len(e.text), e.index)))
    return _of_page(page, rows)


def _told(element: Element) -> Answer | None:
    found = PRICE.search(element.text)
    return (found.group(), element.text) if found else None


def _told_of(page: PageModel, element: Element, subject: Sequence[str]) -> Answer | None:
    """Return the price of what is asked about, from a text that says it and may say others' prices, too."""
    if len(prices_of(element)) <= 1:
        return _told(element)
    parts = [p for p in _PARTS.split(element.text) if all(any(stem(s) == stem(w) for w in words(p)) for s in subject)]
    told = {m.group() for p in parts for m in PRICE.finditer(p)}
    if len(told) == 1:
        return told.pop(), element.text
    # What stands first in an entry is its price; a sentence, or a text of several entries, tells none of them.
    entry = page.record(element) is element and any(e.node.role != "text" for e in element.inside)
    return _told(element) if entry else None


_PARTS: Final = re.compile(r"[,;|\u00b7](?!\d)")


def prices_of(element: Element) -> set[str]:
    """Return the prices that a part of the page tells, without those that are struck out."""
    texts = [e for e in element.walk() if not e.inside and PRICE.search(e.text)]
    now = [e for e in texts if not any(a.node.tag in _OLD for a in (e, *e.ancestors()))]
    return {m.group() for e in now for m in PRICE.finditer(e.text)} or set(PRICE.findall(element.text))


def _in_column(page: PageModel, subject: Sequence[str]) -> Answer | None:
    """Return the price in the column that a word names; the row that most of the other words name, if they differ."""
    said = {stem(w) for w in subject}
    found: list[tuple[tuple[int, int], str, str]] = []
    for row in rows_of(page):
        head = {stem(w) for w in words(row.cells[0][1])} if row.cells else set()
        for name, cell in row.cells:
            named = {stem(w) for w in words(name)}
            if named & said and not PRICE.search(name) and PRICE.fullmatch(cell.strip()):
                found.append(((len(said & (head - named)), -len(head)), cell.strip(), row.text))
    if not found:
        return None
    most = max(score for score, _, _ in found)
    if not most[0]:
        # A column that is named alone: its price is in the first row of prices.
        return found[0][1:]
    best = [(cell, text) for score, cell, text in found if score == most]
    return best[0] if len({cell for cell, _ in best}) == 1 else None


def _of_page(page: PageModel, rows: Sequence[Element]) -> Answer | None:
    """Return the price of the thing that the page is about: the first that is not struck out, nor of something beside.

    A page that heads no thing has the price that stands last, which is that of a sum.
    """
    single = [e for e in rows if not any(o is not e and e.holds(o) for o in rows)]
    now = [e for e in single if not any(a.node.tag in _OLD for a in (e, *e.ancestors()))] or single
    if not now:
        return None
    title = next((e for e in page.elements if e.kind == "heading" and e.node.tag == "h1"), None)
    end = next(
        (e.index for e in page.elements if e.kind == "heading" and any(b in e.text.casefold() for b in _BESIDE)), None
    )
    own = [e for e in now if (title is None or e.index > title.index) and (end is None or e.index < end)]
    return _told(own[0]) if title is not None and end is not None and own else _told(now[-1])
