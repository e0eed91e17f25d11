"""Facts: what a line says that a reader may need and finds nowhere else, such as an amount of money or an account."""

import re
import unicodedata
from functools import cache
from typing import Final

from gossamer.content.locales import entry

# Two decimals at the end of a text are those of an amount, in the middle they may be a section's number.
_DECIMALS: Final = re.compile(r"(?<![\d.,])\d{1,3}(?:[ .,'\u2019\u00a0\u202f]?\d{3})*[.,]\d{2}[-\u2212)]?\s*\Z")
_DIGIT: Final = re.compile(r"\d")
# Numbers of customers, in one piece, and accounts, telephone numbers and dates; a year and an issue are shorter.
_LONG: Final = re.compile(r"\d{5}|(?:\d\D*){8}")
_ADDRESS: Final = re.compile(r"\w@\w|\bwww\.\w|https?://", re.IGNORECASE)
# The subject of a line, and then its value.
_LABEL: Final = re.compile(r"\A\W*[^\W\d_][^:]{0,40}:\s+\S")


def load() -> None:
    """Load the words it needs from disk."""
    _money()


def has_amount(text: str) -> bool:
    """Return whether there is an amount of money in *text*."""
    return bool(_DIGIT.search(text) and (_DECIMALS.search(text) or _money().search(text)))


def states_fact(text: str) -> bool:
    """Return whether *text* holds an amount, an address, a labelled value or a long number, such as an account."""
    return any(expression.search(text) for expression in (_LONG, _ADDRESS, _LABEL)) or has_amount(text)


@cache
def _money() -> re.Pattern[str]:
    table = entry("values", "currencies")
    named = [*table["codes"].split(), *" ".join(table["signs"].values()).split(), *table["shared"]]
    words = "|".join(sorted({re.escape(name) for name in named if name[:1].isalpha()}, key=len, reverse=True))
    signs = "".join(re.escape(chr(code)) for code in range(0x24, 0x20C1) if unicodedata.category(chr(code)) == "Sc")
    return re.compile(
        rf"(?:[{signs}]|\b(?:{words})\.?)\s?[-\u2212]?\s?\d|\d(?:[.,][-\u2013\u2014])?\s?(?:[{signs}]|(?:{words})\b)"
    )
