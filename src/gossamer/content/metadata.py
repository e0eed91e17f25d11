"""What a page says about itself, under the names of the wire.

Every `<meta>` is kept under its own name; the well-known ones also have a short name. The
names of what *we* report about a scrape are ours: a page cannot set its own status code.
"""

from collections.abc import Mapping
from typing import Any, Final

import turbohtml

from gossamer.content.addresses import Base
from gossamer.content.charset import storable

_MAX_NAMES: Final = 400
_MAX_NAME: Final = 200
_MAX_VALUE: Final = 16_384

# Short name on the wire: the names of the <meta> it comes from, best first.
_SHORT: Final[Mapping[str, tuple[str, ...]]] = {
    "description": ("description", "og:description", "twitter:description"),
    "robots": ("robots",),
    "ogTitle": ("og:title",),
    "ogDescription": ("og:description",),
    "ogUrl": ("og:url",),
    "ogImage": ("og:image", "og:image:url", "og:image:secure_url"),
    "ogAudio": ("og:audio",),
    "ogDeterminer": ("og:determiner",),
    "ogLocale": ("og:locale",),
    "ogSiteName": ("og:site_name",),
    "ogVideo": ("og:video", "og:video:url"),
    "dctermsCreated": ("dcterms.created",),
    "dcDateCreated": ("dc.date.created",),
    "dcDate": ("dc.date",),
    "dctermsType": ("dcterms.type",),
    "dcType": ("dc.type",),
    "dctermsAudience": ("dcterms.audience",),
    "dctermsSubject": ("dcterms.subject",),
    "dcSubject": ("dc.subject",),
    "dcDescription": ("dc.description",),
    "dctermsKeywords": ("dcterms.keywords",),
    "modifiedTime": ("article:modified_time", "og:updated_time"),
    "publishedTime": ("article:published_time",),
    "articleTag": ("article:tag",),
    "articleSection": ("article:section",),
}
_ADDRESSES: Final = ("ogUrl", "ogImage", "ogAudio", "ogVideo")
# Kept for what the service reports; clients give these names types of their own.
_OURS: Final = frozenset(
    {
        "title", "description", "language", "keywords", "robots", "favicon", "canonical", "url", "sourceurl",
        "statuscode",
        "error", "contenttype", "scrapeid", "proxyused", "cachestate", "cachedat", "creditsused", "numpages",
        "totalpages",
        "timezone", "concurrencylimited", "concurrencyqueuedurationms", "postprocessorsused", "indexid", "warning",
        "oglocalealternate", "source_url", "status_code", "scrape_id", "proxy_used", "cache_state", "cached_at",
        "fetchedby", "renderreason", "tlsverified", "credits_used", "num_pages", "total_pages", "content_type",
        "concurrency_limited",
        "concurrency_queue_duration_ms", "postprocessors_used", "index_id",
        *(name.lower() for name in _SHORT),
    }
)  # fmt: skip


def metadata(document: turbohtml.Document, base: Base) -> dict[str, Any]:
    """Return the page's own metadata; names that are not there are left out.

    A name that comes several times has a list of its values, in order.
    """
    named = _named(document)
    found: dict[str, Any] = {}
    _put(found, "title", _title(document) or _first(named, "og:title", "twitter:title"))
    found |= _shortly_named(named)
    _put(found, "language", _language(document, named))
    _put_keywords(found, named.get("keywords", []))
    for short in _ADDRESSES:
        if short in found:
            found[short] = base.absolute(found[short]) or found[short]
    if alternates := named.get("og:locale:alternate"):
        found["ogLocaleAlternate"] = alternates
    _put_linked(found, document, base)
    for name, values in named.items():
        if name.lower() not in _OURS:
            found[name] = values[0] if len(values) == 1 else values
    return found


def _named(document: turbohtml.Document) -> dict[str, list[str]]:
    """Return the values of every `<meta>` by name; the well-known names come in lower case."""
    named: dict[str, list[str]] = {}
    for element in document.select("meta"):
        name = (element.attr("name") or element.attr("property") or element.attr("itemprop") or "").strip()
        value = _clean(element.attr("content"))
        if not value or not name or len(name) > _MAX_NAME or name.startswith("__"):
            continue
        key = name.lower() if name.lower() in _KNOWN else storable(name)
        if key in named or len(named) < _MAX_NAMES:
            named.setdefault(key, []).append(value)
    return named


_KNOWN: Final = frozenset({"keywords", "og:locale:alternate", "content-language", "twitter:title"}).union(
    *_SHORT.values()
)


def _clean(value: str | None) -> str:
    return storable(value[:_MAX_VALUE]).strip() if value else ""


def _put(found: dict[str, Any], name: str, value: str | None) -> None:
    if value:
        found[name] = value


def _put_keywords(found: dict[str, Any], values: list[str]) -> None:
    if values:
        found["keywords"] = values[0] if len(values) == 1 else values


def _shortly_named(named: Mapping[str, list[str]]) -> dict[str, str]:
    # Most names are not there.
    return {short: _first(named, *names) or "" for short, names in _SHORT.items() if not named.keys().isdisjoint(names)}


def _first(named: Mapping[str, list[str]], *names: str) -> str | None:
    return next((named[name][0] for name in names if name in named), None)


def _title(document: turbohtml.Document) -> str:
    # An SVG has titles too.
    element = document.select_one("head > title") or document.select_one("title:not(svg title)")
    return " ".join(_clean(element.text).split()) if element else ""


def _language(document: turbohtml.Document, named: Mapping[str, list[str]]) -> str | None:
    root = document.root
    declared = _clean(root.attr("lang") or root.attr("xml:lang")) if root else ""
    if declared:
        return declared
    equiv = document.select_one('meta[http-equiv="content-language" i]')
    content = _clean(equiv.attr("content")) if equiv else _first(named, "content-language") or ""
    return content.split(",")[0].strip() or (_first(named, "og:locale") or "").replace("_", "-") or None


def _put_linked(found: dict[str, Any], document: turbohtml.Document, base: Base) -> None:
    icons: dict[str, str] = {}
    for element in document.select("link"):
        rels = (element.attr("rel") or "").lower().split()
        href = element.attr("href")
        if not href or not (address := base.absolute(href)):
            continue
        for rel in ("icon", "apple-touch-icon", "canonical"):
            if rel in rels:
                icons.setdefault(rel, storable(address))
    _put(found, "favicon", icons.get("icon") or icons.get("apple-touch-icon"))
    _put(found, "canonical", icons.get("canonical"))
