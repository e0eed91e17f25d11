"""What becomes of providers that do not answer as they should."""

import gzip
import json
import zlib
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from structlog.testing import capture_logs

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import TimedOut
from gossamer.searchers import Service, Unanswered
from gossamer.searchers.providers.brave import brave
from gossamer.searchers.providers.custom import custom
from gossamer.searchers.service import SearchTurn
from tests.search_engines import Engine, EngineHangUp, EngineReply, SilentEngine
from tests.searching import KEY, MAKERS, Asker, query

pytestmark = pytest.mark.asyncio(loop_scope="module")
SECOND = timedelta(seconds=1)
MINUTE = timedelta(minutes=1)
REST = timedelta(minutes=10)
TOO_OFTEN = "it was asked too often (429)."


@pytest.fixture
def engine(asker: Asker) -> Engine:
    return asker.front("brave")[0]


@pytest.fixture
def service(engine: Engine) -> Service:
    return MAKERS["brave"](engine.url)


async def failure(asker: Asker, service: Service, **options: Any) -> Unanswered:
    with pytest.raises(Unanswered) as raised:
        await asker.ask(service, **options)
    return raised.value


@pytest.mark.parametrize(
    ("reply", "sentence", "rest"),
    [
        (EngineReply("", 429, {"retry-after": "120"}), TOO_OFTEN, 2 * MINUTE),
        (EngineReply("", 429, {"retry-after": "Mon, 01 Jun 2026 12:05:00 GMT"}), TOO_OFTEN, 5 * MINUTE),
        (EngineReply("", 429, {"retry-after": "Mon, 01 Jun 2020 12:05:00 GMT"}), TOO_OFTEN, SECOND),
        (EngineReply("", 429, {"retry-after": "99999999999999999999"}), TOO_OFTEN, timedelta(days=1)),
        (EngineReply("", 429, {"retry-after": "soon"}), TOO_OFTEN, MINUTE),
        (EngineReply("", 429), TOO_OFTEN, MINUTE),
        (
            EngineReply("", 429, {"x-ratelimit-remaining": "0, 1400", "x-ratelimit-reset": "2, 1419704"}),
            TOO_OFTEN,
            2 * SECOND,
        ),
        (
            EngineReply("", 429, {"x-ratelimit-remaining": "0, 0", "x-ratelimit-reset": "1, 3600"}),
            TOO_OFTEN,
            60 * MINUTE,
        ),
        (EngineReply("", 401), "it refused the key (401).", REST),
        (EngineReply("", 402), "its account has no credit left (402).", REST),
        (EngineReply("", 403), "it refused the key (403).", REST),
        (EngineReply("", 432), "its account has used up its plan (432).", REST),
        (EngineReply("", 404), "there is no search at its address (404).", None),
        (EngineReply("", 422), "it did not accept this query (422).", None),
        (EngineReply("", 500), "it failed (500).", None),
        (EngineReply("", 503, {"retry-after": "30"}), "it failed (503).", 30 * SECOND),
    ],
)
async def test_a_status_becomes_a_sentence_and_a_rest(
    asker: Asker, reply: EngineReply, sentence: str, rest: timedelta | None
) -> None:
    engine, service = asker.front("brave")
    engine.says(reply)
    failed = await failure(asker, service)
    assert (str(failed), failed.rest) == (sentence, rest)


async def test_a_query_that_was_refused_is_not_the_provider_s_fault(
    asker: Asker, engine: Engine, service: Service
) -> None:
    engine.says(EngineReply({"error": {"detail": "Unable to validate request parameter(s)"}}, 422))
    assert not (await failure(asker, service)).own_fault


@pytest.mark.parametrize(
    ("provider", "said"),
    [
        ("serper", {"message": "Not enough credits", "statusCode": 400}),
        ("google", {"error": {"code": 400, "message": "API key not valid. Please pass a valid API key."}}),
    ],
)
async def test_an_empty_account_is_told_from_a_bad_query(asker: Asker, provider: str, said: object) -> None:
    engine, service = asker.front(provider)
    engine.says(EngineReply(said, 400))
    failed = await failure(asker, service)
    assert (failed.own_fault, failed.rest) == (True, REST)


async def test_what_the_provider_says_is_for_the_log_and_its_quotation_of_the_key_is_not(
    asker: Asker, engine: Engine, service: Service
) -> None:
    engine.says(EngineReply({"error": {"detail": f"The token {KEY} of joe@example.org is <b>unknown</b>"}}, 401))
    with capture_logs() as logs:
        failed = await failure(asker, service)
    assert failed.detail == "The token … of joe@example.org is unknown"
    assert "joe" not in str(failed)
    assert logs
    request = service.request(query(), SearchTurn(0, 10, asker.clock.now()))
    assert KEY not in f"{failed!r} {failed.args} {logs} {service!r} {request!r}"


async def test_silence_ends_with_the_provider_s_patience(asker: Asker, engine: Engine, service: Service) -> None:
    engine.says(SilentEngine())
    failed = await failure(asker, service, patience=timedelta(seconds=0.2))
    assert str(failed) == "it did not answer within 0.2 seconds."


async def test_silence_ends_with_the_caller_s_deadline(asker: Asker, engine: Engine, service: Service) -> None:
    engine.says(SilentEngine())
    with pytest.raises(TimedOut):
        await asker.provider(service).search(query(), team_id="t", deadline=Deadline.after(timedelta(seconds=0.2)))


async def test_a_connection_that_ends_is_a_failure(asker: Asker, engine: Engine, service: Service) -> None:
    engine.says(EngineHangUp(), EngineHangUp())  # a kept connection that ended is tried once more
    assert str(await failure(asker, service)) == "it could not be reached, or broke off its answer."


async def test_nobody_at_the_address_is_a_failure_that_shows_no_address(asker: Asker) -> None:
    failed = await failure(asker, brave(KEY, base="http://127.0.0.1:1"))
    assert str(failed) == "it could not be reached, or broke off its answer."


@pytest.mark.parametrize(
    "body", ["", "{", '{"web": {"results": [{"url": "https://exa', "<html>Sorry</html>", "[" * 9999]
)
async def test_what_is_not_json_is_a_failure(asker: Asker, engine: Engine, service: Service, body: str) -> None:
    engine.says(EngineReply(body))
    assert str(await failure(asker, service)) == "it sent something that is not JSON."


@pytest.mark.parametrize(("coding", "packed"), [("gzip", gzip.compress), ("deflate", zlib.compress)])
async def test_a_compressed_answer_is_opened(
    asker: Asker, engine: Engine, service: Service, coding: str, packed: Callable[[bytes], bytes]
) -> None:
    body = packed(b'{"web": {"results": [{"url": "https://example.org/"}]}}')
    engine.says(EngineReply(body, headers={"content-encoding": coding}))
    assert len((await asker.ask(service)).hits) == 1


async def test_an_answer_that_becomes_too_large_is_given_up(asker: Asker, engine: Engine, service: Service) -> None:
    engine.says(EngineReply(gzip.compress(b" " * 9_000_000), headers={"content-encoding": "gzip"}))
    assert str(await failure(asker, service)) == "its answer is too large."


async def test_an_answer_that_is_too_large_is_given_up(asker: Asker, engine: Engine, service: Service) -> None:
    engine.says(EngineReply(" " * 9_000_000))
    assert str(await failure(asker, service)) == "its answer is too large."


@pytest.mark.parametrize(
    ("payload", "sentence"),
    [
        (None, "something that is no answer to a search"),
        ("no", "something that is no answer to a search"),
        (7, "something that is no answer to a search"),
        ({}, "no list of results at `web.results`"),
        ([], "no list of results at `web.results`"),
        ({"web": None}, "no list of results at `web.results`"),
        ({"type": "search", "web": {"results": "no"}}, "no list of results at `web.results`"),
        ({"type": "search", "web": {"results": {"0": "x"}}}, "no list of results at `web.results`"),
        ({"web": {"results": [None, 7, "x", [], {}, {"url": None}]}}, "none of its results has an address"),
        ({"web": {"results": [{"url": 7}, {"url": "javascript:alert(1)"}]}}, "none of its results has an address"),
        ({"web": {"results": [{"url": "ftp://example.org/"}, {"url": "/relative"}]}}, "none of its results"),
    ],
)
async def test_an_answer_of_another_shape_is_a_failure_of_the_provider(
    asker: Asker, engine: Engine, service: Service, payload: object, sentence: str
) -> None:
    engine.says(EngineReply(json.dumps(payload)))
    failed = await failure(asker, service)
    assert sentence in str(failed)
    assert failed.own_fault


async def test_a_result_without_an_address_is_none_among_others(asker: Asker, engine: Engine, service: Service) -> None:
    odd = [None, 7, {"url": None}, {"url": "javascript:alert(1)"}, {"url": "https://[broken"}]
    engine.says(EngineReply({"web": {"results": [*odd, {"url": "https://example.org/"}]}}))
    assert [hit.url for hit in (await asker.ask(service)).hits] == ["https://example.org/"]


async def test_an_answer_that_leaves_its_results_out_has_none(asker: Asker, engine: Engine, service: Service) -> None:
    engine.says(EngineReply({"type": "search", "query": {"original": "q"}}))
    assert (await asker.ask(service)).hits == ()


@pytest.mark.parametrize(
    ("payload", "sentence"),
    [
        ({"data": {"items": [{"url": "https://example.org/"}]}}, "no list of results at `data.itemz`"),
        ({"data": {"itemz": "no"}}, "no list of results at `data.itemz`"),
        ({"data": {"itemz": []}}, ""),
        ({"data": {"itemz": None}}, ""),
    ],
)
async def test_a_custom_search_whose_path_leads_nowhere_is_told_the_path(
    asker: Asker, engine: Engine, payload: object, sentence: str
) -> None:
    service = custom(f"{engine.url}/find?q={{query}}", results="data.itemz")
    engine.says(EngineReply(payload))
    if sentence:
        assert sentence in str(await failure(asker, service))
    else:
        assert (await asker.ask(service)).hits == ()


async def test_what_a_result_lacks_is_empty(asker: Asker, engine: Engine, service: Service) -> None:
    engine.says(
        EngineReply({"web": {"results": [{"url": "https://example.org/", "title": None, "page_age": "some day"}]}})
    )
    [hit] = (await asker.ask(service)).hits
    assert (hit.title, hit.description, hit.published) == ("", "", None)


async def test_a_redirect_is_not_followed_with_the_key(asker: Asker, engine: Engine, service: Service) -> None:
    elsewhere, _ = asker.front("serper")
    engine.says(EngineReply("", 302, {"location": f"{elsewhere.url}/res/v1/web/search"}))
    failed = await failure(asker, service)
    assert "redirect (302), which is not followed" in str(failed)
    assert elsewhere.requests == []


async def test_hits_of_the_first_page_are_an_answer_when_the_second_fails(
    asker: Asker, engine: Engine, service: Service
) -> None:
    full = {"web": {"results": [{"url": f"https://example.org/{n}", "title": "T"} for n in range(20)]}}
    engine.says(EngineReply(full), EngineReply("", 429))
    answer = await asker.ask(service, query(limit=40))
    assert len(answer.hits) == 20
    assert answer.warnings == ("there is no more, because it was asked too often (429).",)


async def test_a_budget_is_counted_in_requests_and_ends_with_the_day(
    asker: Asker, engine: Engine, service: Service
) -> None:
    provider = asker.provider(service, budget=3)
    for _ in range(3):
        await provider.search(query(), team_id="t", deadline=Deadline.after(MINUTE))
    with pytest.raises(Unanswered, match="budget of 3 requests a day is used up") as raised:
        await provider.search(query(), team_id="t", deadline=Deadline.after(MINUTE))
    assert raised.value.rest == timedelta(hours=12)
    assert len(engine.requests) == 3
    await asker.clock.advance(timedelta(hours=12))
    await provider.search(query(), team_id="t", deadline=Deadline.after(MINUTE))
