"""Passages: answers in the page's own words: a section under its heading, a line of one, a sentence."""

from collections import Counter
from typing import Final

from gossamer.content.answering import answer, read_field
from gossamer.content.page_view import PageView, Selection
from gossamer.core.errors import ServiceError
from gossamer.core.pages import FetchedPage
from gossamer.features.interact.rules.answers import Found, repeats_question
from gossamer.features.interact.rules.lexicon import word_list
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.query import Query
from gossamer.features.interact.rules.similarity import has_all, words

_MOST_TEXT: Final = 4_000


def quoted(text: str, query: Query) -> Found:
    """Return *text* of the page as the answer to the whole of *query*."""
    rows = [line for line in text.splitlines() if line] if query.asks == "list" else None
    return Found(text[:_MOST_TEXT], rows, frozenset(t.start for t, _ in query.words), 0.6, (text[:200],))


def named_section(page: Page, query: Query) -> Found | None:
    """Return the section that has the name that is asked for ("what's new in 3.1.0"); None without one."""
    name_words = _telling(query)
    if not name_words or len(name_words) == len(query.words) or query.conditions:
        return None
    for number, heading in enumerate(page.headings):
        is_named = heading.node.level != 1 and has_all(words(heading.text), name_words)
        if is_named and (texts := _section(page, number)):
            return quoted("\n".join(texts), query)
    return None


def _telling(query: Query) -> list[str]:
    return [w for _, w in query.words if w not in word_list("reading", "section_words")]


def sentence(page: Page, fetched: FetchedPage, question: str, query: Query) -> Found | None:
    """Return the sentence of the page that answers *question*, where the page has all of its words; else None.

    How many there are of something is said by a sentence with a number and all words of the question.
    """
    if query.asks in {"list", "extreme"}:
        return None
    try:
        material = PageView(fetched).material(Selection(main_only=False))
        if query.asks == "value" and (value := read_field(material, question)):
            return quoted(value, query)
        text_answer = answer(material, question, quoted=False)
    except ServiceError:
        return None
    text = text_answer.text
    # Words that only name a control are actions; the page does not say them of anything.
    on_controls = Counter(word for control in page.usable if control.kind != "link" for word in words(control.text))
    around = tuple(
        (Counter(words(page.elements[0].text)) - on_controls) | Counter(w for t in page.titles for w in words(t))
    )
    if query.asks == "count":
        around = words(text_answer.quotes[0].quote) if text_answer.quotes and any(map(str.isdigit, text)) else ()
    missing = not has_all(around, query.written)
    return None if not text or missing or repeats_question(text, query) else quoted(text, query)


def _section(page: Page, number: int) -> list[str]:
    """Return the texts under a heading, up to the next heading of its level."""
    heading = page.headings[number]
    level = heading.node.level or 0
    after = (h.index for h in page.headings[number + 1 :] if (h.node.level or 0) <= level)
    end = next(after, len(page.elements))
    inside = [e for e in page.texts if heading.index < e.index < end and not heading.holds(e) and e.seen]
    blocks = [e.parent if e.is_text and e.parent is not None else e for e in inside]
    return list(dict.fromkeys(e.text for e in blocks if e.text != heading.text))
