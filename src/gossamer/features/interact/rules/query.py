"""Query: what a question or a wish for data asks of a page: which records, which fields, how many, in which shape."""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Final, Literal, TypeAlias

from gossamer.content.text.names import singular
from gossamer.content.values.dates import moment
from gossamer.features.interact.rules.commands import Command, Phrase, names_something
from gossamer.features.interact.rules.groups import Tally, tally_in
from gossamer.features.interact.rules.lexicon import kinds_of, phrases, word_list
from gossamer.features.interact.rules.records import Field, Record
from gossamer.features.interact.rules.similarity import best_match, words
from gossamer.features.interact.rules.statements import negates
from gossamer.features.interact.rules.tokens import Token

Asks: TypeAlias = Literal["value", "count", "list", "extreme", "yes_no"]
Shape: TypeAlias = Literal["", "table", "json"]
Extreme: TypeAlias = Literal["", "largest", "smallest", "latest", "earliest"]
_FIELD_REACH: Final = 3
_GOOD: Final = 0.6
_LONGEST: Final = 4
_JOINERS: Final = frozenset({",", "and", "&", "or", "+"})
_FIELD_NAMES: Final = ("price", "rating", "salary", "age", "size", "weight", "year", "stock")


@dataclass(frozen=True)
class Condition:
    """A comparison: *op* and *amount* on the field that *words* name; without words on the field that fits best."""

    op: str
    amount: float | None
    words: tuple[str, ...]
    tokens: tuple[Token, ...]
    date: str = ""

    def holds(self, record: Record) -> bool | None:
        """Return whether *record* meets it; None where the record has no such field."""
        found = self._field(record)
        value = None if found is None else ((found.moment or "")[:10] or None) if self.date else found.amount
        bound = self.date or self.amount
        if value is None or bound is None:
            return None
        below, same = value < bound, value == bound  # type: ignore[operator]
        return {"=": same, "<": below, "<=": below or same, ">": not (below or same), ">=": not below}[self.op]

    def _field(self, record: Record) -> Field | None:
        if self.words and (found := record.field(self.words)) is not None:
            return found
        if self.date:
            return next((f for f in record.fields if f.moment), None)
        if any(f.is_money for f in record.fields) and (price := record.field(("price",))) is not None:
            return price
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
    extreme: Extreme = ""
    extreme_words: tuple[str, ...] = ()
    conditions: list[Condition] = field(default_factory=list)
    shape: Shape = ""
    everything: bool = False
    person: bool = False
    with_names: bool = False
    here: bool = False
    # The noun behind "how many".
    counted: str = ""
    # How many records each group has to have: "which customer has two orders".
    tally: Tally | None = None
    # It speaks of what was answered just now: "those", "their prices".
    continues: bool = False
    # It says again, in another shape, what was answered just now.
    replaces: bool = False

    @cached_property
    def words(self) -> tuple[tuple[Token, str], ...]:
        """The words of *rest* that have to be found on the page, each with its token."""
        found = [(t, w) for t in self.rest if names_something(t) or _is_condition(t) for w in words(t.text)]
        named = dict(pair.split(":") for pair in word_list("reading", "how"))
        for before, token in itertools.pairwise(self.rest):
            if before.norm == "how" and token.norm in named:
                # "How much is the kettle?" asks for its price.
                found = [(t, w) for t, w in found if t is not token] + [(token, named[token.norm])]
            elif self._adds_nothing(before, token) and len(found) > 1:
                found = [(t, w) for t, w in found if t is not token]
        return tuple(found)

    def _adds_nothing(self, before: Token, token: Token) -> bool:
        """Return whether *token* only goes on: "e-mail addresses" are one thing, as "What deposit do they ask?" is."""
        is_address = before.norm in {"email", "e-mail", "mail"} and token.norm.startswith("address")
        asking = token is self.rest[-1] and bool({"do", "does"} & {t.norm for t in self.rest})
        return is_address or (asking and before.norm in word_list("grammar", "pronouns"))

    @property
    def is_of_all(self) -> bool:
        """Whether it takes all records of a list to answer it."""
        narrowed = self.extreme or self.limit or self.everything or self.conditions
        return self.asks == "count" or bool(narrowed)

    @property
    def written(self) -> tuple[str, ...]:
        """Those of `words` that the question says itself: "how much" asks for a price and does not say the word."""
        return tuple(w for t, w in self.words if w in words(t.text))


def _is_condition(token: Token) -> bool:
    """Return whether *token* sets a condition, "below" or "not", which no comparison has taken up."""
    return token.kind == "word" and (token.norm in word_list("reading", "bounding") or denies(token))


@dataclass(frozen=True)
class Negations:
    """What a question denies: *by* has, for each token that is denied, the token that does."""

    by: Mapping[int, int]
    rest: tuple[Token, ...]

    def joined(self, token: Token) -> bool:
        """Return whether *token* stands in a list of names: "name and active"."""
        at = self.rest.index(token)
        beside = (*self.rest[max(0, at - 1) : at], *self.rest[at + 1 : at + 2])
        return any(t.norm in _JOINERS for t in beside)


def negations_in(rest: tuple[Token, ...]) -> Negations:
    """Return what the tokens of a question deny; a negation reaches to the next "and", "or" or comma."""
    by: dict[int, int] = {}
    denial: Token | None = None
    for number, token in enumerate(rest):
        if token.norm in _JOINERS or token.norm == "but":
            denial = None
        elif denies(token):
            numbered = token.norm == "no" and rest[number + 1 : number + 2] and rest[number + 1].kind == "number"
            denial = None if numbered else token
        elif denial is not None and token.kind not in {"mark", "quote"}:
            by[token.start] = denial.start
    return Negations(by, rest)


def columns_in(rest: tuple[Token, ...]) -> list[list[Token]]:
    """Return the names that stand in a row: "name", "price" and "stock" of "the name, its price and stock of all"."""
    rows: list[list[Token]] = [[]]
    joined = True
    for token in rest:
        if token.norm in _JOINERS:
            joined = True
        elif token.kind == "word" and names_something(token):
            rows[-1:] = [[*rows[-1], token]] if joined else [rows[-1], [token]]
            joined = False
        elif token.norm not in word_list("grammar", "articles"):
            rows.append([])
            joined = True
    return [row for row in rows if len(row) > 1]


def denies(token: Token) -> bool:
    """Return whether *token* denies what follows it in a question: "not", "without", "except"."""
    return token.kind == "word" and (negates(token.norm) or token.norm in word_list("grammar", "negations"))


def read_query(command: Command) -> Query:
    """Return what *command* asks."""
    tokens, source = list(command.rest.tokens), command.rest.source
    query = Query("value", (), source)
    used: set[int] = set()
    _read_shape(query, tokens, used)
    counted = _find_phrase(tokens, used, phrases("reading", "count"))
    if command.action == "count" or counted is not None:
        query.asks = "count"
        used |= {t.start for t in tokens[counted[0] : counted[1]]} if counted is not None else set()
        nouns = (t.norm for t in tokens[counted[1] if counted is not None else 0 :] if names_something(t))
        query.counted = next(nouns, "")
    query.tally = tally_in([t for t in tokens if t.start not in used and t.norm != "?"])
    query.conditions, compared = conditions_in(Phrase(source, tuple(t for t in tokens if t.start not in used)))
    used |= compared
    if query.tally is not None and query.tally.op == "=":
        # "Which product has two reviews?" compares a field where the list is not of reviews.
        counted_tokens = tuple(t for t in query.tally.tokens if t.value is not None or t.norm == query.tally.noun)
        query.conditions.append(Condition("=", query.tally.amount, (query.tally.noun,), counted_tokens))
        used |= {t.start for t in counted_tokens}
    _read_extreme(query, tokens, used)
    _read_limit(query, tokens, used)
    norms = [t.norm for t in tokens]
    # "All variables with their defaults" wants the names of the variables, too.
    query.with_names = bool({"with", "incl", "including", "each"} & set(norms[1:]))
    query.person = bool(set(norms[:2]) & word_list("reading", "person_words"))
    query.everything = any(t.kind == "word" and t.norm in word_list("grammar", "all") for t in tokens)
    query.here = any(b in {"page", "here"} and a in {"this", "the", "current"} for a, b in itertools.pairwise(norms))
    if query.everything:
        # "…, all pages": where the list is to be looked for.
        used |= {t.start for t in tokens if t.norm == "pages"}
    query.rest = tuple(t for t in tokens if t.start not in used)
    query.continues = bool(set(norms) & word_list("reading", "those"))
    if query.asks == "value":
        query.asks = _kind_of_question(query, command)
    return query


def _kind_of_question(query: Query, command: Command) -> Asks:
    if query.extreme:
        return "extreme"
    first = command.rest.tokens[0].norm if command.rest.tokens else ""
    if first in word_list("reading", "yes_no"):
        return "yes_no"
    if query.is_of_all or query.shape or command.verb in word_list("reading", "listing"):
        return "list"
    # "Does" is no plural.
    plural = any(_is_plural(t) for t in query.rest if t.kind == "word" and names_something(t))
    shown = word_list("reading", "shown").intersection(t.norm for t in query.rest)
    return "list" if plural or (shown and not query.words) else "value"


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
    shapes: tuple[tuple[Shape, str], ...] = (("json", "shapes_json"), ("table", "shapes_table"))
    for shape, path in shapes:
        start, end, _ = _find_phrase(tokens, used, phrases("reading", path)) or (0, 0, "")
        if not end or (shape == "table" and start == 0):
            continue
        query.shape = shape
        while start and tokens[start - 1].norm in word_list("reading", "before_shape"):
            start -= 1
        used |= {t.start for t in tokens[start:end]}
        used |= {t.start for t in tokens[end:] if t.norm in word_list("reading", "shape_words")}


def _read_extreme(query: Query, tokens: Sequence[Token], used: set[int]) -> None:
    names: tuple[Extreme, ...] = ("largest", "smallest", "latest", "earliest")
    for name in names:
        found = _find_phrase(tokens, used, phrases("reading", name))
        if found is None:
            continue
        start, end, phrase = found
        query.extreme = name
        used |= {t.start for t in tokens[start:end]}
        of = dict(pair.split(":") for pair in phrases("reading", "extreme_fields"))
        following = [t for t in tokens[end : end + 1] if t.kind == "word" and t.start not in used]
        following = [t for t in following if not kinds_of(t.norm)]
        query.extreme_words = ("date",) if name in {"latest", "earliest"} else (of[phrase],) if phrase in of else ()
        if not query.extreme_words:
            query.extreme_words = tuple(t.norm for t in following)
            used |= {t.start for t in following}
        return


def _read_limit(query: Query, tokens: Sequence[Token], used: set[int]) -> None:
    """Read "the first five", "the second", "three cheapest"."""
    for at, token in enumerate(tokens[:-1]):
        following = tokens[at + 1]
        if token.start in used:
            continue
        whole = token.value is not None and float(token.value).is_integer()
        if token.norm in word_list("reading", "limits") and following.value and following.kind in {"number", "word"}:
            query.limit = int(following.value) * (-1 if token.norm == "last" else 1)
            used |= {token.start, following.start}
        elif token.kind == "ordinal" and token.value and following.kind != "mark":
            query.ordinal = int(token.value)
            used.add(token.start)
        elif (
            whole
            and token.kind in {"number", "word"}
            and at <= _FIELD_REACH
            and (_is_plural(following) or query.extreme)
        ):
            query.limit = int(token.value or 0)
            used.add(token.start)
        else:
            continue
        return


def conditions_in(phrase: Phrase) -> tuple[list[Condition], set[int]]:
    """Return the comparisons in *phrase*, and where the tokens start that say them."""
    found: list[Condition] = []
    used: set[int] = set()
    for at, token in enumerate(phrase.tokens):
        if token.start not in used:
            found += _between(phrase.tokens, at) or _comparison(phrase.tokens, at)
            used |= {t.start for c in found for t in c.tokens}
    return found, used


def _between(tokens: Sequence[Token], at: int) -> list[Condition]:
    """Return the two comparisons of "between 3 and 5", or of two dates; both ends are included."""
    if tokens[at].norm not in {"between", "from"} or at + 3 >= len(tokens):
        return []
    low, joiner, high = tokens[at + 1 : at + 4]
    if low.kind != high.kind or joiner.norm not in {"and", "to", "-"}:
        return []
    names, field_words = _field_before(tokens, at)
    field_words = (*field_words, *tokens[at : at + 4], *_unit(tokens, at + 4))
    if low.kind == "number":
        return [Condition(">=", low.value, names, field_words), Condition("<=", high.value, names, field_words)]
    first, last = moment(low.text), moment(high.text)
    if low.kind != "date" or first is None or last is None:
        return []
    days = ((">=", first.isoformat()[:10]), ("<=", last.isoformat()[:10]))
    return [Condition(op, None, (), field_words, day) for op, day in days]


@cache
def _bounds() -> list[tuple[list[str], str, bool]]:
    """Return the words of each bound ("more than"), its operator, and whether it is one of dates."""
    paths = (("<", "below", False), (">", "above", False), ("<", "prior", True), (">", "since", True))
    strict = phrases("reading", "strict")
    named = ((phrase, sign, dated) for sign, path, dated in paths for phrase in phrases("reading", path))
    return [(p.split(), sign if dated or p in strict else f"{sign}=", dated) for p, sign, dated in named]


def _comparison(tokens: Sequence[Token], at: int) -> list[Condition]:
    """Return the comparison that begins at a token: "under 50 euros", "more than 3", "after 1 May"."""
    norms = [t.norm for t in tokens[at : at + _LONGEST]]
    for split, op, dated in _bounds():
        said = norms[: len(split)] == split
        bound = next((t for t in tokens[at + len(split) :][:2] if t.norm != "of"), None) if said else None
        kinds = {"date"} if dated else {"number", "word"}
        if bound is not None and bound.kind in kinds and (dated or bound.value is not None):
            return _bounded(tokens, at, tokens.index(bound), op)
    return []


def _bounded(tokens: Sequence[Token], at: int, place: int, op: str) -> list[Condition]:
    """Return the condition that begins at a token, and whose number or date stands at *place*."""
    bound, unit = tokens[place], _unit(tokens, place + 1)
    names, field_words = _field_before(tokens, at)
    field_words = (*field_words, *tokens[at : place + 1], *unit)
    of = dict(pair.split(":") for pair in word_list("reading", "comparative"))
    named = names or tuple(of[t.norm] for t in tokens[at : at + 1] if t.norm in of)
    if bound.kind == "date":
        day = moment(bound.text)
        return [Condition(op, None, named, field_words, day.isoformat()[:10])] if day is not None else []
    # "More than 40 seats": what is counted names the field, too.
    counted = tuple(t.norm for t in tokens[place + 1 : place + 2] if names_something(t) and not unit)
    return [Condition(op, bound.value, named or counted, field_words)]


def _unit(tokens: Sequence[Token], at: int) -> tuple[Token, ...]:
    """Return the word behind a number that is its unit: "euros", "dollars", "km"."""
    is_unit = at < len(tokens) and tokens[at].norm.rstrip("s") in word_list("reading", "currencies")
    return (tokens[at],) if is_unit else ()


def _field_before(tokens: Sequence[Token], at: int) -> tuple[tuple[str, ...], tuple[Token, ...]]:
    """Return the words that name the field of a comparison: "price under 50", "rated above 4"."""
    before = [
        t for t in tokens[max(0, at - _FIELD_REACH) : at] if t.norm not in word_list("reading", "before_comparison")
    ]
    token = before[-1] if before else None
    if token is None or token.kind != "word" or best_match(token.norm.removesuffix("ing"), _FIELD_NAMES) < _GOOD:
        return (), ()
    return ("price" if token.norm.startswith("cost") else token.norm,), (token,)
