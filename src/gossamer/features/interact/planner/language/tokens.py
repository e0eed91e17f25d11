"""Words of an instruction: what was written, what it means as a number, date or time, and what stands in quotes.

Nothing is thrown away: each token knows where it stood, so that an argument is taken from the
instruction letter by letter, and quoted text is one token that no rule looks into.
"""

import re
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Kind: TypeAlias = Literal["word", "number", "ordinal", "quote", "date", "time", "list", "address", "mark"]


@dataclass(frozen=True, slots=True)
class Day:
    """A date; the year is None when it was not said."""

    year: int | None
    month: int
    day: int

    def iso(self, year: int) -> str:
        """Return it as YYYY-MM-DD, with *year* when it has none."""
        return f"{self.year or year:04d}-{self.month:02d}-{self.day:02d}"


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day, 24 hours."""

    hour: int
    minute: int

    def iso(self) -> str:
        """Return it as HH:MM."""
        return f"{self.hour:02d}:{self.minute:02d}"


Value: TypeAlias = float | Day | Clock | tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the instruction. *text* is as written (of a quote: what is inside), *norm* folded to lower case.

    *value* is the number, ordinal (negative: from the end), date, time, or items of a bracketed list.
    """

    kind: Kind
    text: str
    norm: str
    start: int
    end: int
    value: Value = None


MONTHS: Final = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
_MONTH: Final = "|".join(f"{m}|{m[:3]}\\.?" for m in MONTHS) + "|sept\\.?"
NUMBERS: Final = {
    word: number
    for number, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
            "twenty",
        ]
    )
}
ORDINALS: Final = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
    "tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14, "fifteenth": 15, "topmost": 1,
    "last": -1, "final": -1, "bottommost": -1, "penultimate": -2,
}  # fmt: skip

_PATTERN: Final = re.compile(
    rf"""
    (?P<quote>"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|`[^`]+`|(?<![\w])'(?!\s)[^'\n]*(?:'\w[^'\n]*)*'(?!\w)|(?<![\w])\u2018[^\u2019\n]+\u2019(?!\w))
  | (?P<address>https?://[^\s"'<>]+[^\s"'<>.,;:!?)]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)
  | (?P<list>\[[^\[\]]*\]|\(\s*-?\d+(?:\s*,\s*-?\d+)+\s*\))
  | (?P<date>\d{{4}}-\d{{1,2}}-\d{{1,2}}|\d{{1,2}}[/.]\d{{1,2}}[/.]\d{{4}}
      |(?:{_MONTH})\s+(?:the\s+)?\d{{1,2}}(?:st|nd|rd|th)?(?:\s*,?\s*(?:of\s+)?\d{{4}})?(?!\w)
      |(?:the\s+)?\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?(?:{_MONTH})(?:\s*,?\s*\d{{4}})?(?!\w))
  | (?P<word>\d+/\d+(?![\w/]))
  | (?P<time>\d{{1,2}}:\d{{2}}(?:\s*[ap](?:m\b|\.m\.))?|\d{{1,2}}\s*[ap](?:m\b|\.m\.)|(?<!\w)(?:noon|midnight)(?!\w))
  | (?P<ordinal>\d+(?:st|nd|rd|th)(?!\w))
  | (?P<number>(?<![\w])[-\u2212+]?[$€£]?\d+(?:,\d{{3}})*(?:\.\d+)?%?(?![\w]))
  | (?P<term>[@\#]?[^\W_](?:[\w@&+\#]|[-'\u2019./_](?=\w))*|_\w+)
  | (?P<mark>\.\.\.|[^\s])
    """,
    re.VERBOSE | re.IGNORECASE,
)


def tokens(text: str) -> tuple[Token, ...]:
    """Return the pieces of *text* in order; spaces are left out."""
    found = [_token(match) for match in _PATTERN.finditer(text)]
    return tuple(_ordinal_word(found, i) for i in range(len(found)))


def _token(match: "re.Match[str]") -> Token:
    kind: Kind = "word" if match.lastgroup == "term" else match.lastgroup  # type: ignore[assignment]
    text = match.group()
    start, end = match.span()
    if kind == "quote":
        inside = text[1:-1]
        return Token("quote", inside, inside.casefold(), start, end)
    norm = text.casefold().replace("\u2019", "'")
    return Token(kind, text, norm, start, end, _value(kind, norm))


def _value(kind: Kind, norm: str) -> Value:  # noqa: PLR0911
    match kind:
        case "number":
            return float(re.sub(r"[$€£,%]", "", norm.replace("\u2212", "-")))
        case "ordinal":
            return float(re.sub(r"\D", "", norm))
        case "date":
            return read_day(norm)
        case "time":
            return read_clock(norm)
        case "list":
            return tuple(part.strip().strip("\"'") for part in norm[1:-1].split(",") if part.strip())
        case "word":
            return float(NUMBERS[norm]) if norm in NUMBERS else None
        case _:
            return None


def _ordinal_word(found: list[Token], i: int) -> Token:
    token = found[i]
    if token.kind != "word" or token.norm not in ORDINALS:
        return token
    after = found[i + 1].norm if i + 1 < len(found) else ""
    # "First name" and "last name" are labels, "first," begins an order of things to do.
    if after in {"name", "names", "initial", ",", ":"} or (token.norm in {"final", "last"} and after == "step"):
        return token
    return Token("ordinal", token.text, token.norm, token.start, token.end, float(ORDINALS[token.norm]))


def read_day(text: str) -> Day | None:
    """Return the date that *text* is, in American order where that is open; None when it is no date."""
    text = text.casefold().strip()
    if match := re.fullmatch(r"(\d{4})-(\d{1,2})-(\d{1,2})", text):
        return _day(int(match[1]), int(match[2]), int(match[3]))
    if match := re.fullmatch(r"(\d{1,2})[/.](\d{1,2})[/.](\d{4})", text):
        first, second, year = int(match[1]), int(match[2]), int(match[3])
        return _day(year, first, second) or _day(year, second, first)
    month = next((i for i, name in enumerate(MONTHS, 1) if re.search(rf"\b{name[:3]}", text)), None)
    day = re.search(r"\b(\d{1,2})(?:st|nd|rd|th)?\b", text)
    if month is None or day is None:
        return None
    spoken = re.search(r"\b(\d{4})\b", text)
    return _day(int(spoken[1]) if spoken else None, month, int(day[1]))


_MONTHS_A_YEAR: Final = 12
_DAYS_A_MONTH: Final = 31
_NOON: Final = 12


def _day(year: int | None, month: int, day: int) -> Day | None:
    return Day(year, month, day) if 1 <= month <= _MONTHS_A_YEAR and 1 <= day <= _DAYS_A_MONTH else None


def read_clock(text: str) -> Clock | None:
    """Return the time of day that *text* is; None when it is none."""
    text = text.casefold().strip()
    if text in {"noon", "midnight"}:
        return Clock(_NOON if text == "noon" else 0, 0)
    match = re.fullmatch(r"(\d{1,2})(?::(\d{2}))?\s*(?:([ap])\.?m?\.?)?", text)
    if match is None:
        return None
    hour, minute = int(match[1]), int(match[2] or 0)
    if match[3]:
        hour = hour % _NOON + (_NOON if match[3] == "p" else 0)
    return Clock(hour, minute) if hour < 24 and minute < 60 else None  # noqa: PLR2004
