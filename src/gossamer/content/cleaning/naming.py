"""What a page's elements are called, as one text.

Most pages have neither a known cookie banner nor a known advertisement. Looking for a few words
in all names at once costs a fraction of asking every element for each of a hundred selectors.
"""

from collections.abc import Iterable
from typing import Final

import turbohtml

_NAMING: Final = ("class", "id", "aria-label")


def names(document: turbohtml.Document) -> str:
    """Return every class, id and label of *document*, each once, in lower case."""
    found = {element.attr(name) or "" for name in _NAMING for element in document.select(f"[{name}]")}
    return "\n".join(found).lower()


def mentions(text: str, words: Iterable[str]) -> bool:
    """Return whether *text* has any of *words*."""
    for word in words:  # noqa: SIM110 - a generator doubles the cost of so small a step
        if word in text:
            return True
    return False
