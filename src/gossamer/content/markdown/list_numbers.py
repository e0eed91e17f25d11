"""The numbers of ordered lists, as a browser shows them (HTML standard, "ordinal value").

Markdown counts upwards in decimals from zero or more. A list that counts downwards says the number of every item. One
with letters, Roman numerals or negative numbers, which matter because the text refers to them, has no such form: it
becomes a list of bullets whose items begin with what they are called.
"""

import re
from collections.abc import Sequence
from typing import Final

import turbohtml

_INTEGER: Final = re.compile(r"\s*([-+]?\d{1,9})(?!\d)")
_LETTERS: Final = frozenset("aAiI")
_ROMAN: Final = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
    (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
_MOST_ROMAN: Final = 3_999
_ALPHABET: Final = 26
_HOLDERS: Final = frozenset({"p", "div", "section", "article", "header", "h1", "h2", "h3", "h4", "h5", "h6"})
_DEEP: Final = 24


def write(numbered: turbohtml.Element) -> None:
    """Write the numbers of an `<ol>` where Markdown would count otherwise; most lists are left as they are."""
    style = numbered.attr("type")
    is_decimal = style not in _LETTERS
    start = _integer(numbered.attr("start"))
    if is_decimal and numbered.attr("reversed") is None and (start is None or start >= 0):
        return
    items, numbers = _numbered(numbered, start)
    if is_decimal and min(numbers, default=0) >= 0:
        for item, number in zip(items, numbers, strict=True):
            item.attrs["value"] = str(number)
        return
    numbered.tag = "ul"
    _begin(items, numbers, style)


def write_as_text(numbered: turbohtml.Element) -> None:
    """Let the items of an `<ol>` begin with their numbers, where there can be no list."""
    _begin(*_numbered(numbered, _integer(numbered.attr("start"))), numbered.attr("type"))


def _begin(items: Sequence[turbohtml.Element], numbers: Sequence[int], style: str | None) -> None:
    for item, number in zip(items, numbers, strict=True):
        _first_holder(item).insert(0, turbohtml.Text(f"{_label(number, style or '')}. "))


def _numbered(numbered: turbohtml.Element, start: int | None) -> tuple[list[turbohtml.Element], list[int]]:
    """Return the items of a list with their numbers; *start* is what it says the first one is."""
    items = [item for item in numbered.children if isinstance(item, turbohtml.Element) and item.tag == "li"]
    step = 1 if numbered.attr("reversed") is None else -1
    number = start if start is not None else 1 if step > 0 else len(items)
    numbers = []
    for item in items:
        stated = _integer(item.attr("value"))
        number = stated if stated is not None else number
        numbers.append(number)
        number += step
    return items, numbers


def _integer(value: str | None) -> int | None:
    found = _INTEGER.match(value) if value else None
    return int(found.group(1)) if found else None


def _label(number: int, style: str) -> str:
    """Return *number* in a style of lists; what a style cannot count is a decimal, as in a browser."""
    written = ""
    if style in {"a", "A"} and number > 0:
        written = _in_letters(number)
    elif style in {"i", "I"} and 0 < number <= _MOST_ROMAN:
        written = _in_roman(number)
    return (written.upper() if style.isupper() else written) or str(number)


def _in_letters(number: int) -> str:
    letters = ""
    while number:
        number, place = divmod(number - 1, _ALPHABET)
        letters = chr(ord("a") + place) + letters
    return letters


def _in_roman(number: int) -> str:
    written = ""
    for value, sign in _ROMAN:
        times, number = divmod(number, value)
        written += sign * times
    return written


def _first_holder(item: turbohtml.Element) -> turbohtml.Element:
    """Return the innermost block at the beginning of *item*: its first paragraph or heading, or itself."""
    holder = item
    for _ in range(_DEEP):
        first = next(
            (node for node in holder.children if isinstance(node, turbohtml.Element) or node.text.strip()), None
        )
        if not isinstance(first, turbohtml.Element) or first.tag not in _HOLDERS:
            break
        holder = first
    return holder
