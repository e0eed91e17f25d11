"""Cookies of profiles, which sites tie to the address and the identity of who has passed their walls."""

from pathlib import Path

import pytest

from tests.integration.net.conftest import page, running_site
from tests.integration.net.upstream import upstream
from tests.integration.test_identity import choose, scrape, served

pytestmark = pytest.mark.browser
PROFILE = {"profile": {"name": "shop"}}
PASSED = page(b"<h1>Welcome</h1><p>You have passed.</p>", "200 OK", "Set-Cookie: cf_clearance=yes; Max-Age=999")
SIGNED_IN = page(b"<h1>Welcome</h1><p>You are signed in.</p>", "200 OK", "Set-Cookie: session=ada; Max-Age=999")


async def test_a_clearance_is_sent_by_the_way_alone_by_which_it_came(tmp_path: Path) -> None:
    visits = [
        ("browser", "basic", False),
        ("browser", "basic", True),
        ("browser", "stealth", False),
        ("browser", "stealth", True),
        ("honest", "basic", False),
        ("browser", "basic", True),
        ("browser", "stealth", True),
        ("honest", "basic", True),
    ]
    async with running_site() as site, upstream(None) as proxy:
        site.answers["/"] = PASSED
        settings = {"identity": "browser", "proxy_stealth": f"http://127.0.0.1:{proxy.port}"}
        async with served(tmp_path, site, jobs=True, **settings) as (http, operations):
            found = []
            for identity, tier, _ in visits:
                await choose(operations, key=identity)
                site.seen.clear()
                await scrape(http, f"http://{site.endpoint}/", proxy=tier, **PROFILE)
                cookies = [seen.header("cookie") for seen in site.seen if seen.target == "/"]
                found.append((identity, tier, cookies == ["cf_clearance=yes"]))
    assert found == visits
    assert proxy.requests > 0


async def test_a_login_is_sent_by_every_way(tmp_path: Path) -> None:
    async with running_site() as site, upstream(None) as proxy:
        site.answers["/"] = SIGNED_IN
        settings = {"identity": "browser", "proxy_stealth": f"http://127.0.0.1:{proxy.port}"}
        async with served(tmp_path, site, jobs=True, **settings) as (http, operations):
            for identity, tier in (("browser", "basic"), ("browser", "stealth"), ("honest", "basic")):
                await choose(operations, key=identity)
                await scrape(http, f"http://{site.endpoint}/", proxy=tier, **PROFILE)
    assert [seen.header("cookie") for seen in site.seen if seen.target == "/"] == [None, "session=ada", "session=ada"]


async def test_the_visits_with_a_profile_leave_by_one_proxy(tmp_path: Path) -> None:
    async with running_site() as site, upstream(None) as first, upstream(None) as second:
        site.answers["/"] = PASSED
        proxies = ",".join(f"http://127.0.0.1:{proxy.port}" for proxy in (first, second))
        async with served(tmp_path, site, jobs=True, identity="browser", proxy_basic=proxies) as (http, _):
            for _ in range(3):
                await scrape(http, f"http://{site.endpoint}/", **PROFILE)
    assert 0 in {first.requests, second.requests}
    assert [seen.header("cookie") for seen in site.seen if seen.target == "/"].count("cf_clearance=yes") == 2
