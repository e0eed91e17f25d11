from dataclasses import dataclass
from typing import Any

import pytest
from starlette.routing import WebSocketRoute

from gossamer.api.endpoints import EndpointRoute
from gossamer.api.sessions.tokens import TokenRoute, TokenSocketRoute
from gossamer.api.sockets import SocketRoute, UnknownSocket
from gossamer.core.access import AccessRequest, Group, Mode, Principal
from gossamer.core.restrictions.rules import OnlyEndpoints
from tests.unit.api.stub import HEADERS, SCRAPE_ID, StubOperations, app_over, client

# Doors of an account: every key may open them.
ALWAYS_OPEN = {
    "/v2/team/activity",
    *(
        f"/{version}/{place}"
        for version in ("v1", "v2")
        for place in (
            "concurrency-check",
            "team/queue-status",
            "team/credit-usage",
            "team/credit-usage/historical",
            "team/token-usage",
            "team/token-usage/historical",
        )
    ),
}
THREATS = (
    "/v2/team/threat-protection",
    *(f"/v2/team/threat-protection/zscaler/{place}" for place in ("test-connection", "categories", "sync")),
)
SIEM = ("/v2/team/siem", "/v2/team/siem/test")
WEBHOOKS = ("/v2/webhooks/deliveries", "/v2/webhooks/deliveries/{id}/retry")
# Doors of sessions.
SESSIONS = (
    "scrape/{id}/interact",
    "scrape/{id}/interact/steps",
    *(
        name + end
        for name in ("browser", "interact")
        for end in ("", "/{id}", "/{id}/execute", "/{id}/steps", "/{id}/replay", "/{id}/replay/{page}")
    ),
)
REGISTERS = (
    *(
        f"{base}/{end}"
        for base in ("search/research", "research")
        for end in ("papers", "papers/{id:path}", "papers/{id:path}/similar", "github")
    ),
    "search/developer",
    "developer/search",
)
AGENT = ("", "/{id}", "/{id}/trace", "/{id}/snapshots/{snapshot}", "/threads/{id}")
# What a request counts as against rates, where it counts at all.
MODES = {
    "POST /v0/scrape": Mode.SCRAPE,
    "POST /v0/crawl": Mode.CRAWL,
    **{
        f"POST /{version}/{place}": mode
        for version in ("v1", "v2")
        for place, mode in (
            ("scrape", Mode.SCRAPE),
            ("batch/scrape", Mode.SCRAPE),
            ("crawl", Mode.CRAWL),
            ("map", Mode.MAP),
        )
    },
    "POST /v2/crawl/params-preview": Mode.CRAWL,
    # All of the job is read.
    **{
        f"GET /v2/{job}/{{id}}/{report}": Mode.CRAWL
        for job in ("crawl", "batch/scrape")
        for report in ("diagnosis", "compliance")
    },
    **{
        f"{method} /v2/{place}": mode
        for name in ("browser", "interact")
        for method, place, mode in (
            ("POST", name, Mode.BROWSER),
            ("GET", name, Mode.BROWSER_EXECUTE),
            ("POST", f"{name}/{{id}}/execute", Mode.BROWSER_EXECUTE),
            ("DELETE", f"{name}/{{id}}", Mode.BROWSER_EXECUTE),
        )
    },
    **dict.fromkeys(("POST /v2/monitor", "PATCH /v2/monitor/{id}"), Mode.CRAWL),
    **{f"POST /v2/monitor/{{id}}/{deed}": Mode.CRAWL for deed in ("run", "test")},
    **dict.fromkeys(("POST /v2/parse", "POST /v2/parse/upload-url"), Mode.SCRAPE),
    **dict.fromkeys(("GET /v2/search/gov", "POST /v2/search/gov"), Mode.SEARCH),
    **{f"POST /{v}/search": Mode.SEARCH for v in ("v0", "v1", "v2")},
    **dict.fromkeys(("POST /v2/search/{id}/feedback", "POST /v2/feedback"), Mode.ACCOUNT),
    **{f"POST /{v}/extract": Mode.EXTRACT for v in ("v1", "v2")},
    **{f"GET /v2/{path}": Mode.RESEARCH for path in REGISTERS},
    **{f"POST /v2/{path}": Mode.RESEARCH for path in REGISTERS[-2:]},
    "POST /v2/agent": Mode.EXTRACT,
    "POST /v1/deep-research": Mode.CRAWL,
    "POST /v1/llmstxt": Mode.SCRAPE,
    **{f"POST /{v}/{word}": Mode.SCRAPE for v in ("v1", "v2") for word in ("xclaw", "fireclaw")},
    **{f"{method} /v2/scrape/{{id}}/interact": Mode.BROWSER_EXECUTE for method in ("POST", "DELETE")},
    **{f"{method} {path}": Mode.ACCOUNT for method, path in zip(("GET", "POST", "GET", "POST"), THREATS, strict=True)},
    f"PUT {THREATS[0]}": Mode.ACCOUNT,
    **dict.fromkeys((f"GET {SIEM[0]}", f"PUT {SIEM[0]}", f"POST {SIEM[1]}"), Mode.ACCOUNT),
    **{f"{method} {path}": Mode.ACCOUNT for method, path in zip(("GET", "POST"), WEBHOOKS, strict=True)},
    **dict.fromkeys(("GET /v2/history", "GET /v2/history/diff"), Mode.ACCOUNT),
    **{f"GET {path}": Mode.ACCOUNT for path in ALWAYS_OPEN if not path.endswith("concurrency-check")},
}


@dataclass(frozen=True)
class Nothing:
    """A restriction that refuses everything."""

    def refusal(self, ask: AccessRequest) -> str | None:
        return f"no {ask.group}"


def doors() -> list[EndpointRoute]:
    return [route for route in app_over(StubOperations()).routes if isinstance(route, EndpointRoute)]


def sockets() -> list[SocketRoute]:
    return [route for route in app_over(StubOperations()).routes if isinstance(route, SocketRoute)]


def example(door: EndpointRoute) -> Any:
    """The body that the reference shows for *door*, if it takes one."""
    extra = door.serves.body.model_config["json_schema_extra"] if door.serves.body else {}
    assert isinstance(extra, dict)
    return extra.get("example")


def path_of(door: EndpointRoute) -> str:
    return door.path.replace("{id:path}", "arxiv:1706.03762").replace("{id}", SCRAPE_ID).replace("{snapshot}", "result")


async def test_no_door_forgets_the_gate() -> None:
    stub = StubOperations(caller=Principal("t", "k", restrictions=(Nothing(),)))
    async with client(stub) as api:
        replies = {
            (door.serves.method, door.path): await api.request(
                door.serves.method,
                path_of(door),
                headers=HEADERS,
                json=example(door),
            )
            for door in doors()
            if door.path not in ALWAYS_OPEN
        }
    assert {where: reply.status_code for where, reply in replies.items()} == dict.fromkeys(replies, 403)
    assert all(reply.json()["code"] == "FORBIDDEN" for reply in replies.values())


def test_every_door_has_a_group() -> None:
    jobs = ["", "/{id}", "/{id}/errors"]
    assert {door.path: door.group for door in doors()} == {
        "/v2/scrape": Group.SCRAPE,
        "/v2/scrape/{id}": Group.SCRAPE,
        **dict.fromkeys(("/v2/history", "/v2/history/diff"), Group.SCRAPE),
        "/v1/scrape": Group.SCRAPE,
        "/v1/scrape/{id}": Group.SCRAPE,
        "/v0/scrape": Group.LEGACY,
        **{f"/{v}/crawl{end}": Group.CRAWL for v in ("v1", "v2") for end in (*jobs, "/active", "/ongoing")},
        **{f"/{v}/batch/scrape{end}": Group.BATCH_SCRAPE for v in ("v1", "v2") for end in jobs},
        "/v2/crawl/params-preview": Group.CRAWL,
        "/v2/crawl/{id}/urls": Group.CRAWL,
        "/v2/batch/scrape/{id}/urls": Group.BATCH_SCRAPE,
        "/v2/crawl/{id}/resume": Group.CRAWL,
        "/v2/batch/scrape/{id}/resume": Group.BATCH_SCRAPE,
        "/v2/crawl/{id}/diagnosis": Group.CRAWL,
        "/v2/batch/scrape/{id}/diagnosis": Group.BATCH_SCRAPE,
        "/v2/crawl/{id}/compliance": Group.CRAWL,
        "/v2/batch/scrape/{id}/compliance": Group.BATCH_SCRAPE,
        "/v0/crawl": Group.LEGACY,
        "/v0/crawl/status/{id}": Group.LEGACY,
        "/v0/crawl/cancel/{id}": Group.LEGACY,
        "/v0/keyAuth": Group.LEGACY,
        **{f"/{v}/extract{end}": Group.EXTRACT for v in ("v1", "v2") for end in ("", "/{id}")},
        **{f"/v2/agent{end}": Group.AGENT for end in AGENT},
        **{f"/v1/deep-research{end}": Group.DEEP_RESEARCH for end in ("", "/{id}")},
        **{f"/v1/llmstxt{end}": Group.LLMSTXT for end in ("", "/{id}")},
        **{f"/{v}/{word}": Group.XCLAW for v in ("v1", "v2") for word in ("xclaw", "fireclaw")},
        "/v1/map": Group.MAP,
        "/v2/map": Group.MAP,
        **{f"/v2/parse{end}": Group.PARSE for end in ("", "/formats", "/upload-url")},
        "/v0/search": Group.LEGACY,
        "/v1/search": Group.SEARCH,
        "/v2/search": Group.SEARCH,
        "/v2/search/gov": Group.SEARCH,
        "/v2/search/{id}/feedback": Group.SEARCH,
        **{f"/v2/{path}": Group.RESEARCH for path in REGISTERS},
        "/v2/feedback": Group.ACCOUNT,
        **{
            f"/v2/monitor{end}": Group.MONITOR
            for end in ("", "/{id}", "/{id}/run", "/{id}/test", "/{id}/checks", "/{id}/checks/{checkId}")
        },
        **{f"/v2/{place}": Group.BROWSER for place in SESSIONS},
        **dict.fromkeys((*ALWAYS_OPEN, *THREATS, *SIEM, *WEBHOOKS), Group.ACCOUNT),
    }


OF_THE_SPECIFICATION = set(Group) - {Group.ACCOUNT, Group.LEGACY, Group.UNKNOWN}


def test_the_groups_of_the_specification_have_doors() -> None:
    assert len(OF_THE_SPECIFICATION) == 14
    assert {door.group for door in doors()} >= OF_THE_SPECIFICATION


@pytest.mark.parametrize("group", sorted(OF_THE_SPECIFICATION))
async def test_a_key_of_one_group_is_let_through_no_door_of_another(group: Group) -> None:
    stub = StubOperations(caller=Principal("t", "k", restrictions=(OnlyEndpoints((group,)),)))
    async with client(stub) as api:
        others = [door for door in doors() if door.group not in {group, Group.ACCOUNT, Group.LEGACY}]
        replies = [
            (door.path, (await api.request(door.serves.method, path_of(door), headers=HEADERS, json=example(door))))
            for door in others
        ]
    assert {path: reply.status_code for path, reply in replies} == dict.fromkeys((path for path, _ in replies), 403)


def test_what_asks_for_work_is_counted_and_what_asks_how_it_stands_is_not() -> None:
    found = {f"{door.serves.method} {door.path}": door.serves.mode for door in doors()}
    assert {name: mode for name, mode in found.items() if mode is not None} == MODES


def test_every_socket_has_a_group_and_the_door_of_its_path_has_the_same() -> None:
    groups = {door.path: door.group for door in doors()}
    assert {socket.path: socket.group for socket in sockets()} == {
        path: groups[path]
        for path in ("/v2/crawl/{id}", "/v1/crawl/{id}", "/v2/batch/scrape/{id}", "/v1/batch/scrape/{id}")
    }


def test_no_path_leads_to_a_socket_that_is_no_door() -> None:
    routes = [route for route in app_over(StubOperations()).routes if isinstance(route, WebSocketRoute)]
    others = [route for route in routes if not isinstance(route, SocketRoute | UnknownSocket)]
    assert {(type(route), route.path) for route in others} == {
        (TokenSocketRoute, "/v2/browser/{id}/cdp"),
        (TokenSocketRoute, "/v2/browser/{id}/live/frames"),
    }


def test_what_a_token_opens_is_no_door_and_nothing_else_is_without_a_key() -> None:
    found = {route.path for route in app_over(StubOperations()).routes if isinstance(route, TokenRoute)}
    assert found == {
        "/v2/browser/{id}/live",
        "/v2/browser/{id}/live/state",
        "/v2/browser/{id}/cdp/json/version",
        "/v2/browser/{id}/replay/{page}/{file}",
    }


def test_words_that_stand_where_an_id_could_come_before_it() -> None:
    gets = [door.path for door in doors() if door.serves.method == "GET"]
    for version in ("v1", "v2"):
        for word in ("active", "ongoing"):
            assert gets.index(f"/{version}/crawl/{word}") < gets.index(f"/{version}/crawl/{{id}}")
