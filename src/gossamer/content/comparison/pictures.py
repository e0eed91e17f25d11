"""Screenshots: how many pixels of two of them differ, and where."""

import warnings
from collections.abc import Sequence
from io import BytesIO
from typing import Final, TypeAlias

from PIL import Image, ImageChops, ImageDraw, UnidentifiedImageError

from gossamer.core.changes import PictureChange
from gossamer.core.errors import CallerError

# Left, top, right and bottom in pixels.
Box: TypeAlias = tuple[int, int, int, int]
# Of 255 levels: what fonts and compression move between two pictures of one page.
_TOLERANCE: Final = 24
_MOST_PIXELS: Final = 80_000_000


def compare_pictures(
    before: bytes, after: bytes, *, region: Box | None = None, masks: Sequence[Box] = ()
) -> PictureChange:
    """Return which share of the pixels of two pictures differs, and the box around them.

    With *region* that part alone is compared, and the box is within the whole picture; *masks* are left out. What one
    picture has and the other has not (a longer page) differs. Raises CallerError for bytes that are no picture.
    """
    old, new = _opened(before), _opened(after)
    frame = region or (0, 0, max(old.width, new.width), max(old.height, new.height))
    difference = ImageChops.difference(_part(old, frame), _part(new, frame))
    draw = ImageDraw.Draw(difference)
    for left, top, right, bottom in masks:
        draw.rectangle((left - frame[0], top - frame[1], right - frame[0] - 1, bottom - frame[1] - 1), fill=0)
    marks = difference.point(lambda level: 255 if level > _TOLERANCE else 0)
    box = marks.getbbox()
    if box is None:
        return PictureChange(0.0)
    count = marks.histogram()[255]
    shifted = (box[0] + frame[0], box[1] + frame[1], box[2] + frame[0], box[3] + frame[1])
    return PictureChange(round(100 * count / (marks.width * marks.height), 3), shifted)


def cropped(picture: bytes, box: Box, *, margin: int = 20) -> bytes:
    """Return the part of a picture around *box* as PNG, to be shown with an alert."""
    image = _opened(picture)
    left, top, right, bottom = box
    part = image.crop(
        (
            max(0, left - margin),
            max(0, top - margin),
            min(image.width, right + margin),
            min(image.height, bottom + margin),
        )
    )
    out = BytesIO()
    part.save(out, "PNG")
    return out.getvalue()


def _opened(picture: bytes) -> Image.Image:
    try:
        with warnings.catch_warnings():
            # A bomb is refused by its size below.
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            image = Image.open(BytesIO(picture), formats=("PNG", "JPEG", "WEBP"))
        if image.width * image.height > _MOST_PIXELS:
            raise CallerError("The picture is too large to be compared.")
        return image.convert("RGB")
    except (UnidentifiedImageError, OSError, Image.DecompressionBombError) as error:
        raise CallerError("The bytes are not a picture that can be read.") from error


def _part(image: Image.Image, frame: Box) -> Image.Image:
    """Return a part of a picture in levels of grey; what is outside of the picture is black."""
    return image.crop(frame).convert("L")
