"""The names of a page's elements (id, class and label): as one text, and by element.

Most pages have neither a known cookie banner nor a known advertisement. Looking for a few words in all names at once
costs a fraction of asking every element for each of a hundred selectors.
"""

from collections.abc import Iterable
from typing import Final

import turbohtml

from gossamer.content.occurrence import has_any

_NAMING: Final = ("class", "id", "aria-label")


class ElementNames:
    """The names in a document as it was when they were read; *text* has each once, in lower case, on its own line."""

    __slots__ = ("_elements", "_names", "text")

    def __init__(self, document: turbohtml.Document) -> None:
        self._elements: list[turbohtml.Element] = []
        self._names: list[str | None] = []
        for naming in _NAMING:
            elements = document.select(f"[{naming}]")
            self._elements += elements
            self._names += [element.attr(naming) for element in elements]
        self.text = "\n".join([name for name in dict.fromkeys(self._names) if name]).lower()

    def holders(self, parts: Iterable[str]) -> list[turbohtml.Element]:
        """Return the elements with a name that has one of *parts* in it, each before what is inside it."""
        named = {name for name in set(self._names) if name and has_any(name.lower(), parts)}
        found = {
            element: sum(1 for _ in element.ancestors)
            for element, name in zip(self._elements, self._names, strict=True)
            if name in named
        }
        return sorted(found, key=found.__getitem__)
