"""Understanding of a page without a model: pure work, done where the page is read.

What answers is loaded there too, with the first page of which something is asked.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeVar

from gossamer.content.extraction import extract, extract_by_prompt, product
from gossamer.content.page_model.material import PageMaterial
from gossamer.core.errors import ServiceError, locate_failure
from gossamer.core.formats import Highlights, Json, Product, Question, Summary
from gossamer.core.formats import Understood as Wanted
from gossamer.core.json_pointers import is_empty
from gossamer.core.understanding import Evidence, Extraction, Method, Status, TextAnswer
from gossamer.features.understanding.model_input import PageText
from gossamer.features.understanding.page_input import Result, Understood
from gossamer.features.understanding.schemas import says_nothing

if TYPE_CHECKING:
    from gossamer.content.page_model.model import Outline

_Found = TypeVar("_Found")
_RULE_FAILED: Final = "`{}` could not be read from this page, because a rule failed. Please report the page."
NO_DATA: Final = "The page has none of the fields of `json`."
NO_PRODUCT: Final = "No product found: the page has no single one, so `product` is left out."
EMPTY_SCHEMA: Final = (
    "The schema of `json` names no fields, so the data are those that the page has. Name them under `properties`."
)
NOT_SURE: Final = "The page does not say so for sure. The nearest passages:"
DOUBTFUL: Final = "The page does not answer the question for sure, so `answer` has the passages nearest to one."
_MOST_QUOTE: Final = 300
_NOT_TOLD: Final[Mapping[type, str]] = {
    Summary: "The page has no text that could be summarised.",
    Question: "The page does not answer the question.",
    Highlights: "No passage of the page is about the query of `highlights`.",
}


def understood(material: PageMaterial, wanted: Sequence[Wanted], metadata: Mapping[str, Any]) -> Understood:
    """Return the answers that can be had of a page without a model.

    *metadata* are those that the page gives of itself. A page that says nothing gives nulls, empty texts and warnings.
    """
    from gossamer.content.answering import passages  # noqa: PLC0415

    return Understood(
        tuple(_result(material, wish) for wish in wanted),
        PageText(
            material.url,
            _text(metadata, "title"),
            _text(metadata, "description"),
            material.text,
            _try_rule(lambda: _outline(material), None) if any(map(_is_checked, wanted)) else None,
            _text(metadata, "language"),
            _try_rule(lambda: _markup(material), ()) if any(map(_is_checked, wanted)) else (),
        ),
        _try_rule(lambda: tuple(passages(material)), ())
        if any(isinstance(wanted_format, Highlights) for wanted_format in wanted)
        else (),
    )


def _is_checked(wish: Wanted) -> bool:
    """Return whether what a model says of it is held against the page."""
    return isinstance(wish, Product) or (isinstance(wish, Json) and wish.evidence)


def _outline(material: PageMaterial) -> "Outline":
    from gossamer.content.page_model import look  # noqa: PLC0415

    return look(material).outline


def _markup(material: PageMaterial) -> tuple[tuple[str, str], ...]:
    from gossamer.features.evidence.markup import markup_of  # noqa: PLC0415

    return markup_of(material)


def empty_told(wanted: Wanted) -> str:
    """Return the sentence that tells that a page has nothing of what is *wanted*."""
    return _NOT_TOLD[type(wanted)]


def _result(material: PageMaterial, wish: Wanted) -> Result:
    """Return the result of the rules; an empty result and a warning where one of them fails on the page."""
    warnings = (_RULE_FAILED.format(wish.name),)
    nothing: Result = TextAnswer("", Method.EXTRACTIVE, warnings=warnings)
    if isinstance(wish, Json | Product):
        nothing = Extraction(None, Method.DETERMINISTIC, warnings=warnings)
    return _try_rule(lambda: _by_rules(material, wish), nothing)


def _try_rule(rule: Callable[[], _Found], otherwise: _Found) -> _Found:
    """Return the result of *rule*, *otherwise* where it fails: no rule is prepared for all that pages contain."""
    try:
        return rule()
    except (ServiceError, MemoryError):
        raise
    except Exception as error:  # noqa: BLE001 - the boundary of all rules
        # Not by structlog, which writes to the standard output of a helper process.
        logging.getLogger(__name__).error("A rule failed: %s", locate_failure(error))  # noqa: TRY400
        return otherwise


def _by_rules(material: PageMaterial, wish: Wanted) -> Result:
    from gossamer.content.answering import answer, highlights, summary  # noqa: PLC0415

    match wish:
        case Json(schema=schema):
            return _data(_extract_data(material, wish), schema)
        case Summary():
            return _without_duplicates(summary(material), wish)
        case Question(question=question, quoted=quoted):
            text_answer = answer(material, question, quoted=quoted)
            # A quotation has no words but the page's: none can say that it is not sure.
            return _without_duplicates(
                text_answer if text_answer.text or quoted else _nearest(material, question), wish
            )
        case Highlights(query=query):
            return _without_duplicates(highlights(material, query), wish)
        case Product():
            extraction = product(material)
            return extraction if extraction.value is not None else replace(extraction, warnings=(NO_PRODUCT,))


def _nearest(material: PageMaterial, question: str) -> TextAnswer:
    """Return the passages that come nearest to an answer, said to be no more than that; else nothing."""
    from gossamer.content.answering import nearest  # noqa: PLC0415

    candidates = nearest(material, question)
    if not candidates:
        return TextAnswer("", Method.EXTRACTIVE)
    quotes = tuple(
        Evidence(material.url, candidate.quote[:_MOST_QUOTE], candidate.place, Method.EXTRACTIVE)
        for candidate in candidates
    )
    text = "\n\n".join((NOT_SURE, *(candidate.text for candidate in candidates)))
    return TextAnswer(text, Method.EXTRACTIVE, quotes, warnings=(DOUBTFUL,))


def _extract_data(material: PageMaterial, wish: Json) -> Extraction:
    """Return the data of the page; a schema that says nothing is as none, and its description as a prompt."""
    schema, prompt = wish.schema, wish.prompt
    if schema is None:
        return extract_by_prompt(material, prompt)
    if not says_nothing(schema):
        return extract(material, schema, prompt=prompt, of_several=wish.of_several)
    described = " ".join(text for name in ("title", "description") if isinstance(text := schema.get(name), str))
    extraction = extract_by_prompt(material, prompt or described)
    return replace(extraction, value=extraction.value or {}, warnings=(*extraction.warnings, EMPTY_SCHEMA))


def _data(extraction: Extraction, schema: Mapping[str, Any] | None) -> Extraction:
    # An object of nothing is what there is of a thing that was not found; a schema says itself what nothing is.
    value = {} if extraction.value is None and schema is None else extraction.value
    warnings = extraction.warnings or ((NO_DATA,) if is_empty(value) else ())
    evidence = {at: replace(proof, status=Status.SUPPORTED) for at, proof in extraction.evidence.items()}
    return replace(extraction, value=value, warnings=warnings, evidence=evidence)


def _without_duplicates(text_answer: TextAnswer, wish: Wanted) -> TextAnswer:
    return (
        text_answer if text_answer.text or text_answer.warnings else replace(text_answer, warnings=(empty_told(wish),))
    )


def _text(metadata: Mapping[str, Any], name: str) -> str:
    value = metadata.get(name)
    return value if isinstance(value, str) else ""
