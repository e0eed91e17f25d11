"""The index of a page that values are compared with: its lines, labels, records, words and numbers."""

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property
from itertools import islice
from typing import Final

from gossamer.content.addresses import Base
from gossamer.content.page_model.material import PageMaterial
from gossamer.content.page_model.model import Block, Outline, OutlineLine, SpanClaim, blocks_around
from gossamer.content.paragraphs import tree_of
from gossamer.content.text.markdown_lines import without_marks
from gossamer.content.text.terms import folded
from gossamer.content.values.numbers import NUMBER, number, plain_digits, scale_at

# Scripts without spaces are compared character by character.
_UNSPACED: Final = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"
_WORD: Final = re.compile(rf"[{_UNSPACED}]|[^\W_{_UNSPACED}]+")
_NUMBER: Final = re.compile(NUMBER)
_DIGIT: Final = re.compile(r"\d")
_TARGET: Final = re.compile(r"\[([^\]\n]{0,300})\]\(<?([^)\s>]{1,2000})")
_ADDRESS: Final = re.compile(r"https?://[^\s<>()\[\]\"'`|]{1,2000}")
_MOST_MENTIONS: Final = 60
_LONGEST_QUOTE: Final = 300
_LONGEST_HEADING: Final = 80
_LONGEST_TEXT: Final = 200_000
# Of what is outlined: ends of lines, and bars between cells. Fewer than the lines and boxes that a page may have.
_DIVIDES: Final = re.compile(r"[\n|]")
_MOST_DIVIDES: Final = 14_000
# Text that is not outlined is read in pieces of lines.
_PIECE: Final = re.compile(r"\S(?:.{0,1999}(?!\S)|.{1999})")
_MOST_PIECES: Final = 200_000
_LONGEST_REST: Final = 4_000_000
_MOST_QUOTED_WORDS: Final = 12
_ENDS: Final = frozenset(".!?…")
_MOST_LINKS: Final = 3_000
_MOST_SCANNED: Final = 300_000
_LINK: Final = "link"
_GROUPED: Final = re.compile(r"\d{1,3}[.,]\d{3}")


class Zone(IntEnum):
    """The part of a page that a line stands in."""

    MAIN = 0
    APART = 1
    AROUND = 2
    FORM = 3
    MARKUP = 4
    HEAD = 5


@dataclass(frozen=True, slots=True)
class PageSource:
    """The input of an index: the page's name and address, its Markdown, its outline and its marked-up values.

    *outline* is None for documents without a tree. *markup* are pairs of a path ("JSON-LD Product > offers > price")
    and a value.
    """

    url: str = ""
    title: str = ""
    description: str = ""
    markdown: str = ""
    outline: Outline | None = None
    markup: tuple[tuple[str, str], ...] = ()
    language: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the page; *blocks* are the numbers of the blocks around it, inner ones first."""

    number: int
    outlined: OutlineLine
    zone: Zone
    blocks: tuple[int, ...] = ()
    path: str = ""

    @property
    def text(self) -> str:
        """Return its text."""
        return self.outlined.text

    @property
    def heading(self) -> str:
        """Return the nearest heading above it, or an empty text."""
        return self.outlined.headings[-1] if self.outlined.headings else ""


@dataclass(frozen=True, slots=True)
class Mention:
    """A possible position of a value: characters *start* to *end* of a line, or on to the line *last*.

    *exactness* is 1 where the page writes the value itself, and less where it has to be read out of what stands there.
    """

    line: int
    start: int
    end: int
    last: int = -1
    exactness: float = 1.0

    @property
    def lines(self) -> int:
        """Return over how many lines it goes."""
        return max(self.last - self.line, 0) + 1


class PageIndex:
    """Finds words and numbers on one page."""

    def __init__(self, source: PageSource) -> None:
        self.source = source
        self.outline = source.outline if source.outline is not None else _outline_of(source)
        around = blocks_around(self.outline.blocks, len(self.outline.lines))
        lines = [
            Line(at, line, _zone_of(line), blocks)
            for at, (line, blocks) in enumerate(zip(self.outline.lines, around, strict=True))
        ]
        # Lines that no visitor sees stand behind those of the page.
        self.visible = len(lines)
        hidden = [("title", source.title, Zone.HEAD), ("description", source.description, Zone.HEAD)]
        hidden += [(path, value, Zone.MARKUP) for path, value in source.markup]
        lines += [
            Line(self.visible + at, OutlineLine(text), zone, path=path)
            for at, (path, text, zone) in enumerate(hidden_entry for hidden_entry in hidden if hidden_entry[1])
        ]
        self.words: list[str] = []
        self._starts: list[int] = []
        for line in lines:
            self._starts.append(len(self.words))
            self.words += words_of_text(line.text)
        # Addresses have no words: a name in the address of a page is not said there.
        self.link_lines: dict[str, int] = {}
        for address, text in _links(source):
            if bare_address(address) not in self.link_lines and len(self.link_lines) < _MOST_LINKS:
                self.link_lines[bare_address(address)] = len(lines)
                self._starts.append(len(self.words))
                claims = (SpanClaim(text, 0, len(address)),) if text else ()
                lines.append(Line(len(lines), OutlineLine(address, claims=claims), Zone.MARKUP, path=_LINK))
        self.lines: Sequence[Line] = lines
        self._positions: defaultdict[str, list[int]] = defaultdict(list)
        for at, word in enumerate(self.words):
            self._positions[word].append(at)
        self._scanned = 0
        self._spans: dict[int, list[tuple[int, int]]] = {}

    def words_of(self, line: int) -> list[str]:
        """Return the words of a line as they are compared."""
        end = self._starts[line + 1] if line + 1 < len(self._starts) else len(self.words)
        return self.words[self._starts[line] : end]

    def spans(self, line: int) -> list[tuple[int, int]]:
        """Return the spans of the words of a line."""
        if line not in self._spans:
            self._spans[line] = [match.span() for match in _WORD.finditer(self.lines[line].text)]
        return self._spans[line]

    def word_at(self, line: int, character: int) -> int:
        """Return the number of the word of a line that begins at *character*, or of the next one."""
        return bisect_left(self.spans(line), (character,))

    def count(self, word: str) -> int:
        """Return the number of times that the page has a word."""
        return len(self._positions.get(word, ()))

    def phrase(self, sought: Sequence[str]) -> Iterator[Mention]:
        """Yield the places where these words stand one after the other, in the order of the page."""
        if not sought:
            return
        rarest = min(range(len(sought)), key=lambda at: self.count(sought[at]))
        sequence = list(sought)
        # Copied: a page cannot make this long, however often it repeats a word.
        for position in self._positions.get(sought[rarest], ())[: _MOST_MENTIONS * 4]:
            first = position - rarest
            if first >= 0 and self.words[first : first + len(sequence)] == sequence:
                yield self._mention(first, first + len(sequence) - 1)

    def _mention(self, first: int, last: int) -> Mention:
        line, last_line = bisect_right(self._starts, first) - 1, bisect_right(self._starts, last) - 1
        start = self.spans(line)[first - self._starts[line]][0]
        if line == last_line:
            return Mention(line, start, self.spans(line)[last - self._starts[line]][1])
        return Mention(line, start, len(self.lines[line].text), last_line, exactness=0.9)

    @cached_property
    def labels(self) -> frozenset[str]:
        """Return the labels that the page shows."""
        claims = (claim for line in self.lines[: self.visible] for claim in line.outlined.claims if not claim.by_author)
        return frozenset(claim.label.strip(" :?") for claim in claims)

    @cached_property
    def numbers(self) -> dict[float, list[Mention]]:
        """Return the places of numbers, by their value."""
        places: defaultdict[float, list[Mention]] = defaultdict(list)
        for line in self.lines:
            if _DIGIT.search(line.text) is None:
                continue
            text = plain_digits(line.text)
            for match in _NUMBER.finditer(text):
                for value, exactness, end in _readings(text, match):
                    places[value].append(Mention(line.number, match.start(), end, exactness=exactness))
        return places

    def quote(self, mention: Mention) -> str:
        """Return the words there with some beside them, at most 300 characters, as the page has them."""
        text = self.lines[mention.line].text
        if mention.lines > 1:
            text = " ".join(line.text for line in self.lines[mention.line : mention.last + 1])
        if len(text) <= _LONGEST_QUOTE:
            return text
        spare = max(0, _LONGEST_QUOTE - (mention.end - mention.start)) // 2
        return text[max(0, mention.start - spare) : mention.end + spare].strip()[:_LONGEST_QUOTE]

    def words_at(self, mention: Mention) -> str:
        """Return the words of a mention as the page has them, with the sign that ends them."""
        if mention.lines > 1:
            texts = [line.text for line in self.lines[mention.line : mention.last + 1]]
            return " ".join((texts[0][mention.start :], *texts[1:]))
        text = self.lines[mention.line].text
        return text[mention.start : mention.end + (text[mention.end : mention.end + 1] in _ENDS)]

    def place(self, mention: Mention) -> str:
        """Return in words where it stands: "line 12, under “Opening hours”", "table 2, row 3, Price"."""
        line = self.lines[mention.line]
        if line.path:
            return line.path
        described = f"line {line.number + 1}"
        labels = [claim.label for claim in line.outlined.claims if not claim.by_author]
        if (cell := line.outlined.cell) is not None:
            described = ", ".join((f"table {cell[0] + 1}, row {cell[1] + 1}", *labels[-1:]))
        elif line.heading:
            described = f"{described}, under “{line.heading[:_LONGEST_HEADING]}”"
        if labels and cell is None and labels[0] not in line.text:
            described = f"{described}, labelled “{labels[0][:_LONGEST_HEADING]}”"
        return described

    def offsets(self, mention: Mention) -> tuple[int, int] | None:
        """Return the place of the mention in the Markdown; None where the Markdown does not have it."""
        words = [match.group() for match in _WORD.finditer(self.lines[mention.line].text, mention.start, mention.end)]
        line = self.lines[mention.line]
        if not words or mention.line >= self.visible:
            return None
        before = _WORD.findall(line.text[: mention.start])[-_MOST_QUOTED_WORDS:]
        for context in (before, before[-1:], []):
            shown = [*context, *words[:_MOST_QUOTED_WORDS]]
            pattern = r"[\W_]{1,60}".join(map(re.escape, shown))
            if (match := re.search(pattern, self.source.markdown)) is not None:
                own_pattern = r"[\W_]{1,60}".join(map(re.escape, words[:_MOST_QUOTED_WORDS]))
                inner = list(re.finditer(own_pattern, match.group()))[-1]
                return match.start() + inner.start(), match.start() + inner.end()
        return None

    def scan(self) -> Iterator[Line]:
        """Yield all lines, for what no index answers; on very long pages only so often as time allows."""
        for line in self.lines:
            self._scanned += 1
            if self._scanned > _MOST_SCANNED:
                return
            yield line

    def near_blocks(self, line: int) -> Iterator[tuple[int, Block]]:
        """Yield the blocks around a line with their numbers, inner ones first."""
        for block in self.lines[line].blocks:
            yield block, self.outline.blocks[block]

    def verbatim(self, quote: str) -> Mention | None:
        """Return the place where the page has the words of *quote* one after the other; None where it does not."""
        mention = next(self.phrase(words_of_text(quote)), None)
        return None if mention is None else replace(mention, exactness=1.0)


def _outline_of(source: PageSource) -> Outline:
    """Return the outline of a page of which there is nothing but its Markdown; the end of a long one has only lines."""
    from gossamer.content.page_model import look  # noqa: PLC0415 - loaded with the first page that needs it

    end = _end_of_outlined(source.markdown)
    tree = tree_of(source.markdown[:end], title=source.title)
    outline = look(PageMaterial(tree, tree, Base(source.url), source.url, source.markdown)).outline
    rest = without_marks(source.markdown[end : end + _LONGEST_REST])
    pieces = islice(_PIECE.finditer(rest), _MOST_PIECES)
    lines = (OutlineLine(" ".join(piece.group().split())) for piece in pieces)
    return replace(outline, lines=(*outline.lines, *lines))


def _end_of_outlined(markdown: str) -> int:
    """Return the end of the outlined part: with the text, or with a line of a text that is too long."""
    divides = _DIVIDES.finditer(markdown, 0, _LONGEST_TEXT)
    beyond = next(islice(divides, _MOST_DIVIDES, None), None)
    end = _LONGEST_TEXT if beyond is None else beyond.start()
    return len(markdown) if len(markdown) <= end else markdown.rfind("\n", 0, end) + 1 or end


def _links(source: PageSource) -> Iterator[tuple[str, str]]:
    """Yield the addresses that a page has, each with the words of its link."""
    if source.url:
        yield source.url, ""
    for match in _TARGET.finditer(source.markdown):
        yield match.group(2), match.group(1)
    for match in _ADDRESS.finditer(source.markdown):
        yield match.group(), ""


def words_of_text(text: str) -> list[str]:
    """Return the words of *text* as they are compared: folded, characters of scripts without spaces one by one."""
    if text.isascii():
        return _WORD.findall(text.lower())
    return [folded(word) for word in _WORD.findall(text)]


def bare_address(url: str) -> str:
    """Return *url* as addresses are compared: without scheme, `www.`, the last slash and case."""
    bare = url.strip().lower().partition("#")[0]
    return bare.removeprefix("mailto:").removeprefix("https://").removeprefix("http://").removeprefix("www.").strip("/")


def _readings(text: str, match: re.Match[str]) -> Iterator[tuple[float, float, int]]:
    """Yield readings of a number: its value, how plainly it is that, and where it ends."""
    written = match.group()
    value = number(written)
    if value is None:
        return
    scale, end = scale_at(text, match.end())
    yield float(value * scale), 1.0, end
    if scale != 1:
        yield float(value), 0.6, match.end()
    if _GROUPED.fullmatch(written):
        yield float(written.replace(",", ".")), 0.8, match.end()
    if text[match.end() : match.end() + 2].strip()[:1] == "%":
        yield round(float(value) / 100, 12), 0.8, match.end()
    if text[match.start() - 1 : match.start()] in {"-", "\u2212"} and not text[: match.start() - 1][-1:].isalnum():
        yield -float(value * scale), 1.0, end


def _zone_of(line: OutlineLine) -> Zone:
    if line.is_choice:
        return Zone.FORM
    if line.part:
        return Zone.AROUND
    return Zone.APART if line.apart else Zone.MAIN
