"""Dates of workbooks: days since the end of 1899, or since 1904, with the time as their fraction."""

import calendar
import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Context, Decimal
from typing import Final

from gossamer.content.documents.number_formats.codes import Token

# A format code may ask for as many digits as it has characters.
_CONTEXT: Final = Context(prec=2_000)
_DAY: Final = 86_400
_EPOCH: Final = dt.date(1899, 12, 30)
_FROM_1904: Final = 1_462
# The 29th of February 1900, which was no day, has a number all the same; days before it are one off.
_LEAP_DAY: Final = 60
# The last day of the year 9999.
_LAST: Final = 2_958_465
_NOON: Final = 12
_BUDDHIST: Final = 543
_NAMES: Final = 3
_SHORT_YEAR: Final = 2
_INITIAL: Final = 5


@dataclass(frozen=True, slots=True)
class Moment:
    """A day by its number, and *seconds* since its midnight."""

    day: int
    seconds: Decimal

    def rounded(self, digits: int | None) -> "Moment":
        """Return it with so many *digits* of a second; with whole seconds cut off when that is None."""
        if digits is None:
            # A minute ends when the next begins; what binary fractions lose of a second is given back.
            seconds = rounded(self.seconds, Decimal("0.001"))
        else:
            seconds = rounded(self.seconds, Decimal(1).scaleb(-digits))
        return (
            replace(self, day=self.day + 1, seconds=Decimal(0)) if seconds >= _DAY else replace(self, seconds=seconds)
        )

    def written(self, tokens: Sequence[Token]) -> str:
        """Return it as *tokens* say."""
        has_noon = any(token.text in {"am/pm", "a/p"} for token in tokens)
        return "".join(self._token(tokens, index, has_noon=has_noon) for index in range(len(tokens)))

    def _token(self, tokens: Sequence[Token], index: int, *, has_noon: bool) -> str:
        token = tokens[index]
        match token.kind:
            case "elapsed":
                return self._format_elapsed_time(token.text)
            case "date" if token.text[0] == "m" and _is_minute(tokens, index):
                return f"{self._minutes % 60:0{min(len(token.text), 2)}}"
            case "date" if token.text[0] in "hsa":
                return self._time(token.text, has_noon=has_noon)
            case "date":
                return self._calendar(token.text)
            case "digit":
                return "0" if token.text == "0" else ""
            case _:
                return token.text

    @property
    def _minutes(self) -> int:
        return int(self.seconds) // 60

    def _format_elapsed_time(self, text: str) -> str:
        total = self.day * _DAY + int(self.seconds)
        return f"{total // {'h': 3600, 'm': 60, 's': 1}[text[0]]:0{len(text)}}"

    def _time(self, text: str, *, has_noon: bool) -> str:
        hour = self._minutes // 60
        if text[0] == "a":
            half = "AM" if hour < _NOON else "PM"
            return half if text == "am/pm" else half[0]
        if text[0] == "h":
            return f"{(hour % _NOON or _NOON) if has_noon else hour:0{min(len(text), 2)}}"
        seconds_pattern, _, part = text.partition(".")
        seconds = self.seconds % 60
        return f"{int(seconds):0{min(len(seconds_pattern), 2)}}" + (
            f".{f'{seconds:f}'.partition('.')[2]}" if part else ""
        )

    def _calendar(self, text: str) -> str:
        year, month, day, weekday = _calendar_day(self.day)
        match text[0]:
            case "y" | "e":
                return f"{year % 100:02}" if len(text) <= _SHORT_YEAR and text[0] == "y" else str(year)
            case "b":
                return f"{(year + _BUDDHIST) % 100:02}" if len(text) <= _SHORT_YEAR else str(year + _BUDDHIST)
            case _ if len(text) < _NAMES:
                return f"{month if text[0] == 'm' else day:0{len(text)}}"
            case "m":
                name = (calendar.month_abbr if len(text) == _NAMES else calendar.month_name)[month]
                return name[0] if len(text) == _INITIAL else name
            case _:
                return (calendar.day_abbr if len(text) == _NAMES else calendar.day_name)[weekday]


def rounded(value: Decimal, last: Decimal) -> Decimal:
    """Return *value* rounded to the decimal place of *last* as workbooks do it: half away from zero."""
    return value.quantize(last, ROUND_HALF_UP, _CONTEXT)


def moment(value: float, *, since_1904: bool) -> Moment | None:
    """Return the moment with this number, None where there is none."""
    exact = Decimal(f"{value:.15g}") + (_FROM_1904 if since_1904 else 0)
    if not 0 <= exact <= _LAST + Decimal("0.99999"):
        return None
    day = int(exact)
    return Moment(day, (exact - day) * _DAY)


def _calendar_day(number: int) -> tuple[int, int, int, int]:
    """Return year, month, day and weekday of the day with this *number*; Monday is 0."""
    weekday = (number + 5) % 7
    if number == _LEAP_DAY:
        return 1900, 2, 29, weekday
    if number == 0:
        return 1900, 1, 0, weekday
    day = _EPOCH + dt.timedelta(days=number + (number < _LEAP_DAY))
    return day.year, day.month, day.day, weekday


def _is_minute(tokens: Sequence[Token], index: int) -> bool:
    """Return whether the m at *index* is one of minutes: the nearest pieces before or after are of hours or seconds."""
    if len(tokens[index].text) > 2:  # noqa: PLR2004 - longer ones are names of months
        return False
    before = next((t.text for t in reversed(tokens[:index]) if t.kind in {"date", "elapsed"}), "")
    after = next((t.text for t in tokens[index + 1 :] if t.kind in {"date", "elapsed"}), "")
    return before.startswith("h") or after.startswith("s")
