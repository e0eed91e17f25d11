"""Tokens: the words of a prompt, with numbers, dates, times, addresses and quoted text recognised.

Each token keeps where it stands, so values are taken from the prompt letter by letter; quoted text is one token.
"""

import re
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal, TypeAlias

from gossamer.features.interact.rules.lexicon import mapping, months

Kind: TypeAlias = Literal["word", "number", "ordinal", "quote", "date", "time", "address", "mark"]

_NOON: Final = 12
_LAST_MONTH: Final = 12
_LAST_DAY: Final = 31
_HOURS: Final = 24
_MINUTES: Final = 60


@dataclass(frozen=True, slots=True)
class Day:
    """A date; the year is None where the prompt has none."""

    year: int | None
    month: int
    day: int

    def iso(self, year: int) -> str:
        """Return it as YYYY-MM-DD, with *year* where it has none."""
        return f"{self.year or year:04d}-{self.month:02d}-{self.day:02d}"


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the prompt: *text* as written (of a quote what is inside), *norm* folded, and where it stands.

    *value* is the number of a number, and the position of an ordinal (negative from the end).
    """

    kind: Kind
    text: str
    norm: str
    start: int
    end: int
    value: float | None = None


@cache
def _pattern() -> "re.Pattern[str]":
    month = "|".join(f"{name}|{name[:3]}\\.?" for name in months()) + "|sept\\.?"
    return re.compile(
        rf"""
        (?P<quote>"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|`[^`]+`|(?<![\w])'(?!\s)[^'\n]*(?:'\w[^'\n]*)*'(?!\w)
          |(?<![\w])\u2018[^\u2019\n]+\u2019(?!\w))
      | (?P<address>https?://[^\s"'<>]+[^\s"'<>.,;:!?)]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)
      | (?P<date>\d{{4}}-\d{{1,2}}-\d{{1,2}}|\d{{1,2}}[/.]\d{{1,2}}[/.]\d{{4}}
          |(?:{month})\s+(?:the\s+)?\d{{1,2}}(?:st|nd|rd|th)?(?:\s*,?\s*(?:of\s+)?\d{{4}})?(?!\w)
          |\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?(?:{month})(?:\s*,?\s*\d{{4}})?(?!\w))
      | (?P<slashed>\d+/\d+(?![\w/])|\d+(?:\.\d+){{2,}})
      | (?P<time>\d{{1,2}}:\d{{2}}(?:\s*[ap](?:m\b|\.m\.))?|\d{{1,2}}\s*[ap](?:m\b|\.m\.)
          |(?<!\w)(?:noon|midnight)(?!\w))
      | (?P<ordinal>\d+(?:st|nd|rd|th)(?!\w))
      | (?P<number>(?<![\w])[-\u2212+]?[$€£]?\d+(?:,\d{{3}})*(?:\.\d+)?[%€$£k]?(?![\w-]))
      | (?P<term>[@\#]?[^\W_](?:[\w@&+\#]|[-'\u2019./_](?=\w))*|_\w+)
      | (?P<mark>\.\.\.|[^\s])
        """,
        re.VERBOSE | re.IGNORECASE,
    )


def tokens(text: str) -> tuple[Token, ...]:
    """Return the pieces of *text* in order, without blanks."""
    plain_tokens = [_token(match) for match in _pattern().finditer(text)]
    return tuple(_with_ordinal(plain_tokens, i) for i in range(len(plain_tokens)))


def _token(match: "re.Match[str]") -> Token:
    group = match.lastgroup or "mark"
    kind: Kind = "word" if group in {"term", "slashed"} else group  # type: ignore[assignment]
    text = match.group()
    start, end = match.span()
    if kind == "quote":
        return Token("quote", text[1:-1], text[1:-1].casefold(), start, end)
    norm = text.casefold().replace("\u2019", "'")
    return Token(kind, text, norm, start, end, _number_in(kind, norm))


def _number_in(kind: Kind, norm: str) -> float | None:
    if kind == "number":
        digits = re.sub(r"[$€£,%k]", "", norm.replace("\u2212", "-"))
        return float(digits) * (1000 if norm.endswith("k") else 1)
    if kind == "ordinal":
        return float(re.sub(r"\D", "", norm))
    if kind == "word" and norm in mapping("numbers"):
        return float(mapping("numbers")[norm])
    return None


def _with_ordinal(all_tokens: list[Token], at: int) -> Token:
    token = all_tokens[at]
    position = mapping("ordinals").get(token.norm) if token.kind == "word" else None
    after = all_tokens[at + 1].norm if at + 1 < len(all_tokens) else ""
    # "First name" is a label, and "first," begins an order of things to do.
    if position is None or token.text.isupper() or after in {"name", "names", ",", ":", "step"}:
        return token
    return Token("ordinal", token.text, token.norm, token.start, token.end, float(position))


def read_day(text: str) -> Day | None:
    """Return the date that *text* is, in American order where that is open; None when it is none."""
    text = text.casefold().strip()
    if match := re.fullmatch(r"(\d{4})-(\d{1,2})-(\d{1,2})", text):
        return _day(int(match[1]), int(match[2]), int(match[3]))
    if match := re.fullmatch(r"(\d{1,2})([/.])(\d{1,2})[/.](\d{4})", text):
        first, second, year = int(match[1]), int(match[3]), int(match[4])
        american, european = _day(year, first, second), _day(year, second, first)
        return (european or american) if match[2] == "." else (american or european)
    month = next((i for i, name in enumerate(months(), 1) if re.search(rf"\b{name[:3]}", text)), None)
    day = re.search(r"\b(\d{1,2})(?:st|nd|rd|th)?\b", text)
    if month is None or day is None:
        return None
    year_said = re.search(r"\b(\d{4})\b", text)
    return _day(int(year_said[1]) if year_said else None, month, int(day[1]))


def _day(year: int | None, month: int, day: int) -> Day | None:
    return Day(year, month, day) if 1 <= month <= _LAST_MONTH and 1 <= day <= _LAST_DAY else None


def read_clock(text: str) -> str | None:
    """Return the time of day that *text* is, as HH:MM of 24 hours; None when it is none."""
    text = text.casefold().strip()
    if text in {"noon", "midnight"}:
        return "12:00" if text == "noon" else "00:00"
    match = re.fullmatch(r"(\d{1,2})(?::(\d{2}))?\s*(?:([ap])\.?m?\.?)?", text)
    hour, minute = (int(match[1]), int(match[2] or 0)) if match is not None else (_HOURS, 0)
    if match is not None and match[3]:
        hour = hour % _NOON + (_NOON if match[3] == "p" else 0)
    return f"{hour:02d}:{minute:02d}" if hour < _HOURS and minute < _MINUTES else None
