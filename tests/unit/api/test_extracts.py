"""Extractions over HTTP: started, read, and kept apart from other jobs."""

from typing import Any

import pytest

from gossamer.core.access import AccessRequest, Group, Mode, Principal
from gossamer.core.documents import Document
from gossamer.core.extractions import ExtractSpec
from gossamer.core.formats import Json
from gossamer.core.jobs import JobPage, JobState, JobUrl, UrlState
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import web_url
from tests.unit.api.stub import HEADERS, URL, StubOperations, client
from tests.unit.api.stub_jobs import BATCH, BATCH_ID, CRAWL_ID, EXTRACT_ID, a_job

KEY = "6f0d2a52-3f4a-4a5e-9d9b-6f0d2b7c1e99"
SCHEMA = {"type": "object", "properties": {"name": {"type": "string"}}}
WANTED = Json(SCHEMA, evidence=True)
SPEC = ExtractSpec(ScrapeSpec(web_url(URL), formats=(WANTED,)), urls=(web_url(URL),), show_sources=True)
VERSIONS = pytest.mark.parametrize("version", ["v1", "v2"])
BODY: dict[str, Any] = {"urls": [URL], "schema": SCHEMA}


class Only:
    """Lets one group through."""

    def __init__(self, group: Group) -> None:
        self.group = group
        self.asked: list[AccessRequest] = []

    def refusal(self, ask: AccessRequest) -> str | None:
        self.asked.append(ask)
        return None if ask.group is self.group else "Not this."


def completed() -> StubOperations:
    stub = StubOperations()
    stub.kept.keep(a_job(EXTRACT_ID, SPEC, state=JobState.COMPLETED))
    metadata = {"url": URL, "statusCode": 200, "methods": {"json": "model"}, "tokensUsed": 30}
    document = Document(metadata=metadata, json={"name": "Orb"})
    stub.kept.kept[EXTRACT_ID].pages.append(JobPage(1, "s1", document, size=10))
    return stub


@VERSIONS
async def test_an_extraction_is_started_once_for_a_key_of_the_callers(version: str) -> None:
    stub = StubOperations()
    async with client(stub) as api:
        headers = {**HEADERS, "x-idempotency-key": KEY}
        answers = [await api.post(f"/{version}/extract", headers=headers, json=BODY) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 409]
    told = answers[0].json()
    assert (told["success"], told["id"], told["urlTrace"]) == (True, EXTRACT_ID, [])
    [(spec, how)] = stub.kept.started
    assert isinstance(spec, ExtractSpec)
    assert (spec.wanted, how["dialect"], how["page_price"]) == (WANTED, version, None)
    assert stub.entered == [(Group.EXTRACT, Mode.EXTRACT)] * 2


@VERSIONS
async def test_its_answer_is_read_with_how_it_was_made(version: str) -> None:
    async with client(completed()) as api:
        answer = await api.get(f"/{version}/extract/{EXTRACT_ID}", headers=HEADERS)
    told = answer.json()
    assert (told["success"], told["status"], told["data"]) == (True, "completed", {"name": "Orb"})
    assert (told["tokensUsed"], told["methods"], told["sources"]) == (30, {"model": 1}, {"/name": [URL]})


@VERSIONS
async def test_one_that_failed_is_no_success_and_says_why(version: str) -> None:
    stub = StubOperations()
    failed = JobUrl(1, URL, UrlState.FAILED, 0, "X", "It took too long.")
    stub.kept.keep(a_job(EXTRACT_ID, SPEC, state=JobState.FAILED, error="None could be had."), urls=[failed])
    async with client(stub) as api:
        told = (await api.get(f"/{version}/extract/{EXTRACT_ID}", headers=HEADERS)).json()
    assert (told["success"], told["status"], told["data"]) == (False, "failed", {"name": None})
    assert told["error"].startswith("None could be had.")


@VERSIONS
async def test_a_running_one_has_no_data_yet(version: str) -> None:
    stub = StubOperations()
    stub.kept.keep(a_job(EXTRACT_ID, SPEC))
    async with client(stub) as api:
        told = (await api.get(f"/{version}/extract/{EXTRACT_ID}", headers=HEADERS)).json()
    assert (told["status"], told["data"]) == ("processing", [])


@pytest.mark.parametrize(
    ("path", "status", "error"),
    [
        (f"/v2/extract/{EXTRACT_ID}", 404, "Extract job not found"),
        (f"/v1/extract/{EXTRACT_ID}", 404, "Extract job not found"),
        ("/v1/extract/nothing", 404, "Extract job not found"),
        ("/v2/extract/nothing", 400, "Invalid job ID format. Job ID must be a valid UUID."),
    ],
)
async def test_what_is_not_there_is_said(path: str, status: int, error: str) -> None:
    async with client() as api:
        answer = await api.get(path, headers=HEADERS)
    assert (answer.status_code, answer.json()["error"]) == (status, error)


async def test_jobs_of_other_kinds_are_not_found_here_and_this_one_not_there() -> None:
    stub = completed()
    stub.kept.keep(a_job(CRAWL_ID))
    stub.kept.keep(a_job(BATCH_ID, BATCH))
    async with client(stub) as api:
        here = [await api.get(f"/{v}/extract/{i}", headers=HEADERS) for v in ("v1", "v2") for i in (CRAWL_ID, BATCH_ID)]
        paths = ["/v0/crawl/status", "/v1/crawl", "/v2/crawl", "/v1/batch/scrape", "/v2/batch/scrape"]
        there = [await api.get(f"{path}/{EXTRACT_ID}", headers=HEADERS) for path in paths]
        ended = await api.delete(f"/v2/extract/{EXTRACT_ID}", headers=HEADERS)
    assert {answer.status_code for answer in (*here, *there)} == {404}
    assert ended.status_code == 405


async def test_more_urls_than_a_deployment_takes_are_refused_with_its_number() -> None:
    async with client() as api:
        answer = await api.post("/v2/extract", headers=HEADERS, json={"urls": [f"{URL}{n}" for n in range(4)], **SHAPE})
    assert answer.status_code == 400
    assert answer.json()["error"].startswith("Maximum of 3 URLs allowed per request")


SHAPE = {"schema": SCHEMA}


async def test_a_search_of_the_web_needs_somebody_to_ask() -> None:
    async with client() as api:
        body = {"prompt": "Who weaves?", "enableWebSearch": True}
        answer = await api.post("/v2/extract", headers=HEADERS, json=body)
    assert (answer.status_code, answer.json()["code"]) == (400, "NOT_AVAILABLE")


async def test_its_own_group_is_enough_and_another_is_not() -> None:
    own, other = Only(Group.EXTRACT), Only(Group.SCRAPE)
    for rule, status in ((own, 200), (other, 403)):
        stub = StubOperations(caller=Principal("team", "key", restrictions=(rule,)))
        async with client(stub) as api:
            answer = await api.post("/v2/extract", headers=HEADERS, json={**BODY, "urls": [URL, f"{URL}s/*"]})
        assert answer.status_code == status
    asked = own.asked[-1]
    # What may be had of single pages says nothing of what an extraction may have.
    assert (asked.formats, asked.urls, asked.live) == (frozenset(), (URL, f"{URL}s/"), True)
