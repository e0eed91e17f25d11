import inspect
import json

import pytest
import structlog

import gossamer.core.errors as core
from gossamer.api.errors import STATUS, answer_to
from tests.unit.api.stub import HEADERS, KEY, SCRAPE_ID, URL, StubOperations, client

CLASSES = [kind for _, kind in inspect.getmembers(core, inspect.isclass) if issubclass(kind, core.ServiceError)]
FAILURES = [
    (core.InvalidTarget("no"), 400, "BAD_REQUEST"),
    (core.ForbiddenTarget(), 403, "unsafe_domain_blocked"),
    (core.ForbiddenReceiver(), 403, "unsafe_domain_blocked"),
    (core.NotAllowed("no"), 403, "FORBIDDEN"),
    (core.NotInStore("no"), 404, "SCRAPE_NO_CACHED_DATA"),
    (core.LockdownMiss("no"), 404, "SCRAPE_LOCKDOWN_CACHE_MISS"),
    (core.ActionsUnsupported("no"), 400, "SCRAPE_ACTIONS_NOT_SUPPORTED"),
    (core.NotAvailable("no"), 400, "NOT_AVAILABLE"),
    (core.NameNotResolved("no"), 200, "SCRAPE_DNS_RESOLUTION_ERROR"),
    (core.TlsFailed("no"), 500, "SCRAPE_SSL_ERROR"),
    (core.Unreachable("no"), 500, "SCRAPE_SITE_ERROR"),
    (core.Refused("no"), 500, "SCRAPE_ALL_ENGINES_FAILED"),
    (core.TooLarge("no"), 500, "SCRAPE_SITE_ERROR"),
    (core.Unsupported("no"), 422, "SCRAPE_UNSUPPORTED_FILE_ERROR"),
    (core.OcrRequired("no"), 422, "SCRAPE_PDF_OCR_REQUIRED"),
    (core.TooLittleTime("no"), 408, "SCRAPE_PDF_INSUFFICIENT_TIME_ERROR"),
    (core.UnsupportedFile("no"), 400, "UNSUPPORTED_FILE_TYPE"),
    (core.UnsupportedOptions("no"), 400, "PARSE_UNSUPPORTED_OPTIONS"),
    (core.TooManyUploads("no"), 429, "PARSE_UPLOAD_UNPARSED_LIMIT_REACHED"),
    (core.ActionFailed(2, "click", "no"), 500, "SCRAPE_ACTION_ERROR"),
    (core.TimedOut("no"), 408, "SCRAPE_TIMEOUT"),
    (core.NoPlaceFree("no"), 408, "CONCURRENCY_QUEUE_TIMEOUT"),
    (core.OwnError("no"), 500, "UNKNOWN_ERROR"),
    (core.ProxyFailed("no"), 502, "PROXY_FAILED"),
    (core.Overloaded("no"), 503, "OVERLOADED"),
]


def test_every_error_has_a_status_and_every_status_an_error() -> None:
    assert {kind.code for kind in CLASSES} == set(STATUS)


@pytest.mark.parametrize(("failure", "status", "code"), FAILURES, ids=lambda value: getattr(value, "code", value))
@pytest.mark.parametrize("version", ["v0", "v1", "v2"])
async def test_a_failed_scrape_says_what_went_wrong(
    version: str, failure: core.ServiceError, status: int, code: str
) -> None:
    async with client(StubOperations(failure=failure)) as api:
        answer = await api.post(f"/{version}/scrape", headers=HEADERS, json={"url": URL})
    body = answer.json()
    return_code = body.pop("returnCode", None)
    assert (answer.status_code, body) == (status, {"success": False, "code": code, "error": failure.message})
    assert return_code == (status if version == "v0" else None)


async def test_when_we_are_full_the_caller_learns_when_to_come_back() -> None:
    async with client(StubOperations(failure=core.Overloaded("full"))) as api:
        answer = await api.post("/v2/scrape", headers=HEADERS, json={"url": URL})
    assert int(answer.headers["retry-after"]) > 0


def test_a_document_that_is_still_read_says_when_to_ask_again() -> None:
    still = core.StillReading("Wait.", is_running=True, seconds=42, retry_after=40, pages=300, is_long=True)
    answer = answer_to(still)
    assert (answer.status, (b"retry-after", b"40") in answer.headers) == (408, True)
    assert json.loads(answer.body) == {
        "success": False,
        "code": "SCRAPE_TIMEOUT",
        "error": "Wait.",
        "details": {
            "state": "processing_continues",
            "jobStatus": "running",
            "estimatedRemainingSeconds": 42,
            "retryAfterSeconds": 40,
            "documentPages": 300,
            "mayExceedProcessingWindow": True,
        },
    }


async def test_an_unknown_failure_gets_an_id_that_the_log_knows_and_tells_no_secret() -> None:
    with structlog.testing.capture_logs() as logged:
        async with client(StubOperations(failure=RuntimeError("password 1234"))) as api:
            answer = await api.post("/v2/scrape", headers=HEADERS, json={"url": URL + "?token=hush"})
    [entry] = logged
    assert answer.status_code == 500
    body = answer.json()
    assert (body["success"], body["code"]) == (False, "UNKNOWN_ERROR")
    assert entry["error_id"] in body["error"]
    assert "password" not in answer.text
    assert entry["route"] == "/v2/scrape"
    told = json.dumps({name: str(value) for name, value in entry.items() if name != "exc_info"})
    assert KEY not in told
    assert "hush" not in told


async def test_validation_details_reach_the_caller() -> None:
    async with client() as api:
        answer = await api.post("/v2/scrape", headers=HEADERS, json={"url": URL, "foo": 1})
    body = answer.json()
    assert (answer.status_code, body["code"]) == (400, "BAD_REQUEST")
    assert body["error"].startswith("Unrecognized key in body")
    assert body["details"][0]["keys"] == ["foo"]


@pytest.mark.parametrize("found", ["x", "..", "%2e%2e%2f", "%00", "' OR 1=1 --", "a" * 10_000])
async def test_an_id_that_is_none_is_a_bad_request_in_version_2(found: str) -> None:
    async with client() as api:
        answer = await api.get(f"/v2/scrape/{found}", headers=HEADERS)
    assert answer.status_code in (400, 404)
    assert answer.json()["success"] is False


async def test_an_unknown_id_is_not_found() -> None:
    other = SCRAPE_ID.replace("5", "6")
    async with client() as api:
        answers = [await api.get(f"/{v}/scrape/{other}", headers=HEADERS) for v in ("v1", "v2")]
        malformed = await api.get("/v2/scrape/x", headers=HEADERS)
    assert [(a.status_code, a.json()) for a in answers] == [(404, {"success": False, "error": "Job not found."})] * 2
    assert malformed.json() == {
        "success": False,
        "error": "Invalid job ID format. Job ID must be a valid UUID.",
    }
