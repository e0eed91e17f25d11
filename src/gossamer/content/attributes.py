"""Attribute values of selected elements."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import turbohtml

from gossamer.content.charset import storable
from gossamer.core.formats import AttributeSelector

_MAX_VALUES: Final = 100_000
_NO_VALUES: Final = (
    "attributes: no element that {!r} matches has the attribute {!r}. Attributes are those of the markup; for texts "
    "ask for `markdown` or `json`."
)


@dataclass(frozen=True, slots=True)
class SelectedAttributes:
    """One entry per selector asked for, under wire names, and a sentence for each that cannot be read."""

    values: tuple[Mapping[str, Any], ...]
    notices: tuple[str, ...] = ()


def attributes(document: turbohtml.Node, selectors: Iterable[AttributeSelector]) -> SelectedAttributes:
    """Return the values in document order, as they are written; an element without the attribute gives none."""
    entries: list[Mapping[str, Any]] = []
    notices: list[str] = []
    for selector in selectors:
        try:
            elements = document.select(selector.selector)
        except ValueError:
            elements = []
            notices.append(f"attributes: the selector {selector.selector!r} cannot be read and matched nothing.")
        found = (element.attr(selector.attribute.lower()) for element in elements[:_MAX_VALUES])
        values = [storable(value) for value in found if value is not None]
        if elements and not values:
            notices.append(_NO_VALUES.format(selector.selector, selector.attribute))
        entries.append({"selector": selector.selector, "attribute": selector.attribute, "values": values})
    return SelectedAttributes(tuple(entries), tuple(notices))
