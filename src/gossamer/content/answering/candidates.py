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
        found = pieces(page)
        visible = look(page)
        read = (*_of_pieces(found), *_of_facts(visible), *_of_records(visible), *_lines(visible, found))
        once = {(one.text, one.label, one.heading): one for one in reversed(read) if one.text}
        self.all = list(reversed(once.values()))
        self._postings: dict[str, list[int]] = defaultdict(list)
        self._counts: dict[str, int] = defaultdict(int)
        for number, one in enumerate(self.all):
            inside = one.labelled.union(one.own)
            for term in inside | one.above | one.previous:
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
        scores = {number: 0.0 for number, one in enumerate(self.all[:_FIRST]) if len(one.text) <= _SHORT}
        for term in question.terms:
            weight = self.weight(term)
            best: dict[int, float] = {}
            for word, kin in {
                **find_related(term),
                **dict.fromkeys((term, *question.alike.get(term, ())), 1.0),
            }.items():
                for number in self._postings.get(word, ()):
                    one = self.all[number]
                    near = 1.0 if word in one.own or word in one.labelled else 0.6 if word in one.above else 0.4
                    best[number] = max(best.get(number, 0.0), weight * near * kin)
            for number, score in best.items():
                scores[number] = scores.get(number, 0.0) + score
        ordered = sorted(scores, key=lambda number: (-scores[number], self.all[number].at, number))[:_MOST_LOOKED_AT]
        able = (one for number in ordered if _says_more(one := self.all[number], question, self.title))
        return list(islice((one for one in able if not fitting or _is_fitting(one, question)), _MOST_LISTED))


def _says_more(one: Candidate, question: Question, title: AbstractSet[str]) -> bool:
    """Return whether *one* says anything that neither the question nor the title of the page does."""
    # The text after the page's title is its beginning, and no answer to the title's own words.
    is_beginning = one.shape is Shape.SECTION and one.labelled <= title
    # Nor does a piece of code say how something is done, or what is: it shows what is possible.
    is_example = one.is_code and (question.is_how_to or not frozenset(one.own).issuperset(question.terms))
    if is_beginning or is_example or one.text.endswith(_QUESTION_MARKS) or is_placeholder(one.text):
        return False
    known = frozenset(question.terms)
    if _is_elsewhere(one, question, title):
        return False
    is_sentence = one.shape <= Shape.SECTION and one.text.endswith((".", "!"))
    is_long = one.shape in {Shape.PARAGRAPH, Shape.SECTION}
    begins = frozenset(content_terms(split(one.text)[0])) if is_long else one.said
    return not begins <= title | known | _VAGUE or (question.is_polar and is_sentence)


def _is_elsewhere(one: Candidate, question: Question, title: AbstractSet[str]) -> bool:
    """Return whether *one* is said of other things, or of one of many, and the question names none of them."""
    if one.is_of_others:
        return (question.proper - title).isdisjoint(one.above | one.said)
    return one.shape is Shape.CELL and one.above.isdisjoint(question.terms)


def _is_fitting(one: Candidate, question: Question) -> bool:
    is_fit = question.kind in _LOOSE or fits(question.kind, one.text, frozenset(question.terms))
    return is_fit and not lacks_unit(one.text, question)


def candidates(page: PageMaterial) -> Candidates:
    """Return the candidates for an answer in *page*, read once."""
    return page.known(Candidates)


def _of_pieces(found: Sequence[Piece]) -> Iterator[Candidate]:
    """Yield the sentences, items, rows and headings, what stands beside them, and the sections and lists of them."""
    before = ""
    heads = {piece.beside for piece in found if piece.kind == "row"}
    for number, piece in enumerate(found):
        if piece.kind == "row" and piece.text in heads:
            continue
        base = Candidate(
            _shape(piece), piece.text, piece.place, "", f"{piece.heading} {piece.beside}", before, piece.text,
            number / len(found), piece.linked, piece.is_of_others, piece.is_code,
        )  # fmt: skip
        yield from _parts(base)
        before = piece.text[-300:]
    for one, other in pairwise(found):
        if len(one.text) <= _SHORT and len(other.text) <= 2 * _SHORT:
            yield _pair_pieces(one, other)
            yield _pair_pieces(other, one)
    yield from _sections(found)
    yield from _lists(found)


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


def _sections(found: Sequence[Piece]) -> Iterator[Candidate]:
    """Yield the text after each heading or question."""
    for number, piece in enumerate(found):
        if piece.kind != "heading" and not piece.text.endswith(_QUESTION_MARKS):
            continue
        under: list[Piece] = []
        for following in found[number + 1 : number + 1 + _MOST_SECTION]:
            if following.kind == "heading" or following.text.endswith(_QUESTION_MARKS):
                break
            if not following.is_code:
                under.append(following)
        text = "\n".join(one.text for one in under)
        while len(text) > _MOST_TEXT and len(under) > 1:
            under.pop()
            text = "\n".join(one.text for one in under)
        if under:
            heading = f"{piece.heading} {piece.beside}"
            yield Candidate(
                Shape.SECTION, text[:_MOST_TEXT], under[0].place, piece.text, heading, "", text, number / len(found),
                is_of_others=under[0].is_of_others, is_code=under[0].is_code, linked=under[0].linked,
            )  # fmt: skip


def _lists(found: Sequence[Piece]) -> Iterator[Candidate]:
    """Yield the lists under one heading."""
    for (heading, kind), group in groupby(found, key=lambda piece: (piece.heading, piece.kind)):
        items = list(group)
        if kind == "item" and 1 < len(items) <= _MOST_ITEMS:
            text = "\n".join(one.text for one in items)
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
    left = _MOST_CELLS
    for records in visible.records:
        for record in records.records:
            left -= len(record.cells) + 1
            if left < 0:
                return
            called = name_of(record)
            for name, fact in record.cells.items():
                if fact.text != called and len(fact.text) <= _MOST_TEXT and name not in _ADDRESSES:
                    label = "" if name.startswith("text") else name
                    heading = f"{called} {records.heading}"
                    quote = fact.quote or fact.text
                    yield Candidate(Shape.CELL, fact.text, fact.place or record.place, label, heading, "", quote)


def _lines(visible: Visible, found: Iterable[Piece]) -> Iterator[Candidate]:
    """Yield the lines that stand beside the main content."""
    known = {piece.text for piece in found}
    before = ""
    for number, line in enumerate(visible.own_lines()):
        if line not in known and len(line) <= _MOST_TEXT:
            yield Candidate(Shape.LINE, line, f"line {number + 1}", "", "", before, line)
        before = line
