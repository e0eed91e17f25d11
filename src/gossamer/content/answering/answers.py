"""Answers in the page's own words.

What may answer (`candidates`) is described by figures (`features`), ordered by trees that were learnt from questions
about pages of many authors (`bench.answers`), and given where other trees are sure of the best. A page says less than
people ask: below a certain confidence nothing is answered. What comes nearest can still be shown, as that.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import Final, TypeAlias

from gossamer.content.answering import fields, labelled
from gossamer.content.answering.candidates import Candidate, Shape, candidates
from gossamer.content.answering.features import Asked, compare_best, defines, described
from gossamer.content.answering.fitting import fits_near
from gossamer.content.answering.passages import pieces
from gossamer.content.answering.questions import NEGATION, Kind, Question, read_question
from gossamer.content.answering.sentences import split
from gossamer.content.page_model import look
from gossamer.content.page_model.material import PageMaterial
from gossamer.content.text.related import find_related
from gossamer.content.text.terms import content_terms, folded
from gossamer.content.text.trees import sureness, trees_of
from gossamer.core.understanding import Evidence, Method, TextAnswer

Scored: TypeAlias = list[tuple[float, Candidate]]

_NOTHING: Final = TextAnswer("", Method.EXTRACTIVE)
_MOST_QUOTE: Final = 300
# Measured on questions about training sites that were left out of the training in turn: 44 % right, 5 % wrong.
_SURE: Final = 0.7
_NEAR: Final = 0.05
_MOST_NEAR: Final = 3
# Kinds that have an answer in nearly any sentence.
_ANYWHERE: Final = frozenset({Kind.PERSON, Kind.TIME})
_LONG: Final = frozenset({Kind.OPEN, Kind.LIST, Kind.DEFINITION})
_WITHIN: Final = frozenset({Shape.SENTENCE, Shape.ITEM, Shape.ROW})
_ENDS: Final = (".", "!", "。", ".)", '."', ".”")
_DENIED: Final = 1.3
# "Jane Roe, CEO of Foo Ltd".
_ELSEWHERE: Final = re.compile(r"\b([^\W\d_]{2,20}),?\s(?:of|at|bei|von|chez)\s((?:[A-Z][\w&.'-]{1,30}\s?){1,4})")
_MODEL: Final = re.compile(r"\b([A-Z][A-Za-z]{0,5})-?(\d{2,5})\b")
_JOINED: Final = frozenset({Shape.SECTION, Shape.LIST})


def answer(page: PageMaterial, question: str, *, quoted: bool) -> TextAnswer:
    """Return the answer of *page* to *question*: a value, a sentence, items of a list; nothing where it is unsure.

    *quoted* asks for words of the page as they stand, label and value together. Empty text: the page does not say.
    """
    request = read_question(question)
    chosen_candidates = _find_fact(page, request) or _choose_answer(page, request)
    if not chosen_candidates:
        return _NOTHING
    lines = (
        candidate.quote if quoted and candidate.shape >= Shape.NAMED else candidate.text
        for candidate in chosen_candidates
    )
    proofs = tuple(
        Evidence(page.url, candidate.quote[:_MOST_QUOTE], candidate.place, Method.EXTRACTIVE)
        for candidate in chosen_candidates
    )
    return TextAnswer("\n".join(lines), Method.EXTRACTIVE, proofs)


def _find_fact(page: PageMaterial, question: Question) -> list[Candidate]:
    """Return the value whose label, or whose field, is just what is asked for, and its rivals."""
    if not question.terms:
        return []
    title = candidates(page).title
    if (labelled_facts := labelled.find(look(page), question, title)) is not None:
        return [
            Candidate(Shape.FACT, fact.text, fact.place, quote=fact.quote or fact.text) for fact in labelled_facts.facts
        ]
    if (field := fields.find(page, question, title)) is not None:
        return [Candidate(Shape.FIELD, field[0], field[1].place, quote=field[1].quote or field[0])]
    return []


def _choose_answer(page: PageMaterial, question: Question) -> list[Candidate]:
    """Return the candidates judged to be the answer, if sure: one text, or the items of a list."""
    scored, sure = _rank_candidates(page, question)
    title = candidates(page).title
    if question.is_polar and (statements := _statement([candidate for _, candidate in scored], question, title)):
        return statements
    if question.kind is Kind.DEFINITION and (meaning := _definition(page, question, scored)) is not None:
        return [meaning]
    if sure < _SURE or not _is_about(scored[0][1], question, title):
        return []
    best_candidate = scored[0][1]
    if question.kind not in _LONG and (picked := _choose_part(best_candidate, scored, question, title)) is not None:
        return picked
    places = {piece.text: piece.place for piece in pieces(page)}
    lines = best_candidate.text.splitlines() if best_candidate.shape in _JOINED else [best_candidate.text]
    if len(lines) == 1:
        return [best_candidate]
    return [
        replace(best_candidate, text=line, place=places.get(line, best_candidate.place), quote=line) for line in lines
    ]


def _choose_part(
    candidate: Candidate, scored: Scored, question: Question, title: frozenset[str]
) -> list[Candidate] | None:
    """Return the one text of *candidate* that answers, or values that do as well; None where all of it is needed."""
    inner = _list_inside(candidate, scored)
    best = next((each for each in inner if _is_about(each, question, title)), None)
    if best is None:
        return [] if question.kind is Kind.PERSON else None
    is_value = _is_value(candidate)
    rivals = [each for _, each in scored if each.shape is candidate.shape] if is_value else []
    others = [each for each in (*inner, *rivals) if _is_apart(each, best) and _is_as_full(each, candidate, question)]
    if not others and _is_as_full(best, candidate, question):
        return [best]
    return _find_row(list({each.text: each for each in (candidate, *others)}.values()), scored) if is_value else None


def _is_value(candidate: Candidate) -> bool:
    return candidate.shape >= Shape.NAMED and _is_single(candidate.text)


def _list_inside(candidate: Candidate, scored: Scored) -> list[Candidate]:
    """Return the single texts that *candidate* has in it, the best first."""
    return [each for _, each in scored if each.text in candidate.text and _is_single(each.text)]


def _is_apart(candidate: Candidate, other: Candidate) -> bool:
    """Return whether neither text has the other in it."""
    return candidate.text not in other.text and other.text not in candidate.text


def _is_as_full(part: Candidate, whole_candidate: Candidate, question: Question) -> bool:
    """Return whether *part* has as much of the question as *whole_candidate*, in itself or above it."""
    part_terms, most = (
        candidate.labelled.union(candidate.own, candidate.above) for candidate in (part, whole_candidate)
    )
    return all(question.matches(term, part_terms) for term in question.terms if question.matches(term, most))


def _find_row(values: list[Candidate], scored: Scored) -> list[Candidate]:
    """Return the row that has all *values*, else each of them; nothing where they are too many to be an answer."""
    rows = (
        candidate
        for _, candidate in scored
        if candidate.shape is Shape.ROW and all(value.text in candidate.text for value in values)
    )
    return list(islice(rows, 1)) or (values if len(values) <= _MOST_NEAR else [])


def _is_single(text: str) -> bool:
    return "\n" not in text and len(split(text)) == 1


def _definition(page: PageMaterial, question: Question, scored: Scored) -> Candidate | None:
    """Return the best sentence that begins with just what is asked about and says what it is; None without one."""
    page_question = Asked.of(question, candidates(page))
    sentences = (
        candidate for _, candidate in scored if candidate.shape is Shape.SENTENCE and candidate.text.endswith(_ENDS)
    )
    return next((sentence for sentence in sentences if defines(page_question, sentence.text) >= 1), None)


def _statement(some: Sequence[Candidate], question: Question, title: frozenset[str]) -> list[Candidate]:
    """Return the sentence that says whether something is so: the one that says least else; what it denies is not so."""
    question_terms = frozenset(question.terms)

    def share(sentence: Candidate) -> float:
        is_denied = NEGATION.search(folded(sentence.text)) is not None
        return _DENIED**is_denied * (1 + len(question_terms & sentence.said)) / (1 + len(sentence.said))

    able = [
        candidate
        for candidate in some
        if candidate.shape in _WITHIN
        and candidate.text.endswith(_ENDS)
        and all(question.matches(term, candidate.above.union(candidate.own)) for term in question_terms - title)
    ]
    return [max(able, key=share)] if able else []


def _is_about(candidate: Candidate, question: Question, title: frozenset[str]) -> bool:
    """Return whether the names of the question are near, and all of it where nearly any text has what it asks for."""
    near = candidate.labelled.union(candidate.own, candidate.above, candidate.previous)
    # A page about a firm quotes the chiefs of others: who it was must be said of the firm.
    around = near if question.kind is Kind.PERSON else near | title
    if not all(question.matches(term, around) for term in question.proper) or _is_of_another(
        candidate.text, question, title
    ):
        return False
    question_terms = frozenset(question.terms)
    required_terms = (
        question_terms - question.generic - question.implied - question.light if question.kind in _ANYWHERE else ()
    )
    has_all = all(
        question.matches(term, near | title) or not near.isdisjoint(find_related(term)) for term in required_terms
    )
    needed = question_terms.intersection(candidate.own) - title - question.proper
    is_said = bool(needed or question_terms & candidate.labelled) and fits_near(
        question.kind, candidate.text, question_terms, needed, ""
    )
    return (
        has_all
        and (is_said or question.kind is not Kind.PERSON)
        and (not question.is_polar or candidate.text.endswith(_ENDS))
    )


def _is_of_another(text: str, question: Question, title: frozenset[str]) -> bool:
    """Return whether *text* is of another model, "TK-260" for "TK-220", or gives an office of another firm."""
    question_models, other = (
        {(model_prefix.lower(), number) for model_prefix, number in _MODEL.findall(source_text)}
        for source_text in (question.text, text)
    )
    if question_models.isdisjoint(other) and not {model_prefix for model_prefix, _ in question_models}.isdisjoint(
        model_prefix for model_prefix, _ in other
    ):
        return True
    known_terms = title.union(question.terms)
    firms = (frozenset(content_terms(match.group(2))) for match in _ELSEWHERE.finditer(text))
    return question.kind is Kind.PERSON and any(firm and firm.isdisjoint(known_terms) for firm in firms)


def nearest(page: PageMaterial, question: str) -> list[Candidate]:
    """Return the texts of *page* nearest to an answer, the best first; none holds another one, none is a heading.

    A value has its label before it; its quote has the words of the page alone.
    """
    answers: list[Candidate] = []
    headings = {piece.text for piece in pieces(page) if piece.kind == "heading"}
    ranked, _ = _rank_candidates(page, read_question(question), fitting=False)
    able = [candidate for score, candidate in ranked if candidate.text not in headings and sureness(score) >= _NEAR]
    for able_candidate in able:
        answer = _add_context(able_candidate, able)
        if all(_is_apart(answer, other) for other in answers):
            answers.append(answer)
    return answers[:_MOST_NEAR]


def _add_context(candidate: Candidate, able: Sequence[Candidate]) -> Candidate:
    """Return *candidate* as it can be read alone: a value with its label, a sentence with its paragraph."""
    if candidate.shape >= Shape.NAMED and candidate.label:
        return replace(candidate, text=f"{candidate.label}: {candidate.text}")
    # "dangerous to books", and then why.
    around = (other for other in able if other.shape is Shape.PARAGRAPH and candidate.text in other.text)
    return next(around, candidate) if candidate.shape is Shape.SENTENCE else candidate


def read_field(page: PageMaterial, question: str) -> str:
    """Return the value of the field that *question* names and nothing beside it: "its price"; else an empty text."""
    value_and_proof = fields.find(page, read_question(question), candidates(page).title)
    return value_and_proof[0] if value_and_proof is not None else ""


def figures(
    page: PageMaterial, question: Question, *, fitting: bool = True
) -> tuple[list[list[float]], list[Candidate]]:
    """Return the figures of each candidate of *page*, and the candidates."""
    if not question.terms:
        return [], []
    page_candidates = candidates(page)
    some = page_candidates.shortlist(question, fitting=fitting)
    return described(Asked.of(question, page_candidates), some), some


def _rank_candidates(page: PageMaterial, question: Question, *, fitting: bool = True) -> tuple[Scored, float]:
    """Return the candidates of *page* with their scores, the best first, and how sure that one is."""
    rows, some = figures(page, question, fitting=fitting)
    if not rows:
        return [], 0.0
    scores = list(map(trees_of(__package__).score, rows))
    sure = trees_of(__package__, "sureness").confidence(
        compare_best(rows, scores, [candidate.text for candidate in some])
    )
    return sorted(zip(scores, some, strict=True), key=lambda scored: -scored[0]), sure
