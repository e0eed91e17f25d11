"""The rows of a list that a question is about: those that hold to what is said of them, with what each tells.

A word that says which rows are meant and that no row can tell makes the question unanswerable: it is never passed over.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from gossamer.features.interact.planner.grounding.finding import Finder
from gossamer.features.interact.planner.grounding.likeness import related, stem, words
from gossamer.features.interact.planner.language.lexicon import KINDS
from gossamer.features.interact.planner.language.phrases import Phrase, owner, singular
from gossamer.features.interact.planner.page.elements import FIELDS, Element, PageModel
from gossamer.features.interact.planner.skills.comparing import EXTREMES
from gossamer.features.interact.planner.skills.reading.asking import ASKING, PRICE
from gossamer.features.interact.planner.skills.rows import own_text
from gossamer.features.interact.planner.wordsets import word_set

_LESS: Final = word_set("less fewer under below cheaper shorter lower smaller lighter younger")
_MORE: Final = word_set("more over above longer higher greater bigger larger heavier older exceeding pricier")
_OF_PRICE: Final = word_set(
    "price prices priced cost costs costing cheaper pricier cheapest priciest dearest costliest expensive euro euros "
    "pound pounds dollar dollars eur gbp usd £ € $"
)
_OF_LENGTH: Final = word_set("longer shorter longest shortest long short")
_NOT: Final = word_set("not no without except excluding n't never or")
_TITLE: Final = word_set("title titles name names heading headings")
_SMALL: Final = ASKING | word_set(
    "than at least most less more which that whose have has having with show shows cost costs there number "
    "total altogether overall found left available visible displayed , and or their its his her them other "
    "highest lowest best worst only just please"
)
_LONGEST_TITLE: Final = 120
_NEAR: Final = 4


@dataclass(frozen=True)
class Row:
    """A row of a list: its element, and the cells of its table by what stands above them."""

    element: Element
    cells: tuple[tuple[str, str], ...] = ()
    name: str = ""

    @property
    def text(self) -> str:
        """What the row says of itself."""
        return own_text(self.element) or self.element.text

    @property
    def title(self) -> str:
        """What the row is called."""
        heads = [e for e in self.element.walk() if e.kind in {"heading", "link"} and e.text]
        return self.name or (heads[0].text if heads else self.text)


@dataclass(frozen=True)
class Bound:
    """A number that what rows tell has to be above or below; *about* and *unit* say of what."""

    most: bool
    strict: bool
    number: float
    about: tuple[str, ...]


def rows_over(pages: Sequence[PageModel]) -> list[Row]:
    """Return the rows of all pages of one list; the last of several may have a single one."""
    return [row for page in pages for row in rows_of(page, fewest=1 if len(pages) > 1 else _FEWEST)]


_FEWEST: Final = 2


def rows_of(page: PageModel, *, fewest: int = 2) -> list[Row]:
    """Return the rows of the page's table, *fewest* at least, else the entries of its list."""
    for table in (e for e in page.elements if e.node.tag == "table" or e.kind == "table"):
        lines = [
            (r, [c for c in r.inside if c.kind == "cell" or c.node.tag in {"td", "th"}])
            for r in table.walk()
            if r.node.tag == "tr" or r.node.role == "row"
        ]
        if len(lines) > fewest and len(lines[0][1]) > 1 and lines[0][0].seen and not is_layout([r for r, _ in lines]):
            heads = [c.text for c in lines[0][1]]
            nouns = _headings(page)
            at = next((i for i, h in enumerate(heads) if {singular(w) for w in words(h)} & nouns - _TITLE), None)
            at = next((i for i, h in enumerate(heads) if set(words(h)) & _TITLE), None) if at is None else at
            return [
                Row(
                    r,
                    _under(lines[0][1], cells),
                    cells[at].text if at is not None and at < len(cells) else "",
                )
                for r, cells in lines[1:]
                if cells
            ]
    return [Row(e) for e in Finder(page).rows()]


def is_layout(rows: Sequence[Element]) -> bool:
    """Return whether the rows of a table are the lines of a form, each a label and its field."""
    held = [any(e.kind in FIELDS and e.node.role != "text" for e in row.walk()) for row in rows]
    return sum(held) * 2 > len(rows) and all(
        sum(c.kind == "cell" for c in row.inside) <= _LABEL_AND_FIELD for row in rows
    )


_LABEL_AND_FIELD: Final = 2


def _under(heads: Sequence[Element], cells: Sequence[Element]) -> tuple[tuple[str, str], ...]:
    """Return the cells of a row by what stands above them: in their order, or by place where some have no head."""
    if len(heads) == len(cells):
        return tuple((h.text, c.text) for h, c in zip(heads, cells, strict=True))
    found: list[tuple[str, str]] = []
    for i, head in enumerate(heads):
        box = head.node.box
        below = [c for c in cells if box.width and abs(c.node.box.x - box.x) <= _SAME_COLUMN]
        if len(below) == 1:
            found.append((head.text, below[0].text))
        elif not below and i < len(cells) and not any(c.node.box.width for c in cells):
            found.append((head.text, cells[i].text))
    return tuple(found) or tuple((h.text, c.text) for h, c in zip(heads, cells, strict=False))


_SAME_COLUMN: Final = 8.0


def bounds_of(phrase: Phrase) -> tuple[list[Bound], set[int]]:
    """Return the bounds that a question sets, and where the words that set them start."""
    tokens = phrase.tokens
    found: list[Bound] = []
    used: set[int] = set()
    for i, token in enumerate(tokens):
        at = next((j for j in range(i + 1, min(i + 1 + _NEAR, len(tokens))) if tokens[j].kind == "number"), None)
        if token.norm not in _LESS | _MORE | {"least", "most"} or at is None:
            continue
        if token.norm in {"least", "most"} and (not i or tokens[i - 1].norm != "at"):
            continue
        value = tokens[at].value
        if not isinstance(value, float):
            continue
        after = tokens[at + 1].norm if at + 1 < len(tokens) else ""
        before = [t.norm for t in tokens[max(0, i - 2) : i] if t.norm not in _SMALL]
        about = (*([token.norm] if token.norm not in {"less", "more", "least", "most"} else []), *before)
        about += tuple(w for w in (after, *(t.norm for t in tokens[i:at])) if w) + tuple(
            w for w in ("cost",) if {"cost", "costs", "costing"} & set(phrase.norms)
        )
        found.append(Bound(token.norm in _LESS | {"most"}, token.norm not in {"least", "most"}, value, about))
        used |= {t.start for t in tokens[i : at + 1]}
        if after and (after in _OF_PRICE or len(after) <= _NEAR):
            used.add(tokens[at + 1].start)
    return found, used


def told_number(row: Row, about: Sequence[str]) -> float | None:
    """Return the number that a row tells of what is asked about; None when it tells none."""
    if set(about) & _OF_PRICE and (price := PRICE.search(row.text)):
        return _number(price.group())
    asked = [a for a in about if a not in _LESS | _MORE | {"than"} or a in _OF_LENGTH]
    asked += ["length"] if set(about) & _OF_LENGTH else []
    for head, cell in row.cells:
        if any(related(a, w) for a in asked for w in words(head)) and (number := _number(cell)) is not None:
            return number
    for element in row.element.walk():
        if element.text and not element.inside and any(related(a, w) for a in asked for w in words(element.text)):
            number = _number(element.text)
            if number is not None:
                return number
    return None


def _number(text: str) -> float | None:
    found = re.search(r"-?\d[\d,]*(?:\.\d+)?", text)
    return float(found.group().replace(",", "")) if found else None


def selected(page: PageModel, phrase: Phrase, rows: Sequence[Row]) -> tuple[list[Row], list[str]]:
    """Return the rows that hold to all that is said of them, and the words that no row can tell."""
    bounds, used = bounds_of(phrase)
    kept = list(rows)
    open_ = [n for n in phrase.norms if n in _NOT]
    for bound in bounds:
        numbers = [(told_number(row, bound.about), row) for row in kept]
        if any(number is None for number, _ in numbers) or not numbers:
            open_.append(f"{'less' if bound.most else 'more'} than {bound.number:g}")
            continue
        kept = [row for number, row in numbers if number is not None and _within(bound, number)]
    for word in _telling(page, phrase, rows, used):
        fitting = [row for row in rows if _says(row, word)]
        if not fitting:
            open_.append(word)
        kept = [row for row in kept if row in fitting]
    return kept, open_


def _within(bound: Bound, number: float) -> bool:
    if number == bound.number:
        return not bound.strict
    return (number < bound.number) is bound.most


def _telling(page: PageModel, phrase: Phrase, rows: Sequence[Row], used: set[int]) -> Iterator[str]:
    """Yield the words that say which rows are meant: not what the list is of, nor what is asked of each."""
    nouns = nouns_of(page, rows)
    for token in phrase.tokens:
        if token.start in used or token.kind in {"mark", "ordinal"} or token.norm in _SMALL | EXTREMES | {"'s", "s"}:
            continue
        for word in words(owner(token.text)):
            noun = singular(word)
            cell = _is_cell(rows, word)
            if (noun in nouns and not cell) or word in _OF_PRICE | _OF_LENGTH | _TITLE:
                continue
            if _is_told_of(rows, word) and not cell:
                continue
            yield word


def _headings(page: PageModel, rows: Sequence[Row] = ()) -> frozenset[str]:
    inside = {id(e) for row in rows for e in row.element.walk()}
    heads = [e.text for e in page.elements if e.kind == "heading" and id(e) not in inside]
    return frozenset(singular(w) for text in (page.snapshot.title, *heads) for w in words(text))


def nouns_of(page: PageModel, rows: Sequence[Row] = ()) -> frozenset[str]:
    """Return what the page calls the entries of its list: words of its title and headings, and of a list as such."""
    return (
        _headings(page, rows)
        | frozenset({noun for noun, kinds in KINDS.items() if kinds[0] == "item"})
        | word_set("entry item")
    )


def _is_told_of(rows: Sequence[Row], word: str) -> bool:
    """Return whether a word is what the rows tell something of: a column, or the class of a part of each."""
    noun = singular(word)
    heads = {singular(w) for row in rows[:1] for h, _ in row.cells for w in words(h)}
    classes = {singular(c) for row in rows[:1] for e in row.element.walk() for c in e.classes}
    return any(related(noun, h) for h in heads | classes) or (
        not any(_says(row, word) for row in rows) and all(told_number(row, (word,)) is not None for row in rows)
    )


def _is_cell(rows: Sequence[Row], word: str) -> bool:
    """Return whether a word is all that some row has in a cell: "overdue", and not the name of a column."""
    return any(words(cell) == (word,) for row in rows for _, cell in row.cells)


def _says(row: Row, word: str) -> bool:
    return any(stem(word) == stem(w) for w in words(row.text))


def asked_of(rows: Sequence[Row], phrase: Phrase) -> list[str]:
    """Return what is asked of each row, in the order in which it is said: "title", "author", "price"."""
    found: list[str] = []
    used = bounds_of(phrase)[1]
    for token in phrase.tokens:
        word = singular(token.norm)
        if (
            token.start not in used
            and token.kind == "word"
            and word not in found
            and rows
            and column(rows[0], word) is not None
        ):
            found.append(word)
    return found


def column(row: Row, word: str) -> str | None:
    """Return what a row tells under a name: its title, its price, a cell, or the part of it that has that class."""
    if word in _TITLE:
        return row.title
    for head, cell in row.cells:
        if any(related(word, singular(w)) for w in words(head)):
            return cell
    if word in {"price", "cost"} and (price := PRICE.search(row.text)):
        return price.group()
    part = next((e for e in row.element.walk() if e is not row.element and word in e.classes and e.text), None)
    return part.text if part is not None and len(part.text) <= _LONGEST_TITLE else None
