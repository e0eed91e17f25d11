"""What a page says of a thing in marked-up form, whichever way it is marked up.

An item is shaped like schema.org: kinds ("Product"), and properties whose values are words or further items. Numbers
stay as they are written, because "19.90" and 19.9 are not the same words. Items may be shared and may form rings: who
walks them must remember where it has been, as `walk` does.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

Value: TypeAlias = "str | bool | Item"

MAX_WALKED: Final = 5_000


@dataclass(frozen=True, slots=True, eq=False)
class Item:
    """A thing: its *kinds* without their vocabulary, and its *properties*, each with at least one value.

    *source* names the markup ("JSON-LD", "microdata", "RDFa", or a script's state). *ident* is its own address or id.
    """

    source: str
    kinds: tuple[str, ...] = ()
    properties: dict[str, list[Value]] = field(default_factory=dict)
    ident: str = ""

    @property
    def label(self) -> str:
        """Return the name of it for people: "JSON-LD Product"."""
        return f"{self.source} {self.kinds[0]}" if self.kinds else self.source

    def get(self, name: str) -> tuple[Value, ...]:
        """Return the values of *name*, in any case of letters; none when it has none."""
        if (exact := self.properties.get(name)) is not None:
            return tuple(exact)
        low = name.lower()
        return next((tuple(values) for key, values in self.properties.items() if key.lower() == low), ())

    def text(self, *names: str) -> str:
        """Return the first value of the first of *names* that has one as text; empty when none has."""
        return next((value for name in names for value in self.get(name) if isinstance(value, str)), "")

    def add(self, name: str, value: Value) -> None:
        """Add a value while the item is being read."""
        self.properties.setdefault(name, []).append(value)

    def is_a(self, kinds: Iterable[str]) -> bool:
        """Return whether one of its kinds is among *kinds* (lower case)."""
        names = kinds if isinstance(kinds, (set, frozenset, dict)) else set(kinds)
        return any(kind.lower() in names for kind in self.kinds)


def walk(items: Iterable[Item], limit: int = MAX_WALKED) -> Iterator[Item]:
    """Yield *items* and all items inside them, each once, outer ones first; at most *limit*."""
    visited_ids: set[int] = set()
    level = list(items)
    while level:
        inner: list[Item] = []
        for item in level:
            if id(item) in visited_ids:
                continue
            if len(visited_ids) >= limit:
                return
            visited_ids.add(id(item))
            yield item
            for values in item.properties.values():
                inner.extend(value for value in values if isinstance(value, Item))
        level = inner


def local(name: str) -> str:
    """Return *name* without its vocabulary: "https://schema.org/Product" and "schema:Product" are "Product"."""
    name = name.strip().rstrip("/#")
    return name.rpartition("/")[2].rpartition("#")[2].rpartition(":")[2]


Named: TypeAlias = Mapping[str, tuple[str, ...]]
