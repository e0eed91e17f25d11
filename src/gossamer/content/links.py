"""The links of a page: absolute, each once, in document order."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

import turbohtml

from gossamer.content.addresses import Base, is_web
from gossamer.content.page import scan
from gossamer.content.page_model.material import PageMaterial

_MAX_LINKS: Final = 100_000
_MOST_IN_CONTEXT: Final = 2_000
_MOST_TEXT: Final = 200
_MOST_AROUND: Final = 300
_ITEMS: Final = frozenset({"p", "li", "td", "dd"})


def links(page: scan.Scan, base: Base) -> tuple[str, ...]:
    """Return the targets of the links of *page*: web pages and mail addresses.

    Scripts, data and other schemes are left out, as is what cannot be read as an address.
    """
    # The same reference often stands in several places: it is read once.
    references = dict.fromkeys([page.attr(number, "href") for number in page.elements("a", "area")])
    root = base.root
    addresses = base.absolutes([reference for reference in references if reference])
    targets = dict.fromkeys([a for a in addresses if a and (a.startswith(root) or is_web(a) or _is_mail(a))])
    return tuple(islice(targets, _MAX_LINKS))


def _is_mail(address: str) -> bool:
    return address[:7].lower() == "mailto:"


def link_texts(document: turbohtml.Node, base: Base) -> dict[str, tuple[str, ...]]:
    """Return the addresses that *document* links to, each with the texts of the links that lead there.

    The text of a link without words is its label, or that of its picture.
    """
    texts_by_address: dict[str, dict[str, None]] = {}
    for link in islice(document.iter_elements(("a",)), _MOST_IN_CONTEXT):
        address = base.absolute(link.attr("href") or "")
        if address is not None and is_web(address):
            texts_by_address.setdefault(address, {})[_text(link)] = None
    return {address: tuple(text for text in texts if text) for address, texts in texts_by_address.items()}


def _text(link: turbohtml.Element) -> str:
    text = " ".join(link.text[:_MOST_TEXT].split())
    if text:
        return text
    picture = link.select_one("img[alt]")
    named = link.attr("aria-label") or link.attr("title") or (picture.attr("alt") if picture is not None else None)
    return " ".join((named or "")[:_MOST_TEXT].split())


def links_in_context(page: PageMaterial) -> Iterator[tuple[str, str]]:
    """Yield the links of *page* that lead to the web: the address, the link's text, and that of the item around it.

    Links of menus, which are not part of a sentence, an item or a cell, have their own text alone.
    """
    for link in islice(page.document.iter_elements(("a",)), _MOST_IN_CONTEXT):
        address = page.base.absolute(link.attr("href") or "")
        if address is not None and is_web(address):
            yield address, " ".join(f"{link.text[:_MOST_TEXT]} {_around(link)}".split())


def _around(link: turbohtml.Element) -> str:
    block = link.parent
    is_item = isinstance(block, turbohtml.Element) and block.tag in _ITEMS
    return block.text[:_MOST_AROUND] if is_item and block is not None else ""
