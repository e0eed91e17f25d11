"""Marginalia Search, the small web (https://about.marginalia-search.com/article/api/)."""

from gossamer.core.searches import Source
from gossamer.searchers.json_service import JsonService, Shelf
from gossamer.searchers.service import Service


def marginalia(key: str, *, base: str = "https://api2.marginalia-search.com") -> Service:
    """Return Marginalia, opened by *key*."""
    return JsonService(
        "marginalia",
        {Source.WEB: Shelf(f"{base}/search", "results", per_page=100, pages=1)},
        lambda query, _turn: {"query": query.text, "count": min(query.limit, 100)},
        headers={"api-key": key},
    )
