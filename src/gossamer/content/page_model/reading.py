"""From a page to what it visibly says."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from typing import Final

from turbohtml import Document, Node

from gossamer.content.addresses import Base
from gossamer.content.cleaning import Sweep, clean
from gossamer.content.extraction.candidates import MOST_CELLS
from gossamer.content.page_model.cells import Cells
from gossamer.content.page_model.choices import read_choices
from gossamer.content.page_model.joining import join_tables
from gossamer.content.page_model.layout import Layout, LayoutBox
from gossamer.content.page_model.material import PageMaterial
from gossamer.content.page_model.model import Fact, Outline, RecordList
from gossamer.content.page_model.naming import can_be, guess
from gossamer.content.page_model.others import others
from gossamer.content.page_model.outline import Outliner, choices_of
from gossamer.content.page_model.pairs import Located, Pairs
from gossamer.content.page_model.questions import read_questions
from gossamer.content.page_model.references import BoxReferences
from gossamer.content.page_model.repeated import Repeated
from gossamer.content.page_model.tables import read_table

_MOST_FACTS: Final = 2_000
_MOST_TEXT: Final = 300
_LOOKS: Final = 40
_LOOKS_AT_RECORDS: Final = 6


def look(page: PageMaterial) -> Visible:
    """Return the view of *page* that a visitor has; each page is looked at once, however often it is asked for.

    The whole page is read, because shops keep prices and specifications beside what reads like content; what is in
    the main content comes first.
    """
    return page.known(Visible)


def layout_of_main(page: PageMaterial) -> Layout:
    """Return the main content of *page* as it is laid out."""
    return Layout(page.main)


class Visible:
    """What a page shows, each part found out when it is asked for: records cost more than all the rest."""

    def __init__(self, page: PageMaterial) -> None:
        self._page = page

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """Return the values with their labels, of the page's own; those of the main content first."""
        own_facts = (fact for fact in (*self._tabled.facts, *self._pairs) if not self._others[fact.at])
        located = sorted(own_facts, key=lambda fact: fact.at)
        return _main_first(_once(pair.fact for pair in located), self._lines)

    @cached_property
    def records(self) -> tuple[RecordList, ...]:
        """Return the records that repeat; those of the main content first."""
        lists = [*self._tabled.lists, *self._repeated.lists]
        ordered = (records for _, records in sorted(lists, key=lambda entry: entry[0]))
        return tuple(sorted(ordered, key=lambda records: not _is_list_among(records, self._lines)))

    @cached_property
    def joined(self) -> tuple[RecordList, ...]:
        """Return the joined lists of those that the page gives in sections; each names its parts."""
        tabled = join_tables(self._tabled.lists, self._others)
        return (*tabled, *self._repeated.joined)

    @cached_property
    def choices(self) -> tuple[RecordList, ...]:
        """Return the choices that the page offers, in forms and rows of buttons."""
        return read_choices(self._page.document)

    @cached_property
    def questions(self) -> RecordList | None:
        """Return the questions that the page answers, in cells called "question" and "answer"; None without any."""
        return read_questions(self._layout)

    @cached_property
    def named(self) -> tuple[Fact, ...]:
        """Return values without a visible label that an element names by its class, id or itemprop ("price")."""
        return _main_first(_once(_find_named_facts(self._layout, self._others)), self._lines)

    def lines(self) -> Iterator[str]:
        """Yield the lines of the whole page, what stands around its content among them."""
        return (line for _, _, line in self._layout.all_lines())

    @cached_property
    def outline(self) -> Outline:
        """Return the whole page line by line, each with what claims it, and what its forms offer."""
        return Outliner(self._layout, self._pairs, self._others).write(choices_of(self._page.document))

    def own_lines(self) -> Iterator[str]:
        """Yield the lines that speak of what the page is about, and stand in no menu or footer."""
        for at, box, line in self._layout.all_lines():
            if not self._others[at] and not box.around:
                yield line

    def own_parts(self) -> Iterator[tuple[str, list[str]]]:
        """Yield each of these lines with the texts of the elements side by side that it is made of, else itself."""
        for at, box, line in self._layout.all_lines():
            if not self._others[at] and not box.around:
                yield line, self._layout.elements_of(box, line)

    @cached_property
    def _layout(self) -> Layout:
        return Layout(_copy_visible(self._page.document, self._page.base))

    @cached_property
    def _others(self) -> bytearray:
        return others(self._layout)

    @cached_property
    def _references(self) -> BoxReferences:
        return BoxReferences(self._layout, self._page.base)

    @cached_property
    def _tabled(self) -> _Tabled:
        return _Tabled(self._layout, self._references)

    @cached_property
    def _repeated(self) -> _Repeating:
        cells = Cells(self._layout, self._references, self._pairs)
        return _Repeating(Repeated(self._layout, cells, self._tabled.taken, self._others))

    @cached_property
    def _pairs(self) -> list[Located]:
        return Pairs(self._layout, bytearray(self._tabled.taken)).find()

    @cached_property
    def _lines(self) -> AbstractSet[str]:
        main = self._page.main
        if len(main.select("td, th")) > MOST_CELLS:
            # Written as text, each column of a table is as wide as its widest cell: large ones are read as they stand.
            return frozenset(_squeeze_blanks(line) for _, _, line in self._page.known(layout_of_main).all_lines())
        return frozenset(_squeeze_blanks(line.lstrip("* ")) for line in main.to_text().split("\n"))


class _Repeating:
    """The lists of a page that are no tables, with where each begins; what they are sections of, found when asked."""

    def __init__(self, repeated: Repeated) -> None:
        self.lists = list(repeated.find())
        self._repeated = repeated

    @cached_property
    def joined(self) -> tuple[RecordList, ...]:
        return tuple(self._repeated.joined())


class _Tabled:
    """What the tables of a page say; *taken* marks the pieces of text that stand in them."""

    def __init__(self, layout: Layout, references: BoxReferences) -> None:
        self.facts: list[Located] = []
        self.lists: list[tuple[int, RecordList]] = []
        self.taken = bytearray(len(layout.pieces) + 1)
        tables = (box for box in layout.boxes if box.tag == "table" and box.start < box.stop)
        for number, box in enumerate(tables, 1):
            self._read(layout, box, number, references)

    def _read(self, layout: Layout, box: LayoutBox, number: int, references: BoxReferences) -> None:
        table = read_table(layout, box, number, references)
        if not table.is_data or self.taken[box.start]:
            return
        self.taken[box.start : box.stop] = b"\1" * (box.stop - box.start)
        self.facts += (Located(box.start, fact) for fact in table.facts)
        self.lists += ((box.start, records) for records in (table.records, table.columns) if records is not None)


def _copy_visible(document: Node, base: Base) -> Node:
    """Return a copy of *document* without what a visitor does not see."""
    return clean(document, base, Sweep()).document if isinstance(document, Document) else copy.copy(document)


def _find_named_facts(layout: Layout, of_others: bytearray) -> Iterable[Fact]:
    """Yield facts that elements name by class, id or itemprop: the innermost of each name."""
    for box in layout.boxes:
        if box.around or box.start >= box.stop or of_others[box.start]:
            continue
        name = guess(layout.names(box))
        if not name or _has_inner(layout, box, name):
            continue
        text = layout.short(box, _MOST_TEXT)
        if text and can_be(name, text):
            called = box.element.attr("itemprop") or box.element.attr("class") or box.element.attr("id") or ""
            yield Fact(name, text, f'element "{" ".join(called.split())[:60]}"', layout.heading(box), text)


def _has_inner(layout: Layout, box: LayoutBox, name: str) -> bool:
    return any(
        layout.boxes[at].start < layout.boxes[at].stop and guess(layout.names(layout.boxes[at])) == name
        for at in range(box.order + 1, min(box.end, box.order + _LOOKS))
    )


def _once(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """Return *facts*, each label with a value once, up to a limit."""
    unique_facts: dict[tuple[str, str], Fact] = {}
    for fact in facts:
        unique_facts.setdefault((fact.label.lower(), fact.text), fact)
        if len(unique_facts) >= _MOST_FACTS:
            break
    return tuple(unique_facts.values())


def _main_first(facts: Sequence[Fact], lines: AbstractSet[str]) -> tuple[Fact, ...]:
    return tuple(sorted(facts, key=lambda fact: not _is_among(fact, lines)))


def _is_among(fact: Fact, lines: AbstractSet[str]) -> bool:
    return _squeeze_blanks(fact.quote) in lines or _squeeze_blanks(fact.text) in lines


def _is_list_among(records: RecordList, lines: AbstractSet[str]) -> bool:
    looked = records.records[:_LOOKS_AT_RECORDS]
    among = sum(any(_is_among(fact, lines) for fact in record.cells.values()) for record in looked)
    return among * 2 > len(looked)


def _squeeze_blanks(text: str) -> str:
    return "".join(text.split())


def facts(page: PageMaterial) -> Sequence[Fact]:
    """Return the values that *page* labels, those of its main content first."""
    return look(page).facts


def records(page: PageMaterial) -> Sequence[RecordList]:
    """Return the records that repeat on *page*, those of its main content first."""
    return look(page).records
