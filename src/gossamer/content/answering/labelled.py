"""Answers that the page gives as label and value: the value, when the label is what the question asks for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from gossamer.content.answering.fitting import fits
from gossamer.content.answering.passages import name_of
from gossamer.content.answering.questions import Kind, Question
from gossamer.content.page_model import Fact, RecordList, Visible
from gossamer.content.text.terms import content_terms, terms
from gossamer.content.values import prices
from gossamer.content.values.placeholders import is_placeholder

# Of the terms of the label, and of those of the question, so many must be accounted for.
_LABEL: Final = 0.6
_QUESTION: Final = 0.8
_MOST_VALUE: Final = 400
_MOST_NAME: Final = 120
_MOST_CELLS: Final = 4_000
_NAMED: Final = 0.8


@dataclass(frozen=True, slots=True)
class LabelledFacts:
    """Facts that answer, and how sure that is, 0 to 1."""

    facts: tuple[Fact, ...]
    score: float


def find(visible: Visible, question: Question, title: frozenset[str]) -> LabelledFacts | None:
    """Return the fact that answers *question*, with its rivals; None when no label is asked for."""
    best: LabelledFacts | None = None
    cells = _cells(visible.records, frozenset(question.terms))
    # A record names its own subject: the title of the page is not that of a card on it.
    sources = (
        (1.0, _QUESTION, title, visible.facts),
        (1.0, 1.0, frozenset[str](), cells),
        (_NAMED, 1.0, title, visible.named),
    )
    for share, least, known_terms, facts in sources:
        for fact in map(_now, facts) if question.kind is Kind.MONEY else facts:
            score = share * _score(fact, question, known_terms, least, title)
            if score > (best.score if best is not None else 0.0):
                best = LabelledFacts((fact,), score)
            elif best is not None and score == best.score and _is_rival(fact, best.facts, question, title):
                best = LabelledFacts((*best.facts, fact), score)
    return best


def _is_rival(fact: Fact, best_facts: Sequence[Fact], question: Question, title: frozenset[str]) -> bool:
    """Return whether *fact* answers no less than those *best_facts*, and otherwise.

    What the page is about is no rival of what something on it is.
    """
    label, groups = (
        frozenset(content_terms(fact.label)),
        (content_terms(grouped_fact.group) for grouped_fact in (fact, best_facts[0])),
    )
    is_named = all(question.matches(term, label) for term in question.terms)
    is_alike = len({title.issuperset(group) for group in groups}) == 1
    return is_named and is_alike and all(best_fact.text != fact.text for best_fact in best_facts)


def _now(fact: Fact) -> Fact:
    """Return *fact* with the new one of an old and a new price alone."""
    text = fact.text[:_MOST_NAME]
    printed_prices = prices.prices(text, limit=3)
    printed_text = "".join(price.printed for price in printed_prices)
    is_pair = len(printed_prices) == 2 and "".join(text.split()) == "".join(printed_text.split())  # noqa: PLR2004
    new = prices.current(text) or (
        printed_prices[1] if is_pair and printed_prices[1].amount < printed_prices[0].amount else None
    )
    return fact if new is None else replace(fact, text=new.printed)


def _score(fact: Fact, question: Question, known_terms: frozenset[str], least: float, title: frozenset[str]) -> float:
    """Return the certainty that *fact* answers; 0 when less than *least* of the question is accounted for.

    What is *known_terms* need not be said; what the *title* of the page says a label may say again.
    """
    if not question.terms or len(fact.text) > _MOST_VALUE or is_placeholder(fact.text):
        return 0.0
    label = frozenset(content_terms(fact.label))
    hit = frozenset(term for term in question.terms if question.matches(term, label))
    matched = len(label & _with_likes(question, hit))
    enough = 1.0 if question.kind is Kind.DEFINITION else _LABEL
    is_asked_for = _names_what_is_asked(question, hit) and matched >= enough * len(label - (title - hit))
    around = known_terms | frozenset(content_terms(fact.group)) | label | question.generic | question.implied
    # A name or a number that neither the label nor the page's title has is about something else.
    is_of_other = not question.proper <= around.union(terms(fact.text))
    if not is_asked_for or is_of_other or not fits(question.kind, fact.text, frozenset(question.terms)):
        return 0.0
    covered = sum(term in around or term in hit for term in question.terms) / len(question.terms)
    return covered * (0.5 + 0.5 * matched / len(label)) if covered >= least else 0.0


def _with_likes(question: Question, hit: Iterable[str]) -> set[str]:
    """Return the terms *hit* and the other words for them."""
    return {word for term in hit for word in (term, *question.alike.get(term, ()))}


def _names_what_is_asked(question: Question, hit: frozenset[str]) -> bool:
    """Return whether a label with the terms *hit* names what is asked: no name does, but "battery life", "price"."""
    return bool(hit - question.proper or (hit and question.proper.issuperset(question.terms)))


def _cells(lists: Sequence[RecordList], question_terms: frozenset[str]) -> Iterator[Fact]:
    """Yield the cells of the records that the question names, under the name of the record."""
    remaining_cells = _MOST_CELLS
    for records in lists:
        for record in records.records:
            remaining_cells -= len(record.cells)
            if remaining_cells < 0:
                return
            called = name_of(record)
            # One with several prices is not one thing.
            if question_terms.isdisjoint(content_terms(called)) or (
                "title 2" in record.cells and "price 2" in record.cells
            ):
                continue
            for name, fact in record.cells.items():
                if fact.quote and not name.startswith("text"):
                    yield Fact(name, fact.text, fact.place, f"{called} {records.heading}", fact.quote)
