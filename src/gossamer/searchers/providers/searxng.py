"""SearXNG, a metasearch engine that one runs oneself (https://docs.searxng.org/dev/search_api.html)."""

from collections.abc import Mapping
from typing import Any, Final

from gossamer.core.searches import SearchQuery, Source
from gossamer.searchers.freshness import Age, age
from gossamer.searchers.json_service import JsonService, Shelf
from gossamer.searchers.reading import HitFields, plain_text
from gossamer.searchers.service import ASKED_TOO_OFTEN, REFUSED, Can, Refusal, SearchTurn, Service, Unanswered

# An engine has 10 to 20 results a page, and several are merged.
_PER_PAGE: Final = 10
_CAN: Final = Can.OPERATORS | Can.DATES
_REFUSALS: Final = {
    403: Refusal(
        "its JSON format is switched off (403): add `json` to `search.formats` in SearXNG's settings.yml.", REFUSED
    ),
    429: Refusal(
        "its limiter refuses this service (429): set `server.limiter: false` in SearXNG's settings.yml.",
        ASKED_TOO_OFTEN,
    ),
}
_LONGEST_NAME: Final = 40
_NAMED: Final = 8


def searxng(endpoint: str, *, engines: str = "", categories: str = "") -> Service:
    """Return the SearXNG at *endpoint*; *engines* and *categories*, names separated by commas, are for web results."""
    url = f"{endpoint.rstrip('/').removesuffix('/search')}/search"

    def ask(query: SearchQuery, turn: SearchTurn) -> Mapping[str, Any]:
        oldest = age(query.freshness, turn.now)
        parameters = {
            "q": query.text,
            "format": "json",
            "language": query.language,
            "pageno": turn.page + 1,
            "time_range": Age.DAY if oldest is Age.HOUR else oldest,
            "safesearch": None if query.safe is None else str(2 * query.safe),
        }
        if query.source is Source.WEB:
            return {**parameters, "engines": engines, "categories": categories or ("" if engines else "general")}
        return {**parameters, "categories": query.source.value}

    return JsonService(
        name="searxng",
        shelves={source: _shelf(url, source) for source in Source},
        ask=ask,
        refusals=_REFUSALS,
        remarks=_unresponsive,
    )


def _shelf(url: str, source: Source) -> Shelf:
    picture = "img_src | thumbnail_src | thumbnail"
    fields = HitFields(
        description="content",
        published="publishedDate | pubdate",
        image=picture if source is Source.IMAGES else "thumbnail | img_src",
        size="resolution",
    )
    return Shelf(url, "results", fields, per_page=_PER_PAGE, can=_CAN)


def _unresponsive(payload: Mapping[str, Any], count: int) -> tuple[str, ...]:
    """Name the engines that did not answer; nothing found by the others is a failure then: nobody can tell."""
    unresponsive = payload.get("unresponsive_engines")
    engines = [_engine(entry) for entry in unresponsive[:_NAMED]] if isinstance(unresponsive, list) else []
    if not engines:
        return ()
    sentence = f"some of its engines did not answer: {', '.join(engines)}."
    if not count:
        raise Unanswered(f"it found nothing, and {sentence}", own_fault=False)
    return (sentence,)


def _engine(entry: Any) -> str:
    parts = [plain_text(part, longest=_LONGEST_NAME) for part in (entry if isinstance(entry, list) else [entry])]
    name, reason = (*parts, "", "")[:2]
    return f"{name} ({reason})" if reason else name
