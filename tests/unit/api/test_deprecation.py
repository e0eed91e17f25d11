"""Endpoints that are deprecated say so in their answers, in headers and in words."""

import pytest

from tests.unit.api.stub import HEADERS, client


@pytest.mark.parametrize(
    ("path", "body", "replacement"),
    [("/v1/deep-research", {"query": "q"}, "/v2/search"), ("/v1/llmstxt", {"url": "e.org", "unknown": 1}, None)],
)
async def test_a_start_names_what_takes_its_place(path: str, body: dict[str, object], replacement: str | None) -> None:
    async with client() as api:
        answer = await api.post(path, headers=HEADERS, json=body)
    [warning] = answer.json()["warnings"]
    assert (answer.status_code, answer.json().get("replacement")) == (200, replacement)
    assert (answer.headers["deprecation"], answer.headers["warning"]) == ("true", f'299 - "{warning}"')
    link = f'<{replacement}>; rel="successor-version"' if replacement else None
    assert answer.headers.get("link") == link


@pytest.mark.parametrize("path", ["/v1/deep-research", "/v1/llmstxt"])
async def test_a_failure_is_deprecated_by_its_headers(path: str) -> None:
    async with client() as api:
        answer = await api.get(f"{path}/0b0e6a0e-5555-4a5e-9d9b-6f0d2b7c1e11", headers=HEADERS)
    assert (answer.status_code, answer.headers["deprecation"]) == (404, "true")
    assert "warnings" not in answer.json()
