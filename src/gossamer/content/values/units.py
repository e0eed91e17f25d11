"""Units of measure, and amounts in another unit of the same kind where that is exact."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from gossamer.content.locales import entry
from gossamer.content.values.numbers import NUMBER, number

# By name, in lower case: the number of its kind, and how many of the kind's first unit it is.
_SIZES: Final[Mapping[str, tuple[int, Decimal]]] = {
    name: (kind, Decimal(size))
    for kind, sizes in enumerate(entry("values", "units"))
    for size, names in sizes.items()
    for name in names.split()
}
# "In" is a word before it is a unit, and others end names for other reasons.
_IN_NAME: Final = frozenset(_SIZES) - {"in", "pound", "pounds", "foot", "yard", "cv", "ch", "pk", "pt", "kt"}
_DESCRIBED: Final = re.compile(
    r"(?:\b(?:in|as|unit|units|expressed in|measured in):?\s{1,2}|[(\[]\s?(?:in )?)([^\W\d_]{1,14})\b"
)
_NUMBERS: Final = re.compile(NUMBER)
_BEHIND: Final = re.compile(
    r"[\s\u00a0-]{0,2}(?:(?:sq\.?|square) ?(m|ft|f(?:ee|oo)t|met(?:re|er)s?)|((?:lbf?|ft)[- .·]?(?:ft|lbf?))"
    r"|([^\W\d_]{1,14}(?:/[^\W\d_]{1,8}|[²³])?)\.?|([\"″”]))(?![\w²³/])",
    re.IGNORECASE,
)
# "5 ft 10 in" is one measure.
_GOES_ON: Final = re.compile(r"[\s,]{0,2}(?:and )?\Z")
# How far what is printed in a second unit may be off for being rounded: a share, or half of its last figure.
_ROUNDED: Final = Decimal("0.01")
_HALF: Final = Decimal("0.5")


def unit_of(words: Iterable[str], description: str) -> str:
    """Return the unit that a field is asked for in, by the last of the *words* of its name or its description.

    Empty when neither says one.
    """
    name = list(words)
    if len(name) > 1 and name[-1] in _IN_NAME:
        return name[-1]
    for match in _DESCRIBED.finditer(description[:300]):
        if (unit := match.group(1).lower()) in _SIZES:
            return unit
    return ""


def is_measure(text: str) -> bool:
    """Return whether *text* says an amount with a unit that is known."""
    return any(measure.kind >= 0 for measure in _measures(text))


def in_unit(value: Decimal, text: str, unit: str) -> Decimal | None:
    """Return *value*, which *text* says with its own unit, in *unit*; None when it is of another kind or unknown.

    Where the page says the same in *unit* as well ("19 km/h (11.8 mph)"), it is what the page prints. Without a unit of
    its own it is taken to be in the one that is asked for.
    """
    written = _measures(text)
    if not written:
        return value if _NUMBERS.search(text) is None or text.strip(" .,-+()0123456789") == "" else None
    kind, size = _SIZES[unit]
    first, *others = written
    if first.kind != kind:
        return None
    if first.unit_size == size:
        return value
    converted_value = (first.total if first.unit_size == 0 else value * first.unit_size) / size
    printed = (measure.total / size for measure in others if measure.kind == kind and measure.unit_size == size)
    return next(
        (
            printed_value
            for printed_value in printed
            if abs(printed_value - converted_value) <= max(_HALF * _last_of(printed_value), converted_value * _ROUNDED)
        ),
        converted_value,
    )


@dataclass(frozen=True, slots=True)
class _Measure:
    """An amount with its unit: its *kind*, -1 if unknown; its *total* in the kind's first unit.

    *unit_size* is the size of its unit, 0 where it is told in several: "5 ft 10 in".
    """

    kind: int
    total: Decimal
    unit_size: Decimal
    end: int


def _measures(text: str) -> list[_Measure]:
    """Return the amounts of *text* that have a word behind them, as a unit has."""
    measures: list[_Measure] = []
    for match in _NUMBERS.finditer(text[:200]):
        behind, figure = _BEHIND.match(text, match.end()), number(match.group())
        if behind is None or figure is None:
            continue
        kind, size = _SIZES.get(_name_unit(behind), (-1, Decimal(0)))
        last = measures[-1] if measures else None
        is_rest = last is not None and last.kind == kind >= 0 and size < (last.unit_size or size + 1)
        if last is not None and is_rest and _GOES_ON.fullmatch(text[last.end : match.start()]):
            measures[-1] = _Measure(kind, last.total + figure * size, Decimal(0), behind.end())
        else:
            measures.append(_Measure(kind, figure * size, size, behind.end()))
    return measures


def _name_unit(behind: re.Match[str]) -> str:
    """Return the name by which a unit is known."""
    square, torque, word, inches = behind.groups()
    if square:
        return "sqft" if square.lower().startswith("f") else "sqm"
    if torque:
        return "lb-ft"
    return "in" if inches else word.lower()


def _last_of(value: Decimal) -> Decimal:
    """Return one of the last figure that *value* is written with."""
    exponent = value.normalize().as_tuple().exponent
    return Decimal(1).scaleb(min(exponent, 0)) if isinstance(exponent, int) else Decimal(1)
