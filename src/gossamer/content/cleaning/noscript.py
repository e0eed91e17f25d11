"""`<noscript>`: asks for a script, or holds what the script would have loaded."""

import re
from typing import Final

import turbohtml

# Shorter ones are notices; a longer one is the page for those who have no script.
_SUBSTANTIAL: Final = 600
_ASKS: Final = re.compile(r"javascript|java script|\bjs\b|enable|browser", re.IGNORECASE)
_PIXEL: Final = frozenset({"0", "1", "0px", "1px"})


def settle(document: turbohtml.Node) -> None:
    """Settle every one in *document*, in place.

    Keep pictures that only scripts would show and long text; remove every other `<noscript>`.
    """
    for element in document.select("noscript"):
        if _is_fallback(element):
            element.unwrap()
        else:
            _hand_over_picture(element)
            element.decompose()


def _is_fallback(element: turbohtml.Element) -> bool:
    if any(a.tag == "head" for a in element.ancestors if isinstance(a, turbohtml.Element)):
        return False
    text = element.to_text()
    return len(text) > _SUBSTANTIAL and not _ASKS.search(text[:_SUBSTANTIAL])


def _hand_over_picture(element: turbohtml.Element) -> None:
    """Put the picture in place of the lazy one before it, or on its own where there is none."""
    picture = element.select_one("img[src]")
    if picture is None or picture.attr("width") in _PIXEL or picture.attr("height") in _PIXEL:
        return
    if "display:none" in (picture.attr("style") or "").replace(" ", "") or element.parent is None:
        return
    lazy = _picture_before(element)
    if lazy is None:
        element.insert_before(picture.extract())
    elif not lazy.attr("alt") or (lazy.attr("src") or "data:").startswith("data:"):
        lazy.attrs["src"] = picture.attr("src")


def _picture_before(element: turbohtml.Element) -> turbohtml.Element | None:
    for sibling in element.previous_siblings:
        if isinstance(sibling, turbohtml.Element):
            return sibling if sibling.tag == "img" else sibling.select_one("img")
        if sibling.text.strip():
            break
    parent = element.parent
    return parent.select_one("img:not(noscript img)") if isinstance(parent, turbohtml.Element) else None
