"""`<noscript>`: asks for a script, or holds what the script would have loaded."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final
from urllib.parse import urlsplit

from gossamer.content.elements import Element, find_tags
from gossamer.content.page import editing
from gossamer.content.picture_sources import is_loadable, late_source, source_of

# Shorter ones are notices; a longer one is the page for those who have no script.
_SUBSTANTIAL: Final = 600
_ASKS: Final = re.compile(r"javascript|java script|\bjs\b|enable|browser", re.IGNORECASE)
_PIXEL: Final = frozenset({"0", "1", "0px", "1px"})
_MAX_PICTURES: Final = 100
# Nodes beside a `<noscript>` that are searched for the picture it repeats, and pictures in one of them.
_NEAR: Final = 6
_FILE: Final = re.compile(r"\.(?:avif|gif|jpe?g|png|svg|webp)\Z", re.IGNORECASE)
# The size that a server puts behind the name of a file.
_SIZE: Final = re.compile(r"(?:[-_@]\d+(?:x\d*)?[a-z]?)?\.\w+\Z")
_SAME_ADDRESS, _SAME_WORDS, _SAME_NAME, _NOTHING_ELSE = 4, 3, 2, 1


def settle(page: editing.EditedPage) -> None:
    """Settle every one of *page*: keep pictures that only scripts would show and long text, remove all else."""
    for element in find_tags(page, "noscript"):
        if _is_fallback(element):
            page.unwrap(element.number)
            continue
        for picture in element.find("img")[:_MAX_PICTURES]:
            if picture.attr("src") is not None:
                _hand_over(picture, element)
        page.remove(element.number, "not shown")


def _is_fallback(element: Element) -> bool:
    text = " ".join(element.text.split())
    return len(text) > _SUBSTANTIAL and not _ASKS.search(text[:_SUBSTANTIAL]) and element.closest("head") is None


def _hand_over(picture: Element, element: Element) -> None:
    """Let the lazy picture beside *element* that is the same show *picture*, or put that on its own."""
    if picture.attr("width") in _PIXEL or picture.attr("height") in _PIXEL:
        return
    if "display:none" in (picture.attr("style") or "").replace(" ", ""):
        return
    source = source_of(picture) or ""
    likeness = {lazy: _likeness(lazy, picture, source) for lazy in _beside(element)}
    likest = max(likeness, key=likeness.__getitem__, default=None)
    if likest is not None and likeness[likest]:
        _complete(likest, picture)
    elif not likeness or _is_shown(picture):
        element.page.insert_before(element.number, element.page.scan.markup(picture.number))


def _beside(element: Element) -> Iterator[Element]:
    """Yield the pictures around *element*, those before it first, as far as nothing is written in between."""
    for siblings in (element.preceding, element.following):
        for node in islice(siblings, _NEAR):
            if node.tag == "noscript":
                break
            if node.is_element:
                pictures = [node] if node.tag == "img" else [p for p in node.find("img") if not p.closest("noscript")]
                yield from reversed(pictures[-_NEAR:])
            if node.text.strip():
                break


def _likeness(lazy: Element, picture: Element, theirs: str) -> int:
    """Return the likeness of *lazy* and *picture*, found at *theirs*, 0 for two different ones."""
    mine = source_of(lazy) or ""
    if mine == theirs:
        return _SAME_ADDRESS
    words, others = _words(lazy), _words(picture)
    if words and others:
        return _SAME_WORDS if words == others else 0
    if not is_loadable(mine):
        return _NOTHING_ELSE
    return _SAME_NAME if _name(mine) and _name(mine) == _name(theirs) else 0


def _complete(lazy: Element, picture: Element) -> None:
    if late_source(lazy) is None:
        lazy.page.set_attribute(lazy.number, "src", picture.attr("src") or "")
    if not _words(lazy) and (alt := picture.attr("alt")):
        lazy.page.set_attribute(lazy.number, "alt", alt)


def _is_shown(picture: Element) -> bool:
    """Return whether *picture* says what it shows or how large; what counts visits does neither."""
    return bool(_words(picture) or picture.attr("width") or _FILE.search(_path(picture.attr("src") or "")))


def _words(picture: Element) -> str:
    return " ".join((picture.attr("alt") or "").split()).lower()


def _name(address: str) -> str:
    return _SIZE.sub("", _path(address).rpartition("/")[2])


def _path(address: str) -> str:
    try:
        return urlsplit(address.strip()).path
    except ValueError:
        return ""
