"""Exa, an index of meanings (https://exa.ai/docs/reference/search)."""

from collections.abc import Mapping
from typing import Any, Final

from gossamer.core.searches import SearchQuery, Source
from gossamer.searchers.json_service import JsonService, Shelf
from gossamer.searchers.reading import HitFields
from gossamer.searchers.service import Can, SearchTurn, Service

_MOST: Final = 100


def exa(key: str, *, base: str = "https://api.exa.ai") -> Service:
    """Return Exa, opened by *key*."""
    fields = HitFields(description="highlights | summary | text", published="publishedDate", image="image")
    url, can = f"{base}/search", Can.DOMAINS | Can.DATES
    return JsonService(
        name="exa",
        shelves={
            Source.WEB: Shelf(url, "results", fields, per_page=_MOST, pages=1, can=can),
            Source.NEWS: Shelf(url, "results", fields, per_page=_MOST, pages=1, fixed={"category": "news"}, can=can),
        },
        ask=_ask,
        headers={"x-api-key": key},
        posts=True,
    )


def _ask(query: SearchQuery, _turn: SearchTurn) -> Mapping[str, Any]:
    since, until = query.freshness.since, query.freshness.until
    return {
        "query": query.text,
        "numResults": min(query.limit, _MOST),
        "includeDomains": query.include_domains,
        "excludeDomains": query.exclude_domains,
        "startPublishedDate": since.isoformat() if since else None,
        "endPublishedDate": until.isoformat() if until else None,
        "userLocation": query.country.upper() if query.country else None,
        "moderation": query.safe,
        "contents": {"highlights": True},
    }
