"""Claims: what single pages say for a question, with the words that say it and their position.

Three readings of a page compete, and how much of the question their words have decides: the page's labelled value or
best sentence (`content.answering`), a sentence of the kind that is asked for under headings with the question's words,
and the items of a list or table under a heading that names what is asked for.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from gossamer.content.answering import answer
from gossamer.content.answering.fitting import fits, lacks_unit, measures
from gossamer.content.answering.passages import Piece
from gossamer.content.answering.questions import Kind, Question, read_question
from gossamer.content.answering.sentences import split
from gossamer.content.locales import pattern, words
from gossamer.content.suspicion import orders_in
from gossamer.content.text.terms import content_terms, stem, terms
from gossamer.core.research import Citation, Claim
from gossamer.features.research.passages import Corpus
from gossamer.features.research.positions import Words
from gossamer.features.research.reading import ReadPage

_MOST_VALUE: Final = 600
_MOST_QUOTES: Final = 8
_MOST_SENTENCE: Final = 500
_FEWEST_ITEMS: Final = 2
_FEWEST_NEW: Final = 2
_MOST_ITEMS: Final = 40
# A page about the thing itself counts more than one that mentions it; a value that has a label, more than a sentence.
_TITLED: Final = 0.1
_LABELLED: Final = 0.05
# A reading without a word that is another page's title is likely of something else.
_ELSEWHERE: Final = 0.8
_LISTED: Final = 0.2
# Below it too much of the question is left open: measured on generated sites (bench.research).
LEAST: Final = 0.72
# The share of the question's words, those of the page's title left out, that an answer has to say itself.
_ITSELF: Final = 0.4
# The share of the words of a value that a quote of it has to have.
_SUPPORTED: Final = 0.6
_KIND_WORDS: Final = frozenset(stem(word) for word in words("research", "kind_words"))
_LIST_VERBS: Final = frozenset(stem(word) for word in words("research", "list_verbs"))
_SEVERAL: Final = pattern("research", "several")


@dataclass(frozen=True, slots=True)
class _Reading:
    """A value that a page may give, the *quotes* that may say it, and the words that stand around it."""

    value: str
    quotes: tuple[str, ...]
    around: str
    bonus: float = 0.0


def claims_for(question: str, pages: Sequence[ReadPage], corpus: Corpus, *, least: float = LEAST) -> list[Claim]:
    """Return the claims of *pages* for *question*, the best first; none that covers less than *least* of it."""
    request = read_question(question)
    claims = [claim for page in pages for claim in _of_page(question, request, page, corpus, least)]
    return sorted(claims, key=lambda claim: -claim.score)


def cite(page: ReadPage, text: Words, quote: str) -> Citation | None:
    """Return the citation of *quote*, as the page's Markdown has it; None where it does not."""
    span = text.find(quote)
    if span is None:
        return None
    start, end = span
    return Citation(page.url, page.title, page.markdown[start:end], start, end, page.content_hash, page.published)


def _of_page(question: str, request: Question, page: ReadPage, corpus: Corpus, least: float) -> Iterator[Claim]:
    """Yield the best claim of *page*, if it has one."""
    if not request.proper <= page.vocabulary:
        return
    text = Words.of(page.markdown)
    claims = [
        claim
        for reading in _readings(question, request, page)
        if (claim := _claim(question, request, page, text, corpus, reading, least)) is not None
    ]
    best = max(claims, key=lambda claim: claim.score, default=None)
    if best is not None:
        yield best


def _readings(question: str, request: Question, page: ReadPage) -> Iterator[_Reading]:
    several = _SEVERAL.search(question)
    if several is not None:
        yield from _lists(several["things"], page)
    text_answer = answer(page.material, question, quoted=False)
    value = text_answer.text.strip()[:_MOST_VALUE]
    if value:
        quotes = tuple(proof.quote for proof in text_answer.quotes[:_MOST_QUOTES])
        around = next((_around(piece) for piece in page.pieces if quotes and quotes[0][:80] in piece.text), "")
        yield _Reading(value, (*quotes, value, *split(value)), around, _LABELLED)
    yield from _sentences(request, page)


def _sentences(request: Question, page: ReadPage) -> Iterator[_Reading]:
    """Yield the sentences of the kind that is asked for."""
    # Whether something is so is decided by a sentence about just that, which `answer` finds.
    if request.kind in {Kind.DEFINITION, Kind.LIST} or request.is_polar:
        return
    terms_asked = frozenset(request.terms)
    for piece in page.pieces:
        if piece.kind == "heading" or piece.is_of_others:
            continue
        for sentence in split(piece.text) if piece.kind == "paragraph" else [piece.text]:
            if len(sentence) <= _MOST_SENTENCE and _can_be(request, sentence, terms_asked):
                yield _Reading(sentence, (sentence,), f"{piece.heading} {piece.beside}")


def _can_be(request: Question, sentence: str, terms_asked: frozenset[str]) -> bool:
    """Return whether *sentence* has what is asked for: something of its kind, or else something new."""
    if request.kind is Kind.OPEN:
        return len(frozenset(content_terms(sentence)) - terms_asked) >= _FEWEST_NEW
    if request.kind is Kind.MEASURE:
        return _measures(sentence, request)
    return fits(request.kind, sentence, terms_asked)


def _measures(text: str, request: Question) -> bool:
    """Return whether *text* has a figure of its own: that of the thing's name is none."""
    if not lacks_unit("", request):
        # No unit is known for it, as for "fast": a number alone does not say it.
        return any(term in terms(text) for term in request.implied)
    own_text = " ".join(word for word in text.split() if request.proper.isdisjoint(terms(word)))
    return measures(own_text, request) or (measures(text, request) and any(map(str.isdigit, own_text)))


def _lists(things: str, page: ReadPage) -> Iterator[_Reading]:
    """Yield the items that stand under a heading with the name of what is asked for."""
    stem_of_things = stem(things.lower())
    for heading, group in groupby(page.pieces, key=lambda piece: piece.heading):
        items = [piece for piece in group if piece.kind in {"item", "row"}][:_MOST_ITEMS]
        if len(items) >= _FEWEST_ITEMS and stem_of_things in terms(heading):
            value = "\n".join(piece.text for piece in items)
            yield _Reading(value, (" ".join(piece.text for piece in items),), f"{heading} {items[0].beside}", _LISTED)


def _around(piece: Piece) -> str:
    return f"{piece.heading} {piece.beside} {piece.text}"


def _claim(  # noqa: PLR0917 - what a reading is judged by
    question: str, request: Question, page: ReadPage, text: Words, corpus: Corpus, reading: _Reading, least: float
) -> Claim | None:
    if page.orders and (orders_in(reading.value) or any(reading.value in block for block in page.ordering)):
        return None
    coverage = _coverage(request, page, corpus, reading)
    if coverage < least or not _says_something(request, page, corpus, reading):
        return None
    titled = bool(frozenset(content_terms(page.title)) & request.proper)
    score = coverage + _TITLED * titled + reading.bonus
    citation = _best(page, text, reading)
    return None if citation is None else Claim(question, reading.value, citation, round(score, 4), round(coverage, 4))


def _best(page: ReadPage, text: Words, reading: _Reading) -> Citation | None:
    """Return the citation that has most of the value: a quote may be cut short, or not be in the text."""
    value_terms = frozenset(terms(reading.value))
    cited = [citation for quote in reading.quotes if quote and (citation := cite(page, text, quote)) is not None]
    best = max(cited, key=lambda candidate: len(value_terms & frozenset(terms(candidate.quote))), default=None)
    return best if best is not None and _supports(best.quote, reading.value) else None


def _supports(quote: str, value: str) -> bool:
    """Return whether *quote* says *value*: all words of one of its lines, or most of its words."""
    quote_terms, value_terms = frozenset(terms(quote)), frozenset(terms(value))
    lines = (frozenset(terms(line)) for line in value.splitlines())
    return any(line and line <= quote_terms for line in lines) or len(quote_terms & value_terms) >= _SUPPORTED * len(
        value_terms
    )


def _coverage(request: Question, page: ReadPage, corpus: Corpus, reading: _Reading) -> float:
    """Return the share of the question that the reading has: its own words, those around it, and the page's title."""
    quoted = " ".join(reading.quotes)
    reading_terms = frozenset(terms(f"{reading.value} {quoted} {reading.around} {page.title} {page.description[:200]}"))
    reading_terms |= {term for term in page.vocabulary & request.proper if term.isalpha()}
    weights = {term: corpus.weight(term) for term in telling_terms(request)}
    total = sum(weights.values())
    if not total:
        return 0.0
    implied = request.implied if _is_implied(request, reading.value) else frozenset()
    missed = {term for term in weights if not request.matches(term, reading_terms) and term not in implied}
    share = 1 - sum(weights[term] for term in missed) / total
    return share * _ELSEWHERE if any(map(corpus.is_subject, missed)) else share


def _says_something(request: Question, page: ReadPage, corpus: Corpus, reading: _Reading) -> bool:
    """Return whether the reading itself says enough of the question: what stands around it answers nothing."""
    if reading.bonus:
        return True
    reading_terms = frozenset(terms(" ".join((reading.value, *reading.quotes))))
    title = frozenset(terms(page.title))
    implied = request.implied if _is_implied(request, reading.value) else frozenset()
    weights = {term: corpus.weight(term) for term in telling_terms(request) if term not in title}
    own_weight = sum(weights[term] for term in weights if request.matches(term, reading_terms) or term in implied)
    return own_weight >= _ITSELF * sum(weights.values())


def telling_terms(request: Question) -> list[str]:
    """Return the terms of a question that an answer has to have: not those that name the kind of the answer."""
    several = _SEVERAL.search(request.text)
    left_out = _KIND_WORDS | request.light
    if several is not None:
        left_out |= _LIST_VERBS | {stem(several["things"].lower())}
    telling = [term for term in request.terms if term not in left_out]
    return [term for term in telling if term not in request.generic] or telling


def _is_implied(request: Question, value: str) -> bool:
    """Return whether *value* says by its unit what the question asks for: an amount of money is a price."""
    return _measures(value, request) if request.kind is Kind.MEASURE else fits(request.kind, value, frozenset())
