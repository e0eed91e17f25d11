"""Upgrades: what is found before one, and data of the previous release in the hands of this one."""

import lzma
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import requests
from sqlalchemy import text

from gossamer.cli.upgrade import Preflight, preflight, upgrade
from gossamer.engine.transact import migrate as prepare_engine
from gossamer.store.backup import Kept, restore
from gossamer.store.database import database_url, open_engine
from gossamer.store.migration import HEAD, pending_migrations
from gossamer.store.migration import upgrade as migrate_to
from gossamer.store.sealing import secret_file
from tests.clients.service import Service, running_service

# A backup that the release of that schema made: of a page, a crawl with three pages, a monitor and the first team. Its
# rows never expire. When the schema of a release is left behind, its backup takes the place of the one before.
PREVIOUS = Path(__file__).parent / "previous" / "schema-0015.tar.xz"
CRAWL = "7294dbf7-eaaa-4023-b60a-02637bc33a4f"
KEY = "fc-0123456789abcdef0123456789abcdef"
MB = 1024 * 1024


@pytest.mark.long
def test_data_of_the_previous_release_are_read_and_worked_with(tmp_path: Path) -> None:
    file, home = tmp_path / "backup.tar", tmp_path / "service" / "data"
    file.write_bytes(lzma.decompress(PREVIOUS.read_bytes()))
    home.mkdir(parents=True)
    engine = open_engine(database_url(None, home))
    kept = Kept(database=database_url(None, home), blobs=str(home / "blobs"), secret=secret_file(home))
    restore(file, kept, engine, prepare=prepare_engine)
    engine.dispose()
    settings = {"GOSSAMER_PAGE_RETENTION_DAYS": "36500"}
    with running_service(tmp_path / "service", egress_allow="127.0.0.1", env=settings) as service:
        [monitor] = called(service, "GET", "/v2/monitor")["data"]
        assert (monitor["name"], monitor["status"]) == ("Article", "paused")
        crawl = called(service, "GET", "/v2/crawl/" + CRAWL)
        assert (crawl["status"], crawl["completed"], crawl["creditsUsed"]) == ("completed", 3, 3)
        article = crawl["data"][1]["metadata"]["sourceURL"]
        stored = called(service, "POST", "/v2/scrape", {"url": article, "lockdown": True, "maxAge": 10**13})
        assert stored["data"]["markdown"].startswith("# How spiders weave")


def called(service: Service, method: str, path: str, body: Mapping[str, Any] | None = None) -> dict[str, Any]:
    headers = {"authorization": f"Bearer {KEY}"}
    reply = requests.request(method, service.url + path, json=body, headers=headers, timeout=60)
    assert reply.status_code == 200, reply.text
    answer: dict[str, Any] = reply.json()
    return answer


def test_an_upgrade_is_shown_first_and_done_when_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GOSSAMER_HOME", str(tmp_path))
    engine = open_engine(database_url(None, tmp_path))
    migrate_to(engine, "0013")
    assert upgrade(apply=False) == 0
    assert f"schema 0013, this release needs {HEAD}: 0014 monitors, 0015 " in capsys.readouterr().out
    assert preflight(database_url(None, tmp_path), engine).schema == "0013"
    assert upgrade(apply=True) == 0
    assert preflight(database_url(None, tmp_path), engine).pending == ()
    assert (tmp_path / "gossamer.db.schema-0013").exists()
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    assert upgrade(apply=True) == 1
    assert "was made by a newer Gossamer (schema 9999" in capsys.readouterr().err


def test_the_way_back_is_the_copy_from_before_with_everything_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOSSAMER_HOME", str(tmp_path))
    engine, query = open_engine(database_url(None, tmp_path)), text("SELECT name FROM teams WHERE id = 'weavers'")
    migrate_to(engine, "0015")
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        connection.execute(text("INSERT INTO teams (id, name, created_at) VALUES ('weavers', 'Weavers', 1)"))
    assert upgrade(apply=True) == 0
    with engine.connect() as connection:
        assert connection.execute(query).scalar() == "Weavers"
    engine.dispose()
    (tmp_path / "gossamer.db.schema-0015").replace(tmp_path / "gossamer.db")
    back = open_engine(database_url(None, tmp_path))
    assert preflight(database_url(None, tmp_path), back).schema == "0015"
    with back.connect() as connection:
        assert connection.execute(query).scalar() == "Weavers"
    back.dispose()


@pytest.mark.parametrize(
    ("found", "obstacles"),
    [
        (Preflight(HEAD, Path("/d/gossamer.db"), 10 * MB, 0, "77"), []),
        (Preflight(None, Path("/d/gossamer.db")), []),
        (Preflight("0013"), []),
        (Preflight("0013", Path("/d/gossamer.db"), 10 * MB, 20 * MB), []),
        (
            Preflight("0013", Path("/d/gossamer.db"), 10 * MB, 19 * MB),
            ["/d has 19 MB free, and the upgrade needs 20 MB."],
        ),
        (
            Preflight("0013", Path("/d/gossamer.db"), MB, 20 * MB, "77"),
            ["Gossamer (process 77) serves from this database. Stop it first."],
        ),
    ],
)
def test_what_keeps_an_upgrade_from_being_done_is_named(found: Preflight, obstacles: list[str]) -> None:
    assert list(found.obstacles()) == obstacles


def test_migrations_are_named_from_the_oldest_missing_one() -> None:
    assert pending_migrations(HEAD) == ()
    assert pending_migrations("0013")[0] == "0014 monitors"
    assert pending_migrations(None)[0] == "0001 first"
