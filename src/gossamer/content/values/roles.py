"""Price roles: what a price in a text is of, by the words around it: the thing itself, a part of it, an old price."""

import re
from enum import Enum, auto
from typing import Final

from gossamer.content.locales import entry


class Role(Enum):
    """The price now, a former one, a saving, of a part, by the month, of some people, an extra, an end of a range."""

    NOW = auto()
    OLD = auto()
    SAVED = auto()
    UNIT = auto()
    RATE = auto()
    OTHERS = auto()
    FEE = auto()
    LOW = auto()
    HIGH = auto()


# In the order in which they are tried: what leads to such a price, and what follows it.
_ROLES: Final = tuple(
    (
        Role[row["role"]],
        re.compile(rf"\b(?:{row['leads']})\b", re.IGNORECASE) if "leads" in row else None,
        re.compile(row["follows"], re.IGNORECASE) if "follows" in row else None,
    )
    for row in entry("values", "price_roles")
)


def role_of(before: str, after: str) -> Role:
    """Return the role of a price that stands between *before* and *after*, some words each."""
    for role, leads, follows in _ROLES:
        if (leads is not None and leads.search(before)) or (follows is not None and follows.match(after)):
            return role
    return Role.NOW
