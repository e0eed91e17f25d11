"""Answers: carrying out a query on the records and the labelled values of a page.

Every list, and the page itself, gives a candidate answer; the one that accounts for most words of the question wins. A
word is accounted for when it names a field, a list, the page, or is said by every record that is kept.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from gossamer.features.interact.rules.lexicon import kinds_of, word_list
from gossamer.features.interact.rules.list_reading import ListReading, meeting, read_list
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.query import Query
from gossamer.features.interact.rules.records import (
    Record,
    RecordField,
    RecordList,
    collect_facts,
    record_lists,
)
from gossamer.features.interact.rules.similarity import ALIKE, best_match, has_all, has_any, has_word, words
from gossamer.features.interact.rules.statements import affirmed
from gossamer.features.interact.rules.tokens import Token

_NUMBER: Final = r"\d[\d.,]*(?:\s?[kKmM]\b)?"
_NAMES: Final = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_GOOD: Final = 0.6
_MOST_LISTS: Final = 6
_MOST_QUOTES: Final = 20
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
    # All records that meet the query, before they are cut to a number, and how its words apply to them.
    kept: tuple[Record, ...] = ()
    reading: ListReading | None = None

    @property
    def filters(self) -> tuple[Token, ...]:
        """The words that the records had to say."""
        return tuple(t for t, _ in self.reading.filters) if self.reading is not None else ()


def answer_on(page: Page, query: Query) -> Found | None:
    """Return the best answer of *page* to *query*; None when it has none."""
    if query.of_groups:
        return None
    lists = record_lists(page, inner=query.asks == "count")[:_MOST_LISTS]
    subject = subject_of(page, query) if query.asks in {"value", "yes_no", "count"} else None
    candidates = [candidate for listed in lists if (candidate := _from_list(page, listed, query, subject)) is not None]
    if query.asks in {"value", "yes_no", "count", "list"}:
        candidates += _from_facts(page, query, subject)
    if query.asks in {"value", "list"}:
        candidates = [f for f in candidates if not repeats_question(f.text, query)]
    return max(candidates, key=lambda f: (len(f.explained), f.score), default=None)


def repeats_question(text: str, query: Query) -> bool:
    """Return whether *text* has no word that the question has not, and so does not answer it."""
    return {w for t in query.rest for w in words(t.text)}.issuperset(words(text))


def together(parts: Sequence[Found], query: Query) -> Found:
    """Return the answer of a list that is shown in *parts*, page by page."""
    first = parts[0]
    if query.asks == "count":
        total = sum(part.rows for part in parts)
        return Found(str(total), total, first.explained, 0.9, first.quotes)
    records = cut_records([record for part in parts for record in part.kept], query)
    if not records or first.reading is None or first.records is None:
        return first
    return _answer_of(records, query, first.reading, 0.9, first.records) or first


def _from_list(page: Page, listed: RecordList, query: Query, subject: "Subject | None") -> Found | None:
    of_navigation = any(word in word_list("reading", "navigation") for _, word in query.words)
    if listed.apart and not of_navigation:
        return None
    reading = read_list(page, listed, query)
    records = list(listed.records)
    if subject is not None:
        records = [r for r in records if r.element is subject.record.element]
        reading.settle(subject.tokens)
    records = meeting(records, listed, query, reading)
    score = 0.5 + min(0.4, listed.weight / 10_000)
    records = extreme_records(records, query) if query.extreme else records
    if not records and (query.extreme or subject is not None):
        return None
    if query.asks == "count":
        counted = _count_records(page, records, listed, query, reading, score=score)
        return (
            replace(counted, kept=tuple(records)) if counted is not None and counted.rows == len(records) else counted
        )
    shown = cut_records(records, query)
    if not shown or query.asks == "yes_no" or (query.asks == "value" and len(shown) != 1):
        return None
    answer = _statement(shown[0], query, reading, score) or _answer_of(shown, query, reading, score, listed)
    return replace(answer, kept=tuple(records), reading=reading) if answer is not None else None


def _statement(record: Record, query: Query, reading: ListReading, score: float) -> Found | None:
    """Return the one value of the record that is named which says what is asked of it: "started by Ann"."""
    filter_words = [word for _, word in reading.filters]
    if not reading.is_named or query.asks != "value" or reading.wanted or not filter_words:
        return None
    fields = [f for f in record.fields if f.text != record.title]
    matching_fields = [f for f in fields if has_all(affirmed(f.text), filter_words)]
    if len(matching_fields) != 1:
        return None
    return Found(
        matching_fields[0].text,
        matching_fields[0].text,
        frozenset(reading.explained),
        score,
        (matching_fields[0].text[:200],),
    )


def cut_records(matching: Sequence[Record], query: Query) -> list[Record]:
    """Return the records that the extreme, the position or the number of *query* leaves, in its order."""
    records = extreme_records(matching, query) if query.extreme else list(matching)
    if query.ordinal is not None:
        records = records[query.ordinal - 1 : query.ordinal] if query.ordinal > 0 else records[query.ordinal :][:1]
    if query.limit is not None:
        return records[: query.limit] if query.limit > 0 else records[query.limit :]
    return records[:1] if query.extreme else records


def extreme_records(records: Sequence[Record], query: Query) -> list[Record]:
    """Return *records* with the largest, smallest, latest or earliest first; without those that have no such value."""
    scored: list[tuple[Any, int, Record]] = []
    for number, record in enumerate(records):
        record_field = record.field(query.extreme_words) if query.extreme_words else _only_number(record)
        by_date = query.extreme in {"latest", "earliest"}
        value: Any = None if record_field is None else (record_field.moment if by_date else record_field.amount)
        if value is not None:
            scored.append((value, -number, record))
    down = query.extreme in {"largest", "latest"}
    return [r for _, _, r in sorted(scored, key=lambda s: (s[0], s[1] if down else -s[1]), reverse=down)]


def _only_number(record: Record) -> RecordField | None:
    numeric = [f for f in record.fields if f.amount is not None]
    return record.field(("price",)) or (numeric[0] if len(numeric) == 1 else None)


def _count_records(
    page: Page, records: Sequence[Record], listed: RecordList, query: Query, reading: ListReading, *, score: float
) -> Found | None:
    """Return a number that the one record that is meant states, or how many it holds; else how many are kept."""
    explained = frozenset(reading.explained)
    names = {name for name, _ in reading.wanted}
    generic = kinds_of(query.counted)[:1] == ("item",) and query.counted not in names
    of_records = generic or query.counted in {"", *reading.nouns}
    if len(records) == 1 and (reading.filters or reading.is_named):
        held = _read_number(page, records[0], query, reading, score)
        if held is not None or (reading.is_named and not of_records):
            return held
    if (query.words and not explained) or not (records or reading.filters or query.conditions):
        return None
    if not of_records and query.counted in names:
        return None
    if not of_records and 2 * sum(quantity(r, query.counted) is not None for r in records) > len(records):
        # Each record states a number of its own: how many records there are is no answer.
        return None
    score += 0.2 * (not reading.filters)
    titles = tuple(r.title for r in records[:_MOST_QUOTES])
    return Found(str(len(records)), len(records), explained, score, titles, len(records), listed, reading=reading)


def _read_number(page: Page, record: Record, query: Query, reading: ListReading, score: float) -> Found | None:
    """Return the number that *record* states of what is counted, or of the entries of a list in it; None without."""
    explained = frozenset(reading.explained)
    number = quantity(record, query.counted) if query.counted not in {"", *reading.nouns} else None
    if number is not None:
        amount = RecordField((), number, record.element).amount
        return Found(number, amount, explained, score + 0.05, (record.text[:200],))
    # The cards of a column.
    lists = [
        record_list
        for record_list in record_lists(page, inner=True)
        if record.element.holds(record_list.records[0].element)
    ]
    named = [
        record_list
        for record_list in lists
        if len(record_list.records) > 1 and len(record_list.records[0].text) > _LEAST_TEXT
    ]
    if not named:
        return None
    rows = max(named, key=lambda record_list: record_list.weight).records
    return Found(str(len(rows)), len(rows), explained, score + 0.1, tuple(r.title for r in rows))


def _answer_of(
    records: Sequence[Record], query: Query, reading: ListReading, score: float, listed: RecordList
) -> Found | None:
    """Return the fields of the records that are kept, in the shape that is wanted."""
    wanted_fields = list(dict.fromkeys(reading.wanted))
    if not wanted_fields and query.shape:
        wanted_fields = [(h, words(h)) for h in listed.headers]
    is_titled = any(has_any(("name", "title"), label, ALIKE) for _, label in wanted_fields)
    titled = query.with_names and not is_titled
    rows = [
        _row(record, wanted_fields, titled=titled) if wanted_fields else _whole(record, query) for record in records
    ]
    if any(2 * sum(bool(row[name]) for row in rows) < len(rows) for name, _ in wanted_fields):
        return None
    single = len(rows) == 1 and query.asks in {"value", "extreme"} and not query.shape
    text = _one_row(records[0], rows[0], query, is_wanted=bool(wanted_fields)) if single else _in_shape(rows, query)
    quotes = tuple(r.text[:200] for r in records[:_MOST_QUOTES])
    explained, score = frozenset(reading.explained), score + 0.05 * bool(wanted_fields)
    return Found(text, _data(rows, query, single=single), explained, score, quotes, len(rows), listed, reading=reading)


def _one_row(record: Record, row: Mapping[str, str], query: Query, *, is_wanted: bool) -> str:
    """Return the values of one *row* in words, with the title of an extreme *record*."""
    values = [v for v in row.values() if v]
    if is_wanted and query.extreme and record.title not in values:
        return " ".join([record.title, *values])
    return (", " if is_wanted else " ").join(values)


def _data(rows: Sequence[dict[str, str]], query: Query, *, single: bool) -> Any:
    if all(len(row) == 1 for row in rows) and query.shape != "json":
        values = [next(iter(row.values())) for row in rows]
        return values[0] if single else values
    return rows[0] if single else rows


def _row(record: Record, wanted_fields: Sequence[tuple[str, tuple[str, ...]]], *, titled: bool) -> dict[str, str]:
    """Return the fields of *record* that are *wanted_fields*, with its title where that is asked for."""
    fields = {name: record.field(label) for name, label in wanted_fields}
    row = {name: field.text if field is not None else "" for name, field in fields.items()}
    return {"name": record.title, **row} if titled else row


def _whole(record: Record, query: Query) -> dict[str, str]:
    """Return a record that no field was asked of: its title, and what was compared."""
    row = {"name": record.title}
    for label in [query.extreme_words] if query.extreme else [c.words for c in query.conditions]:
        field = record.field(label) if label else _only_number(record)
        if field is not None and field.text != record.title:
            row[" ".join(label) or "value"] = field.text
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


def _from_facts(page: Page, query: Query, subject: "Subject | None") -> Iterator[Found]:
    """Yield the values that the page labels with the words of the query; only those of *subject*, where it has one."""
    if query.conditions or query.limit:
        return
    query_words = [word for _, word in query.words]
    for fact in _facts_of(page, query, subject):
        first, label = words(fact.labels[0]), tuple(w for text in fact.labels for w in words(text))
        label_score = sum(best_match(word, label) for word in query_words)
        if label_score >= _GOOD and has_any(first, query_words):
            around = [w for text in (*_around(page), *page.section_names(fact.element)) for w in words(text)]
            explained = frozenset(t.start for t, word in query.words if has_word((*label, *around), word))
            explained |= subject.tokens if subject is not None else frozenset()
            score = min(0.9, 0.4 + 0.3 * label_score / max(1, len(first)))
            yield Found(fact.text, fact.text, explained, score, (fact.text,))


def _around(page: Page) -> tuple[str, ...]:
    return (*page.titles, *(h.text for h in page.headings[:3]))


def _facts_of(page: Page, query: Query, subject: "Subject | None") -> list[RecordField]:
    """Return the labelled values of *page* that may answer *query*; the name of somebody has no digit."""
    facts = [f for f in (*collect_facts(page), *_find_values(page, query)) if f.labels]
    if query.person:
        facts = [f for f in facts if not re.search(r"\d", f.text)]
    return facts if subject is None else [f for f in facts if subject.record.element.holds(f.element)]


def _find_values(page: Page, query: Query) -> Iterator[RecordField]:
    """Yield values that stand outside of lists and are named by their class: the price of the product of a page."""
    if query.asks != "list":
        if query.here:
            yield RecordField(("title",), page.snapshot.title, page.elements[0])
        yield from (RecordField(("title headline heading name",), h.text, h) for h in page.headings[:1])
    apart = [e for e in page.texts if len(e.text) <= _LONGEST_VALUE and page.record(e) is None]
    prices = [e for e in apart if e.node.tag not in {"del", "s"} and RecordField((), e.text, e).is_money]
    if prices:
        best = max(prices, key=lambda e: e.node.font_size)
        yield RecordField(("price",), best.text, best)
    yield from (RecordField((" ".join(sorted(e.classes)),), e.text, e) for e in apart if e.classes and not e.usable)


@dataclass(frozen=True)
class Subject:
    """The record that a question names by its title, and the tokens that do."""

    record: Record
    tokens: frozenset[int]


def subject_of(page: Page, query: Query) -> Subject | None:
    """Return the one record whose whole title stands in *query*; the longest title wins.

    None where no title does, several records have it, or the page itself is about it.
    """
    query_words = [(t, w) for t in query.rest for w in words(t.text)]
    records = [
        r for record_list in record_lists(page)[:_MOST_LISTS] if not record_list.apart for r in record_list.records
    ]
    subjects = [Subject(r, tokens) for r in records if (tokens := _stands_in(words(r.title), query_words))]
    named = [s for s in subjects if not _is_about(page, s.record)]
    most = max((len(words(s.record.title)) for s in named), default=0)
    best = [s for s in named if len(words(s.record.title)) == most]
    return best[0] if len(best) == 1 and most < len(query_words) else None


def _is_about(page: Page, record: Record) -> bool:
    return any(set(words(record.title)) <= set(words(title)) for title in page.titles)


def _stands_in(title: tuple[str, ...], query_words: Sequence[tuple[Token, str]]) -> frozenset[int]:
    have = tuple(w for _, w in query_words)
    places = (n for n in range(len(have) - len(title) + 1) if title and have[n : n + len(title)] == title)
    at = next(places, None)
    # A title of one plain word may be a word of the question that names nothing: "the", "price".
    if at is None or (len(title) == 1 and query_words[at][0].text.islower()):
        return frozenset()
    return frozenset(t.start for t, _ in query_words[at : at + len(title)])


def quantity(record: Record, word: str) -> str | None:
    """Return the number that *record* states of *word*: "70 likes", "Likes: 70"; None where it states none."""
    for part in (f for f in record.fields if f.text != record.title):
        labelled = any(has_word(words(label), word) for label in part.labels)
        if labelled and re.fullmatch(_NUMBER, part.text.strip()):
            return part.text.strip()
        for name in dict.fromkeys(_NAMES.findall(part.text)):
            if has_word(words(name), word) and (number := _beside(part.text, re.escape(name))):
                return number
    return None


def _beside(text: str, name: str) -> str | None:
    """Return the number that stands beside *name* in *text*: behind its colon, before it, else behind it."""
    ways = (rf"{name}\s*[:(]\s*({_NUMBER})", rf"({_NUMBER})\s+{name}\b", rf"\b{name}\s+({_NUMBER})")
    matches = (re.search(way, text) for way in ways)
    return next((match[1].rstrip(".,") for match in matches if match), None)
