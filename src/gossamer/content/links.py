"""The links of a page: absolute, each once, in document order."""

from typing import Final

import turbohtml

from gossamer.content.addresses import Base, is_web

_MAX_LINKS: Final = 100_000


def links(document: turbohtml.Node, base: Base) -> tuple[str, ...]:
    """Return where *document* links to: web pages and mail addresses.

    Scripts, data and other schemes are left out, as is what cannot be read as an address.
    """
    # The same reference often stands in several places: it is read once.
    references = dict.fromkeys([element.attr("href") for element in document.select("a[href],area[href]")])
    found: dict[str, None] = {}
    for reference in references:
        if not reference or not (address := base.absolute(reference)):
            continue
        if is_web(address) or address[:7].lower() == "mailto:":
            found[address] = None
            if len(found) >= _MAX_LINKS:
                break
    return tuple(found)
