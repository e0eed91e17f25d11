"""The currency that a field asks for, by its name or its description."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from gossamer.content.locales import entry
from gossamer.content.values.prices import CODES

_DESCRIBED: Final = re.compile(
    r"\b(?:in|as)\s(?:([A-Z]{3})\b|(us|u\.s\.|american|canadian|australian)?\s?"
    r"(dollars?|euros?|pounds(?: sterling)?|sterling|yen|swiss francs|francs)\b)|\(([A-Z]{3})\)",
    re.IGNORECASE,
)
_ABROAD: Final = {"canadian": "CAD", "australian": "AUD"}
_MOST: Final = 300


def named(words: Sequence[str]) -> str:
    """Return the code of the currency that a name of these *words* ends with, empty when it ends otherwise."""
    fields = entry("values", "currencies", "fields")
    codes = (code for code, names in fields.items() if len(words) > 1 and words[-1] in names.split())
    return next(codes, "")


def requested(words: Sequence[str], description: str) -> str:
    """Return the code of the currency that a field is asked for in, empty when it is not said or several are."""
    codes = {code} if (code := named(words)) else set()
    for code, country, spoken, bracketed in _DESCRIBED.findall(description[:_MOST]):
        # Only in capitals a code is one: "in all" names no money of Albania.
        if (code_named := code or bracketed) in CODES:
            codes.add(code_named)
        elif spoken:
            codes.add(_ABROAD.get(country.lower()) or _code_of(" ".join(spoken.lower().split())))
    return codes.pop() if len(codes) == 1 else ""


def _code_of(spoken: str) -> str:
    by_code: Mapping[str, Sequence[str]] = entry("values", "currencies", "spoken")
    return next(code for code, names in by_code.items() if spoken in names)
