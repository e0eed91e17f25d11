"""The images of a page: absolute, each once, in document order.

Not only `<img>`: what a page gives to previews, tabs and players counts too, and so do the
addresses that scripts would put into `src` when the image scrolls into view.
"""

import re
from collections.abc import Iterator
from typing import Final

import turbohtml

from gossamer.content.addresses import Base, candidates, is_web
from gossamer.content.picture_sources import LAZY, LAZY_SETS, UNSURE

_MAX_IMAGES: Final = 20_000
_TAGS: Final = ("img", "source", "meta", "link", "video", "input", "image", "amp-img", "object", "embed")
_LATE: Final = (*LAZY, *UNSURE)
_SETS: Final = ("srcset", *LAZY_SETS)
_PREVIEWS: Final = frozenset(
    {
        "og:image", "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src", "image",
        "thumbnail", "thumbnailurl", "msapplication-tileimage",
    }
)  # fmt: skip
_ICONS: Final = ("icon", "apple-touch-icon", "apple-touch-icon-precomposed", "mask-icon", "image_src", "preload")
_BACKGROUND: Final = re.compile(r"background(?:-image)?\s*:[^;]*?url\(\s*[\"']?([^\"')]+)", re.IGNORECASE)


def images(document: turbohtml.Node, base: Base) -> tuple[str, ...]:
    """Return the web addresses of the images of *document*; every candidate of a `srcset` is listed."""
    found: dict[str, None] = {}
    for reference in _references(document):
        address = base.absolute(reference)
        if address and is_web(address):
            found[address] = None
            if len(found) >= _MAX_IMAGES:
                break
    return tuple(found)


def _references(document: turbohtml.Node) -> Iterator[str]:
    for element in document.iter_elements(_TAGS):
        yield from _SOURCES[element.tag](element)
    for element in document.select('[style*="url(" i]'):
        yield from _BACKGROUND.findall(element.attr("style") or "")


def _of_image(element: turbohtml.Element) -> Iterator[str]:
    if src := element.attr("src"):
        yield src
    for name in _LATE:
        if value := element.attr(name):
            yield value
    for name in _SETS:
        if value := element.attr(name):
            yield from (reference for reference, _ in candidates(value))


def _of_source(element: turbohtml.Element) -> Iterator[str]:
    # Players use <source> too; theirs has a src and no srcset.
    for name in _SETS:
        if value := element.attr(name):
            yield from (reference for reference, _ in candidates(value))


def _of_meta(element: turbohtml.Element) -> Iterator[str]:
    name = element.attr("property") or element.attr("name") or element.attr("itemprop") or ""
    if name.lower() in _PREVIEWS and (content := element.attr("content")):
        yield content


def _of_link(element: turbohtml.Element) -> Iterator[str]:
    rels = _tokens(element, "rel")
    if rels.isdisjoint(_ICONS) or ("preload" in rels and element.attr("as") != "image"):
        return
    if href := element.attr("href"):
        yield href


def _of_video(element: turbohtml.Element) -> Iterator[str]:
    if poster := element.attr("poster"):
        yield poster


def _of_input(element: turbohtml.Element) -> Iterator[str]:
    if (element.attr("type") or "").lower() == "image" and (src := element.attr("src")):
        yield src


def _of_svg_image(element: turbohtml.Element) -> Iterator[str]:
    if href := element.attr("href") or element.attr("xlink:href"):
        yield href


def _of_embedded(element: turbohtml.Element) -> Iterator[str]:
    source = element.attr("data") or element.attr("src")
    if source and (element.attr("type") or "").startswith("image/"):
        yield source


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


def _tokens(element: turbohtml.Element, name: str) -> set[str]:
    return set((element.attr(name) or "").lower().split())
