"""What one entry of a sitemap or a feed says: its address and its title.

Patterns never look beyond the next "<", so no input makes them slow.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from gossamer.content.sitemaps.markup import address_text, title_text

_REST: Final = r"(?:\s[^<>]*)?>([^<]*)"
_PREFIXED_TITLE: Final = re.compile(rf"<([\w.-]+):title{_REST}", re.IGNORECASE)
_ITEM: Final = re.compile(r"<(?:[\w.-]+:)?(?:item|entry)[\s>]", re.IGNORECASE)
_LINK: Final = re.compile(r"<(?:[\w.-]+:)?link((?:\s[^<>]*)?)>([^<]*)", re.IGNORECASE)
_ATTRIBUTE: Final = re.compile(r"\b(rel|href)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')", re.IGNORECASE)
_IDENTITY: Final = re.compile(rf"<(?:[\w.-]+:)?(?:guid|id){_REST}", re.IGNORECASE)
_TITLE: Final = re.compile(rf"<title{_REST}", re.IGNORECASE)


@lru_cache(maxsize=64)
def _loc(prefix: str) -> re.Pattern[str]:
    return re.compile(rf"<{re.escape(prefix)}loc{_REST}", re.IGNORECASE)


def listed(block: str, prefix: str) -> Iterator[tuple[str, str | None]]:
    """Yield the addresses in *block*, the inside of a `url` or `sitemap` whose tag has *prefix* ("sm:" or "").

    Addresses of pictures and videos have another prefix and are no pages. A broken file may
    have several addresses in a block; the title of its news or video goes with the first.
    """
    title = _extension_title(block) if ":title" in block else None
    for match in _loc(prefix).finditer(block):
        if address := address_text(match[1]):
            yield address, title
            title = None


def _extension_title(block: str) -> str | None:
    # The title of a picture names the picture.
    titles = (title_text(raw) for prefix, raw in _PREFIXED_TITLE.findall(block) if not prefix.startswith("image"))
    return next(filter(None, titles), None)


def find_last_entry(block: str) -> tuple[str, str | None] | None:
    """Return address and title of the last `item` or `entry` in *block*, None when there is none with an address."""
    starts = [match.end() for match in _ITEM.finditer(block)]
    if not starts:
        return None
    entry = block[starts[-1] :]
    address = _find_link(entry) or _identity(entry)
    title = _TITLE.search(entry)
    return (address, title_text(title[1]) if title else None) if address else None


def _find_link(entry: str) -> str | None:
    """Return the address to which an entry leads: RSS writes it between tags, Atom in an attribute."""
    for match in _LINK.finditer(entry):
        attributes = {name.lower(): value or other for name, value, other in _ATTRIBUTE.findall(match[1])}
        if attributes.get("rel", "alternate").lower() != "alternate":
            continue
        if address := address_text(attributes.get("href", "") or match[2]):
            return address
    return None


def _identity(entry: str) -> str | None:
    match = _IDENTITY.search(entry)
    address = address_text(match[1]) if match else ""
    return address if address.startswith(("http://", "https://")) else None
