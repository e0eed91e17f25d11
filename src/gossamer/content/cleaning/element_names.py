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

    __slots__ = ("_holders", "text")

    def __init__(self, document: turbohtml.Document) -> None:
        holders: dict[str, list[turbohtml.Element]] = {}
        for naming in _NAMING:
            for element in document.select(f"[{naming}]"):
                if name := element.attr(naming):
                    holders.setdefault(name, []).append(element)
        self._holders = holders
        self.text = "\n".join(holders).lower()

    def holders(self, parts: Iterable[str]) -> list[turbohtml.Element]:
        """Return the elements with a name that has one of *parts* in it, each before what is inside it."""
        found: dict[turbohtml.Element, int] = {}
        for name, elements in self._holders.items():
            if has_any(name.lower(), parts):
                for element in elements:
                    found[element] = sum(1 for _ in element.ancestors)
        return sorted(found, key=found.__getitem__)
