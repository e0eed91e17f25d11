"""Records: the lists and tables of a page as rows with fields, for reading, counting, choosing and row actions."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from gossamer.content.values.dates import moment
from gossamer.content.values.numbers import first_number
from gossamer.content.values.prices import price
from gossamer.features.interact.rules.elements import CONTROLS, FIELDS, TOGGLES, Element
from gossamer.features.interact.rules.lexicon import phrase_set, singular, word_list
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.similarity import best_match, folded, words

_MOST_TEXT: Final = 400
_LEAST: Final = 2
_LABEL_LENGTH: Final = 40
_GOOD: Final = 0.6
_NAV_TAGS: Final = frozenset({"nav", "header", "footer", "aside"})
_NAV_CLASSES: Final = frozenset({"sidebar", "nav", "navbar", "menu", "toc", "breadcrumb", "breadcrumbs", "topbar"})
_NO_ROWS: Final = frozenset({"option", "cell", "tab", "heading", "menuitem"}) | TOGGLES
_PARTED: Final = re.compile("\\s+[·|•\u2013\u2014]\\s+|,\\s+")
_LABELLED: Final = re.compile(r"([^:]{1,40}):\s+(\S.*)")


@dataclass(frozen=True)
class Field:
    """A piece of a record: its *labels* (column, class, prefix), its *text* as shown, and where it stands."""

    labels: tuple[str, ...]
    text: str
    element: Element

    @cached_property
    def amount(self) -> float | None:
        """The number in it: a price as it is now, else the first number; None without one."""
        money = price(self.text)
        found = money.amount if money is not None else first_number(self.text)
        return float(found) if found is not None else None

    @cached_property
    def is_money(self) -> bool:
        """Whether it states a price with a currency."""
        money = price(self.text)
        return money is not None and bool(money.currency)

    @cached_property
    def moment(self) -> str | None:
        """The date in it as ISO text, to be compared; None without one."""
        found = moment(self.text)
        return found.isoformat() if found is not None else None


@dataclass(frozen=True)
class Record:
    """A row, card or item: its *element* and its fields in reading order."""

    element: Element
    fields: tuple[Field, ...]

    @property
    def text(self) -> str:
        """All that can be read in it."""
        return self.element.text

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Its words, those of states and classes of what has no text included."""
        silent = (w for e in self.element.walk() if not e.text for w in (*words(e.node.name), *e.classes))
        return (*words(self.text), *silent)

    @cached_property
    def title(self) -> str:
        """What it is called: its heading, its named field, else its main link, else its first text."""
        headings = [e for e in self.element.walk() if e.kind == "heading" and e.text]
        if headings:
            return headings[0].text
        named = [f for f in self.fields if any(best_match("title", words(label)) for label in f.labels)]
        if named:
            return named[0].text
        links = [e for e in self.element.walk() if e.kind == "link" and len(e.text) > _LEAST]
        if links and not any(c.kind == "cell" for c in self.element.inside):
            return max(links[:2], key=lambda e: len(e.text)).text
        lettered = [f for f in self.fields if any(c.isalpha() for c in f.text)][:4]
        loud = sorted(lettered, key=lambda f: (-f.element.node.font_size, not f.element.node.bold))
        if len(loud) > 1 and (loud[0].element.node.font_size, loud[0].element.node.bold) != (
            loud[-1].element.node.font_size,
            loud[-1].element.node.bold,
        ):
            return loud[0].text
        return (lettered or self.fields or (Field((), self.text[:_MOST_TEXT], self.element),))[0].text

    @property
    def link(self) -> Element | None:
        """What opens it: the link of its title, else its first link; None without one."""
        links = [e for e in self.element.walk() if e.kind == "link" and e.seen]
        titled = [e for e in links if folded(e.text) == folded(self.title)]
        return next(iter(titled or links), None)

    def field(self, wanted: Sequence[str]) -> Field | None:
        """Return the field that *wanted* words name, by its labels, else by the kind of value it has; None without."""
        scored = [(self._fits(f, wanted), -n, f) for n, f in enumerate(self.fields)]
        best = max(scored, default=(0.0, 0, None), key=lambda s: s[:2])
        return best[2] if best[0] >= _GOOD else self._by_type(wanted)

    def _fits(self, found: Field, wanted: Sequence[str]) -> float:
        best = 0.0
        for label in found.labels:
            have = words(label)
            if have and wanted:
                score = sum(best_match(w, have) for w in wanted) / len(wanted)
                best = max(best, score - 0.02 * max(0, len(have) - len(wanted)))
        return best

    def _by_type(self, wanted: Sequence[str]) -> Field | None:
        if any(w in word_list("reading", "name") or singular(w) in {"name", "title"} for w in wanted):
            title = self.title
            return next((f for f in self.fields if f.text == title), Field(("title",), title, self.element))
        if any(best_match(w, ("price", "salary")) >= _GOOD for w in wanted):
            money = [f for f in self.fields if f.is_money]
            return next((f for f in money if "old" not in f.element.classes and f.element.node.tag != "del"), None)
        if any(best_match(w, ("date", "deadline")) >= _GOOD for w in wanted):
            return next((f for f in self.fields if f.moment), None)
        if any(best_match(w, ("rating",)) >= _GOOD for w in wanted):
            return next((f for f in self.fields if re.search(r"[★⭐]|\d\s*/\s*5|stars", f.text)), None)
        return self._by_order(wanted)

    def _by_order(self, wanted: Sequence[str]) -> Field | None:
        """Return the firm or the town of a line "Korrel Foods · Rotterdam": that is their usual order."""
        for number, role in enumerate(("organization", "locality")):
            if any(singular(w) in word_list("reading", role) for w in wanted):
                lines = [(f, _PARTED.split(f.text)) for f in self.fields if f.text != self.title]
                lines = [(f, parts) for f, parts in lines if len(parts) > 1 and all(_is_name(p) for p in parts[:2])]
                return next((Field((role,), parts[number], f.element) for f, parts in lines), None)
        return None


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


def record_lists(page: Page, *, inner: bool = False) -> list[RecordList]:
    """Return the lists and tables of *page*, the main one first; with *inner* also those within records of others."""
    found = [made for group in page.groups if (made := _as_list(page, group)) is not None]
    if inner:
        return sorted(found, key=lambda one: -one.weight)
    outer = [one for one in found if not any(_stands_in(one, other) for other in found if other is not one)]
    return sorted(outer, key=lambda one: -one.weight)


def _stands_in(one: RecordList, other: RecordList) -> bool:
    """Return whether *one* is a list within a record of *other*, which then is the list."""
    first = one.records[0].element
    return any(r.element.holds(first) for r in other.records) and other.weight >= 0.5 * one.weight


def _as_list(page: Page, group: list[Element]) -> RecordList | None:
    rows = [e for e in group if e.seen and (e.text or e.name) and e.kind not in _NO_ROWS]
    headers = _headers(rows)
    rows = [e for e in rows if not _is_header(e)]
    known = bool(rows) and rows[0].parent is not None and rows[0].parent.ref in page.lists
    if not rows or (len(rows) < _LEAST and not headers and not known):
        return None
    if any(e.kind in CONTROLS | FIELDS and e.kind != "link" for e in rows) or _is_paging(rows):
        return None
    if sum(e.node.tag in {"p", "label", "br", "hr", "script", "form"} for e in rows) * 2 > len(rows):
        return None
    records = tuple(Record(e, _fields(e, headers)) for e in rows)
    size = sum(min(len(e.text), _MOST_TEXT) for e in rows) + 8 * len(rows)
    apart = any(
        a.node.tag in _NAV_TAGS or a.node.role == "navigation" or a.classes & _NAV_CLASSES for a in rows[0].ancestors()
    )
    first_title = next((h.index for h in page.headings if h.node.level == 1), 0)
    was_there = known or not page.lists
    apart = apart or (was_there and rows[-1].index < first_title and all(len(e.text) < _LABEL_LENGTH for e in rows))
    plain = all(e.kind == "link" or len(e.text) < _LEAST for e in rows)
    weight = size * (0.15 if apart else 1.0) * (0.5 if plain else 1.0)
    names = tuple(page.section_names(rows[0]))[:6]
    names += (" ".join(sorted(rows[0].classes)), *_heading_before(page, rows[0]))
    return RecordList(records, headers, names, weight, apart)


def _heading_before(page: Page, row: Element) -> tuple[str, ...]:
    return tuple(h.text for h in page.headings if h.index < row.index)[-1:]


def _is_header(row: Element) -> bool:
    cells = [c for c in row.inside if not c.is_text]
    return bool(cells) and all(c.node.tag == "th" or c.node.role == "columnheader" for c in cells)


def _headers(rows: Sequence[Element]) -> tuple[str, ...]:
    """Return the texts over the columns of a table; () where the rows are not those of one."""
    if not rows or rows[0].node.role != "row":
        return ()
    table = next((a for a in rows[0].ancestors() if a.kind == "table"), None)
    if table is None:
        return ()
    for row in table.walk():
        if row.node.role == "row" and _is_header(row):
            return tuple(c.text for c in row.inside if not c.is_text)
    return ()


def _is_paging(rows: Sequence[Element]) -> bool:
    turning = phrase_set("page", "next") | phrase_set("page", "previous")
    paging = sum(folded(e.text).isdigit() or folded(e.text) in turning or e.text in turning for e in rows)
    return paging * 2 > len(rows)


def _fields(row: Element, headers: Sequence[str]) -> tuple[Field, ...]:
    cells = [c for c in row.inside if not c.is_text and c.kind == "cell"]
    if cells:
        return tuple(_cell(c, headers[n] if n < len(headers) else "") for n, c in enumerate(cells) if c.text or c.name)
    return tuple(_leaf_fields(row))


def _cell(cell: Element, header: str) -> Field:
    marks = [e for e in cell.walk() if e.node.checked is not None]
    text = cell.text or cell.name
    if not cell.text and marks:
        text = "yes" if marks[0].node.checked else "no"
    return Field((header, " ".join(sorted(cell.classes))) if header else (" ".join(sorted(cell.classes)),), text, cell)


def _leaf_fields(row: Element) -> Iterable[Field]:
    before = ""
    for leaf in _leaves(row):
        text = leaf.text
        labels = [] if leaf is row else [" ".join(sorted(_own_classes(leaf, row)))]
        if leaf.kind == "heading" or (leaf.parent is not None and leaf.parent.kind == "heading"):
            labels.append("title name")
        if labelled := _LABELLED.fullmatch(text):
            yield Field((labelled[1], *labels), labelled[2], leaf)
        elif before:
            yield Field((before, *labels), text, leaf)
        else:
            yield Field(tuple(labels), text, leaf)
        is_label = text.endswith(":") or (leaf.node.tag in {"dt", "th", "b", "strong"} and len(text) < _LABEL_LENGTH)
        before = text.rstrip(": ") if is_label and leaf.node.tag != "a" else ""


def _leaves(row: Element) -> list[Element]:
    """Return the innermost elements of *row* that hold text; a paragraph with links in it is one."""
    found: list[Element] = []

    def take(element: Element) -> None:
        inner = [e for e in element.inside if not e.is_text and (e.text or e.inside)]
        texts = [e for e in element.inside if e.is_text and e.text]
        if element.kind == "button" and element is not row:
            return
        if texts and element is not row and (not inner or len(element.text) < _LABEL_LENGTH * 2):
            found.append(element)
        elif not inner:
            found.extend([element] if element.text else [])
        else:
            for child in element.inside:
                if child.is_text and child.text:
                    found.append(child)
                elif not child.is_text:
                    take(child)

    take(row)
    return found


def _own_classes(leaf: Element, row: Element) -> set[str]:
    """Return the words of the classes of *leaf* and of what holds nothing but it within *row*."""
    found = set(leaf.classes)
    for above in leaf.ancestors():
        if above is row or above.text != leaf.text:
            break
        found |= above.classes
    return found


def labelled_facts(page: Page) -> list[Field]:
    """Return the values that *page* labels outside of lists: terms, table rows of two cells, "label: value" lines."""
    found: list[Field] = []
    for element in page.elements:
        if element.is_text or not element.seen:
            continue
        if element.node.tag == "dl":
            found += _pairs([e for e in element.walk() if e.node.tag in {"dt", "dd"}])
        elif element.node.role == "row" and len(cells := [c for c in element.inside if not c.is_text]) == _LEAST:
            found += [Field((cells[0].text,), cells[1].text, cells[1])]
        elif not any(not e.is_text for e in element.inside) and (match := _LABELLED.fullmatch(element.text)):
            found.append(Field((match[1],), match[2], element))
        elif _LEAST <= len(element.inside) <= _LEAST + 1 and len(element.text) < _LABEL_LENGTH * 3:
            found += _line(element)
    return [f for f in found if f.text]


def _pairs(terms: Sequence[Element]) -> list[Field]:
    found, label = [], ""
    for element in terms:
        if element.node.tag == "dt":
            label = element.text
        elif label:
            found.append(Field((label,), element.text, element))
    return found


def _line(element: Element) -> list[Field]:
    """Return the pair that a line of two pieces is: a short label, and what stands behind it."""
    parts = [e for e in element.inside if e.text]
    if len(parts) != _LEAST or any(e.usable for e in parts) or not _is_short(parts[0]):
        return []
    is_label = parts[0].text.endswith(":") or parts[0].node.tag in {"b", "strong", "dt", "th", "label", "span", "div"}
    return [Field((parts[0].text.rstrip(": "), *_class_label(parts[1])), parts[1].text, parts[1])] if is_label else []


def _class_label(element: Element) -> tuple[str, ...]:
    return (" ".join(sorted(element.classes)),) if element.classes else ()


def _is_short(element: Element) -> bool:
    return len(element.text) < _LABEL_LENGTH and any(c.isalpha() for c in element.text)
