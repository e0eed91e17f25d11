"""Screenshots: how many pixels of two of them differ, and where.

Pixels that differ are collected in tiles, and tiles that touch are one area. Areas that differ between two pictures of
an unchanged page (advertisements, animations, clocks) are volatile and leave the comparison.
"""

import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from io import BytesIO
from typing import Final

from PIL import Image, ImageChops, ImageDraw, UnidentifiedImageError

from gossamer.core.changes import PictureChange
from gossamer.core.comparison_rules import Box, PictureRules
from gossamer.core.errors import CallerError

# Of 255 levels of a colour: what fonts and compression move between two pictures of one page.
_TOLERANCE: Final = 24
_MOST_PIXELS: Final = 80_000_000
_TILE: Final = 16
_RUN: Final = re.compile(rb"[^\0]+")
# Beyond this many runs of tiles the whole is one area: joining them takes the square of their number.
_MOST_RUNS: Final = 2_000
_MARGIN: Final = 40
_OUTLINE: Final = (207, 34, 46)
# A taller crop is no help to anybody.
_TALLEST: Final = 4_000
_QUALITY: Final = 82


def compare_pictures(before: bytes, after: bytes, rules: PictureRules, volatile: Sequence[Box] = ()) -> PictureChange:
    """Return which share of the pixels of two pictures differs, and where.

    Boxes are within the whole picture, also with a region. What one picture has and the other has not (a longer page)
    differs. Raises CallerError for bytes that are no picture.
    """
    old, new = _open_picture(before), _open_picture(after)
    frame = _frame(old, new, rules)
    marks = _marks(old, new, frame, (*rules.masks, *volatile))
    count = marks.histogram()[255]
    if not count:
        return PictureChange(0.0)
    areas = tuple(_shift_box(area, frame) for area in _areas(marks))
    return PictureChange(round(100 * count / (marks.width * marks.height), 3), _around(areas), areas)


def volatile_share(picture: bytes, rules: PictureRules, volatile: Sequence[Box]) -> float:
    """Return which share of the compared part of *picture* is volatile, from 0 to 1."""
    left, top, right, bottom = rules.region or (0, 0, *_open_picture(picture).size)
    inside = [
        (max(left, box[0]), max(top, box[1]), min(right, box[2]), min(bottom, box[3])) for box in merge_boxes(volatile)
    ]
    covered = sum(max(0, box[2] - box[0]) * max(0, box[3] - box[1]) for box in inside)
    return covered / max(1, (right - left) * (bottom - top))


def mark_crops(before: bytes, after: bytes, change: PictureChange) -> tuple[bytes, bytes]:
    """Return the changed part of both pictures as WebP, with an outline around each area that differs."""
    if change.box is None:
        raise ValueError("Nothing differs, so there is nothing to show.")
    left, top, right, bottom = change.box
    frame = (max(0, left - _MARGIN), max(0, top - _MARGIN), right + _MARGIN, bottom + _MARGIN)
    return _crop(_open_picture(before), frame, change.areas), _crop(_open_picture(after), frame, change.areas)


def _crop(image: Image.Image, frame: Box, areas: Sequence[Box]) -> bytes:
    left, top, right, bottom = frame
    # Where a picture ends before the other, an edge of it is still shown.
    bottom = max(top + 1, min(bottom, image.height, top + _TALLEST))
    part = image.crop((left, top, max(left + 1, min(right, image.width)), bottom))
    draw = ImageDraw.Draw(part)
    for area in areas:
        box = (area[0] - left - 3, area[1] - top - 3, area[2] - left + 2, area[3] - top + 2)
        draw.rectangle(box, outline=_OUTLINE, width=2)
    out = BytesIO()
    part.save(out, "WEBP", quality=_QUALITY)
    return out.getvalue()


def _open_picture(picture: bytes) -> Image.Image:
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


def _frame(old: Image.Image, new: Image.Image, rules: PictureRules) -> Box:
    """Return the part that is compared: the region as far as either picture reaches, or all of both."""
    width, height = max(old.width, new.width), max(old.height, new.height)
    if rules.region is None:
        return (0, 0, width, height)
    left, top, right, bottom = rules.region
    return (min(left, width - 1), min(top, height - 1), min(right, width), min(bottom, height))


def _marks(old: Image.Image, new: Image.Image, frame: Box, masks: Iterable[Box]) -> Image.Image:
    """Return a mask of *frame*, white where it differs. The outside of a picture counts as black."""
    difference = ImageChops.difference(old.crop(frame), new.crop(frame))
    strongest = reduce(ImageChops.lighter, difference.split())
    marks = strongest.point(lambda level: 255 if level > _TOLERANCE else 0)
    draw = ImageDraw.Draw(marks)
    for left, top, right, bottom in masks:
        if right > frame[0] and bottom > frame[1]:
            draw.rectangle((left - frame[0], top - frame[1], right - frame[0] - 1, bottom - frame[1] - 1), fill=0)
    return marks


def _areas(marks: Image.Image) -> Iterator[Box]:
    """Yield the areas of white pixels, in whole tiles."""
    # The mean of a tile with one white pixel rounds to 1.
    grid = marks.reduce(_TILE)
    rows = grid.tobytes()
    runs = [
        (match.start(), row, match.end(), row + 1)
        for row in range(grid.height)
        for match in _RUN.finditer(rows, row * grid.width, (row + 1) * grid.width)
    ]
    if len(runs) > _MOST_RUNS:
        yield (0, 0, *marks.size)
        return
    in_columns = ((left - row * grid.width, row, right - row * grid.width, end) for left, row, right, end in runs)
    for left, top, right, bottom in merge_boxes(in_columns):
        yield (
            left * _TILE,
            top * _TILE,
            min(right * _TILE, marks.width),
            min(bottom * _TILE, marks.height),
        )


def merge_boxes(boxes: Iterable[Box]) -> tuple[Box, ...]:
    """Return *boxes* with those that touch or overlap made one."""
    merged_boxes: list[Box] = []
    for box in boxes:
        grown = box
        while touching := [merged_box for merged_box in merged_boxes if _touch(merged_box, grown)]:
            merged_boxes = [merged_box for merged_box in merged_boxes if merged_box not in touching]
            grown = _around((grown, *touching))
        merged_boxes.append(grown)
    return tuple(merged_boxes)


def touches(box: Box, others: Iterable[Box]) -> bool:
    """Return whether *box* touches or overlaps one of *others*."""
    return any(_touch(box, other) for other in others)


def _touch(box: Box, other: Box) -> bool:
    return box[0] <= other[2] and other[0] <= box[2] and box[1] <= other[3] and other[1] <= box[3]


def _around(boxes: Sequence[Box]) -> Box:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return (min(lefts), min(tops), max(rights), max(bottoms))


def _shift_box(box: Box, frame: Box) -> Box:
    return (box[0] + frame[0], box[1] + frame[1], box[2] + frame[0], box[3] + frame[1])
