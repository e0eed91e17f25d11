"""Findings: what pages say together of a question, what contradicts it, and that nothing was found."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from gossamer.content.answering.questions import Kind, Question, read_question
from gossamer.content.text.terms import content_terms, folded, terms
from gossamer.core.research import Citation, Claim, Finding
from gossamer.core.urls import host_of
from gossamer.features.research.claims import LEAST, cite, claims_for, telling_terms
from gossamer.features.research.passages import Corpus, RankedPassage
from gossamer.features.research.planning import Hop, hop_of
from gossamer.features.research.positions import Words
from gossamer.features.research.reading import ReadPage

_NOT_FOUND: Final = "None of the pages that were read says it."
_MOST_HOPS: Final = 3
_MOST_NAMES: Final = 2
_MOST_BRIDGES: Final = 8
# How much of the second half a page must have: the verb of a relation may be that of its other side.
_BRIDGED: Final = 0.55
# A value of so few words is a name, as labels give it.
_NAME_WORDS: Final = 4
_NUMBER: Final = re.compile(r"\d+(?:[.,]\d+)*")
_NAME: Final = re.compile(r"\b[A-ZÀ-Þ][\w'’&.-]*(?:\s+(?:of|de|von|van|and|&)?\s*[A-ZÀ-Þ][\w'’&.-]*)*")  # noqa: RUF001
_NUMBERS: Final = frozenset({Kind.COUNT, Kind.MONEY, Kind.MEASURE, Kind.TIME})
_NAMES: Final = frozenset({Kind.PERSON, Kind.PLACE})
# How much the word of another site, of another page, and a newer date count.
_OTHER_SITE: Final = 0.15
_OTHER_PAGE: Final = 0.05
_NEWEST: Final = 0.2
_OUTDATED: Final = 0.3
# Below this share of the best score another value is no contradiction but a worse reading.
_RIVAL: Final = 0.8
_ALIKE: Final = 0.5
_DIRECT: Final = 1.0
_WHOLE: Final = 0.95


@dataclass(frozen=True, slots=True)
class _Group:
    """Claims of one value."""

    key: frozenset[str]
    claims: tuple[Claim, ...]


def finding_of(question: str, pages: Sequence[ReadPage], corpus: Corpus, *, hops: int = _MOST_HOPS) -> Finding:
    """Return the finding of *pages* on *question*; a question that has another one inside is answered in steps."""
    direct = _settle_claims(question, claims_for(question, pages, corpus), pages)
    if not hops or (direct.claims and direct.claims[0].coverage >= _DIRECT):
        return direct
    hop = hop_of(question)
    finding = _in_steps(hop, question, pages, corpus, hops) if hop is not None else None
    if finding is not None and finding.answer:
        return finding
    if hop is not None and direct.claims and not _answers_outer(hop, direct.claims[0]):
        # The words of the inner question alone answer nothing.
        direct = Finding(question, reason=_NOT_FOUND)
    if direct.answer or hops < _MOST_HOPS:
        return direct
    return _bridge_question(question, pages, corpus) or direct


def _answers_outer(hop: Hop, claim: Claim) -> bool:
    """Return whether *claim* has the words of the outer question, as "founded": the inner ones answer nothing."""
    outer = read_question(hop.outer.format(""))
    claim_terms = frozenset(terms(f"{claim.citation.quote} {claim.value}"))
    return claim.coverage >= _WHOLE and all(outer.matches(term, claim_terms) for term in telling_terms(outer))


def _in_steps(hop: Hop, question: str, pages: Sequence[ReadPage], corpus: Corpus, hops: int) -> Finding:
    inner = finding_of(hop.inner, pages, corpus, hops=hops - 1)
    for name in _names_in(inner, hop.inner):
        outer = finding_of(hop.outer.format(name), pages, corpus, hops=hops - 1)
        if outer.answer:
            step = f"{hop.inner} {name}"
            claims = (*outer.claims, *(replace(claim, facet=hop.inner) for claim in inner.claims[:1]))
            return replace(outer, facet=question, claims=claims, steps=(*inner.steps, step, *outer.steps))
    return Finding(question, reason=_NOT_FOUND)


def _bridge_question(question: str, pages: Sequence[ReadPage], corpus: Corpus) -> Finding | None:
    """Return the answer that a name leads to: a block has the one half of the question, a page about it the other."""
    request = read_question(question)
    for passage in corpus.ranked(question, _MOST_BRIDGES):
        passage_terms = frozenset(terms(f"{passage.piece.text} {passage.piece.heading} {passage.page.title}"))
        words = frozenset(terms(passage.piece.text)) - request.proper
        if not request.proper or not request.proper <= passage_terms or words.isdisjoint(request.terms):
            continue
        names = _new_names(passage.piece.text, question)
        citation = cite_passage(passage)
        remaining_text = " ".join(word for word in question.split() if passage_terms.isdisjoint(content_terms(word)))
        for name in names:
            outer = f"{remaining_text.rstrip('?. ')} {name}?"
            claims = claims_for(outer, pages, corpus, least=_BRIDGED)
            joined = [claim for claim in claims if _covers(request, corpus, passage_terms, claim)]
            finding = _settle_claims(outer, joined, pages)
            if finding.answer and citation is not None:
                bridge = Claim(question, name, citation, passage.coverage)
                step = f"{passage.piece.text[:200]} → {name}"
                return replace(finding, facet=question, claims=(*finding.claims, bridge), steps=(step,))
    return None


def _covers(request: Question, corpus: Corpus, passage_terms: frozenset[str], claim: Claim) -> bool:
    """Return whether both halves together have enough of the whole question."""
    both = passage_terms | frozenset(terms(f"{claim.citation.quote} {claim.value} {claim.citation.title}"))
    weights = {term: corpus.weight(term) for term in telling_terms(request)}
    met = sum(weight for term, weight in weights.items() if request.matches(term, both))
    return met >= LEAST * sum(weights.values())


def _names_in(finding: Finding, question: str) -> list[str]:
    """Return the names in an answer that its question does not have, the likeliest first."""
    if not finding.answer:
        return []
    if len(finding.answer.split()) <= _NAME_WORDS and not frozenset(terms(finding.answer)) <= frozenset(
        terms(question)
    ):
        return [finding.answer.strip(" .")]
    return _new_names(finding.answer, question)


def _new_names(text: str, question: str) -> list[str]:
    question_terms = frozenset(content_terms(question))
    names = [match.group().strip(" .'") for match in _NAME.finditer(text)]
    new = [name for name in names if not frozenset(content_terms(name)) & question_terms and content_terms(name)]
    return list(dict.fromkeys(new))[:_MOST_NAMES]


def _settle_claims(question: str, claims: Sequence[Claim], pages: Sequence[ReadPage]) -> Finding:
    """Return the finding of *claims*, the best first: the value with most weight, and those that contradict it."""
    if not claims:
        return Finding(question, reason=_NOT_FOUND)
    newest = max((claim.citation.published for claim in claims), default="")
    outdated = {page.url for page in pages if page.outdated}
    groups = _group_claims(question, claims)
    weights = {id(group): _weight(group, newest, outdated) for group in groups}
    ordered = sorted(groups, key=lambda group: -weights[id(group)])
    best = ordered[0]
    floor = _RIVAL * max(claim.score for claim in best.claims)
    against = tuple(claim for group in ordered[1:] for claim in group.claims if claim.score >= floor)
    return Finding(question, best.claims[0].value, best.claims, against)


def _weight(group: _Group, newest: str, outdated: set[str]) -> float:
    claims = group.claims
    hosts = {host_of(claim.citation.url) for claim in claims}
    dated = bool(newest) and any(claim.citation.published == newest for claim in claims)
    old = all(claim.citation.url in outdated for claim in claims)
    others = _OTHER_SITE * (len(hosts) - 1) + _OTHER_PAGE * (len(claims) - len(hosts))
    return max(claim.score for claim in claims) + others + _NEWEST * dated - _OUTDATED * old


def _group_claims(question: str, claims: Sequence[Claim]) -> list[_Group]:
    groups: list[_Group] = []
    for claim in claims:
        key = _key(question, claim.value)
        at = next((at for at, group in enumerate(groups) if _agree(group.key, key)), None)
        if at is None:
            groups.append(_Group(key, (claim,)))
        else:
            groups[at] = _Group(groups[at].key | key, (*groups[at].claims, claim))
    return groups


def _key(question: str, value: str) -> frozenset[str]:
    """Return the terms that tell the value from others: its numbers, its names, or else all its words."""
    request = read_question(question)
    request_terms = frozenset(request.terms)
    numbers = frozenset(number.replace(",", "") for number in _NUMBER.findall(value)) - frozenset(terms(question))
    if request.kind in _NUMBERS and numbers:
        return numbers
    if request.kind in _NAMES:
        names = frozenset(term for name in _NAME.findall(value) for term in terms(name)) - request_terms
        if names:
            return names
    return frozenset(content_terms(folded(value))) - request_terms or frozenset(terms(value))


def _agree(names: frozenset[str], other: frozenset[str]) -> bool:
    shared = len(names & other)
    return shared > 0 and shared >= _ALIKE * min(len(names), len(other))


def cite_passage(passage: RankedPassage) -> Citation | None:
    """Return the citation of *passage*; None where the Markdown does not have its words."""
    return cite(passage.page, Words.of(passage.page.markdown), passage.piece.text)
