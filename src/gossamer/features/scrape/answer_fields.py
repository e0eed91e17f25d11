"""Answers from a page as fields of its document."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from gossamer.core.formats import Highlights, Json, Product, Question, Summary
from gossamer.core.formats import Understood as Wanted
from gossamer.core.json_pointers import coverage, nothing_listed
from gossamer.core.understanding import Evidence, TextAnswer
from gossamer.features.evidence.unsupported import empty_unsupported
from gossamer.features.understanding import Result


@dataclass(slots=True)
class Statement:
    """Fields of a document, their metadata, and warnings; *tokens* are those of models."""

    fields: dict[str, Any] = field(default_factory=dict)
    metadata: dict[str, Any] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    tokens: int = 0


def state_results(
    wanted: Sequence[Wanted], results: Sequence[Result], located: Callable[[Evidence], Evidence] = lambda proof: proof
) -> Statement:
    """Return *results*, one for each format that was *wanted*, as parts of a document.

    *located* adds to evidence where a document has it.
    """
    statement = Statement()
    methods: dict[str, str] = {}
    failures: dict[str, str] = {}
    for wish, result in zip(wanted, results, strict=True):
        name = _field(wish)
        methods[name] = result.method.value
        if result.model_failure:
            failures[name] = result.model_failure
        statement.warnings.extend(result.warnings)
        statement.tokens += result.usage.tokens
        if isinstance(result, TextAnswer):
            _add(statement, name, result)
        elif isinstance(wish, Json):
            value, evidence = empty_unsupported(result.value, result.evidence, wish.acceptance)
            statement.fields[name] = value
            if (notice := nothing_listed(value)) is not None:
                statement.warnings.append(notice)
            statement.metadata["jsonCoverage"] = round(result.coverage if value is result.value else coverage(value), 3)
            if wish.evidence:
                statement.fields["evidence"] = {at: located(proof).to_json() for at, proof in evidence.items()}
        else:
            statement.fields[name] = result.value
    if methods:
        statement.metadata["methods"] = methods
    if failures:
        statement.metadata["modelFailures"] = failures
    return statement


def _field(wish: Wanted) -> str:
    match wish:
        case Json(as_extract=as_extract):
            return "extract" if as_extract else "json"
        case Summary():
            return "summary"
        case Question():
            return "answer"
        case Highlights():
            return "highlights"
        case Product():
            return "product"


def _add(statement: Statement, name: str, answer: TextAnswer) -> None:
    """Add a text; a question that was asked under both of its names has both answers."""
    before = statement.fields.get(name)
    statement.fields[name] = "\n\n".join(dict.fromkeys(text for text in (before, answer.text) if text))
