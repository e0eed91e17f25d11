# ruff: noqa: E501 - words and patterns kept as tables
"""Questions for one field: "What is the VAT number?", "How much does it weigh?", "How many mills use it?".

What a schema would be given for a field of that name is the answer, where the question asks for nothing beside it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from gossamer.content.answering.questions import Kind, Question
from gossamer.content.extraction import extract
from gossamer.content.page_model import look
from gossamer.content.page_model.material import PageMaterial
from gossamer.content.text.names import singular, word_set
from gossamer.content.text.terms import FUNCTION_WORDS, folded, terms
from gossamer.content.values import spans
from gossamer.core.understanding import Evidence

_WORD: Final = re.compile(r"[^\W\d_]+")
# Words beside what is asked for that ask for nothing else: "use it", "rely on", "do you have".
_BESIDE: Final = word_set(
    "use uses used using rely relies have has there are is work works working employ employed at it you they we do does company firm overall total "
    "altogether currently now today did can number exact people"
)
# By what a question says: the field, and what its answer is. The first that fits is taken.
_NAMED: Final[tuple[tuple[re.Pattern[str], str], ...]] = tuple(
    (re.compile(pattern), field)
    for pattern, field in (
        (r"\bhow (?:much does (?:it|this|the (?:product|item)) weigh|heavy is (?:it|this))\b", "weight"),
        (r"\b(?:how much (?:does (?:it|this|the (?:product|item)) cost|is (?:it|this|the (?:product|item)))|what is (?:its|the) price)\W*$", "price"),
        (r"\b(?:is (?:it|this)|is the (?:product|item)) (?:made )?of what material\W*$|\bwhat material is (?:it|this)\W*$", "material"),
        (r"\bwhen (?:does|will) (?:it|this|the event|registration)? ?(?:start|begin|take place)\b|\bwhen is (?:it|the event)\W*$", "startDate"),
        (r"\bwhen (?:does|will) (?:it|the event) (?:end|finish)\b", "endTime"),
        (r"\b(?:until|till|by) when can (?:i|we|you|one) (?:register|sign up|apply|book)\b|\bwhen (?:does|will) registration (?:close|end)\b", "registrationDeadline"),
        (r"\bwhen do(?:es)? (?:the )?doors? open\b", "doorTime"),
        (r"\bwhat are the opening hours\b|\bwhen (?:are you|is it|are they) open\W*$", "openingHours"),
        (r"\bwhat is the (?:postal |full |street )?address\W*$", "address"),
        (r"\bwhat is (?:the |your )?vat (?:registration |id )?(?:number|no|id)\b", "vatNumber"),
        (r"\bwhat is (?:the |your )?company (?:registration )?(?:number|no)\b", "companyNumber"),
        (r"\bwhat is (?:the |your )?(?:mobile|cell)(?: phone)?(?: number)?\W*$", "mobile"),
    )
)  # fmt: skip
_EMPLOYED: Final = re.compile(r"\bhow many (?:people|employees|staff)\b.{0,20}\b(?:work|employ)")
_OWNED: Final = re.compile(
    r"\bwhat is (?:the |your )?(?:([a-z]{3,20}) (?:department )?(?:tele)?(?:phone number|phone|e-?mail(?: address)?)|((?:tele)?phone number|e-?mail(?: address)?) (?:of|for) (?:the )?([a-z]{3,20}))\W*$"
)
_OFFICE: Final = re.compile(
    r"\bwho is (?:the |your |its |their )?(c[etfoipm]o|chief [a-z]{4,12} officer|chief executive|managing director|chair(?:man|woman|person)?|president)\W*$"
)
_SIZE: Final = re.compile(
    r"\bwhat is (?:its |the )?((?:max(?:imum)? |min(?:imum)? )?[a-z]{3,15})(?: of (?:it|this \w+))?\W*$"
)
_MEASURED: Final = word_set("weight volume load length width height depth diameter capacity power range speed")
_DATED: Final = frozenset({"startDate", "registrationDeadline"})
_PHONES: Final = ("phone", "telephone")


def surely(page: PageMaterial, asked: Question, title: frozenset[str]) -> tuple[str, Evidence] | None:
    """Return the number, or the way to reach whom the question names, that a sentence of several would not tell apart."""
    plain = folded(asked.text)
    if asked.kind is Kind.COUNT:
        return _count(page, asked, title, plain)
    if (owned := _OWNED.search(plain)) is not None:
        whose = owned.group(1) or owned.group(3)
        is_phone = any(word in plain for word in _PHONES)
        if whose not in {"company", "contact"} and not frozenset(terms(whose)) & title:
            return _value(page, f"{whose}{'Phone' if is_phone else 'Email'}", {"type": "string"})
    office = _OFFICE.search(plain)
    return _value(page, office.group(1), {"type": "string"}) if office is not None else None


def perhaps(page: PageMaterial, asked: Question, title: frozenset[str]) -> tuple[str, Evidence] | None:
    """Return what the page says of the field that the question names, and of nothing beside it; else None."""
    plain = folded(asked.text)
    if any(term not in title for term in asked.proper - _capitals(asked)):
        return None
    field = next((field for pattern, field in _NAMED if pattern.search(plain) is not None), "")
    if not field and (size := _SIZE.search(plain)) is not None and size.group(1).split()[-1] in _MEASURED:
        field = "".join(map(str.capitalize, size.group(1).split()))
    return _value(page, field, {"type": "string"}) if field else None


def _capitals(asked: Question) -> frozenset[str]:
    """Return the terms of the question that are written in capitals, as "VAT" is, and are nobody's names."""
    return frozenset(term for word in _WORD.findall(asked.text) if word.isupper() for term in terms(word))


def _count(page: PageMaterial, asked: Question, title: frozenset[str], plain: str) -> tuple[str, Evidence] | None:
    """Return how many there are of what is counted, if nothing narrows it down: "How many mills use it?"."""
    if _EMPLOYED.search(plain) is not None:
        field = "employees"
        own = {"people", "employee", "staff"}
    else:
        noun = re.search(r"\bhow many ([a-z]{3,20})\b", plain)
        if noun is None or singular(noun.group(1)) in _BESIDE:
            return None
        field, own = noun.group(1), {singular(noun.group(1))}
    beside = [singular(word) for word in _WORD.findall(plain) if word not in FUNCTION_WORDS]
    narrowed = [word for word in beside if word not in own | _BESIDE and not frozenset(terms(word)) <= title]
    if narrowed or any(term not in title for term in asked.proper):
        return None
    return _value(page, field, {"type": "integer"})


def _value(page: PageMaterial, field: str, shape: Mapping[str, Any]) -> tuple[str, Evidence] | None:
    found = extract(page, {"type": "object", "properties": {field: shape}})
    value, proof = found.value[field], found.evidence.get(f"/{field}")
    if value is None or proof is None:
        return None
    if field == "endTime" and spans.days(proof.quote) is not None:
        # What lasts for days ends on the last of them, and not at some hour of any.
        return proof.quote, proof
    if field not in _DATED:
        return str(value), proof
    # People say a day otherwise than programs; of a label with its value the value is said.
    facts = (fact for fact in look(page).facts if fact.place == proof.place and fact.quote == proof.quote)
    return next((fact.text for fact in facts), proof.quote), proof
