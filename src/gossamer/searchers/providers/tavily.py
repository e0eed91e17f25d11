"""Tavily, results chosen for language models (https://docs.tavily.com/documentation/api-reference/endpoint/search)."""

from collections.abc import Mapping
from typing import Any, Final

from gossamer.core.searches import Freshness, SearchQuery, Source
from gossamer.searchers.freshness import Age, exact_age
from gossamer.searchers.json_service import JsonService, Shelf
from gossamer.searchers.reading import HitFields
from gossamer.searchers.service import Can, SearchTurn, Service

_MOST: Final = 20
_LONGEST: Final = 400
# It takes names of countries. Those that callers ask for; another one is left out, and nothing is boosted.
# fmt: off
_COUNTRIES: Final = {
    "ae": "united arab emirates", "ar": "argentina", "at": "austria", "au": "australia", "bd": "bangladesh",
    "be": "belgium", "bg": "bulgaria", "br": "brazil", "ca": "canada", "ch": "switzerland", "cl": "chile",
    "cn": "china", "co": "colombia", "cr": "costa rica", "cz": "czech republic", "de": "germany", "dk": "denmark",
    "ec": "ecuador", "ee": "estonia", "eg": "egypt", "es": "spain", "fi": "finland", "fr": "france",
    "gb": "united kingdom", "gr": "greece", "hk": "hong kong", "hr": "croatia", "hu": "hungary", "id": "indonesia",
    "ie": "ireland", "il": "israel", "in": "india", "is": "iceland", "it": "italy", "jp": "japan", "ke": "kenya",
    "kr": "south korea", "lt": "lithuania", "lu": "luxembourg", "lv": "latvia", "ma": "morocco", "mx": "mexico",
    "my": "malaysia", "ng": "nigeria", "nl": "netherlands", "no": "norway", "nz": "new zealand", "pe": "peru",
    "ph": "philippines", "pk": "pakistan", "pl": "poland", "pt": "portugal", "ro": "romania", "rs": "serbia",
    "ru": "russia", "sa": "saudi arabia", "se": "sweden", "sg": "singapore", "si": "slovenia", "sk": "slovakia",
    "th": "thailand", "tr": "turkey", "tw": "taiwan", "ua": "ukraine", "us": "united states", "uy": "uruguay",
    "ve": "venezuela", "vn": "vietnam", "za": "south africa",
}
# fmt: on


def tavily(key: str, *, base: str = "https://api.tavily.com") -> Service:
    """Return Tavily, opened by *key*. Its pictures do not say where they are from, so it has none for us."""
    fields = HitFields(description="content", published="published_date")
    shelf = Shelf(f"{base}/search", "results", fields, per_page=_MOST, pages=1, can=Can.DOMAINS | Can.DATES)
    return JsonService(
        name="tavily",
        shelves={Source.WEB: shelf, Source.NEWS: shelf},
        ask=_ask,
        headers={"authorization": f"Bearer {key}"},
        posts=True,
        longest=_LONGEST,
    )


def _ask(query: SearchQuery, turn: SearchTurn) -> Mapping[str, Any]:
    news = query.source is Source.NEWS
    return {
        "query": query.text,
        "topic": "news" if news else "general",
        "max_results": min(query.limit, _MOST),
        "include_domains": query.include_domains,
        "exclude_domains": query.exclude_domains,
        "country": None if news else _COUNTRIES.get(query.country or ""),
        **_times(query.freshness, turn),
    }


def _times(freshness: Freshness, turn: SearchTurn) -> Mapping[str, Any]:
    if age := exact_age(freshness, turn.now):
        return {"time_range": Age.DAY if age is Age.HOUR else age.value}
    return {
        "start_date": freshness.since.date().isoformat() if freshness.since else None,
        "end_date": freshness.until.date().isoformat() if freshness.until else None,
    }
