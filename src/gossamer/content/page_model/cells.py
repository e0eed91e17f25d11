# ruff: noqa: ERA001, RUF001, RUF003 - dashes and lines as pages have them
"""Cells: the texts of a record that is no row of a table, each with its name."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from gossamer.content.locales import pattern
from gossamer.content.page_model.labels import MOST_VALUE
from gossamer.content.page_model.layout import Layout, LayoutBox
from gossamer.content.page_model.model import Fact, Record
from gossamer.content.page_model.naming import by_tag, can_be, guess, is_money
from gossamer.content.page_model.pairs import Located
from gossamer.content.page_model.references import BoxReferences
from gossamer.content.values.availability import availability
from gossamer.content.values.dates import has_day, only_date

_MOST_BOXES: Final = 300
_MOST_CELLS: Final = 40
_MOST_TEXT: Final = 4_000
_AMOUNT: Final = re.compile(r"[^\w]{0,3}(\d[\d.,]{0,12})[^\w]{0,3}")
_BETWEEN: Final = re.compile(r"\s[·•|]\s")
_DASHED: Final = re.compile(r"\s[–—-]\s|\s?\.{3,60}\s?")
_FREE: Final = re.compile(
    r"free(?: (?:entry|admission|of charge))?|gratis|kostenlos|eintritt frei|entrée libre|gratuit", re.IGNORECASE
)
# Names of a line with an amount or a date in it.
_RUN_TOGETHER: Final = frozenset({"text", "price", "date"})
_AMOUNT_LONG: Final = 24
# "2027-01-14T18:00:00+01:00".
_MOST_TIME: Final = 25
_LONG_ROLE: Final = 80
# "Anna Berg – Head of Sales (anna@team.example)"
_REACHED: Final = re.compile(r"\S{1,64}@\S{1,100}|\+?[\d ()/-]{6,22}")
_NAMING: Final = frozenset({"b", "strong", "a"})
_HEADINGS: Final = frozenset({"h2", "h3", "h4", "h5", "h6", "dt"})
_MOST_PIECES_LED: Final = 40
# Words that lead to an amount, and are no name of the thing that costs so much.
_LEADING: Final = pattern("page_model", "cells", "leading")
_MOST_LED: Final = 6
_NAMED_ABOVE: Final = 3
_MOST_NAMED: Final = 300
_PROSE: Final = 60
_LONG_TITLE: Final = 200
_TEXT: Final = "text"


@dataclass(frozen=True, slots=True)
class _Field:
    name: str
    text: str
    box: LayoutBox


class Cells:
    """Reads records; *pairs* are the labels and values of the whole page, in its order."""

    def __init__(self, layout: Layout, references: BoxReferences, pairs: Sequence[Located]) -> None:
        self._layout = layout
        self._references = references
        self._pairs = pairs
        self._starts = [pair.at for pair in pairs]

    def record(self, box: LayoutBox, place: str, group: str) -> Record:
        """Return the record that *box* shows."""
        cells: dict[str, Fact] = {}
        # A box that begins with its subject has no label: "**Ann Lee**", and below it "Director".
        pairs = self._pairs_in(box) if not self._read_led_texts(box) else []
        paired = {fact.text for fact in pairs} | {fact.label for fact in pairs} | {fact.quote for fact in pairs}
        fields = [field for field in self._fields(box) if field.text.rstrip(":： ") not in paired]
        for name, text in _number_cells(fields).items():
            cells[name] = Fact(name, text, f"{place}, {name}", group, text)
        for fact in pairs:
            cells.setdefault(
                fact.label, Fact(fact.label, fact.text, f"{place}, {fact.label}", group, fact.quote or fact.text)
            )
        link, image = self._references.of(box)
        for name, address in (("link", link), ("image", image)):
            if address:
                cells.setdefault(name, Fact(name, address, f"{place}, {name}", group, ""))
        if (mail := self._references.mail(box)) and not any(mail in fact.text for fact in cells.values()):
            cells.setdefault("email", Fact("email", mail, f"{place}, email", group, mail))
        return Record(cells, self._layout.text(box)[:_MOST_TEXT], link, image, place, self._items(box, place, group))

    def _items(self, box: LayoutBox, place: str, group: str) -> tuple[Fact, ...]:
        """Return the entries of the lists in *box*, those that hold no further ones."""
        entries = [
            list_item
            for list_item in self._layout.boxes[box.order + 1 : min(box.end, box.order + _MOST_BOXES)]
            if list_item.tag == "li"
        ]
        holders = {id(entry.parent.parent) for entry in entries if entry.parent is not None}
        texts = [
            text for entry in entries if id(entry) not in holders and (text := self._layout.short(entry, MOST_VALUE))
        ]
        return tuple(
            Fact("item", text, f"{place}, item {at}", group, text) for at, text in enumerate(texts[:_MOST_CELLS], 1)
        )

    def _pairs_in(self, box: LayoutBox) -> list[Fact]:
        first = bisect_left(self._starts, box.start)
        last = bisect_left(self._starts, box.stop)
        return [pair.fact for pair in self._pairs[first : min(last, first + _MOST_CELLS)]]

    def _fields(self, record: LayoutBox) -> Iterator[_Field]:
        """Yield the texts of *record*: the smallest boxes that say one thing."""
        layout = self._layout
        number = 0
        at = record.order
        stop = min(record.end, record.order + _MOST_BOXES)
        while at < stop and number < _MOST_CELLS:
            box = layout.boxes[at]
            at += 1
            if box.start >= box.stop or not self._is_one(box, record):
                continue
            text = layout.short(box, _MOST_TEXT)
            if not text:
                continue
            number += 1
            at = box.end
            if led := self._read_led_texts(box):
                yield from (_Field(name, led_text, box) for name, led_text in led)
                continue
            if names := self._name_and_role(box):
                yield from (
                    _Field(name, part_text, box)
                    for name, part_text in zip(("title", "role", _TEXT), names, strict=False)
                )
                continue
            yield _Field(self._name(box, record, text), _whole_date(box, text), box)

    def _read_led_texts(self, box: LayoutBox) -> list[tuple[str, str]]:
        """Return the texts of *box* by name, when it begins with its title, and its price or further lines follow.

        "**Burrata** €11.00", "**Ann Lee** / Director / ann@team.example", a heading with the price in an element.
        """
        first = box.boxes[0] if box.boxes else None
        if first is None or box.stop - box.start > _MOST_PIECES_LED:
            return []
        lines = self._layout.lines(box.start, box.stop)
        if first.tag in _NAMING and not self._layout.span(box.start, first.start):
            named = self._layout.short(first, _LONG_ROLE)
        elif box.tag in _HEADINGS and len(lines) == 1:
            named = self._layout.span(box.start, box.boxes[-1].start)
        else:
            return []
        rest = lines[0].removeprefix(named).strip(" \u2013\u2014-.\u2026") if lines else ""
        is_name = (
            any(map(str.isalpha, named))
            and _LEADING.match(named) is None
            and not named.endswith((":", ".", ","))
            and lines[0].startswith(named)
        )
        *text, cost = _DASHED.split(rest)
        if not is_name or (rest and not is_money(cost)) or not 1 < len(lines) + bool(rest) <= _MOST_LED:
            return []
        further = [(_look(line) or _TEXT, line) for line in (*text, *lines[1:])]
        return [("title", named), *([("price", cost)] if rest else []), *further]

    def _name_and_role(self, box: LayoutBox) -> tuple[str, ...]:
        """Return the name that a line begins with and what its bearer is: "**Ann Lee**, Director".

        With what stands in brackets behind it, if anything does; nothing for another line.
        """
        first = box.boxes[0] if box.boxes else None
        if first is None or first.tag not in {"b", "strong"} or self._layout.span(box.start, first.start):
            return ()
        name = self._layout.short(first, _LONG_ROLE)
        text, *below = self._layout.lines(first.stop, min(box.stop, first.stop + 8)) or [""]
        # "**Ann Lee**, Director. Reach her at ann@team.example."
        rest, _, more = text.partition(". ")
        # "**Ann Lee**, Director, ann@team.example".
        office, _, reached = rest.rpartition(", ")
        if office and _REACHED.fullmatch(reached) is not None:
            rest, more = office, f"{reached} {more}"
        more = " ".join(filter(None, (more.strip(), *below)))
        is_role = rest.startswith(", ") and len(rest) <= _LONG_ROLE and not rest.endswith(".")
        texts = (name, rest[2:].strip(), *([more] if more else []))
        return texts if name and is_role and len(box.boxes) == 1 else ()

    def _is_one(self, box: LayoutBox, record: LayoutBox) -> bool:
        """Return whether *box* says one thing: it has text of its own, or is named and no part of it otherwise."""
        if not box.boxes:
            return True
        if box is not record and (name := guess(self._layout.names(box))):
            return self._layout.size(box) <= _MOST_NAMED * 3 and self._is_all(box, name)
        if all(child.start >= child.stop for child in box.boxes):
            return True
        return self._has_own_text(box) and not any(child.block for child in box.boxes)

    def _is_all(self, box: LayoutBox, name: str) -> bool:
        for at in range(box.order + 1, min(box.end, box.order + 30)):
            child = self._layout.boxes[at]
            other = guess(self._layout.names(child)) or by_tag(child.tag)
            if (other and other != name) or (child.tag in {"li", "p"} and name != "description"):
                return False
        return True

    def _has_own_text(self, box: LayoutBox) -> bool:
        start = box.start
        for child in box.boxes[:20]:
            if start < child.start and not "".join(self._layout.pieces[start : child.start]).isspace():
                return True
            start = child.stop
        return start < box.stop and bool(
            "".join(self._layout.pieces[start : min(box.stop, start + 20)]).strip(" \n|·•,")
        )

    def _name(self, box: LayoutBox, record: LayoutBox, text: str) -> str:
        around = list(takewhile(lambda holder: holder is not record, box.upward(_NAMED_ABOVE)))
        # A tag that strikes a text out says more than its class.
        tag = next(filter(None, (by_tag(holder.tag) for holder in around)), "")
        names = next(filter(None, (guess(self._layout.names(holder)) for holder in around)), "")
        if is_money(text) and names not in {"old price", "description", "title"}:
            return "old price" if "old price" in (tag, names) else "price"
        # Not money: a label, or what else is struck out.
        named = "" if "old price" in (tag, names) else names or tag
        return named if named and can_be(named, text) else _TEXT


def _whole_date(box: LayoutBox, text: str) -> str:
    """Return the day that *box* is marked up with, where what it shows is none alone: "Jan 14"; else *text*."""
    marked = (box.element.attr("datetime") or "")[:_MOST_TIME] if box.tag == "time" else ""
    return marked if has_day(marked) and not has_day(text) else text


def _number_cells(fields: Sequence[_Field]) -> Mapping[str, str]:
    """Return the cells of *fields* by name; a second of its kind has a number, as "price 2"."""
    named: dict[str, str] = {}
    rest: list[_Field] = []
    for field in fields:
        if field.name in _RUN_TOGETHER and (parts := _part_line(field.text)):
            for name, text in parts:
                _put(named, name, text)
        elif field.name == _TEXT:
            rest.append(field)
        else:
            _put(named, field.name, field.text)
    _settle_prices(named)
    title = _title(rest, fields)
    if "title" not in named and title is not None:
        named = {"title": title.text} | named
        rest.remove(title)
    if "description" not in named and "title" in named:
        longest = max(rest, key=lambda field: len(field.text), default=None)
        if longest is not None and len(longest.text) >= _PROSE:
            named["description"] = longest.text
            rest.remove(longest)
    for field in rest:
        _put(named, _TEXT, field.text)
    return named


def _part_line(text: str) -> list[tuple[str, str]]:
    """Return the parts of a line that says several things, by name: "4 Dec 2026, 8 pm · Main Stage · £18".

    Nothing where none of them is a date or an amount.
    """
    texts = [part.strip() for part in _BETWEEN.split(text) if part.strip()] if len(text) <= _MOST_NAMED else []
    if len(texts) == 1:
        return _part_at_dashes([part.strip() for part in _DASHED.split(text)])
    names = [_look(part) for part in texts]
    if "date" in names:
        places = [at for at, name in enumerate(names) if not name]
        if len(places) == 1 and not any(map(str.isdigit, texts[places[0]].partition(" ")[0])):
            names[places[0]] = "location"
    elif "price" not in names:
        return []
    return [(name or _TEXT, part) for name, part in zip(names, texts, strict=True)]


def _part_at_dashes(parts: Sequence[str]) -> list[tuple[str, str]]:
    """Return by name the *parts* of a line between dashes that ends with its price: "Bruschetta - €6.50"."""
    first, *rest = parts
    if not rest or not is_money(rest[-1]) or any(map(_look, parts[:-1])):
        return []
    is_name = first[:1].isupper() and _LEADING.match(first) is None
    return [("title" if is_name else _TEXT, first), *((_TEXT, line) for line in rest[:-1]), ("price", rest[-1])]


def _look(text: str) -> str:
    if is_money(text) or _FREE.fullmatch(text) is not None:
        return "price"
    if only_date(text) is not None:
        return "date"
    return "availability" if len(text) <= _AMOUNT_LONG and availability(text) is not None else ""


def _settle_prices(named: dict[str, str]) -> None:
    """Of two amounts side by side the greater first one is what it cost before."""
    first, second = _amount(named.get("price", "")), _amount(named.get("price 2", ""))
    if first > second > 0 and "price 3" not in named and "old price" not in named:
        named["old price"], named["price"] = named["price"], named.pop("price 2")


def _amount(text: str) -> float:
    """Return the amount that *text* is, without more than a currency beside it; 0 for anything else."""
    match = _AMOUNT.fullmatch(text)
    if match is None:
        return 0.0
    digits = match.group(1).replace(",", ".")
    integer_part, _, part = digits.rpartition(".")
    cents = bool(integer_part) and len(part) <= 2  # noqa: PLR2004 - behind the last mark: cents, or thousands
    return float(f"{integer_part.replace('.', '')}.{part}") if cents else float(digits.replace(".", "") or 0)


def _title(rest: Sequence[_Field], fields: Sequence[_Field]) -> _Field | None:
    """Return the field that serves as title of a record without a named title: a link or bold text before others."""
    if len(fields) <= 1:
        return None
    likely = [field for field in rest if len(field.text) <= _LONG_TITLE and any(map(str.isalpha, field.text))]
    linked = (field for field in likely if _is_or_holds(field.box, "a"))
    bold = (field for field in likely if _is_or_holds(field.box, "strong", "b"))
    return next(linked, None) or next(bold, None)


def _is_or_holds(box: LayoutBox, *tags: str) -> bool:
    around = box.parent
    return (
        box.tag in tags
        or (around is not None and around.tag in tags)
        or any(child.tag in tags and child.stop - child.start >= (box.stop - box.start) - 2 for child in box.boxes)
    )


def _put(cells: dict[str, str], name: str, text: str) -> None:
    if text[:MOST_VALUE] in (cells.get(name), cells.get(f"{name} 2")):
        return
    key, number = name, 1
    while key in cells:
        number += 1
        key = f"{name} {number}"
    cells[key] = text[:MOST_VALUE]
