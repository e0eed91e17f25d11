"""Claims: what single pages say for a question, with the words that say it and their position."""

from collections.abc import Iterator, Sequence
from typing import Final

from gossamer.content.answering import answer
from gossamer.content.answering.questions import read_question
from gossamer.content.answering.sentences import split
from gossamer.content.suspicion import orders_in
from gossamer.content.text.terms import content_terms, terms
from gossamer.core.research import Citation, Claim
from gossamer.core.understanding import Evidence
from gossamer.features.research.passages import Corpus
from gossamer.features.research.positions import Words
from gossamer.features.research.reading import ReadPage

_MOST_VALUE: Final = 600
_MOST_QUOTES: Final = 8
# A page about the thing itself counts more than one that mentions it.
_TITLED: Final = 0.1
_LEAST: Final = 0.45


def claims_for(question: str, pages: Sequence[ReadPage], corpus: Corpus) -> list[Claim]:
    """Return what *pages* say for *question*, the best first; none that covers too little of it."""
    found = [claim for page in pages for claim in _of_page(question, page, corpus)]
    return sorted(found, key=lambda claim: -claim.score)


def cite(page: ReadPage, words: Words, quote: str) -> Citation | None:
    """Return the citation of *quote*, as the page's Markdown has it; None where it does not."""
    span = words.find(quote)
    if span is None:
        return None
    start, end = span
    return Citation(page.url, page.title, page.markdown[start:end], start, end, page.content_hash, page.published)


def _of_page(question: str, page: ReadPage, corpus: Corpus) -> Iterator[Claim]:
    request = read_question(question)
    if not request.proper <= page.vocabulary:
        return
    found = answer(page.material, question, quoted=False)
    value = found.text.strip()[:_MOST_VALUE]
    if not value or (page.orders and orders_in(value)):
        return
    words = Words.of(page.markdown)
    quotes = [*(_quote_of(proof) for proof in found.quotes[:_MOST_QUOTES]), value, *split(value)]
    citation = _best(page, words, [quote for quote in quotes if quote], value)
    if citation is None:
        return
    score = _score(question, page, citation, found.quotes, corpus)
    if score >= _LEAST:
        yield Claim(question, value, citation, round(min(1.0, score), 4))


def _quote_of(proof: Evidence) -> str:
    return proof.quote


def _best(page: ReadPage, words: Words, quotes: Sequence[str], value: str) -> Citation | None:
    """Return the citation that has most of *value*: a quote may be cut short, or not be in the text."""
    wanted = frozenset(terms(value))
    cited = [one for quote in quotes if (one := cite(page, words, quote)) is not None]
    return max(cited, key=lambda one: len(wanted & frozenset(terms(one.quote))), default=None)


def _score(question: str, page: ReadPage, citation: Citation, quotes: Sequence[Evidence], corpus: Corpus) -> float:
    around = next((piece for piece in page.pieces if citation.quote[:80] in piece.text), None)
    beside = f"{around.heading} {around.beside} {around.text}" if around is not None else ""
    read = " ".join(quote.quote for quote in quotes)
    own = frozenset(terms(f"{citation.quote} {beside} {read} {page.title} {page.description[:200]}"))
    wider = own | (page.vocabulary & frozenset(read_question(question).proper))
    request = read_question(question)
    alike = {term for term in content_terms(question) if request.matches(term, wider)}
    titled = bool(frozenset(terms(page.title)) & request.proper)
    return corpus.coverage(question, wider | alike) + _TITLED * titled
