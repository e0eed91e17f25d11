"""Answers in the documented shapes of providers, from one list of rows."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote


@dataclass(frozen=True, slots=True)
class RecordedRequest:
    """A request as it came: parameters of the address and of a form in *params*, *headers* with lower-case names."""

    method: str
    path: str
    params: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    body: Any = None

    def number(self, name: str, default: int) -> int:
        """Return a number among the parameters or in the body."""
        held = self.body if isinstance(self.body, dict) else self.params
        return int(held.get(name, default))


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A result, as engines have it: *published* is ISO 8601, the picture is 1200 by 800."""

    url: str
    title: str
    snippet: str
    published: str = "2026-05-30T08:00:00"

    @property
    def picture(self) -> str:
        """Return the address of its picture."""
        return f"{self.url}/picture.jpg"


def rows(count: int, *, site: str = "https://example.org") -> list[ResultRow]:
    """Return so many rows, each on a page of its own."""
    return [ResultRow(f"{site}/{n}", f"Title {n}", f"What page {n} says.") for n in range(1, count + 1)]


Rows = Sequence[ResultRow]
Shape = Callable[[RecordedRequest, Rows], Any]


def _page(found: Rows, *, size: int, first: int) -> Rows:
    return found[first : first + size]


def searxng(request: RecordedRequest, found: Rows) -> Any:
    """https://docs.searxng.org/dev/search_api.html, with the fields of its JSON template."""
    page = _page(found, size=20, first=20 * (request.number("pageno", 1) - 1))
    category = request.params.get("categories", "general")
    results = [
        {
            "url": row.url,
            "title": row.title,
            "content": row.snippet,
            "publishedDate": row.published,
            "thumbnail": row.picture,
            "engine": "duckduckgo",
            "parsed_url": ["https", "example.org", "/", "", "", ""],
            "template": "images.html" if category == "images" else "default.html",
            "engines": ["duckduckgo", "brave"],
            "positions": [1],
            "score": 1.0,
            "category": category,
            **({"img_src": row.picture, "resolution": "1200 x 800"} if category == "images" else {}),
        }
        for row in page
    ]
    return {
        "query": request.params.get("q"),
        "number_of_results": 0,
        "results": results,
        "answers": [],
        "corrections": [],
        "infoboxes": [],
        "suggestions": [],
        "unresponsive_engines": [],
    }


def brave(request: RecordedRequest, found: Rows) -> Any:
    """https://api-dashboard.search.brave.com/app/documentation: web, news and images."""
    count = request.number("count", 20)
    first = count * request.number("offset", 0)
    page = _page(found, size=count, first=first)
    query = {"original": request.params.get("q"), "more_results_available": first + count < len(found)}
    if request.path.endswith("/images/search"):
        pictures = [
            {
                "type": "image_result",
                "title": row.title,
                "url": row.url,
                "source": "example.org",
                "page_fetched": "2026-05-31T10:30:00Z",
                "thumbnail": {"src": "https://imgs.search.brave.com/t", "width": 500, "height": 333},
                "properties": {"url": row.picture, "width": 1200, "height": 800},
                "confidence": "high",
            }
            for row in page
        ]
        return {"type": "images", "query": query, "results": pictures, "extra": {"might_be_offensive": False}}
    results = [
        {
            "title": row.title,
            "url": row.url,
            "description": f"<strong>{row.snippet}</strong>",
            "age": "2 days ago",
            "page_age": row.published,
            "language": "en",
            "thumbnail": {"src": "https://imgs.search.brave.com/t", "original": row.picture},
            "extra_snippets": ["More of it."],
        }
        for row in page
    ]
    if request.path.endswith("/news/search"):
        return {"type": "news", "query": query, "results": results}
    return {"type": "search", "query": query, "web": {"type": "search", "results": results}}


def serper(request: RecordedRequest, found: Rows) -> Any:
    """https://serper.dev: search, news and images."""
    size = request.number("num", 10)
    page = _page(found, size=size, first=size * (request.number("page", 1) - 1))
    header = {"searchParameters": {**request.body, "type": request.path[1:], "engine": "google"}, "credits": 1}
    if request.path == "/images":
        pictures = [
            {
                "title": row.title,
                "imageUrl": row.picture,
                "imageWidth": 1200,
                "imageHeight": 800,
                "thumbnailUrl": "https://encrypted-tbn0.gstatic.com/t",
                "source": "Example",
                "domain": "example.org",
                "link": row.url,
                "position": place,
            }
            for place, row in enumerate(page, 1)
        ]
        return {**header, "images": pictures}
    results = [
        {"title": row.title, "link": row.url, "snippet": row.snippet, "date": "May 30, 2026", "position": place}
        for place, row in enumerate(page, 1)
    ]
    if request.path == "/news":
        news = [
            {**result, "imageUrl": row.picture, "source": "Example"} for result, row in zip(results, page, strict=True)
        ]
        return {**header, "news": news}
    return {**header, "organic": results, "peopleAlsoAsk": [], "relatedSearches": []}


def searchapi(request: RecordedRequest, found: Rows) -> Any:
    """https://www.searchapi.io/docs: the engines google, google_news and google_images."""
    header = {"search_metadata": {"status": "Success"}, "search_parameters": dict(request.params)}
    if request.params["engine"] == "google_images":
        pictures = [
            {
                "position": place,
                "title": row.title,
                "source": {"name": "Example", "link": row.url},
                "original": {"link": row.picture, "width": 1200, "height": 800},
                "thumbnail": "data:image/jpeg;base64,AAAA",
            }
            for place, row in enumerate(found[:100], 1)
        ]
        return {**header, "images": pictures}
    page = _page(found, size=10, first=10 * (request.number("page", 1) - 1))
    news = request.params["engine"] == "google_news"
    results = [
        {
            "position": place,
            "title": row.title,
            "link": row.url,
            "source": "Example",
            "date": "2 days ago",
            "snippet": row.snippet,
            **({"iso_date": row.published, "thumbnail": row.picture} if news else {}),
        }
        for place, row in enumerate(page, 1)
    ]
    return {**header, "organic_results": results}


def serpapi(request: RecordedRequest, found: Rows) -> Any:
    """https://serpapi.com/search-api, google with `tbm=nws`, and google_images."""
    header = {"search_metadata": {"status": "Success"}, "search_parameters": {"q": request.params["q"]}}
    if request.params["engine"] == "google_images":
        pictures = [
            {
                "position": place,
                "thumbnail": "https://serpapi.com/searches/t",
                "source": "Example",
                "title": row.title,
                "link": row.url,
                "original": row.picture,
                "original_width": 1200,
                "original_height": 800,
            }
            for place, row in enumerate(found[:100], 1)
        ]
        return {**header, "images_results": pictures}
    page = _page(found, size=10, first=request.number("start", 0))
    news = request.params.get("tbm") == "nws"
    results = [
        {
            "position": place,
            "title": row.title,
            "link": row.url,
            "snippet": row.snippet,
            "date": "May 30, 2026",
            **({"thumbnail": row.picture, "source": "Example"} if news else {"displayed_link": "https://example.org"}),
        }
        for place, row in enumerate(page, 1)
    ]
    if not results:
        return {**header, "error": "Google hasn't returned any results for this query."}
    return {**header, "news_results" if news else "organic_results": results}


def tavily(request: RecordedRequest, found: Rows) -> Any:
    """https://docs.tavily.com/documentation/api-reference/endpoint/search."""
    news = request.body["topic"] == "news"
    results = [
        {
            "url": row.url,
            "title": row.title,
            "content": row.snippet,
            "score": 0.9,
            "raw_content": None,
            **({"published_date": "Sat, 30 May 2026 08:00:00 GMT"} if news else {}),
        }
        for row in found[: request.number("max_results", 5)]
    ]
    return {
        "query": request.body["query"],
        "answer": None,
        "images": [],
        "results": results,
        "response_time": 1.1,
        "request_id": "r",
    }


def exa(request: RecordedRequest, found: Rows) -> Any:
    """https://exa.ai/docs/reference/search."""
    results = [
        {
            "id": row.url,
            "url": row.url,
            "title": row.title,
            "publishedDate": f"{row.published}.000Z",
            "author": None,
            "image": row.picture,
            "favicon": "https://example.org/favicon.ico",
            "highlights": [row.snippet],
            "highlightScores": [0.5],
        }
        for row in found[: request.number("numResults", 10)]
    ]
    return {"requestId": "r", "resolvedSearchType": "neural", "results": results, "costDollars": {"total": 0.005}}


def google(request: RecordedRequest, found: Rows) -> Any:
    """https://developers.google.com/custom-search/v1/reference/rest/v1/Search; without results there is no list."""
    page = _page(found, size=request.number("num", 10), first=request.number("start", 1) - 1)
    pictures = request.params.get("searchType") == "image"
    items = [
        {
            "kind": "customsearch#result",
            "title": row.title,
            "link": row.picture if pictures else row.url,
            "displayLink": "example.org",
            "snippet": row.snippet,
            "htmlSnippet": f"<b>{row.snippet}</b>",
            **(
                {"image": {"contextLink": row.url, "height": 800, "width": 1200, "thumbnailLink": "https://t.example"}}
                if pictures
                else {"pagemap": {"metatags": [{"article:published_time": row.published}]}}
            ),
        }
        for row in page
    ]
    header = {"kind": "customsearch#search", "searchInformation": {"totalResults": str(len(found))}}
    return {**header, "items": items} if items else header


def mojeek(request: RecordedRequest, found: Rows) -> Any:
    """https://www.mojeek.com/support/api/search/."""
    page = _page(found, size=request.number("t", 10), first=request.number("s", 1) - 1)
    results = [{"url": row.url, "title": row.title, "desc": row.snippet, "date": row.published[:10]} for row in page]
    return {"response": {"status": "OK", "head": {"results": len(found)}, "results": results}}


def kagi(request: RecordedRequest, found: Rows) -> Any:
    """https://help.kagi.com/kagi/api/search.html: results have t = 0, related searches t = 1."""
    results = [
        {"t": 0, "url": row.url, "title": row.title, "snippet": row.snippet, "published": f"{row.published}Z"}
        for row in found[: request.number("limit", 10)]
    ]
    return {"meta": {"id": "r", "ms": 100}, "data": [*results, {"t": 1, "list": ["steve jobs"]}]}


def marginalia(request: RecordedRequest, found: Rows) -> Any:
    """https://about.marginalia-search.com/article/api/."""
    results = [
        {"url": row.url, "title": row.title, "description": row.snippet, "quality": 1.2, "details": []}
        for row in found[: request.number("count", 20)]
    ]
    return {"license": "CC-BY-NC-SA 4.0", "query": request.params["query"], "results": results}


def upstream(request: RecordedRequest, found: Rows) -> Any:
    """`POST /v2/search` of this API."""
    [source] = (entry["type"] for entry in request.body["sources"])
    page = found[: request.body["limit"]]
    shown: Mapping[str, list[dict[str, Any]]] = {
        "web": [{"url": row.url, "title": row.title, "description": row.snippet} for row in page],
        "news": [
            {"url": row.url, "title": row.title, "snippet": row.snippet, "date": "2 days ago", "imageUrl": row.picture}
            for row in page
        ],
        "images": [
            {"url": row.url, "title": row.title, "imageUrl": row.picture, "imageWidth": 1200, "imageHeight": 800}
            for row in page
        ],
    }
    return {"success": True, "data": {source: shown[source]} if page else {}, "id": "r", "creditsUsed": 2}


def duckduckgo(request: RecordedRequest, found: Rows) -> Any:
    """https://html.duckduckgo.com/html/: links lead through a counter, the next page is behind a form."""
    first = request.number("s", 0)
    page = _page(found, size=10, first=first)
    advertisement = (
        '<div class="result results_links results_links_deep result--ad"><h2 class="result__title">'
        '<a class="result__a" href="https://duckduckgo.com/y.js?ad_domain=shop.example">Buy now</a></h2>'
        '<a class="result__snippet">An advertisement.</a></div>'
    )
    parts = [advertisement]
    parts.extend(
        f'<div class="result results_links results_links_deep web-result"><h2 class="result__title">'
        f'<a rel="nofollow" class="result__a" href="//duckduckgo.com/l/?uddg={quote(row.url, safe="")}&amp;rut=1f">'
        f"{row.title}</a></h2>"
        f'<a class="result__snippet" href="//duckduckgo.com/l/?uddg=x"><b>{row.snippet}</b></a></div>'
        for row in page
    )
    if not found:
        parts = ['<div class="result result--no-result"><div class="no-results">No results found</div></div>']
    if first + 10 < len(found):
        parts.append(
            '<div class="nav-link"><form action="/html/" method="post"><input type="submit" value="Next">'
            f'<input type="hidden" name="q" value="{request.params["q"]}"><input type="hidden" name="s" '
            f'value="{first + 10}"><input type="hidden" name="vqd" value="4-1"></form></div>'
        )
    return f'<!DOCTYPE html><html><body><div id="links" class="results">{"".join(parts)}</div></body></html>'


PROVIDERS: Mapping[str, Shape] = {
    shape.__name__: shape
    for shape in (
        searxng,
        brave,
        serper,
        searchapi,
        serpapi,
        tavily,
        exa,
        google,
        mojeek,
        kagi,
        marginalia,
        upstream,
        duckduckgo,
    )
}
