"""Fields: questions for one value, "What is the VAT number?", "How many mills use it?", read as a schema's field.

What a schema would be given for a field of that name is the answer, where the question asks for nothing beside it.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from gossamer.content.answering.questions import Kind, Question
from gossamer.content.extraction import extract
from gossamer.content.locales import entry, words
from gossamer.content.page_model import look
from gossamer.content.page_model.material import PageMaterial
from gossamer.content.text.names import singular
from gossamer.content.text.terms import FUNCTION_WORDS, folded, terms
from gossamer.core.json_pointers import reference_token
from gossamer.core.understanding import Evidence

# A count or a price of a part of the page's subject is no field of the page.
_NARROWED = frozenset({Kind.COUNT, Kind.MONEY})
_WORD = re.compile(r"[^\W\d_]+")


def find(page: PageMaterial, question: Question, title: frozenset[str]) -> tuple[str, Evidence] | None:
    """Return the value of the field that the question names, and of nothing beside it, with its evidence; else None."""
    if any(term not in title for term in question.proper - _capitals(question)):
        return None
    plain = folded(question.text)
    field = next((match.expand(name) for pattern, name in _patterns() if (match := pattern.search(plain))), "")
    if not field or (question.kind in _NARROWED and _is_narrowed(plain, field, title)):
        return None
    return _value(page, field, "integer" if question.kind is Kind.COUNT else "string")


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(row["pattern"]), row["field"]) for row in entry("questions", "fields"))


def _capitals(question: Question) -> frozenset[str]:
    """Return the terms of the question that are written in capitals, as "VAT" is, and are nobody's names."""
    return frozenset(term for word in _WORD.findall(question.text) if word.isupper() for term in terms(word))


def _is_narrowed(plain: str, field: str, title: frozenset[str]) -> bool:
    """Return whether the question is about less than the page is: "How many mills in Leeds use it?"."""
    field_words = {singular(word) for word in field.split()} | words("questions", "beside_asked")
    counted = (singular(word) for word in _WORD.findall(plain) if word not in FUNCTION_WORDS)
    return any(word not in field_words and not frozenset(terms(word)) <= title for word in counted)


def _value(page: PageMaterial, field: str, kind: str) -> tuple[str, Evidence] | None:
    shape: dict[str, Any] = {"type": "object", "properties": {field: {"type": kind}}}
    extraction = extract(page, shape)
    value, proof = extraction.value[field], extraction.evidence.get("/" + reference_token(field))
    if value is None or proof is None:
        return None
    # People write a day otherwise than programs; of a label with its value the value is answered.
    facts = (fact for fact in look(page).facts if fact.place == proof.place and fact.quote == proof.quote)
    is_day = re.match(r"\d{4}-\d\d-\d\d", str(value)) is not None
    return (next((fact.text for fact in facts), proof.quote) if is_day else str(value)), proof
