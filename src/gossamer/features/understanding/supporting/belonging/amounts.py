# ruff: noqa: E501, RUF001, RUF002 - words of many languages, kept as tables
"""Whether a number that no label claims is what a field asks for: by what it counts, measures or costs."""

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import islice
from typing import Final

from gossamer.content.text.names import singular, word_set, words_of
from gossamer.content.values import units
from gossamer.content.values.contacts import rated
from gossamer.content.values.numbers import NUMBER, number
from gossamer.features.understanding.supporting.asked import (
    SURE,
    about,
    canonical,
    counts_people,
    dimension,
    is_cognate,
    is_staff,
    is_term,
    is_way,
    time_of,
)
from gossamer.features.understanding.supporting.belonging import kinds, money, phrases, texts
from gossamer.features.understanding.supporting.belonging.spot import BESIDE, NEAR, Spot
from gossamer.features.understanding.supporting.said import Found

_AROUND: Final = 30
_SMALL: Final = 3
_FEWEST_DIALLED: Final = 7
_MONTHS: Final = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mai|okt|dez|mär)"
_DAY_BEHIND: Final = re.compile(rf"(?:st|nd|rd|th|\.)?\s(?:of\s)?{_MONTHS}", re.IGNORECASE)
_IN_NAME: Final = re.compile(r"(?<![.!?]\s)\b[A-Z][^\W\d_]+\s\Z")
_CODE_BEHIND: Final = re.compile(r"[A-Z]{1,3}\b")
_DIALLED: Final = re.compile(r"\+?\(?\d[\d\s()./-]{6,24}\d")
_UNIT_INSIDE: Final = re.compile(r"(?<=\d)\s?([^\W\d_]{1,14}(?:/h)?[²³]?)")
# A time, a date in figures, a month of a year, "24/7".
_CLOCK: Final = re.compile(
    r"\b\d{1,2}:\d\d\b|\b\d{1,4}([/.-])\d{1,2}\1\d{2,4}\b|\b(?:19|20)\d\d[-/](?:0\d|1[0-2])\b|\b24/7\b"
    r"|\b\d{1,2}\s?(?:am|pm|a\.m\.|p\.m\.|uhr)\b|\b\d{1,2}\s?h\s?\d\d\b(?!\s?m)",
    re.IGNORECASE,
)
_FIGURES: Final = re.compile(r"\d+\s?([^\W\d_]*)")
_UNITS_OF_TIME: Final = word_set("second minute hour day week std stunde heure")
_SHORT_TIMES: Final = {"m": "minute", "min": "minute", "h": "hour", "hr": "hour", "sec": "second", "s": "second"}
_PERCENT: Final = re.compile(r"\s?(?:%|percent\b|per cent\b)")
_UNIT: Final = re.compile(r"[\s-]?([^\W\d_]{1,14}(?:/h)?[²³]?)(?![\w])")
_AMOUNT: Final = re.compile(NUMBER)
_MOST_OF_LINE: Final = 200
_SQUARE: Final = re.compile(r"[\s-]?sq(?:uare|\.)?\s?(ft|feet|foot|m|met(?:er|re)s?)\b", re.IGNORECASE)
_YEAR: Final = re.compile(r"(?:1[89]|20)\d\d\Z")
_BEFORE_YEAR: Final = re.compile(
    r"\b(?:in|since|from|until|of|by|seit|depuis|jan\w*|feb\w*|mar\w*|apr\w*|may|june?|july?|aug\w*|sep\w*|oct\w*|"
    r"nov\w*|dec\w*)"
    r"[\s,.]{1,3}\Z|[./-]\Z|©\s?\Z",
    re.IGNORECASE,
)
# "Delft3D", "B2B": a letter before a figure makes a name of it, but for codes of money and "x3".
_LETTER_BEFORE: Final = re.compile(r"[^\W\d_]+\Z")
_LEADS: Final = re.compile(r"(?:[A-Z]{3}|Rs|kr|Kr|x|X|v|#|n|No|no)\Z")
_TIMES_BEHIND: Final = re.compile(
    r"(?:k|m)\b|\s?(?:thousand|tausend|mn|milli\w+|bn|billion\w*|mio|mrd|milliard\w*)\b", re.IGNORECASE
)
_MANY: Final = word_set("thousand million billion k m bn mio mrd")
# What follows a number and is not what it counts.
_NO_NOUN: Final = word_set(
    "and or of in on at to for with by from per a an the is are was were has have had will can may must out up off more "
    "less than each every about over under after before since until as it its we they you he she our their your this that "
    "time x inc vat incl plus only now today currently left new und oder von im am für mit pro je pm uhr january february "
    "march april june july august september october november december monday tuesday wednesday thursday friday saturday "
    "sunday jan feb mar apr jun jul aug sep oct nov dec million billion thousand bn k m euro dollar pound free approx "
    "monthly yearly annually weekly daily st nd rd th wide high long tall deep"
)
_WE_ARE: Final = re.compile(
    r"\b(?:we are|wir sind|nous sommes|somos|we zijn)\s(?:now\s|about\s|around\s)?\Z", re.IGNORECASE
)
_AREAS: Final = word_set("area size space surface floor plot land footage")
_AT_WORK: Final = re.compile(
    r"\b(?:work|employ|staff|office|team|build|develop|arbeit|besch\w*ftigt|travaill)", re.IGNORECASE
)
_NEARBY: Final = 60
_OPENERS: Final = word_set(
    "within over under about around only every after until since more some up our all during plus just nearly almost total "
    "nur rund etwa bis ab alle environ dès chaque más unos circa oltre sinds ongeveer"
)
# "6 metres wide".
_WAY: Final = re.compile(r"\s?-?[^\W\d_]{1,12}[\s-]([^\W\d_]{3,8})\b")
_TIMES_SIGN: Final = re.compile(r"\s?[×*]\s?|\sx\s")
_PARTED: Final = re.compile(r"\d/\d")
# "40 grams lighter than before".
_COMPARED: Final = re.compile(
    r"\s?-?[^\W\d_]{0,12}\s(?:lighter|heavier|longer|shorter|higher|lower|bigger|larger|smaller|faster|slower|cheaper|older|younger|"
    r"better|worse|leichter|schwerer|länger|kürzer|größer|kleiner|schneller|more than|less than|fewer than|plus que|moins que)\b"
)
_ORDINAL: Final = re.compile(r"(?:st|nd|rd|th)\b")
# "a garden of 260 m²", "the cellar has 22 m²".
_OF_A_PART: Final = re.compile(
    r"\b([^\W\d_]{3,20})\s(?:of|has|is|measures|measuring|with|mit|von|hat|misst|de|avec)\s(?:about\s|some\s|ca\.?\s|rund\s)?\Z"
)
_PARTS_OF_HOMES: Final = word_set(
    "garden yard lawn cellar basement terrace balcony patio plot land garage loft attic shed workshop barn studio outbuilding annexe annex pool kitchen bedroom bathroom living dining "
    "garten keller terrasse balkon grundstück schlafzimmer wohnzimmer jardin cave terrain jardín terraza sótano parcela tuin kelder zolder"
)
_DEGREES: Final = re.compile(r"\s?(?:°|degrees|grad\b|degrés)")
# "4.3 (61)", "★ 4.3".
_VOTED: Final = re.compile(r"[★☆⭐]?\s?\d(?:[.,]\d)?\s?[★☆⭐]?\s?(?:\(\d[\d.,]{0,8}\))?")
_BEST: Final = 10
_MOST_ALIKE: Final = 200
_SEVERAL: Final = 2
_SHARES: Final = word_set(
    "percent percentage share rate discount ratio saving humidity growth margin change yield alcohol battery"
)
_HOW_MUCH: Final = word_set("quantity qty amount")


def is_a_number(spot: Spot) -> bool:
    """Return whether the figures are a number of their own: no part of a name, nor so many millions."""
    text, start, end = spot.line.text, spot.found.start, spot.found.end
    letters = _LETTER_BEFORE.search(text[max(0, start - _AROUND) : start])
    if letters is not None and not _LEADS.search(letters.group()):
        return False
    if spot.own.takes != "number" or dimension(text[end : end + 1]) == spot.own.dimension != "":
        return True
    words = {*words_of(spot.own.name), *spot.own.described}
    return _TIMES_BEHIND.match(text, end) is None or not words.isdisjoint(_MANY)


def may_be(spot: Spot, own: int) -> bool:  # noqa: PLR0911 - one for each look of a number
    """Return whether it may be what the field asks for, whose words are *own* away."""
    text, end = spot.line.text, spot.found.end
    if spot.own.is_name:
        return spot.line.outlined.level > 0
    if spot.own.is_money and _ORDINAL.match(text, end):
        return False
    if not kinds.may_say(spot.own, spot.value):
        return False
    if _COMPARED.match(text, end):
        return False
    if _PERCENT.match(text, end):
        return own <= BESIDE or not spot.own.words.isdisjoint(_SHARES)
    if not texts.is_on_its_side(spot):
        return False
    if money.is_money(spot) or not money.may_be_price(spot):
        return money.may_cost(spot, own)
    if _DEGREES.match(text, end):
        return "temperature" in spot.own.words or (own <= BESIDE and not spot.own.dimension)
    if (way := _WAY.match(text, end)) is not None and is_way(way.group(1)):
        return canonical(way.group(1).lower()) in spot.own.words
    of_time = _may_be_time(spot, own)
    return _may_be_figure(spot, own) if of_time is None else of_time


def _may_be_time(spot: Spot, own: int) -> bool | None:
    """Return whether a year, or a day of a month, may be what is asked for; None for any other number."""
    text, start = spot.line.text, spot.found.start
    is_year = _YEAR.fullmatch(spot.value) is not None
    if spot.own.is_year and not is_year:
        return False
    if is_year and own > NEAR and not (spot.own.is_of_time or spot.own.is_money):
        return False
    is_dated = is_year and _BEFORE_YEAR.search(text[max(0, start - _AROUND) : start]) is not None
    return spot.own.is_of_time if is_dated or _DAY_BEHIND.match(text, spot.found.end) else None


def _may_be_figure(spot: Spot, own: int) -> bool:
    """Return whether it is no part of a name or of a time of day, and measures or counts what is asked for."""
    text, start = spot.line.text, spot.found.start
    if _is_of_a_part(spot):
        return False
    if _is_of_name(spot) and not (spot.own.is_of_time and _YEAR.fullmatch(spot.value)):
        return own <= BESIDE
    if any(one.start() <= start < one.end() for one in _CLOCK.finditer(text, max(0, start - _AROUND))):
        return False
    if _PARTED.search(text[max(0, start - 2) : spot.found.end + 2]) and not spot.own.is_rating:
        return False
    return (not spot.own.is_rating or _may_rate(spot)) and _may_measure(spot, own)


def _is_of_a_part(spot: Spot) -> bool:
    """Return whether a garden, say, is so large, and the field asks for no garden."""
    part = _OF_A_PART.search(spot.line.text[max(0, spot.found.start - _AROUND) : spot.found.start])
    named = canonical(singular(part.group(1).lower())) if part is not None else ""
    return named in _PARTS_OF_HOMES and named not in spot.own.words


def is_in_its_unit(spot: Spot) -> bool:
    """Return whether a number behind a label is not told in another unit than the field asks for."""
    unit = _unit(spot)
    if unit is None or spot.own.takes != "number":
        return True
    told, own = dimension(unit.group(1)), spot.own.dimension
    if not told:
        return not _is_beside_its_unit(spot)
    if told == "time":
        return own != "time" or not spot.own.unit or _is_so_long(spot, unit.group(1))
    return own in {"", told} and _is_in_unit(spot, unit.group(1))


def _is_beside_its_unit(spot: Spot) -> bool:
    """Return whether another number of its line is told in what the field is measured in: "62 Wh, up to 13 hours"."""
    others = (_UNIT.match(spot.line.text, one.end()) for one in _AMOUNT.finditer(spot.line.text[:_MOST_OF_LINE]))
    return bool(spot.own.dimension) and any(
        dimension(one.group(1)) == spot.own.dimension for one in others if one is not None
    )


def is_at_its_place(spot: Spot, labels: Sequence[str]) -> bool:
    """Return whether, behind a label of several parts, it has the place of the field's: "Length × width", "2,410 × 1,190"."""
    for label in labels:
        parts = _TIMES_SIGN.split(label)
        own = next((at for at, part in enumerate(parts) if about(spot.own, part) >= SURE), None)
        claim = next((one for one in spot.line.outlined.claims if one.label == label), None)
        if len(parts) > 1 and own is not None and claim is not None:
            told = spot.line.text[claim.start : claim.end]
            before = spot.line.text[claim.start : spot.found.start]
            if len(_TIMES_SIGN.split(told)) == len(parts):
                return len(_TIMES_SIGN.split(before)) - 1 == own
    return True


def is_evident(spot: Spot) -> bool:  # noqa: PLR0911 - one for each look of a number
    """Return whether its look alone says what it is: money, a measure in the field's unit, a rating, a card's year."""
    field_asked = spot.own
    if field_asked.is_name or spot.claimants.many:
        return True
    if spot.line.outlined.kind.startswith(("blockquote", "q.")) or _is_of_one_of_many(spot):
        return False
    if not field_asked.words.isdisjoint(_SHARES) and _PERCENT.match(spot.line.text, spot.found.end):
        return True
    if field_asked.is_money:
        return money.is_the_price(spot)
    if field_asked.is_year and field_asked.words <= {"year"}:
        return phrases.is_clause(spot.found)
    if field_asked.is_rating:
        is_voted = spot.claimants.is_in_entry and _VOTED.fullmatch(spot.line.text) is not None
        return rated(spot.line.text) is not None or spot.is_whole_line or is_voted
    return _is_measured(spot)


def _is_of_one_of_many(spot: Spot) -> bool:
    """Return whether cards that are made alike all tell such a number, each of its own thing: other episodes."""
    line, end = spot.line, spot.found.end
    unit = _UNIT.match(line.text, end)
    if (
        spot.claimants.is_in_entry
        or unit is None
        or not any(one.is_record for one in spot.said.blocks_of(line.number)[:2])
    ):
        return False
    alike = (one for one in spot.said.lines if one.outlined.kind == line.outlined.kind and one.number != line.number)
    such = re.compile(rf"\d{re.escape(unit.group())}(?!\w)")
    return sum(1 for one in islice(alike, _MOST_ALIKE) if such.search(one.text)) >= _SEVERAL


def _is_measured(spot: Spot) -> bool:
    """Return whether it is told in a unit of what the field asks for, or stands alone on a card."""
    field_asked = spot.own
    if field_asked.unit.startswith("sq") and _SQUARE.match(spot.line.text, spot.found.end):
        return True
    if spot.claimants.is_in_entry and field_asked.words <= _HOW_MUCH and not spot.line.text[: spot.found.start].strip():
        # "225 g butter" begins with it.
        return True
    kind = dimension(unit.group(1)) if (unit := _unit(spot)) is not None else ""
    if kind and field_asked.is_measured and not field_asked.dimension and spot.claimants.is_in_entry:
        return True
    if kind and kind == field_asked.dimension:
        return kind != "time" or spot.claimants.is_in_entry or _is_all_time(spot)
    is_alone = phrases.is_clause(_with_unit(spot)) or _YEAR.fullmatch(spot.value) is not None
    return spot.claimants.is_in_entry and is_alone


def counts_own_people(spot: Spot) -> bool:
    """Return whether it counts people, and those that the field asks for: who work there, or whoever else."""
    if is_staff(spot.own) and spot.own.takes == "number" and spot.is_led_by(_WE_ARE):
        return True
    unit = _UNIT.match(spot.line.text, spot.found.end)
    if spot.own.takes != "number" or unit is None or not counts_people(spot.own, singular(unit.group(1).lower())):
        return False
    fields = [one for one in spot.able if one.words != spot.own.words and counts_people(one, "people")]
    if not fields:
        return True
    works = _AT_WORK.search(spot.line.text[spot.found.end : spot.found.end + _NEARBY]) is not None
    return is_staff(spot.own) if works else not any(map(is_staff, fields)) or is_staff(spot.own)


def _may_rate(spot: Spot) -> bool:
    """Return whether it may be a rating: up to ten, or on a scale that is told."""
    value = number(spot.value)
    return (value is not None and value <= _BEST) or rated(spot.line.text[spot.found.start :]) is not None


def _is_all_time(spot: Spot) -> bool:
    """Return whether the field asks for nothing but how long something takes."""
    concept = spot.own.concept
    return concept is not None and concept.name in {"duration", "totalTime"}


def _is_of_name(spot: Spot) -> bool:
    """Return whether the number is part of a name, a code or a telephone number: "Trailrunner 3", "LS1 4AB"."""
    text, start, end = spot.line.text, spot.found.start, spot.found.end
    if _CODE_BEHIND.match(text, end) and not dimension(text[end : end + 3].strip()):
        return True
    around = _DIALLED.finditer(text, max(0, start - _AROUND), min(len(text), end + _AROUND))
    if any(_is_dialled(one, start, end) for one in around):
        return True
    named = _IN_NAME.search(text[max(0, start - _AROUND) : start])
    return named is not None and named.group().strip().casefold() not in phrases.SMALL | _OPENERS


def _may_measure(spot: Spot, own: int) -> bool:  # noqa: PLR0911 - one for each kind of unit
    field_asked, unit = spot.own, _unit(spot)
    if (square := _SQUARE.match(spot.line.text, spot.found.end)) is not None:
        if not field_asked.unit.startswith("sq"):
            is_of_area = "sq" in field_asked.name.casefold() or not _AREAS.isdisjoint(field_asked.words)
            return is_of_area or (own <= BESIDE and "per" not in field_asked.phrase.split())
        return field_asked.unit[2] == square.group(1)[0].lower()
    if unit is None:
        return True
    word = unit.group(1)
    if kind := dimension(word):
        if field_asked.is_money:
            return False
        if own_kind := field_asked.dimension:
            return own_kind == kind and _is_in_unit(spot, word) and (kind != "time" or _is_so_long(spot, word))
        is_anothers = any(one.dimension == kind for one in spot.claimants.others)
        return own <= BESIDE or not (is_anothers or field_asked.is_plural or field_asked.is_counted)
    noun = singular(word.lower())
    if noun in _NO_NOUN or not word.isalpha() or len(word) < _SMALL:
        return True
    return own <= BESIDE or is_term(field_asked, noun) or is_cognate(field_asked, noun) or counts_own_people(spot)


def _is_so_long(spot: Spot, unit: str) -> bool:
    """Return whether it is told in the unit of the field, or with its unit in others: "1 h 52 min"."""
    is_own = _timed(unit) == _timed(spot.own.unit or unit)
    return is_own or _UNIT_INSIDE.search(spot.value) is not None or _is_compound(spot)


def _is_compound(spot: Spot) -> bool:
    told = _FIGURES.findall(spot.value)
    return len(told) > 1 and all(_timed(unit) in _UNITS_OF_TIME for unit in told)


def _unit(spot: Spot) -> re.Match[str] | None:
    """Return the word behind the number, or at the end of an amount with its unit."""
    inside = _UNIT_INSIDE.search(spot.line.text, spot.found.start, spot.found.end)
    return inside or _UNIT.match(spot.line.text, spot.found.end)


def _with_unit(spot: Spot) -> Found:
    unit = _UNIT.match(spot.line.text, spot.found.end)
    return spot.found if unit is None else replace(spot.found, end=unit.end())


def _is_in_unit(spot: Spot, unit: str) -> bool:
    """Return whether so many of *unit* are as many of the unit that the field is asked for in."""
    own = spot.own.unit
    if not own or spot.own.takes != "number" or units.kind_of(unit.lower()) is None:
        return True
    return units.kind_of(own) is None or units.in_unit(Decimal(1), f"1 {unit}", own) == 1


def _timed(unit: str) -> str:
    word = singular(unit.lower())
    return _SHORT_TIMES.get(word) or time_of(word)


def _is_dialled(number: re.Match[str], start: int, end: int) -> bool:
    """Return whether what stands from *start* to *end* is some of the figures of a telephone's *number*."""
    if not number.start() <= start < number.end():
        return False
    digits = sum(sign.isdigit() for sign in number.group())
    # "14.00 300" are two amounts.
    begins = number.group().startswith(("+", "0", "(")) and digits >= _FEWEST_DIALLED
    is_long = begins or (digits > _FEWEST_DIALLED + 1 and "." not in number.group())
    return is_long and not (start == number.start() and end >= number.end())
