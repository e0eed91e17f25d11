import re
from dataclasses import replace
from typing import Any

import httpx
import pytest

from gossamer.core.access import AccessRequest, Group, Principal
from gossamer.core.jobs import JobState, JobUrl, TeamLoad, UrlState
from gossamer.core.restrictions.rules import OnlyEndpoints
from gossamer.wire.job_answers import JobDiagnosis
from tests.unit.api.stub import HEADERS, SCRAPE_ID, StubOperations, client
from tests.unit.api.stub_jobs import BATCH, BATCH_ID, CRAWL_ID, START, StubJobs, a_job

ORIGIN = "http://api.example:3002"
FAILED = JobUrl(1, "https://e.org/f", UrlState.FAILED, 1, "SCRAPE_TIMEOUT", "Late.", SCRAPE_ID, START)
FORBIDDEN = JobUrl(2, "https://e.org/r", UrlState.REFUSED, 1, "ROBOTS")
OUTSIDE = JobUrl(3, "https://o.org/", UrlState.REFUSED, 1, "EXTERNAL_LINK")
DONE = JobUrl(4, "https://e.org/", UrlState.DONE, 0, scrape_id=SCRAPE_ID, at=START)


def with_jobs(*, pages: int = 0, state: JobState = JobState.COMPLETED, **more: Any) -> StubOperations:
    """A team with a crawl and a batch that have so many pages."""
    stub = StubOperations(**more)
    stub.kept.keep(a_job(CRAWL_ID, state=state), pages=pages, urls=(FAILED, FORBIDDEN, OUTSIDE, DONE))
    stub.kept.keep(a_job(BATCH_ID, BATCH, state=state), pages=pages, urls=(FAILED, FORBIDDEN, DONE))
    return stub


async def get(api: httpx.AsyncClient, path: str) -> dict[str, Any]:
    answer = await api.get(path, headers=HEADERS)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.parametrize(
    "path",
    [f"/v2/crawl/{CRAWL_ID}", f"/v1/crawl/{CRAWL_ID}", f"/v2/batch/scrape/{BATCH_ID}", f"/v1/batch/scrape/{BATCH_ID}"],
)
async def test_next_leads_through_all_pages_and_then_ends(path: str) -> None:
    seen: list[str] = []
    async with client(with_jobs(pages=250)) as api:
        body = await get(api, path)
        while True:
            seen += [document["metadata"]["sourceURL"] for document in body["data"]]
            if "next" not in body:
                break
            assert body["next"].startswith(f"{ORIGIN}{path}?skip=")
            body = await get(api, body["next"].removeprefix(ORIGIN))
    assert seen == [f"https://example.org/{n}" for n in range(1, 251)]
    assert (body["status"], body["completed"], body["total"]) == ("completed", 250, 250)


async def test_a_page_is_as_long_as_it_was_asked_to_be_and_so_is_the_next() -> None:
    async with client(with_jobs(pages=5)) as api:
        body = await get(api, f"/v2/crawl/{CRAWL_ID}?limit=2")
        assert (len(body["data"]), body["next"]) == (2, f"{ORIGIN}/v2/crawl/{CRAWL_ID}?skip=2&limit=2")
        last = await get(api, f"/v2/crawl/{CRAWL_ID}?skip=4&limit=2")
    assert (len(last["data"]), "next" in last) == (1, False)


async def test_results_that_are_not_kept_are_forgotten_with_their_last_page_alone() -> None:
    stub = with_jobs(pages=3)
    stub.kept.keep(a_job(BATCH_ID, replace(BATCH, zero_data_retention=True), state=JobState.COMPLETED), pages=3)
    async with client(stub) as api:
        await get(api, f"/v2/crawl/{CRAWL_ID}")
        await get(api, f"/v2/batch/scrape/{BATCH_ID}?limit=2")
        await get(api, f"/v2/batch/scrape/{BATCH_ID}?skip=900")
        assert stub.kept.forgotten == []
        await get(api, f"/v2/batch/scrape/{BATCH_ID}?skip=2&limit=2")
    assert stub.kept.forgotten == [BATCH_ID]


async def test_a_page_ends_at_ten_mebibytes_but_always_has_a_document() -> None:
    stub = with_jobs(pages=2)
    async with client(stub) as api:
        await get(api, f"/v2/crawl/{CRAWL_ID}?skip=1")
    assert stub.kept.slices == [(1, 100, 10 * 1024 * 1024)]


async def test_next_keeps_the_path_of_the_caller_and_the_address_of_the_proxy() -> None:
    proxied = {**HEADERS, "x-forwarded-proto": "https", "x-forwarded-host": "web.example"}
    async with client(with_jobs(pages=150)) as api:
        answer = await api.get(f"/v1/crawl/{BATCH_ID}/", headers=proxied)
    assert answer.json()["next"] == f"https://web.example/v1/crawl/{BATCH_ID}?skip=100"


@pytest.mark.parametrize(("version", "spinning"), [("v1", True), ("v2", False)])
async def test_a_running_job_has_a_next_until_a_page_brings_nothing(version: str, spinning: bool) -> None:
    async with client(with_jobs(state=JobState.SCRAPING, pages=1)) as api:
        entry = await get(api, f"/{version}/crawl/{CRAWL_ID}")
        empty = await get(api, entry["next"].removeprefix(ORIGIN))
    assert (entry["status"], len(entry["data"]), entry["success"]) == ("scraping", 1, True)
    assert ("next" in empty, empty["data"]) == (spinning, [])


async def test_a_fresh_job_of_version_1_looks_like_one() -> None:
    async with client(with_jobs(state=JobState.SCRAPING)) as api:
        body = await get(api, f"/v1/crawl/{CRAWL_ID}")
    assert "/v1/crawl/" in body["next"]
    assert body["total"] > 0
    assert body["creditsUsed"] > 0


async def test_a_status_tells_its_warning() -> None:
    async with client(with_jobs(kept=StubJobs(warning="Blocked by robots.txt."))) as api:
        assert (await get(api, f"/v2/crawl/{CRAWL_ID}"))["warning"] == "Blocked by robots.txt."


@pytest.mark.parametrize("query", ["skip=-1", "skip=x", "limit=0", "limit=1001", "limit=", "skip=1&limit=1&limit=no"])
@pytest.mark.parametrize("end", ["", "/urls"])
async def test_a_page_that_cannot_be_is_refused(query: str, end: str) -> None:
    async with client(with_jobs()) as api:
        answer = await api.get(f"/v2/crawl/{CRAWL_ID}{end}?{query}", headers=HEADERS)
    assert answer.status_code == 400
    assert answer.json()["error"].startswith("Invalid pagination: ")


async def test_a_query_of_thousands_of_parameters_is_refused() -> None:
    async with client(with_jobs()) as api:
        answer = await api.get(f"/v2/crawl/{CRAWL_ID}?" + "&".join(f"a{n}=1" for n in range(2000)), headers=HEADERS)
    assert (answer.status_code, answer.json()["success"]) == (400, False)


PLACES = [
    ("GET", "/v2/crawl/{id}"),
    ("DELETE", "/v2/crawl/{id}"),
    ("GET", "/v2/crawl/{id}/errors"),
    ("GET", "/v2/crawl/{id}/urls"),
    ("GET", "/v2/batch/scrape/{id}"),
    ("DELETE", "/v2/batch/scrape/{id}"),
    ("GET", "/v2/batch/scrape/{id}/errors"),
    ("GET", "/v2/batch/scrape/{id}/urls"),
    ("GET", "/v1/crawl/{id}"),
    ("DELETE", "/v1/crawl/{id}"),
    ("GET", "/v1/crawl/{id}/errors"),
    ("DELETE", "/v1/crawl/{id}/errors"),
    ("GET", "/v1/batch/scrape/{id}"),
    ("DELETE", "/v1/batch/scrape/{id}"),
    ("GET", "/v1/batch/scrape/{id}/errors"),
    ("DELETE", "/v1/batch/scrape/{id}/errors"),
    ("GET", "/v0/crawl/status/{id}"),
    ("DELETE", "/v0/crawl/cancel/{id}"),
]


@pytest.mark.parametrize(("method", "place"), PLACES)
async def test_an_unknown_job_and_another_teams_are_told_in_the_same_words(method: str, place: str) -> None:
    async with client() as api:
        unknown = await api.request(method, place.format(id=SCRAPE_ID), headers=HEADERS)
    foreign = StubOperations()
    for job_id, spec in ((CRAWL_ID, a_job().spec), (BATCH_ID, BATCH)):
        foreign.kept.keep(a_job(job_id, spec, team_id="other"))
    async with client(foreign) as api:
        found = [await api.request(method, place.format(id=n), headers=HEADERS) for n in (CRAWL_ID, BATCH_ID)]
    assert (unknown.status_code, unknown.json()) == (404, {"success": False, "error": "Job not found"})
    assert [(a.status_code, a.json()) for a in found] == [(404, unknown.json())] * 2


@pytest.mark.parametrize(
    ("method", "place", "status"),
    [
        (method, place, 400 if place.startswith("/v2/crawl") or (place.endswith("{id}") and "v0" not in place) else 404)
        for method, place in PLACES
        if not (place.startswith("/v1") and method == "DELETE")
    ],
)
async def test_an_id_that_is_none_is_told_where_the_contract_says_so(method: str, place: str, status: int) -> None:
    async with client() as api:
        answer = await api.request(method, place.format(id="invalid-job-id-12345"), headers=HEADERS)
    assert (answer.status_code, answer.json()["success"]) == (status, False)


async def test_a_job_is_found_by_its_id_in_capitals() -> None:
    async with client(with_jobs()) as api:
        await get(api, f"/v2/crawl/{CRAWL_ID.upper()}")


@pytest.mark.parametrize(
    ("path", "found"),
    [
        (f"/v1/crawl/{BATCH_ID}", True),
        (f"/v1/crawl/{BATCH_ID}/errors", True),
        (f"/v2/crawl/{BATCH_ID}", False),
        (f"/v2/batch/scrape/{CRAWL_ID}", False),
        (f"/v1/batch/scrape/{CRAWL_ID}", False),
        (f"/v0/crawl/status/{BATCH_ID}", False),
    ],
)
async def test_only_version_1_reads_batches_under_the_path_of_crawls(path: str, found: bool) -> None:
    async with client(with_jobs()) as api:
        answer = await api.get(path, headers=HEADERS)
    assert answer.status_code == (200 if found else 404)


@pytest.mark.parametrize(
    ("allowed", "path", "status"),
    [
        (Group.BATCH_SCRAPE, f"/v1/crawl/{BATCH_ID}", 200),
        (Group.CRAWL, f"/v1/crawl/{BATCH_ID}", 403),
        (Group.CRAWL, f"/v1/crawl/{CRAWL_ID}", 200),
        (Group.BATCH_SCRAPE, f"/v1/crawl/{CRAWL_ID}", 403),
        (Group.BATCH_SCRAPE, f"/v1/crawl/{SCRAPE_ID}", 403),
        (Group.BATCH_SCRAPE, f"/v2/batch/scrape/{CRAWL_ID}", 404),
        (Group.CRAWL, f"/v2/crawl/{CRAWL_ID}/errors", 200),
        (Group.SCRAPE, f"/v2/crawl/{CRAWL_ID}/errors", 403),
        (Group.SCRAPE, f"/v2/crawl/{CRAWL_ID}/urls", 403),
        (Group.CRAWL, f"/v0/crawl/status/{CRAWL_ID}", 403),
        (Group.SCRAPE, "/v2/crawl/active", 403),
        (Group.SCRAPE, "/v2/team/queue-status", 403),
    ],
)
async def test_a_job_needs_the_group_of_its_kind_whatever_path_it_is_read_under(
    allowed: Group, path: str, status: int
) -> None:
    class One:
        def refusal(self, ask: AccessRequest) -> str | None:
            return None if ask.group is allowed else f"no {ask.group}"

    async with client(with_jobs(caller=Principal("team", "key", (One(),)))) as api:
        assert (await api.get(path, headers=HEADERS)).status_code == status


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", f"/v2/crawl/{CRAWL_ID}/errors"),
        ("GET", f"/v2/batch/scrape/{BATCH_ID}/errors"),
        ("GET", f"/v1/crawl/{CRAWL_ID}/errors"),
        ("DELETE", f"/v1/crawl/{CRAWL_ID}/errors"),
        ("DELETE", f"/v1/crawl/{BATCH_ID}/errors"),
        ("DELETE", f"/v1/batch/scrape/{BATCH_ID}/errors"),
    ],
)
async def test_errors_are_failed_pages_and_what_robots_txt_forbids(method: str, path: str) -> None:
    stub = with_jobs(state=JobState.SCRAPING)
    async with client(stub) as api:
        answer = await api.request(method, path, headers=HEADERS)
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["cache-control"] == "no-store"
    assert answer.json() == {
        "success": True,
        "errors": [
            {
                "id": SCRAPE_ID,
                "timestamp": "2026-01-02T03:04:05.000Z",
                "url": "https://e.org/f",
                "code": "SCRAPE_TIMEOUT",
                "error": "Late.",
            }
        ],
        "robotsBlocked": ["https://e.org/r"],
    }
    assert not stub.kept.kept[CRAWL_ID].job.state.final


async def test_errors_by_the_thousand_are_all_told() -> None:
    stub = StubOperations()
    urls = [JobUrl(n, f"https://e.org/{n}", UrlState.FAILED, 1, "X", "No.") for n in range(1, 2502)]
    blocked = [JobUrl(n, f"https://e.org/{n}", UrlState.REFUSED, 1, "ROBOTS") for n in range(3000, 4500)]
    stub.kept.keep(a_job(), urls=[*urls, *blocked])
    async with client(stub) as api:
        body = await get(api, f"/v2/crawl/{CRAWL_ID}/errors")
    assert [error["url"] for error in body["errors"]] == [url.url for url in urls]
    assert body["robotsBlocked"] == [url.url for url in blocked]
    assert len({error["id"] for error in body["errors"]}) == len(urls)


async def test_every_url_of_a_batch_is_in_the_data_or_among_the_errors() -> None:
    stub = StubOperations()
    urls = [
        JobUrl(1, "https://e.org/1", UrlState.DONE, 0),
        JobUrl(2, "https://e.org/2", UrlState.FAILED, 0, "SCRAPE_TIMEOUT", "Too slow."),
        JobUrl(3, "https://e.org/3", UrlState.REFUSED, 0, "DUPLICATE"),
        JobUrl(4, "https://e.org/4", UrlState.REFUSED, 0, "FORBIDDEN_TARGET", "It may not be reached."),
        JobUrl(5, "https://e.org/5", UrlState.REFUSED, 0, "CANCELLED"),
        JobUrl(6, "https://e.org/6", UrlState.REFUSED, 0, "JOB_DEADLINE"),
        JobUrl(7, "https://e.org/7", UrlState.REFUSED, 0, "ROBOTS"),
    ]
    stub.kept.keep(a_job(BATCH_ID, BATCH), urls=urls)
    stub.kept.keep(a_job(), urls=urls)
    async with client(stub) as api:
        batch = await get(api, f"/v2/batch/scrape/{BATCH_ID}/errors")
        crawl = await get(api, f"/v2/crawl/{CRAWL_ID}/errors")
    assert [(error["url"], error["code"], error["error"]) for error in batch["errors"]] == [
        ("https://e.org/2", "SCRAPE_TIMEOUT", "Too slow."),
        ("https://e.org/4", "FORBIDDEN_TARGET", "It may not be reached."),
        ("https://e.org/5", "CANCELLED", "The job was cancelled before this page was done."),
        ("https://e.org/6", "JOB_DEADLINE", "The job took longer than a job may; this page was left over."),
    ]
    assert batch["robotsBlocked"] == ["https://e.org/7"]
    assert [error["url"] for error in crawl["errors"]] == ["https://e.org/2"]


async def test_a_job_without_errors_says_so() -> None:
    stub = StubOperations()
    stub.kept.keep(a_job())
    async with client(stub) as api:
        body = await get(api, f"/v2/crawl/{CRAWL_ID}/errors")
    assert body == {"success": True, "errors": [], "robotsBlocked": []}


async def test_every_url_a_job_met_can_be_paged_through() -> None:
    async with client(with_jobs(state=JobState.SCRAPING)) as api:
        first = await get(api, f"/v2/crawl/{CRAWL_ID}/urls?limit=3")
        assert first["next"] == f"{ORIGIN}/v2/crawl/{CRAWL_ID}/urls?skip=3&limit=3"
        rest = await get(api, first["next"].removeprefix(ORIGIN))
    assert [(url["state"], url.get("code")) for url in (*first["urls"], *rest["urls"])] == [
        ("failed", "SCRAPE_TIMEOUT"),
        ("refused", "ROBOTS"),
        ("refused", "EXTERNAL_LINK"),
        ("done", None),
    ]
    assert ("next" in rest, rest["status"]) == (False, "scraping")


@pytest.mark.parametrize(
    "path",
    [
        f"/v2/crawl/{CRAWL_ID}",
        f"/v1/crawl/{CRAWL_ID}",
        f"/v2/batch/scrape/{BATCH_ID}",
        f"/v1/crawl/{BATCH_ID}",
        f"/v0/crawl/cancel/{CRAWL_ID}",
    ],
)
async def test_a_running_job_is_cancelled_and_again_and_an_ended_one_is_not(path: str) -> None:
    stub = with_jobs(state=JobState.SCRAPING, pages=2)
    async with client(stub) as api:
        answers = [await api.delete(path, headers=HEADERS) for _ in range(2)]
        assert [(a.status_code, a.json()) for a in answers] == [(200, {"success": True, "status": "cancelled"})] * 2
        ended = with_jobs(state=JobState.COMPLETED)
    async with client(ended) as api:
        late = await api.delete(path, headers=HEADERS)
    assert (late.status_code, late.json()["success"]) == (409, False)
    assert late.json()["error"] == "Crawl is already completed"


async def test_a_cancelled_job_keeps_its_pages() -> None:
    stub = with_jobs(state=JobState.SCRAPING, pages=2)
    async with client(stub) as api:
        await api.delete(f"/v2/crawl/{CRAWL_ID}", headers=HEADERS)
        body = await get(api, f"/v2/crawl/{CRAWL_ID}")
    assert (body["status"], body["success"], len(body["data"]), "next" in body) == ("cancelled", True, 2, False)


@pytest.mark.parametrize("path", ["/v2/crawl/active", "/v2/crawl/ongoing", "/v1/crawl/active", "/v1/crawl/ongoing"])
async def test_running_crawls_are_listed(path: str) -> None:
    async with client(with_jobs(state=JobState.SCRAPING)) as api:
        body = await get(api, path)
    assert [(crawl["id"], crawl["teamId"], crawl["url"]) for crawl in body["crawls"]] == [
        (CRAWL_ID, "team", "https://example.org/")
    ]


@pytest.mark.parametrize("version", ["v1", "v2"])
async def test_the_load_of_the_team(version: str) -> None:
    stub = StubOperations(kept=StubJobs(busy=TeamLoad(jobs=1, in_flight=2, queued=5)))
    async with client(stub) as api:
        queue = await get(api, f"/{version}/team/queue-status")
        now = await get(api, f"/{version}/concurrency-check")
    assert queue == {
        "success": True,
        "jobsInQueue": 7,
        "activeJobsInQueue": 2,
        "waitingJobsInQueue": 5,
        "maxConcurrency": 10,
        "mostRecentSuccess": None,
    }
    assert now == {"success": True, "concurrency": 2, "maxConcurrency": 10}


async def test_version_0_tells_a_complete_crawl_whole() -> None:
    async with client(with_jobs(pages=250)) as api:
        answer = await api.get(f"/v0/crawl/status/{CRAWL_ID}", headers=HEADERS)
    body = answer.json()
    assert (body["status"], body["current"], body["total"], body["partial_data"]) == ("completed", 250, 250, [])
    assert [page["content"] for page in body["data"]] == [f"# Page {n}" for n in range(1, 251)]
    assert "content-length" not in answer.headers


@pytest.mark.parametrize(
    ("state", "word"), [(JobState.SCRAPING, "active"), (JobState.CANCELLED, "failed"), (JobState.FAILED, "failed")]
)
async def test_version_0_tells_the_last_pages_of_a_crawl_that_is_not_complete(state: JobState, word: str) -> None:
    async with client(with_jobs(pages=60, state=state)) as api:
        body = await get(api, f"/v0/crawl/status/{CRAWL_ID}")
    assert (body["status"], body["data"]) == (word, None)
    assert [page["content"] for page in body["partial_data"]] == [f"# Page {n}" for n in range(11, 61)]


async def test_no_word_of_a_job_is_kept_by_a_cache_on_the_way() -> None:
    async with client(with_jobs(pages=1)) as api:
        for path in (f"/v2/crawl/{CRAWL_ID}", f"/v2/crawl/{CRAWL_ID}/errors", f"/v0/crawl/status/{CRAWL_ID}"):
            assert (await api.get(path, headers=HEADERS)).headers["cache-control"] == "no-store"


async def test_figures_name_the_routes_of_jobs_and_not_their_ids() -> None:
    async with client(with_jobs()) as api:
        await get(api, f"/v2/crawl/{CRAWL_ID}")
        figures = (await api.get("/metrics")).text
    assert 'route="/v2/crawl/{id}"' in figures
    assert not re.search(CRAWL_ID, figures)


async def test_the_reference_tells_queries_keys_and_shapes() -> None:
    async with client() as api:
        paths = (await api.get("/openapi.json")).json()["paths"]
    status = paths["/v2/crawl/{id}"]["get"]
    assert {p["name"] for p in status["parameters"]} == {"id", "skip", "limit"}
    assert "WebSocket" in status["description"]
    for path in ("/v2/crawl", "/v1/crawl", "/v0/crawl", "/v2/batch/scrape", "/v1/batch/scrape"):
        assert [p["name"] for p in paths[path]["post"]["parameters"]] == ["x-idempotency-key"]
    assert {f"/v2/crawl/{{id}}/{end}" for end in ("errors", "urls")} <= set(paths)


@pytest.mark.parametrize("path", [f"/v2/crawl/{CRAWL_ID}", f"/v2/batch/scrape/{BATCH_ID}"])
async def test_a_diagnosis_says_why_urls_are_no_pages_and_has_the_shape_of_the_reference(path: str) -> None:
    async with client(with_jobs(pages=2)) as api:
        body = await get(api, path + "/diagnosis")
    assert body["success"] is True
    assert (body["teamId"], body["status"], body["creditsUsed"]) == ("team", "completed", 2)
    reasons = {(each["state"], each["code"]): each["count"] for each in body["reasons"]}
    assert reasons[("refused", "ROBOTS")] == reasons[("failed", "SCRAPE_TIMEOUT")] == 1
    assert any("robots.txt" in sentence for sentence in body["advice"])
    assert JobDiagnosis.model_validate(body).model_dump(by_alias=True, exclude_unset=True) == body


async def test_a_diagnosis_is_for_the_team_of_the_job_and_the_group_of_its_kind() -> None:
    path = f"/v2/crawl/{CRAWL_ID}/diagnosis"
    stranger = with_jobs(caller=Principal("another team", "key"))
    async with client(stranger) as api:
        assert (await api.get(path, headers=HEADERS)).status_code == 404
    scraper = with_jobs(caller=Principal("team", "key", (OnlyEndpoints((Group.SCRAPE,)),)))
    async with client(scraper) as api:
        assert (await api.get(path, headers=HEADERS)).status_code == 403
        assert (await api.get(path)).status_code == 401
    async with client(with_jobs()) as api:
        assert (await api.get(path.replace("crawl", "batch/scrape"), headers=HEADERS)).status_code == 404
        assert (await api.get("/v2/crawl/no-id/diagnosis", headers=HEADERS)).status_code == 400
