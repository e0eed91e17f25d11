"""The command line as a person runs it."""

import os
import re
import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
import requests

from gossamer.cli.doctor import PARTS
from gossamer.cli.parse import progress_text
from gossamer.content.page.compiler import MADE_WITH
from gossamer.testing.model import CallTool, CompletionRequest, Say, Turn, answering, running_model
from gossamer.testing.site import Site, running_site
from tests import documents
from tests.clients.service import running_service
from tests.integration.cli.commands import gossamer, piped
from tests.search_engines import running_engine


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with running_site() as site:
        yield site


def test_scrape_prints_markdown(site: Site, tmp_path: Path) -> None:
    done = gossamer("scrape", site.url("/article"), "--allow", site.host, home=tmp_path)
    assert done.returncode == 0
    assert done.stdout.decode().startswith("# How spiders weave")


def test_scrape_writes_several_formats_into_a_folder(site: Site, tmp_path: Path) -> None:
    out = tmp_path / "page"
    formats = ("-f", "markdown", "-f", "links", "-f", "rawHtml")
    done = gossamer("scrape", site.url("/article"), "--allow", site.host, *formats, "-o", str(out), home=tmp_path)
    assert done.returncode == 0
    assert sorted(file.name for file in out.iterdir()) == ["page.links.json", "page.md", "page.raw.html"]


@pytest.mark.browser
def test_scrape_writes_a_picture(site: Site, tmp_path: Path) -> None:
    out = tmp_path / "page.png"
    done = gossamer(
        "scrape", site.url("/article"), "--allow", site.host, "-f", "screenshot", "-o", str(out), home=tmp_path
    )
    assert done.returncode == 0
    assert out.read_bytes().startswith(b"\x89PNG")


def test_explain_prints_what_is_kept_and_why(site: Site, tmp_path: Path) -> None:
    done = gossamer("explain", site.url("/article"), "--allow", site.host, home=tmp_path)
    assert done.returncode == 0
    lines = done.stdout.decode().splitlines()
    assert any(line.startswith("+ How spiders weave") for line in lines)
    assert any(line.startswith("- ") and "a landmark of the site" in line for line in lines)
    assert re.fullmatch(r"\d+ of \d+ characters kept\.", lines[-1])


def test_explain_writes_a_coloured_page(site: Site, tmp_path: Path) -> None:
    out = tmp_path / "out" / "page.html"
    done = gossamer("explain", site.url("/article"), "--allow", site.host, "--html", str(out), home=tmp_path)
    assert done.returncode == 0
    assert '<p class="kept">How spiders weave' in out.read_text("utf-8")


def test_an_unknown_format_is_named_with_the_known_ones(tmp_path: Path) -> None:
    done = gossamer("scrape", "http://e.org/", "-f", "poem", home=tmp_path)
    assert done.returncode == 2
    assert b"poem" in done.stderr
    assert b"markdown" in done.stderr


def test_doctor_names_what_is_missing_and_how_to_fix_it(tmp_path: Path) -> None:
    done = gossamer("doctor", home=tmp_path, GOSSAMER_CHROMIUM="no-such-chromium", GOSSAMER_EGRESS_ALLOW="10.0.0.0/99")
    assert done.returncode == 1
    assert b"missing chromium" in done.stdout
    assert b"Correct GOSSAMER_EGRESS_ALLOW" in done.stdout


def test_a_program_that_is_no_chromium_is_found_out_by_doctor(tmp_path: Path) -> None:
    done = gossamer("doctor", "--only", "chromium", home=tmp_path, GOSSAMER_CHROMIUM="true")
    assert (done.returncode, b"true could not be started" in done.stdout) == (1, True)
    none = gossamer("doctor", "--only", "chromium", home=tmp_path, GOSSAMER_CHROMIUM="none")
    assert (none.returncode, b"none, as was set" in none.stdout) == (0, True)


def test_doctor_tells_of_one_part_by_its_exit_code(tmp_path: Path) -> None:
    assert gossamer("doctor", "--only", "database", "--quiet", home=tmp_path).returncode == 0
    missing = gossamer("doctor", "--only", "chromium", "--quiet", home=tmp_path, GOSSAMER_CHROMIUM="no-such-chromium")
    assert missing.returncode == 1


def test_doctor_names_the_compiler_of_the_native_modules(tmp_path: Path) -> None:
    done = gossamer("doctor", "--only", "native", home=tmp_path)
    assert (done.returncode, MADE_WITH.encode() in done.stdout) == (0, True)


def test_doctor_knows_the_port_of_a_running_service_and_of_another_program(tmp_path: Path) -> None:
    with running_service(tmp_path, egress_allow="127.0.0.1") as service:
        port = service.url.rpartition(":")[2]
        running = gossamer("doctor", "--only", "port", home=tmp_path / "another", GOSSAMER_PORT=port)
    assert running.returncode == 0
    assert b"a service of Gossamer runs there" in running.stdout
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = gossamer(
            "doctor", "--only", "port", home=tmp_path / "another", GOSSAMER_PORT=str(other.getsockname()[1])
        )
    assert (taken.returncode, b"Stop what uses the port" in taken.stdout) == (1, True)


@pytest.mark.parametrize(
    ("setting", "value"),
    [("GOSSAMER_PORT", "many"), ("GOSSAMER_AUTH", "maybe"), ("GOSSAMER_EGRESS_ALLOW", "10.0.0.0/99")],
)
def test_a_setting_that_cannot_be_read_is_named(tmp_path: Path, setting: str, value: str) -> None:
    done = gossamer("serve", home=tmp_path, **{setting: value})
    assert done.returncode == 2
    assert setting.encode() in done.stderr
    assert b"Traceback" not in done.stderr


def test_a_key_can_be_made_later(site: Site, tmp_path: Path) -> None:
    with running_service(tmp_path, egress_allow=site.host) as service:
        done = gossamer("new-key", "pipeline", home=tmp_path / "data")
        key = done.stdout.decode().strip()
        assert re.fullmatch(r"fc-[0-9a-f]{32}", key)
        assert key != service.key


@pytest.mark.browser
def test_no_chromium_outlives_a_killed_service(site: Site, tmp_path: Path) -> None:
    with running_service(tmp_path, egress_allow=site.host) as service:
        post(service.url, service.key, {"url": site.url("/rendered/timer")})
        family = psutil.Process(service.pid).children(recursive=True)
        assert family
        os.kill(service.pid, signal.SIGKILL)
        _, alive = psutil.wait_procs(family, timeout=10)
        assert [process for process in alive if process.status() != psutil.STATUS_ZOMBIE] == []


def post(url: str, key: str, body: dict[str, str]) -> None:
    answer = requests.post(f"{url}/v2/scrape", json=body, headers={"Authorization": f"Bearer {key}"}, timeout=60)
    assert answer.json()["success"] is True


def test_doctor_asks_the_model_and_says_how_it_answers(tmp_path: Path) -> None:
    with running_model(_ready) as model:
        told = {"MODEL_NAME": model.name, "OPENAI_BASE_URL": model.url, "OPENAI_API_KEY": model.key}
        right = gossamer("doctor", "--only", "model", home=tmp_path, **told)
        told["OPENAI_API_KEY"] = "sk-not-the-key-at-all"
        wrong = gossamer("doctor", "--only", "model", home=tmp_path, **told)
    assert (right.returncode, wrong.returncode) == (0, 1)
    assert b"scripted (compatible) at 127.0.0.1" in right.stdout
    assert b"structured data: its server holds it to a JSON Schema" in right.stdout
    assert b"it uses tools" in right.stdout
    assert b"did not accept the key" in wrong.stdout
    assert b"not-the-key" not in wrong.stdout + wrong.stderr


def _ready(request: CompletionRequest) -> Turn:
    if "Call the tool `ready`." in request.text:
        return CallTool("ready")
    return answering({"number": 4711, "company": "Acme Ltd", "paid": True})(request)


def test_doctor_finds_a_model_that_uses_no_tools_and_needs_none(tmp_path: Path) -> None:
    with running_model(Say('Ready: {"number": 4711, "company": "Acme Ltd", "paid": "yes"}')) as model:
        told = {"GOSSAMER_LLM_MODEL": model.name, "GOSSAMER_LLM_BASE_URL": model.url, "GOSSAMER_LLM_API_KEY": model.key}
        done = gossamer("doctor", "--only", "model", home=tmp_path, **told)
    assert done.returncode == 0
    assert b"asked to use a tool it did not" in done.stdout
    assert gossamer("doctor", "--only", "model", home=tmp_path).returncode == 0


def test_doctor_names_every_part_in_its_help(tmp_path: Path) -> None:
    told = " ".join(gossamer("doctor", "--help", home=tmp_path, COLUMNS="400").stdout.decode().split())
    assert f"Check one part: {', '.join(PARTS)}." in told


def test_doctor_asks_each_search_provider_and_says_what_is_wrong(tmp_path: Path) -> None:
    with running_engine("searxng") as searxng:
        told = {"SEARXNG_ENDPOINT": searxng.url, "GOSSAMER_SEARCH_UPSTREAM_URL": "http://127.0.0.1:1"}
        done = gossamer("doctor", "--only", "search", home=tmp_path, **told)
        whole = gossamer("doctor", home=tmp_path, **told)
    assert (done.returncode, whole.returncode) == (1, 1)
    assert b"missing search    upstream: it could not be reached" in whole.stdout
    assert b"searxng: answers" in done.stdout
    assert b"upstream: it could not be reached" in done.stdout


def test_parse_reads_a_file_an_address_and_standard_input(site: Site, tmp_path: Path) -> None:
    path = tmp_path / "report.docx"
    path.write_bytes(documents.REPORT)
    done = gossamer("parse", str(path), home=tmp_path)
    assert done.stdout.decode().startswith("# Silk report\n\nSilk is strong & light.")
    done = gossamer("parse", site.url("/file.pdf"), "--allow", site.host, "--max-pages", "1", home=tmp_path)
    assert b"page one" in done.stdout
    assert b"page two" not in done.stdout
    pages = documents.pdf([[("Silk", 20, 700)], [("Wool", 20, 700)]])
    done = piped(pages, "parse", "-", "--page-markers", home=tmp_path)
    assert done.stdout.decode() == "Silk\n\n---\n\n<!-- page 2 -->\n\nWool\n"


def test_parse_shows_the_pages_as_they_are_read() -> None:
    assert progress_text("a.pdf", 0, 0) == "Parsing a.pdf …"
    assert progress_text("a.pdf", 3, 1000) == "Parsing a.pdf: page 3 of 1000"


def test_doctor_says_why_no_text_is_recognised(tmp_path: Path) -> None:
    off = gossamer("doctor", "--only", "ocr", home=tmp_path, GOSSAMER_TESSERACT="none")
    assert "switched off by GOSSAMER_TESSERACT" in off.stdout.decode()
    gone = gossamer("doctor", "--only", "ocr", home=tmp_path, GOSSAMER_TESSERACT=str(tmp_path / "tesseract"))
    assert gone.returncode == 1
    assert "is no program" in gone.stdout.decode()


def test_parse_says_what_is_wrong_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "empty.pdf"
    path.write_bytes(b"")
    for source in (str(path), str(tmp_path / "nowhere.pdf")):
        done = gossamer("parse", source, home=tmp_path)
        assert done.returncode == 2
        assert len(done.stderr.decode().strip().splitlines()) == 1
