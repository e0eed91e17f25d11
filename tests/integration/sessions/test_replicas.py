"""A session is in one process, and can be had from any; when the process dies, everybody is told."""

import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, text
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from gossamer.store.database import database_url, open_engine
from gossamer.testing.site import Site
from tests.clients.service import running_service
from tests.integration.sessions.conftest import Caller, on_postgres

TITLE = "what is the title of the page?"


def scraped(caller: Caller, site: Site) -> str:
    answer = caller.post("/v2/scrape", url=site.url("/apps/catalogue"), waitFor=10)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["data"]["metadata"]["scrapeId"])


def continued(caller: Caller, site: Site) -> str:
    """Return the id of a scrape that was continued."""
    scrape_id = scraped(caller, site)
    answer = caller.post(f"/v2/scrape/{scrape_id}/interact", prompt=TITLE)
    assert answer.status_code == 200, answer.text
    return scrape_id


@pytest.fixture
def engine(postgres_url: str, tmp_path: Path) -> Iterator[Engine]:
    engine = open_engine(database_url(postgres_url, tmp_path))
    yield engine
    engine.dispose()


def row(engine: Engine, session_id: str) -> Any:
    with engine.connect() as connection:
        asked = text("SELECT * FROM browser_sessions WHERE id = :of")
        return connection.execute(asked, {"of": session_id}).one()


def wait_until(is_so: Callable[[], bool]) -> None:
    """Wait for what another process does and tells nobody."""
    give_up = time.monotonic() + 90
    while not is_so():
        assert time.monotonic() < give_up
        time.sleep(0.1)


def test_a_prompt_reaches_the_page_wherever_it_is(here: Caller, there: Caller, site: Site) -> None:
    scrape_id = continued(here, site)
    answer = there.post(f"/v2/scrape/{scrape_id}/interact", prompt=TITLE)
    assert answer.status_code == 200, answer.text
    assert answer.json()["output"] == "Thread & Needle: all products"
    # As the caller reaches it, not as the processes reach each other.
    assert answer.json()["liveViewUrl"].startswith(there.service.url)
    ended = there.delete(f"/v2/scrape/{scrape_id}/interact").json()
    assert (ended["success"], ended["creditsBilled"]) == (True, 7)
    assert here.post(f"/v2/scrape/{scrape_id}/interact", prompt=TITLE).status_code == 410


def test_a_refusal_comes_back_as_it_was_told(here: Caller, there: Caller, site: Site) -> None:
    scrape_id = continued(here, site)
    refused = [who.post(f"/v2/scrape/{scrape_id}/interact", prompt="") for who in (here, there)]
    assert [answer.status_code for answer in refused] == [400, 400]
    assert refused[0].json() == refused[1].json()


def test_lists_are_the_same_everywhere(here: Caller, there: Caller) -> None:
    made = here.post("/v2/browser").json()
    found = {one["id"]: one for one in there.get("/v2/browser?status=active").json()["sessions"]}
    mine, yours = made["cdpUrl"].partition("/v2/"), found[made["id"]]["cdpUrl"].partition("/v2/")
    assert mine[2] == yours[2]
    assert there.delete(f"/v2/browser/{made['id']}").json()["creditsBilled"] == 2
    assert here.delete(f"/v2/browser/{made['id']}").status_code == 410


def test_the_protocol_is_spoken_through_another_process(here: Caller, there: Caller) -> None:
    made = here.post("/v2/browser").json()
    with connect(made["cdpUrl"].replace(here.netloc, there.netloc), open_timeout=60) as socket:
        socket.send(json.dumps({"id": 1, "method": "Browser.getVersion"}))
        answer = json.loads(socket.recv(timeout=60))
    assert answer["id"] == 1
    assert "product" in answer["result"]
    here.delete(f"/v2/browser/{made['id']}")


def test_a_wrong_token_is_refused_by_whoever_is_asked(here: Caller, there: Caller) -> None:
    made = here.post("/v2/browser").json()
    for who in (here, there):
        address = f"{who.service.url.replace('http', 'ws', 1)}/v2/browser/{made['id']}/cdp"
        for query, status in (("", 401), ("?token=0", 404)):
            with pytest.raises(InvalidStatus) as raised:
                connect(address + query, open_timeout=60)
            assert raised.value.response.status_code == status
    here.delete(f"/v2/browser/{made['id']}")


def test_no_token_is_in_the_database_or_the_logs(here: Caller, engine: Engine) -> None:
    made = here.post("/v2/browser").json()
    here.delete(f"/v2/browser/{made['id']}")
    told = [made[name].rpartition("=")[2] for name in ("cdpUrl", "liveViewUrl", "interactiveLiveViewUrl")]
    kept = repr(row(engine, made["id"])) + here.service.log.read_text()
    assert len(set(told)) == 3
    assert not [token for token in told if token in kept]


def test_the_sessions_of_a_killed_process_are_lost_and_charged(
    here: Caller, site: Site, home: Path, postgres_url: str, engine: Engine
) -> None:
    with running_service(home / "dies", egress_allow=site.host, env=on_postgres(postgres_url)) as service:
        dying = Caller(service)
        scrape_id = continued(dying, site)
        made = dying.post("/v2/browser").json()
        os.kill(service.pid, signal.SIGKILL)
    lost = here.post(f"/v2/scrape/{scrape_id}/interact", prompt=TITLE)
    assert (lost.status_code, lost.json()["code"]) == (409, "SESSION_LOST")
    assert "destroyed" in lost.json()["error"]
    with pytest.raises(InvalidStatus) as raised:
        connect(made["cdpUrl"].replace(dying.netloc, here.netloc), open_timeout=60)
    assert raised.value.response.status_code == 409
    # As if all of it had been ten minutes ago.
    aged = "UPDATE browser_sessions SET alive_until = created_at - 555000, created_at = created_at - 600000"
    with engine.begin() as connection:
        connection.execute(text(f"{aged} WHERE id IN (:a, :b)"), {"a": scrape_id, "b": made["id"]})
    wait_until(lambda: row(engine, scrape_id).state == row(engine, made["id"]).state == "destroyed")
    assert (row(engine, scrape_id).credits, row(engine, made["id"]).credits) == (7, 2)
    assert row(engine, scrape_id).end_reason == "lost"
    again = here.post(f"/v2/scrape/{scrape_id}/interact", prompt=TITLE)
    assert (again.status_code, again.json()["code"]) == (409, "SESSION_LOST")
    with engine.connect() as connection:
        asked = text("SELECT credits FROM ledger WHERE reference = :of")
        assert connection.execute(asked, {"of": f"{scrape_id}/session"}).scalars().all() == [7]


def test_the_end_of_a_service_is_the_end_of_its_sessions(
    here: Caller, site: Site, home: Path, postgres_url: str, engine: Engine
) -> None:
    with running_service(home / "leaves", egress_allow=site.host, env=on_postgres(postgres_url)) as service:
        session_id = Caller(service).post("/v2/browser").json()["id"]
    assert (row(engine, session_id).end_reason, row(engine, session_id).credits) == ("stopped", 2)
    assert here.delete(f"/v2/browser/{session_id}").json()["success"]
