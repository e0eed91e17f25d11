"""The images of a page: absolute, each once, in document order.

Not only `<img>`: what a page gives to previews, tabs and players counts too, and so do the
addresses that scripts would put into `src` when the image scrolls into view.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from gossamer.content.addresses import Base, candidates, is_web
from gossamer.content.page import scan
from gossamer.content.picture_sources import LAZY, LAZY_SETS, UNSURE

_MAX_IMAGES: Final = 20_000
_Values: TypeAlias = Mapping[str, str]
_SINGLE: Final = ("src", *LAZY, *UNSURE)
_SETS: Final = ("srcset", *LAZY_SETS)
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
    found: dict[str, None] = {}
    for reference in _references(page):
        address = base.absolute(reference)
        if address and is_web(address):
            found[address] = None
            if len(found) >= _MAX_IMAGES:
                break
    return tuple(found)


def _references(page: scan.Scan) -> Iterator[str]:
    for number in page.elements(*_SOURCES):
        yield from filter(None, _SOURCES[page.tag(number)](page.attributes(number)))
    for number in page.noted("style"):
        style = page.attr(number, "style") or ""
        if "url(" in style.lower():
            yield from _BACKGROUND.findall(style)


def _of_image(values: _Values) -> Iterator[str]:
    for name in _SINGLE:
        if name in values:
            yield values[name]
    yield from _of_source(values)


def _of_source(values: _Values) -> Iterator[str]:
    # Players use <source> too; theirs has a src and no srcset.
    for name in _SETS:
        if name in values:
            yield from (reference for reference, _ in candidates(values[name]))


def _of_meta(values: _Values) -> Iterator[str]:
    name = values.get("property") or values.get("name") or values.get("itemprop") or ""
    if name.lower() in _PREVIEWS:
        yield values.get("content", "")


def _of_link(values: _Values) -> Iterator[str]:
    rels = values.get("rel", "").lower().split()
    if not _ICONS.isdisjoint(rels) and ("preload" not in rels or values.get("as") == "image"):
        yield values.get("href", "")


def _of_video(values: _Values) -> Iterator[str]:
    yield values.get("poster", "")


def _of_input(values: _Values) -> Iterator[str]:
    if values.get("type", "").lower() == "image":
        yield values.get("src", "")


def _of_svg_image(values: _Values) -> Iterator[str]:
    yield values.get("href") or values.get("xlink:href") or ""


def _of_embedded(values: _Values) -> Iterator[str]:
    if values.get("type", "").startswith("image/"):
        yield values.get("data") or values.get("src") or ""


_SOURCES: Final = {
    "img": _of_image,
    "amp-img": _of_image,
    "source": _of_source,
    "meta": _of_meta,
    "link": _of_link,
    "video": _of_video,
    "input": _of_input,
    "image": _of_svg_image,
    "object": _of_embedded,
    "embed": _of_embedded,
}
