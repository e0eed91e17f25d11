"""Pictures on PDF pages: where they are, and a page as one, to be recognised. In the confined child only."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Final

import pypdfium2
import pypdfium2.raw as pdfium

from gossamer.content.documents.answers import Scan
from gossamer.content.documents.layout.runs import TextRun
from gossamer.content.documents.model import Block, Box

# As for a printed page: with fewer dots small print is lost, with more nothing is gained.
_DPI: Final = 300
_MOST_SIDE: Final = 4_500
_POINTS: Final = 72
# Stamps and page numbers on a picture as large as the page; more text is the page's own.
_STAMP: Final = 200
_WHOLE: Final = 0.7
# Smaller pictures, in points, are marks and icons; of more than so many the rest is left out.
_ICON: Final = 24
_MOST_PICTURES: Final = 200
# The share of characters that are none: a font without its table of letters.
_UNREADABLE: Final = 0.3
_NO_CHARACTER: Final = re.compile("[\ufffd\ue000-\uf8ff]")


def needs_recognition(runs: Sequence[TextRun], document: Any, index: int) -> bool:
    """Return whether the page at *index* is to be read as a picture, for its text says little or nothing."""
    text = "".join(run.text for run in runs)
    if len(text) > _STAMP:
        return len(_NO_CHARACTER.findall(text)) > _UNREADABLE * len(text)
    # A page without text may be letters drawn as shapes, but mostly is empty.
    return _measure_cover(document, index) > (_WHOLE if text else 0)


def scan_of(document: Any, index: int, total: int) -> Scan:
    """Return the page at *index* as a picture."""
    page = document[index]
    dpi = int(min(_DPI, _MOST_SIDE * _POINTS / max(page.get_size())))
    bitmap = page.render(scale=dpi / _POINTS, grayscale=True)
    page.close()
    rows = memoryview(bitmap.buffer).cast("B")
    width, stride = bitmap.width, bitmap.stride
    pixels = b"".join(rows[start : start + width] for start in range(0, bitmap.height * stride, stride))
    return Scan(index + 1, width, bitmap.height, dpi, pixels, total)


def with_pictures(blocks: Sequence[Block], document: Any, index: int) -> tuple[Block, ...]:
    """Return *blocks* with those of the pictures on the page at *index*, each before the first that is lower."""
    placed = list(blocks)
    for box in sorted(_boxes(document, index), key=lambda box: box[1]):
        lower = (at for at, block in enumerate(placed) if block.box is not None and _is_below(block.box, box))
        placed.insert(next(lower, len(placed)), Block("picture", "", box))
    return tuple(placed)


def _is_below(box: Box, other: Box) -> bool:
    return box[1] >= other[1] and box[0] < other[0] + other[2] and other[0] < box[0] + box[2]


def _boxes(document: Any, index: int) -> list[Box]:
    """Return the places of pictures that are no icons, and not the page itself."""
    try:
        page = document[index]
        width, height = page.get_size()
        if page.get_rotation():
            return []
        boxes = [
            (left, height - top, right - left, top - bottom)
            for left, bottom, right, top in islice(_corners(page), _MOST_PICTURES)
        ]
    except pypdfium2.PdfiumError:
        return []
    return [box for box in boxes if min(box[2:]) >= _ICON and box[2] * box[3] < _WHOLE * width * height]


def _measure_cover(document: Any, index: int) -> float:
    """Return the share of the page that its largest picture covers; 0 without pictures."""
    try:
        page = document[index]
        width, height = page.get_size()
        return max(_areas(page), default=0.0) / float(width * height)
    except (pypdfium2.PdfiumError, ZeroDivisionError):
        return 0.0


def _areas(page: Any) -> Iterator[float]:
    for left, bottom, right, top in _corners(page):
        yield (right - left) * (top - bottom)


def _corners(page: Any) -> Iterator[tuple[float, float, float, float]]:
    """Yield left, bottom, right and top of each picture, in points from the lower left corner."""
    for picture in page.get_objects(filter=(pdfium.FPDF_PAGEOBJ_IMAGE,), max_depth=3):
        yield picture.get_bounds()
