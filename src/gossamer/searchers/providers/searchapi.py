"""SearchApi, Google's results as JSON (https://www.searchapi.io/docs/google)."""

from collections.abc import Mapping
from typing import Any, Final

from gossamer.core.searches import Freshness, SearchQuery, Source
from gossamer.searchers.freshness import exact_age
from gossamer.searchers.json_service import JsonService, Shelf
from gossamer.searchers.providers.google_words import american, no_results, primary
from gossamer.searchers.reading import HitFields
from gossamer.searchers.service import Can, SearchTurn, Service

_IMAGES_A_PAGE: Final = 100


def searchapi(key: str, *, base: str = "https://www.searchapi.io") -> Service:
    """Return SearchApi, opened by *key*."""
    can = Can.OPERATORS | Can.DATES
    url = f"{base}/api/v1/search"
    text = HitFields(url="link", description="snippet", published="iso_date | date")
    news = HitFields(url="link", description="snippet", published="iso_date | date", image="thumbnail")
    image = HitFields(
        url="source.link",
        description="",
        image="original.link | thumbnail",
        width="original.width",
        height="original.height",
    )
    return JsonService(
        name="searchapi",
        shelves={
            Source.WEB: Shelf(url, "organic_results", text, fixed={"engine": "google"}, can=can),
            Source.NEWS: Shelf(url, "organic_results", news, fixed={"engine": "google_news"}, can=can),
            Source.IMAGES: Shelf(
                url, "images", image, per_page=_IMAGES_A_PAGE, pages=1, fixed={"engine": "google_images"}, can=can
            ),
        },
        ask=_ask,
        headers={"authorization": f"Bearer {key}"},
        remarks=no_results,
        envelope="search_metadata",
    )


def _ask(query: SearchQuery, turn: SearchTurn) -> Mapping[str, Any]:
    return {
        "q": query.text,
        "gl": query.country,
        "hl": primary(query.language),
        "location": query.location,
        "page": turn.page + 1 if turn.page else None,
        "safe": None if query.safe is None else ("active" if query.safe else "off"),
        **_period(query.freshness, turn),
    }


def _period(freshness: Freshness, turn: SearchTurn) -> Mapping[str, Any]:
    if age := exact_age(freshness, turn.now):
        return {"time_period": f"last_{age}"}
    return {
        "time_period_min": american(freshness.since) if freshness.since else None,
        "time_period_max": american(freshness.until) if freshness.until else None,
    }
