# ruff: noqa: RUF001 - signs that pages use
"""A place of the page that may say a value of a field, and how near the words of the fields are to it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from gossamer.content.text.names import singular, word_set
from gossamer.content.values.dates import month_names
from gossamer.features.understanding.supporting.asked import Asked, dimension
from gossamer.features.understanding.supporting.belonging.claimants import Claimants
from gossamer.features.understanding.supporting.said import Found, Line, Said

NEAR: Final = 4
BESIDE: Final = 2
FAR: Final = 99
NUMBER: Final = re.compile(r"\d")
_DAY: Final = re.compile(r"(?<!\d)\d{1,2}\Z")
_WORD: Final = re.compile(r"[^\W\d_]+")
PRICED: Final = re.compile(r"[$€£¥₹₽₩₺₪₴฿]\s?\d|\d\s?[€£₽₴]")
ABBREVIATED: Final = re.compile(
    r"\b(?:dr|mr|mrs|ms|prof|st|no|inc|ltd|co|approx|ca|ref|tel|art|nr|vol|ed|pp|bldg|ext|min|max|est)\Z", re.IGNORECASE
)
_ENDS: Final = re.compile(r"[.!?;]\s|[|·•]|\s[–—]\s")
_SENTENCE_ENDS: Final = re.compile(r"[.!?;]\s|\s[·|]\s")
_AND: Final = re.compile(r",|\b(?:and|und|et|y|e|or|with|but)\b", re.IGNORECASE)
_SENTENCE_LONG: Final = 200
_SHORTLY: Final = 8
_LEADING: Final = 30
_AHEAD: Final = re.compile(r"\A[\s:]{0,3}(?:is\s|at\s)?[^\w\s]?\d")
_PAST: Final = re.compile(r"\d\s?\Z")
_AMOUNT: Final = re.compile(r"\d[\d.,]{0,9}\s?(°\s?[CF]?|[^\W\d_]{1,12})")
_VERBS: Final = word_set(
    "sleeps weighs costs seats holds serves measures lasts takes starts ends opens closes is was has pays"
)
_JUST_PAST: Final = re.compile(r"\d\s(?:[^\W\d_]{1,12}\s)?\Z")
# The other end of a range: "4 - 6 guests".
_RANGE_ON: Final = re.compile(r"\A\s?[^\W\d_]{0,3}\s?(?:-|–|—|to|x|×|/|bis|à|a)\s?[^\w\s]?\s?[\d.,]{1,12}")
_RANGE_UP: Final = re.compile(r"[\d.,]{1,12}\s?[^\w\s]?\s?[^\W\d_]{0,3}\s?(?:-|–|—|to|x|×|/|bis|à|a)\s?[^\w\s]?\Z")
_JUST_AHEAD: Final = re.compile(r"\A:\s?[^\w\s]?\d")
_RATE: Final = re.compile(r"\s?[€£]?\s?(?:a|an|per|/|each|every|pro|par|por)\s?")


def _is_ordinal(text: str, stop: re.Match[str]) -> bool:
    """Return whether a point is that of a day: "3. Januar"."""
    following = _WORD.match(text, stop.end())
    day = _DAY.search(text[: stop.start()])
    return day is not None and following is not None and following.group().casefold() in month_names()


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a value was *found*, and for which field, in what is *said*; *is_number*: it is an amount and no text."""

    said: Said
    claimants: Claimants
    found: Found
    is_number: bool
    is_name: bool = False

    @property
    def own(self) -> Asked:
        """Return the field that is asked for."""
        return self.claimants.own

    @property
    def line(self) -> Line:
        """Return the line it stands in."""
        return self.found.line

    @property
    def value(self) -> str:
        """Return the words that were found, as the page has them."""
        return self.line.text[self.found.start : self.found.end]

    @property
    def is_whole_line(self) -> bool:
        """Return whether the line says nothing else."""
        return self.found.end - self.found.start >= len(self.line.text) - 1

    @property
    def able(self) -> Sequence[Asked]:
        """Return those other fields that could take what was found."""
        has_figures = NUMBER.search(self.value) is not None
        return [
            one
            for one in self.claimants.rivals
            if one.takes
            not in {"yes or no", "words" if has_figures else "number", *(() if self.is_number else ("number",))}
        ]

    @property
    def sentence_before(self) -> str:
        """Return what stands before it in its sentence."""
        return _SENTENCE_ENDS.split(self.line.text[: self.found.start])[-1]

    def is_led_by(self, leads: re.Pattern[str]) -> bool:
        """Return whether what stands right before it is such."""
        return leads.search(self.line.text[max(0, self.found.start - _LEADING) : self.found.start]) is not None

    def cost(self, one: Asked) -> tuple[int, int]:
        """Return how far the nearest word of *one* is from what was found, in its sentence, and how many are there.

        Far beyond all when there is none. A word of the value itself says nothing of another field.
        """
        is_own = one is self.own
        places = [
            (self._distance(start, end), self.line.text[start:end].casefold())
            for start, end in self.said.terms_in(self.line, one)
            if end >= self.found.start - _SENTENCE_LONG
            and start <= self.found.end + _SENTENCE_LONG
            and self._counts(start, end, is_own=is_own)
            and (is_own or not self._is_anothers(start, end))
        ]
        nearest = min((cost for cost, _ in places), default=FAR)
        return nearest, len({word for cost, word in places if cost <= nearest + BESIDE}) if nearest < FAR else 0

    def is_nearer_another(self, own: int, fullness: int) -> bool:
        """Return whether words of another field are nearer, or as near and more of them."""
        if fullness and own <= BESIDE and self._is_in_own_unit:
            # "18 month contract" is how many months a contract takes, and no price a month.
            return False
        near = NEAR if self.is_number or self.own.is_role else BESIDE
        is_priced = self._is_priced
        for one in self.able:
            if one.words == self.own.words or (is_priced and not one.is_money):
                # No beds are counted with a sign of money.
                continue
            cost, count = self.cost(one)
            if cost <= near and (cost < own or (cost == own and count > fullness)):
                return True
            # "The living area": of two fields called so the one whose words are all there.
            whole = count >= len(one.words) < len(self.own.words)
            if cost == own and cost <= NEAR and count == fullness and (whole or self._has_its_own()):
                return True
        return False

    @property
    def _is_in_own_unit(self) -> bool:
        """Return whether the unit that the field is named by stands behind a number."""
        behind = self.said.after(self.found, 1)
        return self.is_number and bool(self.own.unit) and [singular(word) for word in behind] == [self.own.unit]

    @property
    def _is_priced(self) -> bool:
        """Return whether it is an amount with the sign of a currency, and the field asks for such."""
        around = self.line.text[max(0, self.found.start - 2) : self.found.end + 2]
        return self.is_number and self.own.is_money and PRICED.search(around) is not None

    def _counts(self, start: int, end: int, *, is_own: bool) -> bool:
        """Return whether a word of a field at this place may speak of what was found."""
        if is_own and not self.is_number and self.found.start <= start and end <= self.found.end:
            # What a firm or a place is called says nothing of whose it is: "Hotel Porto" for a hotel's name.
            return not self.is_name
        if is_own:
            return not (self._is_of_another_number(start, end) if self.is_number else self._leads_on(start, end))
        return not (self.found.start <= start < self.found.end or self._is_rate(start))

    def _is_of_another_number(self, start: int, end: int) -> bool:
        """Return whether another number is nearer to the word: "367 pages : 24 plates" counts 367 pages."""
        if start < self.found.end and self.found.start < end:
            return False
        behind = start >= self.found.end
        between = self.line.text[self.found.end : start] if behind else self.line.text[end : self.found.start]
        if NUMBER.search(self._without_other_measures((_RANGE_ON if behind else _RANGE_UP).sub("", between))):
            return True
        if behind:
            beside = _JUST_AHEAD.search(self.line.text[end : end + _SHORTLY]) is not None
            return beside and len(between.split()) > 1
        beside = _JUST_PAST.search(self.line.text[max(0, start - _LEADING) : start]) is not None
        word = self.line.text[start:end].casefold()
        is_counted = word.endswith("s") and word not in _VERBS
        is_parted = "/" in between or _AND.search(between) is not None
        return beside and (is_counted or is_parted or len(between.split()) > 1)

    def _without_other_measures(self, between: str) -> str:
        """Return what stands between without amounts in units of something else: "Bake at 180 °C for 50 minutes"."""
        return _AMOUNT.sub(
            lambda match: (
                match.group()
                if match.group(1)[0] != "°" and dimension(match.group(1)) in {"", self.own.dimension}
                else " "
            ),
            between,
        )

    def _is_anothers(self, start: int, end: int) -> bool:
        """Return whether a word goes with the number on its other side: "Of 196 starters 171 reached the finish"."""
        if not self.is_number:
            return False
        behind = start >= self.found.end
        beyond = self.line.text[end : end + _SHORTLY] if behind else self.line.text[max(0, start - _SHORTLY) : start]
        return (_JUST_AHEAD if behind else _PAST).search(beyond) is not None

    def _leads_on(self, start: int, end: int) -> bool:
        """Return whether words behind a text lead to a figure of their own: "Aero Iberia Departs 7:40"."""
        is_behind = start >= self.found.end
        return (
            is_behind
            and NUMBER.search(self.value) is None
            and _AHEAD.search(self.line.text[end : end + _SHORTLY]) is not None
        )

    def _has_its_own(self) -> bool:
        """Return whether the field's word beside it has a value on its other side: "Departs 7:40 Arrives"."""
        for start, end in self.said.terms_in(self.line, self.own):
            behind = start >= self.found.end
            beyond = (
                self.line.text[end : end + _SHORTLY] if behind else self.line.text[max(0, start - _SHORTLY) : start]
            )
            if self._distance(start, end) <= 1 and (_AHEAD if behind else _PAST).search(beyond):
                return True
        return False

    def _is_rate(self, start: int) -> bool:
        """Return whether it is so much by what begins there: "£35 a year"."""
        return start > self.found.end and _RATE.fullmatch(self.line.text[self.found.end : start]) is not None

    def _distance(self, start: int, end: int) -> int:
        if start < self.found.end and self.found.start < end:
            return 0
        between = (
            self.line.text[end : self.found.start]
            if end <= self.found.start
            else self.line.text[self.found.end : start]
        )
        for stop in _ENDS.finditer(between):
            before = self.line.text[: stop.start() + (end if end <= self.found.start else self.found.end)]
            if not (ABBREVIATED.search(before[-_LEADING:]) or _is_ordinal(between, stop)):
                return FAR
        return len(between.split()) + 2 * len(_AND.findall(between))
