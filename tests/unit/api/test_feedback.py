import json
from typing import Any

import pytest

from gossamer.api.errors import answer_to
from gossamer.api.feedback import with_feedback_code
from gossamer.core.errors import (
    DatabaseUnavailable,
    FeedbackOnFailure,
    FeedbackTooLate,
    NotAllowed,
    NotFound,
    OwnError,
    ServiceError,
)
from gossamer.wire.issues import InvalidBody
from tests.unit.api.stub import HEADERS, SCRAPE_ID, client


@pytest.mark.parametrize(
    ("failure", "status", "name"),
    [
        (InvalidBody("Bad Request", ()), 400, "INVALID_BODY"),
        (NotFound("Search not found."), 404, "SEARCH_NOT_FOUND"),
        (NotFound("Job not found."), 404, "JOB_NOT_FOUND"),
        (FeedbackTooLate("Late."), 409, "FEEDBACK_WINDOW_EXPIRED"),
        (FeedbackOnFailure("Failed."), 409, "SEARCH_FAILED"),
        (DatabaseUnavailable("Away."), 503, "DB_DISABLED"),
        (OwnError("Broken."), 500, "INTERNAL"),
    ],
)
def test_failures_have_the_code_that_clients_look_for(
    failure: ServiceError | InvalidBody, status: int, name: str
) -> None:
    answer = with_feedback_code(answer_to(failure))
    told = json.loads(answer.body)
    assert (answer.status, told["success"], told["feedbackErrorCode"]) == (status, False, name)
    assert dict(answer.headers)[b"content-length"] == str(len(answer.body)).encode()


def test_other_failures_and_their_headers_stay_as_they_are() -> None:
    answer = answer_to(NotAllowed("No."))
    assert with_feedback_code(answer) is answer
    assert (b"retry-after", b"2") in with_feedback_code(answer_to(DatabaseUnavailable("Away."))).headers


@pytest.mark.parametrize("version", ["v1", "v2"])
@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({}, "Invalid request body"),
        ({"query": "q", "unknown": 1}, "Invalid request body"),
        ({"query": " "}, "The query is empty."),
    ],
)
async def test_a_search_that_cannot_be_read_is_refused_in_its_own_form(
    version: str, body: dict[str, Any], error: str
) -> None:
    async with client() as api:
        answer = await api.post(f"/{version}/search", headers=HEADERS, json=body)
    told = answer.json()
    assert (answer.status_code, told["success"], told["error"], bool(told["details"])) == (400, False, error, True)
    assert "code" not in told


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("no-uuid", "https://example.org/"),
        (SCRAPE_ID, "ftp://example.org/"),
        (SCRAPE_ID, "word"),
        (SCRAPE_ID, ""),
    ],
)
async def test_feedback_on_what_is_no_search_or_names_what_is_no_page_is_refused(path: str, source: str) -> None:
    body = {"rating": "good", "valuableSources": [{"url": source}]}
    async with client() as api:
        answer = await api.post(f"/v2/search/{path}/feedback", headers=HEADERS, json=body)
    assert (answer.status_code, answer.json()["feedbackErrorCode"]) == (400, "INVALID_BODY")


@pytest.mark.parametrize(("query", "status"), [("k=3", 200), ("k=100", 200), ("k=101", 400), ("z=1", 400)])
async def test_a_search_of_government_sites_can_be_asked_for_by_get(query: str, status: int) -> None:
    async with client() as api:
        answer = await api.get(f"/v2/search/gov?query=water&{query}", headers=HEADERS)
    assert answer.status_code == status, answer.text
    assert answer.json()["success"] is (status == 200)


@pytest.mark.parametrize("rating", ["good", "partial", "bad"])
async def test_a_rating_alone_is_not_substantive(rating: str) -> None:
    async with client() as api:
        answer = await api.post(f"/v2/search/{SCRAPE_ID}/feedback", headers=HEADERS, json={"rating": rating})
    assert (answer.status_code, "substantive" in answer.json()["error"]) == (400, True)
