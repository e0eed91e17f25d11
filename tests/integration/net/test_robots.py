"""robots.txt of real sites: fetched, kept, asked for again."""

import asyncio
import gzip
import threading
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import ForbiddenTarget, TimedOut
from gossamer.core.urls import WebUrl, web_url
from gossamer.net.egress import EgressPolicy
from gossamer.net.http import HttpClient
from gossamer.net.resolver import Resolver
from gossamer.net.robots import HttpRobots
from gossamer.net.robots.rules import Rules, read_rules
from gossamer.ports.sites import RobotsRules
from gossamer.testing.clock import ManualClock
from tests.integration.net.conftest import Site, page, serving
from tests.memory_hosts import MemoryHosts

DAY = timedelta(days=1)
CLOSED = page(b"User-agent: *\nDisallow: /\n")


class ImpatientClock(ManualClock):
    """Does not wait, and counts how often it should have."""

    waits = 0

    async def sleep(self, duration: timedelta) -> None:
        self.waits += 1


@pytest.fixture
def clock() -> ImpatientClock:
    return ImpatientClock()


@pytest.fixture
def hosts() -> MemoryHosts:
    return MemoryHosts()


@pytest.fixture
async def client(site: Site) -> AsyncIterator[HttpClient]:
    policy = EgressPolicy.parse(site.endpoint)
    async with HttpClient(Resolver(policy, look_up=lambda _: [])) as client:
        yield client


@pytest.fixture
def robots(client: HttpClient, hosts: MemoryHosts, clock: ImpatientClock) -> HttpRobots:
    return HttpRobots(client, hosts, clock)


async def rules(robots: HttpRobots, site: Site, *, seconds: float = 10) -> RobotsRules:
    url = web_url(f"http://{site.endpoint}/any")
    return await robots.rules(url, agent=None, deadline=Deadline.after(timedelta(seconds=seconds)))


def allowed(found: RobotsRules, site: Site, path: str = "/a") -> bool:
    return found.allows(web_url(f"http://{site.endpoint}{path}"))


async def test_a_site_is_asked_once_a_day_by_the_whole_process(
    robots: HttpRobots, site: Site, clock: ImpatientClock
) -> None:
    site.answers["/robots.txt"] = CLOSED
    many = await asyncio.gather(*(rules(robots, site) for _ in range(20)))
    await clock.advance(DAY - timedelta(seconds=1))
    many.append(await rules(robots, site))
    assert not any(allowed(found, site) for found in many)
    assert [seen.target for seen in site.seen] == ["/robots.txt"]
    await clock.advance(timedelta(seconds=2))
    site.answers["/robots.txt"] = page(b"")
    assert allowed(await rules(robots, site), site)


async def test_workers_share_what_one_of_them_fetched(
    client: HttpClient, hosts: MemoryHosts, clock: ImpatientClock, site: Site
) -> None:
    site.answers["/robots.txt"] = CLOSED
    await rules(HttpRobots(client, hosts, clock), site)
    assert not allowed(await rules(HttpRobots(client, hosts, clock), site), site)
    assert list(hosts.files) == [f"http://{site.endpoint}"]
    assert len(site.seen) == 1


@pytest.mark.parametrize("status", ["404 Not Found", "401 Unauthorized", "403 Forbidden", "410 Gone"])
async def test_where_there_is_no_file_everything_is_allowed(robots: HttpRobots, site: Site, status: str) -> None:
    site.answers["/robots.txt"] = page(b"User-agent: *\nDisallow: /\n", status)
    found = await rules(robots, site)
    assert (allowed(found, site), found.unreachable) == (True, False)


@pytest.mark.parametrize("status", ["500 Oops", "503 Busy", "429 Too Many Requests"])
async def test_where_the_server_fails_nothing_is_allowed_for_a_while(
    robots: HttpRobots, site: Site, clock: ImpatientClock, status: str
) -> None:
    site.answers["/robots.txt"] = page(b"", status)
    found = await rules(robots, site)
    assert (allowed(found, site), found.unreachable) == (False, True)
    # It was given a second chance, a moment later.
    assert (len(site.seen), clock.waits) == (2, 1)
    site.answers["/robots.txt"] = page(b"")
    assert not allowed(await rules(robots, site), site)
    await clock.advance(timedelta(minutes=5))
    assert allowed(await rules(robots, site), site)


async def test_a_failure_that_passes_at_once_is_no_failure(robots: HttpRobots, site: Site, hosts: MemoryHosts) -> None:
    class SecondTime(dict[str, bytes]):
        def get(self, key: str, default: bytes | None = None) -> bytes:  # type: ignore[override]
            return page(b"", "503 Busy") if len(site.seen) == 1 else page(b"User-agent: *\nDisallow: /x\n")

    site.answers = SecondTime()
    found = await rules(robots, site)
    assert (allowed(found, site), allowed(found, site, "/x")) == (True, False)


async def test_a_file_known_from_before_holds_while_the_server_fails(
    robots: HttpRobots, site: Site, clock: ImpatientClock, hosts: MemoryHosts
) -> None:
    site.answers["/robots.txt"] = page(b"User-agent: *\nDisallow: /x\n")
    await rules(robots, site)
    await clock.advance(1.5 * DAY)
    site.answers["/robots.txt"] = page(b"", "500 Oops")
    found = await rules(robots, site)
    assert (allowed(found, site), allowed(found, site, "/x")) == (True, False)
    await clock.advance(DAY)
    assert not allowed(await rules(robots, site), site)


async def test_nobody_at_the_address_means_nothing_is_allowed(robots: HttpRobots, clock: ImpatientClock) -> None:
    async def closed(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        raise AssertionError

    async with serving(closed) as port:
        free = port
    policy = EgressPolicy.parse(f"127.0.0.1:{free}")
    async with HttpClient(Resolver(policy)) as client:
        found = await HttpRobots(client, MemoryHosts(), clock).rules(
            web_url(f"http://127.0.0.1:{free}/"), agent=None, deadline=Deadline.after(timedelta(seconds=10))
        )
    assert found.unreachable
    assert clock.waits == 0


async def test_redirects_are_followed_and_their_rules_hold_where_it_began(robots: HttpRobots, site: Site) -> None:
    site.answers["/robots.txt"] = page(b"", "301 Moved", "Location: /1")
    for n in range(1, 5):
        site.answers[f"/{n}"] = page(b"", "302 Found", f"Location: /{n + 1}")
    site.answers["/5"] = page(b"User-agent: *\nDisallow: /a\n")
    assert not allowed(await rules(robots, site), site)


async def test_a_sixth_redirect_means_there_is_no_file(robots: HttpRobots, site: Site) -> None:
    site.answers["/robots.txt"] = page(b"", "301 Moved", "Location: /1")
    for n in range(1, 6):
        site.answers[f"/{n}"] = page(b"", "302 Found", f"Location: /{n + 1}")
    site.answers["/6"] = CLOSED
    assert allowed(await rules(robots, site), site)


async def test_a_redirect_may_not_lead_inside(robots: HttpRobots, site: Site) -> None:
    site.answers["/robots.txt"] = page(b"", "302 Found", "Location: http://127.0.0.1:1/robots.txt")
    with pytest.raises(ForbiddenTarget):
        await rules(robots, site)


async def test_what_stands_behind_500_kilobytes_does_not_count(robots: HttpRobots, site: Site) -> None:
    padding = b"# padding\n" * 51_199
    body = b"User-agent: *\nDisallow: /early\n" + padding + b"Disallow: /early-late\nDisallow: /\n"
    site.answers["/robots.txt"] = page(body)
    found = await rules(robots, site)
    assert (allowed(found, site), allowed(found, site, "/early")) == (True, False)


async def test_a_line_that_the_limit_cuts_does_not_count(robots: HttpRobots, site: Site) -> None:
    head = b"User-agent: *\n"
    rule = b"\nDisallow: /"
    body = head + b"#" * (512_000 - len(head) - len(rule)) + rule + b"private\n"
    site.answers["/robots.txt"] = page(body)
    assert allowed(await rules(robots, site), site)


async def test_a_packed_file_is_opened_and_a_bomb_is_not_inflated(robots: HttpRobots, site: Site) -> None:
    bomb = gzip.compress(b"User-agent: *\nDisallow: /a\n" + b"#\n" * 50_000_000, 1)
    site.answers["/robots.txt"] = page(bomb, "200 OK", "Content-Encoding: gzip")
    assert not allowed(await rules(robots, site), site)


async def test_who_waits_for_another_takes_over_when_that_one_gives_up(robots: HttpRobots, site: Site) -> None:
    asked = asyncio.Event()

    class Slow(dict[str, bytes]):
        def get(self, key: str, default: bytes | None = None) -> bytes:  # type: ignore[override]
            asked.set()
            return CLOSED if len(site.seen) > 1 else b""

    site.answers = Slow()
    first = asyncio.create_task(rules(robots, site))
    await asked.wait()
    second = asyncio.create_task(rules(robots, site))
    await asyncio.sleep(0)
    first.cancel()
    assert not allowed(await second, site)
    with pytest.raises(asyncio.CancelledError):
        await first


async def test_the_callers_time_is_the_callers(client: HttpClient, clock: ImpatientClock, site: Site) -> None:
    site.answers["/robots.txt"] = b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nUser-agent: *"
    robots = HttpRobots(client, MemoryHosts(), clock)
    with pytest.raises(TimedOut):
        await rules(robots, site, seconds=0.2)


async def test_a_process_forgets_the_files_it_used_least(
    robots: HttpRobots, site: Site, hosts: MemoryHosts, clock: ImpatientClock
) -> None:
    body = b"User-agent: *\nDisallow: /\n" + b"#" * 400_000
    site.answers["/robots.txt"] = page(body)
    await rules(robots, site)
    for n in range(12):
        origin = f"http://host-{n}.example:80"
        await hosts.keep_robots(origin, hosts.files[f"http://{site.endpoint}"])
        await robots.rules(web_url(f"http://host-{n}.example/"), agent=None, deadline=Deadline.after(DAY))
    assert sum(known.weight for known in robots._known.values()) <= 4_000_000
    assert robots._weight == sum(known.weight for known in robots._known.values())


@pytest.mark.parametrize(("rules_", "beside"), [(10, False), (5000, True)])
async def test_a_large_file_is_read_once_and_beside_the_loop(
    robots: HttpRobots, site: Site, monkeypatch: pytest.MonkeyPatch, rules_: int, beside: bool
) -> None:
    readers: list[threading.Thread] = []

    def reading(body: bytes, url: WebUrl, token: str) -> Rules:
        readers.append(threading.current_thread())
        return read_rules(body, url, token)

    monkeypatch.setattr("gossamer.net.robots.files.read_rules", reading)
    site.answers["/robots.txt"] = page(b"User-agent: *\n" + b"Disallow: /private\n" * rules_)
    many = await asyncio.gather(*(rules(robots, site) for _ in range(20)))
    assert not any(allowed(found, site, "/private/a") for found in many)
    assert [reader is not threading.current_thread() for reader in readers] == [beside]


async def test_each_agent_has_its_own_reading_of_one_file(robots: HttpRobots, site: Site) -> None:
    site.answers["/robots.txt"] = page(b"User-agent: mybot\nDisallow: /a\n")
    url = web_url(f"http://{site.endpoint}/")
    for number in range(40):
        await robots.rules(url, agent=f"bot{number}", deadline=Deadline.after(DAY))
    mine = await robots.rules(url, agent="MyBot/1.0", deadline=Deadline.after(DAY))
    assert (allowed(mine, site), allowed(await rules(robots, site), site)) == (False, True)
    assert len(site.seen) == 1
