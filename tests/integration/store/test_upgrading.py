"""Upgrades: what is found before one, and data of the previous release in the hands of this one."""

import lzma
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import requests
from sqlalchemy import text

from gossamer.cli.upgrade import Preflight, preflight, upgrade
from gossamer.engine.transact import migrate as prepare_engine
from gossamer.store.backup import Kept, restore, save
from gossamer.store.database import database_url, open_engine
from gossamer.store.migration import HEAD, OLDEST, migrate, pending_migrations
from gossamer.store.sealing import secret_file
from tests.clients.service import Service, running_service
from tests.integration.cli.commands import gossamer
from tests.integration.store.development import make_oldest

# A backup that the release of that schema made: of a page, a crawl with three pages, a monitor and the first team. Its
# rows never expire. When the schema of a release is left behind, its backup takes the place of the one before.
PREVIOUS = Path(__file__).parent / "previous" / "schema-0020.tar.xz"
CRAWL = "5447745f-6d19-49a1-8e91-ca798103f127"
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
    make_oldest(engine)
    assert upgrade(apply=False) == 0
    assert f"schema {OLDEST}, this release needs {HEAD}: 0024 baseline" in capsys.readouterr().out
    assert preflight(database_url(None, tmp_path), engine).schema == OLDEST
    assert upgrade(apply=True) == 0
    assert preflight(database_url(None, tmp_path), engine).pending == ()
    assert (tmp_path / f"gossamer.db.schema-{OLDEST}").exists()
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    assert upgrade(apply=True) == 1
    assert "was made by a newer Gossamer (schema 9999" in capsys.readouterr().err


@pytest.mark.parametrize(
    "command",
    [
        ("upgrade",),
        ("upgrade", "--apply"),
        ("doctor",),
        ("serve",),
        ("team", "list"),
        ("restore", "backup.tar", "--team", "Default"),
    ],
)
def test_a_database_from_before_the_first_release_is_refused_with_the_way_out(
    data_before_the_first_release: Path, command: tuple[str, ...]
) -> None:
    file = data_before_the_first_release / "gossamer.db"
    before = file.read_bytes()
    refused = gossamer(
        *(str(file.with_name(word)) if word.endswith(".tar") else word for word in command), home=file.parent
    )
    said = (refused.stdout + refused.stderr).decode()
    assert refused.returncode == 1
    assert f"made by a development build (schema 0013, this release needs {OLDEST} or newer)" in said
    assert file.read_bytes() == before


@pytest.fixture
def data_before_the_first_release(tmp_path: Path) -> Path:
    """Return a data folder that says to be of schema 0013, beside a backup of one of this release."""
    engine = open_engine(database_url(None, tmp_path))
    migrate(engine)
    kept = Kept(database=database_url(None, tmp_path), blobs=str(tmp_path / "blobs"), secret=secret_file(tmp_path))
    save(kept, engine, tmp_path / "backup.tar", version="0.1.0", now=datetime.now(UTC))
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        connection.execute(text("UPDATE alembic_version SET version_num = '0013'"))
    engine.dispose()
    return tmp_path


def test_the_way_back_is_the_copy_from_before_with_everything_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOSSAMER_HOME", str(tmp_path))
    engine, query = open_engine(database_url(None, tmp_path)), text("SELECT name FROM teams WHERE id = 'weavers'")
    make_oldest(engine)
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        connection.execute(text("INSERT INTO teams (id, name, created_at) VALUES ('weavers', 'Weavers', 1)"))
    assert upgrade(apply=True) == 0
    with engine.connect() as connection:
        assert connection.execute(query).scalar() == "Weavers"
    engine.dispose()
    (tmp_path / f"gossamer.db.schema-{OLDEST}").replace(tmp_path / "gossamer.db")
    back = open_engine(database_url(None, tmp_path))
    assert preflight(database_url(None, tmp_path), back).schema == OLDEST
    with back.connect() as connection:
        assert connection.execute(query).scalar() == "Weavers"
    back.dispose()


@pytest.mark.parametrize(
    ("found", "obstacles"),
    [
        (Preflight(HEAD, Path("/d/gossamer.db"), 10 * MB, 0, "77"), []),
        (Preflight(None, Path("/d/gossamer.db")), []),
        (Preflight(OLDEST), []),
        (Preflight(OLDEST, Path("/d/gossamer.db"), 10 * MB, 20 * MB), []),
        (
            Preflight(OLDEST, Path("/d/gossamer.db"), 10 * MB, 19 * MB),
            ["/d has 19 MB free, and the upgrade needs 20 MB."],
        ),
        (
            Preflight(OLDEST, Path("/d/gossamer.db"), MB, 20 * MB, "77"),
            ["Gossamer (process 77) serves from this database. Stop it first."],
        ),
    ],
)
def test_what_keeps_an_upgrade_from_being_done_is_named(found: Preflight, obstacles: list[str]) -> None:
    assert list(found.obstacles()) == obstacles


def test_migrations_are_named_from_the_oldest_missing_one() -> None:
    assert pending_migrations(HEAD) == ()
    assert pending_migrations(OLDEST)[0] == "0024 baseline"
