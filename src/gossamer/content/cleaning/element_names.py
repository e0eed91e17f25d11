"""The names of an element (id, class and others) as one text.

Most pages have neither a known cookie banner nor a known advertisement. Looking for a few words
in all names at once costs a fraction of asking every element for each of a hundred selectors.
"""

from typing import Final

import turbohtml

_NAMING: Final = ("class", "id", "aria-label")


def names(document: turbohtml.Document) -> str:
    """Return every class, id and label of *document*, each once, in lower case."""
    found = {element.attr(name) for name in _NAMING for element in document.select(f"[{name}]")}
    return "\n".join(filter(None, found)).lower()
