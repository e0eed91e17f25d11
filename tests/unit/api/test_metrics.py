"""Who may read the figures, and how they are written."""

import httpx
import pytest

from gossamer.api.metrics import MetricsAccess, OwnFigures, exposition
from gossamer.api.worker_app import create_worker_app
from gossamer.core.metrics import Kind, Meters, Metric, Series
from tests.unit.api.stub import client

TOKEN = "a token for the collector"
ADMIN = "the admin token of the operator"
TIME = Metric("test_seconds", "A time.", Kind.HISTOGRAM, ("route",), (0.1, 1.0))


async def status(token: str | None, caller: str, headers: dict[str, str]) -> int:
    access = MetricsAccess(token, lambda sent: sent == ADMIN)
    transport = httpx.ASGITransport(create_worker_app(OwnFigures(Meters()), access), client=(caller, 1))
    async with httpx.AsyncClient(transport=transport, base_url="http://worker") as http:
        return (await http.get("/metrics", headers=headers)).status_code


@pytest.mark.parametrize(
    ("token", "caller", "headers", "expected"),
    [
        (None, "127.0.0.1", {}, 200),
        (None, "::1", {}, 200),
        (None, "::ffff:127.0.0.1", {}, 200),
        (None, "127.0.0.1", {"x-forwarded-for": "203.0.113.9"}, 401),
        (None, "127.0.0.1", {"forwarded": "for=203.0.113.9"}, 401),
        (None, "10.0.0.7", {}, 401),
        (None, "10.0.0.7", {"authorization": f"Bearer {ADMIN}"}, 200),
        (None, "10.0.0.7", {"authorization": "Bearer "}, 401),
        (TOKEN, "127.0.0.1", {}, 401),
        (TOKEN, "10.0.0.7", {"authorization": f"Bearer {TOKEN}"}, 200),
        (TOKEN, "10.0.0.7", {"authorization": f"Bearer {TOKEN}x"}, 401),
        (TOKEN, "10.0.0.7", {"authorization": f"Bearer {ADMIN}"}, 200),
    ],
)
async def test_figures_are_for_this_machine_or_for_a_token(
    token: str | None, caller: str, headers: dict[str, str], expected: int
) -> None:
    assert await status(token, caller, headers) == expected


async def test_pages_of_other_sites_cannot_read_the_figures() -> None:
    async with client() as api:
        headers = (await api.get("/metrics", headers={"origin": "https://example.org"})).headers
    assert "access-control-allow-origin" not in headers
    assert headers["cross-origin-resource-policy"] == "same-origin"


def test_buckets_are_written_as_prometheus_adds_them_up() -> None:
    text = exposition([Series(TIME, ("/a",), 7.65, (2, 1, 1)), Series(TIME, ("/b",), 0.5, (0, 1, 0))]).decode()
    assert [line for line in text.splitlines() if 'route="/a"' in line] == [
        'test_seconds_bucket{le="0.1",route="/a"} 2.0',
        'test_seconds_bucket{le="1.0",route="/a"} 3.0',
        'test_seconds_bucket{le="+Inf",route="/a"} 4.0',
        'test_seconds_count{route="/a"} 4.0',
        'test_seconds_sum{route="/a"} 7.65',
    ]
    assert text.count("# TYPE test_seconds histogram") == 1
