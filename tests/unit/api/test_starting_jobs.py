import json
from typing import Any

import pytest

from gossamer.core.access import AccessRequest, Group, Principal
from gossamer.core.crawls import BatchSpec, CrawlSpec
from gossamer.core.errors import DatabaseUnavailable, MapFailed, MapTimedOut, QueueFull
from gossamer.core.seeds import read_part
from gossamer.features.crawl import PromptReading
from gossamer.operations import Rights
from tests.unit.api.stub import HEADERS, URL, StubOperations, client
from tests.unit.api.stub_jobs import BATCH_ID, CRAWL_ID, MAP_ID, StubJobs, StubMaps, a_job

KEY = "6f0d2a52-3f4a-4a5e-9d9b-6f0d2b7c1e99"
ORIGIN = "http://api.example:3002"
STARTS = [
    ("/v2/crawl", {"url": URL}, CRAWL_ID),
    ("/v1/crawl", {"url": URL}, CRAWL_ID),
    ("/v0/crawl", {"url": URL}, CRAWL_ID),
    ("/v2/batch/scrape", {"urls": [URL]}, BATCH_ID),
    ("/v1/batch/scrape", {"urls": [URL]}, BATCH_ID),
]


@pytest.mark.parametrize(("path", "body", "job_id"), STARTS)
async def test_a_started_job_is_told_with_its_address(path: str, body: dict[str, Any], job_id: str) -> None:
    stub = StubOperations()
    async with client(stub) as api:
        answer = await api.post(path, headers=HEADERS, json=body)
    assert answer.status_code == 200
    if path == "/v0/crawl":
        assert answer.json() == {"success": True, "jobId": job_id}
    else:
        assert answer.json() == {"success": True, "id": job_id, "url": f"{ORIGIN}{path}/{job_id}"}
    [(spec, told)] = stub.kept.started
    assert isinstance(spec, BatchSpec if "batch" in path else CrawlSpec)
    seeds = told.pop("seeds", None)
    assert (seeds is not None and seeds.count == 1) is ("batch" in path)
    assert told == {
        "team_id": "team",
        "key_id": "key",
        "called_at": ORIGIN,
        "dialect": path[1:3],
        "idempotency_key": None,
        # Without an agent a page costs what a scrape does.
        **({"page_price": None} if "batch" in path else {}),
    }


async def test_addresses_are_those_under_which_a_proxy_is_reached() -> None:
    stub = StubOperations()
    proxied = {**HEADERS, "x-forwarded-proto": "https", "x-forwarded-host": "web.example"}
    async with client(stub) as api:
        answer = await api.post("/v2/crawl", headers=proxied, json={"url": URL})
    assert answer.json()["url"] == f"https://web.example/v2/crawl/{CRAWL_ID}"
    assert stub.kept.started[0][1]["called_at"] == "https://web.example"


@pytest.mark.parametrize(("path", "body", "_"), STARTS)
async def test_a_key_of_the_callers_makes_a_start_count_once(path: str, body: dict[str, Any], _: str) -> None:
    stub = StubOperations()
    async with client(stub) as api:
        answers = [
            await api.post(path, headers={**HEADERS, "x-idempotency-key": key}, json=body)
            for key in (KEY, KEY.upper(), "not-a-uuid", "")
        ]
    assert [answer.status_code for answer in answers] == [200, 409, 409, 409]
    for answer in answers[1:]:
        assert answer.json()["error"] == "Idempotency key already used"
        assert answer.json()["success"] is False
    assert len(stub.kept.started) == 1


@pytest.mark.parametrize(("path", "body", "_"), STARTS)
async def test_a_start_that_was_refused_leaves_its_key_unused(path: str, body: dict[str, Any], _: str) -> None:
    stub = StubOperations(kept=StubJobs(failure=DatabaseUnavailable("later")))
    headers = {**HEADERS, "x-idempotency-key": KEY}
    async with client(stub) as api:
        refused = await api.post(path, headers=headers, json=body)
        stub.kept.failure = None
        accepted = await api.post(path, headers=headers, json=body)
    assert (refused.status_code, refused.headers["retry-after"]) == (503, "2")
    assert accepted.status_code == 200


@pytest.mark.parametrize(("path", "body", "_"), STARTS)
async def test_a_team_with_a_full_queue_is_told_when_to_come_back(path: str, body: dict[str, Any], _: str) -> None:
    async with client(StubOperations(kept=StubJobs(failure=QueueFull("Queue limit reached.")))) as api:
        answer = await api.post(path, headers=HEADERS, json=body)
    assert (answer.status_code, answer.json()["code"]) == (429, "QUEUE_FULL")
    assert int(answer.headers["retry-after"]) > 0


async def test_urls_that_cannot_be_read_are_left_out_of_a_batch_and_listed() -> None:
    stub = StubOperations()
    body = {"urls": [URL, "ftp://x"], "ignoreInvalidURLs": True}
    async with client(stub) as api:
        answer = await api.post("/v2/batch/scrape", headers=HEADERS, json=body)
    assert answer.json()["invalidURLs"] == ["ftp://x"]
    spec = stub.kept.started[0][0]
    assert isinstance(spec, BatchSpec)
    assert spec.urls == (URL,)


async def test_a_batch_can_be_added_to_and_an_unknown_one_cannot() -> None:
    stub = StubOperations()
    stub.kept.keep(a_job(BATCH_ID))
    async with client(stub) as api:
        added = await api.post("/v2/batch/scrape", headers=HEADERS, json={"urls": [URL], "appendToId": BATCH_ID})
        missed = await api.post("/v2/batch/scrape", headers=HEADERS, json={"urls": [URL], "appendToId": CRAWL_ID})
    assert added.json()["id"] == BATCH_ID
    assert (missed.status_code, missed.json()) == (404, {"success": False, "error": "Job not found"})


async def test_a_batch_of_very_many_urls_is_read() -> None:
    stub = StubOperations()
    urls = [f"https://example.org/{n}" for n in range(20_000)]
    async with client(stub) as api:
        answer = await api.post("/v2/batch/scrape", headers=HEADERS, content=json.dumps({"urls": urls}).encode())
        refused = await api.post(
            "/v2/batch/scrape", headers=HEADERS, content=json.dumps({"urls": [*urls, "ftp://x"]}).encode()
        )
    assert answer.status_code == 200
    assert (refused.status_code, refused.json()["details"][0]["path"]) == (400, ["urls", 20_000])
    [(spec, told)] = stub.kept.started
    assert (spec.limit, told["seeds"].count) == (20_000, 20_000)
    assert [entry.url for part in told["seeds"].parts for entry in read_part(part)] == urls


class TestPrompt:
    READING = PromptReading({"includePaths": ["blog/.*"], "limit": 50, "delay": None}, "Read without a model.")

    async def test_a_prompt_gives_options_where_the_body_has_none(self) -> None:
        stub = StubOperations(kept=StubJobs(reading=self.READING))
        async with client(stub) as api:
            answer = await api.post("/v2/crawl", headers=HEADERS, json={"url": URL, "prompt": "blog posts", "limit": 7})
        told = answer.json()
        assert told["promptGeneratedOptions"] == {"includePaths": ["blog/.*"], "limit": 50}
        assert (told["finalCrawlerOptions"]["includePaths"], told["finalCrawlerOptions"]["limit"]) == (["blog/.*"], 7)
        assert told["warning"] == "Read without a model."
        spec = stub.kept.started[0][0]
        assert isinstance(spec, CrawlSpec)
        assert (spec.scope.include_paths, spec.limit, spec.prompt) == (("blog/.*",), 7, "blog posts")
        assert spec.notices == ("Read without a model.",)

    async def test_options_that_no_caller_could_name_are_not_taken_from_a_prompt(self) -> None:
        stub = StubOperations(kept=StubJobs(reading=PromptReading({"limit": "many"}, None)))
        async with client(stub) as api:
            answer = await api.post("/v2/crawl", headers=HEADERS, json={"url": URL, "prompt": "all"})
        assert answer.status_code == 400
        assert "process the prompt" in answer.json()["error"]
        assert stub.kept.started == []

    async def test_a_preview_tells_the_options_alone(self) -> None:
        stub = StubOperations(kept=StubJobs(reading=self.READING))
        async with client(stub) as api:
            answer = await api.post("/v2/crawl/params-preview", headers=HEADERS, json={"url": URL, "prompt": "blog"})
        assert answer.json() == {
            "success": True,
            "data": {"url": URL, "includePaths": ["blog/.*"], "limit": 50},
            "warning": "Read without a model.",
        }
        assert stub.kept.started == []


class Only:
    """A key that may ask for what *agrees* with a rule."""

    def __init__(self, *, groups: set[Group] | None = None, formats: set[str] | None = None, host: str = "") -> None:
        self.groups = groups
        self.formats = formats
        self.host = host

    def refusal(self, ask: AccessRequest) -> str | None:
        if self.groups is not None and ask.group not in self.groups:
            return f"no {ask.group}"
        if self.formats is not None and not ask.formats <= self.formats:
            return f"not {sorted(ask.formats - self.formats)}"
        return next((f"not {url}" for url in ask.urls if self.host not in url), None)


def restricted(rule: Only, **more: Any) -> StubOperations:
    return StubOperations(caller=Principal("team", "key", (rule,)), **more)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v2/crawl", {"url": URL, "scrapeOptions": {"formats": ["html"]}}),
        ("/v1/crawl", {"url": URL, "scrapeOptions": {"formats": ["html"]}}),
        ("/v0/crawl", {"url": URL}),
        ("/v2/batch/scrape", {"urls": [URL], "formats": ["markdown", "html"]}),
        ("/v1/batch/scrape", {"urls": [URL], "formats": ["html"]}),
    ],
)
async def test_formats_of_a_job_meet_the_restrictions_of_the_key(path: str, body: dict[str, Any]) -> None:
    stub = restricted(Only(formats={"markdown"}))
    async with client(stub) as api:
        answer = await api.post(path, headers=HEADERS, json=body)
    assert (answer.status_code, answer.json()["code"]) == (403, "FORBIDDEN")
    assert stub.kept.started == []


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v2/crawl", {"url": "https://other.example"}),
        ("/v2/crawl", {"url": "https://other.example", "prompt": "p"}),
        ("/v2/crawl/params-preview", {"url": "https://other.example", "prompt": "p"}),
        ("/v2/batch/scrape", {"urls": [URL, "https://other.example"]}),
        ("/v2/map", {"url": "https://other.example"}),
    ],
)
async def test_every_url_of_a_job_meets_the_restrictions_of_the_key(path: str, body: dict[str, Any]) -> None:
    stub = restricted(Only(host="example.org"))
    async with client(stub) as api:
        answer = await api.post(path, headers=HEADERS, json=body)
    assert answer.status_code == 403
    assert (stub.kept.started, stub.site.asked) == ([], [])


@pytest.mark.parametrize(
    "body",
    [
        {"formats": ["rawBase64"], "redactPII": True},
        {"zeroDataRetention": True},
        {"threatProtection": {"mode": "zscaler"}},
    ],
)
async def test_what_a_scrape_refuses_no_job_begins_with(body: dict[str, Any]) -> None:
    stub = StubOperations()
    retention = body.get("zeroDataRetention")
    crawl = {"zeroDataRetention": True} if retention else {"scrapeOptions": body}
    async with client(stub) as api:
        answers = [
            await api.post("/v2/crawl", headers=HEADERS, json={"url": URL, **crawl}),
            await api.post("/v2/batch/scrape", headers=HEADERS, json={"urls": [URL], **body}),
        ]
    assert {answer.json()["code"] for answer in answers} <= {"BAD_REQUEST", "FORBIDDEN"}
    assert stub.kept.started == []


@pytest.mark.parametrize("options", [{"ignoreRobotsTxt": True}, {"robotsUserAgent": "Bot"}])
@pytest.mark.parametrize("path", ["/v2/crawl", "/v1/crawl"])
async def test_robots_txt_may_be_passed_over_only_where_the_operator_allows_it(
    path: str, options: dict[str, Any]
) -> None:
    async with client(StubOperations()) as api:
        refused = await api.post(path, headers=HEADERS, json={"url": URL, **options})
    async with client(StubOperations(rights=Rights(ignore_robots=True))) as api:
        allowed = await api.post(path, headers=HEADERS, json={"url": URL, **options})
    assert (refused.status_code, allowed.status_code) == (403, 200)
    assert "GOSSAMER_IGNORE_ROBOTS_ALLOWED" in refused.json()["error"]
    assert next(iter(options)) in refused.json()["error"]


async def test_a_switch_that_is_off_asks_for_no_right() -> None:
    body = {"url": URL, "ignoreRobotsTxt": False, "zeroDataRetention": False}
    async with client() as api:
        assert (await api.post("/v2/crawl", headers=HEADERS, json=body)).status_code == 200


async def test_a_map_is_told_in_the_shape_of_its_version() -> None:
    stub = StubOperations(site=StubMaps(warning="Few."))
    async with client(stub) as api:
        new = await api.post("/v2/map", headers=HEADERS, json={"url": URL, "search": "a"})
        old = await api.post("/v1/map", headers=HEADERS, json={"url": URL, "sitemapOnly": True})
    assert new.json() == {
        "success": True,
        "id": MAP_ID,
        "links": [
            {"url": "https://example.org/a", "title": "A", "description": "First"},
            {"url": "https://example.org/b"},
        ],
        "warning": "Few.",
    }
    assert old.json()["links"] == ["https://example.org/a", "https://example.org/b"]
    assert [spec.search for spec in stub.site.asked] == ["a", None]


@pytest.mark.parametrize(
    ("failure", "status", "code"), [(MapTimedOut("late"), 408, "MAP_TIMEOUT"), (MapFailed("no"), 500, "MAP_FAILED")]
)
async def test_a_map_that_fails_says_why(failure: Exception, status: int, code: str) -> None:
    async with client(StubOperations(site=StubMaps(failure=failure))) as api:
        answer = await api.post("/v2/map", headers=HEADERS, json={"url": URL})
    assert (answer.status_code, answer.json()["code"]) == (status, code)


async def test_a_map_of_a_blocked_domain_is_refused() -> None:
    async with client() as api:
        body = {"url": URL, "threatProtection": {"mode": "manual-only", "blacklist": ["example.org"]}}
        answer = await api.post("/v2/map", headers=HEADERS, json=body)
    assert (answer.status_code, answer.json()["code"]) == (403, "unsafe_domain_blocked")
