"""What is particular to one provider."""

from datetime import timedelta

import pytest

from gossamer.core.searches import Source
from gossamer.searchers import Unanswered
from gossamer.searchers.providers.custom import custom
from gossamer.searchers.service import Service
from tests.search_engines import Engine, EngineReply, rows
from tests.searching import Asker, query

pytestmark = pytest.mark.asyncio(loop_scope="module")
HALF_AN_HOUR = timedelta(minutes=30)


async def test_searxng_without_json_says_what_to_change(asker: Asker) -> None:
    engine, service = asker.front("searxng")
    engine.says(EngineReply("<html>403 Forbidden</html>", 403))
    with pytest.raises(Unanswered, match=r"add `json` to `search\.formats` in SearXNG's settings\.yml"):
        await asker.ask(service)


async def test_searxng_s_engines_that_did_not_answer_are_named(asker: Asker) -> None:
    silent = [["google", "CAPTCHA"], ["brave", "timeout"], "qwant"]
    engine, service = asker.front("searxng")
    engine.says(EngineReply({"results": [{"url": "https://example.org/"}], "unresponsive_engines": silent}))
    answer = await asker.ask(service)
    assert len(answer.hits) == 1
    assert answer.warnings == ("some of its engines did not answer: google (CAPTCHA), brave (timeout), qwant.",)


async def test_searxng_that_found_nothing_while_engines_were_silent_has_failed(asker: Asker) -> None:
    engine, service = asker.front("searxng")
    engine.says(EngineReply({"results": [], "unresponsive_engines": [["google", "CAPTCHA"]]}))
    with pytest.raises(Unanswered, match=r"it found nothing, and .*google \(CAPTCHA\)") as raised:
        await asker.ask(service)
    assert not raised.value.own_fault


async def test_an_error_that_google_s_relay_reports_with_status_200_is_a_failure(asker: Asker) -> None:
    engine, service = asker.front("serpapi")
    engine.says(EngineReply({"error": "We couldn't get valid results. Please try again later."}))
    with pytest.raises(Unanswered, match="it failed to ask Google"):
        await asker.ask(service)


@pytest.mark.parametrize(
    ("status", "page"),
    [
        (202, "<html><body>Unfortunately, bots use DuckDuckGo too.</body></html>"),
        (200, '<html><body><div class="anomaly-modal__modal">Select all squares</div></body></html>'),
        (403, "<html></html>"),
    ],
)
async def test_duckduckgo_s_captcha_is_recognised(asker: Asker, status: int, page: str) -> None:
    engine, service = asker.front("duckduckgo")
    engine.says(EngineReply(page, status))
    with pytest.raises(Unanswered, match=r"it asked for a captcha\.") as raised:
        await asker.ask(service)
    assert raised.value.rest == HALF_AN_HOUR


async def test_another_page_of_duckduckgo_than_was_expected_is_not_taken_for_no_results(asker: Asker) -> None:
    engine, service = asker.front("duckduckgo")
    engine.says(EngineReply("<html><body><h1>Welcome</h1></body></html>"))
    with pytest.raises(Unanswered, match="neither results nor says that there are none"):
        await asker.ask(service)


async def test_duckduckgo_is_asked_as_a_browser_does(asker: Asker) -> None:
    engine, service = asker.front("duckduckgo")
    await asker.ask(service, query("C++ & more"))
    [asked] = engine.requests
    assert (asked.method, asked.path, asked.params["q"]) == ("POST", "/html/", "C++ & more")
    assert "Mozilla" in asked.headers["user-agent"]


def _own(engine: Engine, **said: str) -> Service:
    return custom(
        f"{engine.url}/find?q={{query}}&n={{limit}}&p={{page}}&from={{offset}}&in={{country}}",
        fields="url=link,title=name,description=text,published=on",
        **said,
    )


async def test_a_custom_search_is_asked_by_its_template(asker: Asker) -> None:
    engine, _ = asker.front("searxng")
    listed = [{"link": "https://example.org/1", "name": "One", "text": "<b>First</b>", "on": "2026-05-30"}]
    engine.says(EngineReply({"data": {"items": listed}}))
    own = _own(engine, headers='{"x-key": "abc"}', results="data.items")
    [hit] = (await asker.ask(own, query("a&b=c {limit} d/é", country="de", limit=5))).hits
    [asked] = engine.requests
    assert asked.params == {"q": "a&b=c {limit} d/é", "n": "5", "p": "1", "from": "0", "in": "de"}
    assert asked.headers["x-key"] == "abc"
    assert (hit.title, hit.description, hit.published is not None) == ("One", "First", True)


async def test_a_custom_search_may_be_posted(asker: Asker) -> None:
    engine, _ = asker.front("searxng")
    engine.says(EngineReply([{"url": "https://example.org/1"}]))
    body = '{"text": "find: {query}", "size": "{limit}", "deep": [{"q": "{query}"}], "exact": true}'
    posted = custom(f"{engine.url}/find", body=body)
    answer = await asker.ask(posted, query('say "{limit}"', limit=3))
    [asked] = engine.requests
    assert asked.body == {
        "text": 'find: say "{limit}"',
        "size": 3,
        "deep": [{"q": 'say "{limit}"'}],
        "exact": True,
    }
    assert [hit.url for hit in answer.hits] == ["https://example.org/1"]


async def test_a_custom_search_with_pages_is_asked_for_several(asker: Asker) -> None:
    engine, _ = asker.front("searxng")
    pages = [[{"link": row.url} for row in rows(25)[start : start + 10]] for start in (0, 10, 20)]
    engine.says(*(EngineReply({"results": page}) for page in pages))
    answer = await asker.ask(_own(engine, results="results"), query(limit=25))
    assert [asked.params["from"] for asked in engine.requests] == ["0", "10", "20"]
    assert len(answer.hits) == 25


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ({"url": "http://e.org/"}, "`{query}` has to stand in the address or in the body"),
        ({"url": "http://e.org/{query}", "headers": '["secret-1"]'}, "headers are no JSON object of texts"),
        ({"url": "http://e.org/{query}", "body": "{secret-1"}, "Expecting property name"),
        ({"url": "http://e.org/{query}", "fields": "uri=link"}, "'uri' is no part of a result; parts are description"),
    ],
)
async def test_a_custom_search_that_cannot_be_read_says_why_without_secrets(said: dict[str, str], reason: str) -> None:
    with pytest.raises(ValueError, match=reason) as raised:
        custom(**said)
    assert "secret" not in str(raised.value)


async def test_an_upstream_gives_images_with_their_pages(asker: Asker) -> None:
    engine, service = asker.front("upstream")
    [first, *_] = (await asker.ask(service, query(source=Source.IMAGES))).hits
    assert engine.requests[0].path == "/v2/search"
    assert (first.url, first.image_url) == ("https://example.org/1", "https://example.org/1/picture.jpg")
