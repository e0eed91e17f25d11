"""The report of a model: each of its sentences is held against the passages that it cites."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from gossamer.content.answering.questions import NEGATION
from gossamer.content.locales import words
from gossamer.content.text.terms import content_terms, terms
from gossamer.core.research import Citation, ResearchAnswer, ResearchSpec
from gossamer.features.research.report import Bibliography

_FAILED: Final = "The model failed, so the answer was made without it: {why}"
_NOTHING: Final = "The model wrote nothing that its passages support, so the answer was made without it."
_SOME: Final = "{count} of {all} sentences of the model are not in the passages that they cite; they are marked."
_MARK: Final = "[unsupported]"
# Words of the request may stand in a sentence without being in its passages, up to this share of its words: an answer
# repeats what was asked. Any other word must be in them.
_REPEATED: Final = 1 / 3
# Words that tell where something is said: "According to the page, …".
_REPORTING: Final = frozenset(terms(" ".join(words("research", "reporting"))))
# A sentence that cites everything cites nothing.
_MOST_CITED: Final = 5
_NUMBER: Final = re.compile(r"\d+(?:[.,]\d+)*")
_CLAUSE_END: Final = re.compile(r"[.,;:!?]\s+")
_NAME: Final = re.compile(r"(?<!^)\b[A-ZÀ-Þ][\w'’-]+")  # noqa: RUF001


def with_model(answer: ResearchAnswer, note: Mapping[str, Any], spec: ResearchSpec) -> ResearchAnswer:
    """Return *answer* with the report that *note* has; as it is where the model wrote nothing usable."""
    if failure := note.get("failure"):
        return replace(answer, warnings=(*answer.warnings, _FAILED.format(why=failure)))
    passages = [Citation(**passage) for passage in note.get("passages", ())]
    sentences = note.get("sentences", ())
    if not sentences:
        return answer
    prompt_terms = frozenset(terms(spec.prompt))
    judged = [
        (sentence["text"], supporting(sentence["text"], sentence["passages"], passages, prompt_terms))
        for sentence in sentences
    ]
    if not any(cited for _, cited in judged):
        unsupported = tuple(text for text, _ in judged)
        return replace(answer, unsupported=unsupported, warnings=(*answer.warnings, _NOTHING))
    return _rewritten(answer, spec, judged)


def supporting(
    text: str, numbers: Sequence[int], passages: Sequence[Citation], question_words: frozenset[str] = frozenset()
) -> list[Citation]:
    """Return the passages of these *numbers* that say *text* together; none when they do not.

    *question_words* are the terms of the request. An addition in plain words is as much an invention as a name
    or a number, so every word has to be accounted for.
    """
    cited = [passages[number - 1] for number in dict.fromkeys(numbers) if 1 <= number <= len(passages)]
    cited = cited[:_MOST_CITED]
    joined = " ".join(f"{citation.quote} {citation.title}" for citation in cited)
    # Numbers are compared below: one may be written as 1,310 or 1310.
    text_terms = [term for term in content_terms(text) if not term.isdecimal()]
    cited_terms = frozenset(terms(joined))
    if not cited or not text_terms:
        return []
    numbers_said = {number.replace(",", "") for number in _NUMBER.findall(joined)}
    if any(number.replace(",", "") not in numbers_said for number in _NUMBER.findall(text)):
        return []
    if not frozenset(terms(" ".join(_NAME.findall(text)))) <= cited_terms:
        return []
    missing = [term for term in text_terms if term not in cited_terms and term not in _REPORTING]
    repeated = question_words.issuperset(missing) and len(missing) <= _REPEATED * len(text_terms)
    return cited if repeated and _affirms_alike(text, frozenset(text_terms), cited) else []


def _affirms_alike(text: str, text_terms: frozenset[str], cited: Sequence[Citation]) -> bool:
    """Return whether *text* denies nothing that *cited* affirms, and affirms nothing that they deny.

    A sentence that denies needs a passage that does. In one that affirms, no word may stand in denying clauses alone.
    """
    clauses = [
        clause for citation in cited for clause in _CLAUSE_END.split(f"{citation.quote}. {citation.title}") if clause
    ]
    denying = [clause for clause in clauses if NEGATION.search(clause)]
    if NEGATION.search(text):
        return bool(denying)
    affirmed = frozenset(terms(" ".join(clause for clause in clauses if clause not in denying)))
    return text_terms.isdisjoint(frozenset(terms(" ".join(denying))) - affirmed)


def _rewritten(
    research_answer: ResearchAnswer, spec: ResearchSpec, judged: Sequence[tuple[str, list[Citation]]]
) -> ResearchAnswer:
    cited = Bibliography(list(research_answer.citations))
    lines = [f"# {' '.join(spec.prompt.split())[:200]}", ""]
    for text, passages in judged:
        marks = "".join(f"[{cited.number(passage)}]" for passage in passages) or _MARK
        lines += [f"{text} {marks}", ""]
    report = "\n".join([*lines, "## Sources", "", *cited.sources()]) + "\n"
    unsupported = tuple(text for text, passages in judged if not passages)
    warnings = research_answer.warnings
    if unsupported:
        warnings = (*warnings, _SOME.format(count=len(unsupported), all=len(judged)))
    data = research_answer.data
    if spec.schema is None:
        answer = " ".join(text for text, passages in judged if passages)
        data = {
            **research_answer.data,
            "answer": answer,
            "found": True,
            "report": report,
            "citations": [citation.as_json(number) for number, citation in enumerate(cited.citations, 1)],
        }
    return replace(
        research_answer,
        data=data,
        report=report,
        citations=tuple(cited.citations),
        unsupported=unsupported,
        warnings=warnings,
        method="model",
    )
