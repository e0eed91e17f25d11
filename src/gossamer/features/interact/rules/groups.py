"""Groups: questions about how many records each value of a field has, as "Which customer has two orders?".

The records of a list are counted by the field that is asked for, and the counts are compared.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from operator import eq, ge, gt, le, lt
from typing import Literal, TypeAlias

from gossamer.content.text.names import singular
from gossamer.features.interact.rules.commands import names_something
from gossamer.features.interact.rules.lexicon import kinds_of, phrases, word_list
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.records import Record, RecordList
from gossamer.features.interact.rules.similarity import SAME, has_any, has_word, words
from gossamer.features.interact.rules.tokens import Token

Comparison: TypeAlias = Literal["<", "<=", "=", ">=", ">", "most", "fewest", "each"]


@dataclass(frozen=True)
class Tally:
    """How many records a group has to have: *op* and *amount*; *noun* is what is counted, *group* what by.

    Without *group* persons are meant ("who"). *tokens* are those that say all this.
    """

    op: Comparison
    amount: int
    noun: str
    group: str
    tokens: tuple[Token, ...]


def tally_in(tokens: Sequence[Token]) -> Tally | None:
    """Return the comparison of counts that a question makes; None where it makes none."""
    norms = [t.norm for t in tokens]
    having = word_list("reading", "having")
    at = next((n for n, norm in enumerate(norms) if norm in having and n), None)
    if at is not None and (found := _compared(tokens, at + 1)) is not None:
        op, amount, noun = found
        groups = [t for t in tokens[:at] if t.kind == "word" and names_something(t)]
        asks_person = bool(set(norms[:at]) & word_list("reading", "person_words"))
        if len(groups) == (0 if asks_person else 1):
            group = groups[0].norm if groups else ""
            return Tally(op, amount, noun.norm, group, tuple(tokens[: tokens.index(noun) + 1]))
    return _per(tokens)


def _per(tokens: Sequence[Token]) -> Tally | None:
    """Return the tally of "how many orders per customer" or "how many orders does each customer have"."""
    nouns = [t for t in tokens if t.kind == "word" and names_something(t)]
    for before, token in pairwise(tokens):
        if before.norm in word_list("reading", "per") and len(nouns) == 2 and nouns[1] is token:  # noqa: PLR2004
            return Tally("each", 0, nouns[0].norm, token.norm, tuple(tokens))
    return None


def _compared(tokens: Sequence[Token], at: int) -> tuple[Comparison, int, Token] | None:
    """Return the comparison, the number and the noun that stand at *at*: "more than one order", "the most orders"."""
    norms = [t.norm for t in tokens]
    if norms[at : at + 1] == ["the"]:
        at += 1
    length, op = next(((len(p), op) for p, op in _operators() if norms[at : at + len(p)] == p), (0, "="))
    at += length
    amount = 0
    if op not in {"most", "fewest"}:
        value = tokens[at].value if at < len(tokens) and tokens[at].kind in {"number", "word"} else None
        if value is None or not float(value).is_integer():
            return None
        amount, at = int(value), at + 1
    noun = tokens[at] if at < len(tokens) and tokens[at].kind == "word" else None
    return (op, amount, noun) if noun is not None and at >= len(tokens) - 2 else None


@cache
def _operators() -> list[tuple[list[str], Comparison]]:
    """Return the words of each comparison, the longest first."""
    ops: list[tuple[str, Comparison]] = [(p, ">" if _is_strict(p) else ">=") for p in phrases("reading", "above")]
    ops += [(p, "<" if _is_strict(p) else "<=") for p in phrases("reading", "below")]
    named: tuple[tuple[str, Comparison], ...] = (("exactly", "="), ("most", "most"), ("fewest", "fewest"))
    ops += [(w, op) for path, op in named for w in word_list("reading", path)]
    return sorted(((p.split(), op) for p, op in ops), key=lambda o: -len(o[0]))


def _is_strict(phrase: str) -> bool:
    return phrase in phrases("reading", "strict")


def counts(page: Page, listed: RecordList, tally: Tally) -> "Counter[str] | None":
    """Return how many records of *listed* each group has; None where it does not list what is counted, by group."""
    names = (*listed.names, *page.titles, *listed.headers[:1])
    nouns = {singular(w) for name in names for w in words(name)}
    is_counted = kinds_of(tally.noun)[:1] == ("item",) or has_word(nouns, singular(tally.noun), SAME)
    values = [_group(r, tally) for r in listed.records] if is_counted else []
    found = Counter(v for v in values if v)
    # Each value once: the list is of the groups themselves.
    return found if any(n > 1 for n in found.values()) and found.total() * 2 > len(values) else None


def _group(record: Record, tally: Tally) -> str:
    wanted = (tally.group,) if tally.group else tuple(word_list("reading", "persons"))
    for field in record.fields:
        labels = tuple(w for label in field.labels for w in words(label))
        if has_any(labels, wanted, SAME):
            return field.text
    return ""


def chosen(found: "Counter[str]", tally: Tally) -> list[str]:
    """Return the groups that meet *tally*, in the order in which the page has them."""
    numbers = found.values()
    if tally.op in {"most", "fewest"}:
        bound = max(numbers) if tally.op == "most" else min(numbers)
        return [name for name, n in found.items() if n == bound]
    if tally.op == "each":
        return list(found)
    meets = {"=": eq, "<": lt, "<=": le, ">": gt, ">=": ge}[tally.op]
    return [name for name, n in found.items() if meets(n, tally.amount)]
