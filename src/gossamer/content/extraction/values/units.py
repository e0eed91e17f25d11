"""Units of measure, and amounts in another unit of the same kind where that is exact."""

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Final

# By kind: how many of the first one a unit is, and its names in lower case.
_KINDS: Final[tuple[tuple[tuple[str, str], ...], ...]] = (
    (
        ("1", "g gr gram grams gramme grammes gramm gramos grammi grm"),
        ("1000", "kg kgs kilo kilos kilogram kilograms kilogramme kilogramm kilogramos kgm"),
        ("0.001", "mg milligram milligrams milligramm mgm"),
        ("1000000", "tonne tonnes"),
        ("453.59237", "lb lbs pound pounds lbr"),
        ("28.349523125", "oz ounce ounces onz"),
    ),
    (
        ("1", "ml millilitre millilitres milliliter milliliters mlt"),
        ("10", "cl centilitre centilitres centiliter centiliters"),
        ("100", "dl decilitre decilitres deciliter deciliters"),
        ("1000", "l liter liters litre litres litro litros litri ltr"),
    ),
    (
        ("1", "mm millimetre millimetres millimeter millimeters mmt"),
        ("10", "cm centimetre centimetres centimeter centimeters zentimeter cmt"),
        ("1000", "m metre metres meter meters metro metros metri mtr"),
        ("1000000", "km kilometre kilometres kilometer kilometers kilómetros"),
        ("25.4", "in inch inches zoll inh"),
        ("304.8", "ft foot feet fot"),
        ("914.4", "yd yard yards"),
        ("1609344", "mi mile miles"),
    ),
    (
        ("1", "kb kilobyte kilobytes"),
        ("1000", "mb megabyte megabytes"),
        ("1000000", "gb gigabyte gigabytes"),
        ("1000000000", "tb terabyte terabytes"),
    ),
    (("1", "w watt watts"), ("1000", "kw kilowatt kilowatts"), ("1000000", "mw megawatt megawatts")),
    (("1", "wh"), ("1000", "kwh kilowattstunden"), ("1000000", "mwh")),
    (("1", "v volt volts"), ("0.001", "mv millivolt millivolts"), ("1000", "kv kilovolt kilovolts")),
    (("1", "hz hertz"), ("1000", "khz kilohertz"), ("1000000", "mhz megahertz"), ("1000000000", "ghz gigahertz")),
    (("1", "kbps kbit"), ("1000", "mbps mbit"), ("1000000", "gbps gbit"), ("1000000000", "tbps tbit")),
    (("1", "pa"), ("100", "hpa mbar"), ("1000", "kpa"), ("1000000", "mpa"), ("100000", "bar")),
)
_SIZES: Final[Mapping[str, tuple[int, Decimal]]] = {
    name: (kind, Decimal(size)) for kind, units in enumerate(_KINDS) for size, names in units for name in names.split()
}
# "In" is a word before it is a unit, and others end names for other reasons.
_IN_NAME: Final = frozenset(_SIZES) - {"in", "pound", "pounds", "foot", "yard"}
_DESCRIBED: Final = re.compile(
    r"(?:\b(?:in|as|unit|units|expressed in|measured in):?\s{1,2}|[(\[]\s?(?:in )?)([^\W\d_]{1,14})\b"
)
_BEHIND: Final = re.compile(r"\s{0,2}([^\W\d_]{1,14})\.?(?![\w²³])")


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


def kind_of(unit: str) -> int | None:
    """Return a number for the kind of measure (mass, length) that *unit*, in lower case, is of; None if unknown."""
    known = _SIZES.get(unit)
    return known[0] if known is not None else None


def measured(text: str) -> bool:
    """Return whether *text* says an amount with a unit that is known."""
    return any(
        kind_of(found.group(1).lower()) is not None
        for match in _NUMBERS.finditer(text[:200])
        if (found := _BEHIND.match(text, match.end())) is not None
    )


def in_unit(value: Decimal, text: str, unit: str) -> Decimal | None:
    """Return *value*, which *text* says with its own unit, in *unit*; None when it is of another kind or unknown.

    Without a unit of its own it is taken to be in the one that is asked for.
    """
    own = next((found for match in _NUMBERS.finditer(text) if (found := _BEHIND.match(text, match.end()))), None)
    if own is None:
        return value if _NUMBERS.search(text) is None or text.strip(" .,-+()0123456789") == "" else None
    there, here = _SIZES.get(own.group(1).lower()), _SIZES[unit]
    return value * there[1] / here[1] if there is not None and there[0] == here[0] else None


_NUMBERS: Final = re.compile(r"\d(?![\d.,]*\d)")
