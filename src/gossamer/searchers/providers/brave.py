"""Brave Search, an index of its own (https://api-dashboard.search.brave.com/documentation)."""

from collections.abc import Mapping
from typing import Any, Final

from gossamer.core.searches import Freshness, SearchQuery, Source
from gossamer.searchers.freshness import Age, exact_age
from gossamer.searchers.json_service import JsonService, Shelf
from gossamer.searchers.reading import HitFields
from gossamer.searchers.service import Can, SearchTurn, Service

_AGES: Final = {Age.HOUR: "pd", Age.DAY: "pd", Age.WEEK: "pw", Age.MONTH: "pm", Age.YEAR: "py"}
# Others are refused with 422.
# fmt: off
_COUNTRIES: Final = frozenset({
    "ar", "au", "at", "be", "br", "ca", "cl", "dk", "fi", "fr", "de", "gr", "hk", "in", "id", "it", "jp", "kr", "my",
    "mx", "nl", "nz", "no", "cn", "pl", "pt", "ph", "ru", "sa", "za", "es", "se", "ch", "tw", "tr", "gb", "us",
})
_LANGUAGES: Final = frozenset({
    "ar", "eu", "bn", "bg", "ca", "zh-hans", "zh-hant", "hr", "cs", "da", "nl", "en", "en-gb", "et", "fi", "fr", "gl",
    "de", "el", "gu", "he", "hi", "hu", "is", "it", "jp", "kn", "ko", "lv", "lt", "ms", "ml", "mr", "nb", "pl", "pt-br",
    "pt-pt", "pa", "ro", "ru", "sr", "sk", "sl", "es", "sv", "ta", "te", "th", "tr", "uk", "vi",
})
# fmt: on
_OTHERWISE_CALLED: Final = {
    "ja": "jp",
    "no": "nb",
    "pt": "pt-pt",
    "zh": "zh-hans",
    "zh-cn": "zh-hans",
    "zh-sg": "zh-hans",
    "zh-tw": "zh-hant",
    "zh-hk": "zh-hant",
}
_LONGEST: Final = 400


def brave(key: str, *, base: str = "https://api.search.brave.com") -> Service:
    """Return Brave Search, opened by *key*."""
    dated = Can.OPERATORS | Can.DATES
    published = "page_age | age"
    return JsonService(
        name="brave",
        shelves={
            Source.WEB: Shelf(
                f"{base}/res/v1/web/search", "web.results", HitFields(published=published), per_page=20, can=dated
            ),
            Source.NEWS: Shelf(
                f"{base}/res/v1/news/search",
                "results",
                HitFields(published=published, image="thumbnail.original | thumbnail.src"),
                per_page=50,
                can=dated,
            ),
            Source.IMAGES: Shelf(
                f"{base}/res/v1/images/search",
                "results",
                HitFields(
                    description="",
                    image="properties.url | thumbnail.src",
                    width="properties.width | thumbnail.width",
                    height="properties.height | thumbnail.height",
                ),
                per_page=200,
                pages=1,
                can=Can.OPERATORS,
            ),
        },
        ask=_ask,
        headers={"x-subscription-token": key},
        last="query.more_results_available",
        envelope="type",
        longest=_LONGEST,
    )


def _ask(query: SearchQuery, turn: SearchTurn) -> Mapping[str, Any]:
    most = {Source.WEB: 20, Source.NEWS: 50, Source.IMAGES: 200}[query.source]
    parameters = {
        "q": query.text,
        # Pages are counted in it, so it stays the same on all of them.
        "count": min(query.limit, most),
        "country": query.country.upper() if query.country in _COUNTRIES and query.country else None,
        "search_lang": _language(query.language),
        "safesearch": None if query.safe is None else ("strict" if query.safe else "off"),
    }
    if query.source is Source.IMAGES:
        return parameters
    return {**parameters, "offset": turn.page or None, "freshness": _freshness(query.freshness, turn)}


def _language(tag: str | None) -> str | None:
    for tag_wanted in ((tag or "").lower(), (tag or "").lower().partition("-")[0]):
        name = _OTHERWISE_CALLED.get(tag_wanted, tag_wanted)
        if name in _LANGUAGES:
            return name
    return None


def _freshness(freshness: Freshness, turn: SearchTurn) -> str | None:
    if age := exact_age(freshness, turn.now):
        return _AGES[age]
    if freshness.since is None and freshness.until is None:
        return None
    first = freshness.since.date().isoformat() if freshness.since else "1990-01-01"
    return f"{first}to{(freshness.until or turn.now).date().isoformat()}"
