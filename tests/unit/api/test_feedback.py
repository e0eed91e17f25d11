import json

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
