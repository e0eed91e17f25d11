"""Who comes in: from where, to which group, and what is answered where nobody serves."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, cast

import httpx
import pytest
from starlette.routing import Route

from gossamer.api import create_app
from gossamer.api.not_found import group_of_path
from gossamer.core.access import Group, Principal
from gossamer.core.crawls import BatchSpec
from gossamer.core.documents import Document
from gossamer.core.errors import RateLimited, RestrictionsUnverified
from gossamer.core.jobs import JobState
from gossamer.core.restrictions import GROUPS, Restrictions, parse_networks
from gossamer.operations import Operations
from tests.unit.api.stub import HEADERS, SCRAPE_ID, StubOperations, app_over, client
from tests.unit.api.stub_jobs import BATCH_ID, SITE, StubJobs, a_job
from tests.unit.api.test_doors import Nothing, doors
from tests.unit.api.test_sockets import all_told, closing, watcher, with_jobs

OFFICE = "203.0.113.7"


def limited(*groups: Group, addresses: str = "") -> StubOperations:
    rules = Restrictions(allowed_endpoints=groups).rules()
    return StubOperations(caller=Principal("team", "key", rules, parse_networks(addresses)))


async def answer_from(
    peer: str,
    headers: Sequence[tuple[str, str]] = (),
    *,
    stub: StubOperations | None = None,
    trusted: str = "",
    path: str = "/v2/crawl/active",
    public_url: str | None = None,
) -> httpx.Response:
    operations = cast("Operations", stub or limited(addresses=OFFICE))
    app = create_app(operations, trusted_proxies=parse_networks(trusted), public_url=public_url)
    transport = httpx.ASGITransport(app, client=(peer, 4711))
    async with httpx.AsyncClient(transport=transport, base_url="http://api.example") as api:
        return await api.get(path, headers=[*HEADERS.items(), *headers])


class TestOrder:
    async def test_a_door_refuses_before_it_reads_what_is_wanted(self) -> None:
        stub = StubOperations(caller=Principal("t", "k", restrictions=(Nothing(),)))
        async with client(stub) as api:
            replies = {
                door.path: (await api.post(door.path, headers=HEADERS, content=b"{no json")).status_code
                for door in doors()
                if door.serves.body is not None
            }
        assert replies == dict.fromkeys(replies, 403)
        assert len(replies) >= 10

    async def test_who_has_no_key_learns_nothing_of_addresses_and_groups(self) -> None:
        async with client(limited(Group.MAP, addresses=OFFICE)) as api:
            assert (await api.post("/v2/scrape", json={})).status_code == 401

    async def test_the_address_comes_before_the_group(self) -> None:
        answer = await answer_from("198.51.100.1", stub=limited(Group.MAP, addresses=OFFICE))
        assert answer.status_code == 403
        assert "IP address 198.51.100.1 is not on this API key's allowed IP list" in answer.json()["error"]

    async def test_the_group_comes_before_the_rate_and_the_rate_before_the_body(self) -> None:
        class Hasty(StubOperations):
            async def enter(self, *args: Any, **kwargs: Any) -> None:
                await super().enter(*args, **kwargs)
                raise RateLimited("Rate limit exceeded.", retry_after=7)

        hasty = Hasty(caller=limited(Group.SCRAPE).caller)
        async with client(hasty) as api:
            assert (await api.post("/v2/map", headers=HEADERS, json={})).status_code == 403
            answer = await api.post("/v2/scrape", headers=HEADERS, json={})
        assert (answer.status_code, answer.headers["retry-after"]) == (429, "7")

    async def test_a_key_that_cannot_be_verified_is_asked_to_come_again(self) -> None:
        class Unreadable(StubOperations):
            async def authenticate(self, token: str | None) -> Principal:
                raise RestrictionsUnverified

        async with client(Unreadable()) as api:
            replies = [
                await api.request(method, path, headers=HEADERS, json={})
                for method, path in (("POST", "/v2/scrape"), ("GET", f"/v1/crawl/{SCRAPE_ID}"), ("POST", "/v2/nowhere"))
            ]
        for reply in replies:
            assert (reply.status_code, reply.json()["code"]) == (500, "RESTRICTIONS_UNVERIFIED")
            assert reply.json()["success"] is False
            assert "try again shortly" in reply.json()["error"]
            assert reply.headers["retry-after"] == "2"


class TestJobs:
    async def test_the_job_tells_its_group_and_not_the_path(self) -> None:
        kept = StubJobs()
        kept.keep(a_job(BATCH_ID, BatchSpec((SITE,), a_job().spec.scrape)))
        for group, expected in ((Group.BATCH_SCRAPE, 200), (Group.CRAWL, 403)):
            stub = limited(group)
            stub.kept = kept
            stub.__post_init__()
            async with client(stub) as api:
                assert (await api.get(f"/v1/crawl/{BATCH_ID}", headers=HEADERS)).status_code == expected

    @pytest.mark.parametrize("job_id", ["no-uuid", SCRAPE_ID])
    async def test_what_is_no_job_has_the_group_of_its_path(self, job_id: str) -> None:
        async with client(limited(Group.CRAWL)) as api:
            assert (await api.get(f"/v2/batch/scrape/{job_id}", headers=HEADERS)).status_code == 403
            assert (await api.get(f"/v2/crawl/{job_id}", headers=HEADERS)).status_code in (400, 404)


class TestAddresses:
    """From where a call comes."""

    @pytest.mark.parametrize("peer", [OFFICE, f"::ffff:{OFFICE}"])
    async def test_an_address_on_the_list_is_let_in(self, peer: str) -> None:
        assert (await answer_from(peer)).status_code == 200

    @pytest.mark.parametrize(
        "headers",
        [
            [("x-forwarded-for", OFFICE)],
            [("x-real-ip", OFFICE)],
            [("forwarded", f"for={OFFICE}")],
            [("x-client-ip", OFFICE), ("true-client-ip", OFFICE), ("cf-connecting-ip", OFFICE)],
            [("x-forwarded-for", f"{OFFICE}, 127.0.0.1")],
        ],
    )
    @pytest.mark.parametrize("peer", ["198.51.100.1", "127.0.0.1", "::1"])
    async def test_what_a_client_says_of_itself_counts_for_nothing(
        self, peer: str, headers: list[tuple[str, str]]
    ) -> None:
        assert (await answer_from(peer, headers)).status_code == 403
        assert (await answer_from(peer, headers, trusted="10.0.0.0/8")).status_code == 403

    @pytest.mark.parametrize(
        ("headers", "allowed"),
        [
            ([("x-forwarded-for", OFFICE)], True),
            ([("x-forwarded-for", f"{OFFICE}:50123")], True),
            ([("x-forwarded-for", f"::ffff:{OFFICE}")], True),
            ([("x-real-ip", OFFICE)], True),
            ([("forwarded", f'proto=https; For="{OFFICE}:50123";by=10.0.0.2')], True),
            ([("forwarded", f'for="[::ffff:{OFFICE}]"')], True),
            ([("x-forwarded-for", f"198.51.100.1, {OFFICE}, 10.0.0.9, 192.0.2.1")], True),
            ([("x-forwarded-for", "198.51.100.1"), ("x-forwarded-for", OFFICE)], True),
            ([("x-forwarded-for", OFFICE), ("x-real-ip", OFFICE)], True),
            ([("x-forwarded-for", OFFICE), ("x-real-ip", "10.0.0.9")], True),
            # Whoever is last and no proxy of ours is the client, whatever it claims stands before it.
            ([("x-forwarded-for", f"{OFFICE}, 198.51.100.1")], False),
            ([("x-forwarded-for", OFFICE), ("x-forwarded-for", "198.51.100.1")], False),
            ([("forwarded", f"for={OFFICE}, for=198.51.100.1")], False),
            ([("forwarded", f'for="{OFFICE}, for=x"')], False),
            ([("forwarded", "for=_hidden")], False),
            ([("x-forwarded-for", f"{OFFICE}, unknown")], False),
            ([("x-forwarded-for", "")], False),
            ([("x-forwarded-for", f"{OFFICE} " * 1000)], False),
            ([], False),
            # One of the two is forged: a proxy passes on the header that it does not set.
            ([("x-forwarded-for", "198.51.100.1"), ("forwarded", f"for={OFFICE}")], False),
            ([("x-forwarded-for", OFFICE), ("x-real-ip", "198.51.100.1")], False),
        ],
    )
    async def test_a_proxy_that_the_operator_named_says_whom_it_speaks_for(
        self, headers: list[tuple[str, str]], allowed: bool
    ) -> None:
        answer = await answer_from("10.0.0.5", headers, trusted="10.0.0.0/8, 192.0.2.1")
        assert answer.status_code == (200 if allowed else 403)

    async def test_a_key_that_may_be_used_from_anywhere_may_be_used_from_nowhere(self) -> None:
        answer = await answer_from("10.0.0.5", [("x-forwarded-for", "?")], stub=StubOperations(), trusted="10.0.0.0/8")
        assert answer.status_code == 200

    async def test_a_watcher_is_asked_from_where_too(self) -> None:
        elsewhere = with_jobs(caller=limited(addresses=OFFICE).caller)
        assert await closing(elsewhere) == (3003, {"type": "error", "error": "Forbidden"})
        at_home = with_jobs(caller=limited(addresses="127.0.0.1").caller, state=JobState.COMPLETED)
        async with watcher(at_home) as socket:
            assert (await all_told(socket))[-1]["type"] == "done"

    async def test_every_path_of_a_version_asks_from_where(self) -> None:
        stub = limited(addresses=OFFICE)
        async with client(stub) as api:
            replies = {
                (door.serves.method, door.path): await api.request(
                    door.serves.method, door.path.replace("{id}", SCRAPE_ID), headers=HEADERS
                )
                for door in doors()
            }
        assert {where: reply.status_code for where, reply in replies.items()} == dict.fromkeys(replies, 403)
        assert all("allowed IP list" in reply.json()["error"] for reply in replies.values())


# Paths of the API's reference that may not be served, with their groups; {} stands for an id.
PATHS: Mapping[str, Group] = {
    "scrape": Group.SCRAPE,
    "scrape/{}": Group.SCRAPE,
    "scrape/{}/interact": Group.BROWSER,
    "scrape/{}/interact/steps": Group.BROWSER,
    "batch/scrape": Group.BATCH_SCRAPE,
    "batch/scrape/{}": Group.BATCH_SCRAPE,
    "batch/scrape/{}/errors": Group.BATCH_SCRAPE,
    "crawl": Group.CRAWL,
    "crawl/{}": Group.CRAWL,
    "crawl/{}/errors": Group.CRAWL,
    "crawl/active": Group.CRAWL,
    "crawl/params-preview": Group.CRAWL,
    "map": Group.MAP,
    "search": Group.SEARCH,
    "search/{}/feedback": Group.SEARCH,
    "search/gov": Group.SEARCH,
    "search/research/papers": Group.RESEARCH,
    "search/research/papers/{}/similar": Group.RESEARCH,
    "search/developer": Group.RESEARCH,
    "research/github": Group.RESEARCH,
    "developer/search": Group.RESEARCH,
    "extract": Group.EXTRACT,
    "extract/{}": Group.EXTRACT,
    "agent": Group.AGENT,
    "agent/{}/snapshots/{}": Group.AGENT,
    "agent/threads/{}": Group.AGENT,
    "parse": Group.PARSE,
    "parse/formats": Group.PARSE,
    "browser": Group.BROWSER,
    "browser/{}/execute": Group.BROWSER,
    "browser/{}/live/frames": Group.BROWSER,
    "interact": Group.BROWSER,
    "interact/{}/execute": Group.BROWSER,
    "monitor": Group.MONITOR,
    "monitor/{}/checks/{}": Group.MONITOR,
    "llmstxt": Group.LLMSTXT,
    "llmstxt/{}": Group.LLMSTXT,
    "deep-research": Group.DEEP_RESEARCH,
    "deep-research/{}": Group.DEEP_RESEARCH,
    "xclaw": Group.XCLAW,
    "team/credit-usage": Group.ACCOUNT,
    "team/anything": Group.ACCOUNT,
    "concurrency-check": Group.ACCOUNT,
    "feedback": Group.ACCOUNT,
    "crawler": Group.UNKNOWN,
    "maps/x": Group.UNKNOWN,
    "batch": Group.UNKNOWN,
    "schedules": Group.UNKNOWN,
    "Crawl": Group.UNKNOWN,
}
# No client sends these as they stand.
ODD = ("crawl/../map", "map/..", "./map", "map/.", "/map", "map//", "")
TRIED = ("GET", "POST", "DELETE", "PUT", "PATCH")


class TestUnservedPaths:
    """What a key may not call is refused although there is nothing to call."""

    @pytest.mark.parametrize("version", ["v1", "v2"])
    def test_the_text_of_a_path_tells_its_group(self, version: str) -> None:
        found = {path: group_of_path(f"/{version}/{path.replace('{}', SCRAPE_ID)}") for path in PATHS}
        assert found == PATHS
        assert {group_of_path(f"/{version}/{path}") for path in ODD} == {Group.UNKNOWN}

    def test_the_text_of_a_path_and_its_door_tell_the_same_group(self) -> None:
        told = {door.path: group_of_path(door.path.replace("{id}", SCRAPE_ID)) for door in doors()}
        assert told == {door.path: door.group for door in doors()}

    def test_the_old_version_is_one_group_and_what_has_no_version_has_none(self) -> None:
        assert {group_of_path(path) for path in ("/v0", "/v0/search", "/v0/x/y")} == {Group.LEGACY}
        assert {group_of_path(path) for path in ("/", "/health/live", "/v3/scrape", "/dashboard/v2/x")} == {None}
        assert {group_of_path(path) for path in ("/V2/map", "/V0/scrape", "/v1", "/v2/")} == {Group.UNKNOWN}

    @pytest.mark.parametrize("group", GROUPS)
    @pytest.mark.long
    async def test_a_limited_key_learns_nothing_but_of_its_own_group(self, group: Group) -> None:
        stub = limited(group)
        async with client(stub) as api:
            # Over all groups every path is tried with every method.
            for turn, (version, (path, of)) in enumerate(
                product(("v1", "v2"), PATHS.items()), tuple(Group).index(group)
            ):
                url = f"http://api.example:3002/{version}/{path.replace('{}', SCRAPE_ID)}"
                method = TRIED[turn % len(TRIED)]
                code = (await api.request(method, url, headers=HEADERS, content=b"")).status_code
                assert (code == 403) is (of not in (group, Group.ACCOUNT)), f"{method} {url}"
        assert stub.asked == []

    @pytest.mark.parametrize(
        "spelling",
        [
            "/V2/scrape",
            "/v2/Scrape",
            "/v2/SCRAPE",
            "//v2/scrape",
            "/v2//scrape",
            "/v2/./scrape",
            "/v2/map/../scrape",
            "/v2/%73crape%2F",
            "/v2%2Fscrape",
            "/v2/map%2F..%2Fscrape",
            "/v2/scrape;map",
            "/v2/scrape%00",
            "/v2/scrape%20",
            "/v2\\scrape",
            "/v2/scrape/.",
            "/.//v2/scrape",
            "/map/v2/scrape",
            "@api.example/v2/scrape",
        ],
    )
    async def test_no_spelling_of_a_path_gets_around_the_gate(self, spelling: str) -> None:
        stub = limited(Group.MAP)
        app = app_over(stub)
        for decoded in (spelling, httpx.URL(f"http://h/{spelling.lstrip('/')}").path):
            exchanged = await _raw(app, decoded)
            assert exchanged in (403, 404, 405), decoded
        assert stub.asked == []

    async def test_who_is_not_limited_or_has_no_key_is_told_what_is_not_there(self) -> None:
        async with client() as api:
            for headers in ({}, HEADERS, {"authorization": "Bearer wrong"}):
                assert (await api.post("/v2/llmstxt", headers=headers, json={})).status_code == 404
                assert (await api.get("/v2/map", headers=headers)).status_code == 405

    async def test_any_restriction_shuts_the_old_version(self) -> None:
        rules = Restrictions(no_model=True).rules()
        async with client(StubOperations(caller=Principal("team", "key", rules))) as api:
            for method, path in (
                ("POST", "/v0/search"),
                ("GET", "/v0/keyAuth"),
                ("POST", "/v0/scrape"),
                ("GET", f"/v0/crawl/status/{SCRAPE_ID}"),
                ("DELETE", f"/v0/crawl/cancel/{SCRAPE_ID}"),
            ):
                answer = await api.request(method, path, headers=HEADERS)
                assert answer.status_code == 403
                assert answer.json()["success"] is False
                assert "cannot use the legacy v0 API" in answer.json()["error"]


async def _raw(app: Any, path: str) -> int:
    """Send a path as it stands, which no client would."""
    statuses: list[int] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b'{"url": "https://example.org"}'}

    async def send(message: Any) -> None:
        statuses.extend([message["status"]] if message["type"] == "http.response.start" else [])

    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in HEADERS.items()],
        "client": ("127.0.0.1", 5),
        "server": ("127.0.0.1", 3002),
    }
    await app(scope, receive, send)
    return statuses[0]


def test_what_is_no_door_knows_no_callers() -> None:
    pages = {route.path for route in app_over(StubOperations()).routes if type(route) is Route}
    assert pages == {
        "/",
        "/.well-known/http-message-signatures-directory",
        "/health/live",
        "/health/ready",
        "/v0/health/liveness",
        "/v0/health/readiness",
        "/e2e-test",
        "/is-production",
        "/blobs/{name}",
        "/metrics",
        "/openapi.json",
        "/docs",
        "/docs/page.js",
        "/docs/page.css",
        "/docs/guide",
        "/docs/guide/{name:path}",
        "/live-view/page.js",
        "/live-view/addresses.js",
        "/live-view/input.js",
        "/live-view/page.css",
    }


class TestOurAddress:
    """Under which address callers see this service."""

    @pytest.mark.parametrize(
        ("peer", "public", "address"),
        [
            ("10.0.0.5", None, "https://data.example"),
            ("192.0.2.7", None, "http://api.example"),
            ("10.0.0.5", "https://public.example:8443/", "https://public.example:8443"),
            ("192.0.2.7", "https://public.example:8443", "https://public.example:8443"),
        ],
    )
    async def test_a_trusted_proxy_names_it_unless_the_operator_does(
        self, peer: str, public: str | None, address: str
    ) -> None:
        stub = StubOperations(document=Document(metadata={}, screenshot="a.png"))
        proxied = [("x-forwarded-proto", "https"), ("x-forwarded-host", "data.example")]
        answer = await answer_from(
            peer, proxied, stub=stub, trusted="10.0.0.0/8", path=f"/v2/scrape/{SCRAPE_ID}", public_url=public
        )
        assert answer.json()["data"]["screenshot"] == f"{address}/blobs/a.png"


async def test_two_authorization_headers_are_no_key() -> None:
    answer = await answer_from(OFFICE, [("authorization", "Bearer fc-another")], stub=StubOperations())
    assert (answer.status_code, answer.json()["code"]) == (400, "BAD_REQUEST")
    assert "more than one Authorization header" in answer.json()["error"]
