"""The images of a page: absolute, each once, in document order.

Not only `<img>`: what a page gives to previews, tabs and players counts too, and so do the
addresses that scripts would put into `src` when the image scrolls into view.
"""

import re
from collections.abc import Callable, Container, Iterator, Mapping
from typing import Final

from gossamer.content.addresses import Base, is_web, references
from gossamer.content.page import scan
from gossamer.content.picture_sources import LAZY, LAZY_SETS, UNSURE

_MAX_IMAGES: Final = 20_000
_SETS: Final = frozenset({"srcset", *LAZY_SETS})
_PREVIEWS: Final = frozenset(
    {
        "og:image", "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src", "image",
        "thumbnail", "thumbnailurl", "msapplication-tileimage",
    }
)  # fmt: skip
_ICONS: Final = frozenset(
    {"icon", "apple-touch-icon", "apple-touch-icon-precomposed", "mask-icon", "image_src", "preload"}
)
_BACKGROUND: Final = re.compile(r"background(?:-image)?\s*:[^;]*?url\(\s*[\"']?([^\"')]+)", re.IGNORECASE)


def images(page: scan.Scan, base: Base) -> tuple[str, ...]:
    """Return the web addresses of the images of *page*; every candidate of a `srcset` is listed."""
    addresses: dict[str, None] = {}
    for reference in _references(page):
        address = base.absolute(reference)
        if address and is_web(address):
            addresses[address] = None
            if len(addresses) >= _MAX_IMAGES:
                break
    return tuple(addresses)


def _references(page: scan.Scan) -> Iterator[str]:
    for number in page.elements(*_SINGLE):
        values, tag = page.attributes(number), page.tag(number)
        if tag in _HAS_PICTURE and not _HAS_PICTURE[tag](values):
            continue
        for name, value in values.items():
            if name in _SETS:
                yield from references(value)
            elif value and name in _SINGLE[tag]:
                yield value
    for number in page.noted("style"):
        style = page.attr(number, "style") or ""
        if "url(" in style.lower():
            yield from _BACKGROUND.findall(style)


def _is_preview(values: Mapping[str, str]) -> bool:
    name = values.get("property") or values.get("name") or values.get("itemprop") or ""
    return name.lower() in _PREVIEWS


def _is_icon(values: Mapping[str, str]) -> bool:
    rels = values.get("rel", "").lower().split()
    return not _ICONS.isdisjoint(rels) and ("preload" not in rels or values.get("as") == "image")


def _is_of_picture_type(values: Mapping[str, str]) -> bool:
    return values.get("type", "").startswith("image/")


# The attributes of elements with one address, and whether it is that of a picture. Players use <source> too; theirs has
# no `srcset`.
_SINGLE: Final[Mapping[str, Container[str]]] = {
    "img": frozenset({"src", *LAZY, *UNSURE}),
    "amp-img": frozenset({"src", *LAZY, *UNSURE}),
    "source": (),
    "meta": ("content",),
    "link": ("href",),
    "video": ("poster",),
    "input": ("src",),
    "image": ("href", "xlink:href"),
    "object": ("data",),
    "embed": ("src",),
}
_HAS_PICTURE: Final[Mapping[str, Callable[[Mapping[str, str]], bool]]] = {
    "meta": _is_preview,
    "link": _is_icon,
    "input": lambda values: values.get("type", "").lower() == "image",
    "object": _is_of_picture_type,
    "embed": _is_of_picture_type,
}
