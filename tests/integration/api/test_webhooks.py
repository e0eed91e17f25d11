"""Who names a receiver that may never be called is told when the job is started, not in the operator's log."""

from typing import Any

import pytest

from tests.integration.api.admin import Admin

_JOBS: dict[str, dict[str, Any]] = {
    "/v2/crawl": {"url": "http://example.org/"},
    "/v2/batch/scrape": {"urls": ["http://example.org/"]},
    "/v2/extract": {"urls": ["http://example.org/"], "prompt": "The title"},
    "/v1/crawl": {"url": "http://example.org/"},
}


@pytest.mark.parametrize("path", _JOBS)
@pytest.mark.parametrize(
    "receiver", ["http://localhost:3000/hook", "http://10.0.0.1/", "http://[::1]/", "http://hook/"]
)
def test_a_job_with_a_forbidden_receiver_is_refused(admin: Admin, path: str, receiver: str) -> None:
    team = admin.make_team("Receivers")
    answer = admin.call(team.api_key, path, {**_JOBS[path], "webhook": {"url": receiver}})
    assert (answer.status_code, answer.json().get("code")) == (403, "unsafe_domain_blocked"), answer.text
    assert "webhook" in answer.json()["error"]
    assert admin.call(team.api_key, "/v2/crawl/active").json()["crawls"] == []
