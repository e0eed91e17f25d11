"""JSON as pages write it: strict first, then with mistakes mended, and entities in place of quotes.

Numbers come as they are written, and nothing is executed. Of what must be mended, the work is limited.
"""

import html
import json
import re
from typing import Any, Final

from gossamer.content.text.tolerant_json import Parser

MAX_MENDED: Final = 300_000
_MAX_DEPTH: Final = 64
_STRICT: Final = 20

_SHELL: Final = re.compile(r"\A(?:\s|<!--|//\s*<!\[CDATA\[|/\*\s*<!\[CDATA\[\s*\*/|<!\[CDATA\[|\ufeff)+")
_SPACE: Final = re.compile(r"(?:[\s\ufeff]+|//[^\n]*|/\*(?s:.*?)\*/|<!--|-->)+")


def _read_as_nothing(_name: str) -> None:
    """Read NaN and Infinity as nothing."""


_DECODER: Final = json.JSONDecoder(parse_float=str, parse_int=str, parse_constant=_read_as_nothing, strict=False)


class MendingBudget:
    """How much reading a page may still cost, in characters that are mended; reading strictly costs a fraction."""

    def __init__(self, left: int = MAX_MENDED) -> None:
        self.left = left

    def take(self, characters: int) -> None:
        """Count *characters* as read."""
        self.left -= characters


def loads(text: str, work: MendingBudget) -> Any:
    """Return the value of *text*, mended if need be; ValueError when it is no JSON even so, or *work* is used up."""
    text = text[_end(_SHELL, text, 0) :]
    if not text:
        raise ValueError("nothing there")
    try:
        value, end = _DECODER.raw_decode(text)
    except (ValueError, RecursionError):
        return _mend_json(text, work)
    rest = text[end : end + 64].lstrip(" \t\r\n;")
    # Several roots one after the other, or something that is no part of it.
    return [value, *_further(text, end)] if rest[:1] in {"{", "[", ","} else value


def read(text: str, start: int, work: MendingBudget) -> tuple[Any, int]:
    """Return the value that begins at *start*, a JSON or a JavaScript literal, and where it ends; ValueError."""
    try:
        return _DECODER.raw_decode(text, start)
    except json.JSONDecodeError as error:
        work.take(1 + (error.pos - start) // _STRICT)
    except RecursionError:
        work.take(1)
    parser = Parser(text[start : start + max(work.left, 0)], literals=True)
    try:
        return parser.value(), start + parser.at
    finally:
        work.take(parser.at)


def _further(text: str, at: int) -> list[Any]:
    values: list[Any] = []
    while len(values) < _MAX_DEPTH:
        at = _end(_SPACE, text, at)
        if text[at : at + 1] in {",", ";"}:
            at += 1
            continue
        try:
            value, at = _DECODER.raw_decode(text, at)
        except (ValueError, RecursionError):
            break
        values.append(value)
    return values


def _mend_json(text: str, work: MendingBudget) -> Any:
    text = text[: max(work.left, 0)]
    if text[:200].lstrip("[ \n\r\t").startswith("{&") or '"' not in text:
        text = html.unescape(text)
    parser = Parser(text, literals=True)
    try:
        values = parser.values()
    finally:
        work.take(parser.at)
    return values[0] if len(values) == 1 else values


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at
