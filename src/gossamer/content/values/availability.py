"""Availability: whether a thing can be had, in schema.org's words or in those of shops."""

import re
from typing import Final

from gossamer.content.locales import entry
from gossamer.content.structured.items import local

# In the order in which they are tried: "not available" holds "available".
_PATTERNS: Final = tuple(
    (row["name"], re.compile(row["pattern"], re.IGNORECASE)) for row in entry("values", "availability")
)
_NAMES: Final = {
    name.lower(): name
    for name in (
        "InStock", "OutOfStock", "PreOrder", "PreSale", "BackOrder", "LimitedAvailability", "OnlineOnly", "InStoreOnly",
        "SoldOut", "Discontinued", "MadeToOrder", "Reserved",
    )
}  # fmt: skip
_GONE: Final = frozenset({"OutOfStock", "SoldOut", "Discontinued"})
_MAX_LENGTH: Final = 200


def availability(text: str) -> str | None:
    """Return schema.org's name for what *text* says ("InStock", "OutOfStock", "PreOrder", …), or None."""
    text = text.strip()[:_MAX_LENGTH]
    name = local(text).replace(" ", "").replace("_", "").replace("-", "").lower()
    if name in _NAMES:
        return _NAMES[name]
    return next((name for name, words in _PATTERNS if words.search(text)), None)


def without_availability(text: str) -> str:
    """Return *text* without the words in it that say whether a thing can be had."""
    for _, words in _PATTERNS:
        text = words.sub("", text)
    return text


def can_be_had(name: str) -> bool:
    """Return whether a thing of this availability can be ordered."""
    return name not in _GONE
