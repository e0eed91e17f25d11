"""References: the link and the image of a part of the page."""

from typing import Final
from urllib.parse import unquote

from gossamer.content.addresses import Base, is_web, largest
from gossamer.content.page_model.layout import Layout, LayoutBox

_SOURCES: Final = ("src", "data-src", "data-original", "data-lazy-src", "data-image")
_MAILTO: Final = "mailto:"
# Beyond this many elements a record is a part of the page, and what it links to is not its link.
_MOST_BOXES: Final = 400


class BoxReferences:
    """The links and images of boxes, as absolute addresses."""

    def __init__(self, layout: Layout, base: Base) -> None:
        self._layout = layout
        self._base = base

    def of(self, box: LayoutBox) -> tuple[str, str]:
        """Return the link and the image of *box*, each empty if it has none.

        The link of a heading in it is preferred: a card's first link is often its category.
        """
        link = self._link(box)
        image = ""
        headed = False
        for at in range(box.order + 1, min(box.end, box.order + _MOST_BOXES)):
            inner_box = self._layout.boxes[at]
            if inner_box.tag == "a" and not headed and (address := self._link(inner_box)):
                headed = _is_headed(inner_box)
                link = address if headed or not link else link
            elif inner_box.tag == "img" and not image:
                image = self._image(inner_box)
        return link, image

    def mail(self, box: LayoutBox) -> str:
        """Return the address that the only link to one in *box* leads to, or nothing."""
        inside = self._layout.boxes[box.order : min(box.end, box.order + _MOST_BOXES)]
        links = (inner_box.element.attr("href") or "" for inner_box in inside if inner_box.tag == "a")
        addresses = {
            link[len(_MAILTO) :].partition("?")[0] for link in links if link[: len(_MAILTO)].lower() == _MAILTO
        }
        return unquote(addresses.pop()) if len(addresses) == 1 else ""

    def _link(self, box: LayoutBox) -> str:
        href = box.element.attr("href") if box.tag == "a" else None
        address = self._base.absolute(href) if href and href.strip()[:1] not in {"", "#"} else None
        return address if address is not None and is_web(address) else ""

    def _image(self, box: LayoutBox) -> str:
        attr = box.element.attr
        candidates = (largest(attr("srcset") or attr("data-srcset") or ""), *(attr(name) for name in _SOURCES))
        for candidate in candidates:
            address = self._base.absolute(candidate) if candidate else None
            if address is not None and is_web(address):
                return address
        return ""


def _is_headed(link: LayoutBox) -> bool:
    """Return whether *link* is, or is in, a heading, or has one in it."""
    parent = link.parent
    return (parent is not None and parent.tag in {"h1", "h2", "h3", "h4", "h5", "h6"}) or any(
        box.tag in {"h2", "h3", "h4", "h5"} for box in link.boxes
    )
