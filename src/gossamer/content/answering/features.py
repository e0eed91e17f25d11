"""What tells an answer from other text: figures of a candidate in the light of a question, for the scorer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import islice, pairwise
from math import log1p
from typing import Final

from gossamer.content.answering.candidates import Candidate, Candidates
from gossamer.content.answering.fitting import fits, fits_near
from gossamer.content.answering.questions import NEGATION, Kind, Question
from gossamer.content.locales import entry
from gossamer.content.text.related import find_related
from gossamer.content.text.terms import content_terms, folded
from gossamer.content.text.trees import sureness

NAMES: Final = (
    "kind", "shape", "own", "label", "above", "before", "title", "own_or_label", "near", "all", "own_only",
    "label_exact", "above_exact", "labels", "terms", "first", "last", "last_near", "proper_near", "proper_all",
    "common_near", "new", "told", "density", "size", "pairs", "figures", "ends", "at", "linked", "others",
    "fits_near", "time", "number", "defines", "polar", "denies", "akin_own", "akin_label", "akin_said", "akin_near",
    "akin_all",
)  # fmt: skip
# Those that are told a second time: how far they are below the best candidate's.
COMPARED: Final = (
    "own", "near", "own_or_label", "label_exact", "fits_near", "defines", "pairs", "density", "common_near", "akin_own",
    "akin_said", "akin_near",
)  # fmt: skip
COLUMNS: Final = (*NAMES, *(f"below_{name}" for name in COMPARED))
_MOST: Final = ("own", "near", "akin_own", "akin_near", "akin_all", "all")
# Of all candidates of a question: what tells how sure the best is.
SURE_NAMES: Final = ("best", "rival", "second", "gap", "sum", "within", *COLUMNS, *(f"most_{name}" for name in _MOST))
# The more of them, the surer is the answer, or the less sure; differences are below 0.
RISING: Final = (
    frozenset(NAMES[2:6] + NAMES[7:12] + NAMES[15:22]) | frozenset(NAMES[-5:]) | {"pairs", "fits_near", "defines"}
)
SINKING: Final = frozenset({"others"})
_DEFINING: Final[Sequence[str]] = entry("answering", "answers", "defining")
_STRICT: Final = frozenset({Kind.PERSON, Kind.TIME, Kind.PLACE, Kind.COUNT, Kind.MONEY, Kind.MEASURE})
_ENDS: Final = frozenset(".!。")
_OF_TITLE: Final = 0.35
_MOST_NEW: Final = 15
_NONE: Final = -1.0
# A score of nothing that could be meant.
_LEAST: Final = -6.0


@dataclass(frozen=True)
class Asked:
    """A question with the *weights* of the terms that have to be met on its page, and the terms of the *title*."""

    question: Question
    weights: Mapping[str, float]
    title: AbstractSet[str]
    known: frozenset[str]
    telling: Sequence[str]
    akin: Mapping[str, Mapping[str, float]]

    @classmethod
    def of(cls, question: Question, found: Candidates) -> Asked:
        """Return *question* as it is asked of the page with the candidates *found*."""
        explicit_terms = [
            term for term in question.terms if term not in question.implied and term not in question.light
        ]
        # Words of the title are the subject of the whole page.
        subject_terms = found.title | question.generic
        weights = {
            term: found.weight(term) * (_OF_TITLE if term in subject_terms else 1.0)
            for term in explicit_terms or question.terms
        }
        telling = [term for term in weights if term not in found.title]
        return cls(question, weights, found.title, frozenset(question.terms), telling, _akin(weights))

    def share(self, words: AbstractSet[str]) -> float:
        """Return the share of the question that *words* have."""
        return sum(self.weights[term] for term in self.met(words)) / (sum(self.weights.values()) or 1.0)

    def nearness(self, words: AbstractSet[str]) -> float:
        """Return the share of the question that *words* have, or come near to: "sofa" to "couch"."""
        best = dict.fromkeys(self.met(words), 1.0)
        for word in words & self.akin.keys():
            for term, near in self.akin[word].items():
                best[term] = max(best.get(term, 0.0), near)
        return sum(self.weights[term] * near for term, near in best.items()) / (sum(self.weights.values()) or 1.0)

    def met(self, words: AbstractSet[str]) -> set[str]:
        """Return the terms of the question that *words* have, or have another word for."""
        alike = self.question.alike
        return {term for term in self.weights if term in words or not words.isdisjoint(alike.get(term, ()))}

    def part(self, some: AbstractSet[str], words: AbstractSet[str]) -> float:
        """Return the share of *some* terms that *words* have; below 0 when there are none."""
        return len(self.met(words) & some) / len(some) if some else _NONE

    def one(self, at: int, words: AbstractSet[str]) -> float:
        """Return whether *words* have the first or the last term that the title does not have."""
        return float(self.telling[at] in self.met(words)) if self.telling else _NONE

    def exactness(self, words: AbstractSet[str], given: AbstractSet[str]) -> float:
        """Return the share of *words*, those that are *given* left out, that the question has."""
        others = {word for term in self.met(words) for word in self.question.alike.get(term, ())}
        counted = words - (given - self.known)
        return sum(word in self.known or word in others for word in words) / len(counted) if counted else 0.0


def _akin(terms: Iterable[str]) -> Mapping[str, Mapping[str, float]]:
    """Return the words related to *terms*, each with how near it is to which of them."""
    related_words: dict[str, dict[str, float]] = {}
    for term in terms:
        for word, near in find_related(term).items():
            related_words.setdefault(word, {})[term] = near
    return related_words


def described(asked: Asked, some: Sequence[Candidate]) -> list[list[float]]:
    """Return the figures of each of *some* candidates, as in `NAMES`, and how far those in `COMPARED` are below."""
    rows = [
        {**_of_words(asked, candidate), **_of_text(asked, candidate), **_of_kind(asked, candidate)}
        for candidate in some
    ]
    best = {name: max((row[name] for row in rows), default=0.0) for name in COMPARED}
    return [[*(row[name] for name in NAMES), *(row[name] - most for name, most in best.items())] for row in rows]


def _of_words(page_question: Asked, candidate: Candidate) -> dict[str, float]:
    """Return the share of the question in each place."""
    own_terms, proper = frozenset(candidate.own), page_question.question.proper
    own_and_label_terms = own_terms | candidate.labelled
    near = own_and_label_terms | candidate.above | candidate.previous
    return {
        "own": page_question.share(own_terms),
        "label": page_question.share(candidate.labelled),
        "above": page_question.share(candidate.above),
        "before": page_question.share(candidate.previous),
        "title": page_question.share(page_question.title),
        "own_or_label": page_question.share(own_and_label_terms),
        "near": page_question.share(near),
        "all": page_question.share(near | page_question.title),
        "own_only": page_question.share(own_terms - page_question.title),
        "label_exact": page_question.exactness(candidate.labelled, page_question.title),
        "above_exact": page_question.exactness(candidate.above, frozenset()),
        "labels": float(len(candidate.labelled)),
        "terms": float(len(page_question.weights)),
        "first": page_question.one(0, own_and_label_terms),
        "last": page_question.one(-1, own_and_label_terms),
        "last_near": page_question.one(-1, near),
        "proper_near": page_question.part(proper, near),
        "proper_all": page_question.part(proper, near | page_question.title),
        "akin_own": page_question.nearness(own_terms),
        "akin_label": page_question.nearness(candidate.labelled),
        "akin_said": page_question.nearness(own_and_label_terms),
        "akin_near": page_question.nearness(near),
        "akin_all": page_question.nearness(near | page_question.title),
        "common_near": page_question.part(
            page_question.weights.keys() - proper - page_question.question.generic, own_and_label_terms
        ),
    }


def _of_text(page_question: Asked, candidate: Candidate) -> dict[str, float]:
    new = candidate.said - page_question.known - page_question.title
    term_pairs = set(pairwise(page_question.question.terms))
    return {
        "new": float(min(len(new), _MOST_NEW)),
        "told": len(new) / (1 + len(candidate.said)),
        "density": len(page_question.known.intersection(candidate.own)) / (1 + len(candidate.said)),
        "size": log1p(len(candidate.text)),
        "pairs": float(sum(pair in term_pairs for pair in pairwise(candidate.own))),
        "figures": float(min(9, sum(map(str.isdigit, candidate.text)))),
        "ends": float(candidate.text.rstrip("\"'”)")[-1:] in _ENDS),
        "at": candidate.at,
        "linked": candidate.linked,
        "others": float(candidate.is_of_others),
        "shape": float(candidate.shape),
    }


def _of_kind(page_question: Asked, candidate: Candidate) -> dict[str, float]:
    """Return whether the text has what the kind of the question asks for, near what it is asked about."""
    question, text = page_question.question, candidate.text
    met = page_question.met(frozenset(candidate.own))
    needed = met - page_question.title or met
    if question.kind is Kind.PERSON:
        # The person's name stands beside the deed, not beside its object.
        needed = needed - question.proper or needed
    is_strict = question.kind in _STRICT
    near = is_strict and fits_near(question.kind, text, page_question.known, needed, question.counted)
    return {
        "kind": float(question.kind.value),
        "fits_near": float(near) if is_strict else _NONE,
        "time": float(fits(Kind.TIME, text, page_question.known)),
        "number": float(fits(Kind.COUNT, text, page_question.known)),
        "defines": defines(page_question, text) if question.is_what_is else _NONE,
        "polar": float(question.is_polar),
        "denies": float(question.is_polar and NEGATION.search(folded(text)) is not None),
    }


def defines(asked: Asked, text: str) -> float:
    """Return the degree to which *text* defines the subject of the question; 0 when it does not."""
    ends = [at for verb in _DEFINING if (at := text.find(verb)) > 0]
    subject = frozenset(content_terms(text[: min(ends)])) if ends else frozenset()
    met = asked.met(subject)
    return len(met) / max(1, len(asked.weights)) / (1 + len(subject) - min(len(met), len(subject)))


def compare_best(rows: Sequence[list[float]], scores: Sequence[float], texts: Sequence[str]) -> list[float]:
    """Return the figures of certainty of the best candidate, as in `SURE_NAMES`, by all figures and *scores*.

    A rival is the best text that neither has the very best one in it nor is in it.
    """
    best, *others = sorted(range(len(rows)), key=lambda at: -scores[at])
    around = [at for at in others if texts[best] in texts[at] or texts[at] in texts[best]]
    rivals = (max(scores[at], _LEAST) for at in others if at not in around)
    rival, second = [*islice(rivals, 2), _LEAST, _LEAST][:2]
    within = max((scores[at] for at in around), default=_LEAST)
    most = (max(row[NAMES.index(name)] for row in rows) for name in _MOST)
    return [scores[best], rival, second, scores[best] - rival, sum(map(sureness, scores)), within, *rows[best], *most]
