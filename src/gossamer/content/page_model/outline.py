"""The page line by line, each with what claims it: labels, the headings above it, the card or row it stands in."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, pairwise
from typing import Final

from turbohtml import Element, Node

from gossamer.content.locales import entry, words
from gossamer.content.page_model.labels import MOST_LABEL
from gossamer.content.page_model.layout import Layout, LayoutBox
from gossamer.content.page_model.model import Block, Inner, Outline, OutlineLine, SpanClaim, blocks_around
from gossamer.content.page_model.naming import by_tag, guess
from gossamer.content.page_model.pairs import Located
from gossamer.content.page_model.tables import find_headed_cells

_MOST_LINES: Final = 20_000
_MOST_LINE: Final = 2_000
_MOST_NAMED: Final = 300
_MOST_SPOKEN: Final = 30
_HEADINGS: Final = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6, "legend": 6, "caption": 6, "summary": 6}
_ABOVE: Final = 4
_ITEMS: Final = frozenset({"li", "article"})
_NO_RECORD: Final = words("page_model", "outline", "no_record")
_MOST_CLASSES: Final = 8
_MOST_CHILDREN: Final = 6
_SEVERAL: Final = 2
_MOST_CHOICES: Final = 40
_MOST_SELECTS: Final = 40
_MOST_ELEMENTS: Final = 40
_MOST_TITLES: Final = 12
_CONTENT: Final = frozenset({"main", "article"})
_PARTS: Final[Mapping[str, str]] = entry("page_model", "outline", "parts")

# By the class or the id of what stands right under the body, for pages without elements for their parts.
_NAMED_PARTS: Final[Mapping[str, str]] = {
    name: part for part, names in entry("page_model", "outline", "named_parts").items() for name in names.split()
}
_HOLDERS: Final = frozenset({"div", "section", "ul", "table", "td"})
_OUTERMOST: Final = 3


class Outliner:
    """Writes the outline of a page, whose *pairs* are its labels with their values and *others* as in `others`."""

    def __init__(self, layout: Layout, pairs: Sequence[Located], others: bytearray) -> None:
        self._layout = layout
        self._others = others
        self._found = list(islice(_lines_apart(layout), _MOST_LINES))
        self._starts = [at for at, _, _ in self._found]
        self._pairs = pairs
        self._claims: list[list[SpanClaim]] = [[] for _ in self._found]
        self._elements: list[list[Inner]] = [[] for _ in self._found]
        self._cells: dict[int, tuple[int, int, int]] = {}
        self._counted: dict[int, Counter[tuple[str, ...]]] = {}
        self._parts: dict[int, str] = {}
        self._titles = [box.order for box in layout.boxes if box.tag == "h1"][:_MOST_TITLES]

    def write(self, choices: Iterable[OutlineLine] = ()) -> Outline:
        """Return the outline, with the *choices* that forms offer behind the lines."""
        self._claim_cells()
        self._claim_pairs()
        self._claim_named()
        blocks = self._blocks()
        lines = (
            OutlineLine(
                text[:_MOST_LINE],
                headings,
                _level(box),
                tuple(dict.fromkeys(self._claims[number])),
                self._cells.get(number),
                self._apart(at, box, headings),
                elements=tuple(self._elements[number]),
                kind=_kind_around(box),
                part=self._part(box),
            )
            for number, ((at, box, text), headings) in enumerate(zip(self._found, self._headings(blocks), strict=True))
        )
        return Outline((*lines, *choices), tuple(blocks))

    def _lines_of(self, box: LayoutBox) -> range:
        return range(bisect_left(self._starts, box.start), bisect_left(self._starts, box.stop))

    def _claim_cells(self) -> None:
        tables = (box for box in self._layout.boxes if box.tag == "table" and box.start < box.stop)
        for number, table in enumerate(tables):
            for cell in find_headed_cells(self._layout, table):
                for line in self._lines_of(cell.box):
                    self._cells.setdefault(line, (number, cell.row, cell.column))
                    self._claims[line] += (SpanClaim(label, 0, len(self._found[line][2])) for label in cell.labels)

    def _claim_pairs(self) -> None:
        for pair in self._pairs:
            if pair.fact.label[:1].isdigit():
                # "4.4 out of 5 stars" describes what it stands for, and labels nothing.
                continue
            first = bisect_right(self._starts, pair.at) - 1
            for line in range(max(first, 0), min(first + _MOST_SPOKEN, len(self._found))):
                text = self._found[line][2]
                start = _place_in(text, pair)
                if start >= 0:
                    self._claims[line].append(SpanClaim(pair.fact.label, start, start + len(pair.fact.text)))
                    break
                if len(text) < 2 or text not in pair.fact.text:  # noqa: PLR2004 - a sign is in anything
                    break
                self._claims[line].append(SpanClaim(pair.fact.label, 0, len(text)))

    def _claim_named(self) -> None:
        for box in self._layout.boxes:
            name = _name_box(box, self._layout) if box.start < box.stop else ""
            is_within = box.start < box.stop and not (box.block or box.boxes)
            text = self._layout.short(box, _MOST_NAMED) if name or is_within else ""
            for number in self._lines_with(box) if text else ():
                start = self._found[number][2].find(text)
                if start >= 0:
                    self._claim(box, number, range(start, start + len(text)), name, is_within=is_within)

    def _claim(self, box: LayoutBox, number: int, span: range, name: str, *, is_within: bool) -> None:
        if is_within and len(self._elements[number]) < _MOST_ELEMENTS:
            self._elements[number].append(Inner(span.start, span.stop, _kind(box)))
        if name:
            self._claims[number].append(SpanClaim(name, span.start, span.stop, by_author=True))

    def _lines_with(self, box: LayoutBox) -> Sequence[int]:
        """Return the lines that begin in *box*, else the one that it stands in."""
        own_lines = self._lines_of(box)
        around = bisect_right(self._starts, box.start) - 1
        is_last = around + 1 == len(self._starts)
        return own_lines or ((around,) if around >= 0 and (is_last or not box.block) else ())

    def _blocks(self) -> list[Block]:
        blocks: dict[tuple[int, int], bool] = {}
        for box in self._layout.boxes:
            if not box.block or box.start >= box.stop:
                continue
            lines = self._lines_of(box)
            is_record = len(lines) > 0 and self._is_record(box)
            if len(lines) >= _SEVERAL or is_record:
                span = (lines.start, lines.stop)
                blocks[span] = blocks.get(span, False) or is_record
        return [Block(first, last, is_record) for (first, last), is_record in blocks.items()]

    def _is_record(self, box: LayoutBox) -> bool:
        if box.tag in _ITEMS:
            return True
        return (
            box.tag not in _NO_RECORD
            and box.parent is not None
            and any(self._alike(box.parent)[kind] >= _SEVERAL for kind in _kinds(box))
        )

    def _alike(self, parent: LayoutBox) -> Counter[tuple[str, ...]]:
        counts = self._counted.get(parent.order)
        if counts is None:
            text = (box for box in parent.boxes if box.start < box.stop)
            counts = self._counted[parent.order] = Counter(kind for box in text for kind in _kinds(box))
        return counts

    def _headings(self, blocks: Sequence[Block]) -> Iterator[tuple[str, ...]]:
        """Yield the headings that each line stands under: up to one of its level, or the end of what holds it."""
        count = len(self._found)
        ends = [
            next((blocks[at].last for at in around if blocks[at].last - blocks[at].first >= _SEVERAL), count)
            for around in blocks_around(blocks, count)
        ]
        above: list[tuple[int, str, int]] = []
        for number, (_, box, text) in enumerate(self._found):
            above = [heading for heading in above if number < heading[2]]
            level = _level(box)
            if level:
                above = [heading for heading in above if heading[0] < level]
            yield tuple(text for _, text, _ in above)
            if level:
                above.append((level, text[:MOST_LABEL], count if level == 1 else ends[number]))

    def _part(self, box: LayoutBox) -> str:
        """Return the part of the page around its content that *box* stands in, empty for none."""
        passed: list[int] = []
        part = ""
        for around in box.upward():
            if (known_part := self._parts.get(around.order)) is not None:
                part = known_part
                break
            passed.append(around.order)
            if (part := self._is_part(around)) or around.tag in _CONTENT:
                break
        self._parts.update(dict.fromkeys(passed, part))
        return part

    def _is_part(self, box: LayoutBox) -> str:
        part = _PARTS.get(box.element.attr("role") or "", _PARTS.get(box.tag, "")) or self._find_named_part(box)
        # A header with the title of the page is that of its content.
        is_titled = part == "header" and any(box.order < title < box.end for title in self._titles)
        return "" if is_titled else part

    def _find_named_part(self, box: LayoutBox) -> str:
        """Return the part that the author calls *box*, which stands near the body and without the title."""
        is_deep = box.depth > _OUTERMOST + 1
        if is_deep or box.tag not in _HOLDERS or any(box.order < title < box.end for title in self._titles):
            return ""
        names = f"{box.element.attr('id') or ''} {box.element.attr('class') or ''}".lower()[:_MOST_NAMED]
        names_joined = (name_word.replace("-", "").replace("_", "") for name_word in names.split())
        return next((_NAMED_PARTS[joined_name] for joined_name in names_joined if joined_name in _NAMED_PARTS), "")

    def _apart(self, at: int, box: LayoutBox, headings: Sequence[str]) -> str:
        if not self._others[at]:
            return ""
        # Not the title of the page, which stands above all of it.
        names = [*headings[1:][-_SEVERAL:], self._layout.short(box, _MOST_NAMED) if _level(box) else ""]
        names += (name for around in box.upward(_ABOVE) for name in sorted(self._layout.names(around)))
        return " ".join(filter(None, names)) or "apart"


def _lines_apart(layout: Layout) -> Iterator[tuple[int, LayoutBox, str]]:
    """Return an iterator over each line as `Layout.all_lines`, with a blank where one element follows upon another."""
    joints = {
        after.start
        for box in layout.boxes
        for before, after in pairwise(box.boxes)
        if before.stop == after.start and before.start < before.stop and not (before.block or after.block)
    }
    if not joints:
        return iter(layout.all_lines())
    return layout.read_lines([f" {piece}" if at in joints else piece for at, piece in enumerate(layout.pieces)])


def choices_of(document: Node) -> Iterator[OutlineLine]:
    """Yield the options of the fields of forms, with the name of the field."""
    for select in document.select("select")[:_MOST_SELECTS]:
        options = select.select("option")
        around = select.parent
        labelled = around.text[: MOST_LABEL * 4] if isinstance(around, Element) and around.tag == "label" else ""
        named = select.attr("aria-label") or labelled.partition("\n")[0] or select.attr("name") or ""
        texts = [" ".join(option.text.split()) for option in options[: _MOST_CHOICES + 1]]
        label = " ".join(named.split())
        if texts and (at := label.find(texts[0])) >= 0:
            label = label[:at].strip()
        if len(texts) <= _MOST_CHOICES:
            for text in texts:
                if text:
                    claims = (SpanClaim(label[:MOST_LABEL], 0, len(text)),) if label else ()
                    yield OutlineLine(text, claims=claims, is_choice=True)


def _name_box(box: LayoutBox, layout: Layout) -> str:
    """Return the author's name for *box*: in words that are known, else as it is written."""
    name = guess(layout.names(box)) or ("old price" if by_tag(box.tag) == "old price" else "")
    written = (box.element.attr("itemprop") or box.element.attr("class") or "")[:MOST_LABEL] if not box.boxes else ""
    return name or " ".join(sorted(layout.names(box)) if len(written.split()) == 1 else ())


def _level(box: LayoutBox) -> int:
    for around in box.upward(_SEVERAL + 1):
        if (level := _HEADINGS.get(around.tag, 0)) or around.element.attr("role") == "heading":
            return level or 6
    return 0


def _kinds(box: LayoutBox) -> list[tuple[str, ...]]:
    """Return the kinds by which *box* looks like another: its tag with a class, without any the tags that it holds."""
    classes = (box.element.attr("class") or "")[:200].split()[:_MOST_CLASSES]
    if classes:
        return [(box.tag, name) for name in classes]
    return [(box.tag, "", *(child.tag for child in box.boxes[:_MOST_CHILDREN]))] if box.boxes else []


def _kind(box: LayoutBox) -> str:
    """Return the tag and the classes of *box*."""
    classes = (box.element.attr("class") or "")[:200].split()[:_MOST_CLASSES]
    return ".".join((box.tag, *sorted(classes)))


def _kind_around(box: LayoutBox) -> str:
    """Return the kind of the block around a line, with the tag around that where it has no class."""
    around = next(ancestor for ancestor in box.upward() if ancestor.block or ancestor.parent is None)
    if any(tag in _HEADINGS for tag in (box.tag, around.tag)):
        return "heading"
    kind = _kind(around)
    return kind if "." in kind or around.parent is None else f"{around.parent.tag} {kind}"


def _place_in(text: str, pair: Located) -> int:
    """Return the place in *text* of the value of *pair*, behind its label if that is there too; -1 when nowhere."""
    fact = pair.fact
    quoted = text.find(fact.quote) if fact.quote else -1
    if quoted >= 0:
        behind = fact.quote.find(fact.text) if fact.quote.startswith(fact.text) else fact.quote.rfind(fact.text)
        return quoted + behind if behind >= 0 else -1
    return text.find(fact.text)
