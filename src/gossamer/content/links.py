"""The links of a page: absolute, each once, in document order."""

from itertools import islice
from typing import Final

import turbohtml

from gossamer.content.addresses import Base, is_web

_TAGS: Final = ("a", "area")
_MAX_LINKS: Final = 100_000


def links(document: turbohtml.Node, base: Base) -> tuple[str, ...]:
    """Return where *document* links to: web pages and mail addresses.

    Scripts, data and other schemes are left out, as is what cannot be read as an address.
    """
    # The same reference often stands in several places: it is read once.
    references = dict.fromkeys([element.attr("href") for element in document.iter_elements(_TAGS)])
    found = [
        address
        for reference in references
        if reference
        and (address := base.absolute(reference))
        and (is_web(address) or address[:7].lower() == "mailto:")
    ]
    return tuple(islice(dict.fromkeys(found), _MAX_LINKS))
