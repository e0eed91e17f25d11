"""Units of measure, and amounts in another unit of the same kind where that is exact."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from gossamer.content.values.numbers import NUMBER, number

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
        ("1", "cc ccm cm³"),
        ("1000000", "m³"),
    ),
    # Gallons and pints are of two sizes, so they are told in nothing but themselves.
    (("1", "gal gals gallon gallons"), ("0.125", "pt pint pints")),
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
    (
        ("1", "w watt watts"),
        ("1000", "kw kilowatt kilowatts"),
        ("1000000", "mw megawatt megawatts"),
        ("745.69987158227", "hp bhp horsepower"),
        ("735.49875", "ps cv ch pk"),
    ),
    (
        ("1", "m/s"),
        ("0.277777777777777777777777778", "km/h kmh kph"),
        ("0.44704", "mph mi/h"),
        ("0.514444444444444444444444444", "knot knots kt kts"),
    ),
    (("1", "nm newtonmeter newtonmetre newtonmetres"), ("1.3558179483314", "lb-ft lbft")),
    (("1", "sqm qm m²"), ("0.09290304", "sqft ft²"), ("10000", "hectare hectares"), ("1000000", "sqkm km²")),
    (("1", "wh"), ("1000", "kwh kilowattstunden"), ("1000000", "mwh")),
    (("1", "v volt volts"), ("0.001", "mv millivolt millivolts"), ("1000", "kv kilovolt kilovolts")),
    (("1", "hz hertz"), ("1000", "khz kilohertz"), ("1000000", "mhz megahertz"), ("1000000000", "ghz gigahertz")),
    (
        ("1", "kbps kbit kbit/s"),
        ("1000", "mbps mbit mbit/s"),
        ("1000000", "gbps gbit gbit/s"),
        ("1000000000", "tbps tbit tbit/s"),
    ),
    (
        ("1", "pa"),
        ("100", "hpa mbar"),
        ("1000", "kpa"),
        ("1000000", "mpa"),
        ("100000", "bar"),
        ("6894.757293168", "psi"),
    ),
)
_SIZES: Final[Mapping[str, tuple[int, Decimal]]] = {
    name: (kind, Decimal(size)) for kind, units in enumerate(_KINDS) for size, names in units for name in names.split()
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


def kind_of(unit: str) -> int | None:
    """Return a number for the kind of measure (mass, length) that *unit*, in lower case, is of; None if unknown."""
    known = _SIZES.get(unit)
    return known[0] if known is not None else None


def unit_at(text: str, at: int) -> str:
    """Return the unit that *text* has at the end of a number at *at*, in lower case; empty where no known one is."""
    match = _BEHIND.match(text, at)
    return found if match is not None and (found := _named(match)) in _SIZES else ""


def measured(text: str) -> bool:
    """Return whether *text* says an amount with a unit that is known."""
    return any(unit_at(text, match.end()) for match in _NUMBERS.finditer(text[:200]))


def in_unit(value: Decimal, text: str, unit: str) -> Decimal | None:
    """Return *value*, which *text* says with its own unit, in *unit*; None when it is of another kind or unknown.

    Where the page says the same in *unit* as well ("19 km/h (11.8 mph)"), it is what the page prints. Without a unit of
    its own it is taken to be in the one that is asked for.
    """
    said = _measures(text)
    if not said:
        return value if _NUMBERS.search(text) is None or text.strip(" .,-+()0123456789") == "" else None
    kind, size = _SIZES[unit]
    first, *others = said
    if first.kind != kind:
        return None
    if first.unit_size == size:
        return value
    made = (first.total if first.unit_size == 0 else value * first.unit_size) / size
    printed = (one.total / size for one in others if one.kind == kind and one.unit_size == size)
    return next((one for one in printed if abs(one - made) <= max(_HALF * _last_of(one), made * _ROUNDED)), made)


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
    made: list[_Measure] = []
    for match in _NUMBERS.finditer(text[:200]):
        behind, figure = _BEHIND.match(text, match.end()), number(match.group())
        if behind is None or figure is None:
            continue
        kind, size = _SIZES.get(_named(behind), (-1, Decimal(0)))
        last = made[-1] if made else None
        is_rest = last is not None and last.kind == kind >= 0 and size < (last.unit_size or size + 1)
        if last is not None and is_rest and _GOES_ON.fullmatch(text[last.end : match.start()]):
            made[-1] = _Measure(kind, last.total + figure * size, Decimal(0), behind.end())
        else:
            made.append(_Measure(kind, figure * size, size, behind.end()))
    return made


def _named(behind: re.Match[str]) -> str:
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
