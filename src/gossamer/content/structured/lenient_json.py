"""JSON as pages write it: strict first, then common mistakes repaired where that is safe.

Mended are comments, commas too many or missing, single quotes, names without quotes, raw control characters,
entities in place of quotes, quotes inside of words, and an end that is missing. Numbers come as they are written.
Nothing is executed: an expression that is no literal ends the reading of its value. Depth, length and, of what must be
mended, the work are limited.
"""

import html
import json
import re
from typing import Any, Final

MAX_MENDED: Final = 300_000
_MAX_DEPTH: Final = 64
_STRICT: Final = 20

_SHELL: Final = re.compile(r"\A(?:\s|<!--|//\s*<!\[CDATA\[|/\*\s*<!\[CDATA\[\s*\*/|<!\[CDATA\[|\ufeff)+")
_SPACE: Final = re.compile(r"(?:[\s\ufeff]+|//[^\n]*|/\*(?s:.*?)\*/|<!--|-->)+")
_WORD: Final = re.compile(r"[\w$.+-]+")
_CLOSES: Final = re.compile(r"\s*(?:[,:}\]]|\Z)")
_ESCAPE: Final = re.compile(r"\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)", re.DOTALL)
_NAMED_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "\n": ""}
_NOTHING: Final = frozenset({"null", "undefined", "NaN", "Infinity", "-Infinity", "void"})
_NUMBER: Final = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


def _unstated(_name: str) -> None:
    """Read NaN and Infinity as nothing."""


_DECODER: Final = json.JSONDecoder(parse_float=str, parse_int=str, parse_constant=_unstated, strict=False)


class Work:
    """How much reading a page may still cost, in characters that are mended; reading strictly costs a fraction."""

    def __init__(self, left: int = MAX_MENDED) -> None:
        self.left = left

    def take(self, characters: int) -> None:
        """Count *characters* as read."""
        self.left -= characters


def loads(text: str, work: Work) -> Any:
    """Return what *text* holds, mended if need be; ValueError when it is no JSON even so, or *work* is used up."""
    text = text[_end(_SHELL, text, 0) :]
    if not text:
        raise ValueError("nothing there")
    try:
        value, end = _DECODER.raw_decode(text)
    except (ValueError, RecursionError):
        return _mended(text, work)
    rest = text[end : end + 64].lstrip(" \t\r\n;")
    # Several roots one after the other, or something that is no part of it.
    return [value, *_further(text, end)] if rest[:1] in {"{", "[", ","} else value


def read(text: str, start: int, work: Work) -> tuple[Any, int]:
    """Return the value that begins at *start*, a JSON or a JavaScript literal, and where it ends; ValueError."""
    try:
        return _DECODER.raw_decode(text, start)
    except json.JSONDecodeError as error:
        work.take(1 + (error.pos - start) // _STRICT)
    except RecursionError:
        work.take(1)
    reader = _Reader(text[start : start + max(work.left, 0)])
    try:
        return reader.value(0), start + reader.at
    finally:
        work.take(reader.at)


def _further(text: str, at: int) -> list[Any]:
    found: list[Any] = []
    while len(found) < _MAX_DEPTH:
        at = _end(_SPACE, text, at)
        if text[at : at + 1] in {",", ";"}:
            at += 1
            continue
        try:
            value, at = _DECODER.raw_decode(text, at)
        except (ValueError, RecursionError):
            break
        found.append(value)
    return found


def _mended(text: str, work: Work) -> Any:
    text = text[: max(work.left, 0)]
    if text[:200].lstrip("[ \n\r\t").startswith("{&") or '"' not in text:
        text = html.unescape(text)
    reader = _Reader(text)
    try:
        values = [reader.value(0)]
        while reader.more():
            values.append(reader.value(0))
    finally:
        work.take(reader.at)
    return values[0] if len(values) == 1 else values


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at


class _Reader:
    """Reads literals, forgiving; *at* is where it stands."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def more(self) -> bool:
        """Return whether another root follows."""
        while self._peek() in {",", ";"}:
            self.at += 1
        return self._peek() in {"{", "["}

    def value(self, depth: int) -> Any:
        """Return the value here; ValueError when none begins here."""
        if depth > _MAX_DEPTH:
            raise ValueError("too deep")
        match self._peek():
            case "{":
                return self._object(depth)
            case "[":
                return self._array(depth)
            case '"' | "'" | "`" as quote:
                return self._string(quote)
            case _:
                return self._bare()

    def _peek(self) -> str:
        self.at = _end(_SPACE, self.text, self.at)
        return self.text[self.at : self.at + 1]

    def _object(self, depth: int) -> dict[str, Any]:
        self.at += 1
        found: dict[str, Any] = {}
        while (sign := self._peek()) not in {"", "}"}:
            if sign == ",":
                self.at += 1
                continue
            name = self._string(sign) if sign in {'"', "'"} else self._name()
            if self._peek() != ":":
                raise ValueError("a name without a value")
            self.at += 1
            value = None if self._peek() in {",", "}", ""} else self.value(depth + 1)
            found[name] = value
        self.at += 1
        return found

    def _array(self, depth: int) -> list[Any]:
        self.at += 1
        found: list[Any] = []
        while (sign := self._peek()) not in {"", "]"}:
            if sign == "}":
                raise ValueError("closed by the wrong sign")
            if sign == ",":
                self.at += 1
            else:
                found.append(self.value(depth + 1))
        self.at += 1
        return found

    def _name(self) -> str:
        match = _WORD.match(self.text, self.at)
        if match is None:
            raise ValueError("no name")
        self.at = match.end()
        return match.group()

    def _bare(self) -> Any:
        word = self._name()
        if word in _NOTHING:
            return None
        if word in {"true", "false"}:
            return word == "true"
        if _NUMBER.fullmatch(word):
            return word
        raise ValueError("no literal")

    def _string(self, quote: str) -> str:
        start = at = self.at + 1
        while (at := self.text.find(quote, at)) >= 0:
            if _escaped(self.text, at, start):
                at += 1
            elif _CLOSES.match(self.text, at + 1):
                break
            else:
                # A quote inside of the words.
                at += 1
        end = at if at >= 0 else len(self.text)
        self.at = end + 1
        words = self.text[start:end]
        return _ESCAPE.sub(_meant, words) if "\\" in words else words


def _escaped(text: str, at: int, start: int) -> bool:
    count = 0
    while at - count > start and text[at - count - 1] == "\\" and count < _MAX_DEPTH:
        count += 1
    return count % 2 == 1


def _meant(match: re.Match[str]) -> str:
    sign = match.group(1)
    if len(sign) > 1:
        return chr(int(sign[1:], 16))
    return _NAMED_ESCAPES.get(sign, sign)
