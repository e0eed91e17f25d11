# ruff: noqa: E501 - words of many languages, kept as tables
"""What stands where nothing is known: "n/a", "not specified", a dash."""

import re
from typing import Final

_NOTHING: Final = re.compile(
    r"[^\w✓✔☑✅✗✘✕✖❌★☆]{1,5}|n\.? ?/ ?a\.?|(?:not|non|no|nicht|niet)(?: ?|-)(?:specified|given|known|applicable|stated|provided|"
    r"set|disclosed|spécifiée?|especificad[oa]|specificato|angegeben|bekannt|bekend)|to be (?:announced|confirmed|"
    r"determined|advised)|tb[acd]\.?|unknown|unspecified|undefined|null|nan|k\. ?a\.|keine angaben?|unbekannt|inconnue?|"
    r"desconocid[oa]|sconosciut[oa]|onbekend",
    re.IGNORECASE,
)
_VACANT: Final = re.compile(
    r"(?:currently |position |post )?vacant|vakant|unbesetzt|nicht besetzt|vacante?|to be appointed", re.IGNORECASE
)
_MOST: Final = 40


def says_nothing(text: str) -> bool:
    """Return whether *text* only holds the place of a value."""
    return len(text) <= _MOST and _NOTHING.fullmatch(text.strip()) is not None


def is_vacant(text: str) -> bool:
    """Return whether *text*, which stands where somebody is named, says that nobody holds the office."""
    return len(text) <= _MOST and _VACANT.fullmatch(text.strip(" .()")) is not None
