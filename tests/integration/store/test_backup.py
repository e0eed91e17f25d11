"""Backups, taken and brought back by the command line."""

import json
import os
import secrets
import signal
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest
import requests
from psycopg.sql import SQL, Identifier
from sqlalchemy import Engine, insert, select, text
from websockets.sync.client import connect

from gossamer.store.backup import BadArchive, Kept, NotRestored, Sealing, Wanted, restore, restore_teams, save
from gossamer.store.database import database_url, open_engine
from gossamer.store.migration import HEAD, OLDEST, current_schema, migrate
from gossamer.store.schema import session_profiles
from gossamer.store.sealing import Seal
from gossamer.testing.site import Site, running_site
from gossamer.testing.site.graph import Graph, GraphSite, running_graph
from tests.clients.service import Service, running_service
from tests.integration.cli.commands import gossamer
from tests.integration.store.development import make_oldest
from tests.postgres import Postgres

PAGES = 8
SLOW_PAGES = 40
# One after the other: longer than a backup takes on a busy machine.
SLOW = Graph(pages=SLOW_PAGES, latency=0.6)


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with running_site() as found:
        yield found


@pytest.fixture(params=["sqlite", "postgresql"])
def databases(request: pytest.FixtureRequest) -> tuple[dict[str, str], dict[str, str]]:
    """Settings that name the database of the machine that is lost, and of the new one."""
    if request.param == "sqlite":
        return {}, {}
    server: Postgres = request.getfixturevalue("postgres")
    return {"GOSSAMER_DATABASE_URL": new_database(server)}, {"GOSSAMER_DATABASE_URL": new_database(server)}


def new_database(server: Postgres) -> str:
    name = f"backup_{secrets.token_hex(4)}"
    with psycopg.connect(server.url, autocommit=True) as connection:
        connection.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
    return server.url.replace("/postgres?", f"/{name}?")


def test_a_new_folder_takes_the_file_and_a_place_without_data_is_refused(tmp_path: Path) -> None:
    home, folder = tmp_path / "data", tmp_path / "backups"
    refused = gossamer("backup", str(folder), home=home)
    assert (refused.returncode, b"nothing to save" in refused.stderr) == (1, True)
    assert gossamer("team", "create", "Weavers", home=home).returncode == 0
    done = gossamer("backup", str(folder), home=home)
    assert done.returncode == 0, done.stderr
    assert [file.suffix for file in folder.iterdir()] == [".tar"]


def bearer(service: Service) -> dict[str, str]:
    return {"Authorization": f"Bearer {service.key}"}


def posted(service: Service, path: str, body: Any) -> dict[str, Any]:
    answer: dict[str, Any] = requests.post(service.url + path, json=body, headers=bearer(service), timeout=60).json()
    assert answer["success"], answer
    return answer


def read(service: Service, path: str) -> requests.Response:
    return requests.get(service.url + path, headers=bearer(service), timeout=60)


def finished(service: Service, job: object) -> dict[str, Any]:
    with connect(f"ws{service.url.removeprefix('http')}/v2/crawl/{job}", additional_headers=bearer(service)) as socket:
        for message in socket:
            frame = json.loads(message)
            if frame["type"] == "done":
                break
    found: dict[str, Any] = read(service, f"/v2/crawl/{job}").json()
    return found


def done(run: subprocess.CompletedProcess[bytes]) -> str:
    assert run.returncode == 0, run.stderr.decode()
    return run.stdout.decode()


def test_what_was_there_before_the_backup_is_there_on_another_machine(
    site: Site, tmp_path: Path, databases: tuple[dict[str, str], dict[str, str]]
) -> None:
    lost, new = databases
    file = tmp_path / "backup.tar"
    with running_service(tmp_path / "lost", egress_allow=site.host, env=lost) as service:
        scraped = posted(service, "/v2/scrape", {"url": site.url("/article"), "formats": ["markdown", "screenshot"]})
        job = posted(service, "/v2/crawl", {"url": site.url("/"), "limit": PAGES, "maxConcurrency": 1})["id"]
        # While the crawl is under way.
        done(gossamer("backup", str(file), home=tmp_path / "lost/data", **lost))
        before = read(service, f"/v2/crawl/{job}").json()["completed"]
        document = scraped["data"]
    assert "Restored the" in done(gossamer("restore", str(file), home=tmp_path / "new/data", **new))
    with running_service(tmp_path / "new", egress_allow=site.host, env=new) as service:
        scrape_id = document["metadata"]["scrapeId"]
        again = read(service, f"/v2/scrape/{scrape_id}").json()["data"]
        assert again["markdown"] == document["markdown"]
        assert read(service, again["screenshot"].removeprefix(service.url)).content.startswith(b"\x89PNG")
        status = finished(service, job)
        assert status["status"] == "completed"
        assert int(status["completed"]) >= int(before)


def documents(service: Service, job: str) -> dict[str, str]:
    """Return what the service has of the pages of a crawl: Markdown by address."""
    pages = read(service, f"/v2/crawl/{job}?limit=1000").json()["data"]
    found = {page["metadata"]["sourceURL"]: page["markdown"] for page in pages}
    # Each is there once.
    assert len(found) == len(pages)
    return found


def under_way(service: Service, site: GraphSite, pages: int) -> str:
    """Start a crawl of *site* that takes a while, and return its id when so many pages are done."""
    job: str = posted(service, "/v2/crawl", {"url": site.url("/"), "maxConcurrency": 1, "sitemap": "skip"})["id"]
    with connect(f"ws{service.url.removeprefix('http')}/v2/crawl/{job}", additional_headers=bearer(service)) as socket:
        seen = 0
        for message in socket:
            frame = json.loads(message)
            assert frame["type"] in {"catchup", "document"}, frame
            seen += len(frame["data"]["data"]) if frame["type"] == "catchup" else 1
            if seen >= pages:
                return job
    raise AssertionError("The crawl ended too soon.")


@pytest.mark.long
def test_a_machine_that_is_lost_during_a_crawl_takes_nothing_with_it_that_was_committed_before_the_backup(
    tmp_path: Path, databases: tuple[dict[str, str], dict[str, str]]
) -> None:
    lost, new = databases
    file = tmp_path / "backup.tar"
    with running_graph(SLOW) as site:
        with running_service(tmp_path / "lost", egress_allow=site.host, env=lost) as service:
            job = under_way(service, site, 6)
            committed = documents(service, job)
            done(gossamer("backup", str(file), home=tmp_path / "lost/data", **lost))
            assert read(service, f"/v2/crawl/{job}").json()["status"] == "scraping"
            os.kill(service.pid, signal.SIGKILL)
        site.graph = replace(SLOW, latency=0)
        assert len(committed) >= 6
        done(gossamer("restore", str(file), home=tmp_path / "new/data", **new))
        with running_service(tmp_path / "new", egress_allow=site.host, env=new) as service:
            restored = documents(service, job)
            assert {url: restored.get(url) for url in committed} == committed
            status = finished(service, job)
            assert (status["status"], status["completed"]) == ("completed", SLOW_PAGES)
            assert set(documents(service, job)) == {
                site.url("/"),
                *(site.url(f"/page/{n}") for n in range(1, SLOW_PAGES)),
            }
            # Each page is paid once.
            assert status["creditsUsed"] == SLOW_PAGES


@pytest.mark.long
def test_a_crawl_of_a_team_that_was_put_back_goes_on(
    tmp_path: Path, databases: tuple[dict[str, str], dict[str, str]]
) -> None:
    setting, _ = databases
    file, home = tmp_path / "backup.tar", tmp_path / "data"
    with running_graph(SLOW) as site:
        with running_service(tmp_path, egress_allow=site.host, env=setting) as service:
            job = under_way(service, site, 6)
            committed = documents(service, job)
            done(gossamer("backup", str(file), home=home, **setting))
            # What is wrong by the time that somebody notices.
            requests.delete(service.url + f"/v2/crawl/{job}", headers=bearer(service), timeout=60)
        site.graph = replace(SLOW, latency=0)
        refused = gossamer("restore", str(file), "--team", "Default", home=home, **setting)
        assert (refused.returncode, b"Use --replace" in refused.stderr) == (1, True)
        put = done(gossamer("restore", str(file), "--team", "Default", "--replace", home=home, **setting))
        assert put.startswith("Restored `Default` (")
        with running_service(tmp_path, egress_allow=site.host, env=setting) as service:
            restored = documents(service, job)
            assert {url: restored.get(url) for url in committed} == committed
            status = finished(service, job)
            assert (status["status"], status["completed"]) == ("completed", SLOW_PAGES)
            assert len(documents(service, job)) == SLOW_PAGES


def test_on_sqlite_the_service_has_to_be_stopped_for_it(tmp_path: Path) -> None:
    file, home = tmp_path / "backup.tar", tmp_path / "data"
    with running_service(tmp_path, egress_allow="127.0.0.1"):
        done(gossamer("backup", str(file), home=home))
        refused = gossamer("restore", str(file), "--team", "Default", "--replace", home=home)
    assert (refused.returncode, b"Stop it first" in refused.stderr) == (1, True)


def test_on_postgresql_a_team_comes_back_while_the_service_runs(tmp_path: Path, postgres: Postgres) -> None:
    setting = {"GOSSAMER_DATABASE_URL": new_database(postgres)}
    file, home = tmp_path / "backup.tar", tmp_path / "data"
    with running_service(tmp_path, egress_allow="127.0.0.1", env=setting) as service:
        done(gossamer("team", "create", "Weavers", home=home, **setting))
        key = done(gossamer("key", "create", "loom", "--team", "Weavers", home=home, **setting)).strip()
        done(gossamer("backup", str(file), home=home, **setting))
        done(gossamer("team", "update", "Weavers", "--credits", "7", home=home, **setting))
        put = done(gossamer("restore", str(file), "--team", "Weavers", "--replace", home=home, **setting))
        mine, theirs = (
            requests.get(service.url + "/v2/team/credit-usage", headers={"authorization": f"Bearer {one}"}, timeout=60)
            for one in (service.key, key)
        )
    assert put.startswith("Restored `Weavers` (")
    assert (mine.status_code, theirs.status_code) == (200, 200)
    assert theirs.json()["data"]["planCredits"] != 7


def test_teams_of_a_backup_of_an_older_release_come_back(
    tmp_path: Path, databases: tuple[dict[str, str], dict[str, str]]
) -> None:
    old, new = (kept_with(tmp_path / name, setting) for name, setting in zip(("old", "new"), databases, strict=True))
    with opened(old) as engine:
        make_oldest(engine)
        with engine.connect().execution_options(writes=True) as connection, connection.begin():
            connection.execute(text("INSERT INTO teams (id, name, created_at) VALUES ('weavers', 'Weavers', 1)"))
            connection.execute(
                text(
                    "INSERT INTO pages (team_id, fingerprint, url, fetched_at, head, body) "
                    "VALUES ('weavers', 'f', 'https://example.org/', 1, :some, :some)"
                ),
                {"some": b"bytes"},
            )
        save(old, engine, tmp_path / "old.tar", version="0.0.9", now=datetime.now(UTC))
    with opened(new) as engine:
        migrate(engine)
        wanted = Wanted(["Weavers"])
        [team] = restore_teams(tmp_path / "old.tar", new, engine, wanted, secret=None, now=datetime.now(UTC))
        with engine.connect() as connection:
            [page] = connection.execute(text("SELECT url FROM pages WHERE team_id = 'weavers'")).all()
    assert (team.team_id, page.url) == ("weavers", "https://example.org/")


def test_a_whole_backup_comes_back_only_where_its_sealed_values_can_be_read(
    tmp_path: Path, databases: tuple[dict[str, str], dict[str, str]]
) -> None:
    old, new = (kept_with(tmp_path / name, setting) for name, setting in zip(("old", "new"), databases, strict=True))
    # The key is in the settings, so it is not in the backup.
    old, new, name = replace(old, secret=None), replace(new, secret=None), "a\tprofile\\of hers"
    with opened(old) as engine:
        migrate(engine)
        state = Seal(lambda: "first key").seal("{}", f"profile of weavers: {name}")
        with engine.connect().execution_options(writes=True) as connection, connection.begin():
            connection.execute(insert(session_profiles).values(team_id="weavers", name=name, state=state, saved_at=1))
        save(old, engine, tmp_path / "old.tar", version="0.1.0", now=datetime.now(UTC))
    with opened(new) as engine:
        bring = partial(restore, tmp_path / "old.tar", new, engine, prepare=lambda _: None)
        for wrong in ("second key", None):
            with pytest.raises(NotRestored, match=r"browser profiles \(1\)\..*Set GOSSAMER_SECRET_KEY to that of"):
                bring(sealing=Sealing(wrong))
            assert not list((tmp_path / "new").iterdir())
        bring(sealing=Sealing("first key"))
        with engine.connect() as connection:
            assert connection.execute(select(session_profiles.c.state)).scalar_one() == state


def test_a_backup_of_a_development_build_comes_back_in_the_tables_of_this_release(
    tmp_path: Path, databases: tuple[dict[str, str], dict[str, str]]
) -> None:
    old, new = (kept_with(tmp_path / name, setting) for name, setting in zip(("old", "new"), databases, strict=True))
    with opened(old) as engine:
        make_oldest(engine)
        with engine.connect().execution_options(writes=True) as connection, connection.begin():
            connection.execute(text("INSERT INTO teams (id, name, created_at) VALUES ('weavers', 'Weavers', 1)"))
            connection.execute(
                text("INSERT INTO renderings VALUES ('example.org', '/', 't', :dynamic, 1, 1)"), {"dynamic": True}
            )
        save(old, engine, tmp_path / "old.tar", version="0.1.0", now=datetime.now(UTC))
    with opened(new) as engine:
        restore(tmp_path / "old.tar", new, engine, prepare=lambda _: None)
        migrate(engine)
        assert current_schema(engine) == HEAD
        with engine.connect() as connection:
            assert connection.execute(text("SELECT name FROM teams WHERE id = 'weavers'")).scalar() == "Weavers"
            assert connection.execute(text("SELECT count(*) FROM renderings")).scalar() == 0


def test_teams_come_back_into_an_installation_of_this_schema_only(tmp_path: Path) -> None:
    kept = kept_with(tmp_path / "home", {})
    with opened(kept) as engine:
        migrate(engine)
        save(kept, engine, tmp_path / "backup.tar", version="0.1.0", now=datetime.now(UTC))
    for schema, said in ((None, "There is no installation here"), (OLDEST, "gossamer upgrade --apply")):
        to = kept_with(tmp_path / f"to-{schema}", {})
        with opened(to) as engine:
            if schema is not None:
                make_oldest(engine)
            with pytest.raises(NotRestored, match=said):
                restore_teams(
                    tmp_path / "backup.tar", to, engine, Wanted(["Default"]), secret=None, now=datetime.now(UTC)
                )


class TestFiles:
    """Backups of a fresh database."""

    @pytest.fixture
    def kept(self, tmp_path: Path) -> Kept:
        (tmp_path / "home").mkdir()
        kept = kept_in(tmp_path / "home")
        with opened(kept) as engine:
            migrate(engine)
        return kept

    @pytest.fixture
    def file(self, kept: Kept, tmp_path: Path) -> Path:
        with opened(kept) as engine:
            save(kept, engine, tmp_path / "backup.tar", version="0.1.0", now=datetime.now(UTC))
        return tmp_path / "backup.tar"

    @pytest.mark.parametrize(
        ("damage", "said"),
        [
            (lambda whole: whole[:1000] + b"XXXX" + whole[1004:], r"database/gossamer\.db is not as it was written"),
            (lambda whole: whole[: len(whole) // 2], r"is no backup of Gossamer, or"),
            (lambda _: b"something else", r"is no backup of Gossamer, or it is damaged"),
        ],
    )
    def test_what_is_damaged_or_unfinished_is_refused(
        self, file: Path, tmp_path: Path, damage: Callable[[bytes], bytes], said: str
    ) -> None:
        file.write_bytes(damage(file.read_bytes()))
        to = kept_in(tmp_path / "new")
        with opened(to) as engine, pytest.raises(BadArchive, match=said):
            restore(file, to, engine, prepare=lambda _: None)
        assert not (tmp_path / "new").exists()

    def test_it_goes_into_an_empty_place_only(self, kept: Kept, file: Path) -> None:
        with opened(kept) as engine, pytest.raises(BadArchive, match="is there already"):
            restore(file, kept, engine, prepare=lambda _: None)

    @pytest.mark.parametrize(
        ("schema", "said"),
        [
            ("9999", r"backup of version 9\.0 was made by a newer Gossamer \(schema 9999"),
            ("0019", rf"made by a development build \(schema 0019, this release needs {OLDEST} or newer\)"),
            ("0001", r"Open it once with the last build that can upgrade it \(docs/backup\.md\)"),
        ],
    )
    def test_one_of_a_release_too_new_or_too_old_is_refused(
        self, kept: Kept, tmp_path: Path, schema: str, said: str
    ) -> None:
        with opened(kept) as engine:
            mark(engine, schema)
            save(kept, engine, tmp_path / "other.tar", version="9.0", now=datetime.now(UTC))
            mark(engine, HEAD)
            teams, now = Wanted(["Default"], replace=True), datetime.now(UTC)
            with pytest.raises(BadArchive, match=said):
                restore_teams(tmp_path / "other.tar", kept, engine, teams, secret=None, now=now)
        to = kept_in(tmp_path / "new")
        with opened(to) as engine, pytest.raises(BadArchive, match=said):
            restore(tmp_path / "other.tar", to, engine, prepare=lambda _: None)
        assert not (tmp_path / "new").exists()

    def test_only_its_owner_reads_it_and_nothing_else_is_left(self, file: Path, tmp_path: Path) -> None:
        assert file.stat().st_mode & 0o077 == 0
        assert sorted(path.name for path in tmp_path.iterdir()) == ["backup.tar", "home"]

    def test_a_database_is_copied_before_its_schema_is_changed(self, kept: Kept, tmp_path: Path) -> None:
        old = kept_in(tmp_path)
        with opened(old) as engine:
            make_oldest(engine)
            migrate(engine)
        with opened(replace(old, database=f"{old.database}.schema-{OLDEST}")) as copy:
            assert current_schema(copy) == OLDEST


def mark(engine: Engine, schema: str) -> None:
    """Let the database say that it is of *schema*."""
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        connection.execute(text("UPDATE alembic_version SET version_num = :schema"), {"schema": schema})


def kept_with(home: Path, setting: Mapping[str, str]) -> Kept:
    home.mkdir()
    return replace(kept_in(home), database=database_url(setting.get("GOSSAMER_DATABASE_URL"), home))


def kept_in(home: Path) -> Kept:
    return Kept(database_url(None, home), str(home / "blobs"), home / "secret.key")


@contextmanager
def opened(kept: Kept) -> Iterator[Engine]:
    engine = open_engine(kept.database)
    try:
        yield engine
    finally:
        engine.dispose()
