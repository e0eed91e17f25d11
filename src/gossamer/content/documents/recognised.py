"""Runs of recognised text, from the hOCR that tesseract writes. In the confined child only."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import fmean
from typing import Final, TypeAlias

from gossamer.content.charset import storable
from gossamer.content.documents import markup
from gossamer.content.documents.answers import Scan
from gossamer.content.documents.layout.measured_sizes import even_sizes
from gossamer.content.documents.layout.runs import TextRun, TextSpan, line_runs

_LINE: Final = re.compile(
    r"<span class='ocr_(?:line|header|caption|textfloat)'[^>]*? title=\"bbox \d+ (\d+) \d+ (\d+);[^\"]*?x_size ([\d.]+)"
)
_WORD: Final = re.compile(
    r"<span class='ocrx_word'[^>]*?title='bbox (\d+) \d+ (\d+) \d+; x_wconf (\d+)'[^>]*>(.*?)</span>", re.DOTALL
)
# Words of which tesseract is less sure are specks and lines as a rule.
_LEAST_CONFIDENCE: Final = 25
_POINTS: Final = 72


@dataclass(frozen=True, slots=True)
class Recognised:
    """Text of a picture in points from its top left corner; *confidence* is the mean of its words, 0 to 1."""

    runs: tuple[TextRun, ...] = ()
    confidence: float = 0.0


# Returns the text of a picture; nothing when there is none, or recognition failed.
Recognise: TypeAlias = Callable[[Scan], Recognised]


@dataclass(frozen=True, slots=True)
class _Word:
    run: TextRun
    confidence: int


def read_recognised_text(hocr: str, dpi: int) -> Recognised:
    """Return the text in *hocr*, of a picture with *dpi* pixels to an inch."""
    lines = [line for line in _lines(hocr, _POINTS / dpi) if line]
    words = [word for line in lines for word in line]
    if not words:
        return Recognised()
    runs = even_sizes([run for line in lines for run in line_runs([word.run for word in line])])
    return Recognised(tuple(runs), fmean(word.confidence for word in words) / 100)


def _lines(hocr: str, scale: float) -> Iterator[list[_Word]]:
    """Yield the words of each line."""
    starts = list(_LINE.finditer(hocr))
    ends = (*(start.start() for start in starts[1:]), len(hocr))
    for start, end in zip(starts, ends, strict=False):
        top, bottom, size = (round(float(value) * scale, 1) for value in start.groups())
        yield [
            _Word(TextRun((TextSpan(text),), int(left) * scale, top, int(right) * scale, bottom, size), int(confidence))
            for left, right, confidence, html in _WORD.findall(hocr, start.end(), end)
            if (text := storable(markup.plain(html)).strip()) and int(confidence) >= _LEAST_CONFIDENCE
        ]
