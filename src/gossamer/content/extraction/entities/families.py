"""Families of schema.org kinds: the kind of thing that the fields of a schema request."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from gossamer.content.locales import entry, words
from gossamer.content.structured import Item
from gossamer.content.text.names import words_of


@dataclass(frozen=True, slots=True)
class Family:
    """*kinds* in lower case; *concepts* that hardly anything else has; *words* that name such a thing.

    *listed* are concepts that entries of a list of such things have, too.
    """

    name: str
    kinds: frozenset[str]
    concepts: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    listed: frozenset[str] = frozenset()


def _family(row: Mapping[str, str]) -> Family:
    columns = ("kinds", "concepts", "words", "listed")
    kinds, concepts, spoken, listed = (frozenset(row.get(key, "").split()) for key in columns)
    return Family(row["name"], frozenset(kind.lower() for kind in kinds), concepts, spoken, listed)


FAMILIES: Final = tuple(map(_family, entry("families", "families")))
BY_NAME: Final[Mapping[str, Family]] = {family.name: family for family in FAMILIES}
# Kinds that tell of the page or the site around what the page is about.
FRAME: Final = words("families", "frame")


def of_item(item: Item) -> Family | None:
    """Return the family that *item* is of, or None."""
    kinds = {kind.lower() for kind in item.kinds}
    item_family = next((family for family in FAMILIES if kinds & family.kinds), None)
    if item_family is None and any(kind.endswith("event") for kind in kinds):
        return BY_NAME["event"]
    return item_family


def find_requested_family(concepts: Iterable[str], named: str, kinds_here: Iterable[Family]) -> Family | None:
    """Return the family that fields of these *concepts* under the name *named* ask for; None when nothing tells.

    A page that has a thing of a family settles what the fields leave open.
    """
    present = set(concepts)
    spoken = set(words_of(named))
    page_family_names = {family.name for family in kinds_here}
    votes = {
        family.name: 2 * len(family.concepts & present)
        + 4 * bool(family.words & spoken)
        + (family.name in page_family_names)
        for family in FAMILIES
    }
    best = max(FAMILIES, key=lambda family: votes[family.name])
    return best if votes[best.name] >= 1 else None


def of_word(name: str) -> Family | None:
    """Return the family whose things are called *name* ("products", "events")."""
    spoken = words_of(name)
    return next((family for family in FAMILIES if spoken and spoken[-1] in family.words), None)
