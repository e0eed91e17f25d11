"""Excerpts of a Markdown text within a number of tokens: what fits a question, or what comes first.

The text is read as units that tile it: headings, parts of paragraphs, items, rows of tables, lines of code. A unit
needs others to be read: the headings that it stands under, the head of its table, the fences of its code. Units are
chosen with all that they need, the best first, as long as there is room; what was chosen is written in its order.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import accumulate, groupby
from textwrap import dedent
from typing import Any, Final, Literal
from urllib.parse import quote

from gossamer.content.answering.fitting import fits
from gossamer.content.answering.questions import Question, read_question
from gossamer.content.page import tokens
from gossamer.content.text.markdown_lines import LINK, Kind, MarkdownLine, plain, read_lines
from gossamer.content.text.ranking import Index, count_beside
from gossamer.content.text.related import find_related
from gossamer.content.text.terms import terms
from gossamer.core.excerpts import ExcerptSpec, TextCursor

# Characters of a part of a paragraph; of one that has to go into few tokens so many for each.
_LONGEST, _SHORTEST, _OF_TOKEN = 400, 20, 2
_SENTENCE: Final = r"[.!?;:…]{1,8}[\"'”’»)\]]{0,3}\s+|[。！？｡]{1,8}[」』”’）]{0,3}"  # noqa: RUF001
# Marks between passages that leave something out, and between such lines of code.
_GAP, _CODE_GAP = "\n\n…\n\n", "…\n"
_GAP_WEIGHT: Final = tokens.weigh(_GAP)
# Shares of a full count: a word beside a unit, related words for one of the question, and the scores of the next units
# and of those behind them. A unit that fits the kind of question counts more.
_BESIDE: Final = 0.4
_ALIKE, _RELATED = 0.6, 0.3
_NEAR: Final = (0.4, 0.2)
_FITTING: Final = 1.3
_FRAGMENT_WORDS: Final = 5
# Of a language that writes no blanks.
_MOST_FRAGMENT: Final = 60
_PICTURE: Final = re.compile(r"!\[[^\]]*\]\([^)]*\)")


@dataclass(frozen=True, slots=True)
class _Unit:
    """A part of a text from *start* to *end*, which is where the next one begins.

    *needs* are the units without which it is no good: *above* those that give it its place, which may be missing
    where there is no room, and *around* fences. *group* is the table or the code that it is part of, *beside* the
    words above it.
    """

    start: int
    end: int
    kind: Kind | Literal["frame"]
    above: tuple[int, ...] = ()
    around: tuple[int, ...] = ()
    group: tuple[str, int] | None = None
    beside: str = ""


@dataclass(frozen=True, slots=True)
class ExcerptPart:
    """A part of the excerpt from *start* to *end* that the page has without a gap.

    *cursor* is where reading goes on behind it, None at the end of the page; *fragment* finds it on the page.
    """

    start: int
    end: int
    fragment: str
    cursor: TextCursor | None


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The excerpt of a text that has *total_tokens*, with the *passages* that it is made of.

    *is_cut*: something was left out. *is_moved*: the cursor belongs to another text. *is_unmet*: the text has no word
    of the question. *left_out* is how many units are larger than all the room there is.
    """

    markdown: str
    total_tokens: int
    passages: tuple[ExcerptPart, ...] = ()
    is_cut: bool = False
    is_moved: bool = False
    is_unmet: bool = False
    left_out: int = 0


def excerpt(markdown: str, spec: ExcerptSpec) -> Excerpt:
    """Return the excerpt of *markdown* for *spec*, of no more tokens than it allows."""
    total = tokens.count_tokens(markdown)
    start_cursor = TextCursor.at(0, markdown)
    is_moved = spec.cursor is not None and spec.cursor.mark != start_cursor.mark
    offset = spec.cursor.offset if spec.cursor is not None and not is_moved else 0
    if total <= spec.max_tokens and not offset:
        return Excerpt(markdown, total, is_moved=is_moved)
    units = _ExcerptReader(markdown, max(_SHORTEST, min(_LONGEST, spec.max_tokens * _OF_TOKEN))).read()
    if offset:
        units = [replace(unit, start=max(unit.start, offset)) if unit.end > offset else unit for unit in units]
    written = (at for at, unit in enumerate(units) if unit.end > offset and unit.kind != "frame")
    candidates = [at for at in written if not markdown[units[at].start : units[at].end].isspace()]
    ranked = _rank(markdown, units, candidates, spec.query) if spec.query else []
    choice = _UnitChoice(markdown, units, spec.max_tokens * tokens.ONE)
    left_out = choice.take_best(ranked) if ranked else choice.take_first(candidates)
    text, passages = choice.write(start_cursor)
    is_unmet = bool(spec.query and candidates and not ranked)
    return Excerpt(text, total, passages, is_cut=True, is_moved=is_moved, is_unmet=is_unmet, left_out=left_out)


class _ExcerptReader:
    """Reads *markdown* as units; parts of paragraphs have about *size* characters."""

    def __init__(self, markdown: str, size: int) -> None:
        self._size = size
        self._lines = markdown.splitlines(keepends=True)
        self._starts = list(accumulate(map(len, self._lines), initial=0))
        self._part = re.compile(
            rf"(?s:.{{1,{size}}}\Z|.{{{size // 2},{size}}}?(?:{_SENTENCE})|.{{{size // 2},{size}}}\s+|.{{1,{size}}})"
        )
        self._units: list[_Unit] = []
        self._above: list[tuple[int, int]] = []
        # The head of the table, and the fences of the code, that the lines before belong to.
        self._head: tuple[int, ...] = ()
        self._fences: tuple[int, ...] = ()

    def read(self) -> list[_Unit]:
        """Return the units in their order."""
        lines = list(read_lines(self._lines))
        for line, following in zip(lines, [*lines, None][1:], strict=True):
            self._add_line(line, following)
        ends = [*(unit.start for unit in self._units), self._starts[-1]][1:]
        return [replace(unit, end=end) for unit, end in zip(self._units, ends, strict=True)]

    def _add_line(self, line: MarkdownLine, following: MarkdownLine | None) -> None:
        match line.kind:
            case "heading":
                self._above = [(level, at) for level, at in self._above if level < line.level]
                self._add(line)
                self._above.append((line.level, len(self._units) - 1))
            case "row":
                is_head = line.place[1] < 0
                self._add(line, above=() if is_head else self._head, group=("table", line.place[0]))
                self._head = (len(self._units) - 1,) if is_head else self._head
            case "code":
                self._add_code(line, following)
            case _:
                self._add_parts(line)

    def _add_code(self, line: MarkdownLine, following: MarkdownLine | None) -> None:
        opened = line.place[0]
        group = ("code", opened)
        if not self._units or self._units[-1].group != group:
            self._units.append(_Unit(self._starts[opened], 0, "frame", group=group))
            self._fences = (len(self._units) - 1,)
        self._add(line, around=self._fences, group=group)
        if following is None or following.kind != "code" or following.place != line.place:
            rest = range(line.number + 1, following.number if following is not None else len(self._lines))
            if (closing := next((at for at in rest if self._lines[at].strip()), None)) is not None:
                self._close_code(self._starts[closing], group)

    def _close_code(self, start: int, group: tuple[str, int]) -> None:
        closing = (len(self._units),)
        first = self._fences[0] + 1
        self._units[first:] = [replace(unit, around=self._fences + closing) for unit in self._units[first:]]
        self._units.append(_Unit(start, 0, "frame", group=group))

    def _add_parts(self, line: MarkdownLine) -> None:
        start, written = self._starts[line.number], self._lines[line.number]
        links = [link.span() for link in LINK.finditer(written)] if len(written) > self._size else []
        firsts = [first for first, _ in links]
        # No part ends inside a link.
        ends = (part.end() for part in self._part.finditer(written))
        before = ((end, bisect_left(firsts, end) - 1) for end in ends)
        moved = (max(end, links[at][1]) if at >= 0 else end for end, at in before)
        begin = 0
        for end in dict.fromkeys(moved):
            if not written[begin:end].isspace():
                self._add(line, start=start + begin)
            begin = end

    def _add(self, line: MarkdownLine, start: int | None = None, above: tuple[int, ...] = (), **frame: Any) -> None:
        start = self._starts[line.number] if start is None else start
        above = (*(at for _, at in self._above), *above)
        beside = " ".join((*line.headings, *line.columns))
        self._units.append(_Unit(start, 0, line.kind, above, beside=beside, **frame))


def _rank(markdown: str, units: Sequence[_Unit], candidates: Sequence[int], query: str) -> list[int]:
    """Return those of *candidates* that have to do with *query*, the best first."""
    question = read_question(query)
    parts = _weigh_terms(question)
    beside = {text: count_beside(terms(text), _BESIDE) for text in {unit.beside for unit in units}}
    texts = [plain(markdown[unit.start : unit.end]) for unit in units]
    index = Index([terms(text) for text in texts], [beside[unit.beside] for unit in units])
    own_scores = []
    for at, text in enumerate(texts):
        score = _score_text(index, at, parts)
        is_fitting = score and fits(question.kind, text, frozenset(question.terms))
        own_scores.append(score * _FITTING if is_fitting else score)
    # A heading without anything that it stands above is no answer.
    texts_only = [at for at in candidates if units[at].kind != "heading"]
    scores = {at: own_scores[at] + sum(_score_neighbours(units, own_scores, at)) for at in texts_only or candidates}
    return sorted((at for at, score in scores.items() if score > 0), key=lambda at: -scores[at])


def _weigh_terms(question: Question) -> dict[str, float]:
    """Return the weight of each term: those of the question most, then others for them, then related ones."""
    parts: dict[str, float] = {}
    for term in question.terms:
        parts |= {other: _RELATED * near for other, near in find_related(term).items()}
    for term in question.terms:
        parts |= dict.fromkeys(question.alike.get(term, ()), _ALIKE)
    return parts | dict.fromkeys(question.terms, 1.0)


def _score_text(index: Index, at: int, parts: Mapping[str, float]) -> float:
    return sum(parts[term] * index.score(at, (term,)) for term in parts.keys() & index.counts[at].keys())


def _score_neighbours(units: Sequence[_Unit], scores: Sequence[float], at: int) -> Iterator[float]:
    """Yield the score that each unit gains from its neighbours under the same headings."""
    for distance, part in enumerate(_NEAR, 1):
        for other in (at - distance, at + distance):
            if 0 <= other < len(units) and units[other].beside == units[at].beside:
                yield part * scores[other]


class _UnitChoice:
    """Units of *markdown* that are chosen, with what they need, within *room*, hundredths of tokens."""

    def __init__(self, markdown: str, units: Sequence[_Unit], room: int) -> None:
        self._markdown = markdown
        self._units = units
        # A gap is between two runs, and there is one run more than gaps.
        self._room = self._whole = room + _GAP_WEIGHT
        self._weights = [tokens.weigh(markdown[unit.start : unit.end]) for unit in units]
        self._chosen: set[int] = set()
        self._asked: set[int] = set()

    def take_best(self, ranked: Iterable[int]) -> int:
        """Choose as many as have room, the first of *ranked* before the others; return how many never have."""
        return sum(not self._take(at) and self._is_too_large(at) for at in ranked)

    def take_first(self, candidates: Iterable[int]) -> int:
        """Choose *candidates* in their order until one has no room; return how many before it never have."""
        left_out = 0
        for at in candidates:
            if not self._take(at):
                if self._asked or not self._is_too_large(at):
                    break
                left_out += 1
        self._drop_last_headings()
        return left_out

    def _drop_last_headings(self) -> None:
        """Leave headings at the end to what they stand above, unless there is nothing else."""
        last = max((at for at in self._asked if self._units[at].kind != "heading"), default=len(self._units))
        late = {at for at in self._asked if at > last}
        self._asked -= late
        self._chosen -= late

    def _is_too_large(self, at: int) -> bool:
        return self._cost({at, *self._units[at].around}, set()) > self._whole

    def _take(self, at: int) -> bool:
        """Choose a unit with all that it needs, if there is room; return whether there was.

        What is above it is left out where the two would not go into all the room together.
        """
        unit = self._units[at]
        needed = {at, *unit.above, *unit.around}
        if self._cost(needed, set()) > self._whole:
            needed = {at, *unit.around}
        cost = self._cost(needed, self._chosen)
        if cost > self._room:
            return False
        self._room -= cost
        self._chosen |= needed
        self._asked.add(at)
        return True

    def _cost(self, needed: AbstractSet[int], chosen: AbstractSet[int]) -> int:
        """Return the weight that *needed* units add to those *chosen*, with that of gaps they open or close."""
        added = needed - chosen
        joined = sum((at - 1 in added or at - 1 in chosen) + (at + 1 in chosen) for at in added)
        return sum(self._weights[at] for at in added) + _GAP_WEIGHT * (len(added) - joined)

    def write(self, here: TextCursor) -> tuple[str, tuple[ExcerptPart, ...]]:
        """Return the chosen text and its passages; cursors are for the text that *here* is in."""
        written = ""
        passages: list[ExcerptPart] = []
        last: int | None = None
        for first, end in _runs(self._chosen):
            between = self._between(last, first) if last is not None else ""
            written = (written.rstrip() if between == _GAP else written) + between
            last = end
            asked_indexes = [at for at in range(first, end + 1) if at in self._asked]
            if not asked_indexes:
                written += self._text(first, end)
                continue
            # Headings before the passage are no part of it, but the fence of its code is.
            opened = asked_indexes[0] - (asked_indexes[0] > first and self._units[asked_indexes[0] - 1].kind == "frame")
            written += self._text(first, opened - 1)
            text = self._text(opened, end)
            goes_on = self._units[end].end < len(self._markdown.rstrip())
            cursor = replace(here, offset=self._units[end].end) if goes_on else None
            fragment = self._fragment(asked_indexes[0], asked_indexes[-1])
            passages.append(ExcerptPart(len(written), len(written) + len(text.rstrip()), fragment, cursor))
            written += text
        return written.rstrip(), tuple(passages)

    def _between(self, last: int, first: int) -> str:
        """Return the mark between two units that leave something out."""
        group = self._units[first].group
        if group is None or group != self._units[last].group:
            return _GAP
        return _CODE_GAP if group[0] == "code" else ""

    def _text(self, first: int, end: int) -> str:
        """Return the units from *first* to *end* as they are written; nothing where *end* comes first."""
        if end < first:
            return ""
        text = self._markdown[self._units[first].start : self._units[end].end]
        # Where the item around it is left out, an indented text would be taken for code.
        return dedent(text) if text[:1] in (" ", "\t") else text

    def _fragment(self, first: int, end: int) -> str:
        """Return the directive that finds the text of units on the page, or an empty text."""
        begins, ends = self._words(first), self._words(end)
        if first == end and len(begins) <= 2 * _FRAGMENT_WORDS:
            ends = []
        texts = (
            " ".join(begins[: _FRAGMENT_WORDS if ends else None])[:_MOST_FRAGMENT],
            " ".join(ends[-_FRAGMENT_WORDS:])[-_MOST_FRAGMENT:],
        )
        written = ",".join(quote(text, safe="").replace("-", "%2D") for text in texts if text)
        return f":~:text={written}" if texts[0] else ""

    def _words(self, at: int) -> list[str]:
        unit = self._units[at]
        text = _PICTURE.sub("", self._markdown[unit.start : unit.end]).strip()
        # A match does not go beyond a cell.
        return plain(text.strip("|").split("|")[0] if unit.kind == "row" else text).split()


def _runs(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and the last of *numbers* that follow one another."""
    for _, run in groupby(enumerate(sorted(numbers)), lambda pair: pair[1] - pair[0]):
        members = [number for _, number in run]
        yield members[0], members[-1]
