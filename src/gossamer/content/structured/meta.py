"""`<meta>` by name: OpenGraph, product and article properties, Twitter cards, Dublin Core, and the plain ones."""

from typing import Final

import turbohtml

from gossamer.content.charset import storable
from gossamer.content.structured.items import Named

_MAX_NAMES: Final = 400
_MAX_VALUES: Final = 50
_MAX_VALUE: Final = 16_384


def meta(document: turbohtml.Node) -> Named:
    """Return the values of every `<meta>` by its name in lower case, in order."""
    named: dict[str, list[str]] = {}
    for element in document.select("meta[content]"):
        content = (element.attr("content") or "")[:_MAX_VALUE].strip()
        name = (element.attr("property") or element.attr("name") or "").strip().lower()
        if not content or not name or (name not in named and len(named) >= _MAX_NAMES):
            continue
        values = named.setdefault(storable(name), [])
        if len(values) < _MAX_VALUES:
            values.append(storable(content))
    return {name: tuple(values) for name, values in named.items()}
