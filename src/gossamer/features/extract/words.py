"""Names of fields as people say them."""

import re
from typing import Final

_HUMP: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_BREAKS: Final = re.compile(r"[\W_]+")


def spoken(name: str) -> str:
    """Return the name of a field in words: "releaseDate" and "release_date" are "release date"."""
    return _BREAKS.sub(" ", _HUMP.sub(" ", name)).strip().lower()
