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
    references = dict.fromkeys([element.attr("href") for element in _linking(document)])
    root = base.root
    addresses = base.absolutes([reference for reference in references if reference])
    found = dict.fromkeys([a for a in addresses if a and (a.startswith(root) or is_web(a) or _is_mail(a))])
    return tuple(islice(found, _MAX_LINKS))


def _linking(document: turbohtml.Node) -> list[turbohtml.Element]:
    # Areas are rare, and a document knows its elements of one tag.
    return list(document.iter_elements(_TAGS)) if document.select_one("area") is not None else document.select("a")


def _is_mail(address: str) -> bool:
    return address[:7].lower() == "mailto:"
