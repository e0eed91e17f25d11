"""What a page says about itself, under the names of the wire.

Every `<meta>` is kept under its own name; the well-known ones also have a short name. The
names of what *we* report about a scrape are ours: a page cannot set its own status code.
"""

from collections.abc import Mapping
from typing import Any, Final

from gossamer.content.addresses import Base
from gossamer.content.charset import storable
from gossamer.content.page import scan, visible

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
_LINKED: Final = frozenset({"icon", "apple-touch-icon", "canonical"})
# Kept for what the service reports; clients give these names types of their own.
_OURS: Final = frozenset(
    {
        "title", "description", "language", "keywords", "robots", "favicon", "canonical", "url", "sourceurl",
        "statuscode",
        "error", "contenttype", "scrapeid", "proxyused", "cachestate", "cachedat", "creditsused", "numpages",
        "totalpages",
        "timezone", "concurrencylimited", "concurrencyqueuedurationms", "postprocessorsused", "indexid", "warning",
        "oglocalealternate", "source_url", "status_code", "scrape_id", "proxy_used", "cache_state", "cached_at",
        "terms", "fetchedby", "renderreason", "renderskipped", "pageverdict", "promptinjection", "tlsverified",
        "credits_used", "num_pages", "total_pages", "content_type",
        "concurrency_limited",
        "concurrency_queue_duration_ms", "postprocessors_used", "index_id",
        *(name.lower() for name in _SHORT),
    }
)  # fmt: skip


def metadata(page: scan.Scan, base: Base) -> dict[str, Any]:
    """Return the page's own metadata; names that are not there are left out.

    A name that comes several times has a list of its values, in order.
    """
    named = _read_meta_values(page)
    fields: dict[str, Any] = {}
    _put(fields, "title", _title(page) or _first(named, "og:title", "twitter:title"))
    fields |= _shortly_named(named)
    _put(fields, "language", _language(page, named))
    _put_keywords(fields, named.get("keywords", []))
    for short in _ADDRESSES:
        if short in fields:
            fields[short] = base.absolute(fields[short]) or fields[short]
    if alternates := named.get("og:locale:alternate"):
        fields["ogLocaleAlternate"] = alternates
    _put_linked(fields, page, base)
    for name, values in named.items():
        if name.lower() not in _OURS:
            fields[name] = values[0] if len(values) == 1 else values
    return fields


def _read_meta_values(page: scan.Scan) -> dict[str, list[str]]:
    """Return the values of every `<meta>` by name; the well-known names come in lower case."""
    named: dict[str, list[str]] = {}
    for values in map(page.attributes, page.elements("meta")):
        name = (values.get("name") or values.get("property") or values.get("itemprop") or "").strip()
        value = _clean(values.get("content"))
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


def _put(fields: dict[str, Any], name: str, value: str | None) -> None:
    if value:
        fields[name] = value


def _put_keywords(fields: dict[str, Any], values: list[str]) -> None:
    if values:
        fields["keywords"] = values[0] if len(values) == 1 else values


def _shortly_named(named: Mapping[str, list[str]]) -> dict[str, str]:
    # Most names are not there.
    return {short: _first(named, *names) or "" for short, names in _SHORT.items() if not named.keys().isdisjoint(names)}


def _first(named: Mapping[str, list[str]], *names: str) -> str | None:
    return next((named[name][0] for name in names if name in named), None)


def _title(page: scan.Scan) -> str:
    end = -1
    for number in page.elements("title", "svg"):
        if number > end:
            # An SVG has titles too.
            if page.tag(number) == "title":
                return _clean(visible.read_text(page, number))
            end = page.last(number)
    return ""


def _language(page: scan.Scan, named: Mapping[str, list[str]]) -> str | None:
    for root in map(page.attributes, page.elements("html")[:1]):
        if declared := _clean(root.get("lang") or root.get("xml:lang")):
            return declared
    metas = map(page.attributes, page.elements("meta"))
    equiv = next((values for values in metas if values.get("http-equiv", "").lower() == "content-language"), None)
    content = _clean(equiv.get("content")) if equiv else _first(named, "content-language") or ""
    return content.split(",")[0].strip() or (_first(named, "og:locale") or "").replace("_", "-") or None


def _put_linked(fields: dict[str, Any], page: scan.Scan, base: Base) -> None:
    icons: dict[str, str] = {}
    for number in page.elements("link"):
        rels = (page.attr(number, "rel") or "").lower().split()
        for rel in _LINKED.intersection(rels) - icons.keys():
            if (href := page.attr(number, "href")) and (address := base.absolute(href)):
                icons[rel] = storable(address)
    _put(fields, "favicon", icons.get("icon") or icons.get("apple-touch-icon"))
    _put(fields, "canonical", icons.get("canonical"))
