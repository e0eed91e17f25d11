"""Images whose text is recognised, read by Pillow. In the confined child only."""

import io
from collections.abc import Iterator
from typing import Final

from PIL import Image, ImageOps

from gossamer.content.documents.answers import End, Line, Order, PageRead, Scan
from gossamer.content.documents.layout.page import blocks
from gossamer.content.documents.layout.style import Style
from gossamer.content.documents.layout.words import Spelling
from gossamer.content.documents.model import DocumentPage
from gossamer.content.documents.recognised import Recognise
from gossamer.content.documents.unreadable import Unreadable

_FORMATS: Final = {"PNG": "png", "JPEG": "jpeg", "WEBP": "webp", "TIFF": "tiff"}
_MOST_PIXELS: Final = 100_000_000
# Pixels of a side: below the one text is enlarged, above the other reduced.
_LEAST_SIDE: Final = 1_800
_MOST_SIDE: Final = 4_500
_MOST_ENLARGED: Final = 3.0
_POINTS: Final = 72
_NONE: Final = "No text was found in the image."
_DAMAGED: Final = "The image is damaged and cannot be read."
_NO_RECOGNISER: Final = "Images are not read here: text recognition is not available on this server."
_LARGE: Final = f"The image has more than {_MOST_PIXELS // 1_000_000} million pixels, the most that is read."


def load() -> None:
    """Load all decoders from disk."""
    for name in _FORMATS:
        body = io.BytesIO()
        Image.new("L", (8, 8)).save(body, name)
        Image.open(body, formats=[name]).load()


def lines(
    body: bytes, name: str, order: Order, recognise: Recognise | None, warnings: tuple[str, ...]
) -> Iterator[Line]:
    """Yield the pages of the image *body*, and the end."""
    if recognise is None:
        raise Unreadable(_NO_RECOGNISER)
    is_empty = True
    try:
        with Image.open(io.BytesIO(body), formats=list(_FORMATS)) as picture:
            total = min(getattr(picture, "n_frames", 1), order.max_pages or 10_000) if name == "tiff" else 1
            for number in range(1, total + 1):
                picture.seek(number - 1)
                page = _page(_scan(picture, number, total), recognise)
                is_empty = is_empty and not page.blocks
                yield PageRead(page, total)
    except Image.DecompressionBombError as error:
        raise Unreadable(_LARGE) from error
    except (OSError, ValueError, SyntaxError) as error:
        raise Unreadable(_DAMAGED) from error
    yield End(name, total, {}, (*warnings, *([_NONE] if is_empty else [])))


def _scan(picture: Image.Image, number: int, total: int) -> Scan:
    width, height = picture.size
    if width * height > _MOST_PIXELS:
        raise Unreadable(_LARGE)
    picture.draft("L", (_MOST_SIDE, _MOST_SIDE))
    upright = ImageOps.exif_transpose(picture)
    # Text may be transparent on nothing.
    if upright.has_transparency_data:
        upright = Image.alpha_composite(Image.new("RGBA", upright.size, "white"), upright.convert("RGBA"))
    grey = _enlarge_picture(upright.convert("L"))
    # Nobody says how large it is on paper; a sheet is some 11 inches high.
    return Scan(number, grey.width, grey.height, max(grey.size) // 11 or 1, grey.tobytes(), total)


def _enlarge_picture(grey: Image.Image) -> Image.Image:
    longest = max(grey.size)
    scale = min(_MOST_SIDE / longest, max(1.0, min(_LEAST_SIDE / longest, _MOST_ENLARGED)))
    if scale == 1:
        return grey
    return grey.resize(
        (max(1, round(grey.width * scale)), max(1, round(grey.height * scale))), Image.Resampling.LANCZOS
    )


def _page(scan: Scan, recognise: Recognise) -> DocumentPage:
    text = recognise(scan)
    blocks_of_page = tuple(blocks(text.runs, Style.of(text.runs, Spelling())))
    points = _POINTS / scan.dpi
    return DocumentPage(
        scan.number, blocks_of_page, scan.width * points, scan.height * points, confidence=text.confidence
    )
