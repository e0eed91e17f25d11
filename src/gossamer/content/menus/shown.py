"""Menus that a page only shows: read from its lines, and from the blocks that these stand in.

A price belongs to the smallest block with a name in it. That block grows while no other price, and no heading, comes
in with what is around it; where it holds several dishes, each begins with a line of the kind that the first begins
with. What stands above dishes and leads the block that they are in is the name of their section.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, islice, pairwise, takewhile
from typing import Final

from gossamer.content.menus.dishes import Amount, Dish, DishSection
from gossamer.content.menus.prices_of_lines import is_size, price_lines
from gossamer.content.page_model import Record, RecordList, look
from gossamer.content.page_model.material import PageMaterial
from gossamer.content.page_model.model import Block, Outline, OutlineLine, blocks_around
from gossamer.content.values.availability import availability, can_be_had

MOST_NAME: Final = 150
_MOST_SECTION_NAME: Final = 80
_MOST_DISH_LINES: Final = 14
_MOST_OUT: Final = 40
_MOST_BLOCK_LINES: Final = 3_000
_MOST_PRICES: Final = 1_500
_EMPHASIS: Final = frozenset({"strong", "b", "u", "em"})


@dataclass(frozen=True, slots=True)
class _Span:
    """Lines *first* to before *last* that tell of one dish."""

    first: int
    last: int


def find_shown_sections(page: PageMaterial) -> list[DishSection]:
    """Return the sections of what looks like a menu; whether it is one is for others to say."""
    visible = look(page)
    reader = _MenuReader(visible.outline, _find_pictured_records(visible.records))
    return reader.sections()


def kinds_of_dishes(page: PageMaterial) -> Counter[str]:
    """Return the author's names for the elements in which dishes begin, with their number."""
    reader = _MenuReader(look(page).outline, ())
    return Counter(reader.lines[span.first].kind for span in reader.spans())


class _MenuReader:
    def __init__(self, outline: Outline, records: Sequence[tuple[str, Record]]) -> None:
        self.lines = outline.lines
        self._records = records
        self._priced = price_lines(self.lines)
        self._columns = {
            (line.cell[0], line.cell[2]): line.text for line in self.lines if line.cell and line.cell[1] < 0
        }
        self._counted = [0, *accumulate(bool(priced_line.amounts) for priced_line in self._priced)]
        self._blocks = outline.blocks
        self._around_lines = list(blocks_around(outline.blocks, len(self.lines)))

    def sections(self) -> list[DishSection]:
        sections: list[DishSection] = []
        # Pages have copies of themselves for small screens.
        shown_before: set[tuple[str, str, tuple[Amount, ...]]] = set()
        end = 0
        for span in self.spans():
            dish = self._dish(span)
            if dish is None:
                continue
            new_section = self._section(end, span)
            if new_section is not None or not sections:
                sections.append(new_section or DishSection(""))
            end = span.last
            key = (sections[-1].name, dish.name, dish.prices)
            if key not in shown_before:
                shown_before.add(key)
                sections[-1].dishes.append(_with_sizes(dish, sections[-1].description))
        return [section for section in sections if section.dishes]

    def spans(self) -> list[_Span]:
        """Return the dishes in the order of the page, none inside another."""
        spans: list[_Span] = []
        priced = (at for at, line in enumerate(self._priced) if line.amounts and self._is_content(self.lines[at]))
        for number in islice(priced, _MOST_PRICES):
            if spans and number < spans[-1].last:
                continue
            after = spans[-1].last if spans else 0
            spans.extend(span for span in self._around(number) if span.first >= after)
        return self._add_descriptions(self._merge_sizes(spans))

    def _add_descriptions(self, spans: list[_Span]) -> list[_Span]:
        """Return *spans* with the line that follows those of one line, where most are followed by one of that kind."""
        bounds = [*(span.first for span in spans[1:]), len(self.lines)][: len(spans)]
        alone = [
            (at, self._kind(span.last))
            for at, (span, bound) in enumerate(zip(spans, bounds, strict=True))
            if span.last - span.first == 1 and span.last < bound and self._may_describe(span.last)
        ]
        singles = sum(span.last - span.first == 1 for span in spans)
        kinds = Counter(kind for _, kind in alone)
        [(usual, count)] = kinds.most_common(1) or [((0, ""), 0)]
        if 2 * count <= singles:
            return spans
        followed = {at for at, kind in alone if kind == usual}
        return [_Span(span.first, span.last + (at in followed)) for at, span in enumerate(spans)]

    def _may_describe(self, number: int) -> bool:
        line = self.lines[number]
        return self._is_content(line) and not line.level and self._has_name(number) and not _is_emphasised(line)

    def _is_content(self, line: OutlineLine) -> bool:
        return not (line.part or line.is_choice or line.apart)

    def _around(self, number: int) -> list[_Span]:
        """Return the dish, or the dishes, of the block that a price at line *number* belongs to."""
        if self._has_name(number):
            return [self._grow_span(_Span(number, number + 1))]
        for block in self._blocks_of(number):
            names = [at for at in range(block.first, block.last) if self._has_name(at) and not self.lines[at].level]
            named = names or [at for at in range(block.first, number) if self._has_name(at)]
            if not named:
                continue
            if self._is_one_dish(block, named):
                return [self._grow_span(_Span(block.first, block.last))]
            return list(self._divide_block(block))
        return []

    def _blocks_of(self, number: int) -> Iterator[Block]:
        """Return the blocks that line *number* stands in, the smallest first; very large ones say nothing."""
        blocks = (self._blocks[at] for at in self._around_lines[number])
        return takewhile(lambda block: block.last - block.first <= _MOST_BLOCK_LINES, blocks)

    def _has_name(self, number: int) -> bool:
        words = self._priced[number].words
        return sum(map(str.isalpha, words)) > 1 or any(ord(letter) > 0x2E80 for letter in words)  # noqa: PLR2004 - CJK

    def _count(self, first: int, last: int) -> int:
        """Return the number of lines with prices from *first* to before *last*."""
        return self._counted[last] - self._counted[first]

    def _is_one_dish(self, block: Block | _Span, named: Sequence[int]) -> bool:
        """Return whether the prices of *block* are of one thing: none of them is followed by a name and a price."""
        if self._count(block.first, block.last) == 1:
            return True
        held = [at for at in range(block.first, block.last) if self._priced[at].amounts]
        return not any(held[0] < name < held[-1] for name in named)

    def _divide_block(self, block: Block) -> Iterator[_Span]:
        """Yield the dishes of a block that has several one after the other, and no element around each.

        They begin with the lines of one kind: that which parts the block so that most parts have prices of their own.
        """
        held = range(block.first, block.last)
        kinds = dict.fromkeys(self._kind(at) for at in held if self._has_name(at))
        divided = [list(self._parts(block, kind)) for kind in kinds]
        yield from max(divided, key=self._score, default=())

    def _kind(self, number: int) -> tuple[int, str]:
        return self.lines[number].level, self.lines[number].kind

    def _parts(self, block: Block, kind: tuple[int, str]) -> Iterator[_Span]:
        starts = [at for at in range(block.first, block.last) if self._kind(at) == kind and self._has_name(at)]
        for first, last in pairwise((*starts, block.last)):
            ends = next((at for at in range(first + 1, last) if self.lines[at].level), last)
            if self._count(first, ends):
                yield _Span(first, ends)

    def _score(self, spans: Sequence[_Span]) -> int:
        alone = [self._is_one_dish(span, self._find_named_lines(span)) for span in spans]
        return sum(alone) - 2 * (len(alone) - sum(alone))

    def _find_named_lines(self, span: _Span) -> list[int]:
        return [at for at in range(span.first, span.last) if self._has_name(at)]

    def _grow_span(self, span: _Span) -> _Span:
        held = self._count(span.first, span.last)
        for block in self._blocks_of(span.first):
            if block.last < span.last:
                continue
            larger = _Span(block.first, block.last)
            if (
                self._count(larger.first, larger.last) != held
                or larger.last - larger.first > _MOST_DISH_LINES
                or self._brings_a_heading(span, larger)
            ):
                break
            span = larger
        return span

    def _brings_a_heading(self, span: _Span, larger: _Span) -> bool:
        added = (*range(larger.first, span.first), *range(span.last, larger.last))
        return bool(self._find_named_lines(span)) and any(self.lines[at].level for at in added)

    def _merge_sizes(self, spans: Sequence[_Span]) -> list[_Span]:
        """Return *spans* with sizes of a dish, which have blocks of their own, in the dish that they stand in."""
        if not spans:
            return []
        kinds = Counter(self.lines[span.first].kind for span in spans)
        usual = kinds.most_common(1)[0][0]
        merged_spans: list[_Span] = []
        for span in spans:
            wider = span if self.lines[span.first].kind == usual else self._dish_around(span, usual)
            if not merged_spans or wider.first >= merged_spans[-1].last:
                merged_spans.append(wider)
        return merged_spans

    def _dish_around(self, span: _Span, usual: str) -> _Span:
        for block in self._blocks_of(span.first):
            if block.first < span.first and span.last <= block.last:
                begins = [at for at in range(block.first, block.last) if self.lines[at].kind == usual]
                if begins == [block.first]:
                    return _Span(block.first, block.last)
                if begins:
                    break
        return span

    def _dish(self, span: _Span) -> Dish | None:
        named = self._find_named_lines(span)
        if not named:
            return None
        start = next((at for at in named if self.lines[at].level), named[0])
        name, inner = self._priced[start].words, ""
        # One line may have the name and the description in elements of their own.
        if len(name) > MOST_NAME:
            return None
        rest = [at for at in named if at != start and not _is_out(self._priced[at].words)]
        sizes = {at for at in rest if self._priced[at].amounts and at > start}
        description = " ".join(filter(None, (inner, *(self._priced[at].words for at in rest if at not in sizes))))
        record = self._record_of(name)
        text = "\n".join(self.lines[at].text for at in range(span.first, span.last))
        return Dish(
            name,
            description,
            tuple(self._amounts(span, sizes)),
            text=text,
            link="" if record is None else record.link,
            images=(record.image,) if record is not None and record.image else (),
            availability="OutOfStock" if any(_is_out(self._priced[at].words) for at in named) else None,
        )

    def _record_of(self, name: str) -> Record | None:
        """Return the smallest record that begins with *name*, which has the link and the picture of a dish."""
        key = _key(name)
        return next((record for text, record in self._records if text.startswith(key)), None)

    def _amounts(self, span: _Span, sizes: set[int]) -> Iterator[Amount]:
        several = self._count(span.first, span.last) > 1
        for at in range(span.first, span.last):
            cell = self.lines[at].cell
            column = "" if cell is None or not several else self._columns.get((cell[0], cell[2]), "")
            for amount in self._priced[at].amounts:
                label = amount.label or (self._priced[at].words if at in sizes else column)
                yield Amount(amount.value, amount.currency, amount.printed, label)

    def _section(self, first: int, span: _Span) -> DishSection | None:
        """Return the section that begins between line *first* and a dish, None where none does."""
        between = [at for at in range(first, span.first) if self._is_content(self.lines[at]) and self._has_name(at)]
        heads = [at for at in between if self.lines[at].level] or [at for at in between if self._leads(at, span)]
        if not heads:
            return None
        # The innermost.
        head = heads[-1]
        after = [self._priced[at].words for at in between if at > head and self.lines[at].cell is None]
        return DishSection(self.lines[head].text[:MOST_NAME], " ".join(after))

    def _leads(self, number: int, span: _Span) -> bool:
        line = self.lines[number]
        if len(line.text) > _MOST_SECTION_NAME or line.cell is not None:
            return False
        if any(block.first == number and block.last >= span.last for block in self._blocks_of(number)):
            return True
        return _is_emphasised(line)


def _with_sizes(dish: Dish, note: str) -> Dish:
    """Return *dish* with the sizes that the *note* of its section has for all its dishes: "glass / bottle"."""
    sizes = [part.strip() for part in note.split("/")]
    if len(sizes) != len(dish.prices) or not all(map(is_size, sizes)) or any(price.label for price in dish.prices):
        return dish
    return replace(
        dish, prices=tuple(replace(dish_price, label=size) for dish_price, size in zip(dish.prices, sizes, strict=True))
    )


def _is_emphasised(line: OutlineLine) -> bool:
    """Return whether all of *line* is in bold letters or in capitals, as headings without an element for it are."""
    size = len(line.text)
    has_emphasis = any(
        element.end - element.start == size and element.kind.partition(".")[0] in _EMPHASIS for element in line.elements
    )
    return has_emphasis or line.text.isupper()


def _is_out(words: str) -> bool:
    state = availability(words) if len(words) <= _MOST_OUT else None
    return state is not None and not can_be_had(state)


def _find_pictured_records(lists: Sequence[RecordList]) -> list[tuple[str, Record]]:
    """Return the records that have a link or a picture, those with the least text first."""
    pictured = [record for listed in lists for record in listed.records if record.link or record.image]
    return sorted(((_key(record.text), record) for record in pictured), key=lambda record: len(record[0]))


def _key(text: str) -> str:
    return "".join(filter(str.isalnum, text))
