"""Google Programmable Search (https://developers.google.com/custom-search/v1/reference/rest/v1/cse/list)."""

from collections.abc import Mapping
from typing import Any, Final

from gossamer.core.searches import Freshness, SearchQuery, Source
from gossamer.searchers.freshness import Age, exact_age
from gossamer.searchers.json_service import JsonService, Shelf
from gossamer.searchers.providers.google_words import primary
from gossamer.searchers.reading import HitFields
from gossamer.searchers.service import Can, SearchTurn, Service

_A_PAGE: Final = 10
_AGES: Final = {Age.HOUR: "d1", Age.DAY: "d1", Age.WEEK: "w1", Age.MONTH: "m1", Age.YEAR: "y1"}


def google(key: str, engine: str, *, base: str = "https://www.googleapis.com") -> Service:
    """Return the search *engine* (its `cx`), opened by *key*. It gives a hundred results at most, and has no news."""
    url, can = f"{base}/customsearch/v1", Can.OPERATORS | Can.DATES
    published = "pagemap.metatags.0.article:published_time"
    image = HitFields(url="image.contextLink", description="", image="link", width="image.width", height="image.height")
    return JsonService(
        name="google",
        shelves={
            Source.WEB: Shelf(url, "items", HitFields(url="link", description="snippet", published=published), can=can),
            Source.IMAGES: Shelf(url, "items", image, fixed={"searchType": "image"}, can=can),
        },
        ask=lambda query, turn: {"cx": engine, **_ask(query, turn)},
        headers={"x-goog-api-key": key},
        envelope="searchInformation | kind",
    )


def _ask(query: SearchQuery, turn: SearchTurn) -> Mapping[str, Any]:
    language = primary(query.language)
    return {
        "q": query.text,
        "num": min(_A_PAGE, query.limit),
        "start": _A_PAGE * turn.page + 1,
        "gl": query.country,
        "hl": language,
        "safe": None if query.safe is None else ("active" if query.safe else "off"),
        **_times(query.freshness, turn),
    }


def _times(freshness: Freshness, turn: SearchTurn) -> Mapping[str, Any]:
    if age := exact_age(freshness, turn.now):
        return {"dateRestrict": _AGES[age], "sort": "date" if freshness.by_date else None}
    if freshness.since is None and freshness.until is None:
        return {"sort": "date" if freshness.by_date else None}
    first, last = (f"{day:%Y%m%d}" if day else "" for day in (freshness.since, freshness.until))
    return {"sort": f"date:r:{first}:{last}"}
