"""What of a page may answer a question: sentences, items, rows, sections, labelled values and cells, with what is near.

They are read once a page, whatever is asked; `shortlist` chooses those that have something of a question.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property
from itertools import groupby, islice, pairwise
from math import log
from typing import Final

from gossamer.content.answering.fitting import fits, lacks_unit
from gossamer.content.answering.passages import Piece, name_of, pieces, title_of
from gossamer.content.answering.questions import Kind, Question
from gossamer.content.answering.sentences import split
from gossamer.content.locales import words
from gossamer.content.page_model import Visible, look
from gossamer.content.page_model.material import PageMaterial
from gossamer.content.text.related import find_related
from gossamer.content.text.terms import content_terms, stem, terms
from gossamer.content.values.placeholders import is_placeholder

_MOST_TEXT: Final = 450
_MOST_CELLS: Final = 3_000
_MOST_SENTENCES: Final = 12
_MOST_ITEMS: Final = 60
_MOST_SECTION: Final = 4
_SHORT: Final = 60
_MOST_LISTED: Final = 60
_MOST_LOOKED_AT: Final = 400
_FIRST: Final = 30
_QUESTION_MARKS: Final = ("?", "？")  # noqa: RUF001
# Kinds that texts of any sort may answer.
_LOOSE: Final = frozenset({Kind.PLACE, Kind.MEASURE, Kind.DEFINITION, Kind.LIST, Kind.OPEN})
# "Write to jobs@acme.example" speaks of no job.
_CONTACT: Final = re.compile(r"\S{1,64}@\S{1,100}|https?://\S{1,300}")
# "There are several ways to do it" says nothing of them.
_VAGUE: Final = frozenset(stem(word) for word in words("answering", "answers", "vague"))
_ADDRESSES: Final = frozenset({"image", "link"})


class Shape(IntEnum):
    """What a candidate is on the page."""

    SENTENCE = 0
    PARAGRAPH = 1
    ITEM = 2
    ROW = 3
    HEADING = 4
    SECTION = 5
    LIST = 6
    BESIDE = 7
    LINE = 8
    NAMED = 9
    CELL = 10
    FACT = 11
    FIELD = 12


@dataclass(frozen=True)
class Candidate:
    """A *text* of the page that may answer, with what it is called (*label*), stands under, and follows (*before*).

    *quote* has the text as the page says it, at *place*; *at* is where on the page it stands, 0 to 1.
    """

    shape: Shape
    text: str
    place: str
    label: str = ""
    heading: str = ""
    before: str = ""
    quote: str = ""
    at: float = 0.0
    linked: float = 0.0
    is_of_others: bool = False
    is_code: bool = False

    @cached_property
    def own(self) -> tuple[str, ...]:
        """The words of the text as they are compared."""
        return tuple(terms(_CONTACT.sub(" ", self.text)))

    @cached_property
    def said(self) -> frozenset[str]:
        """The words of the text that say something."""
        return frozenset(content_terms(self.text))

    @cached_property
    def labelled(self) -> frozenset[str]:
        """The words of the label that say something."""
        return frozenset(content_terms(self.label))

    @cached_property
    def above(self) -> frozenset[str]:
        """The words of the headings that say something."""
        return frozenset(content_terms(self.heading))

    @cached_property
    def previous(self) -> frozenset[str]:
        """The words of what stands before it that say something."""
        return frozenset(content_terms(self.before))


class Candidates:
    """The candidates of a page, and where each word of theirs is."""

    def __init__(self, page: PageMaterial) -> None:
        self.title = frozenset(content_terms(title_of(page.document)))
        page_pieces = pieces(page)
        visible = look(page)
        read = (*_of_pieces(page_pieces), *_of_facts(visible), *_of_records(visible), *_lines(visible, page_pieces))
        once = {
            (candidate.text, candidate.label, candidate.heading): candidate
            for candidate in reversed(read)
            if candidate.text
        }
        self.all = list(reversed(once.values()))
        self._postings: dict[str, list[int]] = defaultdict(list)
        self._counts: dict[str, int] = defaultdict(int)
        for number, unique_candidate in enumerate(self.all):
            inside = unique_candidate.labelled.union(unique_candidate.own)
            for term in inside | unique_candidate.above | unique_candidate.previous:
                self._postings[term].append(number)
            for term in inside:
                self._counts[term] += 1

    def weight(self, term: str) -> float:
        """Return the weight of *term* in telling candidates apart."""
        count = self._counts.get(term, 0)
        return log(1 + (len(self.all) - count + 0.5) / (count + 0.5))

    def shortlist(self, question: Question, *, fitting: bool = True) -> list[Candidate]:
        """Return the candidates with most of *question*, and the first short ones.

        *fitting*: those alone that have what it asks for, as a date or an amount.
        """
        scores = {
            number: 0.0
            for number, first_candidate in enumerate(self.all[:_FIRST])
            if len(first_candidate.text) <= _SHORT
        }
        for term in question.terms:
            weight = self.weight(term)
            best: dict[int, float] = {}
            for word, kin in {
                **find_related(term),
                **dict.fromkeys((term, *question.alike.get(term, ())), 1.0),
            }.items():
                for number in self._postings.get(word, ()):
                    candidate = self.all[number]
                    near = (
                        1.0
                        if word in candidate.own or word in candidate.labelled
                        else 0.6
                        if word in candidate.above
                        else 0.4
                    )
                    best[number] = max(best.get(number, 0.0), weight * near * kin)
            for number, score in best.items():
                scores[number] = scores.get(number, 0.0) + score
        ordered = sorted(scores, key=lambda number: (-scores[number], self.all[number].at, number))[:_MOST_LOOKED_AT]
        able = (candidate for number in ordered if _says_more(candidate := self.all[number], question, self.title))
        return list(
            islice(
                (able_candidate for able_candidate in able if not fitting or _is_fitting(able_candidate, question)),
                _MOST_LISTED,
            )
        )


def _says_more(candidate: Candidate, question: Question, title: AbstractSet[str]) -> bool:
    """Return whether *candidate* says anything that neither the question nor the title of the page does."""
    # The text after the page's title is its beginning, and no answer to the title's own words.
    is_beginning = candidate.shape is Shape.SECTION and candidate.labelled <= title
    # Nor does a piece of code say how something is done, or what is: it shows what is possible.
    is_example = candidate.is_code and (question.is_how_to or not frozenset(candidate.own).issuperset(question.terms))
    if is_beginning or is_example or candidate.text.endswith(_QUESTION_MARKS) or is_placeholder(candidate.text):
        return False
    question_terms = frozenset(question.terms)
    if _is_elsewhere(candidate, question, title):
        return False
    is_sentence = candidate.shape <= Shape.SECTION and candidate.text.endswith((".", "!"))
    is_long = candidate.shape in {Shape.PARAGRAPH, Shape.SECTION}
    begins = frozenset(content_terms(split(candidate.text)[0])) if is_long else candidate.said
    return not begins <= title | question_terms | _VAGUE or (question.is_polar and is_sentence)


def _is_elsewhere(candidate: Candidate, question: Question, title: AbstractSet[str]) -> bool:
    """Return whether *candidate* is said of other things, or of one of many, and the question names none of them."""
    if candidate.is_of_others:
        return (question.proper - title).isdisjoint(candidate.above | candidate.said)
    return candidate.shape is Shape.CELL and candidate.above.isdisjoint(question.terms)


def _is_fitting(candidate: Candidate, question: Question) -> bool:
    is_fit = question.kind in _LOOSE or fits(question.kind, candidate.text, frozenset(question.terms))
    return is_fit and not lacks_unit(candidate.text, question)


def candidates(page: PageMaterial) -> Candidates:
    """Return the candidates for an answer in *page*, read once."""
    return page.known(Candidates)


def _of_pieces(page_pieces: Sequence[Piece]) -> Iterator[Candidate]:
    """Yield the sentences, items, rows and headings, what stands beside them, and the sections and lists of them."""
    before = ""
    heads = {piece.beside for piece in page_pieces if piece.kind == "row"}
    for number, piece in enumerate(page_pieces):
        if piece.kind == "row" and piece.text in heads:
            continue
        base = Candidate(
            _shape(piece), piece.text, piece.place, "", f"{piece.heading} {piece.beside}", before, piece.text,
            number / len(page_pieces), piece.linked, piece.is_of_others, piece.is_code,
        )  # fmt: skip
        yield from _parts(base)
        before = piece.text[-300:]
    for preceding_piece, other in pairwise(page_pieces):
        if len(preceding_piece.text) <= _SHORT and len(other.text) <= 2 * _SHORT:
            yield _pair_pieces(preceding_piece, other)
            yield _pair_pieces(other, preceding_piece)
    yield from _sections(page_pieces)
    yield from _lists(page_pieces)


def _shape(piece: Piece) -> Shape:
    return {"heading": Shape.HEADING, "row": Shape.ROW, "item": Shape.ITEM, "paragraph": Shape.PARAGRAPH}[piece.kind]


def _parts(base: Candidate) -> Iterator[Candidate]:
    """Yield *base* where it is short enough, and its sentences where it has several."""
    sentences = [base.text] if base.shape in {Shape.ROW, Shape.HEADING} else split(base.text)[:_MOST_SENTENCES]
    if (len(base.text) <= _MOST_TEXT and len(sentences) > 1) or base.shape is not Shape.PARAGRAPH:
        yield replace(base, text=base.text[:_MOST_TEXT])
    if len(sentences) == 1 and base.shape is not Shape.PARAGRAPH:
        return
    before = base.before
    for text in sentences:
        if not text.endswith(_QUESTION_MARKS):
            yield replace(base, shape=Shape.SENTENCE, text=text, before=before, quote=text)
        before = text


def _pair_pieces(piece: Piece, label: Piece) -> Candidate:
    heading = f"{piece.heading} {piece.beside}"
    return Candidate(
        Shape.BESIDE, piece.text, piece.place, label.text, heading, "", piece.text,
        is_of_others=piece.is_of_others, is_code=piece.is_code, linked=piece.linked,
    )  # fmt: skip


def _sections(page_pieces: Sequence[Piece]) -> Iterator[Candidate]:
    """Yield the text after each heading or question."""
    for number, piece in enumerate(page_pieces):
        if piece.kind != "heading" and not piece.text.endswith(_QUESTION_MARKS):
            continue
        under: list[Piece] = []
        for following in page_pieces[number + 1 : number + 1 + _MOST_SECTION]:
            if following.kind == "heading" or following.text.endswith(_QUESTION_MARKS):
                break
            if not following.is_code:
                under.append(following)
        text = "\n".join(section_piece.text for section_piece in under)
        while len(text) > _MOST_TEXT and len(under) > 1:
            under.pop()
            text = "\n".join(section_piece.text for section_piece in under)
        if under:
            heading = f"{piece.heading} {piece.beside}"
            yield Candidate(
                Shape.SECTION, text[:_MOST_TEXT], under[0].place, piece.text, heading, "", text,
                number / len(page_pieces),
                is_of_others=under[0].is_of_others, is_code=under[0].is_code, linked=under[0].linked,
            )  # fmt: skip


def _lists(page_pieces: Sequence[Piece]) -> Iterator[Candidate]:
    """Yield the lists under one heading."""
    for (heading, kind), group in groupby(page_pieces, key=lambda piece: (piece.heading, piece.kind)):
        items = list(group)
        if kind == "item" and 1 < len(items) <= _MOST_ITEMS:
            text = "\n".join(item.text for item in items)
            yield Candidate(Shape.LIST, text, items[0].place, heading, items[0].beside, "", text,
                            is_of_others=items[0].is_of_others, linked=items[0].linked)  # fmt: skip


def _of_facts(visible: Visible) -> Iterator[Candidate]:
    for shape, facts in ((Shape.FACT, visible.facts), (Shape.NAMED, visible.named)):
        for number, fact in enumerate(facts):
            if len(fact.text) <= _MOST_TEXT:
                at = number / len(facts)
                yield Candidate(shape, fact.text, fact.place, fact.label, fact.group, "", fact.quote or fact.text, at)


def _of_records(visible: Visible) -> Iterator[Candidate]:
    """Yield the cells of records, under the name of the record."""
    remaining_cells = _MOST_CELLS
    for records in visible.records:
        for record in records.records:
            remaining_cells -= len(record.cells) + 1
            if remaining_cells < 0:
                return
            called = name_of(record)
            for name, fact in record.cells.items():
                if fact.text != called and len(fact.text) <= _MOST_TEXT and name not in _ADDRESSES:
                    label = "" if name.startswith("text") else name
                    heading = f"{called} {records.heading}"
                    quote = fact.quote or fact.text
                    yield Candidate(Shape.CELL, fact.text, fact.place or record.place, label, heading, "", quote)


def _lines(visible: Visible, page_pieces: Iterable[Piece]) -> Iterator[Candidate]:
    """Yield the lines that stand beside the main content."""
    piece_texts = {piece.text for piece in page_pieces}
    before = ""
    for number, line in enumerate(visible.own_lines()):
        if line not in piece_texts and len(line) <= _MOST_TEXT:
            yield Candidate(Shape.LINE, line, f"line {number + 1}", "", "", before, line)
        before = line
