"""What a person is told when the service cannot start: one sentence with the way out, never a traceback."""

import os
import re
import signal
import socket
from pathlib import Path

import psutil
import pytest
import requests

from gossamer.cli.listening_socket import Deaf, listen
from tests.clients.service import KEY, Service, running_service
from tests.integration.cli.commands import gossamer


def test_settings_that_cannot_work_are_named_all_at_once(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    wrong = {
        "GOSSAMER_DATABASE_URL": "mysql://me:secret@db/x",
        "GOSSAMER_BLOBS_URL": "nonsense://bucket",
        "GOSSAMER_SMTP_URL": "mail.example.org:secret",
        "GOSSAMER_PROXY_STEALTH": "socks://me:secret@p",
    }
    done = gossamer("serve", home=file, **wrong)
    assert done.returncode == 2
    told = done.stderr.decode().splitlines()
    assert [line.split(": ")[1] for line in told] == [*wrong, "GOSSAMER_HOME"]
    assert "secret" not in done.stderr.decode()


@pytest.mark.parametrize(
    ("setting", "value", "told"),
    [
        ("GOSSAMER_HOME", "/proc", "GOSSAMER_HOME: The data folder /proc cannot be written"),
        ("GOSSAMER_HOST", "no-such-host.invalid", "no-such-host.invalid is no address of this machine"),
    ],
)
def test_a_place_that_cannot_be_used_is_named(tmp_path: Path, setting: str, value: str, told: str) -> None:
    settings = {"GOSSAMER_HOME": str(tmp_path), "GOSSAMER_PORT": "0", setting: value}
    done = gossamer("serve", home=settings.pop("GOSSAMER_HOME"), **settings)
    assert done.returncode == 2
    assert is_one_sentence(done.stderr, told)


@pytest.mark.parametrize("host", ["a..b", "x" * 64, "8.8.8.8", "::g"])
def test_no_host_however_odd_breaks_the_start(host: str) -> None:
    deaf = listen(host, 0)
    assert isinstance(deaf, Deaf)
    assert (deaf.reason, deaf.code) == (f"{host} is no address of this machine", 2)


def test_a_port_in_use_is_named_with_a_way_out() -> None:
    taken = listen("127.0.0.1", 0)
    assert isinstance(taken, socket.socket)
    with taken:
        deaf = listen("127.0.0.1", taken.getsockname()[1])
    assert isinstance(deaf, Deaf)
    assert "Address already in use" in deaf.reason
    assert ("GOSSAMER_PORT" in deaf.remedy, deaf.code) == (True, 1)


def test_a_file_that_is_no_database_is_named_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "gossamer.db"
    file.write_bytes(b"my diary " * 1000)
    done = gossamer("serve", home=tmp_path, GOSSAMER_PORT="0")
    assert done.returncode == 1
    assert is_one_sentence(done.stderr, rf"The database file {file} is damaged or is no database\. .*move it away")
    assert file.read_bytes() == b"my diary " * 1000


def test_a_database_that_does_not_answer_is_named_without_its_password(tmp_path: Path) -> None:
    done = gossamer("new-key", home=tmp_path, GOSSAMER_DATABASE_URL="postgresql://me:secret@127.0.0.1:1/pages")
    assert done.returncode == 1
    assert is_one_sentence(done.stderr, "The PostgreSQL database pages at 127.0.0.1:1 cannot be used: .*refused")


def test_a_target_to_allow_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    done = gossamer("scrape", "http://e.org/", "--allow", "10.0.0.0/99", home=tmp_path)
    assert done.returncode == 2
    assert is_one_sentence(done.stderr, "--allow: '10.0.0.0/99' is not a network")


def test_doctor_finds_everything_that_keeps_the_service_from_starting(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    wrong = {
        "GOSSAMER_DATABASE_URL": "mysql://me:secret@db/x",
        "GOSSAMER_BLOBS_URL": "nonsense://bucket",
        "GOSSAMER_EGRESS_ALLOW": "10.0.0.0/99",
        "GOSSAMER_PROXY_BASIC": "x",
        "GOSSAMER_SMTP_URL": "mail.example.org:secret",
        "GOSSAMER_HOST": "no-such-host.invalid",
        "GOSSAMER_CHROMIUM": "none",
    }
    done = gossamer("doctor", home=file, **wrong)
    missing = set(re.findall(r"^missing (\w+)", done.stdout.decode(), re.MULTILINE))
    assert done.returncode == 1
    assert missing == {"data", "database", "blobs", "egress", "proxies", "mail", "port"}
    assert b"secret" not in done.stdout
    assert b"Traceback" not in done.stderr


def test_doctor_names_a_proxy_that_cannot_be_used_without_its_password(tmp_path: Path) -> None:
    done = gossamer(
        "doctor", "--only", "proxies", home=tmp_path, GOSSAMER_PROXY_BASIC="country=DE:http://me:secret@127.0.0.1:1"
    )
    assert done.returncode == 1
    assert b"127.0.0.1:1 cannot be connected to" in done.stdout
    assert b"secret" not in done.stdout


def test_doctor_reads_the_threat_lists(tmp_path: Path) -> None:
    threats = tmp_path / "threats.txt"
    threats.write_text("bad.example\n0.0.0.0 worse.example\n", "utf-8")
    for lists, code, told in (
        ("", 0, b"no threat lists"),
        (str(threats), 0, b"1 read, 2 domains"),
        (f"{threats},{tmp_path / 'gone.txt'}", 1, b"gone.txt"),
    ):
        done = gossamer("doctor", "--only", "threats", home=tmp_path, GOSSAMER_THREAT_LISTS=lists)
        assert (done.returncode, told in done.stdout) == (code, True), done.stdout


def is_one_sentence(said: bytes, expected: str) -> bool:
    """Whether *said* is a problem and at most a remedy, without secrets."""
    text = said.decode()
    lines = text.splitlines()
    found = lines and re.match(f"gossamer: {expected}", lines[0])
    return bool(found) and len(lines) <= 2 and "secret" not in text


def test_a_second_server_on_the_same_data_is_told_of_the_first(tmp_path: Path) -> None:
    with running_service(tmp_path, egress_allow="") as service:
        done = gossamer("serve", home=tmp_path / "data", GOSSAMER_PORT="0")
        assert done.returncode == 1
        assert is_one_sentence(done.stderr, rf"Another Gossamer \(process {service.pid}\) serves from {tmp_path}/data")
        assert gossamer("doctor", "--only", "database", home=tmp_path / "data").returncode == 0
        assert gossamer("new-key", home=tmp_path / "data").returncode == 0


def test_a_server_that_was_killed_does_not_keep_the_next_from_starting(tmp_path: Path) -> None:
    with running_service(tmp_path, egress_allow="", by_command=True) as first:
        os.kill(first.pid, signal.SIGKILL)
        psutil.wait_procs([psutil.Process(first.pid)], timeout=10)
        with running_service(tmp_path, egress_allow="", by_command=True) as second:
            assert is_let_in(second, KEY)


def is_let_in(service: Service, key: str) -> bool:
    """Whether *key* is known: then the body is looked at."""
    headers = {"Authorization": f"Bearer {key}"}
    return requests.post(f"{service.url}/v2/scrape", json={}, headers=headers, timeout=30).status_code == 400


def shown(service: Service) -> str:
    found = re.search(r"API key +(.*)", service.log.read_text("utf-8"))
    assert found is not None
    return found[1]


def test_the_first_key_is_shown_once_and_an_operators_key_is_added_at_any_start(tmp_path: Path) -> None:
    with running_service(tmp_path, egress_allow="", env={"GOSSAMER_API_KEY": ""}) as service:
        first, note = shown(service).split(maxsplit=1)
        assert re.fullmatch(r"fc-[0-9a-f]{32}", first)
        assert "made now" in note
        assert f"Bearer {first}" in service.log.read_text("utf-8")
        assert is_let_in(service, first)
        assert not is_let_in(service, KEY)
    with running_service(tmp_path, egress_allow="") as service:
        assert shown(service) == "the one in GOSSAMER_API_KEY"
        assert KEY not in service.log.read_text("utf-8")
        assert is_let_in(service, first)
        assert is_let_in(service, KEY)
    with running_service(tmp_path, egress_allow="", env={"GOSSAMER_API_KEY": ""}) as service:
        assert shown(service).startswith("the one printed at first start")
        assert is_let_in(service, KEY)


@pytest.mark.parametrize(
    ("chromium", "ready", "told"),
    [("/no/such/chromium", False, r"Browser +none: GOSSAMER_CHROMIUM"), ("none", True, "")],
)
def test_a_browser_that_is_missing_and_was_not_given_up_is_reported(
    tmp_path: Path, chromium: str, ready: bool, told: str
) -> None:
    with running_service(tmp_path, egress_allow="", env={"GOSSAMER_CHROMIUM": chromium}) as service:
        health = requests.get(f"{service.url}/health/ready", timeout=30).json()
        shown = service.log.read_text("utf-8")
    assert (health["browser"], health["ready"]) == (ready, ready)
    assert ("gossamer doctor" in health.get("reasons", {}).get("browser", "")) is not ready
    assert chromium not in str(health)
    assert re.search(told, shown)
    assert ("browser_missing" in shown) is not ready
