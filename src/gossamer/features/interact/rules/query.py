"""Query: what a question or a wish for data asks of a page: which records, which fields, how many, in which shape."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, Literal, TypeAlias

from gossamer.content.values.dates import moment
from gossamer.features.interact.rules.commands import Command, Phrase, names_something
from gossamer.features.interact.rules.lexicon import kinds_of, phrases, singular, word_list
from gossamer.features.interact.rules.records import Field, Record
from gossamer.features.interact.rules.similarity import best_match, words
from gossamer.features.interact.rules.tokens import Token

Asks: TypeAlias = Literal["value", "count", "list", "extreme", "yes_no"]
Shape: TypeAlias = Literal["", "table", "json"]
_OPERATORS: Final = {("below", True): "<", ("below", False): "<=", ("above", True): ">", ("above", False): ">="}
_FIELD_REACH: Final = 3
_GOOD: Final = 0.6
_LONGEST: Final = 4
_THEY: Final = frozenset({"they", "it", "you", "he", "she"})


@dataclass(frozen=True)
class Condition:
    """A comparison: *op* and *amount* on the field that *words* name; without words on the field that fits best."""

    op: str
    amount: float | None
    words: tuple[str, ...]
    tokens: tuple[Token, ...]
    date: str = ""
    upper: float | None = None

    def holds(self, record: Record) -> bool | None:
        """Return whether *record* meets it; None where the record has no such field."""
        found = self._field(record)
        if found is None:
            return None
        if self.date:
            day = (found.moment or "")[:10]
            later = {">": day > self.date, ">=": day >= self.date, "<": day < self.date, "<=": day <= self.date}
            return bool(day) and later[self.op]
        value, bound = found.amount, self.amount
        if value is None or bound is None:
            return None
        if self.op == "between":
            return bound <= value <= (self.upper if self.upper is not None else bound)
        return {
            "<": value < bound,
            "<=": value <= bound,
            ">": value > bound,
            ">=": value >= bound,
            "=": value == bound,
        }[self.op]

    def _field(self, record: Record) -> Field | None:
        if self.words and (found := record.field(self.words)) is not None:
            return found
        if self.date:
            return next((f for f in record.fields if f.moment), None)
        money = [f for f in record.fields if f.is_money]
        if money:
            return record.field(("price",)) or money[0]
        numeric = [f for f in record.fields if f.amount is not None]
        return numeric[0] if len(numeric) == 1 else None


@dataclass
class Query:
    """A question. *rest* are the tokens that name fields, records, or what has to be so of them."""

    asks: Asks
    rest: tuple[Token, ...]
    source: str
    limit: int | None = None
    ordinal: int | None = None
    extreme: Literal["", "largest", "smallest", "latest", "earliest"] = ""
    extreme_words: tuple[str, ...] = ()
    conditions: list[Condition] = field(default_factory=list)
    shape: Shape = ""
    everything: bool = False
    person: bool = False
    with_names: bool = False
    here: bool = False
    # It speaks of what was answered just now: "those", "their prices".
    continues: bool = False
    # It says again, in another shape, what was answered just now.
    replaces: bool = False

    @cached_property
    def words(self) -> tuple[tuple[Token, str], ...]:
        """The words of *rest* that have to be found on the page, each with its token."""
        found = [(t, w) for t in self.rest if names_something(t) for w in words(t.text)]
        # "E-mail addresses" are one thing.
        mails = {t.start for t, w in found if w in {"email", "mail"}}
        after = {b.start for a, b in itertools.pairwise(self.rest) if a.start in mails and b.norm.startswith("address")}
        found = [(t, w) for t, w in found if t.start not in after]
        # "How much is the kettle?" asks for its price.
        tokens = self.rest
        norms = [t.norm for t in tokens]
        last = next((t for t in reversed(tokens) if t.kind == "word"), None)
        for before, token in itertools.pairwise(tokens):
            if before.norm == "how" and token.norm == "much":
                found.append((token, "price"))
            elif before.norm == "how" and (named := _by_adjective(token.norm, "how")):
                found = [(t, w) for t, w in found if t is not token] + [(token, named[0])]
            elif before.norm in _THEY and token is last and len(found) > 1 and {"do", "does"} & set(norms):
                # "What deposit do they ask?"
                found = [(t, w) for t, w in found if t is not token]
        return tuple(found)


def read_query(command: Command) -> Query:
    """Return what *command* asks."""
    tokens = list(command.rest.tokens)
    source = command.rest.source
    query = Query("value", (), source)
    used: set[int] = set()
    _read_shape(query, tokens, used)
    _read_count(query, command, tokens, used)
    found, by_condition = conditions_in(Phrase(source, tuple(t for t in tokens if t.start not in used)))
    query.conditions = found
    used |= by_condition
    _read_extreme(query, tokens, used)
    _read_limit(query, tokens, used)
    # "All variables with their defaults" wants the names of the variables, too.
    query.with_names = any(t.norm in {"with", "incl", "including", "each"} for t in tokens[1:])
    query.person = any(t.norm in word_list("reading", "person_words") for t in tokens[:2])
    query.everything = any(t.kind == "word" and t.norm in word_list("grammar", "all") for t in tokens)
    query.here = any(
        t.norm in {"page", "here"} and tokens[n - 1].norm in {"this", "the", "current"}
        for n, t in enumerate(tokens)
        if n
    )
    if query.everything:
        # "…, all pages": where the list is to be looked for.
        used |= {t.start for t in tokens if t.norm == "pages"}
    query.rest = tuple(t for t in tokens if t.start not in used)
    query.continues = any(t.norm in word_list("reading", "those") for t in tokens)
    if query.asks == "value":
        query.asks = _kind_of_question(query, command)
    return query


def _kind_of_question(query: Query, command: Command) -> Asks:
    if query.extreme:
        return "extreme"
    first = command.rest.tokens[0].norm if command.rest.tokens else ""
    if first in word_list("reading", "yes_no") and (command.verb == "" or command.clause.tokens[-1].norm == "?"):
        return "yes_no"
    plural = any(_is_plural(t) for t in query.rest if t.kind == "word")
    plural = plural or (not query.words and any(t.norm in word_list("reading", "shown") for t in query.rest))
    return "list" if plural or query.limit or query.shape or query.conditions or query.everything else "value"


def _is_plural(token: Token) -> bool:
    return token.norm.endswith("s") and singular(token.norm) != token.norm and not token.norm.endswith("'s")


def _find_phrase(tokens: Sequence[Token], used: set[int], candidates: Sequence[str]) -> tuple[int, int, str] | None:
    """Return where one of the phrases stands among tokens that are not used, the longest first."""
    norms = ["" if t.start in used or t.kind == "quote" else t.norm for t in tokens]
    for phrase in candidates:
        split = phrase.split()
        for at in range(len(norms) - len(split) + 1):
            if norms[at : at + len(split)] == split:
                return at, at + len(split), phrase
    return None


def _read_shape(query: Query, tokens: Sequence[Token], used: set[int]) -> None:
    for shape, path in (("json", "shapes_json"), ("table", "shapes_table")):
        found = _find_phrase(tokens, used, phrases("reading", path))
        if found is None:
            continue
        start, end, _ = found
        is_object = start and tokens[start - 1].norm in {"the", "of", "from"} and end < len(tokens) and shape == "table"
        if is_object or (shape == "table" and start == 0):
            continue
        query.shape = shape  # type: ignore[assignment]
        while start and tokens[start - 1].norm in word_list("reading", "before_shape"):
            start -= 1
        used |= {t.start for t in tokens[start:end] if t.norm != "of" or start}
        for at in range(end, len(tokens)):
            if tokens[at].norm in word_list("reading", "shape_words"):
                used.add(tokens[at].start)


def _read_count(query: Query, command: Command, tokens: Sequence[Token], used: set[int]) -> None:
    if command.action == "count":
        query.asks = "count"
    found = _find_phrase(tokens, used, phrases("reading", "count"))
    if found is not None:
        start, end, phrase = found
        if phrase == "number of" and command.verb == "set":
            return
        query.asks = "count"
        used |= {t.start for t in tokens[start:end]}


def _read_extreme(query: Query, tokens: Sequence[Token], used: set[int]) -> None:
    for name in ("largest", "smallest", "latest", "earliest"):
        found = _find_phrase(tokens, used, phrases("reading", name))
        if found is None:
            continue
        start, end, phrase = found
        query.extreme = name
        used |= {t.start for t in tokens[start:end]}
        said = set(words(phrase))
        if name in {"latest", "earliest"}:
            query.extreme_words = ("date",)
        elif said & word_list("reading", "money_extremes") and "rated" not in said:
            query.extreme_words = ("price",)
        elif said & {"rated"}:
            query.extreme_words = ("rating",)
        else:
            following = [
                t for t in tokens[end : end + 1] if t.kind == "word" and t.start not in used and not kinds_of(t.norm)
            ]
            by_name = _by_adjective(phrase)
            query.extreme_words = by_name or tuple(t.norm for t in following)
            used |= set() if by_name else {t.start for t in following}
        return


def _by_adjective(phrase: str, path: str = "adjective") -> tuple[str, ...]:
    """Return the field that an adjective speaks of: "longest" of the length; () where it says none."""
    named = dict(pair.split(":") for pair in word_list("reading", path))
    return (named[phrase],) if phrase in named else ()


def _read_limit(query: Query, tokens: Sequence[Token], used: set[int]) -> None:
    for at, token in enumerate(tokens):
        following = tokens[at + 1] if at + 1 < len(tokens) else None
        if token.start in used:
            continue
        is_first = token.norm in word_list("reading", "limits")
        if is_first and following is not None and following.value and following.kind in {"number", "word"}:
            query.limit = int(following.value) * (-1 if token.norm == "last" else 1)
            used |= {token.start, following.start}
            return
        if token.kind == "ordinal" and token.value and following is not None and following.kind != "mark":
            query.ordinal = int(token.value)
            used.add(token.start)
            return
        counted = token.value and token.kind in {"number", "word"} and float(token.value).is_integer()
        if counted and following is not None and (_is_plural(following) or query.extreme) and at <= _FIELD_REACH:
            query.limit = int(token.value or 0)
            used.add(token.start)
            return


def conditions_in(phrase: Phrase) -> tuple[list[Condition], set[int]]:
    """Return the comparisons in *phrase*, and where the tokens start that say them."""
    tokens = phrase.tokens
    found: list[Condition] = []
    used: set[int] = set()
    if (between := _between(tokens)) is not None:
        return [between], {t.start for t in between.tokens}
    if len(days := _between_days(tokens)) > 1:
        return days, {t.start for c in days for t in c.tokens}
    for at in range(len(tokens)):
        condition = _comparison(tokens, at, used) or _date_comparison(tokens, at)
        if condition is not None:
            found.append(condition)
            used |= {t.start for t in condition.tokens}
    return found, used


def _between(tokens: Sequence[Token]) -> Condition | None:
    for at, token in enumerate(tokens[:-3]):
        low, joiner, high = tokens[at + 1], tokens[at + 2], tokens[at + 3]
        counted = low.value is not None and low.kind == high.kind == "number"
        if token.norm in {"between", "from"} and counted and joiner.norm in {"and", "to", "-"}:
            names, said = _field_before(tokens, at)
            every = (*said, *tokens[at : at + 4], *_unit(tokens, at + 4))
            return Condition("between", low.value, names, every, "", high.value)
    return None


def _between_days(tokens: Sequence[Token]) -> list[Condition]:
    """Return the two comparisons of "between 1 March and 12 March", both days included."""
    for at, token in enumerate(tokens[:-3]):
        first, last = moment(tokens[at + 1].text), moment(tokens[at + 3].text)
        dated = tokens[at + 1].kind == tokens[at + 3].kind == "date"
        if token.norm in {"between", "from"} and dated and first is not None and last is not None:
            start, end = first.isoformat()[:10], last.isoformat()[:10]
            said = tuple(tokens[at : at + 4])
            return [Condition(">=", None, (), said, start), Condition("<=", None, (), said, end)]
    return []


def _comparison(tokens: Sequence[Token], at: int, used: set[int]) -> Condition | None:
    norms = [t.norm for t in tokens[at : at + _LONGEST]]
    for side in ("below", "above"):
        for phrase in phrases("reading", side):
            split = phrase.split()
            if norms[: len(split)] != split or tokens[at].start in used:
                continue
            number = at + len(split)
            if number < len(tokens) and tokens[number].norm == "of":
                number += 1
            if number >= len(tokens) or tokens[number].value is None or tokens[number].kind not in {"number", "word"}:
                continue
            strict = phrase in phrases("reading", "strict")
            names, said = _field_before(tokens, at)
            names = names or _by_adjective(split[0], "comparative")
            after = _unit(tokens, number + 1)
            return Condition(
                _OPERATORS[side, strict], tokens[number].value, names, (*said, *tokens[at : number + 1], *after)
            )
    return None


def _date_comparison(tokens: Sequence[Token], at: int) -> Condition | None:
    if at + 1 >= len(tokens) or tokens[at + 1].kind != "date":
        return None
    later = tokens[at].norm in word_list("reading", "since")
    if not later and tokens[at].norm not in word_list("reading", "prior"):
        return None
    day = moment(tokens[at + 1].text)
    if day is None:
        return None
    names, said = _field_before(tokens, at)
    return Condition(">" if later else "<", None, names, (*said, *tokens[at : at + 2]), day.isoformat()[:10])


def _unit(tokens: Sequence[Token], at: int) -> tuple[Token, ...]:
    """Return the word behind a number that is its unit: "euros", "dollars", "km"."""
    if at < len(tokens) and tokens[at].norm.rstrip("s") in _UNITS:
        return (tokens[at],)
    return ()


_UNITS: Final = word_list("reading", "currencies")


def _field_before(tokens: Sequence[Token], at: int) -> tuple[tuple[str, ...], tuple[Token, ...]]:
    """Return the words that name the field of a comparison: "price under 50", "rated above 4"."""
    said: list[Token] = []
    for token in reversed(tokens[max(0, at - _FIELD_REACH) : at]):
        if token.norm in word_list("reading", "before_comparison"):
            continue
        if token.kind == "word" and best_match(token.norm.removesuffix("ing"), _FIELD_NAMES) >= _GOOD:
            said.append(token)
        break
    return tuple("price" if t.norm.startswith("cost") else t.norm for t in said), tuple(said)


_FIELD_NAMES: Final = ("price", "rating", "salary", "age", "size", "weight", "year", "stock")
