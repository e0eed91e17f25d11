"""Understanding a page without a model: pure work, done where the page is read."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from gossamer.content.answering import answer, highlights, passages, summary
from gossamer.content.extraction import extract, extract_by_prompt
from gossamer.content.extraction.material import PageMaterial
from gossamer.core.formats import Highlights, Json, Question, Summary
from gossamer.core.formats import Understood as Wanted
from gossamer.core.understanding import Extraction, Told
from gossamer.features.understanding.leaves import is_empty
from gossamer.features.understanding.shown import PageText
from gossamer.features.understanding.understood import Result, Understood

NO_DATA: Final = "Nothing of what `json` asks for was found on the page."
_NOT_TOLD: Final[Mapping[type, str]] = {
    Summary: "The page has no text that could be summarised.",
    Question: "The page does not answer the question.",
    Highlights: "No passage of the page is about the query of `highlights`.",
}


def understood(material: PageMaterial, wanted: Sequence[Wanted], metadata: Mapping[str, Any]) -> Understood:
    """Return what can be understood of a page without a model.

    *metadata* are those that the page gives of itself. A page that says nothing gives nulls, empty texts and warnings.
    """
    return Understood(
        tuple(_result(material, one) for one in wanted),
        PageText(material.url, _text(metadata, "title"), _text(metadata, "description"), material.text),
        tuple(passages(material)) if any(isinstance(one, Highlights) for one in wanted) else (),
    )


def empty_told(wanted: Wanted) -> str:
    """Return the sentence that tells that a page has nothing of what is *wanted*."""
    return _NOT_TOLD[type(wanted)]


def _result(material: PageMaterial, wanted: Wanted) -> Result:
    match wanted:
        case Json(schema=schema, prompt=prompt):
            found = extract_by_prompt(material, prompt) if schema is None else extract(material, schema, prompt=prompt)
            return _data(found, schema)
        case Summary():
            return _told(summary(material), wanted)
        case Question(question=question, quoted=quoted):
            return _told(answer(material, question, quoted=quoted), wanted)
        case Highlights(query=query):
            return _told(highlights(material, query), wanted)


def _data(found: Extraction, schema: Mapping[str, Any] | None) -> Extraction:
    # An object of nothing is what there is of a thing that was not found; a schema says itself what nothing is.
    value = {} if found.value is None and schema is None else found.value
    warnings = found.warnings or ((NO_DATA,) if is_empty(value) else ())
    return replace(found, value=value, warnings=warnings)


def _told(found: Told, wanted: Wanted) -> Told:
    return found if found.text or found.warnings else replace(found, warnings=(empty_told(wanted),))


def _text(metadata: Mapping[str, Any], name: str) -> str:
    found = metadata.get(name)
    return found if isinstance(found, str) else ""
