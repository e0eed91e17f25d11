"""Pages of PDFs that lie on their side or stand on their head: wide tables, and paper that was scanned as it lay.

The parser can turn pages only when it is made, before it has seen them, and no second one can be made in the confined
child: it is given a copy of those pages, turned back.
"""

import io
import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias

import pypdfium2

# Reads the pages of a PDF, all of them, in their order.
ReadPages: TypeAlias = Callable[[bytes], Sequence[Any]]

_QUARTER: Final = 90
_ROUND: Final = 360


def upright(pages: Sequence[Any], document: Any, read: ReadPages) -> list[Any]:
    """Return *pages* of *document* with those that are turned read again by *read*, as they are to be read.

    Their places are those on the page turned back, also in *document*. A damaged page that cannot be turned stays.
    """
    turns = {page.page_num: turn for page in pages if (turn := _turn_of_page(page))}
    turned = [page for page in pages if page.page_num in turns]
    try:
        copy = _turn_pages_back(document, turns) if turned else b""
    except pypdfium2.PdfiumError:
        return list(pages)
    again = {
        page.page_num: replace(new, page_num=page.page_num, form_fields=_fields(page, turns[page.page_num]))
        for page, new in zip(turned, read(copy) if turned else (), strict=False)
    }
    return [again.get(page.page_num, page) for page in pages]


def is_turned(item: Any) -> bool:
    """Return whether *item* is turned; letters that only slant are reported as turned, but their line is no higher."""
    turn = item.rotation or 0.0
    return bool(turn) and bool(item.height >= item.width * abs(math.sin(math.radians(turn))) / 2)


def _turn_of_page(page: Any) -> int:
    """Return by how many degrees most of the text of *page* is turned clockwise: 0, 90, 180 or 270."""
    letters: Counter[int] = Counter()
    for item in page.text_items:
        turn = round(item.rotation / _QUARTER) * _QUARTER % _ROUND if is_turned(item) else 0
        letters[turn] += len(item.text.strip())
    turn, count = next(iter(letters.most_common(1)), (0, 0))
    return turn if 2 * count > letters.total() else 0


def _turn_pages_back(document: Any, turns: Mapping[int, int]) -> bytes:
    """Turn pages of *document* back by these degrees, by their number, and return a PDF of them alone."""
    for number, turn in turns.items():
        page = document[number - 1]
        page.set_rotation((page.get_rotation() - turn) % _ROUND)
        page.close()
    copy, written = pypdfium2.PdfDocument.new(), io.BytesIO()
    copy.import_pages(document, [number - 1 for number in turns])
    copy.save(written)
    copy.close()
    return written.getvalue()


def _fields(page: Any, turn: int) -> list[Any]:
    """Return the form's fields on *page*, which the copy lacks, with their places after turning it back."""
    return [replace(field, rect=_place(field.rect, turn, page)) for field in page.form_fields or () if field.rect]


def _place(rect: Any, turn: int, page: Any) -> Any:
    right, bottom = page.width - rect.x - rect.width, page.height - rect.y - rect.height
    left, top = {90: (rect.y, right), 180: (right, bottom), 270: (bottom, rect.x)}[turn]
    width, height = (rect.width, rect.height) if turn == 2 * _QUARTER else (rect.height, rect.width)
    return replace(rect, x=left, y=top, width=width, height=height)
