"""The requests of a team are told to its SIEM: signed, in order, and again until they are taken."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from sqlalchemy import Text, insert, select, text, type_coerce, update

from gossamer.core.access import Principal, Restriction
from gossamer.core.deliveries import DeliveryState
from gossamer.core.errors import CallerError, ForbiddenTarget, NotAllowed, NotFound
from gossamer.core.ids import new_id
from gossamer.core.restrictions.rules import OnlyStored
from gossamer.core.siem import SiemStream
from gossamer.core.urls import web_url
from gossamer.features.webhooks import EventSender, SiemStreams
from gossamer.features.webhooks.payloads import signature
from gossamer.net.egress import EgressPolicy
from gossamer.net.http import HttpClient
from gossamer.net.resolver import Resolver
from gossamer.operations.siem import SiemOperations
from gossamer.store.accounts import WebhookSecrets
from gossamer.store.database import Database
from gossamer.store.jobs import SqlDeliveryLog
from gossamer.store.row_encoding import millis
from gossamer.store.schema import activities, audit_log, scrapes, siem_streams, teams
from gossamer.store.sealing import Seal
from gossamer.store.siem import SiemStore
from gossamer.testing.clock import ManualClock
from tests.contracts.jobs import MINUTE, OTHER_TEAM, TEAM
from tests.contracts.test_delivery_log import Receiver, receiver

__all__ = ["receiver"]
SECRET = "whsec_of_the_team"
CALLER = Principal(TEAM, "key")


@dataclass
class Streams:
    """Streams over a real database, and receivers on the loopback."""

    database: Database
    clock: ManualClock
    store: SiemStore
    streams: SiemStreams
    operations: SiemOperations

    async def ask(self, team_id: str = TEAM, *, error: str | None = None, username: str | None = None) -> str:
        """Note a request that ended now, and return its id."""
        made, at = new_id(), millis(self.clock.now())
        row = {"id": made, "team_id": team_id, "key_id": "key", "operation": "scrape", "dialect": "v2"}
        scrape = {"id": made, "team_id": team_id, "key_id": "key", "url": "u", "finished_at": at, "expires_at": at}

        def write(connection: Any) -> None:
            connection.execute(insert(activities), {**row, "target": "http://e.org/", "at": at, "username": username})
            connection.execute(insert(scrapes), {**scrape, "error_code": error})

        await self.database.write(write)
        return made

    async def pass_time(self, minutes: int = 2) -> None:
        await self.clock.advance(minutes * MINUTE)
        await self.streams.send_due()


@pytest.fixture
async def siem(database: Database, receiver: Receiver) -> AsyncIterator[Streams]:
    clock, secrets = ManualClock(), WebhookSecrets(Seal(lambda: "the key of this deployment"))

    def begin(connection: Any) -> None:
        for team_id in (TEAM, OTHER_TEAM):
            connection.execute(insert(teams), {"id": team_id, "name": team_id, "created_at": 0})
        secrets.set(connection, TEAM, SECRET)

    await database.write(begin)
    store = SiemStore(database, secrets)
    async with HttpClient(Resolver(EgressPolicy.parse(receiver.host))) as client:
        streams = SiemStreams(store, EventSender(client, SqlDeliveryLog(database, secrets), clock, None, "jobs"), clock)
        yield Streams(database, clock, store, streams, SiemOperations(store, streams, clock, client.screen))


def told(receiver: Receiver, path: str = "/siem") -> list[list[str]]:
    """The ids of the requests in each batch."""
    return [[event["id"] for event in msgspec.json.decode(body)["data"]] for body in receiver.bodies(path)]


async def test_requests_are_told_in_order_once_and_signed(siem: Streams, receiver: Receiver) -> None:
    await siem.ask()
    await siem.clock.advance(MINUTE)
    await siem.operations.set(CALLER, receiver.hook("/siem"))
    await siem.clock.advance(MINUTE)
    first = await siem.ask(username="ada")
    await siem.clock.advance(timedelta(seconds=1))
    second = await siem.ask(error="SCRAPE_TIMEOUT")
    await siem.ask(OTHER_TEAM)
    await siem.pass_time()
    await siem.pass_time()
    # Those from before the stream began, and those of other teams, are nobody's affair.
    assert told(receiver) == [[first, second]]
    [(_, body, headers)] = receiver.posts
    assert (headers["x-firecrawl-signature"], headers["x-token"]) == (signature(body, SECRET), "s3cret")
    one, other = msgspec.json.decode(body)["data"]
    assert (one["username"], one["outcome"], one["error"], one["target"]) == ("ada", "accepted", None, "http://e.org/")
    assert (other["username"], other["outcome"], other["error"]) == (None, "failed", "SCRAPE_TIMEOUT")


async def test_what_is_not_taken_is_told_again_with_what_came_meanwhile(siem: Streams, receiver: Receiver) -> None:
    await siem.operations.set(CALLER, receiver.hook("/siem"))
    receiver.will_answer("/siem", 500, 410)
    await siem.clock.advance(MINUTE)
    first = await siem.ask()
    await siem.pass_time()
    assert "500" in (await siem.operations.read(CALLER)).trouble
    second = await siem.ask()
    await siem.pass_time()
    await siem.pass_time(6)
    assert told(receiver) == [[first], [first, second], [first, second]]
    assert (await siem.operations.read(CALLER)).trouble == ""


async def test_an_ended_stream_tells_nothing(siem: Streams, receiver: Receiver) -> None:
    await siem.operations.set(CALLER, receiver.hook("/siem"))
    await siem.clock.advance(MINUTE)
    await siem.ask()
    assert await siem.operations.set(CALLER, None) == SiemStream()
    await siem.pass_time()
    assert receiver.posts == []
    deeds = await siem.database.read(lambda connection: connection.execute(select(audit_log.c.action)).scalars().all())
    assert deeds == ["siem.updated", "siem.updated"]


async def test_a_process_that_dies_with_a_batch_leaves_it_to_others_later(siem: Streams, receiver: Receiver) -> None:
    await siem.operations.set(CALLER, receiver.hook("/siem"))
    await siem.clock.advance(MINUTE)
    asked = await siem.ask()
    await siem.clock.advance(2 * MINUTE)
    batch = await siem.store.due(now=siem.clock.now(), limit=9)
    assert batch is not None
    await siem.streams.send_due()
    assert receiver.posts == []
    await siem.pass_time(3)
    assert told(receiver) == [[asked]]


async def test_a_test_is_sent_at_once_and_what_became_of_it_is_told(siem: Streams, receiver: Receiver) -> None:
    with pytest.raises(CallerError):
        await siem.operations.test(CALLER)
    await siem.operations.set(CALLER, receiver.hook("/siem"))
    receiver.will_answer("/siem", 200, 403)
    outcomes = [(sent.state, sent.answer) for sent in [await siem.operations.test(CALLER) for _ in range(2)]]
    assert outcomes == [
        (DeliveryState.DELIVERED, "The receiver answered 200."),
        (DeliveryState.FAILED, "The receiver answered 403."),
    ]
    assert {msgspec.json.decode(body)["type"] for body in receiver.bodies("/siem")} == {"siem.test"}


async def test_secrets_of_a_stream_are_sealed_and_it_may_not_lead_inside(siem: Streams, receiver: Receiver) -> None:
    await siem.operations.set(CALLER, receiver.hook("/siem"))
    query = text(f"SELECT webhook FROM {siem_streams.name}")
    stored = await siem.database.read(lambda connection: connection.execute(query).scalar_one())
    assert "s3cret" not in stored
    with pytest.raises(ForbiddenTarget):
        await siem.operations.set(CALLER, type(receiver.hook("/"))(web_url("http://10.0.0.1/")))


async def test_a_secret_that_cannot_be_read_holds_up_nobody_else(siem: Streams, receiver: Receiver) -> None:
    sealed = WebhookSecrets(Seal(lambda: "the key of another deployment"))
    await siem.database.write(lambda connection: sealed.set(connection, TEAM, SECRET))
    for team_id in (TEAM, OTHER_TEAM):
        await siem.operations.set(Principal(team_id, "key"), receiver.hook(f"/{team_id}"))
        await siem.clock.advance(MINUTE)
    asked = [await siem.ask(team_id) for team_id in (TEAM, OTHER_TEAM)]
    await siem.pass_time()
    assert (told(receiver, f"/{TEAM}"), told(receiver, f"/{OTHER_TEAM}")) == ([], [asked[1:]])
    assert (await siem.operations.read(CALLER)).trouble


async def test_a_restricted_key_sets_and_tests_nothing(siem: Streams, receiver: Receiver) -> None:
    limited: tuple[Restriction, ...] = (OnlyStored(),)
    caller = Principal(TEAM, "key", restrictions=limited)
    with pytest.raises(NotAllowed):
        await siem.operations.set(caller, receiver.hook("/siem"))
    with pytest.raises(NotAllowed):
        await siem.operations.test(caller)


async def test_another_receiver_is_told_what_comes_from_then_on(siem: Streams, receiver: Receiver) -> None:
    await siem.operations.set(CALLER, receiver.hook("/siem"))
    receiver.will_answer("/siem", 500)
    await siem.clock.advance(MINUTE)
    await siem.ask()
    await siem.pass_time()
    await siem.operations.set(CALLER, receiver.hook("/other"))
    await siem.clock.advance(MINUTE)
    later = await siem.ask()
    await siem.pass_time()
    assert told(receiver, "/other") == [[later]]


async def test_what_is_set_while_a_batch_is_on_its_way_stays_set(siem: Streams, receiver: Receiver) -> None:
    await siem.operations.set(CALLER, receiver.hook("/siem"))
    await siem.clock.advance(MINUTE)
    await siem.ask()
    await siem.clock.advance(2 * MINUTE)
    batch = await siem.store.due(now=siem.clock.now(), limit=10)
    assert batch is not None
    assert len(batch.events) == 1
    await siem.operations.set(CALLER, None)
    await siem.operations.set(CALLER, receiver.hook("/other"))
    await siem.store.settle(batch, next_at=siem.clock.now() + 15 * MINUTE, trouble="The old one failed.")
    assert (await siem.operations.read(CALLER)).trouble == ""
    await siem.clock.advance(MINUTE)
    later = await siem.ask()
    await siem.pass_time()
    assert told(receiver, "/other") == [[later]]


async def test_a_batch_that_is_too_large_is_sent_in_parts(siem: Streams, receiver: Receiver) -> None:
    await siem.operations.set(CALLER, receiver.hook("/siem"))
    receiver.will_answer("/siem", 413)
    await siem.clock.advance(MINUTE)
    asked = [await siem.ask() for _ in range(150)]
    await siem.pass_time()
    await siem.pass_time()
    sent = told(receiver)
    assert [len(batch) for batch in sent] == [150, 100, 50]
    assert {event for batch in sent[1:] for event in batch} == set(asked)


async def test_what_this_release_cannot_read_ends_no_other_stream(siem: Streams, receiver: Receiver) -> None:
    await siem.operations.set(CALLER, receiver.hook("/siem"))
    await siem.operations.set(Principal(OTHER_TEAM, "key"), receiver.hook("/others"))
    later = type_coerce('{"@":"Webhook","later":1}', Text)
    unknown = update(siem_streams).where(siem_streams.c.team_id == OTHER_TEAM).values(webhook=later)
    await siem.database.write(lambda connection: connection.execute(unknown))
    await siem.clock.advance(MINUTE)
    asked = await siem.ask()
    await siem.ask(OTHER_TEAM)
    await siem.pass_time()
    assert told(receiver) == [[asked]]
    stuck = select(siem_streams.c.trouble).where(siem_streams.c.team_id == OTHER_TEAM)
    assert "log of the service" in str(await siem.database.read(lambda connection: connection.execute(stuck).scalar()))


async def test_nobody_is_a_team_without_one(siem: Streams, receiver: Receiver) -> None:
    with pytest.raises(NotFound, match="Team not found"):
        await siem.operations.set(Principal("nobody", "key"), receiver.hook("/siem"))
