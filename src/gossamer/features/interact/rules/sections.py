"""Sections: the parts of a page under their headings, and answers quoted from them."""

from typing import Final

from gossamer.features.interact.rules.answers import Found, repeats_question
from gossamer.features.interact.rules.lexicon import word_list
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.query import Query
from gossamer.features.interact.rules.similarity import best_match, words

_MOST_TEXT: Final = 4_000
_MOST_PARAGRAPHS: Final = 1_200
_SURE: Final = 0.75
_ITEM: Final = "item"


def quoted(text: str, query: Query) -> Found:
    """Return *text* of the page as the answer to the whole of *query*."""
    rows = [line for line in text.splitlines() if line] if query.asks == "list" else None
    return Found(text[:_MOST_TEXT], rows, frozenset(t.start for t, _ in query.words), 0.6, (text[:200],))


def named_section(page: Page, query: Query) -> Found | None:
    """Return the section that has the name that is asked for ("what's new in 3.1.0"); None without one."""
    asked = [w for _, w in query.words]
    wanted = [w for w in asked if w not in word_list("reading", "section_words")]
    if not wanted or len(wanted) == len(asked) or query.conditions:
        return None
    for number, heading in enumerate(page.headings):
        is_named = heading.node.level != 1 and all(best_match(w, words(heading.text)) >= _SURE for w in wanted)
        if is_named and (texts := _section(page, number)):
            return quoted("\n".join(texts), query)
    return None


def line_of_section(page: Page, query: Query) -> Found | None:
    """Return the one line of a section that, with its heading, has most words of the question; None without one."""
    if query.asks not in {"value", "yes_no"} or query.conditions or not query.words:
        return None
    wanted = [w for _, w in query.words if w not in word_list("reading", "section_words")]
    known = tuple(words(page.elements[0].text))
    lines: list[tuple[int, str]] = []
    for number, heading in enumerate(page.headings):
        name = words(heading.text)
        for text in _section(page, number):
            if repeats_question(text, query):
                continue
            own = sum(best_match(w, words(text)) >= _SURE for w in wanted)
            both = sum(best_match(w, (*name, *words(text))) >= _SURE for w in wanted)
            lines += [(both, text)] if own and both > max(1, len(wanted) // 2) else []
    if not lines or not all(best_match(w, known) for w in wanted):
        return None
    most = max(both for both, _ in lines)
    best = [text for both, text in lines if both == most]
    return quoted(best[0], query) if len(best) == 1 else None


def article(page: Page, *, listed: bool) -> str:
    """Return the text under the page's main heading: its list where one is asked for, else its paragraphs."""
    main = next((n for n, h in enumerate(page.headings) if h.node.level == 1), 0)
    texts = _section(page, main) if page.headings else []
    items = [e.text for e in page.elements if e.kind == _ITEM and e.seen and e.node.tag == "li" and e.text in texts]
    if listed and len(items) > 1:
        return "\n".join(items)
    return "\n".join(texts)[:_MOST_PARAGRAPHS]


def _section(page: Page, number: int) -> list[str]:
    """Return the texts under a heading, up to the next heading of its level."""
    heading = page.headings[number]
    level = heading.node.level or 0
    after = (h.index for h in page.headings[number + 1 :] if (h.node.level or 0) <= level)
    end = next(after, len(page.elements))
    inside = [e for e in page.texts if heading.index < e.index < end and not heading.holds(e) and e.seen]
    whole = [e.parent if e.is_text and e.parent is not None else e for e in inside]
    return list(dict.fromkeys(e.text for e in whole if e.text != heading.text))
