"""A run and a test of a monitor need no body; one that does not fit is refused, as everywhere."""

import pytest

from gossamer.core.ids import new_id
from tests.unit.api.stub import HEADERS, client

DEEDS = pytest.mark.parametrize("deed", ["run", "test"])


@DEEDS
@pytest.mark.parametrize("body", [b"5", b"[]", b"[1]", b'"x"', b"true", b'{"a": 1}', b'{"origin": 5}', b"{", b"\xff"])
async def test_a_body_that_does_not_fit_is_refused(deed: str, body: bytes) -> None:
    async with client() as api:
        answer = await api.post(f"/v2/monitor/{new_id()}/{deed}", headers=HEADERS, content=body)
    assert (answer.status_code, answer.json()["success"]) == (400, False)
    assert answer.json()["code"] in {"BAD_REQUEST", "BAD_REQUEST_INVALID_JSON"}


@DEEDS
@pytest.mark.parametrize("body", [b"", b"{}", b"null", b'{"origin": "cli", "integration": "zapier"}'])
async def test_a_body_that_says_nothing_is_none(deed: str, body: bytes) -> None:
    async with client() as api:
        answer = await api.post(f"/v2/monitor/{new_id()}/{deed}", headers=HEADERS, content=body)
    assert (answer.status_code, answer.json()["success"]) == (200, True)
