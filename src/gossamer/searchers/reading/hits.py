"""Items of an answer as hits."""

import html
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from gossamer.core.errors import InvalidTarget
from gossamer.core.searches import Hit, Source
from gossamer.core.urls import web_url
from gossamer.searchers.reading.dates import read_date
from gossamer.searchers.reading.paths import at

_LONGEST_TITLE: Final = 500
_LONGEST_DESCRIPTION: Final = 2_000
_MOST_PIXELS: Final = 1_000_000
_SIZE: Final = re.compile(r"\s*(\d{1,6})\s*(?:px)?\s*[x×*]\s*(\d{1,6})")  # noqa: RUF001 - as SearXNG writes it
_ABSOLUTE: Final = ("http://", "https://")

# Tags with which providers mark words. Other things in angle brackets are text: "Vec<String>".
_TAGS: Final = re.compile(
    r"</?(?:a|b|br|code|div|em|font|i|li|mark|ol|p|pre|q|s|small|span|strong|sub|sup|u|ul|wbr|h[1-6])(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
_BREAKS: Final = re.compile(r"<(?:br|/?p|/?div|/?li)\b", re.IGNORECASE)
# Private use: where some engines mark the beginning and the end of a match.
_MARKS: Final = re.compile("[\ue000-\ue001\u200b\ufeff\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff]")
_SPACE: Final = re.compile(r"\s+")


def plain_text(value: Any, *, longest: int) -> str:
    """Return *value* as one line of text; of a list its texts, empty for what is none."""
    if isinstance(value, list):
        value = " … ".join(part for part in value if isinstance(part, str))
    if not isinstance(value, str):
        return ""
    text = value[: 20 * longest]
    if "<" in text:
        text = _TAGS.sub(lambda tag: " " if _BREAKS.match(tag[0]) else "", text)
    text = _SPACE.sub(" ", _MARKS.sub("", html.unescape(text))).strip()
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"


@dataclass(frozen=True, slots=True)
class HitFields:
    """A provider's names for the parts of a result: paths, alternatives separated by `|`; empty for missing parts.

    *size* is a text such as "1920 x 1080", in place of *width* and *height*.
    """

    url: str = "url"
    title: str = "title"
    description: str = "description"
    published: str = ""
    image: str = ""
    width: str = ""
    height: str = ""
    size: str = ""


def read_hits(items: Iterable[Any], fields: HitFields, *, source: Source, name: str, now: datetime) -> tuple[Hit, ...]:
    """Return the hits among *items*, each URL once; images without an image are none."""
    hits = (hit for item in items if (hit := _hit(item, fields, source, name, now)) is not None)
    return once(hits, source)


def is_strange(item: Any, fields: HitFields) -> bool:
    """Return whether *item* is no result of any shape: no object, or one whose address is none.

    An object without an address is something else that a provider lists, as related searches.
    """
    if not isinstance(item, Mapping):
        return True
    url = at(item, fields.url)
    return url is not None and _address(url) is None


def once(hits: Iterable[Hit], source: Source) -> tuple[Hit, ...]:
    """Return *hits* with each URL once, of images each image: one page may show many."""
    first: dict[str | None, Hit] = {}
    for hit in hits:
        first.setdefault(hit.image_url if source is Source.IMAGES else hit.url, hit)
    return tuple(first.values())


def _hit(item: Any, fields: HitFields, source: Source, name: str, now: datetime) -> Hit | None:
    url = _address(at(item, fields.url))
    image = _address(at(item, fields.image)) if fields.image and source is not Source.WEB else None
    if url is None or (source is Source.IMAGES and image is None):
        return None
    width, height = _size(item, fields) if source is Source.IMAGES else (None, None)
    return Hit(
        url=url,
        title=plain_text(at(item, fields.title), longest=_LONGEST_TITLE),
        description=plain_text(at(item, fields.description), longest=_LONGEST_DESCRIPTION),
        published=read_date(at(item, fields.published), now) if fields.published else None,
        image_url=image,
        image_width=width,
        image_height=height,
        providers=(name,),
    )


def _address(value: Any) -> str | None:
    """Return an absolute web address, as it will be sent; None for anything else."""
    if not isinstance(value, str) or not value.strip().lower().startswith(_ABSOLUTE):
        return None
    with suppress(InvalidTarget):
        return web_url(value)
    return None


def _size(item: Any, fields: HitFields) -> tuple[int | None, int | None]:
    if fields.size and isinstance(text := at(item, fields.size), str) and (match := _SIZE.match(text)):
        return int(match[1]), int(match[2])
    return _pixels(at(item, fields.width)), _pixels(at(item, fields.height))


def _pixels(value: Any) -> int | None:
    if isinstance(value, str) and value.strip().isdecimal():
        value = int(value[:9])
    is_integer = isinstance(value, int) and not isinstance(value, bool)
    return value if is_integer and 0 < value <= _MOST_PIXELS else None
