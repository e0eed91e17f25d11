"""No page and no form of the dashboard breaks, whatever its address names and whatever its fields hold."""

import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final
from urllib.parse import quote

from gossamer.dashboard import pages
from tests.integration.dashboard.pages.deployment import Deployment, Team

_UUID: Final = "00000000-0000-4000-8000-000000000000"
_TYPED: Final = (
    "", " ", "x", "0", "-1", "9" * 30, "1e9", "\x00", "ä😀", "a\nb", "https://[", "*/5 * * * *", "{", "[]", "null",
    "<b>", "' OR 1", "on", "x" * 3000, "2026-13-45",
)  # fmt: skip
# They end what the rest of the test needs: the visitor and the visit.
_LEFT_OUT: Final = frozenset({"/dashboard/sign-out", "/dashboard/settings/delete-account"})
_FIELD: Final = re.compile(r'<(?:input|select|textarea|button)\b[^>]*?\bname="([^"]+)"')


def test_no_form_breaks(deployment: Deployment, team: Team) -> None:
    seed = secrets.randbelow(10**9)
    random, wrong = Random(seed), []
    ids = _made(deployment, team)
    addresses = [path for route in pages.routes() if route.method == "GET" for path in _addresses(route.path, ids)]
    texts = {path: team.admin.get(path).text for path in addresses}
    fields = sorted({name for text in texts.values() for name in _FIELD.findall(text)} - {"csrf"})
    for path in addresses:
        query = {name: random.choice(_TYPED) for name in random.sample(fields, 3)}
        answer = team.admin.client.get(path, params=query)
        if answer.status_code >= 500:
            wrong.append(f"GET {path} {query}: {answer.status_code}")
    for route in pages.routes():
        if route.method == "GET" or route.path in _LEFT_OUT:
            continue
        for path in _addresses(route.path, ids):
            own = _FIELD.findall(texts.get(path, "")) or fields
            form = _form(random, sorted(set(own) - {"csrf"}))
            answer = team.admin.post(path, form)
            if answer.status_code >= 500:
                wrong.append(f"{route.method} {path} {form}: {answer.status_code}")
    assert wrong == [], f"seed {seed}"


def _made(deployment: Deployment, team: Team) -> list[str]:
    """Make one thing of each kind that has a page, and return their ids."""
    url = deployment.site.url("/article")
    scrape = deployment.api(team.key, "/v2/scrape", {"url": url})["data"]["metadata"]["scrapeId"]
    monitor = {"name": "m", "schedule": {"text": "hourly"}, "targets": [{"type": "scrape", "urls": [url]}]}
    jobs: list[tuple[str, dict[str, Any]]] = [
        ("/v2/crawl", {"url": url, "limit": 1}),
        ("/v2/batch/scrape", {"urls": [url]}),
        ("/v2/extract", {"urls": [url], "prompt": "the title"}),
        ("/v2/agent", {"prompt": "What do spiders weave?", "urls": [url]}),
        ("/v1/deep-research", {"query": "What do spiders weave?", "maxUrls": 1}),
        ("/v1/llmstxt", {"url": url, "maxUrls": 1}),
    ]
    started = [str(deployment.api(team.key, path, body)["id"]) for path, body in jobs]
    watched = str(deployment.api(team.key, "/v2/monitor", monitor)["data"]["id"])
    return [_UUID, "x", "%00", quote("ä"), scrape, *started, watched, deployment.first_key(team.team_id)]


def _addresses(path: str, ids: Sequence[str]) -> Iterator[str]:
    if "{" not in path:
        yield path
        return
    for each in ids:
        yield re.sub(r"\{[^}]*\}", each, path)


def _form(random: Random, fields: Sequence[str]) -> Mapping[str, str | list[str]]:
    chosen = random.sample(fields, random.randint(0, len(fields)))
    return {name: random.choices(_TYPED, k=2) if random.random() < 0.1 else random.choice(_TYPED) for name in chosen}


def test_every_job_that_the_activity_lists_has_a_page(deployment: Deployment, team: Team) -> None:
    url = deployment.site.url("/article")
    for path, body, subject in (
        ("/v2/agent", {"prompt": "What do spiders weave?", "urls": [url]}, "What do spiders weave?"),
        ("/v1/deep-research", {"query": "Who weaves silk?", "maxUrls": 1}, "Who weaves silk?"),
        ("/v1/llmstxt", {"url": url, "maxUrls": 1}, url),
    ):
        job = str(deployment.api(team.key, path, body)["id"])
        page = team.admin.get(f"/dashboard/activity/{job}")
        assert (page.status_code, subject in page.text) == (200, True)
