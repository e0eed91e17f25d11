"""Mojeek, an index of its own (https://www.mojeek.com/support/api/search/)."""

from collections.abc import Mapping
from typing import Any, Final

from gossamer.core.searches import SearchQuery, Source
from gossamer.searchers.json_service import JsonService, Shelf
from gossamer.searchers.providers.google_words import primary
from gossamer.searchers.reading import HitFields
from gossamer.searchers.service import Can, SearchTurn, Service

_A_PAGE: Final = 10


def mojeek(key: str, *, base: str = "https://api.mojeek.com") -> Service:
    """Return Mojeek, opened by *key*, which it accepts as a parameter only."""
    fields = HitFields(description="desc", published="date | pdate")
    shelf = Shelf(f"{base}/search", "response.results", fields, per_page=_A_PAGE, can=Can.OPERATORS | Can.DATES)
    return JsonService("mojeek", {Source.WEB: shelf}, _ask, secrets={"api_key": key}, envelope="response.head")


def _ask(query: SearchQuery, turn: SearchTurn) -> Mapping[str, Any]:
    since, until = query.freshness.since, query.freshness.until
    return {
        "q": query.text,
        "fmt": "json",
        "t": _A_PAGE,
        "s": _A_PAGE * turn.page + 1,
        "lb": (primary(query.language) or "").partition("-")[0],
        "rb": query.country,
        "since": f"{since:%Y%m%d}" if since else None,
        "before": f"{until:%Y%m%d}" if until else None,
        "safe": None if query.safe is None else int(query.safe),
    }
