"""Goals: a sentence about what matters, read as criteria without a model.

The words are data (`content/locales/goals.toml`). What a goal says of fields, directions, bounds and kinds of change is
taken out of it; the words that are left are terms.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Final

from gossamer.content.locales import entry, words
from gossamer.content.text.terms import content_terms, folded
from gossamer.content.values.numbers import NUMBER, number
from gossamer.core.monitoring import Comparator, Criteria

_CLAUSE_END: Final = re.compile(r"[,;.!?]\s|[,;!?.]$|\bbut\b|\baber\b")
_OR: Final = re.compile(r"\s*(?:[,;]\s*)?\b(?:or|oder)\b(?: when| if)?\s+|\s*;\s+", re.IGNORECASE)
_QUOTED: Final = re.compile(r"[\"“”„«»]([^\"“”„«»]{1,100})[\"“”„«»]")
_BOUND: Final = re.compile(rf"(?:by (?:at least |more than )?)?[$€£]?\s?({NUMBER})\s?(%|percent\b)?")
_DIRECTIONS: Final = ("down", "up")
_BOUNDS: Final = frozenset({"below", "above"})
_WORD: Final = re.compile(r"\w[\w'+#.-]*\w[+#]*|\w[+#]*")
_SHOWN: Final = {"down": "falls", "up": "rises", "below": "is below", "above": "is above"}
_STOCK_SHOWN: Final = {"down": "runs out", "up": "is back"}


def read_goal(goal: str) -> Criteria:
    """Return the criteria of *goal*; a goal that cannot be read has none."""
    parts = [read_one(part) for part in _OR.split(goal)]
    if len(parts) == 1 or not all(part.fields or part.kinds or part.any_change for part in parts):
        # "Python or Rust" names two terms and no two conditions.
        return read_one(goal)
    sentence = " Or: ".join(part.sentence for part in parts)
    negations = tuple(term for part in parts for term in part.negations)
    return replace(parts[0], others=tuple(parts[1:]), sentence=sentence, negations=negations)


def read_one(goal: str) -> Criteria:
    """Return the criteria of one condition."""
    wanted_text, unwanted = _parts(goal)
    quoted = tuple(_QUOTED.findall(wanted_text))
    rest = folded(_QUOTED.sub(" ", wanted_text))
    relation = _relation(rest)
    comparator, rest = _split_bound(rest, relation)
    fields = tuple(name for name, phrases in _phrases("fields").items() if _has(rest, phrases))
    kinds = tuple(name for name, phrases in _phrases("kinds").items() if _has(rest, phrases))
    any_change = _has(rest, entry("goals", "any"))
    if comparator is not None and not fields:
        fields = ("price", "number")
    if fields:
        # "A new price" is a change of the price.
        kinds = ()
    criteria = Criteria(
        terms=(*quoted, *_terms(rest)),
        fields=fields,
        comparator=comparator,
        kinds=kinds,
        negations=tuple(term for clause in unwanted for term in _terms(folded(clause))),
        any_change=any_change,
    )
    return replace(criteria, sentence=_sentence(criteria))


def names_field(text: str, field: str) -> bool:
    """Return whether *text* speaks of a field such as "price"."""
    return _has(folded(text), _phrases("fields").get(field, [field]))


def _parts(goal: str) -> tuple[str, list[str]]:
    """Return the text of what is wanted, and the clauses that exclude something."""
    unwanted: list[str] = []
    text = f" {' '.join(goal.split())} "
    opening = _pattern(tuple(entry("goals", "negations")))
    while match := opening.search(text):
        ends = _CLAUSE_END.search(text, match.end())
        end = ends.start() if ends else len(text)
        unwanted.append(text[match.end() : end])
        text = f"{text[: match.start()]} {text[end:]}"
    return text, unwanted


def _relation(text: str) -> str | None:
    """Return the relation that *text* names: a direction with a percentage, else a bound, else the first direction."""
    directions = sorted((at.start(), -len(at.group()), name) for name in _DIRECTIONS if (at := _at(text, name)))
    bounds = [name for name in sorted(_BOUNDS) if _at(text, name)]
    bound = _BOUND.search(text)
    if directions and not (bounds and bound and not bound[2]):
        return directions[0][2]
    return bounds[0] if bounds else None


def _at(text: str, relation: str) -> "re.Match[str] | None":
    return _pattern(tuple(_phrases("relations")[relation])).search(text)


def _split_bound(text: str, relation: str | None) -> tuple[Comparator | None, str]:
    """Return the comparator, and *text* without it."""
    if relation is None:
        return None, text
    at = _at(text, relation)
    start = at.end() if at else 0
    bound = _BOUND.search(text, start)
    if bound is None:
        # "Over the weekend" bounds nothing.
        return (None, text) if relation in _BOUNDS else (Comparator(relation), text)
    value = number(bound[1])
    rest = f"{text[: bound.start()]} {text[bound.end() :]}"
    percent = bool(bound[2])
    if percent:
        relation = {"below": "down", "above": "up"}.get(relation, relation)
    elif relation not in _BOUNDS:
        return Comparator(relation), text
    return Comparator(relation, None if value is None else float(value), percent), rest


def _terms(text: str) -> Iterator[str]:
    terms = {term for phrase in _read_known_phrases() for term in content_terms(phrase)}
    task = {term for word in words("goals", "task") for term in content_terms(word)} | words("goals", "task")
    for word in dict.fromkeys(_WORD.findall(text)):
        stems = content_terms(word)
        if stems and not word.isdecimal() and not terms.union(task).issuperset(stems):
            yield word


@cache
def _read_known_phrases() -> tuple[str, ...]:
    lists = (*_phrases("fields").values(), *_phrases("relations").values(), *_phrases("kinds").values())
    return (*(phrase for phrases in lists for phrase in phrases), *entry("goals", "any"))


def _phrases(name: str) -> Mapping[str, list[str]]:
    phrases: Mapping[str, list[str]] = entry("goals", name)
    return phrases


def _has(text: str, phrases: Iterable[str]) -> bool:
    return _pattern(tuple(phrases)).search(text) is not None


@cache
def _pattern(phrases: tuple[str, ...]) -> re.Pattern[str]:
    longest_first = sorted((folded(phrase) for phrase in phrases), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)", re.IGNORECASE)


def _sentence(criteria: Criteria) -> str:
    if not criteria.readable:
        return "The goal could not be read: every change counts, with low confidence."
    kinds = " or ".join(f"is {kind}" for kind in criteria.kinds)
    what = " or ".join(criteria.fields) or ("a text" if criteria.kinds else "the page")
    happens = _describe_bound(criteria) or kinds or "changes"
    about = f" with any of: {', '.join(criteria.terms)}" if criteria.terms else ""
    without = f" Not counted: {', '.join(criteria.negations)}." if criteria.negations else ""
    return f"Counts when {what} {happens}{about}.{without}"


def _describe_bound(criteria: Criteria) -> str:
    comparator = criteria.comparator
    if comparator is None:
        return ""
    if criteria.fields == ("stock",) and comparator.relation in _STOCK_SHOWN:
        return _STOCK_SHOWN[comparator.relation]
    shown = _SHOWN[comparator.relation]
    if comparator.value is None:
        return shown
    return f"{shown} by {comparator.value:g} % or more" if comparator.percent else f"{shown} {comparator.value:g}"
