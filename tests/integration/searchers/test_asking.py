"""What providers are sent: their own parameters for what is wanted."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from gossamer.core.searches import Freshness, SearchQuery, Source, Terms
from gossamer.searchers.providers.searxng import searxng
from tests.search_engines import RecordedRequest
from tests.searching import KEY, Asker, query

pytestmark = pytest.mark.asyncio(loop_scope="module")
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)  # the time of ManualClock
WEEK = Freshness(since=NOON - timedelta(days=7))
MAY = Freshness(since=datetime(2026, 5, 1, tzinfo=UTC), until=datetime(2026, 5, 31, tzinfo=UTC))


async def sent(asker: Asker, provider: str, asked: SearchQuery) -> RecordedRequest:
    engine, service = asker.front(provider)
    await asker.ask(service, asked)
    return engine.requests[0]


def held(asked: RecordedRequest) -> Any:
    return asked.params if asked.body is None else asked.body


@pytest.mark.parametrize(
    ("provider", "header", "value"),
    [
        ("brave", "x-subscription-token", KEY),
        ("serper", "x-api-key", KEY),
        ("searchapi", "authorization", f"Bearer {KEY}"),
        ("tavily", "authorization", f"Bearer {KEY}"),
        ("exa", "x-api-key", KEY),
        ("google", "x-goog-api-key", KEY),
        ("kagi", "authorization", f"Bot {KEY}"),
        ("marginalia", "api-key", KEY),
        ("upstream", "authorization", f"Bearer {KEY}"),
    ],
)
async def test_a_key_goes_into_a_header_and_not_into_the_address(
    asker: Asker, provider: str, header: str, value: str
) -> None:
    asked = await sent(asker, provider, query())
    assert asked.headers[header] == value
    assert KEY not in asked.path
    assert KEY not in str(held(asked))


@pytest.mark.parametrize("provider", ["serpapi", "mojeek"])
async def test_two_providers_want_the_key_as_a_parameter(asker: Asker, provider: str) -> None:
    assert (await sent(asker, provider, query())).params["api_key"] == KEY


@pytest.mark.parametrize(
    ("provider", "week", "may"),
    [
        ("searxng", {"time_range": "week"}, {"time_range": "year"}),
        ("brave", {"freshness": "pw"}, {"freshness": "2026-05-01to2026-05-31"}),
        ("serper", {"tbs": "qdr:w"}, {"tbs": "cdr:1,cd_min:5/1/2026,cd_max:5/31/2026"}),
        ("searchapi", {"time_period": "last_week"}, {"time_period_min": "5/1/2026", "time_period_max": "5/31/2026"}),
        ("serpapi", {"tbs": "qdr:w"}, {"tbs": "cdr:1,cd_min:5/1/2026,cd_max:5/31/2026"}),
        ("tavily", {"time_range": "week"}, {"start_date": "2026-05-01", "end_date": "2026-05-31"}),
        (
            "exa",
            {"startPublishedDate": "2026-05-25T12:00:00+00:00"},
            {"startPublishedDate": "2026-05-01T00:00:00+00:00", "endPublishedDate": "2026-05-31T00:00:00+00:00"},
        ),
        ("google", {"dateRestrict": "w1"}, {"sort": "date:r:20260501:20260531"}),
        ("mojeek", {"since": "20260525"}, {"since": "20260501", "before": "20260531"}),
        ("upstream", {"tbs": "qdr:w"}, {"tbs": "cdr:1,cd_min:5/1/2026,cd_max:5/31/2026"}),
        ("duckduckgo", {"df": "w"}, {"df": "2026-05-01..2026-05-31"}),
    ],
)
async def test_times_are_asked_for_in_the_provider_s_words(
    asker: Asker, provider: str, week: dict[str, str], may: dict[str, str]
) -> None:
    assert week.items() <= held(await sent(asker, provider, query(freshness=WEEK))).items()
    assert may.items() <= held(await sent(asker, provider, query(freshness=MAY))).items()


@pytest.mark.parametrize(
    ("provider", "place"),
    [
        ("searxng", {"language": "pt-BR", "safesearch": "2"}),
        ("brave", {"country": "BR", "search_lang": "pt-br", "safesearch": "strict"}),
        ("serper", {"gl": "br", "hl": "pt", "location": "Recife"}),
        ("searchapi", {"gl": "br", "hl": "pt", "location": "Recife", "safe": "active"}),
        ("serpapi", {"gl": "br", "hl": "pt", "location": "Recife", "safe": "active"}),
        ("tavily", {"country": "brazil"}),
        ("exa", {"userLocation": "BR", "moderation": True}),
        ("google", {"gl": "br", "hl": "pt", "safe": "active"}),
        ("mojeek", {"rb": "br", "lb": "pt", "safe": "1"}),
        ("upstream", {"country": "br", "location": "Recife"}),
        ("duckduckgo", {"kl": "br-pt", "kp": "1"}),
    ],
)
async def test_country_language_and_safe_search_are_asked_for(
    asker: Asker, provider: str, place: dict[str, Any]
) -> None:
    wanted = query(country="br", language="pt-BR", location="Recife", safe=True)
    assert place.items() <= held(await sent(asker, provider, wanted)).items()


async def test_nothing_is_asked_for_that_was_not_wanted(asker: Asker) -> None:
    asked = await sent(asker, "serper", query("rust"))
    assert (asked.method, asked.path, asked.params, asked.body) == ("POST", "/search", {}, {"q": "rust"})


async def test_what_brave_does_not_know_is_left_out_since_it_would_refuse_all(asker: Asker) -> None:
    params = (await sent(asker, "brave", query(country="ua", language="tlh"))).params
    assert not {"country", "search_lang"} & set(params)
    assert (await sent(asker, "brave", query(language="zh-TW"))).params["search_lang"] == "zh-hant"


async def test_domains_become_operators_where_those_are_understood(asker: Asker) -> None:
    only = await sent(asker, "brave", query("rust", include_domains=("a.org", "b.org")))
    without = await sent(asker, "brave", query("rust", exclude_domains=("a.org",)))
    assert only.params["q"] == "rust (site:a.org OR site:b.org)"
    assert without.params["q"] == "rust -site:a.org"


async def test_domains_that_would_make_a_query_too_long_are_looked_at_in_the_results_alone(asker: Asker) -> None:
    many = tuple(f"site-number-{n}.example.org" for n in range(30))
    assert (await sent(asker, "brave", query("rust", include_domains=many))).params["q"] == "rust"


@pytest.mark.parametrize(
    ("provider", "names"),
    [("tavily", ("include_domains", "exclude_domains")), ("exa", ("includeDomains", "excludeDomains"))],
)
async def test_who_has_parameters_for_domains_gets_the_operators_there(
    asker: Asker, provider: str, names: tuple[str, str]
) -> None:
    terms = Terms(
        words=("rust",),
        phrases=("memory safe",),
        excluded=("game",),
        sites=("docs.rs/tokio",),
        excluded_sites=("x.com", "y.org/a"),
    )
    text = 'rust "memory safe" -game site:docs.rs/tokio -site:x.com -site:y.org/a'
    body = (await sent(asker, provider, query(text, terms=terms, include_domains=("docs.rs",)))).body
    assert (body["query"], body[names[0]], body[names[1]]) == ('rust "memory safe"', ["docs.rs"], ["x.com"])


async def test_searxng_is_asked_for_the_operator_s_engines_among_web_results_only(asker: Asker) -> None:
    engine, _ = asker.front("searxng")
    chosen = searxng(f"{engine.url}/", engines="brave,mojeek", categories="general,it")
    for source in Source:
        await asker.ask(chosen, query(source=source))
    asked = [(one.path, one.params.get("engines"), one.params["categories"]) for one in engine.requests]
    assert asked == [
        ("/search", "brave,mojeek", "general,it"),
        ("/search", None, "news"),
        ("/search", None, "images"),
    ]


async def test_a_password_in_searxng_s_address_opens_it(asker: Asker) -> None:
    engine, _ = asker.front("searxng")
    await asker.ask(searxng(engine.url.replace("://", "://user:secret@")))
    assert engine.requests[0].headers["authorization"] == "Basic dXNlcjpzZWNyZXQ="


@pytest.mark.parametrize(
    ("provider", "second"),
    [
        ("searxng", {"pageno": "2"}),
        ("brave", {"offset": "1", "count": "20"}),
        ("serper", {"page": 2}),
        ("searchapi", {"page": "2"}),
        ("serpapi", {"start": "10"}),
        ("google", {"start": "11"}),
        ("mojeek", {"s": "11"}),
        ("duckduckgo", {"s": "10", "vqd": "4-1"}),
    ],
)
async def test_the_second_page_is_asked_for_as_the_provider_counts(
    asker: Asker, provider: str, second: dict[str, Any]
) -> None:
    engine, service = asker.front(provider)
    await asker.ask(service, query(limit=25))
    assert second.items() <= held(engine.requests[1]).items()


async def test_no_more_pages_are_asked_for_than_the_limit_needs(asker: Asker) -> None:
    engine, service = asker.front("serper")
    await asker.ask(service, query(limit=10))
    assert len(engine.requests) == 1
