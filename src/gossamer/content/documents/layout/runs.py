"""Runs: pieces of text on one line without a gap, and the rows that they form.

They are structs of msgspec, which are made faster than dataclasses: a page has thousands.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from gossamer.content.charset import storable
from gossamer.content.documents import markup

# In heights of the text: below it, two pieces belong together; above the other, there is a blank between them.
_TOGETHER: Final = 0.48
# How far the middles of two runs on one line are apart, in heights of the lower one.
_BESIDE: Final = 0.55
_APART: Final = 1.2
_BLANK: Final = 0.1
_BOLD: Final = ("bold", "black", "heavy", "-bd", "-medi", "cmbx", "sfbx", "ecbx")
_ITALIC: Final = ("italic", "oblique", "-it")
_MONOSPACED: Final = ("mono", "courier", "consol", "menlo", "typewriter", "cmtt", "lucidacons", "andale", "code")
# Heights of words, in sizes of their font, and the share of the words of a page that have one of them.
_PLAUSIBLE: Final = (0.5, 1.5)
_MOST: Final = 0.8
# Boxes of words of so few letters are narrower than their letters.
_SHORT: Final = 2
# Letters of a typewriter differ in width by no more than this share.
_SAME_WIDTH: Final = 0.08


class TextSpan(Struct, frozen=True):
    """Text in one face."""

    text: str
    bold: bool = False
    italic: bool = False
    link: str = ""


class LinkArea(Struct, frozen=True):
    """A place on the page that leads to an address."""

    left: float
    top: float
    right: float
    bottom: float
    address: str

    def holds(self, x: float, y: float) -> bool:
        """Return whether the point is in it."""
        return self.left <= x <= self.right and self.top <= y <= self.bottom


class TextRun(Struct, frozen=True):
    """A piece of text on one line, in points from the top left corner of the page."""

    spans: tuple[TextSpan, ...]
    left: float
    top: float
    right: float
    bottom: float
    size: float
    words: tuple["TextRun", ...] = ()
    # Which ruled table it stands for; None for text.
    table: int | None = None
    # How wide each of its letters is, in a typewriter's face; 0 in others.
    advance: float = 0.0
    # The size of its font, which accents and signs do not change; 0 where that is not known.
    font_size: float = 0.0

    @property
    def text(self) -> str:
        """Return its text."""
        return self.spans[0].text if len(self.spans) == 1 else "".join(span.text for span in self.spans)

    @property
    def by_word(self) -> tuple["TextRun", ...]:
        """Return its words as runs of their own; itself where they are not known."""
        return self.words or (self,)

    @property
    def bold(self) -> bool:
        """Return whether all of it is bold."""
        return all(span.bold for span in self.spans if span.text.strip())

    @property
    def italic(self) -> bool:
        """Return whether all of it is italic."""
        return all(span.italic for span in self.spans if span.text.strip())

    @property
    def width(self) -> float:
        """Return the width of the row."""
        return self.right - self.left

    @property
    def middle(self) -> float:
        """Return the height of its middle."""
        return (self.top + self.bottom) / 2

    def overlaps(self, other: "TextRun") -> bool:
        """Return whether the middle of *other* is in it, or its own in that."""
        return self.holds_middle_of(other) or other.holds_middle_of(self)

    def holds_middle_of(self, other: "TextRun") -> bool:
        """Return whether the middle of *other* is in it."""
        return self.left <= (other.left + other.right) / 2 <= self.right and self.top <= other.middle <= self.bottom


class Row(Struct, frozen=True):
    """Runs on one line, from left to right. Most lines have one: its values are taken without a search."""

    runs: tuple[TextRun, ...]

    @property
    def left(self) -> float:
        """Return the left edge of the row."""
        return self.runs[0].left

    @property
    def right(self) -> float:
        """Return the right edge of the row."""
        return self.runs[0].right if len(self.runs) == 1 else max(run.right for run in self.runs)

    @property
    def top(self) -> float:
        """Return its upper edge."""
        return self.runs[0].top if len(self.runs) == 1 else min(run.top for run in self.runs)

    @property
    def bottom(self) -> float:
        """Return its lower edge."""
        return self.runs[0].bottom if len(self.runs) == 1 else max(run.bottom for run in self.runs)

    @property
    def middle(self) -> float:
        """Return the height of its middle."""
        return (self.top + self.bottom) / 2

    @property
    def size(self) -> float:
        """Return the height of most of its text."""
        return self.runs[0].size if len(self.runs) == 1 else max(self.runs, key=lambda run: len(run.text)).size

    @property
    def font_size(self) -> float:
        """Return the size of the font of most of its text; the height of that where the font is not known."""
        longest = self.runs[0] if len(self.runs) == 1 else max(self.runs, key=lambda run: len(run.text))
        return longest.font_size or longest.size

    @property
    def bold(self) -> bool:
        """Return whether all of it is bold."""
        return all(run.bold for run in self.runs)

    @property
    def italic(self) -> bool:
        """Return whether all of it is italic."""
        return all(run.italic for run in self.runs)

    @property
    def text(self) -> str:
        """Return its text."""
        return self.runs[0].text.strip() if len(self.runs) == 1 else " ".join(run.text.strip() for run in self.runs)

    @property
    def spans(self) -> tuple[TextSpan, ...]:
        """Return its text by face."""
        spans: list[TextSpan] = []
        for run in self.runs:
            if spans:
                spans.append(TextSpan(" "))
            spans.extend(run.spans)
        return tuple(spans)


def runs_of(items: Iterable[Any], links: Sequence[LinkArea] = ()) -> list[TextRun]:
    """Return the runs of the text items of a parsed page."""
    drawn = [item for item in items if item.text.strip() and item.width > 0 and item.height > 0]
    has_sizes = _are_sizes_known(drawn)
    pieces = [piece for item in drawn for piece in _split_run(_run(item, links, has_sizes=has_sizes))]
    return [run for row in rows_of(pieces) for run in _join(row.runs)]


def line_runs(words: Sequence[TextRun]) -> Iterator[TextRun]:
    """Yield the runs of a line from its *words*."""
    first, last = words[0], words[-1]
    yield from _split_run(replace(first, spans=spans_of(words), right=last.right, words=tuple(words)))


def spans_of(words: Sequence[TextRun]) -> tuple[TextSpan, ...]:
    """Return the text of *words*, by where it leads."""
    return tuple(replace(span, text=span.text.rstrip()) for span in _by_link(words))


def rows_of(runs: Sequence[TextRun]) -> list[Row]:
    """Return *runs* by line, from top to bottom."""
    if len(runs) <= 1:
        # Most cells of tables.
        return [Row((run,)) for run in runs]
    rows: list[list[TextRun]] = []
    middle = height = 0.0
    for run in sorted(runs, key=lambda run: (run.top + run.bottom, run.left)):
        run_height = run.bottom - run.top
        if rows and abs(run.middle - middle) < _BESIDE * min(run_height, height):
            rows[-1].append(run)
            middle += (run.middle - middle) / len(rows[-1])
            height = max(height, run_height)
        else:
            rows.append([run])
            middle, height = run.middle, run_height
    return [Row(tuple(sorted(row, key=lambda run: run.left))) for row in rows]


def _join(runs: Sequence[TextRun]) -> list[TextRun]:
    joined: list[TextRun] = []
    for run in runs:
        last = joined[-1] if joined else None
        if last is not None and run.left - last.right < _TOGETHER * max(run.size, last.size):
            joined[-1] = _together(last, run)
        else:
            joined.append(run)
    return joined


def _together(first: TextRun, second: TextRun) -> TextRun:
    gap = second.left - first.right
    needs_blank = gap > _BLANK * second.size and not first.text.endswith(" ") and not second.text.startswith(" ")
    between = (TextSpan(" "),) if needs_blank else ()
    return replace(
        first if len(first.text) >= len(second.text) else second,
        spans=(*first.spans, *between, *second.spans),
        left=first.left,
        top=min(first.top, second.top),
        right=max(first.right, second.right),
        bottom=max(first.bottom, second.bottom),
        words=(*first.by_word, *second.by_word),
        advance=first.advance if first.advance and second.advance else 0.0,
    )


def _are_sizes_known(items: Sequence[Any]) -> bool:
    """Return whether the sizes of fonts are those on the page: some programs set all text in one, and scale it."""
    ratios = [_usual_line(item)[1] / item.font_size for item in items if item.words and item.font_size]
    least, most = _PLAUSIBLE
    return sum(bool(least <= ratio <= most) for ratio in ratios) >= _MOST * max(len(ratios), 1)


def _run(item: Any, links: Sequence[LinkArea], *, has_sizes: bool) -> TextRun:
    face = (item.font_name or "").lower()
    bold = any(name in face for name in _BOLD) or (item.font_weight or 0) >= 600  # noqa: PLR2004 - as in CSS
    italic = any(name in face for name in _ITALIC)
    top, height = _usual_line(item)
    size, bottom = round(height, 1), top + height
    middle = (top + bottom) / 2
    near = [link for link in links if link.top <= middle <= link.bottom]
    # Formulas are not among the words.
    has_formula = "$" in item.text and markup.FORMULA.search(item.text)
    words = tuple(
        TextRun(
            (TextSpan(word.text, bold, italic, _address(near, word.x + word.width / 2, middle) if near else ""),),
            word.x,
            top,
            word.x + word.width,
            bottom,
            size,
        )
        for word in (() if has_formula else item.words)
    )
    linked = near and any(word.spans[0].link for word in words)
    spans = tuple(_by_link(words)) if linked else (TextSpan(storable(item.text), bold, italic),)
    advance = _advance(words) if any(name in face for name in _MONOSPACED) else 0.0
    font_size = round(item.font_size or 0.0, 1) if has_sizes else 0.0
    sides = item.x, top, item.x + item.width, bottom
    return TextRun(spans, *sides, size, words, advance=advance, font_size=font_size)


def _advance(words: Sequence[TextRun]) -> float:
    """Return the width of a letter; 0 where letters differ: only the first of an item is known to have its face."""
    widths = [word.width / len(word.text) for word in words if len(word.text) > _SHORT] or [
        word.width / len(word.text) for word in words
    ]
    least, most = min(widths, default=0.0), max(widths, default=0.0)
    return (least + most) / 2 if most - least <= _SAME_WIDTH * most else 0.0


def _usual_line(item: Any) -> tuple[float, float]:
    """Return the top and height of most words of *item*: one raised letter makes the whole of it higher."""
    words = item.words
    if not words:
        return item.y, item.height
    # Three of them show it, in a fraction of the time.
    height, top = sorted((word.height, word.y) for word in (words[0], words[len(words) // 2], words[-1]))[1]
    return top, height


def _split_run(run: TextRun) -> Iterator[TextRun]:
    """Yield the parts of *run*: some programs draw the cells of a row as one text."""
    parts: list[list[TextRun]] = []
    for word in run.words:
        if parts and word.left - parts[-1][-1].right <= _APART * run.size:
            parts[-1].append(word)
        else:
            parts.append([word])
    if len(parts) <= 1:
        yield run
        return
    for words in parts:
        yield replace(run, spans=spans_of(words), left=words[0].left, right=words[-1].right, words=tuple(words))


def _address(links: Sequence[LinkArea], x: float, y: float) -> str:
    return next((link.address for link in links if link.holds(x, y)), "")


def _by_link(words: Sequence[TextRun]) -> Iterator[TextSpan]:
    """Yield the text of *words*, split by link target."""
    for address, group in groupby(words, key=lambda word: word.spans[0].link):
        spans = [word.spans[0] for word in group]
        yield replace(spans[0], text=" ".join(span.text for span in spans) + " ", link=address)
