"""List readings: how the words of a question apply to one list: fields, names of the list, conditions on records."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from gossamer.content.text.names import singular
from gossamer.features.interact.rules.lexicon import kinds_of, word_list
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.query import Query, is_joined
from gossamer.features.interact.rules.records import Record, RecordList, is_ticked, record_lists, saying
from gossamer.features.interact.rules.similarity import ALIKE, SAME, SURE, folded, has_word, word_similarity, words
from gossamer.features.interact.rules.tokens import Token


@dataclass
class ListReading:
    """How the words of a query apply to one list: fields that are wanted, and words that records must have."""

    wanted: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    filters: list[tuple[Token, str]] = field(default_factory=list)
    # The words of the query, and those of them that name the records.
    asked: frozenset[str] = frozenset()
    nouns: set[str] = field(default_factory=set)
    explained: set[int] = field(default_factory=set)
    # Whether the question names one of the records by its title.
    is_named: bool = False

    def settle(self, tokens: Collection[int]) -> None:
        """Take *tokens* as the name of the record that is meant: they narrow nothing further."""
        self.is_named = True
        self.explained |= set(tokens)
        self.filters = [f for f in self.filters if f[0].start not in tokens]

    def take(self, token: Token, word: str, role: str) -> None:
        """Take *word* in the *role* that it has for the list."""
        if role == "filter":
            self.filters.append((token, word))
        elif role:
            self.explained.add(token.start)
        if role == "field":
            self.wanted.append((token.text.casefold(), (word,)))
        elif role == "name":
            self.nouns.add(word)


def read_list(page: Page, listed: RecordList, query: Query) -> ListReading:
    """Return the roles of the words of *query* in *listed*: field, name of the list, or filter."""
    reading = ListReading(asked=frozenset(t.norm for t in query.rest))
    roles = _Roles(page, listed, query)
    for token, word in (*query.words, *_states(listed, query)):
        reading.take(token, word, roles.role(token, word, len(saying(listed.records, word, reading.asked))))
    order = [t.text.casefold() for t in query.rest]
    reading.wanted.sort(key=lambda w: order.index(w[0]))
    return reading


class _Roles:
    """The roles that words of a query have for a list, by the words that it and its page are called by."""

    def __init__(self, page: Page, listed: RecordList, query: Query) -> None:
        self._listed, self._query = listed, query
        self._own = frozenset(singular(w) for text in listed.names if text not in page.titles for w in words(text))
        self._titles = frozenset(w for text in page.titles for w in words(text))
        self._records = [r for record_list in record_lists(page) for r in record_list.records]

    def role(self, token: Token, word: str, carriers: int) -> str:
        """Return the role of *word*: "field", "filter", "name" or "noun" of the records, "title" of the page, else "".

        *carriers* is how many records say it.
        """
        is_item = kinds_of(word)[:1] == ("item",)
        telling = 0 < carriers < len(self._listed.records) and not is_item
        # "Admins" on a page of the admin console are those whose records say so.
        in_title = has_word(self._titles, word, SAME) and not saying(self._records, word)
        is_named = not telling and self._is_name(word, in_title=in_title)
        if token.kind == "word" and self._is_field(token, word, carriers, telling=telling):
            # "How many customers" on a list of orders would count the values of a column.
            of_records = is_named or (is_item and not _is_column(self._listed, word))
            if not (of_records and self._query.asks == "count"):
                return "field"
        if token.kind == "word" and is_named:
            return "name"
        return "noun" if token.kind == "word" and is_item else _guess_role(carriers, in_title=in_title)

    def _is_name(self, word: str, *, in_title: bool) -> bool:
        name_words = self._own | set(map(singular, self._titles)) if in_title else self._own
        return has_word(name_words, singular(word), SAME)

    def _is_field(self, token: Token, word: str, carriers: int, *, telling: bool) -> bool:
        is_header = any(has_word(words(h), word, ALIKE) for h in self._listed.headers)
        is_label = _field_label(self._listed, word, carriers=carriers > 0) and (is_header or not telling)
        return is_label and (is_joined(self._query.rest, token) or not is_ticked(self._listed, word))


def _guess_role(carriers: int, *, in_title: bool) -> str:
    """Return the role of a word that neither names the records nor a field of them."""
    return "filter" if carriers else "title" if in_title else ""


def _states(listed: RecordList, query: Query) -> list[tuple[Token, str]]:
    """Return the words that name nothing as a rule, but are the whole value of some records here: "done"."""
    query_starts = {t.start for t, _ in query.words}
    plain = word_list("grammar", "articles") | word_list("grammar", "all") | word_list("grammar", "pronouns")
    words_ = [t for t in query.rest if t.kind == "word" and t.start not in query_starts and t.norm not in plain]
    values = {folded(f.text) for r in listed.records for f in r.fields if f.text != r.title} if words_ else set()
    return [(t, t.norm) for t in words_ if t.norm in values]


def _field_label(listed: RecordList, word: str, *, carriers: bool) -> bool:
    """Return whether *word* names a field of the records, and is not rather a value that they say."""
    best = max(listed.labels(), key=lambda label: word_similarity(word, label), default="")
    if word_similarity(word, best) >= SURE:
        return True
    having = sum(r.field((word,)) is not None for r in listed.records)
    return not carriers and listed.records[0].field((word,)) is not None and having * 2 >= len(listed.records)


def _is_column(listed: RecordList, word: str) -> bool:
    """Return whether *word* is the header of a column behind the first whose values repeat: no name of the records."""
    headers = listed.headers[1:]
    headed = any(has_word(map(singular, words(h)), singular(word), SAME) for h in headers)
    values = [f.text for r in listed.records if (f := r.field((word,))) is not None] if headed else []
    return len(set(values)) < len(values)


def meeting(records: Sequence[Record], listed: RecordList, query: Query, reading: ListReading) -> list[Record]:
    """Return those of *records* that say what *query* asks; what that accounts for is noted."""
    carriers = [saying(listed.records, word, reading.asked) for _, word in reading.filters]
    matching_records = [r for r in records if all(r in carrying_records for carrying_records in carriers)]
    for condition in query.conditions:
        if any(condition.holds(r) is not None for r in listed.records):
            reading.explained |= {t.start for t in condition.tokens}
        matching_records = [r for r in matching_records if condition.holds(r)]
    if matching_records or query.asks == "count":
        reading.explained |= {t.start for t, _ in reading.filters}
    return matching_records
