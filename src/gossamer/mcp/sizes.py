"""Fits an answer into a number of characters, and says what was left out.

Small fields are kept whole; the large ones share what is left. Texts are cut at a line's end, lists after an item.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gossamer.core.json_pointers import below

# A list item is cut short rather than left out down to this size; a list of pages then shows a head of each.
_ITEM: Final = 600
# A title or a URL that is cut is of no use.
_SHORT: Final = 200
# Characters that the colon and the comma of a member take.
_AROUND: Final = 2
# Characters that brackets take, but for the comma that the last item does not have.
_BRACKETS: Final = 1
# A text is cut at a line's end when that keeps this part of what would fit.
_LINE_SHARE: Final = 0.6


@dataclass(frozen=True, slots=True)
class Cut:
    """A text or list that is not whole: where it is (a JSON pointer), how much there is and how much was kept.

    Texts count characters, lists items.
    """

    pointer: str
    total: int
    kept: int
    is_text: bool


@dataclass(frozen=True, slots=True)
class Fitted:
    """An answer of at most the wanted size, and what was cut from it."""

    value: Any
    cuts: tuple[Cut, ...]


def fit(value: Any, characters: int) -> Fitted:
    """Return *value*, JSON, so that it takes about *characters* characters when it is written.

    Texts of less than 200 characters stay whole, so that many of them can take more.
    """
    cuts: list[Cut] = []
    return Fitted(_fit_value(value, characters, "", cuts), tuple(cuts))


def measure_json(value: Any) -> int:
    """Return the number of characters of *value* as JSON."""
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def text_head(text: str, characters: int) -> str:
    """Return the beginning of *text*: at most *characters*, up to a line's end where one is near."""
    if len(text) <= characters:
        return text
    line_end = text.rfind("\n", 0, characters) + 1
    return text[: line_end if line_end >= characters * _LINE_SHARE else characters]


def _fit_value(value: Any, room: int, pointer: str, cuts: list[Cut]) -> Any:
    if measure_json(value) <= room:
        return value
    match value:
        case str():
            return _fit_text(value, room, pointer, cuts)
        case Mapping():
            sizes = [measure_json(each) + measure_json(name) + _AROUND for name, each in value.items()]
            shares = _shares(sizes, room - _BRACKETS)
            return {
                name: _fit_value(each, share - measure_json(name) - _AROUND, below(pointer, name), cuts)
                for (name, each), share in zip(value.items(), shares, strict=True)
            }
        case list():
            return _fit_list(value, room, pointer, cuts)
        case _:
            return value


def _fit_text(text: str, room: int, pointer: str, cuts: list[Cut]) -> str:
    if len(text) <= _SHORT:
        return text
    head = text_head(text, max(0, room))
    # A line's end, and other characters, take more than one place when they are written.
    while head and (size := measure_json(head)) > room:
        head = text_head(text, min(len(head) - 1, len(head) * max(0, room) // size))
    cuts.append(Cut(pointer, len(text), len(head), is_text=True))
    return head


def _fit_list(items: Sequence[Any], room: int, pointer: str, cuts: list[Cut]) -> list[Any]:
    room -= _BRACKETS
    count = _count_kept_items([measure_json(item) + 1 for item in items], room)
    if count < len(items):
        cuts.append(Cut(pointer, len(items), count, is_text=False))
    shares = _shares([measure_json(item) + 1 for item in items[:count]], room)
    return [
        _fit_value(item, share - 1, below(pointer, index), cuts)
        for index, (item, share) in enumerate(zip(items[:count], shares, strict=True))
    ]


def _count_kept_items(sizes: Sequence[int], room: int) -> int:
    """Return the number of items that have a place when each takes its size, or a head of it."""
    for index, size in enumerate(sizes):
        room -= min(size, _ITEM)
        if room < 0:
            return index
    return len(sizes)


def _shares(sizes: Sequence[int], room: int) -> list[int]:
    """Return the share of *room* for each of *sizes*: small ones get what they need, others equal parts of the rest."""
    shares = [0] * len(sizes)
    by_size = sorted(range(len(sizes)), key=sizes.__getitem__)
    for done, index in enumerate(by_size):
        shares[index] = max(0, min(sizes[index], room // (len(sizes) - done)))
        room -= shares[index]
    return shares
