"""Searches on the wire: three versions, one spec, and the shapes clients read."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from gossamer.core.documents import Document
from gossamer.core.excerpts import ExcerptSpec
from gossamer.core.searches import Category, Found, Freshness, Hit, Result, Source
from gossamer.wire import v0, v1, v2
from gossamer.wire.search_answers import Searched, SearchedFlat
from gossamer.wire.searches import freshness

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


def spec(**body: Any) -> Any:
    return v2.SearchRequest.model_validate({"query": "q", **body}).spec()


def test_the_three_versions_reach_one_spec() -> None:
    old = v0.SearchRequest.model_validate({"query": "q", "pageOptions": {"fetchPageContent": False}}).spec()
    mid = v1.SearchRequest.model_validate({"query": "q", "ignoreInvalidURLs": True}).spec()
    new = spec(limit=5, ignoreInvalidURLs=True)
    assert old == mid == new


@pytest.mark.parametrize(
    "body",
    [
        {"query": "q", "origin": "api"},
        {"query": "q", "sources": [{"type": "web"}, {"type": "news"}], "limit": 100, "tbs": "qdr:w"},
        {"query": "q", "sources": [{"type": "web", "tbs": "qdr:d", "location": "Germany"}]},
        {"query": "q", "categories": [{"type": "github"}, {"type": "research"}]},
        {"query": "q", "categories": ["repo"], "enterprise": ["default"], "asyncScraping": True, "safe": True},
        {"query": "q", "limit": 3, "integration": "cli", "ignoreInvalidURLs": False, "origin": "js-sdk@4.24.0"},
        {"query": "q", "scrapeOptions": {"formats": ["markdown", {"type": "screenshot"}], "onlyMainContent": True}},
        {"query": "q", "timeout": 600_000, "highlights": True, "domainTools": True, "toolDetail": "full"},
        {"query": "q", "sources": ["web", "alexandria"], "domainTools": True, "toolDetail": "compact"},
        {"query": "q", "sources": [{"type": "exchange"}, {"type": "alexandria"}]},
        {"query": "q", "sources": []},
    ],
)
def test_what_clients_send_is_accepted(body: dict[str, Any]) -> None:
    v2.SearchRequest.model_validate(body)


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"query": ""},
        {"query": " \x00 "},
        {"query": 5},
        {"query": "q", "limit": 0},
        {"query": "q", "limit": 101},
        {"query": "q", "sources": ["maps"]},
        {"query": "q", "categories": ["gov", "pdf"]},
        {"query": "q", "sources": [{"type": "news", "tbs": "qdr:d"}]},
        {"query": "q", "categories": ["github", {"type": "pdf"}]},
        {"query": "q", "categories": ["developer", "pdf"]},
        {"query": "q", "includeDomains": ["a.example"], "excludeDomains": ["b.example"]},
        {"query": "q", "includeDomains": ["https://a.example/x"]},
        {"query": "q", "excludeDomains": ["a.example:8080"]},
        {"query": "q", "timeout": 0},
        {"query": "q", "timeout": 600_001},
        {"query": "q", "unknown": 1},
        {"query": "q", "scrapeOptions": {"formats": ["branding"]}},
        {"query": "q", "scrapeOptions": {"unknown": 1}},
    ],
)
def test_what_cannot_be_is_refused(body: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        v2.SearchRequest.model_validate(body)


def test_without_formats_nothing_is_scraped() -> None:
    assert spec(scrapeOptions={"onlyMainContent": False}).scrape is None
    assert spec(scrapeOptions={"formats": []}).scrape is None


def test_a_stored_copy_of_a_result_may_be_three_days_old_unless_the_caller_says() -> None:
    assert spec(scrapeOptions={"formats": ["markdown"]}).scrape.cache.max_age == timedelta(days=3)
    assert spec(scrapeOptions={"formats": ["markdown"], "maxAge": 0}).scrape.cache.max_age == timedelta(0)


def test_what_stands_beside_the_sources_holds_where_a_source_says_nothing() -> None:
    [web, news] = spec(sources=[{"type": "web", "lang": "fr"}, "news"], lang="de", location="Berlin").sources
    assert (web.source, web.language, web.location, web.country) == (Source.WEB, "fr", "Berlin", None)
    assert (news.source, news.language, news.location) == (Source.NEWS, "de", "Berlin")
    assert spec().sources[0].country == "us"


def test_a_search_of_no_sources_is_one_of_the_web() -> None:
    assert [one.source for one in spec(sources=[]).sources] == [Source.WEB]


def test_a_marketplace_beside_the_web_is_left_out_silently() -> None:
    both = spec(sources=["web", "alexandria"])
    assert [one.source for one in both.sources] == [Source.WEB]
    assert both.notices == ()


def test_a_marketplace_alone_has_no_results_and_says_so() -> None:
    alone = spec(sources=[{"type": "exchange"}, "alexandria"])
    assert alone.sources == ()
    assert alone.notices == (
        "This service has no marketplace: the source `exchange` has no results.",
        "This service has no marketplace: the source `alexandria` has no results.",
    )


def test_older_names_of_categories_mean_developer() -> None:
    assert spec(categories=["docs", "code"]).categories == (Category.DEVELOPER,)


def test_domains_are_written_as_addresses_have_them() -> None:
    assert spec(includeDomains=["Bücher.Example"]).include_domains == ("xn--bcher-kva.example",)


@pytest.mark.parametrize(
    ("tbs", "asked"),
    [
        (None, Freshness()),
        ("qdr:d", Freshness(since=NOON - timedelta(days=1))),
        ("qdr:h12", Freshness(since=NOON - timedelta(hours=12))),
        ("sbd:1,qdr:w", Freshness(since=NOON - timedelta(weeks=1), by_date=True)),
        (
            "cdr:1,cd_min:1/31/2026,cd_max:2/1/2026",
            Freshness(datetime(2026, 1, 31, tzinfo=UTC), datetime(2026, 2, 2, tzinfo=UTC)),
        ),
        ("cdr:1,cd_min:31/31/2026", Freshness()),
        ("nonsense", Freshness()),
    ],
)
def test_times(tbs: str | None, asked: Freshness) -> None:
    assert freshness(tbs, NOON) == asked


def test_what_is_not_understood_is_told() -> None:
    told = " ".join(spec(tbs="li:1", filter="0", asyncScraping=True).notices)
    assert "`tbs` 'li:1'" in told
    assert "`filter`" in told
    assert "`asyncScraping`" in told


def found(**results: tuple[Result, ...]) -> Found:
    return Found("id", {Source(name): value for name, value in results.items()}, 3, ("Careful.",))


def locate(name: str) -> str:
    return f"/blobs/{name}"


PAGE = Result(Hit("https://a.example/", "Title", "Words", category=Category.GITHUB))
SCRAPED = Result(PAGE.hit, Document({"title": "Its own", "sourceURL": "https://a.example/"}, markdown="# M"))
FAILED = Result(Hit("https://b.example/"), problem="It is away.")


def test_groups_without_results_are_absent() -> None:
    answer = v2.search_json(found(web=(PAGE,), news=()), locate)
    assert answer == {
        "success": True,
        "data": {
            "web": [
                {
                    "url": "https://a.example/",
                    "title": "Title",
                    "description": "Words",
                    "position": 1,
                    "category": "github",
                }
            ]
        },
        "id": "id",
        "creditsUsed": 3,
        "warning": "Careful.",
    }
    Searched.model_validate(answer)


def test_a_scraped_result_has_both_and_one_that_failed_says_why() -> None:
    first, second = v2.search_json(found(web=(SCRAPED, FAILED)), locate)["data"]["web"]
    assert (first["title"], first["markdown"], first["metadata"]["title"]) == ("Title", "# M", "Its own")
    assert second == {
        "url": "https://b.example/",
        "title": "https://b.example/",
        "description": "",
        "position": 2,
        "metadata": {"sourceURL": "https://b.example/", "statusCode": 500, "error": "It is away."},
    }


def test_news_and_images() -> None:
    hit = Hit("https://a.example/", "T", "S", NOON, "https://a.example/i.png", 10, 20)
    data = v2.search_json(found(news=(Result(hit),), images=(Result(hit),)), locate)["data"]
    assert data["news"] == [
        {
            "title": "T",
            "url": "https://a.example/",
            "snippet": "S",
            "date": "2026-06-01T12:00:00.000Z",
            "imageUrl": "https://a.example/i.png",
            "position": 1,
        }
    ]
    assert data["images"] == [
        {
            "title": "T",
            "imageUrl": "https://a.example/i.png",
            "imageWidth": 10,
            "imageHeight": 20,
            "url": "https://a.example/",
            "position": 1,
        }
    ]


def test_version_1_is_flat_and_says_when_nothing_was_found() -> None:
    answer = v1.search_json(found(web=(SCRAPED,)), locate, scraped=True)
    assert [one["markdown"] for one in answer["data"]] == ["# M"]
    SearchedFlat.model_validate(answer)
    assert v1.search_json(Found("id", {Source.WEB: ()}), locate, scraped=False) == {
        "success": True,
        "data": [],
        "id": "id",
        "warning": "No search results found",
    }
    told = v1.search_json(Found("id", {Source.WEB: (FAILED,)}), locate, scraped=True)
    assert told["warning"] == "No content found in search results"


def test_version_1_says_each_of_several_warnings_as_a_sentence() -> None:
    told = v1.search_json(Found("id", {Source.WEB: ()}, warnings=("brave: it failed (500).",)), locate, scraped=False)
    assert told["warning"] == "No search results found. brave: it failed (500)."


def test_results_that_were_all_dropped_are_not_called_not_found() -> None:
    dropped = Found("id", {Source.WEB: ()}, 2, ("3 of 3 results could not be scraped.",), dropped=3)
    told = v1.search_json(dropped, locate, scraped=True)["warning"]
    assert told == "No content found in search results. 3 of 3 results could not be scraped."
    assert v0.search_json(dropped, locate) == {
        "success": True,
        "error": "No content found in search results",
        "warning": "3 of 3 results could not be scraped.",
    }


def test_version_0_returns_pages_and_calls_nothing_found_an_error() -> None:
    assert v0.SearchRequest.model_validate({"query": "q"}).spec().scrape is not None
    [page] = v0.search_json(found(web=(SCRAPED,)), locate)["data"]
    assert page["content"] == "# M"
    nothing = {"success": True, "error": "No search results found"}
    assert v0.search_json(Found("id"), locate) == nothing
    assert v0.search_json(Found("id", warnings=("brave: it rests.",)), locate) == nothing | {
        "warning": "brave: it rests."
    }


@pytest.mark.parametrize(
    ("body", "is_accepted"),
    [
        ({"rating": "good", "valuableSources": [{"url": "https://a.example"}]}, True),
        ({"rating": "good"}, False),
        ({"rating": "partial", "missingContent": [{"topic": "t"}]}, True),
        ({"rating": "partial", "querySuggestions": "q"}, False),
        ({"rating": "bad", "querySuggestions": "q"}, True),
        ({"rating": "bad", "valuableSources": [{"url": "https://a.example"}]}, False),
        ({"rating": "fine", "querySuggestions": "q"}, False),
    ],
)
def test_a_rating_of_a_search_says_more_than_that(body: dict[str, Any], is_accepted: bool) -> None:
    answer = {"endpoint": "search", "jobId": "5f0d2a52-3f4a-4a5e-9d9b-6f0d2b7c1e11"}
    assert is_valid(v2.SearchFeedback, body) is is_accepted
    assert is_valid(v2.AnyFeedback, body | answer) is is_accepted


def is_valid(shape: type[BaseModel], body: dict[str, Any]) -> bool:
    try:
        shape.model_validate(body)
    except ValidationError:
        return False
    return True


def test_pages_of_a_search_are_shortened_to_what_was_searched_for() -> None:
    assert spec(scrapeOptions={"maxTokens": 300}).scrape.excerpt == ExcerptSpec(300, "q")
    assert spec(scrapeOptions={"maxTokens": 300, "query": "else"}).scrape.excerpt == ExcerptSpec(300, "else")
