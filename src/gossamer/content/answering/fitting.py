"""Whether a text can be the answer to a kind of question: only a date says when."""

import re
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import Final

from gossamer.content.answering.questions import PRICES, Kind, Question
from gossamer.content.locales import entry, pattern, words
from gossamer.content.text.terms import FUNCTION_WORDS, folded, terms

_TIME: Final = pattern("answering", "fitting", "time")
_NUMBER: Final = pattern("answering", "fitting", "number")
_MONEY: Final = pattern("answering", "fitting", "money")
_FREE: Final = pattern("answering", "fitting", "free")
# A value that says so and no more, not "free trial".
_FOR_FREE: Final = pattern("answering", "fitting", "for_free")
_NAME: Final = re.compile(r"\b[A-ZÀ-ÖØ-Þ][\w'’.-]+(?:\s+(?:(?:de|van|von|der|la|bin|al)\s)?[A-ZÀ-ÖØ-Þ][\w'’.-]+){0,5}")  # noqa: RUF001
_PLACE: Final = pattern("answering", "fitting", "place")
_CJK: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2,40}")
_MOST: Final = 2_000
_NEAR: Final = 90
_NEAR_NUMBER: Final = 45


def fits(kind: Kind, text: str, known: AbstractSet[str]) -> bool:
    """Return whether *text* has what *kind* of question asks for, beside the terms that are *known*."""
    return kind not in _STRICT or next(_candidates(kind, text[:_MOST], known), None) is not None


def measures(text: str, question: Question) -> bool:
    """Return whether *text* says a figure in a unit of the *question* beside its terms, as "weighs 0.95 kg"."""
    text_terms = frozenset(terms(text))
    units = next((units for words, units in _UNITS.items() if words & question.implied), None)
    match = units.search(folded(text[:_MOST])) if units is not None else _NUMBER.search(folded(text[:_MOST]))
    return match is not None and any(question.matches(term, text_terms) for term in question.terms)


def lacks_unit(text: str, question: Question) -> bool:
    """Return whether *question* asks for a figure in a unit, as a weight, and *text* has none."""
    units = next((units for words, units in _UNITS.items() if words & question.implied), None)
    return units is not None and units.search(folded(text[:_MOST])) is None


# By the stems of what is measured: a figure with one of its units.
_UNITS: Final[Mapping[AbstractSet[str], re.Pattern[str]]] = {
    frozenset(terms(measured)): re.compile(units) for measured, units in entry("answering", "fitting", "units").items()
}


def fits_near(kind: Kind, text: str, known: AbstractSet[str], needed: AbstractSet[str], counted: str) -> bool:
    """Return whether what fits stands near one of the *needed* terms; a number, right before what is *counted*."""
    if kind not in _STRICT:
        return True
    written = text[:_MOST]
    for start, end in _candidates(kind, written, known):
        if kind is Kind.PERSON and not _acts(written[max(0, start - _NEAR) : start], needed):
            continue
        if counted and counted in needed:
            around = written[max(0, start - 12) : end + _NEAR_NUMBER]
            if counted in terms(around):
                return True
        elif not needed or not needed.isdisjoint(terms(written[max(0, start - _NEAR) : end + _NEAR])):
            return True
    return False


def _acts(before: str, needed: AbstractSet[str]) -> bool:
    """Return whether a name behind *before* can be who does what is asked: it comes first, or "by" leads to it."""
    return needed.isdisjoint(terms(before)) or _AGENT.search(before) is not None


_AGENT: Final = pattern("answering", "fitting", "agent")
_STRICT: Final = frozenset({Kind.TIME, Kind.COUNT, Kind.MEASURE, Kind.MONEY, Kind.PERSON, Kind.PLACE})


def _candidates(kind: Kind, text: str, known_terms: AbstractSet[str]) -> Iterator[tuple[int, int]]:
    """Yield the spans of *text* that can answer, without the words of the question."""
    match kind:
        case Kind.PERSON:
            yield from _names(text, known_terms)
        case Kind.PLACE:
            yield from (match.span() for pattern in (_PLACE, _CJK) for match in pattern.finditer(text))
        case Kind.MONEY:
            written = folded(text)
            yield from (match.span() for match in _MONEY.finditer(written))
            # Of "free trial" it is the trial that costs nothing.
            if _FOR_FREE.match(written) or not known_terms - PRICES or known_terms - PRICES <= set(terms(text)):
                yield from (match.span() for match in _FREE.finditer(written))
        case _:
            pattern = _TIME if kind is Kind.TIME else _NUMBER
            for match in pattern.finditer(written := folded(text)):
                # "[12]" numbers a note.
                if written[match.start() - 1 : match.start()] == "[" and written[match.end() : match.end() + 1] == "]":
                    continue
                if not known_terms >= set(terms(match.group())) or not match.group().strip().isalnum():
                    yield match.span()


def _names(text: str, known_terms: AbstractSet[str]) -> Iterator[tuple[int, int]]:
    yield from (match.span() for match in _CJK.finditer(text))
    for match in _NAME.finditer(text):
        words = terms(match.group())
        # The first word of a sentence or a quotation is large anyway.
        at = match.start()
        begins = at == 0 or text[at - 1] in _QUOTES or text[at - 2] in _ENDS
        if len(words) > 1 and known_terms > set(words) and _NEXT.match(text, match.end()) is not None:
            # "Jane Roe, founder of Jane Roe Events": the name is part of the question.
            yield match.span()
            continue
        is_function = set(folded(match.group()).split()) <= FUNCTION_WORDS
        if (
            not is_function
            and not known_terms >= set(words)
            and (not begins or len(words) > 1)
            and match.group() not in _NOBODY
        ):
            yield match.span()


_QUOTES: Final = "“\"'‘«("  # noqa: RUF001
_ENDS: Final = ".:!?•-–—"  # noqa: RUF001
_NEXT: Final = re.compile(r"[,;:)]|\s+(?:is|was|who|the|a|an|\()\b")
_NOBODY: Final = words("answering", "fitting", "nobody")
