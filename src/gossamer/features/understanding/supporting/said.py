"""The words of a page in the order they stand, ready to be looked up.

Words are compared without case, accents of writing and punctuation; numbers as numbers, however they are grouped.
"""

import copy
import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import accumulate, count
from textwrap import wrap
from typing import Any, Final, TypeVar

from gossamer.content.page_model.model import Block, Outline, OutlineLine
from gossamer.content.text.names import singular
from gossamer.content.values.numbers import NUMBER, number, plain_digits
from gossamer.features.understanding.shown import PageText
from gossamer.features.understanding.supporting.asked import SURE, Asked, about, is_short_for, is_term
from gossamer.features.understanding.supporting.written import Reader, outline_of

T = TypeVar("T")
# The place of what the page's author says of it in its head.
DESCRIPTION: Final = "description"
_LONGEST_QUOTE: Final = 300
_POINT: Final = re.compile(r"\.")
_SENTENCE: Final = re.compile(r"[.!?;]\s")
_BESIDE: Final = 80
_BESIDE_TEXT: Final = "beside the text"
_MOST_HEADINGS: Final = 6
_MOST_LINE: Final = 2_000
# Some two seconds' worth.
_MOST_JUDGED: Final = 20_000
# Some half a second's.
_MOST_COMPARED: Final = 4_000
_MOST_BLOCKS: Final = 24
_TARGET: Final = re.compile(r"(!?\[[^\]\n]*\])\(<?([^)\s>]+)>?(?:\s+\"[^\"\n]*\")?\)")
_ADDRESS: Final = re.compile(r"https?://[^\s<>()\[\]\"'`|]+")
_HEADING: Final = re.compile(r"#{1,6}\s+(.*)")
_ESCAPED: Final = re.compile(r"\\([\\`*_{}\[\]()#+\-.!|>~$])")
_MARKS: Final = re.compile(r"^\s*(?:(?:[>#|*+-]+|\d{1,3}[.)])\s+)+|[|*`]+|__")
# What is written without spaces is compared sign by sign: Thai and its neighbours, Chinese, Japanese, Korean.
_UNSPACED: Final = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"
_WORD: Final = re.compile(rf"{NUMBER}|[{_UNSPACED}]|[^\W_{_UNSPACED}]+")
# As words are compared: "½" is told as "1\u20442".
_PARTS: Final = {
    Decimal(one): f"{over}\u2044{under}"
    for one, over, under in (("0.5", 1, 2), ("0.25", 1, 4), ("0.75", 3, 4), ("0.125", 1, 8))
}
_FRACTION: Final = re.compile(r"\s?[\u00bc-\u00be\u2150-\u215e]")
_TIMES: Final = {
    "k": 1_000, "thousand": 1_000, "m": 1_000_000, "million": 1_000_000, "bn": 10**9, "billion": 10**9,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the page: its *text* without marks of Markdown, where it is, and what the outline says of it."""

    text: str
    place: str
    number: int = -1
    outlined: OutlineLine = OutlineLine("")

    @property
    def heading(self) -> str:
        """Return the nearest heading above."""
        return self.outlined.headings[-1] if self.outlined.headings else ""

    @property
    def is_around(self) -> bool:
        """Return whether it stands beside the main content, in a part about something else, or in no text at all."""
        return self.number < 0 or bool(self.outlined.apart or self.outlined.part) or self.place == _BESIDE_TEXT

    def around(self, start: int, end: int) -> str:
        """Return what stands there with the words beside it, at most some 300 characters."""
        if len(self.text) <= _LONGEST_QUOTE:
            return self.text
        spare = max(0, _LONGEST_QUOTE - (end - start)) // 2
        first, last = max(0, start - spare), min(len(self.text), end + spare)
        return self.text[first:last].strip()[:_LONGEST_QUOTE]


@dataclass(frozen=True, slots=True)
class Found:
    """Where something stands on the page."""

    line: Line
    start: int
    end: int

    @property
    def quote(self) -> str:
        """Return the words there and beside, as they stand on the page."""
        return self.line.around(self.start, self.end)

    @property
    def place(self) -> str:
        """Return where it is, with the label that stands apart from it."""
        seen = (
            one.label for one in self.line.outlined.claims if not one.by_author and one.start <= self.start < one.end
        )
        label = next(seen, "")
        return self.line.place if not label or label in self.line.text else f"{self.line.place}, labelled “{label}”"

    @property
    def is_negative(self) -> bool:
        """Return whether a minus stands before it, and not the stroke of a range or of a number of parts."""
        before = self.line.text[: self.start]
        return before[-1:] in {"-", "\u2212"} and not before[-2:-1].isalnum()


@dataclass(frozen=True, slots=True)
class Word:
    """A word as it is compared, and where it stands in its line."""

    text: str
    start: int
    end: int


class Said:
    """What a page says: its lines in their order, behind them its title, description and address."""

    def __init__(self, page: PageText) -> None:
        self.url = page.url
        self.language = page.language
        self._addresses: dict[str, Found] = {}
        # What was looked for once: yes and no by field, how long something takes by seconds.
        self.answers: dict[Asked, list[tuple[Found, bool]]] = {}
        self.lengths: dict[float, list[Found]] = {}
        self.days: dict[str, list[Found]] = {}
        self._judged, self._compared = count(), count()
        self._known: dict[str, Any] = {}
        self._first: dict[tuple[Asked, bool], Line | None] = {}
        self._heads: dict[tuple[int, int], frozenset[str]] = {}
        self._link(page.url, "address")
        written = tuple(self._written(page.text))
        outline = page.outline or outline_of(line.outlined for line in written)
        self.lines = tuple(_numbered(_joined(page, outline, written)))
        self._innermost, self._around, self._blocks = _by_line(outline.blocks, len(outline.lines))
        self._tables: dict[int, list[Line]] = defaultdict(list)
        for line in self.lines:
            if line.outlined.cell is not None:
                self._tables[line.outlined.cell[0]].append(line)
        self._terms: dict[tuple[int, Asked], Sequence[tuple[int, int]]] = {}
        self.searched: Sequence[Line] = self.lines
        self.only: Sequence[int] | None = None
        self._headed: dict[str, list[int]] = defaultdict(list)
        for line in self.lines:
            if line.outlined.level:
                self._headed[line.text].append(line.number)
        self.labels = {
            one.label.strip(" :").casefold() for line in self.lines for one in line.outlined.claims if not one.by_author
        }
        self.titles = [line for line in self.lines if line.outlined.level == 1]
        self._words = tuple(tuple(words(line.text)) for line in self.lines)
        self._places: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for number_of_line, said in enumerate(self._words):
            for at, word in enumerate(said):
                self._places[word.text].append((number_of_line, at))

    def _written(self, text: str) -> Iterator[Line]:
        """Yield the lines of Markdown, the cells of a table's row each as one."""
        heading, count = "", 0
        reader = Reader()
        for written in text.splitlines():
            if not any(sign.isalnum() for sign in written):
                reader.pause(written)
                continue
            count += 1
            if match := _HEADING.match(written.strip()):
                heading = _unmarked(match.group(1))
            place = f"line {count} of the text" + (f", under “{heading[:80]}”" if heading else "")
            for url in (*(match.group(2) for match in _TARGET.finditer(written)), *_ADDRESS.findall(written)):
                self._link(url, f"link in {place}")
            for outlined in reader.read(written, _unmarked):
                if 0 < len(outlined.text) <= _MOST_LINE:
                    yield Line(outlined.text, place, outlined=outlined)
                    continue
                for part in wrap(outlined.text, _MOST_LINE):
                    yield Line(part, place, outlined=OutlineLine(part, outlined.headings))

    def _link(self, url: str, place: str) -> None:
        if url:
            self._addresses.setdefault(_bare(url), Found(Line(url, place), 0, len(url)))

    def words_of(self, line: Line) -> Sequence[Word]:
        """Return the words of *line* as they are compared."""
        return self._words[line.number] if line.number >= 0 else tuple(words(line.text))

    def phrase(self, sought: Sequence[str]) -> Iterator[Found]:
        """Yield where these words stand one after the other in a line."""
        if not sought:
            return
        # The rarest word first: most places are not looked at.
        offset, rarest = min(enumerate(sought), key=lambda pair: len(self._places.get(pair[1], ())))
        for at_line, at in self._standing(rarest):
            said, first = self._words[at_line], at - offset
            last = first + len(sought) - 1
            if first < 0 or last >= len(said):
                continue
            if all(said[first + step].text == word for step, word in enumerate(sought)):
                yield Found(self.lines[at_line], said[first].start, said[last].end)

    def within(self, lines: Iterable[int], headings: Iterable[str]) -> "Said":
        """Return what is said in those *lines*, and in *headings* of these words."""
        only = {*lines, *(number for text in headings for number in self._headed.get(text, ())[:_MOST_HEADINGS])}
        part = copy.copy(self)
        part.only = sorted(only)
        part.searched = [self.lines[number] for number in part.only]
        return part

    def beside(self, found: Found) -> frozenset[str]:
        """Return the words of the line that *found* is in, those near it when it is long."""
        if len(found.line.text) <= _LONGEST_QUOTE:
            return frozenset(word.text for word in self.words_of(found.line))
        said = self.words_of(found.line)
        first = bisect_left(said, found.start - _BESIDE, key=_start_of)
        last = bisect_left(said, found.end + _BESIDE, key=_start_of)
        return frozenset(word.text for word in said[first:last])

    def first_labelled(self, asked: Asked, *, has_figures: bool) -> Line | None:
        """Return the first line of the page's own content with a value that is surely labelled as that of the field.

        What heads a column of several rows labels those, and nothing of the page's own thing.
        """
        key = (asked, has_figures)
        if key not in self._first:
            self._first[key] = next(
                (
                    line
                    for line in self.lines
                    if not line.outlined.apart
                    and any(
                        not one.by_author
                        and about(asked, one.label) >= SURE
                        and any(map(str.isdigit, line.text[one.start : one.end])) is has_figures
                        and not self._heads_rows(one.label, line)
                        for one in line.outlined.claims
                    )
                ),
                None,
            )
        return self._first[key]

    def _heads_rows(self, label: str, cell: Line) -> bool:
        """Return whether *label* stands at the head of the column that *cell* is in, above several rows."""
        if cell.outlined.cell is None:
            return False
        table, _, column = cell.outlined.cell
        if (table, column) not in self._heads:
            self._heads[table, column] = self._heads_of(table, column)
        return label in self._heads[table, column]

    def _heads_of(self, table: int, column: int) -> frozenset[str]:
        """Return what stands at the head of a column of several rows; empty for one row."""
        rows = [
            (cell[1], line.text) for line in self.in_table(table) if (cell := line.outlined.cell) and cell[2] == column
        ]
        heads = frozenset(text for row, text in rows if row < 0)
        return heads if len(rows) - len(heads) > 1 else frozenset()

    def once(self, name: str, make: Callable[[Sequence[Line]], T]) -> T:
        """Return what *make* tells of all lines, which is asked for often, by this *name*, and found out once."""
        if name not in self._known:
            self._known[name] = make(self.lines)
        told: T = self._known[name]
        return told

    def may_judge(self) -> bool:
        """Return whether there is time left to judge a place, and count it as judged."""
        return next(self._judged) < _MOST_JUDGED

    def may_compare(self) -> bool:
        """Return whether there is time left to hold another place against a value that is supported, and count it."""
        return next(self._compared) < _MOST_COMPARED

    def _standing(self, word: str) -> Iterable[tuple[int, int]]:
        """Return where *word* stands: line and number of the word in it."""
        places = self._places.get(word, [])
        if self.only is None:
            return places
        return (
            place
            for line in self.only
            for place in places[bisect_left(places, (line, 0)) : bisect_left(places, (line + 1, 0))]
        )

    def in_table(self, table: int) -> Sequence[Line]:
        """Return the cells of the page's *table*-th table, counted from 0."""
        return self._tables.get(table, ())

    def blocks_of(self, number: int) -> Sequence[Block]:
        """Return the blocks that the line of this *number* stands in, the innermost first."""
        at = self._innermost[number] if 0 <= number < len(self._innermost) else -1
        found: list[Block] = []
        while at >= 0 and len(found) < _MOST_BLOCKS:
            found.append(self._blocks[at])
            at = self._around[at]
        return found

    def terms_in(self, line: Line, asked: Asked) -> Sequence[tuple[int, int]]:
        """Return where in *line* words by which the field goes stand."""
        key = (line.number, asked)
        if key not in self._terms:
            self._terms[key] = tuple(_terms(self._singular(line), self.words_of(line), asked, line.text))
        return self._terms[key]

    def _singular(self, line: Line) -> Sequence[str]:
        return [singular(word.text) for word in self.words_of(line)]

    def before(self, found: Found, count: int) -> Sequence[str]:
        """Return up to *count* words that stand before *found* in its sentence."""
        ends = [one.end() for one in _SENTENCE.finditer(found.line.text, 0, found.start)]
        begin = ends[-1] if ends else 0
        said = self.words_of(found.line)
        return [word.text for word in said if begin <= word.start and word.end <= found.start][-count:]

    def after(self, found: Found, count: int) -> Sequence[str]:
        """Return up to *count* words that stand behind *found* in its sentence."""
        stop = _SENTENCE.search(found.line.text, found.end)
        end = stop.start() if stop is not None else len(found.line.text)
        return [word.text for word in self.words_of(found.line) if found.end <= word.start < end][:count]

    def amount(self, sought: Decimal) -> Iterator[Found]:
        """Yield where this number stands, be it in thousands or millions, or as so many percent."""
        size, negative = abs(sought), sought < 0
        for found in self._sizes(size):
            if found.is_negative is negative:
                yield found

    def _sizes(self, size: Decimal) -> Iterator[Found]:
        whole = int(size)
        if (part := _PARTS.get(size - whole)) is not None:
            yield from self.phrase((plain(Decimal(whole)), part) if whole else (part,))
        # "5½" is not five.
        yield from (one for one in self.phrase((plain(size),)) if _FRACTION.match(one.line.text, one.end) is None)
        for name, times in _TIMES.items():
            yield from self.phrase((plain(size / times), name))
        for found in self.phrase((plain(size * 100),)):
            if found.line.text[found.end : found.end + 2].strip().startswith("%"):
                yield found

    def address(self, sought: str) -> Found | None:
        """Return where the page links to, or shows, this address."""
        return self._addresses.get(_bare(sought))


def _start_of(word: Word) -> int:
    return word.start


def words(text: str) -> Iterator[Word]:
    """Yield the words of *text* as they are compared."""
    # Of one length with what is quoted from: what folding makes longer is left as it is.
    for match in _WORD.finditer(plain_digits(text)):
        yield Word(_folded(match.group()), match.start(), match.end())


def plain(value: Decimal) -> str:
    """Return a number as it is compared."""
    return format(value.normalize(), "f")


def _by_line(blocks: Iterable[Block], count: int) -> tuple[list[int], list[int], list[Block]]:
    """Return for each line the number of its innermost block, for each block that of the one around it, and the blocks.

    -1 stands for none. Blocks stand in one another or apart.
    """
    ordered = sorted(blocks, key=lambda one: (one.first, -one.last))
    innermost, around = [-1] * count, [-1] * len(ordered)
    open_ones: list[int] = []
    following = 0
    for line in range(count):
        while open_ones and ordered[open_ones[-1]].last <= line:
            open_ones.pop()
        while following < len(ordered) and ordered[following].first <= line:
            around[following] = open_ones[-1] if open_ones else -1
            open_ones.append(following)
            following += 1
        while open_ones and ordered[open_ones[-1]].last <= line:
            open_ones.pop()
        innermost[line] = open_ones[-1] if open_ones else -1
    return innermost, around, ordered


def _terms(spoken: Sequence[str], said: Sequence[Word], asked: Asked, text: str) -> Iterator[tuple[int, int]]:
    stops = {match.start() for match in _POINT.finditer(text)}
    firsts = {term[0] for term in asked.terms}
    for at, word in enumerate(spoken):
        if is_term(asked, word) or (said[at].end in stops and is_short_for(asked, word)):
            yield said[at].start, said[at].end
        elif word in firsts:
            for term in asked.terms:
                if tuple(spoken[at : at + len(term)]) == term:
                    yield said[at].start, said[at + len(term) - 1].end


def _joined(page: PageText, outline: Outline, written: Sequence[Line]) -> Iterator[Line]:
    """Yield the lines of *outline*, then what only the Markdown has, then what the page says of itself."""
    if page.outline is None:
        yield from written
    else:
        yield from _placed(outline, written)
        shown = "".join(_signs(line.text) for line in outline.lines)
        # The tables of one are numbered otherwise than those of the other.
        rest = (line for line in written if _signs(line.text) not in shown)
        yield from (replace(line, outlined=replace(line.outlined, cell=None)) for line in rest)
    for text, place in ((page.title, "title"), (page.description, DESCRIPTION), (page.url, "address")):
        if text:
            yield Line(text, place, outlined=OutlineLine(text, level=int(place == "title")))


def _placed(outline: Outline, written: Sequence[Line]) -> Iterator[Line]:
    """Yield the lines of *outline*, each with its place in the Markdown, or that it stands beside it."""
    signs = [_signs(line.text) for line in written]
    starts = list(accumulate(map(len, signs), initial=0))
    told, at = "".join(signs), 0
    for line in outline.lines:
        sought = _signs(line.text)
        found = told.find(sought, at) if sought else -1
        found = told.find(sought) if found < 0 and sought else found
        if found < 0:
            yield Line(line.text, _BESIDE_TEXT, outlined=line)
        else:
            at = found
            yield Line(line.text, written[bisect_right(starts, found) - 1].place, outlined=line)


def _numbered(lines: Iterable[Line]) -> Iterator[Line]:
    for number_of_line, line in enumerate(lines):
        yield replace(line, number=number_of_line)


def _signs(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def _folded(word: str) -> str:
    if word[0].isdigit() or word[0] in ".,":
        read = number(word)
        return word if read is None else plain(read)
    decomposed = unicodedata.normalize("NFKD", word.casefold())
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign))


def _unmarked(written: str) -> str:
    """Return a line of Markdown as people read it."""
    text = _TARGET.sub(_named, _TARGET.sub(_named, written))
    text = _MARKS.sub(" ", _ESCAPED.sub(r"\1", text))
    return " ".join(text.split())


def _named(target: re.Match[str]) -> str:
    """Return what a link is called; a picture in it is a target within."""
    return target.group(1).lstrip("!")[1:-1]


def _bare(url: str) -> str:
    return url.strip().rstrip(".,;/").removeprefix("https://").removeprefix("http://").casefold()
