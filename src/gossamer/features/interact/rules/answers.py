"""Answers: carrying out a query on the records and the labelled values of a page.

Every list, and the page itself, gives a candidate answer; the one that accounts for most words of the question wins. A
word is accounted for when it names a field, a list, the page, or is said by every record that is kept.
"""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from gossamer.features.interact.rules.lexicon import kinds_of, singular, word_list
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.query import Query
from gossamer.features.interact.rules.records import Field, Record, RecordList, labelled_facts, record_lists, saying
from gossamer.features.interact.rules.similarity import best_match, word_similarity, words
from gossamer.features.interact.rules.tokens import Token

_GOOD: Final = 0.6
_SURE: Final = 0.75
_SAME: Final = 0.9
_MOST_LISTS: Final = 6
_MOST_QUOTES: Final = 20
_TOTAL_LENGTH: Final = 80
_LEAST_TEXT: Final = 3
_LONGEST_VALUE: Final = 200


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
    lists = record_lists(page, inner=query.asks == "count")[:_MOST_LISTS]
    found = [one for listed in lists if (one := _from_list(page, listed, query)) is not None]
    if query.asks in {"value", "yes_no", "count", "list"}:
        found += _from_facts(page, query)
    if query.asks == "count":
        found += _stated_totals(page, query)
    if query.asks in {"value", "list"}:
        found = [f for f in found if not repeats_question(f.text, query)]
    return max(found, key=lambda f: (len(f.explained), f.score), default=None)


def repeats_question(text: str, query: Query) -> bool:
    """Return whether *text* has no word that the question has not, and so does not answer it."""
    return {w for t in query.rest for w in words(t.text)}.issuperset(words(text))


def together(parts: Sequence[Found], query: Query) -> Found:
    """Return the answer of a list that is shown in *parts*, page by page."""
    first = parts[0]
    if query.asks == "count":
        total = sum(part.rows for part in parts)
        return Found(str(total), total, first.explained, 0.9, first.quotes)
    if query.extreme and not query.limit:
        return (max if query.extreme in {"largest", "latest"} else min)(parts, key=_last_amount)
    data = [row for part in parts for row in (part.data if isinstance(part.data, list) else [part.data])]
    lines = [part.text for part in parts]
    if query.shape == "table":
        lines = [first.text, *("\n".join(p.text.split("\n")[2:]) for p in parts[1:])]
    text = json.dumps(data, ensure_ascii=False) if query.shape == "json" else "\n".join(lines)
    return Found(text, data, first.explained, 0.9, tuple(q for p in parts for q in p.quotes)[:_MOST_QUOTES])


def _last_amount(part: Found) -> float:
    texts = list(part.data.values()) if isinstance(part.data, dict) else [part.text]
    amounts = (Field((), t, None).amount for t in reversed(texts))  # type: ignore[arg-type]
    return next((a for a in amounts if a is not None), 0.0)


def _from_list(page: Page, listed: RecordList, query: Query) -> Found | None:
    reading = _read(page, listed, query)
    kept = list(listed.records)
    for _, word in reading.filters:
        carriers = saying(listed.records, word)
        kept = [r for r in kept if r in carriers]
    for condition in query.conditions:
        if any(condition.holds(r) is not None for r in listed.records):
            reading.explained |= {t.start for t in condition.tokens}
        kept = [r for r in kept if condition.holds(r)]
    reading.explained |= {t.start for t, _ in reading.filters} if kept or query.asks == "count" else set()
    score = 0.5 + min(0.4, listed.weight / 10_000)
    if query.extreme:
        kept = extreme_records(kept, query)
    of_navigation = any(word in word_list("reading", "navigation") for _, word in query.words)
    if (listed.apart and not of_navigation) or (query.extreme and not kept):
        return None
    if query.asks == "count":
        return _counted(page, kept, listed, query, reading, score=score)
    kept = _cut(kept, query)
    if not kept or query.asks == "yes_no" or (query.asks == "value" and len(kept) != 1):
        return None
    return _answer_of(kept, query, reading, score, listed)


def _cut(kept: list[Record], query: Query) -> list[Record]:
    """Return the records that the position, the number or the extreme of *query* leaves."""
    if query.ordinal is not None:
        kept = kept[query.ordinal - 1 : query.ordinal] if query.ordinal > 0 else kept[query.ordinal :][:1]
    if query.limit is not None:
        return kept[: query.limit] if query.limit > 0 else kept[query.limit :]
    return kept[:1] if query.extreme else kept


def _read(page: Page, listed: RecordList, query: Query) -> _Reading:
    """Return how the words of *query* apply to *listed*: as a field, as the name of the list, or as a filter."""
    reading = _Reading()
    own = {singular(w) for text in listed.names if text not in page.titles for w in words(text)}
    everything = [r for one in record_lists(page) for r in one.records]
    titles = tuple(w for t in page.titles for w in words(t))
    for token, word in query.words:
        is_item = kinds_of(word)[:1] == ("item",)
        carriers = saying(listed.records, word)
        telling = carriers and len(carriers) < len(listed.records) and not is_item
        # "Admins" on a page of the admin console are those whose records say so.
        in_title = best_match(word, titles) >= _SAME and not saying(everything, word)
        nouns = own | {singular(w) for w in titles if in_title}
        is_noun = is_item or (not telling and any(word_similarity(singular(word), n) >= _SAME for n in nouns))
        label = token.kind == "word" and _field_label(listed, word, carriers=bool(carriers))
        label = label and not (telling and not any(best_match(word, words(h)) for h in listed.headers))
        if label and not (is_noun and query.asks == "count"):
            reading.wanted.append((token.text.casefold(), (word,)))
            reading.explained.add(token.start)
        elif is_noun and token.kind == "word":
            reading.explained.add(token.start)
        elif carriers:
            reading.filters.append((token, word))
        elif in_title:
            reading.explained.add(token.start)
    return reading


def _field_label(listed: RecordList, word: str, *, carriers: bool) -> bool:
    """Return whether *word* names a field of the records, and is not rather a value that they say."""
    best = max(listed.labels(), key=lambda label: word_similarity(word, label), default="")
    if word_similarity(word, best) >= _SURE:
        return True
    having = sum(r.field((word,)) is not None for r in listed.records)
    return not carriers and listed.records[0].field((word,)) is not None and having * 2 >= len(listed.records)


def extreme_records(kept: Sequence[Record], query: Query) -> list[Record]:
    """Return *kept* with the largest, smallest, latest or earliest first; without those that have no such value."""
    scored: list[tuple[Any, int, Record]] = []
    for number, record in enumerate(kept):
        found = record.field(query.extreme_words) if query.extreme_words else _only_number(record)
        by_date = query.extreme in {"latest", "earliest"}
        value: Any = None if found is None else (found.moment if by_date else found.amount)
        if value is not None:
            scored.append((value, -number, record))
    down = query.extreme in {"largest", "latest"}
    return [r for _, _, r in sorted(scored, key=lambda s: (s[0], s[1] if down else -s[1]), reverse=down)]


def _only_number(record: Record) -> Field | None:
    numeric = [f for f in record.fields if f.amount is not None]
    return record.field(("price",)) or (numeric[0] if len(numeric) == 1 else None)


def _counted(
    page: Page, kept: Sequence[Record], listed: RecordList, query: Query, reading: _Reading, *, score: float
) -> Found | None:
    """Return a number that the one record that is meant states, or how many it holds; else how many are kept."""
    explained = frozenset(reading.explained)
    if len(kept) == 1 and reading.filters:
        stated = kept[0].field(reading.wanted[0][1]) if reading.wanted else None
        if stated is not None and stated.amount is not None:
            return Found(stated.text, stated.amount, explained, score + 0.05, (kept[0].text[:200],))
        # The cards of a column.
        lists = [one for one in record_lists(page, inner=True) if kept[0].element.holds(one.records[0].element)]
        named = [one for one in lists if len(one.records) > 1 and len(one.records[0].text) > _LEAST_TEXT]
        if named:
            rows = max(named, key=lambda one: one.weight).records
            return Found(str(len(rows)), len(rows), explained, score + 0.1, tuple(r.title for r in rows))
    if (query.words and not explained) or not (kept or reading.filters or query.conditions):
        return None
    quotes = tuple(r.title for r in kept[:_MOST_QUOTES])
    return Found(
        str(len(kept)),
        len(kept),
        explained,
        score + 0.2 * (not reading.filters),
        quotes,
        len(kept),
        listed,
        tuple(t for t, _ in reading.filters),
    )


def _answer_of(
    kept: Sequence[Record], query: Query, reading: _Reading, score: float, listed: RecordList
) -> Found | None:
    """Return the fields of the records that are kept, in the shape that is wanted."""
    wanted = list(dict.fromkeys(reading.wanted))
    if not wanted and query.shape:
        wanted = [(h, tuple(words(h))) for h in listed.headers if h]
    titled = query.with_names and not any(best_match(w, ("name", "title")) for _, label in wanted for w in label)
    rows: list[dict[str, str]] = []
    for record in kept:
        row = {"name": record.title} if titled and wanted else {}
        row |= {name: (f.text if (f := record.field(label)) is not None else "") for name, label in wanted}
        rows.append(row or _whole(record, query))
    if any(2 * sum(bool(row[name]) for row in rows) < len(rows) for name, _ in wanted):
        return None
    simple = [next(iter(row.values())) for row in rows if len(row) == 1]
    one_column = len(simple) == len(rows)
    data: Any = simple if one_column and query.shape != "json" else rows
    text = _in_shape(rows, query)
    if len(rows) == 1 and query.asks in {"value", "extreme"} and not query.shape:
        values = [v for v in rows[0].values() if v]
        data = simple[0] if one_column else rows[0]
        named = bool(wanted and query.extreme) and kept[0].title not in values
        text = (", " if wanted and not named else " ").join([kept[0].title, *values] if named else values)
    quotes = tuple(r.text[:200] for r in kept[:_MOST_QUOTES])
    filters = tuple(t for t, _ in reading.filters)
    explained = frozenset(reading.explained)
    return Found(text, data, explained, score + 0.05 * bool(wanted), quotes, len(rows), listed, filters)


def _whole(record: Record, query: Query) -> dict[str, str]:
    """Return a record that no field was asked of: its title, and what was compared."""
    row = {"name": record.title}
    for label in [query.extreme_words] if query.extreme else [c.words for c in query.conditions]:
        found = record.field(label) if label else _only_number(record)
        if found is not None and found.text != record.title:
            row[" ".join(label) or "value"] = found.text
    return row


def _in_shape(rows: Sequence[dict[str, str]], query: Query) -> str:
    if query.shape == "json":
        return json.dumps(rows, ensure_ascii=False)
    if query.shape != "table":
        return "\n".join(", ".join(v for v in row.values() if v) for row in rows)
    head = list(rows[0])
    cells = [head, ["---"] * len(head), *([row.get(h, "") for h in head] for row in rows)]
    return "\n".join(
        f"| {' | '.join(c.replace('|', chr(92) + '|').replace(chr(10), ' ') for c in row)} |" for row in cells
    )


def _stated_totals(page: Page, query: Query) -> Iterable[Found]:
    """Yield numbers that the page states of what is counted: "72 products", "Showing 6 of 72"."""
    if query.conditions or query.here or not query.words:
        return
    for element in page.texts:
        if not element.seen or len(element.text) > _TOTAL_LENGTH or page.record(element) is not None:
            continue
        match = re.search(r"(?:\bof |^|\s|\()(\d[\d,.]*)\s+(\w+(?:\s\w+)?)", element.text)
        carriers = words(match[2]) if match else ()
        if match and all(best_match(w, carriers) >= _SURE for _, w in query.words):
            total = int(re.sub(r"\D", "", match[1]))
            yield Found(str(total), total, frozenset(t.start for t, _ in query.words), 0.95, (element.text,))


def _from_facts(page: Page, query: Query) -> Iterable[Found]:
    """Yield the values that the page labels with the words of the query."""
    if query.conditions or query.extreme or query.limit:
        return
    around = tuple(w for t in (*page.titles, *(h.text for h in page.headings[:3])) for w in words(t))
    for fact in [*labelled_facts(page), *_stated(page, query)]:
        label = tuple(w for text in fact.labels for w in words(text))
        shown = words(fact.labels[0]) if fact.labels else ()
        if not any(best_match(word, shown) >= _SURE for _, word in query.words):
            continue
        near = (*around, *(w for name in page.section_names(fact.element) for w in words(name)))
        explained = frozenset(t.start for t, word in query.words if best_match(word, (*label, *near)) >= _SURE)
        own = sum(best_match(word, label) for _, word in query.words)
        if own >= _GOOD and not (query.person and re.search(r"\d", fact.text)):
            score = min(0.9, 0.4 + 0.3 * own / max(1, len(shown)))
            yield Found(fact.text, fact.text, explained, score, (fact.text,))


def _stated(page: Page, query: Query) -> Iterable[Field]:
    """Yield values that stand outside of lists and are named by their class: the price of the product of a page."""
    if query.asks != "list":
        if query.here:
            yield Field(("title",), page.snapshot.title, page.elements[0])
        yield from (Field(("title headline heading name",), h.text, h) for h in page.headings[:1])
    apart = [e for e in page.texts if e.seen and len(e.text) <= _LONGEST_VALUE and page.record(e) is None]
    prices = [e for e in apart if e.node.tag not in {"del", "s"} and len(e.text) < _TOTAL_LENGTH]
    prices = [e for e in prices if Field((), e.text, e).is_money]
    if prices:
        yield Field(("price",), (best := max(prices, key=lambda e: e.node.font_size)).text, best)
    for element in apart:
        if not element.is_text and element.classes and not element.usable:
            yield Field((" ".join(sorted(element.classes)),), element.text, element)
