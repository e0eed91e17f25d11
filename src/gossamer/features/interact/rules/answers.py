"""Answers: carrying out a query on the records and the labelled values of a page.

Every list, and the page itself, gives a candidate answer; the one that accounts for most words of the question wins. A
word is accounted for when it names a field, a list, the page, or is said by every record that is kept.
"""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from gossamer.features.interact.rules.elements import Element
from gossamer.features.interact.rules.lexicon import kinds_of, singular
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.query import Query
from gossamer.features.interact.rules.records import Field, Record, RecordList, labelled_facts, record_lists
from gossamer.features.interact.rules.similarity import best_match, word_similarity, words
from gossamer.features.interact.rules.tokens import Token

_GOOD: Final = 0.6
_SURE: Final = 0.75
_MOST_LISTS: Final = 6
_MOST_QUOTES: Final = 20
_TOTAL_LENGTH: Final = 80
_LEAST_TEXT: Final = 3


@dataclass
class Found:
    """A candidate answer: in words, as data, with the places it is from, and the tokens it accounts for."""

    text: str
    data: Any
    explained: frozenset[int]
    score: float
    quotes: tuple[str, ...] = ()
    rows: int = 0
    records: RecordList | None = None
    # The words that the records had to say.
    filters: tuple[Token, ...] = ()


@dataclass
class _Reading:
    """How the words of a query apply to one list: fields that are wanted, and words that records must have."""

    wanted: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    filters: list[tuple[Token, str]] = field(default_factory=list)
    explained: set[int] = field(default_factory=set)


def answer_on(page: Page, query: Query) -> Found | None:
    """Return the best answer of *page* to *query*; None when it has none."""
    found = [
        one
        for listed in record_lists(page, inner=query.asks == "count")[:_MOST_LISTS]
        if (one := _from_list(page, listed, query)) is not None
    ]
    if query.asks in {"value", "yes_no", "count", "list"}:
        found += _from_facts(page, query)
    if query.asks == "count":
        found += _stated_totals(page, query)
    if query.asks in {"value", "list"}:
        found = [f for f in found if not repeats_question(f.text, query)]
    return max(found, key=lambda f: (len(f.explained), f.score), default=None)


def repeats_question(text: str, query: Query) -> bool:
    """Return whether *text* has no word that the question has not, and so does not answer it."""
    asked = {w for t in query.rest for w in words(t.text)}
    return asked.issuperset(words(text))


def _from_list(page: Page, listed: RecordList, query: Query) -> Found | None:
    reading = _read(page, listed, query)
    kept = [r for r in listed.records if all(_says(r, w) for _, w in reading.filters)]
    kept = _meeting(kept, listed, query, reading)
    reading.explained |= {t.start for t, _ in reading.filters} if kept or query.asks == "count" else set()
    score = 0.5 + min(0.4, listed.weight / 10_000)
    if query.extreme:
        kept = extreme_records(kept, query)
    if (listed.apart and not _is_named(query)) or (query.extreme and not kept):
        return None
    if query.asks == "count":
        return (
            _stated_number(kept, reading, score)
            or _count_within(page, kept, reading, score)
            or _count(kept, listed, query, reading, score)
        )
    kept = _cut(kept, query)
    if not kept or query.asks == "yes_no" or (query.asks == "value" and len(kept) != 1):
        return None
    return _told(kept, query, reading, score, listed)


def _meeting(kept: list[Record], listed: RecordList, query: Query, reading: _Reading) -> list[Record]:
    """Return the records that meet the comparisons of *query*, which are accounted for where records can meet them."""
    for condition in query.conditions:
        if any(condition.holds(r) is not None for r in listed.records):
            reading.explained |= {t.start for t in condition.tokens}
        kept = [r for r in kept if condition.holds(r)]
    return kept


def _cut(kept: list[Record], query: Query) -> list[Record]:
    """Return the records that the position, the number or the extreme of *query* leaves."""
    if query.ordinal is not None:
        kept = kept[query.ordinal - 1 : query.ordinal] if query.ordinal > 0 else kept[query.ordinal :][:1]
    if query.limit is not None:
        return kept[: query.limit] if query.limit > 0 else kept[query.limit :]
    return kept[:1] if query.extreme else kept


def _is_named(query: Query) -> bool:
    """Return whether the query asks for a list of the navigation: "the links of the menu"."""
    return any(word in {"menu", "navigation", "sidebar", "footer", "header", "links"} for _, word in query.words)


def _read(page: Page, listed: RecordList, query: Query) -> _Reading:
    """Return how the words of *query* apply to *listed*: as a field, as the name of the list, or as a filter."""
    reading = _Reading()
    nouns = _nouns(page, listed)
    pending: list[tuple[Token, str]] = []
    for token, word in query.words:
        label = _field_label(listed, word)
        is_noun = any(word_similarity(singular(word), noun) >= _SURE for noun in nouns) or (
            kinds_of(word)[:1] == ("item",) and token.kind == "word"
        )
        sayings = [_says(r, word) for r in listed.records]
        said_by_some = any(sayings)
        if is_noun and said_by_some and not all(sayings) and kinds_of(word)[:1] != ("item",):
            is_noun = any(
                word_similarity(singular(word), singular(w)) >= _SURE
                for n in listed.names[:2]
                if n not in page.titles
                for w in words(n)
            )
        if (
            label is not None
            and not (is_noun and query.asks == "count")
            and token.kind == "word"
            and not _is_value(listed, word, label)
        ):
            reading.wanted.append((token.text.casefold(), (word,)))
            reading.explained.add(token.start)
        elif is_noun and token.kind == "word":
            reading.explained.add(token.start)
        elif said_by_some:
            reading.filters.append((token, word))
        else:
            pending.append((token, word))
    for token, word in pending:
        if any(best_match(word, words(t)) for t in page.titles):
            reading.explained.add(token.start)
    return reading


def _is_value(listed: RecordList, word: str, label: str) -> bool:
    """Return whether *word* is rather a value than the name of a field: records say it, and not as a label."""
    return (
        word != label
        and singular(word) != singular(label)
        and word_similarity(word, label) < _SURE
        and any(_says(r, word) for r in listed.records)
    )


def _field_label(listed: RecordList, word: str) -> str | None:
    labels = listed.labels()
    best = max(labels, key=lambda label: word_similarity(word, label), default=None)
    if best is not None and word_similarity(word, best) >= _SURE:
        return best
    first = listed.records[0]
    return (
        word
        if first.field((word,)) is not None
        and sum(r.field((word,)) is not None for r in listed.records) * 2 >= len(listed.records)
        else None
    )


def _nouns(page: Page, listed: RecordList) -> set[str]:
    texts = [*listed.names, *page.titles]
    return {singular(w) for text in texts for w in words(text)}


def _says(record: Record, word: str) -> bool:
    return word in record.words or any(word_similarity(word, w) >= _SURE for w in record.words)


def extreme_records(kept: Sequence[Record], query: Query) -> list[Record]:
    """Return *kept* with the largest, smallest, latest or earliest first; without those that have no such value."""
    scored: list[tuple[Any, int, Record]] = []
    for number, record in enumerate(kept):
        found = record.field(query.extreme_words) if query.extreme_words else None
        found = found or (None if query.extreme_words else _only_number(record))
        by_date = query.extreme in {"latest", "earliest"}
        value: Any = None if found is None else (found.moment if by_date else found.amount)
        if value is not None:
            scored.append((value, -number, record))
    down = query.extreme in {"largest", "latest"}
    return [r for _, _, r in sorted(scored, key=lambda s: (s[0], s[1] if down else -s[1]), reverse=down)]


def _only_number(record: Record) -> Field | None:
    money = record.field(("price",))
    numeric = [f for f in record.fields if f.amount is not None]
    return money or (numeric[0] if len(numeric) == 1 else None)


def _stated_number(kept: Sequence[Record], reading: _Reading, score: float) -> Found | None:
    """Return a number that the one record that is meant states: "how many beds has Marsh?"."""
    if len(kept) != 1 or not reading.wanted or not reading.filters:
        return None
    found = kept[0].field(reading.wanted[0][1])
    if found is None or found.amount is None:
        return None
    return Found(found.text, found.amount, frozenset(reading.explained), score + 0.05, (kept[0].text[:200],))


def _count_within(page: Page, kept: Sequence[Record], reading: _Reading, score: float) -> Found | None:
    """Return how many records stand in the one record that is meant: the cards of a column."""
    if len(kept) != 1 or not reading.filters:
        return None
    lists = [one for one in record_lists(page, inner=True) if kept[0].element.holds(one.records[0].element)]
    named = [one for one in lists if len(one.records) > 1 and len(one.records[0].text) > _LEAST_TEXT]
    if not named:
        return None
    rows = max(named, key=lambda one: one.weight).records
    return Found(str(len(rows)), len(rows), frozenset(reading.explained), score + 0.1, tuple(r.title for r in rows))


def _count(kept: Sequence[Record], listed: RecordList, query: Query, reading: _Reading, score: float) -> Found | None:
    named = bool(reading.explained) or not query.words
    if not named or (not kept and not reading.filters and not query.conditions):
        return None
    explained = frozenset(reading.explained)
    score += 0.2 if not reading.filters else 0.0
    quotes = tuple(r.title for r in kept[:_MOST_QUOTES])
    return Found(str(len(kept)), len(kept), explained, score, quotes, len(kept), listed)


def _told(kept: Sequence[Record], query: Query, reading: _Reading, score: float, listed: RecordList) -> Found | None:
    """Return the fields of the records that are kept, in the shape that is wanted."""
    wanted = list(dict.fromkeys(reading.wanted))
    if not wanted and query.shape and listed.headers:
        wanted = [(h, tuple(words(h))) for h in listed.headers if h]
    rows: list[dict[str, str]] = []
    titled = query.with_names and not any(best_match(w, ("name", "title")) for _, label in wanted for w in label)
    for record in kept:
        row = {"name": record.title} if titled and wanted else {}
        row |= {name: (f.text if (f := record.field(label)) is not None else "") for name, label in wanted}
        rows.append(row or _whole(record, query))
    if wanted and not any(any(row.values()) for row in rows):
        return None
    simple = [next(iter(row.values())) for row in rows if len(row) == 1]
    one_column = len(simple) == len(rows)
    if len(rows) == 1 and query.asks in {"value", "extreme"} and not query.shape:
        text = _line(kept[0], rows[0], wanted=bool(wanted), extreme=bool(query.extreme))
        data: Any = simple[0] if one_column else rows[0]
    else:
        data = simple if one_column and query.shape != "json" else rows
        text = _in_shape(rows, query)
    quotes = tuple(r.text[:200] for r in kept[:_MOST_QUOTES])
    score += 0.05 if wanted else 0
    filters = tuple(t for t, _ in reading.filters)
    return Found(text, data, frozenset(reading.explained), score, quotes, len(rows), listed, filters)


def _whole(record: Record, query: Query) -> dict[str, str]:
    """Return a record that no field was asked of: its title, and what was compared."""
    row = {"name": record.title}
    compared = [query.extreme_words] if query.extreme else [c.words for c in query.conditions]
    for label in compared:
        found = record.field(label) if label else _only_number(record)
        if found is not None and found.text != record.title:
            row[" ".join(label) or "value"] = found.text
    return row


def _line(record: Record, row: dict[str, str], *, wanted: bool, extreme: bool) -> str:
    values = [v for v in row.values() if v]
    if wanted and extreme and record.title not in values:
        return " ".join([record.title, *values])
    return ", ".join(values) if wanted else " ".join(values)


def _in_shape(rows: Sequence[dict[str, str]], query: Query) -> str:
    if query.shape == "json":
        return json.dumps(rows, ensure_ascii=False)
    if query.shape == "table" and rows:
        head = list(rows[0])
        lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
        return "\n".join([*lines, *(f"| {' | '.join(_cell(row.get(h, '')) for h in head)} |" for row in rows)])
    return "\n".join(", ".join(v for v in row.values() if v) for row in rows)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _stated_totals(page: Page, query: Query) -> Iterable[Found]:
    """Yield numbers that the page states of what is counted: "72 products", "Showing 6 of 72"."""
    if query.conditions or query.here or not query.words:
        return
    for element in page.texts:
        if not element.seen or len(element.text) > _TOTAL_LENGTH or page.record(element) is not None:
            continue
        match = re.search(r"(?:\bof |^|\s|\()(\d[\d,.]*)\s+(\w+(?:\s\w+)?)", element.text)
        said = words(match[2]) if match else ()
        if match and all(best_match(w, said) >= _SURE for _, w in query.words):
            total = int(re.sub(r"\D", "", match[1]))
            yield Found(str(total), total, frozenset(t.start for t, _ in query.words), 0.95, (element.text,))


def _from_facts(page: Page, query: Query) -> Iterable[Found]:
    """Yield the values that the page labels with the words of the query."""
    if query.conditions or query.extreme or query.limit:
        return
    around = tuple(w for t in (*page.titles, *(h.text for h in page.headings[:3])) for w in words(t))
    for fact in [*labelled_facts(page), *_stated(page, query)]:
        label_words = tuple(w for label in fact.labels for w in words(label))
        near = (*around, *(w for name in page.section_names(fact.element) for w in words(name)))
        explained: set[int] = set()
        own = 0.0
        shown = words(fact.labels[0]) if fact.labels else ()
        if not any(best_match(word, shown) >= _SURE for _, word in query.words):
            continue
        for token, word in query.words:
            hit = best_match(word, label_words)
            own += hit
            if hit or best_match(word, near):
                explained.add(token.start)
        if own >= _GOOD and not (query.person and re.search(r"\d", fact.text)):
            closeness = own / max(1, len(words(fact.labels[0])))
            yield Found(fact.text, fact.text, frozenset(explained), min(0.9, 0.4 + 0.3 * closeness), (fact.text,))


def _is_price(page: Page, element: Element) -> bool:
    is_short = element.seen and len(element.text) < _TOTAL_LENGTH and page.record(element) is None
    return is_short and element.node.tag not in {"del", "s"} and Field((), element.text, element).is_money


def _stated(page: Page, query: Query) -> Iterable[Field]:
    """Yield values that stand outside of lists and are named by their class: the price of the product of a page."""
    if query.asks != "list":
        if query.here:
            yield Field(("title",), page.snapshot.title, page.elements[0])
        yield from (Field(("title headline heading name",), h.text, h) for h in page.headings[:1])
    money = [e for e in page.texts if _is_price(page, e)]
    if money:
        yield Field(("price",), (best := max(money, key=lambda e: e.node.font_size)).text, best)
    for element in page.texts:
        if element.is_text or not element.classes or len(element.text) > 200 or page.record(element) is not None:  # noqa: PLR2004
            continue
        if not element.usable:
            yield Field((" ".join(sorted(element.classes)),), element.text, element)
