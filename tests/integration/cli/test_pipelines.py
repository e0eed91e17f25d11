"""Commands in pipelines: they read standard input, print JSON, and say by their exit code what happened."""

import json
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from gossamer.cli.app import app
from gossamer.testing.site import Site, running_site
from tests import documents
from tests.integration.cli.commands import surroundings
from tests.loaded_process import write_program
from tests.search_engines import EngineReply, running_engine

SCHEMA = '{"type": "object", "properties": {"price": {"type": "number"}}}'


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with running_site() as site:
        yield site


Run = Callable[..., Result]


@pytest.fixture
def run(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Run a command in this process: its libraries are loaded once."""
    home = str(tmp_path_factory.getbasetemp() / "commands")
    unset: dict[str, str | None] = dict.fromkeys(name for name in os.environ if name.startswith("GOSSAMER_"))

    def command(*arguments: str, given: bytes = b"", **settings: str) -> Result:
        own = {"GOSSAMER_HOME": home, "GOSSAMER_EGRESS_ALLOW": site.host, **settings}
        return CliRunner().invoke(app, arguments, input=given, env={**unset, **own}, catch_exceptions=False)

    return command


def shell(line: str, home: Path, site: Site) -> subprocess.CompletedProcess[bytes]:
    """Run a line of a shell in which `gossamer` is the command."""
    write_program(home / "programs")
    environment = surroundings(home, GOSSAMER_EGRESS_ALLOW=site.host)
    environment["PATH"] = f"{home / 'programs'}:{environment['PATH']}"
    command = ["bash", "-c", f"set -o pipefail; {line}"]
    return subprocess.run(command, capture_output=True, env=environment, timeout=90, check=False)


def objects(output: bytes) -> list[Any]:
    return [json.loads(line) for line in output.splitlines()]


@pytest.mark.long
def test_the_addresses_of_a_site_become_a_batch(site: Site, tmp_path: Path) -> None:
    line = f"gossamer map {site.url()} --search article --limit 2 --json | gossamer batch - --json"
    done = shell(line, tmp_path, site)
    assert done.returncode == 0, done.stderr
    pages = objects(done.stdout)
    assert len(pages) == 2
    assert site.url("/article") in [page["metadata"]["sourceURL"] for page in pages]
    assert done.stderr == b"2 pages.\n"


def test_a_reader_that_leaves_is_no_error(site: Site, tmp_path: Path) -> None:
    done = shell(f"gossamer map {site.url()} | true", tmp_path, site)
    assert (done.returncode, done.stderr) == (141, b"")


def test_a_crawl_prints_json_lines(site: Site, run: Run) -> None:
    done = run("crawl", site.url(), "--limit", "2")
    pages = objects(done.stdout_bytes)
    assert (done.exit_code, len(pages), done.stderr) == (0, 2, "2 pages.\n")
    assert all(page["markdown"] and page["metadata"]["sourceURL"].startswith(site.url("")) for page in pages)


def test_results_of_a_search_are_extracted_from(site: Site, run: Run) -> None:
    with running_engine("brave") as engine:
        engine.says(EngineReply({"data": [{"url": site.url("/product"), "title": "A lamp"}]}))
        own = {
            "GOSSAMER_SEARCH_CUSTOM_URL": f"{engine.url}/find?q={{query}}",
            "GOSSAMER_SEARCH_CUSTOM_RESULTS": "data",
            "GOSSAMER_SEARCH_PROVIDERS": "custom",
        }
        found = run("search", "lamp", "--json", **own)
    assert (found.exit_code, found.stderr) == (0, "")
    done = run("extract", "-", "--schema", SCHEMA, "--json", given=found.stdout_bytes)
    assert (done.exit_code, done.stderr) == (0, "")
    assert json.loads(done.stdout) == {"data": {"price": 24.5}, "sources": {"/price": [site.url("/product")]}}


def test_a_page_and_an_uploaded_document_have_the_shape_of_the_api(site: Site, run: Run) -> None:
    scraped = run("scrape", site.url("/article"), "--json")
    assert json.loads(scraped.stdout)["metadata"]["sourceURL"] == site.url("/article")
    parsed = run("parse", "-", "--json", given=documents.REPORT)
    assert json.loads(parsed.stdout)["markdown"].startswith("# Silk report")
    assert (scraped.stderr, parsed.stderr) == ("", "")


@pytest.mark.browser
def test_prompts_come_line_by_line(site: Site, run: Run) -> None:
    prompts = b"What is the title?\nTurn the page into gold\nWhat is the title?\n"
    done = run("interact", site.url("/article"), "-", "--json", given=prompts)
    first, second = objects(done.stdout_bytes)
    assert (first["done"], first["output"]) == (True, "How spiders weave")
    assert second["done"] is False
    assert (done.exit_code, "This was not done: Turn the page into gold" in done.stderr) == (4, True)


@pytest.mark.long
def test_answers_lists_and_checks_are_json(site: Site, run: Run) -> None:
    article, question = site.url("/article"), "What does the orb weaver let drift on the wind?"
    answer = run("research", question, "-u", article, "--only-urls", "--json")
    assert "bridge thread" in json.dumps(json.loads(answer.stdout))
    made = run("llmstxt", site.url(), "--limit", "1", "--json")
    assert json.loads(made.stdout)["llmstxt"].startswith("# Loopback Gazette")
    looked = run("watch", article, "--once", "--json")
    assert (json.loads(looked.stdout)["url"], json.loads(looked.stdout)["status"]) == (article, "new")
    assert {answer.stderr, made.stderr, looked.stderr} == {""}


@pytest.mark.long
def test_a_batch_goes_on_after_pages_that_are_missing(site: Site, run: Run, tmp_path: Path) -> None:
    dead = "http://127.0.0.1:1/"
    listed, out = tmp_path / "urls.txt", tmp_path / "out"
    listed.write_text(f"# two pages\n{site.url('/article')}\n\n{dead}\n", "utf-8")
    words = ("batch", str(listed), "--output", str(out), "--allow", "127.0.0.1:1")
    before = len(site.visits)
    assert run(*words).exit_code == 5
    assert [file.name for file in out.rglob("*.md")] == ["article.md"]
    assert [one["url"] for one in objects((out / "_failed.jsonl").read_bytes())] == [dead]
    # All results are written: the site is asked what has changed.
    assert run(*words).exit_code == 5
    assert [file.name for file in out.rglob("*.md")] == ["article.md"]
    assert (out / "_changes.jsonl").read_text("utf-8") == ""
    assert [visit.path for visit in site.visits[before:]].count("/article") == 2


@pytest.mark.parametrize(
    ("arguments", "given", "code", "message"),
    [
        (("batch", "-"), b"https://example.com\nnot a page\n", 2, "Standard input, line 2: "),
        (("batch", "-"), b"\n", 2, "Standard input has no URL."),
        (("batch", "/absent"), b"", 2, "/absent cannot be read: "),
        (("batch", "-", "-f", "screenshot"), b"", 2, "Unknown format: screenshot."),
        (("extract", "https://example.com", "--schema", "{"), b"", 2, "--schema is not JSON"),
        (("scrape", "http://127.0.0.1:1/"), b"", 2, "may not be reached"),
        (("scrape", "http://127.0.0.1:1/", "--allow", "127.0.0.1"), b"", 3, "127.0.0.1"),
        (("history", "https://example.com"), b"", 4, "There is no version of this page."),
        (("history", "https://example.com", "--diff"), b"", 4, "There is no version of this page."),
        (("history", "https://example.com", "--team", "nobody"), b"", 4, "There is no team"),
    ],
)
def test_an_exit_code_says_what_went_wrong(
    run: Run, arguments: tuple[str, ...], given: bytes, code: int, message: str
) -> None:
    done = run(*arguments, given=given)
    assert (done.exit_code, message in done.stderr, done.stdout) == (code, True, ""), done.stderr
