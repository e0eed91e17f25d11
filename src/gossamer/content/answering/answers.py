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

from gossamer.content.answering import contacts, fields, labelled, several
from gossamer.content.answering.fitting import fits, fits_near, lacks_unit, measures
from gossamer.content.answering.passages import Piece, pieces, title_of
from gossamer.content.answering.questions import Kind, Question, read_question
from gossamer.content.answering.ranking import Index
from gossamer.content.answering.sentences import split
from gossamer.content.extraction import extract
from gossamer.content.page_model import look
from gossamer.content.page_model.material import PageMaterial
from gossamer.content.text.terms import content_terms, folded, terms
from gossamer.content.values import prices
from gossamer.content.values.availability import availability
from gossamer.content.values.nothing import says_nothing
from gossamer.core.understanding import Evidence, Method, TextAnswer

_AUTHOR: Final = {"type": "object", "properties": {"author": {"type": "string"}}}
_AVAILABILITY: Final = {
    "type": "object",
    "title": "product",
    "properties": {"availability": {"type": "string"}, "price": {"type": "string"}},
}
_NOTHING: Final = TextAnswer("", Method.EXTRACTIVE)
_MARKED: Final = ("JSON-LD", "microdata", "RDFa", "meta")
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
_OPINIONS: Final = frozenset(terms("review reviewer comment commenter customer say think opinion testimonial"))
_OFFICES: Final = frozenset(terms("ceo cto cfo coo cmo cio cpo cso ciso vp svp evp md"))
# "Write to jobs@acme.example" speaks of no job.
_REACHED: Final = re.compile(r"\S{1,64}@\S{1,100}|https?://\S{1,300}")
# "Jane Roe, CEO of Foo Ltd".
_ELSEWHERE: Final = re.compile(r"\b([^\W\d_]{2,20}),?\s(?:of|at|bei|von|chez)\s((?:[A-Z][\w&.'-]{1,30}\s?){1,4})")
# "Deputy CEO" is no CEO.
_INSTEAD: Final = re.compile(r"\b(?:deputy|assistant|vice|former|acting|ex)[ -](\w{2,20})")
_PHRASE: Final = 1.6
_EXPLAINED: Final = 3.0
# What a thing costs elsewhere, or cost before.
_OTHER_PRICE: Final = re.compile(
    r"\b(?:msrp|rrp|uvp|was|list price|statt|instead of|reg(?:ular|\.)|save|shipping|delivery)\b", re.IGNORECASE
)
# "What is the price" of a page about one thing: an amount that stands alone, near its beginning.
_FIRST_UNITS: Final = 30
_AMOUNT: Final = 40
_CAPTION: Final = 160
_SHORT_LINE: Final = 60
_MOST_ALIKE: Final = 12
# What begins so goes on about what was said before.
_REFERRING: Final = re.compile(r"(?:this|it|its|these|those|they|he|she|the latest|the new one)\b", re.IGNORECASE)
_FROM_REFERRED: Final = 0.8
_LONG_BYLINE: Final = 120
_BYLINE: Final = re.compile(
    r"(?:(?:[Ww]ritten|[Pp]osted|[Pp]ublished) )?(?:[Bb]y|BY|Von|Par|Por|Di|Door|Av):? [^\W\d_a-z]"
)
_MODEL: Final = re.compile(r"\b([A-Z][A-Za-z]{0,5})-?(\d{2,5})\b")
_REASON: Final = re.compile(
    r"\b(?:because|due to|since|reason|therefore|as a result|caused|so that|weil|wegen|daher|denn|parce que|car|"
    r"puisque|porque|debido|perche|poiche|omdat)\b|因为|因為|ため|때문"
)
_DEFINING: Final = (
    " is ", " are ", " was ", " were ", " means ", " refers to ", " describes ", " ist ", " sind ", " est ", " sont ",
    " es ", " son ", " è ", " é ", " sono ", "是", "とは", "는 ", "은 ",
)  # fmt: skip


# "Sarton, a dialect of Tavik, …"
_APPOSED: Final = re.compile(r"((?:[\w.+#-]+ ){0,3}[\w.+#-]+), an? (?=\w)")
_BY_APPOSITION: Final = 0.45
_FEWEST_TERMS: Final = 2
# "There are several ways to do it" says nothing of them.
_VAGUE: Final = frozenset(terms("several various different number lot ways following examples below here see learn"))


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
    told = _answer(page, asked, title, quoted=quoted)
    if not told.text and (fewer := asked.without(several.KINDS)) is not None:
        told = _answer(page, fewer, title, quoted=quoted)
    named = several.of_prices(look(page), told.text, asked, title)
    return _told_named(page, named, quoted=quoted) if named and not _is_of_one(page, asked, title) else told


def _answer(page: PageMaterial, asked: Question, title: frozenset[str], *, quoted: bool) -> TextAnswer:
    found = labelled.find(look(page), asked, title)
    if found is not None:
        of_each = several.of_labels(look(page), found.facts[0], asked, title) if len(found.facts) == 1 else ()
        return _told_named(page, of_each, quoted=quoted) if of_each else _told_facts(page, found, quoted=quoted)
    sure = fields.surely(page, asked, title)
    told = _told_field(*sure, quoted=quoted) if sure is not None else _said(page, asked, title, quoted=quoted)
    if told.text or (named := fields.perhaps(page, asked, title)) is None:
        return told
    return _told_field(*named, quoted=quoted)


def _said(page: PageMaterial, asked: Question, title: frozenset[str], *, quoted: bool) -> TextAnswer:
    """Return what stands under a heading that asks it, or the sentence that answers."""
    read = _own(pieces(page), asked, title)
    if asked.is_for_author(title) and (author := _author(page, read)) is not None:
        return author
    under = _under_heading(read, asked, title)
    if under:
        return _told(page, [(piece.text, piece.place) for piece in under])
    if asked.is_for_stock and (stock := _stock(page, asked, title)) is not None:
        return stock
    return _sentence(page, read, asked, title, quoted=quoted)


def _told_field(text: str, proof: Evidence, *, quoted: bool) -> TextAnswer:
    """Return the value of a field; *quoted*: the words of the page that say it."""
    said = proof.quote if quoted and proof.quote else text
    return TextAnswer(said, Method.EXTRACTIVE, (replace(proof, method=Method.EXTRACTIVE),))


def _is_of_one(page: PageMaterial, asked: Question, title: frozenset[str]) -> bool:
    """Return whether the price is asked of the one thing that the page marks up."""
    if asked.kind is not Kind.MONEY or several.distinctive(asked, title):
        return False
    proof = extract(page, _AVAILABILITY).evidence.get("/price")
    return proof is not None and proof.place.startswith(_MARKED)


def _told_named(page: PageMaterial, named: Sequence[several.Named], *, quoted: bool) -> TextAnswer:
    """Return what the page says of each of several things; of one, that alone."""
    if len(named) == 1:
        return _told_facts(page, labelled.Found((named[0].fact,), 1.0), quoted=quoted)
    quotes = tuple(
        Evidence(page.url, (one.fact.quote or one.fact.text)[:_MOST_QUOTE], one.fact.place, Method.EXTRACTIVE)
        for one in named
    )
    return TextAnswer("\n".join(one.text for one in named), Method.EXTRACTIVE, quotes)


def _own(read: Sequence[Piece], asked: Question, title: frozenset[str]) -> list[Piece]:
    """Return the pieces that may answer: those about other things only where the question names one of them."""
    if not _OPINIONS.isdisjoint(asked.terms):
        return list(read)
    said = title.union(*(terms(one.text) for one in read if not one.is_of_others)) if _names(asked) else title
    only_theirs = _names(asked) - said
    return [one for one in read if not one.is_of_others or not only_theirs.isdisjoint(terms(one.text))]


def _sentence(
    page: PageMaterial, read: Sequence[Piece], asked: Question, title: frozenset[str], *, quoted: bool
) -> TextAnswer:
    """Return the sentence that answers, else how somebody can be reached, if that is asked."""
    labels = {fact.label.strip(" :") for fact in look(page).facts if fact.label != fact.text}
    # What a value stands beside asks for it, and answers nothing.
    told = _units(read, numbers=asked.kind in _NUMBERS)
    units = [one for one in told if one.text.strip(" :") not in labels and _may_answer(one.text, asked)]
    best = _best(units, asked, title)
    if best is not None:
        return _told(page, [(one.text, one.piece.place) for one in _all_alike(best, units, asked, title)])
    reached = contacts.find(page, asked, title)
    return _told_facts(page, labelled.Found((reached,), 1.0), quoted=quoted) if reached is not None else _NOTHING


def _all_alike(best: _Unit, units: Sequence[_Unit], asked: Question, title: frozenset[str]) -> list[_Unit]:
    """Return *best*; where it says what one of several costs and none was named, what says it of each.

    "Adult tickets cost £12", "Child tickets cost £6".
    """
    if asked.kind is not Kind.MONEY or several.distinctive(asked, title):
        return [best]
    said = frozenset(asked.terms) & frozenset(terms(best.text))
    alike = [
        one
        for one in units
        if one.piece.kind == best.piece.kind
        and one.piece.heading == best.piece.heading
        and said <= frozenset(terms(one.text))
        and _OTHER_PRICE.search(one.text) is None
        and _names_one(one.text, asked, title)
    ]
    amounts = {price.amount for one in alike for price in prices.prices(one.text, limit=1)}
    return alike if best in alike and 1 < len(amounts) <= _MOST_ALIKE else [best]


def _names_one(text: str, asked: Question, title: frozenset[str]) -> bool:
    """Return whether *text* has a price and few words, one of which is what it is the price of."""
    own = [term for term in content_terms(text) if not any(map(str.isdigit, term))]
    is_short = len(text) <= _SHORT_LINE and len(prices.prices(text, limit=2)) == 1
    return is_short and any(term not in title and term not in asked.implied for term in own)


def _told_facts(page: PageMaterial, found: labelled.Found, *, quoted: bool) -> TextAnswer:
    said = [(fact.quote or fact.text) if quoted else fact.text for fact in found.facts]
    quotes = tuple(
        Evidence(page.url, (fact.quote or fact.text)[:_MOST_QUOTE], fact.place, Method.EXTRACTIVE)
        for fact in found.facts
    )
    return TextAnswer("\n".join(said), Method.EXTRACTIVE, quotes)


def _told(page: PageMaterial, texts: Sequence[tuple[str, str]]) -> TextAnswer:
    quotes = tuple(Evidence(page.url, text[:_MOST_QUOTE], place, Method.EXTRACTIVE) for text, place in texts)
    return TextAnswer("\n".join(text for text, _ in texts), Method.EXTRACTIVE, quotes)


def _author(page: PageMaterial, read: Sequence[Piece]) -> TextAnswer | None:
    """Return the line that says by whom the page is, else who it marks up as its author."""
    if (line := _byline(read)) is not None:
        return _told(page, [(line.text, line.place)])
    marked = extract(page, _AUTHOR)
    name = marked.value["author"]
    quotes = tuple(replace(proof, method=Method.EXTRACTIVE) for proof in marked.evidence.values())
    return TextAnswer(name, Method.EXTRACTIVE, quotes) if name else None


def _stock(page: PageMaterial, asked: Question, title: frozenset[str]) -> TextAnswer | None:
    """Return what the page says of whether its product can be had; None when another one is asked for."""
    if any(term not in title for term in asked.proper):
        return None
    proof = extract(page, _AVAILABILITY).evidence.get("/availability")
    if proof is None:
        return None
    # What is marked up is a word for programs; a page mostly says it for people too.
    said = availability(proof.quote)
    lines = (line for line in look(page).lines() if len(line) <= _SHORT_LINE)
    shown = next((line for line in lines if availability(line) == said), None)
    if shown is not None:
        return _told(page, [(shown, "line of the page")])
    return TextAnswer(proof.quote, Method.EXTRACTIVE, (replace(proof, method=Method.EXTRACTIVE),))


def _byline(read: Sequence[Piece]) -> Piece | None:
    """Return the line near the beginning that says by whom the page is."""
    return next((one for one in read[:_FIRST_UNITS] if len(one.text) <= _LONG_BYLINE and _BYLINE.match(one.text)), None)


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
    for piece in _whole(read):
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


def _whole(read: Sequence[Piece]) -> Iterator[Piece]:
    """Yield *read* with a figure and what it is a figure of as one: "51 % lift" stands above "for a campaign"."""
    waiting: Piece | None = None
    for piece in read:
        if (
            waiting is not None
            and piece.kind == "paragraph"
            and piece.text[:1].islower()
            and len(piece.text) <= _CAPTION
        ):
            yield replace(waiting, text=f"{waiting.text} {piece.text}")
            waiting = None
            continue
        if waiting is not None:
            yield waiting
        is_figure = piece.kind == "paragraph" and len(piece.text) <= _AMOUNT and any(map(str.isdigit, piece.text))
        waiting = piece if is_figure else None
        if waiting is None:
            yield piece
    if waiting is not None:
        yield waiting


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
    if asked.kind is Kind.PERSON and not _names(asked) and _is_of_another(text, asked, title):
        return False
    # A text of nothing but words of the question is its subject, not its answer.
    if frozenset(terms(" ".join(word for word in text.split() if not says_nothing(word)))) <= wanted:
        return False
    if asked.kind is Kind.OPEN and frozenset(content_terms(text)) <= wanted | _VAGUE:
        return False
    said = frozenset(other for term in asked.terms for other in (term, *asked.alike.get(term, ())) if other in own)
    needed = (said - title) or said
    if asked.kind is Kind.PERSON:
        # Who it was stands beside what was done, not beside what it was done to.
        needed = needed - asked.proper or needed
    return fits_near(asked.kind, text, wanted, needed, asked.counted)


def _may_answer(text: str, asked: Question) -> bool:
    return not lacks_unit(text, asked) and not _names_another_model(text, asked) and not _is_deputy(text, asked)


def _is_deputy(text: str, asked: Question) -> bool:
    """Return whether *text* names who stands in for, or once was, who is asked for, and nobody else."""
    if asked.kind is not Kind.PERSON or _INSTEAD.search(folded(asked.text)) is not None:
        return False
    written = folded(text)
    offices = {office for match in _INSTEAD.finditer(written) for office in terms(match.group(1))}
    told = terms(_INSTEAD.sub(" ", written))
    return any(office in asked.terms and office not in told for office in offices)


def _names_another_model(text: str, asked: Question) -> bool:
    """Return whether *text* speaks of "TK-260" alone, and the question of "TK-220"."""
    own = {(made.lower(), figures) for made, figures in _MODEL.findall(asked.text)}
    said = {(made.lower(), figures) for made, figures in _MODEL.findall(text[:_MOST_QUOTE])}
    return bool(own) and own.isdisjoint(said) and not {made for made, _ in own}.isdisjoint(made for made, _ in said)


def _names(asked: Question) -> frozenset[str]:
    """Return the names that *asked* names; an office in capital letters is none."""
    return asked.proper - _OFFICES


def _is_of_another(text: str, asked: Question, title: frozenset[str]) -> bool:
    """Return whether *text* gives the office that is asked about to somebody of a firm that the page is not of."""
    for match in _ELSEWHERE.finditer(text):
        firm = frozenset(content_terms(match.group(2)))
        if firm and not firm & title and not frozenset(terms(match.group(1))).isdisjoint(asked.terms):
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
    if asked.owner and asked.owner in asked.terms and asked.owner not in asked.generic | said | before | title:
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
