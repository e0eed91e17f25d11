"""Pictures: the address a visitor's browser would end up with."""

import re
from typing import Final

import turbohtml

from gossamer.content.addresses import Base, largest
from gossamer.content.markdown.survey import Survey

REMOVED: Final = "Base64-Image-Removed"
_LAZY: Final = (
    "data-src",
    "data-original",
    "data-lazy-src",
    "data-lazy",
    "data-url",
    "data-hi-res-src",
    "data-image-src",
)
_LAZY_SETS: Final = ("data-srcset", "data-lazy-srcset", "srcset")
# What placeholders are called; a name that holds none of these needs no closer look.
_STANDINS: Final = (
    "placeholder", "blank", "spacer", "trans", "pixel", "lazy", "loading", "1x1", "empty", "grey", "gray",
)  # fmt: skip
_PLACEHOLDER: Final = re.compile(
    r"(?:.*[_.-])?(?:placeholder|blank|spacer|transparent|pixel|lazy(?:load)?|loading|1x1|empty|grey|gray|trans)"
    r"[\w-]*\.(?:gif|png|svg|jpe?g|webp)"
)
_MAX_SRC: Final = 8_192
_DOTS: Final = frozenset({"0", "1", "0px", "1px"})
_TRACKERS: Final = (
    "facebook.com/tr?", "doubleclick.net/", "scorecardresearch.com/", "google-analytics.com/", "/pixel.gif",
    "px.ads.linkedin.com/",
    "bat.bing.com/", "quantserve.com/", "analytics.twitter.com/", "pixel.wp.com/", "mc.yandex.ru/watch",
)  # fmt: skip


def settle(survey: Survey, base: Base | None, *, remove_base64_images: bool) -> None:
    """Give every picture its absolute address; remove those that have none."""
    for picture in survey.each("amp-img"):
        picture.tag = "img"
        survey.add(picture)
    for picture in survey.each("img"):
        _settle_one(picture, base, remove_base64_images=remove_base64_images)


def _settle_one(picture: turbohtml.Element, base: Base | None, *, remove_base64_images: bool) -> None:
    if _is_pixel(picture):
        picture.decompose()
        return
    found = source_of(picture)
    if found is None and picture.attr("src") is None:
        picture.replace_with(turbohtml.Text(_alt(picture)))
        return
    source = found or ""
    address = base.absolute(source) if base else source
    if source[:5].lower() == "data:":
        if remove_base64_images:
            picture.attrs["src"] = REMOVED
    elif address is not None:
        picture.attrs["src"] = address
    elif len(source) > _MAX_SRC:
        picture.decompose()
        return
    alt = picture.attr("alt")
    if alt and ("\n" in alt or "  " in alt):
        picture.attrs["alt"] = " ".join(alt.split())
    if alt is not None and picture.attr("title") == alt:
        del picture.attrs["title"]


def source_of(picture: turbohtml.Element) -> str | None:
    """Return the reference of what the picture shows once it has loaded, or None."""
    src = (picture.attr("src") or "").strip()
    if src and not _is_placeholder(src):
        return src
    for name in _LAZY:
        value = (picture.attr(name) or "").strip()
        if value and not _is_placeholder(value) and not value.startswith(("{", "[")):
            return value
    for name in _LAZY_SETS:
        if (sizes := picture.attr(name)) and (best := largest(sizes)) and not _is_placeholder(best):
            return best
    return _of_sources(picture) or src or None


def _of_sources(picture: turbohtml.Element) -> str | None:
    parent = picture.parent
    if not isinstance(parent, turbohtml.Element) or parent.tag != "picture":
        return None
    for source in parent.select("source"):
        sets = source.attr("srcset") or source.attr("data-srcset")
        if sets and (best := largest(sets)) and not _is_placeholder(best):
            return best
    return None


def _is_placeholder(source: str) -> bool:
    if source[:5].lower() == "data:" or source == "about:blank":
        return True
    name = source.partition("?")[0].rpartition("/")[2][:200].lower()
    return any(word in name for word in _STANDINS) and _PLACEHOLDER.fullmatch(name) is not None


def _is_pixel(picture: turbohtml.Element) -> bool:
    if picture.attr("width") in _DOTS or picture.attr("height") in _DOTS:
        # A line of one pixel is a picture still.
        return not picture.attr("alt") or picture.attr("width") == picture.attr("height")
    source = (picture.attr("src") or "")[:120]
    return any(tracker in source for tracker in _TRACKERS)


def _alt(picture: turbohtml.Element) -> str:
    return (picture.attr("alt") or "").strip()
