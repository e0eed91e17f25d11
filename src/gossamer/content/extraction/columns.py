"""Lists that a prompt names as the page does: "What rivers are there and how long are they?" over a table of rivers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gossamer.content.extraction.candidates import Candidate, plain
from gossamer.content.extraction.reading import Reading
from gossamer.content.page_model import Fact, Record, RecordList
from gossamer.content.text.names import same_words, singular, words_of

# What is asked with an adjective is called by a noun.
_CALLED: Final[Mapping[str, str]] = {
    "long": "length", "high": "height", "tall": "height", "heavy": "weight", "wide": "width", "deep": "depth",
    "big": "size", "large": "size", "old": "age", "fast": "speed", "much": "price", "expensive": "price",
    "when": "date", "where": "location", "far": "distance",
}  # fmt: skip
_LEFT_OUT: Final = frozenset({"link", "image"})
_FEWEST: Final = 2


@dataclass(frozen=True, slots=True)
class Column:
    """What an answer has under *name*, one candidate for each row or None."""

    name: str
    cells: tuple[Candidate | None, ...]


@dataclass(frozen=True, slots=True)
class Listed:
    """A list as the prompt calls it, its columns, and the words of the prompt that named it and them."""

    name: str
    columns: tuple[Column, ...]
    told: frozenset[str]

    def rows(self) -> list[dict[str, Any]]:
        """Return the rows, what a row leaves out as None."""
        return [
            {column.name: None if (cell := column.cells[at]) is None else cell.text for column in self.columns}
            for at in range(len(self.columns[0].cells))
        ]


def listed(reading: Reading, prompt: str) -> Listed | None:
    """Return the list one of whose headings, or whose own, is a plural of *prompt*; None when there is none."""
    spoken = same_words(prompt)
    plurals = [(word, one) for word in spoken if (one := singular(word)) != word]
    if not plurals:
        return None
    words = frozenset(singular(word) for word in spoken) | {_CALLED[word] for word in spoken if word in _CALLED}
    for records in reading.visible.records:
        heads = _heads(records)
        for plural, one in plurals:
            first = next((head for head in heads if words_of(head) == (one,)), None)
            if first is not None and len(records.records) >= _FEWEST:
                asked = [head for head in heads if head != first and words.intersection(words_of(head))]
                rest = asked or [head for head in heads if head != first]
                told = {plural, *(word for head in (first, *asked) for word in words_of(head))}
                told |= {word for word, noun in _CALLED.items() if noun in told}
                columns = tuple(_column(head, records.records) for head in (first, *rest))
                return Listed(plural, columns, frozenset(told))
    return None


def _heads(records: RecordList) -> list[str]:
    """Return what a table's columns are headed, in their order; nothing for a list that is no table."""
    if not records.place.startswith("table"):
        return []
    return list(
        dict.fromkeys(head for record in records.records[:20] for head in record.cells if head not in _LEFT_OUT)
    )


def _column(head: str, records: Sequence[Record]) -> Column:
    return Column(plain(head), tuple(_cell(record.cells.get(head)) for record in records))


def _cell(fact: Fact | None) -> Candidate | None:
    return Candidate(fact.text, fact.place, quote=fact.quote) if fact is not None and fact.text else None
