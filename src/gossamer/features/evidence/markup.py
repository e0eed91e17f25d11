"""The values that a page marks up for machines, each with its path: "JSON-LD Product > offers > price"."""

from collections.abc import Iterator
from typing import Final

from gossamer.content.page_model.material import PageMaterial
from gossamer.content.structured import Embedded, Item

_MOST_VALUES: Final = 600
_LONGEST_VALUE: Final = 1_000
_MOST_DEEP: Final = 6


def markup_of(material: PageMaterial) -> tuple[tuple[str, str], ...]:
    """Return the paths and values of JSON-LD, microdata and RDFa, at most 600."""
    texts: list[tuple[str, str]] = []
    visited_ids: set[int] = set()
    for item in Embedded(material.document, material.base).items:
        for value in _values(item, item.label, 0, visited_ids):
            texts.append(value)
            if len(texts) >= _MOST_VALUES:
                return tuple(texts)
    return tuple(texts)


def _values(item: Item, path: str, depth: int, visited_ids: set[int]) -> Iterator[tuple[str, str]]:
    if id(item) in visited_ids or depth > _MOST_DEEP:
        return
    visited_ids.add(id(item))
    for name, values in item.properties.items():
        for value in values:
            if isinstance(value, Item):
                yield from _values(value, f"{path} > {name}", depth + 1, visited_ids)
            elif isinstance(value, str) and value.strip():
                yield f"{path} > {name}", value[:_LONGEST_VALUE]
