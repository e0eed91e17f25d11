from dataclasses import dataclass

from gossamer.api.doors import Door
from gossamer.core.access import Ask, Group, Principal
from tests.unit.api.stub import HEADERS, SCRAPE_ID, URL, StubOperations, app_over, client

# Doors of an account: every key may open them.
ALWAYS_OPEN = {"/v0/keyAuth"}


@dataclass(frozen=True)
class Nothing:
    """A restriction that refuses everything."""

    def refusal(self, ask: Ask) -> str | None:
        return f"no {ask.group}"


def doors() -> list[Door]:
    return [route for route in app_over(StubOperations()).routes if isinstance(route, Door)]


async def test_no_door_forgets_the_gate() -> None:
    stub = StubOperations(caller=Principal("t", "k", restrictions=(Nothing(),)))
    async with client(stub) as api:
        replies = {
            (door.serves.method, door.path): await api.request(
                door.serves.method,
                door.path.replace("{id}", SCRAPE_ID),
                headers=HEADERS,
                json={"url": URL} if door.serves.body else None,
            )
            for door in doors()
            if door.path not in ALWAYS_OPEN
        }
    assert {where: reply.status_code for where, reply in replies.items()} == dict.fromkeys(replies, 403)
    assert all(reply.json()["code"] == "FORBIDDEN" for reply in replies.values())


def test_every_door_has_a_group() -> None:
    assert {door.path: door.group for door in doors()} == {
        "/v2/scrape": Group.SCRAPE,
        "/v2/scrape/{id}": Group.SCRAPE,
        "/v1/scrape": Group.SCRAPE,
        "/v1/scrape/{id}": Group.SCRAPE,
        "/v0/scrape": Group.LEGACY,
        "/v0/keyAuth": Group.ACCOUNT,
    }
