"""Another service with the same API as this one: `POST /v2/search`."""

from collections.abc import Mapping
from typing import Any, Final

from gossamer.core.searches import SearchQuery, Source
from gossamer.searchers.json_service import JsonService, Shelf
from gossamer.searchers.providers.google_words import tbs
from gossamer.searchers.reading import HitFields
from gossamer.searchers.service import Can, SearchTurn, Service

_MOST: Final = 100


def upstream(base: str, key: str | None) -> Service:
    """Return the service at *base*, with or without `/v2`, opened by *key*."""
    url = f"{base.rstrip('/').removesuffix('/v2')}/v2/search"
    fields = {
        Source.WEB: HitFields(),
        Source.NEWS: HitFields(description="snippet", published="date", image="imageUrl"),
        Source.IMAGES: HitFields(description="", image="imageUrl", width="imageWidth", height="imageHeight"),
    }
    can = Can.OPERATORS | Can.DOMAINS | Can.DATES
    return JsonService(
        name="upstream",
        shelves={
            source: Shelf(url, f"data.{source}", fields[source], per_page=_MOST, pages=1, can=can) for source in Source
        },
        ask=_ask,
        headers={"authorization": f"Bearer {key}"} if key else {},
        posts=True,
        envelope="success",
    )


def _ask(query: SearchQuery, turn: SearchTurn) -> Mapping[str, Any]:
    return {
        "query": query.text,
        "limit": min(query.limit, _MOST),
        "sources": [{"type": query.source.value}],
        "tbs": tbs(query.freshness, turn.now),
        "country": query.country,
        "location": query.location,
        "includeDomains": list(query.include_domains),
        # The two may not be asked for together; the hits are looked at here.
        "excludeDomains": [] if query.include_domains else list(query.exclude_domains),
    }
