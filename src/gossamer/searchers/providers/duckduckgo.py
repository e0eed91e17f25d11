"""DuckDuckGo's page for browsers without scripts, read as a person would see it: it has no API.

Best effort: it may ask for a captcha at any time, and then rests for long.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

from gossamer.content.charset import decode
from gossamer.content.tree import parse
from gossamer.core.searches import SearchQuery, Source
from gossamer.core.specs import Location
from gossamer.net.apis import ApiAnswer, ApiRequest
from gossamer.net.profiles import browser_headers
from gossamer.searchers.freshness import Age, exact_age
from gossamer.searchers.reading import HitFields, read_hits
from gossamer.searchers.service import CAPTCHA, Can, HitsReading, Refusal, SearchTurn, Service, Unanswered

_AGES: Final = {Age.HOUR: "d", Age.DAY: "d", Age.WEEK: "w", Age.MONTH: "m", Age.YEAR: "y"}
_A_PAGE: Final = 10
_MOST_PAGES: Final = 5
_CAPTCHA: Final = "it asked for a captcha."
_FIELDS: Final = HitFields()


def duckduckgo(*, base: str = "https://html.duckduckgo.com") -> Service:
    """Return DuckDuckGo's web results."""
    return _DuckDuckGo(f"{base}/html/")


class _DuckDuckGo:
    name = "duckduckgo"
    sources = frozenset({Source.WEB})
    longest = 500

    def __init__(self, url: str) -> None:
        self._url = url

    @property
    def refusals(self) -> Mapping[int, Refusal]:
        """Return the refusals by status: the captcha comes with 202, as a rule."""
        return dict.fromkeys((202, 403), Refusal(_CAPTCHA, CAPTCHA))

    def can(self, source: Source) -> Can:
        """Return the options that it applies itself to results of this kind."""
        del source
        return Can.OPERATORS | Can.DATES

    def most_requests(self, query: SearchQuery) -> int:
        """Return the number of requests that *query* may cost."""
        return min(_MOST_PAGES, -(-query.limit // _A_PAGE))

    def request(self, query: SearchQuery, turn: SearchTurn) -> ApiRequest:
        """Return the request for a page: the first form, or that behind the button to the next page."""
        headers = dict(browser_headers(Location(), mobile=False)) | {"referer": self._url}
        return ApiRequest(self._url, headers=headers, form=turn.following or _first_form(query, turn))

    def read(self, query: SearchQuery, answer: ApiAnswer, now: datetime) -> HitsReading:
        """Return the results in a page."""
        text = decode(answer.body, content_type=answer.headers.get("content-type", ""))
        document = parse(text, self._url).document
        if document.select(".anomaly-modal, .anomaly-modal__modal, #challenge-form"):
            raise Unanswered(_CAPTCHA, rest=CAPTCHA)
        results = [_item(result) for result in document.select(".result:not(.result--ad):not(.result--no-result)")]
        if not results and not document.select(".no-results, .result--no-result"):
            raise Unanswered("it sent a page that has neither results nor says that there are none.")
        hits = read_hits(results, _FIELDS, source=query.source, name=self.name, now=now)
        following = _next_form(document)
        return HitsReading(hits, following=following, last=not following)


def _first_form(query: SearchQuery, turn: SearchTurn) -> Mapping[str, str]:
    form = {"q": query.text, "b": "", "kl": _region(query), "df": _times(query, turn)}
    return form if query.safe is None else {**form, "kp": "1" if query.safe else "-2"}


def _region(query: SearchQuery) -> str:
    if not query.country:
        return "wt-wt"
    country = "uk" if query.country == "gb" else query.country
    return f"{country}-{(query.language or 'en').partition('-')[0].lower()}"


def _times(query: SearchQuery, turn: SearchTurn) -> str:
    freshness = query.freshness
    if age := exact_age(freshness, turn.now):
        return _AGES[age]
    if freshness.since is None and freshness.until is None:
        return ""
    first = f"{freshness.since:%Y-%m-%d}" if freshness.since else "1990-01-01"
    return f"{first}..{freshness.until or turn.now:%Y-%m-%d}"


def _item(result: Any) -> Mapping[str, str]:
    title, snippet = result.select(".result__a")[:1], result.select(".result__snippet")[:1]
    return {
        "url": _target(title[0].attr("href") or "") if title else "",
        "title": title[0].text if title else "",
        "description": snippet[0].text if snippet else "",
    }


def _target(href: str) -> str:
    """Return the target of a link: most lead through a page that counts clicks, advertisements through another."""
    parts = urlsplit(href)
    if parts.path == "/l/":
        return parse_qs(parts.query).get("uddg", [""])[0]
    return "" if parts.path == "/y.js" else href


def _next_form(document: Any) -> Mapping[str, str]:
    """Return the fields of the form behind the last "Next" button; empty on the last page."""
    for form in reversed(document.select(".nav-link form")):
        if form.select('input[type="submit"][value="Next"]'):
            hidden = form.select('input[type="hidden"]')
            return {name: field.attr("value") or "" for field in hidden if (name := field.attr("name"))}
    return {}
