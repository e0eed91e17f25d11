"""The words of a page in the order they stand, ready to be looked up.

Words are compared without case, accents of writing and punctuation; numbers as numbers, however they are grouped.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from gossamer.content.extraction.values.numbers import NUMBER, number, plain_digits
from gossamer.features.understanding.shown import PageText

_LONGEST_QUOTE: Final = 300
_TARGET: Final = re.compile(r"(!?\[[^\]\n]*\])\(<?([^)\s>]+)>?(?:\s+\"[^\"\n]*\")?\)")
_ADDRESS: Final = re.compile(r"https?://[^\s<>()\[\]\"'`|]+")
_HEADING: Final = re.compile(r"#{1,6}\s+(.*)")
_ESCAPED: Final = re.compile(r"\\([\\`*_{}\[\]()#+\-.!|>~$])")
_MARKS: Final = re.compile(r"^\s*(?:(?:[>#|*+-]+|\d{1,3}[.)])\s+)+|[|*`]+|__")
# What is written without spaces is compared sign by sign: Thai and its neighbours, Chinese, Japanese, Korean.
_UNSPACED: Final = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"
_WORD: Final = re.compile(rf"{NUMBER}|[{_UNSPACED}]|[^\W_{_UNSPACED}]+")
_TIMES: Final = {
    "k": 1_000, "thousand": 1_000, "m": 1_000_000, "million": 1_000_000, "bn": 10**9, "billion": 10**9,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the page: its *text* without marks of Markdown, and where it is."""

    text: str
    place: str
    heading: str = ""

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
        """Return the words there."""
        return self.line.around(self.start, self.end)

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
    """What a page says."""

    def __init__(self, page: PageText) -> None:
        self.url = page.url
        self._addresses: dict[str, Found] = {}
        self.lines = tuple(self._read(page))
        self._words = tuple(tuple(words(line.text)) for line in self.lines)
        self._places: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for number_of_line, said in enumerate(self._words):
            for at, word in enumerate(said):
                self._places[word.text].append((number_of_line, at))

    def _read(self, page: PageText) -> Iterator[Line]:
        for text, place in ((page.title, "title"), (page.description, "description"), (page.url, "address")):
            if text:
                yield Line(text, place)
        self._link(page.url, "address")
        heading, count = "", 0
        for written in page.text.splitlines():
            text = _unmarked(written)
            if not any(sign.isalnum() for sign in written):
                continue
            count += 1
            if match := _HEADING.match(written.strip()):
                heading = _unmarked(match.group(1))
            place = f"line {count} of the text" + (f", under “{heading[:80]}”" if heading else "")
            for url in (*(match.group(2) for match in _TARGET.finditer(written)), *_ADDRESS.findall(written)):
                self._link(url, f"link in {place}")
            if text:
                yield Line(text, place, heading)
        for text in page.beside:
            yield Line(" ".join(text.split()), "beside the text")

    def _link(self, url: str, place: str) -> None:
        if url:
            self._addresses.setdefault(_bare(url), Found(Line(url, place), 0, len(url)))

    def phrase(self, sought: Sequence[str]) -> Iterator[Found]:
        """Yield where these words stand one after the other in a line."""
        if not sought:
            return
        # The rarest word first: most places are not looked at.
        offset, rarest = min(enumerate(sought), key=lambda pair: len(self._places.get(pair[1], ())))
        for at_line, at in self._places.get(rarest, ()):
            said, first = self._words[at_line], at - offset
            last = first + len(sought) - 1
            if first < 0 or last >= len(said):
                continue
            if all(said[first + step].text == word for step, word in enumerate(sought)):
                yield Found(self.lines[at_line], said[first].start, said[last].end)

    def before(self, found: Found, count: int) -> Sequence[str]:
        """Return up to *count* words that stand before *found* in its line."""
        said = self._words[self.lines.index(found.line)]
        return [word.text for word in said if word.end <= found.start][-count:]

    def amount(self, sought: Decimal) -> Iterator[Found]:
        """Yield where this number stands, be it in thousands or millions, or as so many percent."""
        size, negative = abs(sought), sought < 0
        for found in self._sizes(size):
            if found.is_negative is negative:
                yield found

    def _sizes(self, size: Decimal) -> Iterator[Found]:
        yield from self.phrase((plain(size),))
        for name, times in _TIMES.items():
            yield from self.phrase((plain(size / times), name))
        for found in self.phrase((plain(size * 100),)):
            if found.line.text[found.end : found.end + 2].strip().startswith("%"):
                yield found

    def address(self, sought: str) -> Found | None:
        """Return where the page links to, or shows, this address."""
        return self._addresses.get(_bare(sought))


def words(text: str) -> Iterator[Word]:
    """Yield the words of *text* as they are compared."""
    # Of one length with what is quoted from: what folding makes longer is left as it is.
    for match in _WORD.finditer(plain_digits(text)):
        yield Word(_folded(match.group()), match.start(), match.end())


def plain(value: Decimal) -> str:
    """Return a number as it is compared."""
    return format(value.normalize(), "f")


def _folded(word: str) -> str:
    if word[0].isdigit() or word[0] in ".,":
        read = number(word)
        return word if read is None else plain(read)
    decomposed = unicodedata.normalize("NFKD", word.casefold())
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign))


def _unmarked(written: str) -> str:
    """Return a line of Markdown as people read it."""
    text = _TARGET.sub(lambda match: match.group(1).lstrip("!")[1:-1], written)
    text = _MARKS.sub(" ", _ESCAPED.sub(r"\1", text))
    return " ".join(text.split())


def _bare(url: str) -> str:
    return url.strip().rstrip(".,;/").removeprefix("https://").removeprefix("http://").casefold()
