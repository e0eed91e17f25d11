"""Serper, Google's results as JSON (https://serper.dev)."""

from collections.abc import Mapping
from typing import Any

from gossamer.core.searches import SearchQuery, Source
from gossamer.searchers.json_service import JsonService, Shelf
from gossamer.searchers.providers.google_words import primary, tbs
from gossamer.searchers.reading import HitFields
from gossamer.searchers.service import Can, SearchTurn, Service


def serper(key: str, *, base: str = "https://google.serper.dev") -> Service:
    """Return Serper, opened by *key*."""
    can = Can.OPERATORS | Can.DATES
    text = HitFields(url="link", description="snippet", published="date")
    news = HitFields(url="link", description="snippet", published="date", image="imageUrl")
    image = HitFields(url="link", description="", image="imageUrl", width="imageWidth", height="imageHeight")
    return JsonService(
        name="serper",
        shelves={
            Source.WEB: Shelf(f"{base}/search", "organic", text, can=can),
            Source.NEWS: Shelf(f"{base}/news", "news", news, can=can),
            Source.IMAGES: Shelf(f"{base}/images", "images", image, can=can),
        },
        ask=_ask,
        headers={"x-api-key": key},
        posts=True,
        envelope="searchParameters",
    )


def _ask(query: SearchQuery, turn: SearchTurn) -> Mapping[str, Any]:
    return {
        "q": query.text,
        "gl": query.country,
        "hl": primary(query.language),
        "location": query.location,
        "tbs": tbs(query.freshness, turn.now),
        "page": turn.page + 1 if turn.page else None,
    }
