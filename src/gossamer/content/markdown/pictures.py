"""Pictures: the address a visitor's browser would end up with."""

from typing import Final

import turbohtml

from gossamer.content.addresses import Base
from gossamer.content.markdown.survey import Survey
from gossamer.content.picture_sources import source_of

REMOVED: Final = "Base64-Image-Removed"
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


def _is_pixel(picture: turbohtml.Element) -> bool:
    if picture.attr("width") in _DOTS or picture.attr("height") in _DOTS:
        # A line of one pixel is a picture still.
        return not picture.attr("alt") or picture.attr("width") == picture.attr("height")
    source = (picture.attr("src") or "")[:120]
    return any(tracker in source for tracker in _TRACKERS)


def _alt(picture: turbohtml.Element) -> str:
    return (picture.attr("alt") or "").strip()
