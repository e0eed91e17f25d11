"""The SIEM of a team over HTTP, by a service that really posts."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import urlsplit

import httpx
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from gossamer.api import create_app
from gossamer.bootstrap import open_service
from gossamer.core.accounts import Actor, Features
from gossamer.core.restrictions import Restrictions
from gossamer.settings import Settings
from gossamer.wire.siem import SiemAnswer

OPERATOR = Actor(name="operator", operator=True)
SETTING = "/v2/team/siem"
Keys: TypeAlias = tuple[httpx.AsyncClient, httpx.AsyncClient]


class Collector:
    """A SIEM that remembers what it was told."""

    def __init__(self) -> None:
        self.url = ""
        self.posts: list[tuple[dict[str, Any], str | None]] = []

    async def take(self, request: web.Request) -> web.Response:
        self.posts.append((json.loads(await request.read()), request.headers.get("authorization")))
        return web.Response(status=204)


@pytest.fixture
async def collector() -> AsyncIterator[Collector]:
    made, app = Collector(), web.Application()
    app.router.add_post("/collector", made.take)
    async with TestServer(app, host="127.0.0.1") as server:
        made.url = f"http://127.0.0.1:{server.port}/collector"
        yield made


@pytest.fixture
async def keys(tmp_path: Path, collector: Collector) -> AsyncIterator[Keys]:
    """Clients of a team, with an unrestricted key and with a restricted one."""
    host = httpx.URL(collector.url).netloc.decode()
    settings = Settings(home=tmp_path / "home", egress_allow=host, chromium="none", workers=0)
    async with open_service(settings, make_first_key=False) as service:
        members = service.operations.members
        team = await members.create_team(OPERATOR, "Acme", features=Features(key_restrictions=True))
        limited = await members.create_key(OPERATOR, team.team.team_id, "limited")
        await members.restrict_key(OPERATOR, limited.key.key_id, Restrictions(no_model=True))
        transport = httpx.ASGITransport(create_app(service.operations))
        headers = [{"authorization": f"Bearer {secret}"} for secret in (team.key.secret, limited.secret)]
        clients = [httpx.AsyncClient(transport=transport, base_url="http://here", headers=each) for each in headers]
        yield clients[0], clients[1]


async def test_a_team_sets_its_siem_tests_it_and_ends_it(keys: Keys, collector: Collector) -> None:
    key, limited = keys
    assert (await key.post(f"{SETTING}/test")).status_code == 400
    body = {"url": collector.url.replace("://", "://u:secret@"), "headers": {"x-token": "hush"}}
    shown = (await key.put(SETTING, json=body)).json()
    SiemAnswer.model_validate(shown)
    assert {**shown["data"], "updatedAt": ""} == {
        "enabled": True,
        "url": collector.url,
        "headerNames": ["authorization", "x-token"],
        "trouble": None,
        "updatedAt": "",
    }
    hidden = (await limited.get(SETTING)).json()["data"]["url"]
    assert hidden == urlsplit(collector.url)._replace(path="/", query="").geturl()
    sent = (await key.post(f"{SETTING}/test")).json()["data"]
    assert (sent["state"], sent["type"], sent["url"]) == ("delivered", "siem.test", collector.url)
    [(told, authorization)] = collector.posts
    assert (told["type"], told["data"]) == ("siem.test", [{"test": True}])
    assert (authorization or "").startswith("Basic ")
    listed = (await key.get("/v2/webhooks/deliveries")).json()["data"]
    assert [delivery["id"] for delivery in listed] == [told["webhookId"]]
    assert (await key.put(SETTING, json={"enabled": False})).json()["data"]["enabled"] is False


async def test_what_may_not_be_is_refused(
    keys: tuple[httpx.AsyncClient, httpx.AsyncClient], collector: Collector
) -> None:
    key, limited = keys
    bodies: list[tuple[dict[str, Any], int]] = [
        ({}, 400),
        ({"url": "http://10.0.0.1/"}, 403),
        ({"url": collector.url, "provider": "sentinel"}, 400),
        ({"url": collector.url, "headers": {"X-Firecrawl-Signature": "mine"}}, 400),
    ]
    assert [(await key.put(SETTING, json=body)).status_code for body, _ in bodies] == [status for _, status in bodies]
    assert (await limited.put(SETTING, json={"url": collector.url})).status_code == 403
    assert (await limited.post(f"{SETTING}/test")).status_code == 403
