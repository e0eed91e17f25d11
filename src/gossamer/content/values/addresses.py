# ruff: noqa: E501 - patterns of one line
"""Postal addresses as people write them: "Unit 4, Quay Road, Bristol BS1 6UZ, United Kingdom".

What makes one is a postal code beside a city, and a street with a number before it. Without both nothing is said.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from gossamer.content.locales import entry, words

_CAPITAL: Final = r"[A-ZÀ-ÖØ-Þ]"
_CITY: Final = rf"{_CAPITAL}[\w'’.-]{{1,24}}(?:[ -](?:{_CAPITAL}[\w'’.-]{{1,24}}|am|an|der|den|de|la|le|les|sur|upon|on|of|del|do|da|im|bei|ob|en|aan|in|'s)){{0,4}}"  # noqa: RUF001
_UK: Final = r"[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}"
_CODE: Final = rf"(?:[A-Z]{{1,2}}-)?(?:\d{{5}}(?:-\d{{3,4}})?|\d{{4}}(?: [A-Z]{{2}})?|\d{{3}} \d{{2}}|\d{{2}}-\d{{3}})|{_UK}|[A-Z]\d[A-Z] \d[A-Z]\d"
# "67000 Strasbourg", "Bristol BS1 6UZ", "IL 62701", "LS1 4AP".
_CODE_CITY: Final = re.compile(rf"({_CODE}) ({_CITY})")
_CITY_CODE: Final = re.compile(rf"({_CITY}),? ({_UK})")
_STATE_CODE: Final = re.compile(r"([A-Z]{2}) (\d{5}(?:-\d{4})?)")
_CODE_ALONE: Final = re.compile(_UK)
_STREET_WORD: Final = re.compile(entry("values", "addresses", "street"), re.IGNORECASE)
_STREET_LAST: Final = re.compile(entry("values", "addresses", "street_last"), re.IGNORECASE)
# "41 Station Approach": with a town and its code below, a number before capitals is a street.
_CAPITALS: Final = re.compile(rf"\d{{1,5}}[a-zA-Z]? {_CAPITAL}[\w'’-]{{1,24}}(?: {_CAPITAL}[\w'’-]{{1,24}}){{0,3}}")  # noqa: RUF001
_STREET: Final = re.compile(rf"\d|{_STREET_WORD.pattern}", re.IGNORECASE)
# A street has its number first or last: "12 rue des Moulins", "Strandgaten 18 b".
_NUMBERED: Final = re.compile(
    r"\d{1,5}[a-zA-Z]?(?:[-/]\d{1,5}[a-zA-Z]?)?,? [^\W\d].*|[^\W\d].*\s\d{1,5} ?[a-zA-Z]?(?:[-/]\d{1,5})?|(?:unit|suite|floor|no\.?) ?\w{1,5}\b.*",
    re.IGNORECASE,
)
_COUNTRIES: Final = words("values", "countries")
_MOST_PARTS: Final = 8
_MOST_PART: Final = 60


@dataclass(frozen=True, slots=True)
class Address:
    """An address; *region* and *country* are empty where they are not written. *text* is all of it."""

    street: str
    postal_code: str
    city: str
    region: str = ""
    country: str = ""
    text: str = ""


def address(parts: Sequence[str]) -> Address | None:
    """Return the address that *parts*, what stands between commas and on lines, are or end with; None without one."""
    texts = [part.strip(" .") for part in parts][:_MOST_PARTS]
    if any(len(part) > _MOST_PART for part in texts):
        return None
    for at in range(1, len(texts)):
        if (address_found := _read_postal_code(texts, at)) is not None:
            code, city, region, before = address_found
            street = _street(texts[:before])
            following = texts[at + 1] if at + 1 < len(texts) else ""
            country = following if following.lower() in _COUNTRIES else ""
            if street and (country or _is_street(street, code)):
                last = at + 1 + bool(country)
                first = before - len(street)
                return Address(", ".join(street), code, city, region, country, ", ".join(texts[first:last]))
    return None


def codes(text: str) -> set[str]:
    """Return the postal codes in *text* that no other numbers look like: those of Britain, those before a town."""
    return {*_CODE_ALONE.findall(text), *(match.group(1) for match in _CODE_CITY.finditer(text) if _is_apart(match))}


def _is_apart(match: re.Match[str]) -> bool:
    """Return whether a code and its town are all that stands between commas: "1200 Staff" in a sentence is none."""
    before, after = match.string[: match.start()].rstrip(" "), match.string[match.end() :].lstrip(" ")
    return (not before or before[-1] in ",;·|") and (not after or after[0] in ",;·|.")


def _is_street(street: Sequence[str], code: str) -> bool:
    is_british = _CODE_ALONE.fullmatch(code) is not None
    return any(_STREET_WORD.search(part) for part in street) or (
        is_british and _CAPITALS.fullmatch(street[-1]) is not None
    )


def _read_postal_code(texts: Sequence[str], at: int) -> tuple[str, str, str, int] | None:
    """Return postal code, city and region that the part *at* says, and how many parts stand before the city."""
    part = texts[at]
    if (match := _CODE_CITY.fullmatch(part)) is not None:
        return match.group(1), match.group(2), "", at
    if (match := _CITY_CODE.fullmatch(part)) is not None:
        return match.group(2), match.group(1), "", at
    state = _STATE_CODE.fullmatch(part)
    alone = _CODE_ALONE.fullmatch(part)
    if (state is None and alone is None) or at < 1 + 1:
        return None
    # "Leeds, West Yorkshire, LS1 4AP": between the street and the code stands the city, and perhaps its county.
    has_county = at > 1 + 1 and not _STREET.search(texts[at - 2])
    city_at = at - 1 - has_county
    if re.fullmatch(_CITY, texts[city_at]) is None or city_at < 1 or _STREET_LAST.search(texts[city_at]) is not None:
        return None
    if state is not None:
        return state.group(2), texts[city_at], state.group(1), city_at
    return part, texts[city_at], texts[at - 1] if has_county else "", city_at


def _street(texts: Sequence[str]) -> list[str]:
    """Return the last of *texts* that are a street with a number: at most two, such as a unit and its road."""
    street: list[str] = []
    for part in reversed(texts[-2:]):
        if _STREET.search(part) is None or ":" in part:
            break
        street.insert(0, part)
    while len(street) > 1 and _NUMBERED.fullmatch(street[0]) is None:
        del street[0]
    return street if any(_NUMBERED.fullmatch(part) for part in street) else []
