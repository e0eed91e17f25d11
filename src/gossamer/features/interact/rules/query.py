"""Query: what a question or a wish for data asks of a page: which records, which fields, how many, in which shape."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import pairwise
from operator import ge, gt, le, lt
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from gossamer.content.text.names import singular
from gossamer.content.values.dates import moment
from gossamer.features.interact.rules.commands import Command, Phrase, names_something
from gossamer.features.interact.rules.lexicon import kinds_of, phrase_set, phrases, word_list
from gossamer.features.interact.rules.records import Record, RecordField
from gossamer.features.interact.rules.similarity import best_match, words
from gossamer.features.interact.rules.statements import negates
from gossamer.features.interact.rules.tokens import Token

Asks: TypeAlias = Literal["value", "count", "list", "extreme", "yes_no"]
Shape: TypeAlias = Literal["", "table", "json"]
Extreme: TypeAlias = Literal["", "largest", "smallest", "latest", "earliest"]
_FIELD_REACH: Final = 3
_GOOD: Final = 0.6
_LONGEST: Final = 4
_MOST_OF: Final = frozenset({"most", "fewest", "least"})
_JOINERS: Final = frozenset({",", "and", "&", "or", "+"})
_FIELD_NAMES: Final = ("price", "rating", "salary", "age", "size", "weight", "year", "stock")


@dataclass(frozen=True)
class Condition:
    """A comparison: *op* with *bound*, a number or a day in ISO form, on the field that *words* name.

    Without *words* it is of the field that fits best.
    """

    op: str
    bound: float | str
    words: tuple[str, ...]
    tokens: tuple[Token, ...]

    @property
    def is_date(self) -> bool:
        """Whether it compares dates."""
        return isinstance(self.bound, str)

    @property
    def value(self) -> str:
        """Its bound as it is typed into a field."""
        return f"{self.bound:g}" if isinstance(self.bound, float) else self.bound

    def holds(self, record: Record) -> bool | None:
        """Return whether *record* meets it; None where the record has no such field."""
        record_field = self._field(record)
        if record_field is None:
            return None
        value = (
            record_field.moment[:10]
            if self.is_date and record_field.moment
            else None
            if self.is_date
            else record_field.amount
        )
        return None if value is None else bool(_COMPARISONS[self.op](value, self.bound))

    def _field(self, record: Record) -> RecordField | None:
        named = record.field(self.words) if self.words else None
        if named is not None or self.is_date:
            return named or next((f for f in record.fields if f.moment), None)
        if any(f.is_money for f in record.fields):
            return record.field(("price",))
        numeric = [f for f in record.fields if f.amount is not None]
        return numeric[0] if len(numeric) == 1 else None


_COMPARISONS: Final = MappingProxyType({"<": lt, "<=": le, ">": gt, ">=": ge})


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
    # It compares how many records each value of a field has, which no list says: "Which customer has two orders?"
    of_groups: bool = False
    # It speaks of what was answered just now: "those", "their prices".
    continues: bool = False
    # It says again, in another shape, what was answered just now.
    replaces: bool = False

    @cached_property
    def words(self) -> tuple[tuple[Token, str], ...]:
        """The words of `rest` that have to be found on the page, each with its token."""
        word_pairs = [(t, w) for t in self.rest if names_something(t) or _is_condition(t) for w in words(t.text)]
        named = dict(pair.split(":") for pair in word_list("reading", "how"))
        for before, token in pairwise(self.rest):
            if before.norm == "how" and token.norm in named:
                # "How much is the kettle?" asks for its price.
                word_pairs = [(t, w) for t, w in word_pairs if t is not token] + [(token, named[token.norm])]
            elif self._adds_nothing(before, token):
                word_pairs = [(t, w) for t, w in word_pairs if t is not token]
        return tuple(word_pairs)

    def _adds_nothing(self, before: Token, token: Token) -> bool:
        """Return whether *token* only goes on: "e-mail addresses" are one thing, as "What deposit do they ask?" is."""
        asks = token is self.rest[-1] and not {"do", "does"}.isdisjoint(t.norm for t in self.rest)
        is_compound = f"{before.norm} {token.norm}" in phrase_set("reading", "compounds")
        return is_compound or (asks and before.norm in word_list("grammar", "pronouns"))

    @property
    def chooses(self) -> bool:
        """Whether it says which records are meant without a word of theirs: all, the cheapest, the second."""
        return self.everything or bool(self.extreme) or self.ordinal is not None

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


def is_joined(rest: tuple[Token, ...], token: Token) -> bool:
    """Return whether *token* stands in a list of names: "name and active"."""
    at = rest.index(token)
    return any(t.norm in _JOINERS for t in (*rest[max(0, at - 1) : at], *rest[at + 1 : at + 2]))


def denies(token: Token) -> bool:
    """Return whether *token* denies what follows it in a question: "not", "without", "except"."""
    return token.kind == "word" and (negates(token.norm) or token.norm in word_list("grammar", "negations"))


def read_query(command: Command) -> Query:
    """Return the query of *command*."""
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
    query.of_groups = _is_of_groups(tokens, query)
    query.conditions, compared = conditions_in(Phrase(source, tuple(t for t in tokens if t.start not in used)))
    used |= compared
    _read_extreme(query, tokens, used)
    _read_limit(query, tokens, used)
    norms = [t.norm for t in tokens]
    # "All variables with their defaults" wants the names of the variables, too.
    query.with_names = bool({"with", "incl", "including", "each"} & set(norms[1:]))
    query.person = bool(set(norms[:2]) & word_list("reading", "person_words"))
    query.everything = any(t.kind == "word" and t.norm in word_list("grammar", "all") for t in tokens)
    query.here = any(b in {"page", "here"} and a in {"this", "the", "current"} for a, b in pairwise(norms))
    if query.everything:
        # "…, all pages": where the list is to be looked for.
        used |= {t.start for t in tokens if t.norm == "pages"}
    query.rest = tuple(t for t in tokens if t.start not in used)
    query.continues = bool(set(norms) & word_list("reading", "those"))
    if query.asks == "value":
        query.asks = _kind_of_question(query, command)
    return query


def _is_of_groups(tokens: Sequence[Token], query: Query) -> bool:
    """Return whether a question compares counts: by a number of records behind "has", or by "each" in a count."""
    having = next((n for n, t in enumerate(tokens) if n and t.norm in word_list("reading", "having")), len(tokens))
    counts = (b for a, b in pairwise(tokens[having + 1 :]) if a.value is not None or a.norm in _MOST_OF)
    each = query.asks == "count" and any(t.norm in word_list("reading", "per") for t in tokens)
    return each or any(kinds_of(t.norm)[:1] == ("item",) for t in counts)


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
    """Return the place of a phrase among tokens that are not used, the longest first."""
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
        if end:
            query.shape = shape
            while start and tokens[start - 1].norm in word_list("reading", "before_shape"):
                start -= 1
            used |= {t.start for n, t in enumerate(tokens) if start <= n < end or _names_shape(t)}


def _names_shape(token: Token) -> bool:
    return token.norm in word_list("reading", "shape_words")


def _read_extreme(query: Query, tokens: Sequence[Token], used: set[int]) -> None:
    """Read "the cheapest", "the most reviews", "the latest", with the field that it speaks of."""
    names: tuple[Extreme, ...] = ("largest", "smallest", "latest", "earliest")
    extremes = [(name, place) for name in names if (place := _find_phrase(tokens, used, phrases("reading", name)))]
    if not extremes:
        return
    query.extreme, (start, end, phrase) = extremes[0]
    used |= {t.start for t in tokens[start:end]}
    fields = dict(pair.split(":") for pair in phrases("reading", "extreme_fields"))
    implied = "date" if query.extreme in {"latest", "earliest"} else fields.get(phrase)
    named = [] if implied else [t for t in tokens[end : end + 1] if _may_be_field(t, used)]
    query.extreme_words = (implied,) if implied else tuple(t.norm for t in named)
    used |= {t.start for t in named}


def _may_be_field(token: Token, used: set[int]) -> bool:
    return token.kind == "word" and token.start not in used and not kinds_of(token.norm)


def _read_limit(query: Query, tokens: Sequence[Token], used: set[int]) -> None:
    """Read "the first five", "the second", "three cheapest"."""
    before = ""
    for token, following in pairwise(t for t in tokens if t.start not in used):
        number = int(following.value or 0)
        if token.norm in word_list("reading", "limits") and number:
            query.limit = -number if token.norm == "last" else number
            used |= {token.start, following.start}
            return
        if token.kind == "ordinal" and token.value and following.kind != "mark":
            query.ordinal = int(token.value)
            used.add(token.start)
            return
        if _is_limit(token, following, before, query):
            query.limit = int(token.value or 0)
            used.add(token.start)
            return
        before = token.norm


def _is_limit(token: Token, following: Token, before: str, query: Query) -> bool:
    """Return whether *token* is how many are asked for: "3 jobs", but not of "who has 3 jobs"."""
    is_number = token.kind in {"number", "word"} and token.value is not None and token.value.is_integer()
    asks = before not in word_list("reading", "having") and not query.counted
    return is_number and asks and (_is_plural(following) or bool(query.extreme))


def conditions_in(phrase: Phrase) -> tuple[list[Condition], set[int]]:
    """Return the comparisons in *phrase*, and where the tokens start that say them."""
    conditions: list[Condition] = []
    used: set[int] = set()
    for at, token in enumerate(phrase.tokens):
        if token.start not in used:
            conditions += _between(phrase.tokens, at) or _comparison(phrase.tokens, at)
            used |= {t.start for c in conditions for t in c.tokens}
    return conditions, used


def _between(tokens: Sequence[Token], at: int) -> list[Condition]:
    """Return the two comparisons of "between 3 and 5", or of two dates; both ends are included."""
    if tokens[at].norm not in {"between", "from"} or at + 3 >= len(tokens):
        return []
    low, joiner, high = tokens[at + 1 : at + 4]
    ends = (_read_bound(low), _read_bound(high))
    if low.kind != high.kind or joiner.norm not in {"and", "to", "-"} or None in ends:
        return []
    names, field_words = _field_before(tokens, at)
    wording = (*field_words, *tokens[at : at + 4], *_unit(tokens, at + 4))
    return [Condition(op, end, names, wording) for op, end in zip((">=", "<="), ends, strict=True) if end is not None]


def _read_bound(token: Token) -> float | str | None:
    """Return the number, or the day in ISO form, that *token* is."""
    if token.kind == "date":
        day = moment(token.text)
        return day.isoformat()[:10] if day is not None else None
    return token.value if token.kind in {"number", "word"} else None


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
        place = at + len(split)
        if norms[: len(split)] != split or place >= len(tokens):
            continue
        bound = _read_bound(tokens[place])
        if bound is not None and isinstance(bound, str) is dated:
            return [_complete_condition(tokens, at, place, Condition(op, bound, (), ()))]
    return []


def _complete_condition(tokens: Sequence[Token], at: int, place: int, condition: Condition) -> Condition:
    """Return *condition*, which begins at a token and whose bound stands at *place*, with the field that it is of."""
    names, field_words = _field_before(tokens, at)
    unit = _unit(tokens, place + 1)
    # "More than 40 seats": what is counted names the field, too.
    counted = [] if unit or condition.is_date else [t.norm for t in tokens[place + 1 : place + 2] if names_something(t)]
    return replace(condition, words=names or tuple(counted), tokens=(*field_words, *tokens[at : place + 1], *unit))


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
    if token is None or best_match(token.norm, _FIELD_NAMES) < _GOOD:
        return (), ()
    return (token.norm,), (token,)
