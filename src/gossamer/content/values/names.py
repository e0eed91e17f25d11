"""Names of people as bylines have them, and without what leads to them and follows them."""

import re
from typing import Final

from gossamer.content.locales import pattern

_BY: Final = pattern("values", "names", "by")
# "Jane Roe, food stylist": what somebody is has no capitals.
_ROLE: Final = re.compile(r", (?:[^\W\d_A-ZÀ-ÖØ-Þ]{3,20} ?){1,3}\Z")
_LONGEST: Final = 120


def drop_leading_by(text: str) -> str:
    """Return *text* without the "By" that it begins with."""
    return _BY.sub("", text)


def bare(text: str) -> str:
    """Return *text* without the "By" that it begins with and the role that it ends with; a long text as it is."""
    return _ROLE.sub("", drop_leading_by(text)) if len(text) <= _LONGEST else text
