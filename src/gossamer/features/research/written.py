"""The report of a model: each of its sentences is held against the passages that it cites."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from gossamer.content.text.terms import content_terms, terms
from gossamer.core.research import Citation, ResearchAnswer, ResearchSpec
from gossamer.features.research.answers import citation_json
from gossamer.features.research.report import Bibliography

_FAILED: Final = "The model failed, so the answer was made without it: {why}"
_NOTHING: Final = "The model wrote nothing that its passages support, so the answer was made without it."
_SOME: Final = "{count} of {all} sentences of the model are not in the passages that they cite; they are marked."
_MARK: Final = "[unsupported]"
# So much of a sentence's words must be in its passages; numbers and names all of them.
_SHARED: Final = 0.6
_NUMBER: Final = re.compile(r"\d+(?:[.,]\d+)*")
_NAME: Final = re.compile(r"(?<!^)\b[A-ZÀ-Þ][\w'’-]+")  # noqa: RUF001


def with_model(found: ResearchAnswer, note: Mapping[str, Any], spec: ResearchSpec) -> ResearchAnswer:
    """Return *found* with the report that *note* has; as it is where the model wrote nothing usable."""
    if failure := note.get("failure"):
        return replace(found, warnings=(*found.warnings, _FAILED.format(why=failure)))
    passages = [Citation(**one) for one in note.get("passages", ())]
    sentences = note.get("sentences", ())
    if not sentences:
        return found
    judged = [(one["text"], supporting(one["text"], one["passages"], passages)) for one in sentences]
    if not any(cited for _, cited in judged):
        unsupported = tuple(text for text, _ in judged)
        return replace(found, unsupported=unsupported, warnings=(*found.warnings, _NOTHING))
    return _rewritten(found, spec, judged)


def supporting(text: str, numbers: Sequence[int], passages: Sequence[Citation]) -> list[Citation]:
    """Return the passages of these *numbers* that say *text* together; none when they do not."""
    cited = [passages[number - 1] for number in dict.fromkeys(numbers) if 1 <= number <= len(passages)]
    joined = " ".join(f"{one.quote} {one.title}" for one in cited)
    own, cited_terms = content_terms(text), frozenset(terms(joined))
    if not cited or not own:
        return []
    numbers_said = {number.replace(",", "") for number in _NUMBER.findall(joined)}
    if any(number.replace(",", "") not in numbers_said for number in _NUMBER.findall(text)):
        return []
    if not frozenset(terms(" ".join(_NAME.findall(text)))) <= cited_terms:
        return []
    return cited if sum(term in cited_terms for term in own) >= _SHARED * len(own) else []


def _rewritten(
    found: ResearchAnswer, spec: ResearchSpec, judged: Sequence[tuple[str, list[Citation]]]
) -> ResearchAnswer:
    cited = Bibliography(list(found.citations))
    lines = [f"# {' '.join(spec.prompt.split())[:200]}", ""]
    for text, passages in judged:
        marks = "".join(f"[{cited.number(one)}]" for one in passages) or _MARK
        lines += [f"{text} {marks}", ""]
    report = "\n".join([*lines, "## Sources", "", *cited.sources()]) + "\n"
    unsupported = tuple(text for text, passages in judged if not passages)
    warnings = found.warnings
    if unsupported:
        warnings = (*warnings, _SOME.format(count=len(unsupported), all=len(judged)))
    data = found.data
    if spec.schema is None:
        answer = " ".join(text for text, passages in judged if passages)
        data = {
            **found.data,
            "answer": answer,
            "found": True,
            "report": report,
            "citations": [citation_json(number, one) for number, one in enumerate(cited.citations, 1)],
        }
    return replace(
        found,
        data=data,
        report=report,
        citations=tuple(cited.citations),
        unsupported=unsupported,
        warnings=warnings,
        method="model",
    )
