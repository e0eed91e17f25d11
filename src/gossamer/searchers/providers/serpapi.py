"""SerpApi, Google's results as JSON (https://serpapi.com/search-api)."""

from collections.abc import Mapping
from typing import Any, Final

from gossamer.core.searches import SearchQuery, Source
from gossamer.searchers.json_service import JsonService, Shelf
from gossamer.searchers.providers.google_words import no_results, primary, tbs
from gossamer.searchers.reading import HitFields
from gossamer.searchers.service import Can, SearchTurn, Service

_A_PAGE: Final = 10
_IMAGES_A_PAGE: Final = 100


def serpapi(key: str, *, base: str = "https://serpapi.com") -> Service:
    """Return SerpApi, opened by *key*, which it accepts as a parameter only."""
    can = Can.OPERATORS | Can.DATES
    url = f"{base}/search.json"
    text = HitFields(url="link", description="snippet", published="date")
    news = HitFields(url="link", description="snippet", published="published_at | date", image="thumbnail")
    image = HitFields(
        url="link", description="", image="original | thumbnail", width="original_width", height="original_height"
    )
    return JsonService(
        name="serpapi",
        shelves={
            Source.WEB: Shelf(url, "organic_results", text, fixed={"engine": "google"}, can=can),
            Source.NEWS: Shelf(url, "news_results", news, fixed={"engine": "google", "tbm": "nws"}, can=can),
            Source.IMAGES: Shelf(
                url, "images_results", image, per_page=_IMAGES_A_PAGE, fixed={"engine": "google_images"}, can=can
            ),
        },
        ask=_ask,
        secrets={"api_key": key},
        remarks=no_results,
        envelope="search_metadata",
    )


def _ask(query: SearchQuery, turn: SearchTurn) -> Mapping[str, Any]:
    paging = {"ijn": turn.page} if query.source is Source.IMAGES else {"start": _A_PAGE * turn.page or None}
    return {
        "q": query.text,
        "gl": query.country,
        "hl": primary(query.language),
        "location": query.location,
        "tbs": tbs(query.freshness, turn.now),
        "safe": None if query.safe is None else ("active" if query.safe else "off"),
        **paging,
    }
