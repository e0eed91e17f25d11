"""Answers in the page's own words.

First what the page labels (`labelled`), then what stands under a heading that asks the same, then the sentence that
has most of what the question asks about and can be its answer (`fitting`). Where none has enough of it the answer is
empty: a page says less than people ask, and a wrong quote is worse than none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from gossamer.content.answering import fields, labelled
from gossamer.content.answering.fitting import fits, fits_near, lacks_unit, measures
from gossamer.content.answering.passages import Piece, pieces, title_of
from gossamer.content.answering.questions import Kind, Question, read_question
from gossamer.content.answering.ranking import Index
from gossamer.content.answering.sentences import split
from gossamer.content.locales import entry, pattern, words
from gossamer.content.page_model import look
from gossamer.content.page_model.material import PageMaterial
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
_SAME_QUESTION: Final = 0.8
_MOST_UNDER_HEADING: Final = 3
_QUESTION_MARKS: Final = ("?", "？")  # noqa: RUF001
_SHORT: Final = frozenset({Kind.MONEY, Kind.TIME})
_NUMBERS: Final = frozenset({Kind.MONEY, Kind.COUNT, Kind.MEASURE, Kind.TIME})
_COUNTED: Final = frozenset({Kind.COUNT, Kind.MEASURE})
_ANYWHERE: Final = _COUNTED | {Kind.PERSON, Kind.TIME, Kind.PLACE}
_OPINIONS: Final = frozenset(stem(word) for word in words("answering", "answers", "opinions"))
# "Write to jobs@acme.example" speaks of no job.
_REACHED: Final = re.compile(r"\S{1,64}@\S{1,100}|https?://\S{1,300}")
# "Jane Roe, CEO of Foo Ltd".
_ELSEWHERE: Final = re.compile(r"\b([^\W\d_]{2,20}),?\s(?:of|at|bei|von|chez)\s((?:[A-Z][\w&.'-]{1,30}\s?){1,4})")
_MODEL: Final = re.compile(r"\b([A-Z][A-Za-z]{0,5})-?(\d{2,5})\b")
_PHRASE: Final = 1.6
_EXPLAINED: Final = 3.0
# What a thing costs elsewhere, or cost before.
_OTHER_PRICE: Final = pattern("answering", "answers", "other_price")
# "What is the price" of a page about one thing: an amount that stands alone, near its beginning.
_FIRST_UNITS: Final = 30
_AMOUNT: Final = 40
_SHORT_LINE: Final = 60
# What begins so goes on about what was said before.
_REFERRING: Final = pattern("answering", "answers", "referring")
_FROM_REFERRED: Final = 0.8
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
    """A sentence, or an item or row that is none, with what stands before it in its piece."""

    text: str
    piece: Piece
    before: str


def answer(page: PageMaterial, question: str, *, quoted: bool) -> TextAnswer:
    """Return what of *page* answers *question*: the value of a label, items of a list, or the best sentence.

    *quoted* asks for words of the page as they stand, label and value together. Empty text: the page does not say.
    """
    asked = read_question(question)
    if not asked.terms:
        return _NOTHING
    title = frozenset(content_terms(title_of(page.document)))
    found = labelled.find(look(page), asked, title)
    if found is not None:
        return _of_facts(page, found, quoted=quoted)
    if (field := fields.find(page, asked, title)) is not None:
        text, proof = field
        quote = proof.quote if quoted and proof.quote else text
        return TextAnswer(quote, Method.EXTRACTIVE, (replace(proof, method=Method.EXTRACTIVE),))
    read = _own(pieces(page), asked, title)
    under = _under_heading(read, asked, title)
    if under:
        return _quoted(page, [(piece.text, piece.place) for piece in under])
    return _sentence(page, read, asked, title)


def _own(read: Sequence[Piece], asked: Question, title: frozenset[str]) -> list[Piece]:
    """Return the pieces that may answer: those about other things only where the question names one of them."""
    if not _OPINIONS.isdisjoint(asked.terms):
        return list(read)
    own = title.union(*(terms(one.text) for one in read if not one.is_of_others)) if asked.proper else title
    only_theirs = asked.proper - own
    return [one for one in read if not one.is_of_others or not only_theirs.isdisjoint(terms(one.text))]


def _sentence(page: PageMaterial, read: Sequence[Piece], asked: Question, title: frozenset[str]) -> TextAnswer:
    """Return the sentence that answers."""
    labels = {fact.label.strip(" :") for fact in look(page).facts if fact.label != fact.text}
    # What a value stands beside asks for it, and answers nothing.
    all_units = _units(read, numbers=asked.kind in _NUMBERS)
    units = [one for one in all_units if one.text.strip(" :") not in labels and _may_answer(one.text, asked, title)]
    best = _best(units, asked, title)
    return _quoted(page, [(best.text, best.piece.place)]) if best is not None else _NOTHING


def _of_facts(page: PageMaterial, found: labelled.Found, *, quoted: bool) -> TextAnswer:
    texts = [(fact.quote or fact.text) if quoted else fact.text for fact in found.facts]
    quotes = tuple(
        Evidence(page.url, (fact.quote or fact.text)[:_MOST_QUOTE], fact.place, Method.EXTRACTIVE)
        for fact in found.facts
    )
    return TextAnswer("\n".join(texts), Method.EXTRACTIVE, quotes)


def _quoted(page: PageMaterial, texts: Sequence[tuple[str, str]]) -> TextAnswer:
    quotes = tuple(Evidence(page.url, text[:_MOST_QUOTE], place, Method.EXTRACTIVE) for text, place in texts)
    return TextAnswer("\n".join(text for text, _ in texts), Method.EXTRACTIVE, quotes)


def _under_heading(read: Sequence[Piece], asked: Question, title: frozenset[str]) -> list[Piece]:
    """Return what stands under a heading, or behind a question, that asks what the question asks."""
    for at, piece in enumerate(read):
        asks, rest = _asks(piece)
        if not asks or not _is_same(asks, piece, asked, title):
            continue
        under = [replace(piece, text=rest)] if rest else []
        for following in read[at + 1 : at + 1 + (0 if rest else _MOST_UNDER_HEADING)]:
            if _asks(following)[0]:
                break
            under.append(following)
        own = frozenset(terms(" ".join((asks, *(one.text for one in under)))))
        if asked.counted and piece.kind == "heading" and asked.counted not in own:
            # What is served is listed "to serve"; how many it serves is not.
            continue
        if under and fits(asked.kind, " ".join(one.text for one in under), frozenset(asked.terms)):
            fitting = [one for one in under if fits(asked.kind, one.text, frozenset(asked.terms))]
            return fitting if asked.kind in _SHORT and _is_short(under) else under
    return []


def _is_short(under: Sequence[Piece]) -> bool:
    """Return whether these are figures and words beside each other, as a card has them, and no text."""
    return all(len(one.text) <= _SHORT_LINE for one in under)


def _asks(piece: Piece) -> tuple[str, str]:
    """Return the heading or the question that *piece* is or begins with, and what else it says."""
    if piece.kind == "heading" or piece.text.endswith(_QUESTION_MARKS):
        return piece.text, ""
    head = piece.text[:_MOST_QUOTE]
    end = max(head.find(mark) for mark in _QUESTION_MARKS) + 1
    return (piece.text[:end], piece.text[end:].strip()) if end else ("", "")


def _is_same(asks: str, piece: Piece, asked: Question, title: frozenset[str]) -> bool:
    wanted = frozenset(asked.terms)
    own = frozenset(content_terms(asks))
    shared = len([term for term in wanted if asked.said_by(term, own)])
    both = shared / max(1, len(own | (wanted - title)))
    return both >= _SAME_QUESTION and not (piece.kind == "heading" and own <= title)


def _units(read: Sequence[Piece], *, numbers: bool) -> Iterator[_Unit]:
    """Yield the sentences of *read*; a heading can say a price or a date, but explains nothing."""
    heads = {piece.beside for piece in read if piece.kind == "row"}
    for piece in read:
        # The heading of a card is a link, and may have its price.
        if (piece.kind == "heading" and not numbers) or (piece.kind != "heading" and piece.linked > _MOST_LINKED):
            continue
        before = ""
        if piece.kind == "row" and piece.text in heads:
            # What heads the columns of a table says nothing.
            continue
        whole = piece.kind == "row" or (piece.kind == "item" and len(piece.text) <= _MOST_QUOTE)
        texts = [piece.text] if whole else split(piece.text)[:_MOST_SENTENCES]
        for text in texts:
            if not text.endswith(("?", "？")):  # noqa: RUF001
                yield _Unit(text, piece, before)
            before = text


def _best(units: Sequence[_Unit], asked: Question, title: frozenset[str]) -> _Unit | None:
    index = Index(
        [terms(unit.text) for unit in units],
        [terms(f"{unit.piece.heading} {unit.piece.beside} {unit.before}") for unit in units],
    )
    if any(not index.has(term) and term not in title for term in asked.proper):
        return None
    wanted = frozenset(asked.terms)
    best: _Unit | None = None
    most = 0.0
    for at, unit in enumerate(units):
        score = index.score(at, asked.terms)
        if not asked.implied.issuperset(asked.terms):
            written = folded(unit.text)
            score *= _PHRASE ** any(phrase in written for phrase in asked.phrases)
            score *= _EXPLAINED ** (asked.is_why and _REASON.search(written) is not None)
            # One of a kind mostly has a name: "Linux" is an operating system.
            score *= _PHRASE ** (bool(asked.category) and fits(Kind.PERSON, unit.text, wanted))
        elif _OTHER_PRICE.search(unit.text) is not None:
            continue
        elif asked.kind is not Kind.MONEY:
            # "How heavy is it": what says that it weighs so much, and not any short text with a figure.
            if measures(unit.text, asked):
                return unit
        elif at < _FIRST_UNITS and len(unit.text) <= _AMOUNT and fits(asked.kind, unit.text, wanted):
            return unit
        if asked.kind is Kind.DEFINITION and score > 0:
            # Of those that define it the one that says nothing else first, and the first of these.
            score = _defines(unit.text, asked)
        if score > most and _covers(unit, index, asked, title) and _is_near(unit.text, asked, title):
            best, most = unit, score
    return best


def _is_near(text: str, asked: Question, title: frozenset[str]) -> bool:
    """Return whether what can be the answer stands near what is asked about."""
    wanted = frozenset(asked.terms)
    own = frozenset(terms(text))
    # A text of nothing but words of the question is its subject, not its answer.
    if frozenset(terms(" ".join(word for word in text.split() if not is_placeholder(word)))) <= wanted:
        return False
    if asked.kind is Kind.OPEN and frozenset(content_terms(text)) <= wanted | _VAGUE:
        return False
    said = frozenset(other for term in asked.terms for other in (term, *asked.alike.get(term, ())) if other in own)
    needed = (said - title) or said
    if asked.kind is Kind.PERSON:
        # Who it was stands beside what was done, not beside what it was done to.
        needed = needed - asked.proper or needed
    return fits_near(asked.kind, text, wanted, needed, asked.counted)


def _may_answer(text: str, asked: Question, title: frozenset[str]) -> bool:
    is_of_another = asked.kind is Kind.PERSON and _is_of_another(text, asked, title)
    return not lacks_unit(text, asked) and not _names_another_model(text, asked) and not is_of_another


def _names_another_model(text: str, asked: Question) -> bool:
    """Return whether *text* speaks of "TK-260" alone, and the question of "TK-220"."""
    own = {(made.lower(), figures) for made, figures in _MODEL.findall(asked.text)}
    said = {(made.lower(), figures) for made, figures in _MODEL.findall(text[:_MOST_QUOTE])}
    return bool(own) and own.isdisjoint(said) and not {made for made, _ in own}.isdisjoint(made for made, _ in said)


def _is_of_another(text: str, asked: Question, title: frozenset[str]) -> bool:
    """Return whether *text* gives the office that is asked about to somebody of a firm that the page is not of."""
    for match in _ELSEWHERE.finditer(text):
        firm = frozenset(content_terms(match.group(2)))
        is_named = not (firm & title) and not (firm & frozenset(asked.terms))
        if firm and is_named and not frozenset(terms(match.group(1))).isdisjoint(asked.terms):
            return True
    return False


def _covers(unit: _Unit, index: Index, asked: Question, title: frozenset[str]) -> bool:
    """Return whether *unit*, with what it stands in, has enough of what is asked about."""
    own = frozenset(terms(_REACHED.sub(" ", unit.text)))
    if unit.piece.is_code and not own.issuperset(asked.terms):
        # An example shows what is possible, and says nothing of what is.
        return False
    above = frozenset(terms(f"{unit.piece.heading} {unit.piece.beside}"))
    before = frozenset(terms(unit.before))
    if not _is_about(asked, own | above, before, title):
        return False
    refers = asked.kind in _NUMBERS and before and _REFERRING.match(unit.text) is not None
    total = covered = itself = 0.0
    for term in asked.terms:
        if term in asked.implied | asked.light:
            continue
        weight = index.weight(term) * (0.5 if term in title else 1.0)
        total += weight
        if asked.said_by(term, own):
            covered += weight
            itself += weight
        else:
            covered += weight * max(
                _FROM_HEADING * asked.said_by(term, above),
                _FROM_TITLE * (term in title or term in asked.generic or term in asked.category),
                (_FROM_REFERRED if refers else _FROM_BEFORE) * (term in before),
            )
    is_itself = refers or itself >= _COVERED_ITSELF * total
    return total > 0 and covered >= _COVERED * total and is_itself


def _is_about(asked: Question, said: frozenset[str], before: frozenset[str], title: frozenset[str]) -> bool:
    """Return whether what is *said* is about who or what is asked, and names what is asked of it.

    A name must be the same, in the text or in the title of the page. Who, when, where and how many have an answer in
    nearly any sentence: it is one to the question only beside all of its words.
    """
    # A page about a firm quotes the chiefs of others: who it was must be said of the firm.
    known = said | before if asked.kind is Kind.PERSON else said | before | title
    if any(not asked.said_by(term, known) for term in asked.proper):
        return False
    if asked.preposition and asked.preposition not in said:
        return False
    if asked.kind is Kind.OPEN and len(asked.terms) < _FEWEST_TERMS and title.issuperset(asked.terms):
        # All that is left of the question is what the whole page is about.
        return False
    if asked.kind not in _ANYWHERE:
        return True
    if asked.kind in _COUNTED:
        said |= before | title
    relation = [term for term in asked.terms if term not in asked.proper | asked.generic | asked.implied | asked.light]
    return all(asked.said_apart(term, said) or (term in title and len(relation) > 1) for term in relation)


def _defines(text: str, asked: Question) -> float:
    """Return how well *text* begins with what is asked about alone and goes on to say what it is; 0 when not."""
    if (found := _APPOSED.search(text)) is not None and frozenset(content_terms(found.group(1))) >= frozenset(
        asked.terms
    ):
        return _BY_APPOSITION
    ends = [at for verb in _DEFINING if (at := text.find(verb)) > 0]
    subject = frozenset(content_terms(text[: min(ends)])) if ends else frozenset()
    if not all(asked.said_by(term, subject) for term in asked.terms):
        return 0.0
    return 1 / (1 + len(subject) - min(len(asked.terms), len(subject)))
