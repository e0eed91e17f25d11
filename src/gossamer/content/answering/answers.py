"""Answers in the page's own words.

Labelled values come first (`labelled`), then a field that the question names (`fields`), then what follows a heading
that asks the same, then the sentence with most of the question's terms that can be its answer (`fitting`). A page says
less than people ask: where nothing covers enough of the question, the answer is empty.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from gossamer.content.answering import fields, labelled
from gossamer.content.answering.fitting import fits, fits_near, lacks_unit, measures
from gossamer.content.answering.passages import Piece, pieces, title_of
from gossamer.content.answering.questions import NEGATION, Kind, Question, read_question
from gossamer.content.answering.sentences import split
from gossamer.content.locales import entry, pattern, words
from gossamer.content.page_model import look
from gossamer.content.page_model.material import PageMaterial
from gossamer.content.text.ranking import Index, count_beside
from gossamer.content.text.terms import content_terms, folded, stem, terms
from gossamer.content.values.placeholders import is_placeholder
from gossamer.core.understanding import Evidence, Method, TextAnswer

_NOTHING: Final = TextAnswer("", Method.EXTRACTIVE)
_MOST_QUOTE: Final = 300
_MOST_SENTENCES: Final = 12
_MOST_LINKED: Final = 0.6
# Measured on questions that their page answers and on such that it does not (tests/unit/content/answering).
_COVERED: Final = 0.62
_COVERED_ITSELF: Final = 0.4
_FROM_HEADING: Final = 0.6
_FROM_TITLE: Final = 0.7
_FROM_BEFORE: Final = 0.5
_FROM_REFERRED: Final = 0.8
_SAME_QUESTION: Final = 0.8
_MOST_UNDER_HEADING: Final = 3
_CLOSING: Final = "\"'\u201d\u2019)"
_STOPS: Final = frozenset(".!。！")  # noqa: RUF001
_QUESTION_MARKS: Final = ("?", "？")  # noqa: RUF001
_NUMBERS: Final = frozenset({Kind.MONEY, Kind.COUNT, Kind.MEASURE, Kind.TIME})
# Of these only the pieces with a figure of their kind answer.
_SHORT: Final = frozenset({Kind.MONEY, Kind.TIME})
_COUNTED: Final = frozenset({Kind.COUNT, Kind.MEASURE})
# Kinds that have an answer in nearly any sentence.
_ANYWHERE: Final = _COUNTED | {Kind.PERSON, Kind.TIME, Kind.PLACE}
_OPINIONS: Final = frozenset(stem(word) for word in words("answering", "answers", "opinions"))
# "Write to jobs@acme.example" speaks of no job.
_CONTACT: Final = re.compile(r"\S{1,64}@\S{1,100}|https?://\S{1,300}")
# "Jane Roe, CEO of Foo Ltd".
_ELSEWHERE: Final = re.compile(r"\b([^\W\d_]{2,20}),?\s(?:of|at|bei|von|chez)\s((?:[A-Z][\w&.'-]{1,30}\s?){1,4})")
_MODEL: Final = re.compile(r"\b([A-Z][A-Za-z]{0,5})-?(\d{2,5})\b")
_PHRASE: Final = 1.6
_EXPLAINED: Final = 3.0
_DENIED: Final = 1.3
# The price of something else, or a former one.
_OTHER_PRICE: Final = pattern("answering", "answers", "other_price")
# "What is the price" of a page about one thing: an amount that stands alone, near its beginning.
_FIRST_UNITS: Final = 30
_AMOUNT: Final = 40
# The beginning of a sentence that continues the one before it.
_REFERRING: Final = pattern("answering", "answers", "referring")
_REASON: Final = pattern("answering", "answers", "reason")
_DEFINING: Final[Sequence[str]] = entry("answering", "answers", "defining")
# "Sarton, a dialect of Tavik, …"
_APPOSED: Final = re.compile(r"((?:[\w.+#-]+ ){0,3}[\w.+#-]+), an? (?=\w)")
_BY_APPOSITION: Final = 0.45
_FEWEST_TERMS: Final = 2
# "There are several ways to do it" says nothing of them.
_VAGUE: Final = frozenset(stem(word) for word in words("answering", "answers", "vague"))


@dataclass(frozen=True, slots=True)
class _Unit:
    """A sentence, or a whole item or row, with the sentence *before* it in its piece."""

    text: str
    piece: Piece
    before: str


def answer(page: PageMaterial, question: str, *, quoted: bool) -> TextAnswer:
    """Return what of *page* answers *question*: the value of a label, items of a list, or the best sentence.

    *quoted* asks for words of the page as they stand, label and value together. Empty text: the page does not say.
    """
    request = read_question(question)
    if not request.terms:
        return _NOTHING
    title = frozenset(content_terms(title_of(page.document)))
    found = labelled.find(look(page), request, title)
    if found is not None:
        texts = [(fact.quote or fact.text) if quoted else fact.text for fact in found.facts]
        return _answer(page, texts, [(fact.quote or fact.text, fact.place) for fact in found.facts])
    if (field := fields.find(page, request, title)) is not None:
        text, proof = field
        quote = proof.quote if quoted and proof.quote else text
        return TextAnswer(quote, Method.EXTRACTIVE, (replace(proof, method=Method.EXTRACTIVE),))
    ranker = _Ranker(page, request, title)
    quotes = ranker.under_heading() or ranker.best_sentence()
    return _answer(page, [text for text, _ in quotes], quotes)


def read_field(page: PageMaterial, question: str) -> str:
    """Return the value of the field that *question* names and nothing beside it: "its price"; else an empty text."""
    found = fields.find(page, read_question(question), frozenset(content_terms(title_of(page.document))))
    return found[0] if found is not None else ""


def _answer(page: PageMaterial, texts: Sequence[str], quotes: Sequence[tuple[str, str]]) -> TextAnswer:
    """Return *texts* as the answer, with *quotes* of the page and their places."""
    proofs = tuple(Evidence(page.url, quote[:_MOST_QUOTE], place, Method.EXTRACTIVE) for quote, place in quotes)
    return TextAnswer("\n".join(texts), Method.EXTRACTIVE, proofs)


class _Ranker:
    """Ranks the text of *page* as the answer to *question*; *title* are the terms of the page's title."""

    def __init__(self, page: PageMaterial, question: Question, title: frozenset[str]) -> None:
        self._question = question
        self._wanted = frozenset(question.terms)
        self._title = title
        self._pieces = self._own(pieces(page))
        self._labels = {fact.label.strip(" :") for fact in look(page).facts if fact.label != fact.text}

    def _own(self, found: Sequence[Piece]) -> list[Piece]:
        """Return the pieces of the page's own; those about other things too where the question names one of them."""
        if not _OPINIONS.isdisjoint(self._wanted):
            return list(found)
        proper = self._question.proper
        own = self._title.union(*(terms(one.text) for one in found if not one.is_of_others)) if proper else self._title
        only_theirs = proper - own
        return [one for one in found if not one.is_of_others or not only_theirs.isdisjoint(terms(one.text))]

    def under_heading(self) -> list[tuple[str, str]]:
        """Return the texts and places that follow a heading, or a question, that asks what the question asks."""
        for at, piece in enumerate(self._pieces):
            heading, rest = _question_in(piece)
            if not heading or not self._is_same(heading, piece):
                continue
            under = [replace(piece, text=rest)] if rest else []
            for following in self._pieces[at + 1 : at + 1 + (0 if rest else _MOST_UNDER_HEADING)]:
                if _question_in(following)[0]:
                    break
                under.append(following)
            own = terms(" ".join((heading, *(one.text for one in under))))
            if self._question.counted and piece.kind == "heading" and self._question.counted not in own:
                # What is served is listed "to serve"; how many it serves is not.
                continue
            if self._question.kind in _SHORT:
                under = [one for one in under if fits(self._question.kind, one.text, self._wanted)]
            if under and fits(self._question.kind, " ".join(one.text for one in under), self._wanted):
                return [(one.text, one.place) for one in under]
        return []

    def _is_same(self, heading: str, piece: Piece) -> bool:
        own = frozenset(content_terms(heading))
        shared = sum(self._question.matches(term, own) for term in self._wanted)
        is_same = shared >= _SAME_QUESTION * max(1, len(own | (self._wanted - self._title)))
        return is_same and not (piece.kind == "heading" and own <= self._title)

    def best_sentence(self) -> list[tuple[str, str]]:
        """Return the sentence that answers, with its place; nothing when none does."""
        units = [one for one in self._units() if one.text.strip(" :") not in self._labels and self._can_answer(one)]
        index = Index(
            [terms(unit.text) for unit in units],
            [count_beside(terms(f"{unit.piece.heading} {unit.piece.beside} {unit.before}")) for unit in units],
        )
        if any(not index.has(term) and term not in self._title for term in self._question.proper):
            return []
        if self._question.implied.issuperset(self._wanted):
            found = (unit for at, unit in enumerate(units) if self._is_amount(at, unit.text))
        else:
            scores = [self._score(index.score(at, self._question.terms), unit.text) for at, unit in enumerate(units)]
            order = sorted((at for at, score in enumerate(scores) if score > 0), key=lambda at: -scores[at])
            found = (units[at] for at in order if self._covers(units[at], index) and self._is_near(units[at].text))
        return [(unit.text, unit.piece.place) for unit in islice(found, 1)]

    def _units(self) -> Iterator[_Unit]:
        """Yield the sentences; a heading can say a price or a date, but explains nothing."""
        heads = {piece.beside for piece in self._pieces if piece.kind == "row"}
        for piece in self._pieces:
            # The heading of a card is a link, and may have its price.
            is_left = self._question.kind not in _NUMBERS if piece.kind == "heading" else piece.linked > _MOST_LINKED
            if is_left or (piece.kind == "row" and piece.text in heads):
                continue
            before = ""
            whole = piece.kind == "row" or (piece.kind == "item" and len(piece.text) <= _MOST_QUOTE)
            for text in [piece.text] if whole else split(piece.text)[:_MOST_SENTENCES]:
                if not text.endswith(_QUESTION_MARKS):
                    yield _Unit(text, piece, before)
                before = text

    def _can_answer(self, unit: _Unit) -> bool:
        question = self._question
        is_of_another = question.kind is Kind.PERSON and self._is_of_another(unit.text)
        return not lacks_unit(unit.text, question) and not self._names_another_model(unit.text) and not is_of_another

    def _names_another_model(self, text: str) -> bool:
        """Return whether *text* speaks of "TK-260" alone, and the question of "TK-220"."""
        own, other = (
            {(made.lower(), figures) for made, figures in _MODEL.findall(one)}
            for one in (self._question.text, text[:_MOST_QUOTE])
        )
        return own.isdisjoint(other) and not {made for made, _ in own}.isdisjoint(made for made, _ in other)

    def _is_of_another(self, text: str) -> bool:
        """Return whether *text* gives the office of the question to somebody of a firm that the page is not of."""
        known = self._title | self._wanted
        return any(
            (firm := frozenset(content_terms(match.group(2))))
            and firm.isdisjoint(known)
            and not self._wanted.isdisjoint(terms(match.group(1)))
            for match in _ELSEWHERE.finditer(text)
        )

    def _is_amount(self, at: int, text: str) -> bool:
        """Return whether the unit *at* is the amount that a question of nothing else is for: "How heavy is it?"."""
        if _OTHER_PRICE.search(text) is not None:
            return False
        if self._question.kind is not Kind.MONEY:
            return measures(text, self._question)
        return at < _FIRST_UNITS and len(text) <= _AMOUNT and fits(Kind.MONEY, text, self._wanted)

    def _score(self, score: float, text: str) -> float:
        """Return the rank of *text*, whose terms have *score*; a definition counts for how little else it says."""
        question = self._question
        if question.kind is Kind.DEFINITION:
            return self._defines(text) if score > 0 else 0.0
        written = folded(text)
        score *= _PHRASE ** any(phrase in written for phrase in question.phrases)
        is_denied = NEGATION.search(written) is not None
        if question.is_polar:
            # The sentence that says least else is the one about it; what it denies is not so.
            own = frozenset(content_terms(text))
            score *= _DENIED**is_denied * (1 + len(own & self._wanted)) / (1 + len(own))
        elif is_denied and not question.is_negated and not question.is_why:
            score /= _DENIED
        score *= _EXPLAINED ** (question.is_why and _REASON.search(written) is not None)
        # One of a kind mostly has a name: "Linux" is an operating system.
        return score * _PHRASE ** (bool(question.category) and fits(Kind.PERSON, text, self._wanted))

    def _defines(self, text: str) -> float:
        """Return how well *text* begins with the term alone and goes on to say what it is; 0 when not."""
        apposed = _APPOSED.search(text)
        if apposed is not None and self._wanted.issubset(content_terms(apposed.group(1))):
            return _BY_APPOSITION
        ends = [at for verb in _DEFINING if (at := text.find(verb)) > 0]
        subject = frozenset(content_terms(text[: min(ends)])) if ends else frozenset()
        if not all(self._question.matches(term, subject) for term in self._wanted):
            return 0.0
        return 1 / (1 + len(subject) - min(len(self._wanted), len(subject)))

    def _is_near(self, text: str) -> bool:
        """Return whether a text of the question's kind stands near what the question is about."""
        question, wanted = self._question, self._wanted
        own = frozenset(terms(text))
        # A text of nothing but words of the question is its subject, not its answer.
        if wanted.issuperset(terms(" ".join(word for word in text.split() if not is_placeholder(word)))):
            return False
        # But whether something is so is answered by a sentence that says just that, or denies it.
        repeats = (wanted | _VAGUE).issuperset(content_terms(text))
        if question.kind is Kind.OPEN and repeats and not (question.is_polar and _is_statement(text)):
            return False
        near = own & wanted.union(*(question.alike.get(term, ()) for term in wanted))
        needed = (near - self._title) or near
        if question.kind is Kind.PERSON:
            # Who it was stands beside what was done, not beside what it was done to.
            needed = needed - question.proper or needed
        return fits_near(question.kind, text, wanted, needed, question.counted)

    def _covers(self, unit: _Unit, index: Index) -> bool:
        """Return whether *unit*, with what it stands in, has enough of the question."""
        question, title = self._question, self._title
        own = frozenset(terms(_CONTACT.sub(" ", unit.text)))
        above = frozenset(terms(f"{unit.piece.heading} {unit.piece.beside}"))
        before = frozenset(terms(unit.before))
        # An example of code shows what is possible, and says nothing of what is.
        if (unit.piece.is_code and not own >= self._wanted) or not self._is_about(own | above, before):
            return False
        refers = question.kind in _NUMBERS and before and _REFERRING.match(unit.text) is not None
        total = covered = itself = 0.0
        for term in self._wanted - question.implied - question.light:
            weight = index.weight(term) * (0.5 if term in title else 1.0)
            is_own = question.matches(term, own)
            total += weight
            itself += weight * is_own
            covered += weight * max(
                is_own,
                _FROM_HEADING * question.matches(term, above),
                _FROM_TITLE * (term in title | question.generic | question.category),
                (_FROM_REFERRED if refers else _FROM_BEFORE) * (term in before),
            )
        # On a page about the thing itself, a sentence need not name it to say whether something is so.
        is_whole = question.is_polar and all(question.matches(term, own) for term in self._wanted - title)
        is_own = bool(refers) or is_whole or itself >= _COVERED_ITSELF * total
        return total > 0 and covered >= _COVERED * total and is_own

    def _is_about(self, near: frozenset[str], before: frozenset[str]) -> bool:
        """Return whether *near* has the names of the question, or the title does, and what it asks of them.

        A question of a kind that nearly any sentence answers needs all of its terms.
        """
        question, title = self._question, self._title
        # A page about a firm quotes the chiefs of others: who it was must be said of the firm.
        known = near | before if question.kind is Kind.PERSON else near | before | title
        if any(not question.matches(term, known) for term in question.proper):
            return False
        if question.preposition and question.preposition not in near:
            return False
        if question.is_polar and not all(question.matches(term, near) for term in question.proper - title):
            # What is said of another country says nothing of this one.
            return False
        if question.kind not in _ANYWHERE:
            # A single term of the title is what the whole page is about.
            return question.kind is not Kind.OPEN or len(self._wanted) >= _FEWEST_TERMS or not title >= self._wanted
        within = near | before | title if question.kind in _COUNTED else near
        relation = self._wanted - question.proper - question.generic - question.implied - question.light
        return all(question.matches_alone(term, within) or (term in title and len(relation) > 1) for term in relation)


def _is_statement(text: str) -> bool:
    """Return whether *text* is a sentence, and no title or label: it has words beside those that name something."""
    return len(terms(text)) > len(content_terms(text)) and text.rstrip(_CLOSING)[-1:] in _STOPS


def _question_in(piece: Piece) -> tuple[str, str]:
    """Return the heading or the question that *piece* is or begins with, and the rest of its text."""
    if piece.kind == "heading" or piece.text.endswith(_QUESTION_MARKS):
        return piece.text, ""
    head = piece.text[:_MOST_QUOTE]
    end = max(head.find(mark) for mark in _QUESTION_MARKS) + 1
    return (piece.text[:end], piece.text[end:].strip()) if end else ("", "")
