"""Blocks of a page: tables, headings, lists and paragraphs, from its runs in reading order."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Final

from msgspec.structs import replace

from gossamer.content.documents import markup
from gossamer.content.documents.layout.columns import regions
from gossamer.content.documents.layout.grids import Stroke, without_grids
from gossamer.content.documents.layout.runs import Row, Run, Span, rows_of
from gossamer.content.documents.layout.tables import FoundTable, Rule, split
from gossamer.content.documents.model import Block, Box

_BULLET: Final = re.compile(r"^\s*(?:[•●▪◦‣∙\uf0b7\u2043■□➢➤✓·]|[-\u2013*](?=\s))\s*")
_NUMBER: Final = re.compile(r"^\s*\(?(\d{1,3}|[a-zA-Z])[.)]\s+(?=\S)")
_LETTER: Final = re.compile(r"[^\W\d_]")
_LETTER_OR_DIGIT: Final = re.compile(r"[^\W_]")
_LARGE: Final = 1.12
# In usual distances of two lines: the most inside of a paragraph, and a distance hardly larger than usual.
_FAR: Final = 1.35
_CLOSE: Final = 1.1
# A heading has no more characters and lines; one that is only bold has fewer.
_MAX_HEADING: Final = 200
_MAX_HEADING_LINES: Final = 4
_MAX_BOLD: Final = 120
_MAX_BOLD_LINES: Final = 2
# Heights of text that differ by less are the same.
_SAME_SIZE: Final = 0.5


@dataclass(frozen=True, slots=True)
class Style:
    """The usual sizes of a document: the height of its text, and the heights of its headings, largest first."""

    body: float = 0.0
    headings: tuple[float, ...] = ()

    @classmethod
    def of(cls, runs: Iterable[Run]) -> "Style":
        """Return the usual sizes among *runs*."""
        weights: Counter[float] = Counter()
        for run in runs:
            weights[run.size] += len(run.text)
        body = max(weights, key=lambda size: weights[size], default=0.0)
        return cls(body, tuple(sorted((size for size in weights if size >= body * _LARGE), reverse=True)))

    def __bool__(self) -> bool:
        return self.body > 0

    def level(self, size: float) -> int | None:
        """Return the level of a heading of this height, None for the height of text."""
        if self.body <= 0 or size < self.body * _LARGE:
            return None
        steps: list[float] = []
        for known in self.headings:
            if not steps or known < steps[-1] * 0.93:
                steps.append(known)
        return min(sum(known > size * 1.03 for known in steps) + 1, 6)


@dataclass(frozen=True, slots=True)
class _Paragraph:
    rows: tuple[Row, ...]

    @property
    def text(self) -> str:
        return " ".join(row.text for row in self.rows)


def blocks(
    runs: Sequence[Run], style: Style, *, rules: Sequence[Rule] = (), strokes: Sequence[Stroke] = ()
) -> Iterator[Block]:
    """Yield the blocks of a page in reading order."""
    left, tables = without_grids(runs, rules, strokes)
    for region in regions(left):
        rows: list[Row] = []
        for row in rows_of(region):
            ruled = [run for run in row.runs if run.table is not None]
            if not ruled:
                rows.append(row)
                continue
            yield from _region(rows, rules, style)
            rows = [Row((run,)) for run in row.runs if run.table is None]
            for run in ruled:
                yield _table(tables[run.table or 0], _box([Row((run,))]))
        yield from _region(rows, rules, style)


def _region(rows: Sequence[Row], rules: Sequence[Rule], style: Style) -> Iterator[Block]:
    lines: list[Row] = []
    for found in split(rows, rules):
        if isinstance(found, FoundTable):
            yield from _prose(lines, style)
            lines = []
            yield _table(found, _box(found.source))
        else:
            lines.append(found)
    yield from _prose(lines, style)


def _prose(rows: Sequence[Row], style: Style) -> Iterator[Block]:
    items: list[_Paragraph] = []
    for paragraph in _paragraphs(rows, style):
        if _BULLET.match(paragraph.text) or (_NUMBER.match(paragraph.text) and _level(paragraph, style) is None):
            items.append(paragraph)
            continue
        yield from _list(items)
        items = []
        level = _level(paragraph, style)
        if level is None:
            yield Block("paragraph", markup.element("p", _html(paragraph.rows)), _box(paragraph.rows))
        else:
            yield Block("heading", markup.heading(_html(paragraph.rows, plain=True), level), _box(paragraph.rows))
    yield from _list(items)


def _list(items: Sequence[_Paragraph]) -> Iterator[Block]:
    run: list[_Paragraph] = []
    for item in items:
        if run and bool(_BULLET.match(item.text)) != bool(_BULLET.match(run[0].text)):
            yield _listed(run)
            run = []
        run.append(item)
    if run:
        yield _listed(run)


def _listed(items: Sequence[_Paragraph]) -> Block:
    number = _NUMBER.match(items[0].text)
    is_numbered = number is not None and number[1].isdigit() and not _BULLET.match(items[0].text)
    rows = [row for item in items for row in item.rows]
    if number is not None and not is_numbered and not _BULLET.match(items[0].text):
        return Block("paragraph", "".join(markup.element("p", _html(item.rows)) for item in items), _box(rows))
    mark = _NUMBER if is_numbered else _BULLET
    entries = (_html(item.rows, mark=mark) for item in items)
    start = int(number[1]) if is_numbered and number else 1
    return Block("list", markup.items(entries, ordered=is_numbered, start=start), _box(rows))


def _paragraphs(rows: Sequence[Row], style: Style) -> Iterator[_Paragraph]:
    if not rows:
        return
    steps = _steps(rows)
    right = max(row.right for row in rows)
    left = min(row.left for row in rows)
    current: list[Row] = []
    for row in rows:
        if current and not _goes_on(current, row, steps, (left, right), style):
            yield _Paragraph(tuple(current))
            current = []
        current.append(row)
    yield _Paragraph(tuple(current))


def _goes_on(
    current: Sequence[Row], row: Row, steps: dict[float, float], edges: tuple[float, float], style: Style
) -> bool:
    last = current[-1]
    if abs(last.size - row.size) > 0.12 * max(last.size, row.size) or last.bold != row.bold:
        return False
    if _BULLET.match(row.text) or _NUMBER.match(row.text):
        return False
    step = row.bottom - last.bottom
    usual = steps.get(round(row.size), row.size * 1.5)
    if step <= 0 or step > _FAR * usual:
        return False
    if style.level(row.size) is not None:
        return True
    indent = row.left - last.left
    left, right = edges
    is_full = last.right > right - 0.12 * (right - left)
    if indent > 0.7 * row.size and abs(last.left - left) < row.size and len(current) > 0 and is_full:
        # The first line of a paragraph is indented; that of a list's entry hangs out.
        return bool(_BULLET.match(current[0].text) or _NUMBER.match(current[0].text)) and len(current) == 1
    return (
        is_full
        or not last.text.rstrip().endswith((".", "!", "?", ":"))
        or (step <= 1.1 * usual and not _ends(last, edges))
    )


def _ends(row: Row, edges: tuple[float, float]) -> bool:
    """Return whether *row* is so short that a paragraph ends with it."""
    return row.right < edges[1] - 0.25 * (edges[1] - edges[0])


def _steps(rows: Sequence[Row]) -> dict[float, float]:
    """Return the usual distance of two lines, by the height of their text."""
    found: dict[float, list[float]] = {}
    for above, below in pairwise(rows):
        step = below.bottom - above.bottom
        if 0 < step < 3 * below.size and abs(above.size - below.size) < _SAME_SIZE:
            found.setdefault(round(below.size), []).append(step)
    return {size: median(sorted(steps)[: max(1, len(steps) * 3 // 4)]) for size, steps in found.items()}


def _level(paragraph: _Paragraph, style: Style) -> int | None:
    text = paragraph.text.strip()
    if not _LETTER_OR_DIGIT.search(text) or len(text) > _MAX_HEADING or len(paragraph.rows) > _MAX_HEADING_LINES:
        return None
    size = median(row.size for row in paragraph.rows)
    level = style.level(size)
    if level is not None and (_LETTER.search(text) or size > 1.3 * style.body):
        return level
    if not _LETTER.search(text):
        return None
    is_bold = all(row.bold for row in paragraph.rows) and len(paragraph.rows) <= _MAX_BOLD_LINES
    if not is_bold or len(text) > _MAX_BOLD or text.endswith((".", ",", ";")):
        return None
    return min(len(style.headings) + 1, 4)


def _html(rows: Sequence[Row], *, plain: bool = False, mark: re.Pattern[str] | None = None) -> str:
    spans = list(_joined(rows))
    if mark is not None:
        spans = _without_mark(spans, mark)
    if plain:
        return markup.text("".join(span.text for span in spans).strip())
    return "".join(_written(span) for span in _united(spans)).strip()


def _joined(rows: Sequence[Row]) -> Iterator[Span]:
    for index, row in enumerate(rows):
        spans = list(row.spans)
        following = rows[index + 1].text if index + 1 < len(rows) else ""
        last = spans[-1].text.rstrip()
        if following and last.endswith(("-", "\u00ad")) and last[-2:-1].isalpha() and following[:1].islower():
            spans[-1] = replace(spans[-1], text=last[:-1])
            yield from spans
            continue
        yield from spans
        if following:
            yield Span(" ", spans[-1].bold, spans[-1].italic)


def _without_mark(spans: list[Span], mark: re.Pattern[str]) -> list[Span]:
    whole = "".join(span.text for span in spans)
    found = mark.match(whole)
    drop = found.end() if found else 0
    kept = []
    for span in spans:
        kept.append(replace(span, text=span.text[drop:]))
        drop = max(0, drop - len(span.text))
    return kept


def _united(spans: Iterable[Span]) -> list[Span]:
    united: list[Span] = []
    for span in spans:
        if united and replace(united[-1], text="") == replace(span, text=""):
            united[-1] = replace(span, text=united[-1].text + span.text)
        elif united and not span.text.strip():
            united[-1] = replace(united[-1], text=united[-1].text + span.text)
        else:
            united.append(span)
    return united


def _written(span: Span) -> str:
    text = re.sub(r"\s+", " ", span.text.replace("\u00ad", ""))
    html = markup.text(text)
    if not text.strip():
        return html
    stripped = markup.text(text.strip())
    marked = markup.element("em", stripped) if span.italic else stripped
    marked = markup.element("strong", marked) if span.bold else marked
    marked = markup.link(marked, span.link) if span.link else marked
    return html.replace(stripped, marked, 1)


def _table(table: FoundTable, box: Box) -> Block:
    rows = [[markup.Cell("<br>".join(_lines(cell.lines)), cell.columns) for cell in row] for row in table.rows]
    return Block("table", markup.table(rows, headers=1), box)


def _lines(runs: Sequence[Run]) -> Iterator[str]:
    rows = rows_of(runs)
    yield markup.text(re.sub(r"\s+", " ", "".join(span.text for span in _joined(rows))).strip())


def _box(rows: Sequence[Row]) -> Box:
    left, top = min(row.left for row in rows), min(row.top for row in rows)
    return (left, top, max(row.right for row in rows) - left, max(row.bottom for row in rows) - top)
