"""Records: the lists and tables of a page as rows with fields, for reading, counting, choosing and row actions."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from gossamer.content.text.names import singular
from gossamer.content.values.dates import moment
from gossamer.content.values.numbers import first_number
from gossamer.content.values.prices import price
from gossamer.features.interact.rules.elements import CONTROLS, FIELDS, TOGGLES, Element
from gossamer.features.interact.rules.lexicon import phrase_set, word_list
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.similarity import ALIKE, SAME, SURE, best_match, folded, has_any, has_word, words
from gossamer.features.interact.rules.statements import Mention, affirmed, is_short, mention, negates, truth

_MOST_TEXT: Final = 400
_LEAST: Final = 2
_LABEL_LENGTH: Final = 40
_GOOD: Final = 0.6
_NAV_TAGS: Final = frozenset({"nav", "header", "footer", "aside"})
_PLAIN_TAGS: Final = frozenset({"p", "label", "br", "hr", "script", "form"})
_LABEL_TAGS: Final = frozenset({"b", "strong", "dt", "th"})
_NO_ROWS: Final = frozenset({"option", "cell", "tab", "heading", "menuitem"}) | TOGGLES
_PARTED: Final = re.compile("\\s+[·|•\u2013\u2014]\\s+|,\\s+")
_LABELLED: Final = re.compile(r"([^:]{1,40}):\s+(\S.*)")
_RATING: Final = re.compile(r"[★⭐]|\d\s*/\s*5|stars")


@dataclass(frozen=True)
class RecordField:
    """A piece of a record: its *labels* (column, class, prefix), its *text* as shown, and where it stands."""

    labels: tuple[str, ...]
    text: str
    element: Element

    @cached_property
    def amount(self) -> float | None:
        """The number in it: a price as it is now, else the first number; None without one."""
        money = price(self.text)
        number = money.amount if money is not None else first_number(self.text)
        return float(number) if number is not None else None

    @cached_property
    def is_money(self) -> bool:
        """Whether it states a price with a currency."""
        money = price(self.text)
        return money is not None and bool(money.currency)

    @cached_property
    def moment(self) -> str | None:
        """The date in it as ISO text, to be compared; None without one."""
        parsed_moment = moment(self.text)
        return parsed_moment.isoformat() if parsed_moment is not None else None

    def fits(self, name_words: Sequence[str]) -> float:
        """Return the best match of its labels with *name_words*."""
        scores = [(sum(best_match(w, have) for w in name_words), len(have)) for have in map(words, self.labels) if have]
        return max(
            (s / len(name_words) - 0.02 * max(0, n - len(name_words)) for s, n in scores if name_words), default=0.0
        )


@dataclass(frozen=True)
class Record:
    """A row, card or item: its *element* and its fields in reading order."""

    element: Element
    fields: tuple[RecordField, ...]

    @property
    def text(self) -> str:
        """All that can be read in it."""
        return self.element.text

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Its words, those of states and classes of what has no text included; none of what its buttons do."""
        silent = (w for e in self.element.walk() if not e.text for w in (*words(e.node.name), *e.classes))
        return (*(w for e in self._leaves for w in words(e.text)), *silent)

    @cached_property
    def affirmed(self) -> tuple[str, ...]:
        """Its words without those that it denies: neither "shipped" of "Not shipped", nor the column of a "No"."""
        silent = [e for e in self.element.walk() if not e.text and not any(negates(w) for w in e.classes)]
        ticked = (w for f in self.fields if truth(f.text) for label in f.labels for w in words(label))
        text_words = (w for e in self._leaves for w in affirmed(e.text))
        return (*text_words, *(w for e in silent for w in (*affirmed(e.node.name), *e.classes)), *ticked)

    @cached_property
    def _leaves(self) -> list[Element]:
        inside = list(self.element.walk())
        does = {id(i) for e in inside if e.kind == "button" and e is not self.element for i in e.walk()}
        return [e for e in inside if id(e) not in does and (e.is_text or not e.inside)]

    def mentions(self, word: str, asked: Collection[str]) -> set[Mention]:
        """Return the way its short values say *word*: "Partly paid" says "paid" only in part."""
        return {mention(f.text, word, asked) for f in self.fields if is_short(f.text)}

    @cached_property
    def title(self) -> str:
        """What it is called: its heading, its named field, else its main link, its loudest or its first text."""
        named = [e.text for e in self.element.walk() if e.kind == "heading" and e.text]
        named += [f.text for f in self.fields if any(has_word(words(label), "title", ALIKE) for label in f.labels)]
        links = [e.text for e in self.element.walk() if e.kind == "link" and len(e.text) > _LEAST]
        if links and not any(c.kind == "cell" for c in self.element.inside):
            named.append(max(links[:2], key=len))
        return next(iter(named), self._loudest)

    @property
    def _loudest(self) -> str:
        """The text that is written larger or bolder than others, else the first one with letters."""
        lettered = [f for f in self.fields if any(c.isalpha() for c in f.text)]
        loud = sorted(lettered[:4], key=lambda f: (-f.element.node.font_size, not f.element.node.bold))
        loudest_field = next(iter((*loud, *self.fields)), None)
        return loudest_field.text if loudest_field is not None else self.text[:_MOST_TEXT]

    @property
    def link(self) -> Element | None:
        """What opens it: the link of its title, else its first link; None without one."""
        links = [e for e in self.element.walk() if e.kind == "link" and e.seen]
        return next((e for e in links if folded(e.text) == folded(self.title)), next(iter(links), None))

    def opener(self, names: Collection[str]) -> Element | None:
        """Return the element called by one of *names*, or a menu, else the link of its title; None without one."""
        inside = [e for e in self.element.walk() if e.kind in {"button", "link", "icon"} and e.seen]
        menus = (e for e in inside if e.node.attributes.get("aria-haspopup") in {"menu", "true"})
        return next((e for e in inside if folded(e.name) in names), next(menus, self.link))

    def field(self, words: Sequence[str]) -> RecordField | None:
        """Return the field that *words* name, by its labels, else by the kind of value it has; None without."""
        best = max(self.fields, default=None, key=lambda f: f.fits(words))
        if best is not None and best.fits(words) >= _GOOD:
            return best
        if any(singular(w) in {"name", "title"} or w in word_list("reading", "name") for w in words):
            titled = (f for f in self.fields if f.text == self.title)
            return next(titled, RecordField(("title",), self.title, self.element))
        return next(self._by_value(words), None)

    def _by_value(self, field_words: Sequence[str]) -> Iterator[RecordField]:
        """Yield the fields whose values are of the kind that is named: a price, a date, a rating, a firm or a town."""

        def named(*kinds: str) -> bool:
            return has_any(kinds, field_words, ALIKE)

        if named("price", "salary"):
            yield from (
                f for f in self.fields if f.is_money and not {"old", "del"} & {*f.element.classes, f.element.node.tag}
            )
        elif named("date", "deadline"):
            yield from (f for f in self.fields if f.moment)
        elif named("rating"):
            yield from (f for f in self.fields if _RATING.search(f.text))
        else:
            # "Korrel Foods · Rotterdam": the firm and the town are in their usual order.
            for number, role in enumerate(("organization", "locality")):
                for f in self.fields if any(singular(w) in word_list("reading", role) for w in field_words) else ():
                    parts = _PARTED.split(f.text)
                    if f.text != self.title and len(parts) > 1 and all(map(_is_name, parts[:2])):
                        yield RecordField((role,), parts[number], f.element)


def _is_name(text: str) -> bool:
    return text[:1].isupper() and len(text) < _LABEL_LENGTH and not any(c.isdigit() for c in text)


@dataclass(frozen=True)
class RecordList:
    """Records that repeat; *headers* are those of a table's columns, *names* what the page calls the list."""

    records: tuple[Record, ...]
    headers: tuple[str, ...]
    names: tuple[str, ...]
    weight: float
    # Whether it stands in the navigation, the header or the footer of the page.
    apart: bool = False

    def labels(self) -> set[str]:
        """Return the words of all labels of its fields."""
        return {w for r in self.records for f in r.fields for label in f.labels for w in words(label)}


def saying(records: Sequence[Record], word: str, asked: Collection[str] = ()) -> list[Record]:
    """Return the records that say *word*: itself or a form of it where one does, else what means the same.

    What a record denies it does not say. Where *word* is the whole value of some, those that have it
    as a part of another value are left out; *asked* are the words of the question.
    """
    word = word.removesuffix("'s")
    scored_records = [(best_match(word, r.affirmed), r) for r in records]
    least = SAME if any(score >= SAME for score, _ in scored_records) else SURE
    carriers = [(r.mentions(word, asked), r) for score, r in scored_records if score >= least]
    has_whole = any("whole" in mentions for mentions, _ in carriers)
    return [r for mentions, r in carriers if "whole" in mentions or "part" not in mentions or not has_whole]


def is_ticked(listed: RecordList, word: str) -> bool:
    """Return whether *word* names a column of *listed* that only says yes or no."""
    cells = [f for r in listed.records for f in r.fields if f.fits((word,)) >= SURE]
    return len(cells) * 2 > len(listed.records) and all(truth(f.text) is not None for f in cells)


@lru_cache(4)
def record_lists(page: Page, *, inner: bool = False) -> list[RecordList]:
    """Return the lists and tables of *page*, the main one first; with *inner* also those within records of others."""
    lists = [candidate for group in page.groups if (candidate := _as_list(page, group)) is not None]
    outer = (
        lists
        if inner
        else [
            record_list
            for record_list in lists
            if not any(_stands_in(record_list, o) for o in lists if o is not record_list)
        ]
    )
    return sorted(outer, key=lambda record_list: -record_list.weight)


def elements_in(lists: Iterable[RecordList]) -> set[int]:
    """Return the identities of the elements that stand in the records of *lists*."""
    return {id(e) for record_list in lists for r in record_list.records for e in r.element.walk()}


def _stands_in(inner_list: RecordList, other: RecordList) -> bool:
    """Return whether *inner_list* is a list within a record of *other*, which then is the list."""
    first = inner_list.records[0].element
    return other.weight >= 0.5 * inner_list.weight and any(r.element.holds(first) for r in other.records)


def _as_list(page: Page, group: list[Element]) -> RecordList | None:
    """Return a group of alike elements as a list of records; None where they are controls, paging or plain text."""
    shown = list(filter(_may_be_row, group))
    rows, headers = [e for e in shown if not _is_header(e)], _headers(shown)
    is_known_list = bool(rows) and rows[0].parent is not None and rows[0].parent.ref in page.lists
    if not rows or _lists_nothing(rows) or not (rows[1:] or headers or is_known_list):
        return None
    apart = _stands_apart(page, rows, known=is_known_list)
    records = tuple(Record(e, tuple(_fields(e, headers))) for e in rows)
    return RecordList(records, headers, _names_of(page, rows[0]), _weight(rows) * (0.15 if apart else 1.0), apart)


def _may_be_row(element: Element) -> bool:
    return element.seen and bool(element.text or element.name) and element.kind not in _NO_ROWS


def _names_of(page: Page, row: Element) -> tuple[str, ...]:
    """Return the names of the list of *row*: by its sections, by the classes of its rows, by the heading before."""
    before = [h.text for h in page.headings if h.index < row.index][-1:]
    return (*tuple(page.section_names(row))[:6], " ".join(sorted(row.classes)), *before)


def _weight(rows: Sequence[Element]) -> float:
    """Return the weight of *rows* among the lists of a page: by their text, and less where they are mere links."""
    size = sum(min(len(e.text), _MOST_TEXT) for e in rows) + 8 * len(rows)
    return size * (0.5 if all(e.kind == "link" or len(e.text) < _LEAST for e in rows) else 1.0)


def _lists_nothing(rows: Sequence[Element]) -> bool:
    """Return whether *rows* are controls, or mostly numbers of pages or paragraphs."""
    turning = phrase_set("page", "next") | phrase_set("page", "previous")
    paging = sum(folded(e.text).isdigit() or folded(e.text) in turning for e in rows)
    plain = sum(e.node.tag in _PLAIN_TAGS for e in rows)
    return max(paging, plain) * 2 > len(rows) or any(e.kind in CONTROLS | FIELDS and e.kind != "link" for e in rows)


def _stands_apart(page: Page, rows: Sequence[Element], *, known: bool) -> bool:
    """Return whether *rows* stand in the navigation, the header or the footer, or are short ones above the title."""
    looks = word_list("page", "navigation_looks")
    around = rows[0].ancestors()
    if any(a.node.tag in _NAV_TAGS or a.node.role == "navigation" or a.classes & looks for a in around):
        return True
    title = next((h.index for h in page.headings if h.node.level == 1), 0)
    above = rows[-1].index < title and all(len(e.text) < _LABEL_LENGTH for e in rows)
    return above and (known or not page.lists)


def _cells(row: Element) -> list[Element]:
    return [c for c in row.inside if not c.is_text]


def _is_header(row: Element) -> bool:
    return bool(_cells(row)) and all(c.node.tag == "th" or c.node.role == "columnheader" for c in _cells(row))


def _headers(rows: Sequence[Element]) -> tuple[str, ...]:
    """Return the texts over the columns of a table; () where the rows are not those of one."""
    tables = (a for a in rows[0].ancestors() if a.kind == "table") if rows and rows[0].node.role == "row" else ()
    header_rows = (r for table in list(tables)[:1] for r in table.walk() if r.node.role == "row" and _is_header(r))
    return next((tuple(c.text for c in _cells(row)) for row in header_rows), ())


def _fields(row: Element, headers: Sequence[str]) -> Iterator[RecordField]:
    cells = [c for c in _cells(row) if c.kind == "cell"]
    return _cell_fields(cells, headers) if cells else _leaf_fields(row)


def _cell_fields(cells: Sequence[Element], headers: Sequence[str]) -> Iterator[RecordField]:
    for number, cell in enumerate(cells):
        marks = ["yes" if e.node.checked else "no" for e in cell.walk() if e.node.checked is not None]
        labels = (*headers[number : number + 1], " ".join(sorted(cell.classes)))
        if cell.text or cell.name:
            yield RecordField(labels if labels[0] else labels[1:], cell.text or next(iter(marks), cell.name), cell)


def _leaf_fields(row: Element) -> Iterator[RecordField]:
    before = ""
    for leaf in _leaves(row, row):
        labels = () if leaf is row else (" ".join(sorted(_own_classes(leaf, row))),)
        if "heading" in {leaf.kind, leaf.parent.kind if leaf.parent is not None else ""}:
            labels = (*labels, "title name")
        labelled = _LABELLED.fullmatch(leaf.text)
        label, text = labelled.groups() if labelled else (before, leaf.text)
        yield RecordField((label, *labels) if label else labels, text, leaf)
        is_label = leaf.text.endswith(":") or (leaf.node.tag in _LABEL_TAGS and len(leaf.text) < _LABEL_LENGTH)
        before = leaf.text.rstrip(": ") if is_label else ""


def _leaves(element: Element, row: Element) -> Iterator[Element]:
    """Yield the innermost elements of *row* that hold text; a paragraph with links in it is one."""
    inner = [e for e in element.inside if not e.is_text and (e.text or e.inside)]
    has_texts = any(e.is_text and e.text for e in element.inside)
    is_whole = element.is_text or not inner or (has_texts and element is not row)
    if element.kind == "button" and element is not row:
        return
    if is_whole:
        yield from [element] if element.text else []
        return
    for child in element.inside:
        yield from _leaves(child, row)


def _own_classes(leaf: Element, row: Element) -> set[str]:
    """Return the words of the classes of *leaf* and of what holds nothing but it within *row*."""
    classes = set(leaf.classes)
    for above in leaf.ancestors():
        if above is row or above.text != leaf.text:
            break
        classes |= above.classes
    return classes


def collect_facts(page: Page) -> list[RecordField]:
    """Return the values that *page* labels outside of lists: terms, table rows of two cells, "label: value" lines."""
    return [f for e in page.elements if not e.is_text and e.seen for f in _facts(e) if f.text]


def _facts(element: Element) -> Iterable[RecordField]:
    """Yield the labelled values that *element* is."""
    cells, parts = _cells(element), [e for e in element.inside if e.text]
    if element.node.tag == "dl":
        yield from _terms(element)
    elif element.node.role == "row" and len(cells) == _LEAST:
        yield RecordField((cells[0].text,), cells[1].text, cells[1])
    elif not cells and (match := _LABELLED.fullmatch(element.text)):
        yield RecordField((match[1],), match[2], element)
    elif len(parts) == _LEAST and len(element.inside) <= _LEAST + 1 and len(element.text) < _LABEL_LENGTH * 3:
        # A line of a short label, and of what stands behind it.
        label, value = parts
        if _is_label(label) and not (label.usable or value.usable):
            yield RecordField((label.text.rstrip(": "), " ".join(sorted(value.classes))), value.text, value)


def _terms(element: Element) -> Iterator[RecordField]:
    label = ""
    for term in (e for e in element.walk() if e.node.tag in {"dt", "dd"}):
        if term.node.tag == "dd" and label:
            yield RecordField((label,), term.text, term)
        label = term.text if term.node.tag == "dt" else label


def _is_label(part: Element) -> bool:
    is_marked = part.text.endswith(":") or part.node.tag in _LABEL_TAGS | {"label", "span", "div"}
    return is_marked and len(part.text) < _LABEL_LENGTH and any(c.isalpha() for c in part.text)
