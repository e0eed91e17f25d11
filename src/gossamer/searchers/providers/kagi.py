"""Kagi (https://help.kagi.com/kagi/api/search.html)."""

from gossamer.core.searches import Source
from gossamer.searchers.json_service import JsonService, Shelf
from gossamer.searchers.reading import HitFields
from gossamer.searchers.service import Can, Service


def kagi(key: str, *, base: str = "https://kagi.com") -> Service:
    """Return Kagi, opened by *key*. What it lists beside results, as related searches, has no address."""
    fields = HitFields(description="snippet", published="published")
    shelf = Shelf(f"{base}/api/v0/search", "data", fields, per_page=100, pages=1, can=Can.OPERATORS)
    return JsonService(
        "kagi",
        {Source.WEB: shelf},
        lambda query, _turn: {"q": query.text, "limit": query.limit},
        headers={"authorization": f"Bot {key}"},
        envelope="meta",
    )
