"""A field of an answer: what it asks for by its name, its description and the kind of its value."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from gossamer.content.extraction.vocabulary import Concept, Kind, find
from gossamer.content.text.names import phrase, word_set, words_of
from gossamer.content.values import units
from gossamer.features.understanding.supporting.asked.measures import TIMES, dimension
from gossamer.features.understanding.supporting.asked.words import spelled, telling, terms_of

ISO_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}(?:[T ].*)?")
_LEADING: Final = word_set("by from until since till")
_IN_MONEY: Final = re.compile(r"[€£$]|\b(?:EUR|USD|GBP|CHF|SEK|NOK|DKK|PLN|JPY|CAD|AUD|euros?|dollars?|pounds?|yen)\b")
_BEGINNING: Final = word_set("start from begin since min minimum lowest low")
_ENDING: Final = word_set("end to until till through max maximum highest high expires")
_LENGTHS: Final = word_set("length width height depth distance range diameter thickness long")
_MONEY: Final = word_set(
    "price cost fee salary rent deposit tax budget revenue charge ticket donation pay wage income fare rate fund "
    "turnover worth value amount discount saving"
)
_MAY_BE_MONEY: Final = word_set("amount value worth rate")
_MEASURES: Final = word_set(
    "weight mass length width height depth distance area surface volume capacity speed storage memory temperature "
    "power age mileage year plot elevation phone telephone"
)
_MAIL: Final = word_set("email mail contact login user username account address link")
_ROLES: Final = word_set(
    "ceo cto cfo coo cmo founder chair president director manager mayor engineer editor treasurer secretary owner "
    "chairman minister spokesperson principal"
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A field: its *name*, its telling *words*, what the vocabulary knows it as, and the *terms* it goes by in a text.

    *described* are the words of its description. *takes* is "number", "yes or no", "day" (in ISO 8601), "words" (a text
    without figures), or empty for any other text.
    """

    name: str
    phrase: str
    words: frozenset[str]
    terms: frozenset[tuple[str, ...]]
    concept: Concept | None
    unit: str = ""
    described: frozenset[str] = frozenset()
    takes: str = ""
    in_money: bool = False

    @property
    def is_role(self) -> bool:
        """Return whether it asks who is something: the chief executive, the mayor."""
        return (not self.words.isdisjoint(_ROLES) and self.concept is None) or self._is("founder", "director")

    @property
    def is_name(self) -> bool:
        """Return whether it asks what a thing is called."""
        return self._is("name", "question")

    @property
    def is_person(self) -> bool:
        """Return whether it asks who wrote or made something."""
        return self._is("author", "performer", "director", "founder")

    @property
    def is_money(self) -> bool:
        """Return whether it asks for an amount of money."""
        is_known = self.concept is not None and self.concept.kind is Kind.PRICE
        is_number = self.takes == "number"
        named = self.words & (_MONEY if is_number else _MONEY - _MAY_BE_MONEY)
        return is_known or bool(named) or (self.in_money and is_number)

    @property
    def is_rating(self) -> bool:
        """Return whether it asks how good something is found."""
        is_known = self.concept is not None and self.concept.kind is Kind.RATING
        return is_known or words_of(self.name)[-1:] == ("rating",)

    @property
    def is_old_price(self) -> bool:
        """Return whether it asks for what something cost before."""
        return self._is("originalPrice")

    @property
    def is_of_time(self) -> bool:
        """Return whether it asks for a date or a year."""
        words = frozenset(words_of(self.name)) - ({"year"} if self.is_in_years else set())
        return (
            (self.concept is not None and self.concept.kind is Kind.DATE)
            or not words.isdisjoint({"year", "date", "since", "built", "founded", "renovated", "opened", "joined"})
            or any(word.endswith("ed") for word in words)
        )

    @property
    def begins(self) -> bool:
        """Return whether it asks for the first end of a range: "validFrom", "salaryMin"."""
        return not self._spelled.isdisjoint(_BEGINNING)

    @property
    def led_by(self) -> str:
        """Return the small word with which the name ends, which leads to the value: "applyBy", "openFrom"."""
        last = spelled(self.name).lower().split()[-1:]
        return last[0] if last and last[0] in _LEADING else ""

    @property
    def ends(self) -> bool:
        """Return whether it asks for the second end of a range: "validTo", "salary_max"."""
        return not self._spelled.isdisjoint(_ENDING)

    @property
    def _spelled(self) -> frozenset[str]:
        return frozenset(spelled(self.name).lower().split())

    @property
    def is_in_years(self) -> bool:
        """Return whether it asks for a number of years: "yearsOfExperience"."""
        return "years" in self._spelled

    @property
    def is_year(self) -> bool:
        """Return whether it asks for a year as a number."""
        is_named = "year" in words_of(self.name) and not self.is_in_years and not self.is_money
        is_known = self.concept is not None and self.concept.kind is Kind.DATE
        return self.takes == "number" and "per" not in words_of(self.name) and (is_named or is_known)

    @property
    def dimension(self) -> str:
        """Return what kind of measure it asks for, empty when that cannot be told."""
        if self.is_money:
            return ""
        if self.unit:
            return dimension(self.unit)
        if self.words & {"weight", "mass", "load"}:
            return "0"
        if self.words & _LENGTHS:
            return "2"
        if self.concept is not None and self.concept.kind is Kind.DURATION:
            return "time"
        return ""

    @property
    def is_measure(self) -> bool:
        """Return whether its value has figures, even as a text."""
        kinds = {Kind.COUNT, Kind.RATING, Kind.NUMBER, Kind.DURATION, Kind.PRICE, Kind.DATE, Kind.PHONE}
        known = self.concept is not None and self.concept.kind in kinds
        return known or bool(self.dimension) or not self.words.isdisjoint(_MEASURES)

    @property
    def is_measured(self) -> bool:
        """Return whether its value begins with a figure: a weight, an area."""
        return bool(self.dimension) or not self.words.isdisjoint(_MEASURES - {"phone", "telephone"})

    @property
    def is_email(self) -> bool:
        """Return whether it asks for an address of e-mail, or for what may be one."""
        is_known = self.concept is not None and self.concept.kind is Kind.EMAIL
        return is_known or not frozenset(words_of(self.name)).isdisjoint(_MAIL)

    @property
    def is_plural(self) -> bool:
        """Return whether it asks how many of something there are: "devices"."""
        last = self.name.rstrip("0123456789")
        return (
            self.concept is None
            and not self.unit
            and not self.is_money
            and last.endswith("s")
            and not last.endswith("ss")
        )

    @property
    def is_counted(self) -> bool:
        """Return whether it asks how many or how good something is, and so for no amount of money."""
        kinds = {Kind.COUNT, Kind.RATING, Kind.NUMBER, Kind.DURATION, Kind.CODE, Kind.DATE}
        is_known = self.concept is not None and self.concept.kind in kinds
        return not self.is_money and (is_known or bool(self.dimension))

    def _is(self, *names: str) -> bool:
        return self.concept is not None and self.concept.name in names


def asked(name: str, described: str = "", value: Any = "") -> Asked:
    """Return what the field *name* asks for, which takes such a thing as *value*."""
    return _asked(name[:200], described[:300], _taken(value))


def _taken(value: Any) -> str:
    if isinstance(value, bool):
        return "yes or no"
    if isinstance(value, int | float):
        return "number"
    if not isinstance(value, str) or not value:
        return ""
    if ISO_DAY.fullmatch(value):
        return "day"
    return "" if any(map(str.isdigit, value)) else "words"


@lru_cache(maxsize=2_048)
def _asked(name: str, described: str, takes: str) -> Asked:
    spoken = words_of(name)
    # "hoursPerWeek" is in hours.
    counted = spoken[: spoken.index("per")] if "per" in spoken[1:] else spoken
    lasting = counted[-1] if counted and counted[-1] in TIMES and takes != "words" else ""
    unit = units.unit_of(counted, described) or lasting
    unit = unit or ("year" if "years" in spelled(name).lower().split() else "")
    bare = [word for word in spoken if word != unit] or list(spoken)
    concept = find(name) or (find(" ".join(bare)) if len(bare) < len(spoken) else None)
    words = telling(bare)
    return Asked(
        name,
        phrase(name),
        words,
        terms_of(bare, words, concept),
        concept,
        unit,
        telling(words_of(f"{described} ")) if described else frozenset(),
        takes,
        _IN_MONEY.search(described) is not None,
    )


def role_terms() -> Sequence[Asked]:
    """Return the roles that people are said to have."""
    return [asked(one) for one in sorted(_ROLES)]
