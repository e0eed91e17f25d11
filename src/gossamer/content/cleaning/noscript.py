"""`<noscript>`: asks for a script, or holds what the script would have loaded."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final
from urllib.parse import urlsplit

import turbohtml

from gossamer.content.picture_sources import has_own_source, late_source, source_of

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


def settle(document: turbohtml.Node) -> None:
    """Settle every one in *document*, in place.

    Keep pictures that only scripts would show and long text; remove every other `<noscript>`.
    """
    for element in document.select("noscript"):
        if _is_fallback(element):
            element.unwrap()
        else:
            for picture in element.select("img[src]")[:_MAX_PICTURES]:
                _hand_over(picture, element)
            element.decompose()


def _is_fallback(element: turbohtml.Element) -> bool:
    if any(a.tag == "head" for a in element.ancestors if isinstance(a, turbohtml.Element)):
        return False
    text = element.to_text()
    return len(text) > _SUBSTANTIAL and not _ASKS.search(text[:_SUBSTANTIAL])


def _hand_over(picture: turbohtml.Element, element: turbohtml.Element) -> None:
    """Let the lazy picture beside *element* that is the same show *picture*, or put that on its own."""
    if picture.attr("width") in _PIXEL or picture.attr("height") in _PIXEL:
        return
    if "display:none" in (picture.attr("style") or "").replace(" ", "") or element.parent is None:
        return
    beside = list(_beside(element))
    likest = max(beside, key=lambda lazy: _likeness(lazy, picture), default=None)
    if likest is not None and _likeness(likest, picture):
        _complete(likest, picture)
    elif not beside or _is_shown(picture):
        element.insert_before(picture.extract())


def _beside(element: turbohtml.Element) -> Iterator[turbohtml.Element]:
    """Yield the pictures around *element*, those before it first, as far as nothing is written in between."""
    for siblings in (element.previous_siblings, element.next_siblings):
        for sibling in islice(siblings, _NEAR):
            if isinstance(sibling, turbohtml.Element) and sibling.tag != "noscript":
                pictures = [sibling] if sibling.tag == "img" else sibling.select("img:not(noscript img)")
                yield from reversed(pictures[-_NEAR:])
            elif isinstance(sibling, turbohtml.Element):
                break
            if not isinstance(sibling, turbohtml.Comment) and sibling.text.strip():
                break


def _likeness(lazy: turbohtml.Element, picture: turbohtml.Element) -> int:
    """Return how much speaks for *lazy* and *picture* being one, 0 for two different ones."""
    mine, theirs = source_of(lazy) or "", source_of(picture) or ""
    if mine == theirs:
        return _SAME_ADDRESS
    words, others = _words(lazy), _words(picture)
    if words and others:
        return _SAME_WORDS if words == others else 0
    if not has_own_source(lazy):
        return _NOTHING_ELSE
    return _SAME_NAME if _name(mine) and _name(mine) == _name(theirs) else 0


def _complete(lazy: turbohtml.Element, picture: turbohtml.Element) -> None:
    if late_source(lazy) is None:
        lazy.attrs["src"] = picture.attr("src")
    if not _words(lazy) and (alt := picture.attr("alt")):
        lazy.attrs["alt"] = alt


def _is_shown(picture: turbohtml.Element) -> bool:
    """Return whether *picture* says what it shows or how large; what counts visits does neither."""
    return bool(_words(picture) or picture.attr("width") or _FILE.search(_path(picture.attr("src") or "")))


def _words(picture: turbohtml.Element) -> str:
    return " ".join((picture.attr("alt") or "").split()).lower()


def _name(address: str) -> str:
    return _SIZE.sub("", _path(address).rpartition("/")[2])


def _path(address: str) -> str:
    try:
        return urlsplit(address.strip()).path
    except ValueError:
        return ""
