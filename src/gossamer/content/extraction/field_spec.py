"""Field specifications: the type, the unit and the price that a field asks for, and the page it is read from."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from gossamer.content.addresses import Base
from gossamer.content.extraction.shape import SlotShape
from gossamer.content.extraction.vocabulary import Kind
from gossamer.content.locales import entry, words
from gossamer.content.text.names import word_set, words_of
from gossamer.content.values import currencies, prices, units

PERIODS: Final = (words("extraction", "field_spec", "monthly"), words("extraction", "field_spec", "yearly"))
_TIMES: Final = word_set("second minute hour day week month year")
_IN_TIME: Final = re.compile(r"\bin (second|minute|hour|day|week|month|year)s\b", re.IGNORECASE)
_WORK: Final = words("extraction", "field_spec", "work")
_LOWEST: Final = word_set("min minimum low lowest from starting start least")
_HIGHEST: Final = word_set("max maximum high highest most")


@dataclass(frozen=True, slots=True)
class Setting:
    """Where a value stands: the page's *base*, *country* and *language*; *has_currency*: another field takes it."""

    base: Base
    country: str = ""
    language: str = ""
    has_currency: bool = False


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """A field: its *name*, its *shape*, the *kind* of its value, and the name of its *concept*, if known."""

    name: str
    shape: SlotShape
    kind: Kind
    concept: str = ""

    @property
    def unit(self) -> str:
        """Return the unit of measure that its name or description asks for, or nothing."""
        return units.unit_of(words_of(self.name), self.shape.description)

    @property
    def time_unit(self) -> str:
        """Return the unit of time that its name or description asks for, in English, or nothing: "hour"."""
        words = words_of(self.name)
        if len(words) > 1 and words[-1] in _TIMES and "per" not in words:
            return words[-1]
        match = _IN_TIME.search(self.shape.description[:300])
        return match.group(1).lower() if match is not None and "per" not in words else ""

    @property
    def is_of_work(self) -> bool:
        """Return whether it asks for days that somebody does or does not work, of which a week has no seven."""
        return not _WORK.isdisjoint(words_of(self.name))

    @property
    def sought(self) -> prices.Sought:
        """Return which price it asks for."""
        words = frozenset(words_of(self.name))
        if self.concept == "originalPrice":
            return prices.Sought.BEFORE
        if self.concept == "unitPrice":
            return prices.Sought.UNIT
        if self.concept == "highPrice" or words & _HIGHEST:
            return prices.Sought.MOST
        if any(words & period for period in PERIODS):
            return prices.Sought.BY_TIME
        return prices.Sought.LEAST if words & _LOWEST else prices.Sought.NOW

    @property
    def words(self) -> frozenset[str]:
        """Return the words of its name and description."""
        return frozenset((*words_of(self.name), *words_of(self.shape.description[:200])))


def kind_of(name: str, shape: SlotShape) -> Kind:
    """Return the kind of a field whose name is no known concept, by its type, format and words."""
    if (format_kind := _FORMATS.get(shape.format)) is not None:
        return format_kind
    words = set(words_of(name))
    if shape.types == {"boolean"}:
        return Kind.BOOLEAN
    kind_named = next((kind for kind, kind_words in _TELLING.items() if words & kind_words), None)
    if kind_named is not None:
        return kind_named
    return Kind.NUMBER if shape.is_numeric else Kind.TEXT


_FORMATS: Final[Mapping[str, Kind]] = {
    "uri": Kind.URL, "url": Kind.URL, "uri-reference": Kind.URL, "iri": Kind.URL, "email": Kind.EMAIL,
    "date": Kind.DATE, "date-time": Kind.DATE, "duration": Kind.DURATION, "phone": Kind.PHONE,
}  # fmt: skip
# Words in the names of fields that tell the kind of their values.
_TELLING: Final[Mapping[Kind, frozenset[str]]] = {
    Kind(kind): frozenset(known.split()) for kind, known in entry("extraction", "field_spec", "kinds").items()
}


def without_unit(name: str) -> str:
    """Return the name of a field without a unit or a currency at its end: "weightInGrams", "price_usd"."""
    words = words_of(name)
    return " ".join(words[:-1]) if units.unit_of(words, "") or currencies.named(words) else name
