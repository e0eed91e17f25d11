"""JSON as models and pages write it.

Beside JSON it reads comments, quotes of other kinds, keys and words without quotes, commas too many or missing,
Python's and JavaScript's literals, line ends and quotes within strings, and texts that end too early. Numbers that are
none (NaN, Infinity) are None. A text that ends within a string, a number or a word is read without that one: half a
name is a wrong name. Reading takes time in proportion to the text.

Of a page's scripts *literals* alone are read: an expression that is none ends the reading, and numbers stay as they are
written.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

_DEEPEST: Final = 100
# Enough for any answer; a text of many opening brackets must not cost a reading from each of them.
_PLACES: Final = 40
_OPENING: Final = re.compile(r"[{\[]")
# An opening bracket of JSON, by what follows it, and not one of a sentence.
_BEGUN: Final = re.compile(r"""[{\[]\s*(?:["'“‘„`{}\[\],]|//|/\*|#\s)|\{\s*[\w$.-]+\s*:""")  # noqa: RUF001
_SPACE: Final = re.compile(r"(?:[\s\ufeff]|//[^\n]*|/\*.*?(?:\*/|\Z)|#[^\n]*|<!--|-->)*", re.DOTALL)
_KEY: Final = re.compile(r"[\w$.-]+")
_NUMBER: Final = re.compile(r"[-+]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?=[\s,}\]:/#]|\Z)")
_BARE: Final = re.compile(r"[^,}\]\n]*")
_WORDS: Final = {
    "true": True, "false": False, "null": None, "none": None, "undefined": None, "nan": None,
    "infinity": None, "-infinity": None, "+infinity": None, "void 0": None, "!0": True, "!1": False,
}  # fmt: skip
_CLOSING: Final = {'"': '"', "'": "'", "“": "”", "‘": "’", "`": "`", "„": "“"}  # noqa: RUF001
# Text that follows the end of a string; behind a quote within a string the sentence goes on.
_BEHIND: Final = re.compile(r"""[ \t]*(?:[,}\]:\n\r]|//|/\*|\Z)|[ \t]+["'][^"'\n]{1,64}["'][ \t]*:""")
# Scripts seldom lack a comma or comment on a value, and their texts have lines, addresses and quotes.
_BEHIND_LITERAL: Final = re.compile(r"\s*(?:[,:}\]]|\Z)")
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "\n": ""}
_HEX: Final = {"u": re.compile(r"[0-9a-fA-F]{4}"), "x": re.compile(r"[0-9a-fA-F]{2}")}
_LOW: Final = re.compile(r"\\u([dD][c-fC-F][0-9a-fA-F]{2})")


@dataclass(frozen=True, slots=True)
class ParsedJson:
    """A *value*, where its text *end*s, whether it was *complete*, and whether the reader *stumbled*.

    It stumbled where it passed over text or missed a closing bracket: the value may be half of what was meant.
    """

    value: Any
    end: int
    complete: bool
    stumbled: bool

    @property
    def is_whole(self) -> bool:
        """Whether it is all there."""
        return self.complete and not self.stumbled


class UnreadableJson(ValueError):
    """There is no object or list where one was looked for."""


def parse(text: str, start: int) -> ParsedJson:
    """Return the object or list that begins at *start*. Raises Unreadable."""
    parser = Parser(text, start)
    value = parser.container(0)
    return ParsedJson(value, parser.at, not parser.ended, parser.stumbled)


def parse_all(text: str, *, only_whole: bool = False) -> Iterator[tuple[int, ParsedJson]]:
    """Yield the outermost objects and lists in *text*, each with the position where it begins; the first 40 places.

    *only_whole*: those that are all there; a bracket of a sentence takes none of what follows it with it.
    """
    at = 0
    for _ in range(_PLACES):
        opening = (_BEGUN if only_whole else _OPENING).search(text, at)
        if opening is None:
            return
        at = opening.start() + 1
        with suppress(UnreadableJson):
            parsed = parse(text, opening.start())
            # A call within another that ends too early is no call of its own.
            at = max(parsed.end, at)
            if parsed.is_whole or not only_whole:
                yield opening.start(), parsed


class _Missing:
    """A value that is missing because the text ended early."""


_MISSING: Final = _Missing()


class Parser:
    """Reads values one after the other; *at* is the position that it has come to."""

    def __init__(self, text: str, at: int = 0, *, literals: bool = False) -> None:
        self.text = text
        self.at = at
        self.ended = False
        self.stumbled = False
        self._literals = literals
        self._behind = _BEHIND_LITERAL if literals else _BEHIND

    def values(self) -> list[Any]:
        """Return the value here and the objects and lists that follow it. Raises Unreadable where there is none."""
        items = [self.value()]
        while self._goes_on("") and self._here() in {"{", "["}:
            items.append(self.value())
        return items

    def value(self) -> Any:
        """Return the value here. Raises Unreadable."""
        value = self._value(-1)
        if isinstance(value, _Missing):
            raise UnreadableJson
        return value

    def container(self, depth: int) -> Any:
        """Return the object or list here. Raises Unreadable."""
        if depth > _DEEPEST:
            raise UnreadableJson
        match self._here():
            case "{":
                return self._object(depth)
            case "[":
                return self._list(depth)
            case _:
                raise UnreadableJson

    def _object(self, depth: int) -> dict[str, Any]:
        members: dict[str, Any] = {}
        self.at += 1
        while self._goes_on("}"):
            key = self._key()
            self._skip()
            if self._here() != ":":
                self._stumble(key)
                continue
            self.at += 1
            value = self._value(depth)
            if not isinstance(value, _Missing) and isinstance(key, str):
                members[key] = value
        return members

    def _list(self, depth: int) -> list[Any]:
        items: list[Any] = []
        self.at += 1
        while self._goes_on("]"):
            if self._here() == "}":
                self._stumble(_MISSING)
                self.at += 1
                continue
            value = self._value(depth)
            if not isinstance(value, _Missing) and not (self.ended and value == {}):
                items.append(value)
        return items

    def _goes_on(self, closing: str) -> bool:
        """Return whether an entry follows; commas, however many, and dots that stand for more are passed over."""
        while True:
            self._skip()
            character = self._here()
            if character == "":
                self.ended = True
                return False
            if character == closing:
                self.at += 1
                return False
            if character == "]" and closing == "}":
                # The object was not closed and what holds it is.
                self.stumbled = True
                return False
            if character == "," or self.text.startswith("...", self.at) or character == "…":
                self.stumbled |= character != ","
                self.at += 3 if character == "." else 1
                continue
            return True

    def _key(self) -> str | _Missing:
        if self._here() in _CLOSING:
            return self._string()
        if match := _KEY.match(self.text, self.at):
            self.at = match.end()
            return match[0]
        self.at += 1
        self.stumbled = True
        return _MISSING

    def _stumble(self, key: str | _Missing) -> None:
        """Pass over what is no entry; at the end of the text it is a key without its value."""
        if self._literals and self._here():
            raise UnreadableJson
        self.stumbled = True
        if self._here() == "":
            self.ended = True
        elif isinstance(key, _Missing):
            return
        elif self._here() not in ",}]":
            self.at += 1

    def _value(self, depth: int) -> Any:
        self._skip()
        character = self._here()
        if character in {"{", "["}:
            return self.container(depth + 1)
        if character in _CLOSING:
            return self._string()
        if match := _NUMBER.match(self.text, self.at):
            return self._number(match[0])
        return self._word()

    def _number(self, raw: str) -> Any:
        self.at += len(raw)
        if self._literals:
            return raw
        if self._at_end():
            return _MISSING
        plain = raw.replace("_", "").lstrip("+")
        try:
            return int(plain) if re.fullmatch(r"-?\d{1,4000}", plain) else _finite(float(plain))
        except ValueError:
            return raw

    def _word(self) -> Any:
        match = _BARE.match(self.text, self.at)
        raw = match[0] if match else ""
        self.at += len(raw) or 1
        if self._at_end():
            return _MISSING
        word = re.split(r"(?:^|\s)//", raw, maxsplit=1)[0].strip()
        if word.casefold() in _WORDS:
            return _WORDS[word.casefold()]
        if self._literals and word:
            raise UnreadableJson
        # A quote in the word ends a string that was taken to end before it.
        self.stumbled |= not word or '"' in word
        return word or None

    def _at_end(self) -> bool:
        """Return whether the text ends here, so that nobody knows whether what stands before it was all."""
        if self.at >= len(self.text):
            self.ended = True
        return self.ended

    def _string(self) -> str | _Missing:
        opening = self._here()
        closing = _CLOSING[opening]
        self.at += 1
        pieces: list[str] = []
        stops = re.compile(f"[{re.escape(closing)}\\\\]")
        while match := stops.search(self.text, self.at):
            pieces.append(self.text[self.at : match.start()])
            self.at = match.end()
            if match[0] == "\\":
                pieces.append(self._escape())
            elif self._behind.match(self.text, self.at):
                return "".join(pieces)
            else:
                pieces.append(closing)
        self.at = len(self.text)
        self.ended = True
        return _MISSING

    def _escape(self) -> str:
        letter = self._here()
        self.at += 1
        code = _HEX[letter].match(self.text, self.at) if letter in _HEX else None
        if code is None:
            return _ESCAPES.get(letter, letter)
        self.at = code.end()
        high = int(code[0], 16)
        low = _LOW.match(self.text, self.at)
        if 0xD800 <= high < 0xDC00 and low is not None:  # noqa: PLR2004 - the high surrogates
            self.at = low.end()
            return chr(0x10000 + ((high - 0xD800) << 10) + (int(low[1], 16) - 0xDC00))
        # Half a pair is no character, and no text with one can be stored; nor one with the end of C's strings.
        return "\ufffd" if 0xD800 <= high < 0xE000 else chr(high) if high else ""  # noqa: PLR2004

    def _here(self) -> str:
        return self.text[self.at : self.at + 1]

    def _skip(self) -> None:
        match = _SPACE.match(self.text, self.at)
        self.at = match.end() if match else self.at


def _finite(number: float) -> float | None:
    return number if number - number == 0 else None
