"""Labels with their values, however they are laid out: definition lists, two boxes side by side, lines.

What makes one box the label of the next is, in order of trust: a colon, the element (`<label>`, `<dt>`), the names its
author gave ("spec-label"), or that three or more in a row are made the same way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from gossamer.content.page_model.labels import (
    MOST_LABEL,
    MOST_VALUE,
    brief,
    heads_something,
    holds_pairs,
    holds_value,
    is_described,
    label,
    labels_something,
    read_counts,
    sentences,
    split,
)
from gossamer.content.page_model.layout import Layout, LayoutBox
from gossamer.content.page_model.model import Fact
from gossamer.content.page_model.naming import by_tag, guess, is_money

_COLONS: Final = (":", "：")  # noqa: RUF001
_HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
# A program's `"author": user` says nothing of the page.
_CODE: Final = frozenset({"pre", "code", "samp", "kbd"})
# Elements that head, lead to or illustrate something label nothing.
_NO_LABELS: Final = _HEADINGS | {"", "a", "img", "time"}
_LABEL_TAGS: Final = frozenset({"label", "dt"})
_LISTS: Final = frozenset({"ul", "ol", "dd"})
_MOST_LINES: Final = 3
_MOST_FOUND: Final = 2_000
_PAIR: Final = 2
# Of one definition.
_MOST_TERMS: Final = 8
# A row of more is not made of labels and values.
_MOST_PARTS: Final = 120
_ENOUGH_ALIKE: Final = 3
_MOSTLY_ALIKE: Final = 0.7
_SHORT_LABEL: Final = 40
_SHORT_VALUE: Final = 160
_LONG_FIGURE: Final = 12


@dataclass(frozen=True, slots=True)
class Located:
    """A fact and the piece of the text that it begins with."""

    at: int
    fact: Fact


@dataclass(frozen=True, slots=True)
class _ChildPart:
    """A child, or the text between two of them."""

    start: int
    stop: int
    text: str
    box: LayoutBox | None


class Pairs:
    """Finds the labels and values of a page; *taken* has a mark for each piece of text that is already read."""

    def __init__(self, layout: Layout, taken: bytearray) -> None:
        self._layout = layout
        self._taken = taken
        self._lists = 0
        self._parts_of: dict[int, list[_ChildPart]] = {}

    def find(self) -> list[Located]:
        """Return the pairs, in the order of the page."""
        pairs: list[Located] = []
        for box in self._layout.boxes:
            if len(pairs) >= _MOST_FOUND:
                break
            if box.start < box.stop and self._taken[box.start]:
                continue
            if box.tag == "dl":
                pairs += islice(self._definitions(box), _MOST_FOUND)
            elif box.boxes:
                pairs += self._beside(box)
        pairs += islice(self._lines(), _MOST_FOUND)
        pairs.sort(key=lambda located: located.at)
        return pairs

    def _take(self, start: int, stop: int) -> None:
        self._taken[start:stop] = b"\1" * (stop - start)

    def _definitions(self, box: LayoutBox) -> Iterator[Located]:
        """Yield the pairs of a definition list: each of its terms with each of its definitions."""
        self._lists += 1
        group = self._layout.heading(box)
        terms: list[tuple[str, str]] = []
        defined = False
        for part in terms_and_definitions(box):
            if part.tag == "dt":
                if defined:
                    terms, defined = [], False
                written = self._layout.short(part, MOST_LABEL)
                if (named := label(written)) and len(terms) < _MOST_TERMS:
                    terms.append((named, written))
                continue
            defined = True
            value = self._layout.short(part, MOST_VALUE)
            # A definition that is a link alone is an entry of a menu.
            if value and not (box.around or (part.boxes and part.boxes[0].tag == "a" and _is_all(part.boxes[0], part))):
                for named, written in terms:
                    place = f"definition list {self._lists}, {named}"
                    yield Located(part.start, Fact(named, value, place, group, f"{written} {value}"))
                if terms:
                    self._take(part.start, part.stop)

    def _beside(self, box: LayoutBox) -> Iterator[Located]:
        """Yield the pairs that the children of *box* form, and those that rows of children do."""
        if len(box.boxes) == 1 and self._stands_alone(box.boxes[0], box):
            return
        parts = self._parts(box)
        if len(parts) >= _PAIR:
            yield from self._row(box, parts)
        if len(box.boxes) >= _ENOUGH_ALIKE and not self._taken[box.boxes[0].start]:
            yield from self._alike(box)

    def _stands_alone(self, only: LayoutBox, box: LayoutBox) -> bool:
        """Return whether nothing stands in *box* beside *only*, as most boxes hold just another."""
        span = self._layout.span
        return not span(box.start, only.start) and not span(only.stop, box.stop)

    def _parts(self, box: LayoutBox) -> list[_ChildPart]:
        """Return the children of *box* that have text, and the texts between them; none if they are too many."""
        parts = self._parts_of.get(box.order)
        if parts is None:
            parts = self._parts_of[box.order] = list(self._read_parts(box)) if len(box.boxes) <= _MOST_PARTS else []
        return parts

    def _read_parts(self, box: LayoutBox) -> Iterator[_ChildPart]:
        layout = self._layout
        start = box.start
        for child in box.boxes:
            if start < child.start and (text := self._between(start, child.start)):
                yield _ChildPart(start, child.start, text, None)
            if child.start < child.stop:
                text = layout.short(child, _SHORT_VALUE * 2)
                # A child that is too long to be read here is a part all the same, with no text.
                if text or layout.size(child) > _SHORT_VALUE * 2:
                    yield _ChildPart(child.start, child.stop, text, child)
            start = child.stop
        if start < box.stop and (text := self._between(start, box.stop)):
            yield _ChildPart(start, box.stop, text, None)

    def _between(self, start: int, stop: int) -> str:
        if stop - start > 8:  # noqa: PLR2004 - texts and breaks in a row; more is prose cut up by comments
            return ""
        text = self._layout.span(start, stop)
        return text if len(text) <= _SHORT_VALUE * 2 else ""

    def _row(self, box: LayoutBox, parts: list[_ChildPart]) -> Iterator[Located]:
        """Yield the pairs among *parts*: each that is a label with the one behind it."""
        at = 0
        while at + 1 < len(parts):
            name, value = parts[at], parts[at + 1]
            colon = value.text in _COLONS
            if colon and at + 2 < len(parts):
                value = parts[at + 2]
            elif colon:
                return
            if self._is_pair(box, name, value, colon=colon, alone=len(parts) <= _PAIR + colon):
                yield from self._pair(name, value)
                at += 1 + colon
            at += 1

    def _is_pair(self, box: LayoutBox, name: _ChildPart, value: _ChildPart, *, colon: bool, alone: bool) -> bool:
        if box.tag in _CODE or name.box is None or not value.text or not label(name.text) or self._taken[value.start]:
            return False
        if name.text.endswith(_COLONS) or colon or (value.box is None and value.text.startswith(_COLONS)):
            # Behind a heading or a long text a colon ends a sentence.
            return name.box.tag not in _HEADINGS and name.text.count(" ") < 6  # noqa: PLR2004
        if name.box.tag in _LABEL_TAGS:
            return True
        if value.box is None or name.box.tag in _HEADINGS or name.box.tag == "a":
            return False
        return self._is_named_pair(box, name.box, value.box, alone=alone)

    def _is_named_pair(self, box: LayoutBox, name: LayoutBox, value: LayoutBox, *, alone: bool) -> bool:
        """Return whether the author called these label and value."""
        if not self._is_one_value(value):
            return False
        names = self._layout.names
        labels = labels_something(names(name))
        paired = holds_pairs(names(box) | (names(box.parent) if box.parent is not None else frozenset()))
        if not paired and is_described(names(name), names(value)):
            return False
        if not labels and not (paired and heads_something(names(name))):
            return False
        return (holds_value(names(value)) and not labels_something(names(value))) or (alone and paired)

    def _is_one_value(self, value: LayoutBox) -> bool:
        """Return whether *value* is one, or a list, and not a part of the page with several lines."""
        return value.tag in _LISTS or len(self._layout.lines(value.start, value.stop)) <= _MOST_LINES

    def _pair(self, name: _ChildPart, value: _ChildPart) -> Iterator[Located]:
        named, text = label(name.text), value.text.lstrip(":： ")  # noqa: RUF001
        if named and text and named != text:
            group = self._group(name.box)
            self._take(min(name.start, value.start), max(name.stop, value.stop))
            yield Located(value.start, Fact(named, text, _place(named, group), group, f"{name.text} {value.text}"))

    def _group(self, box: LayoutBox | None) -> str:
        return self._layout.heading(box) if box is not None else ""

    def _alike(self, box: LayoutBox) -> Iterator[Located]:
        """Yield the pairs of the children of *box*, if most of them are two parts made the same way."""
        pairs = self._pairs_alike(box)
        # A name with a price is a thing, and no label.
        if not pairs or any(is_money(name.text) for name, _ in pairs):
            return
        if all(_is_figure(name.text) for name, _ in pairs):
            # "1998" above "Founded": a figure stands before what it is one of.
            pairs = [[value, name] for name, value in pairs]
        for name, value in pairs if self._are_labelled(pairs) else ():
            if self._is_labelled(name, value):
                yield from self._pair(name, value)

    def _pairs_alike(self, box: LayoutBox) -> list[list[_ChildPart]]:
        """Return the children of *box* that are two parts, made as most of them are; none if these are too few."""
        children = (child for child in box.boxes if child.start < child.stop and len(box.boxes) <= _MOST_PARTS)
        rows = list(filter(None, map(self._parts, children)))
        shapes = Counter(_shape(parts) for parts in rows if len(parts) == _PAIR)
        shape, count = shapes.most_common(1)[0] if shapes else (("", ""), 0)
        is_usual = count >= max(_ENOUGH_ALIKE, _MOSTLY_ALIKE * len(rows))
        return [parts for parts in rows if len(parts) == _PAIR and _shape(parts) == shape] if is_usual else []

    def _are_labelled(self, pairs: list[list[_ChildPart]]) -> bool:
        """Return whether the first of each of *pairs* may be a label: no heading, link, author or date."""
        is_none = _shape(pairs[0])[0] in _NO_LABELS or self._leads_somewhere(pairs)
        return not is_none and _differ(pairs) and not any(self._says_who_or_when(name.box) for name, _ in pairs)

    def _is_labelled(self, name: _ChildPart, value: _ChildPart) -> bool:
        is_one = value.box is None or self._is_one_value(value.box)
        is_free = not value.text.startswith(",") and not self._taken[value.start]
        return is_one and is_free and _is_short_pair(name, value)

    def _leads_somewhere(self, pairs: list[list[_ChildPart]]) -> bool:
        """Return whether the first parts are links: then these are entries of a menu or a listing."""
        first = pairs[0][0].box
        return first is not None and any(box.tag == "a" for box in first.boxes)

    def _says_who_or_when(self, box: LayoutBox | None) -> bool:
        """Return whether *box* holds an author or a date: it heads what somebody wrote, and labels nothing."""
        inner = box.boxes if box is not None else ()
        return any(
            (guess(self._layout.names(inner_box)) or by_tag(inner_box.tag)) in {"author", "date"} for inner_box in inner
        )

    def _lines(self) -> Iterator[Located]:
        """Yield the lines "Label: value" of the page."""
        for start, box, line in self._layout.all_lines():
            if self._taken[start] or len(line) > MOST_VALUE or _is_heading(box):
                continue
            for named, figure in read_counts(line):
                group = self._layout.heading(box)
                yield Located(
                    start, Fact(named, figure, _place(named, group), group, _join_as_written(line, named, figure))
                )
            for text in sentences(line):
                pair = split(text)
                if pair is not None:
                    group = self._layout.heading(box)
                    value = brief(pair[1])
                    quote = text if value == pair[1] else text[: text.find(value) + len(value)]
                    yield Located(start, Fact(pair[0], value, _place(pair[0], group), group, quote))


def _join_as_written(line: str, named: str, figure: str) -> str:
    after = f"{figure} {named}"
    return after if after in line else f"{named} {figure}"


def _is_heading(box: LayoutBox) -> bool:
    """Return whether *box* is a heading, or what is linked or set off in one: its colon is part of a title."""
    return any(around.tag in _HEADINGS for around in box.upward(_PAIR + 1))


def terms_and_definitions(box: LayoutBox) -> Iterator[LayoutBox]:
    """Yield the terms and definitions of a definition list, those that are wrapped in pairs among them."""
    for child in box.boxes:
        if child.tag in {"dt", "dd"}:
            yield child
        elif child.tag == "div":
            yield from (part for part in child.boxes if part.tag in {"dt", "dd"})


def _is_all(inner: LayoutBox, box: LayoutBox) -> bool:
    return inner.stop - inner.start >= box.stop - box.start - 2


def _place(named: str, group: str) -> str:
    return f'"{named}" under "{group}"' if group else f'"{named}"'


def _shape(parts: Sequence[_ChildPart]) -> tuple[str, str]:
    first, second = parts[0].box, parts[1].box
    return (first.tag if first is not None else "", second.tag if second is not None else "")


def _is_short_pair(name: _ChildPart, value: _ChildPart) -> bool:
    return bool(label(name.text)) and len(name.text) <= _SHORT_LABEL and 0 < len(value.text) <= _SHORT_VALUE


def _is_figure(text: str) -> bool:
    """Return whether *text* is a number, perhaps with a sign: "240", "1,350+", "98%"."""
    return any(map(str.isdigit, text)) and len(text) <= _LONG_FIGURE and not any(map(str.isalpha, text[:-1]))


def _differ(pairs: list[list[_ChildPart]]) -> bool:
    """Return whether these are labels of different things, with values, and short."""
    good = [(name.text, value.text) for name, value in pairs if _is_short_pair(name, value)]
    if len(good) < _MOSTLY_ALIKE * len(pairs):
        return False
    return len({name for name, _ in good}) >= _MOSTLY_ALIKE * len(good) and len({value for _, value in good}) > 1
