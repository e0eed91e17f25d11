"""Pictures of PDF pages: how much of a page they are, and a page as one for recognition. In the confined child only."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

import pypdfium2
import pypdfium2.raw as pdfium

from gossamer.content.documents.answers import Scan
from gossamer.content.documents.layout.runs import Run

# As for a printed page: with fewer dots small print is lost, with more nothing is gained.
_DPI: Final = 300
_MOST_SIDE: Final = 4_500
_POINTS: Final = 72
# Stamps and page numbers on a picture as large as the page; more text is the page's own.
_STAMP: Final = 200
_WHOLE: Final = 0.7
# The share of characters that are none: a font without its table of letters.
_UNREADABLE: Final = 0.3
_NO_CHARACTER: Final = re.compile("[\ufffd\ue000-\uf8ff]")


def needs_recognition(runs: Sequence[Run], document: Any, index: int) -> bool:
    """Return whether the page at *index* is to be read as a picture, for its text says little or nothing."""
    text = "".join(run.text for run in runs)
    if len(text) > _STAMP:
        return len(_NO_CHARACTER.findall(text)) > _UNREADABLE * len(text)
    # What is no text may be letters drawn as shapes, but mostly is an empty page.
    return _covered(document, index) > (_WHOLE if text else 0)


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


def _covered(document: Any, index: int) -> float:
    """Return the share of the page that its largest picture covers; 0 without pictures."""
    try:
        page = document[index]
        width, height = page.get_size()
        return max(_areas(page), default=0.0) / float(width * height)
    except (pypdfium2.PdfiumError, ZeroDivisionError):
        return 0.0


def _areas(page: Any) -> Iterator[float]:
    for picture in page.get_objects(filter=(pdfium.FPDF_PAGEOBJ_IMAGE,), max_depth=3):
        left, bottom, right, top = picture.get_bounds()
        yield (right - left) * (top - bottom)
