"""A site becomes files by one command, also when it is interrupted."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from gossamer.testing.site.graph import Graph, GraphSite, running_graph
from tests.changing_site import Changing, running_changing_site
from tests.integration.cli.commands import gossamer, surroundings
from tests.loaded_process import COMMAND

PAGES = 30
# A shell that starts the tests in the background has them, and what they start, ignore an interrupt.
HEEDING = (
    sys.executable,
    "-c",
    "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); os.execv(sys.argv[1], sys.argv[1:])",
)


@pytest.fixture(scope="module")
def site() -> Iterator[GraphSite]:
    with running_graph(Graph(pages=PAGES, links=4, page_bytes=1_200, private=1, missing=1)) as found:
        yield found


def test_a_crawl_writes_a_folder_like_the_site(tmp_path: Path, site: GraphSite) -> None:
    out = tmp_path / "out"
    done = gossamer("crawl", site.url(), "--output", str(out), "--allow", site.host, home=tmp_path / "home")
    assert done.returncode == 0, done.stderr
    assert {f"page/{n}.md" for n in range(1, PAGES)} | {"index.md"} <= {
        path.relative_to(out).as_posix() for path in out.rglob("*.md")
    }
    assert "UID-7" in (out / "page" / "7.md").read_text(encoding="utf-8")
    assert not (out / "private").exists()


def test_an_interrupted_crawl_goes_on_where_it_stopped(tmp_path: Path, site: GraphSite) -> None:
    out = tmp_path / "out.jsonl"
    words = ["crawl", site.url(), "--output", str(out), "--allow", site.host, "--delay", "0.2", "--limit", "12"]
    before = len(site.hits_of("/"))
    process = subprocess.Popen(
        [*HEEDING, *COMMAND, *words], env=surroundings(tmp_path / "home"), stderr=subprocess.PIPE
    )
    _wait_for_lines(out, 3)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=30)
    assert process.returncode == 130
    assert b"Run the same command to go on." in told
    done = gossamer(*words, home=tmp_path / "home")
    assert done.returncode == 0, done.stderr
    found = [json.loads(line)["metadata"]["sourceURL"] for line in out.read_text(encoding="utf-8").splitlines()]
    assert len(found) == len(set(found)) == 12
    # Only what was in flight when it stopped was asked for again; robots.txt and sitemap are not pages.
    pages = [hit for hit in site.hits_of("/")[before:] if hit.target == "/" or hit.target.startswith("/page")]
    assert len(pages) <= 12 + 2


@pytest.fixture
def changing() -> Iterator[Changing]:
    with running_changing_site() as site:
        yield site


def test_the_same_crawl_again_brings_the_folder_up_to_date(tmp_path: Path, changing: Changing) -> None:
    out = tmp_path / "out"
    place = f"127.0.0.1:{changing.server_port}"
    words = ["crawl", f"http://{place}/", "--output", str(out), "--allow", "127.0.0.1"]
    changing.pages = {f"/{name}": f"The page {name} of the mill. " * 30 for name in ("", *"abcd")}
    assert gossamer(*words, home=tmp_path / "home").returncode == 0
    assert {path.name for path in out.glob("*.md")} == {"index.md", "a.md", "b.md", "c.md", "d.md"}
    assert not (out / "_changes.jsonl").exists()
    (out / "own.md").write_text("Mine.")
    untouched = (out / "d.md").stat()
    changing.answers.clear()
    changing.pages |= {"/b": "The mill has burnt down. " * 30}
    del changing.pages["/c"]
    again = gossamer(*words, home=tmp_path / "home")
    assert again.returncode == 0, again.stderr
    changes = [json.loads(line) for line in (out / "_changes.jsonl").read_text(encoding="utf-8").splitlines()]
    assert {(change["change"], change["file"]) for change in changes} == {("changed", "b.md"), ("gone", "c.md")}
    assert "burnt down" in (out / "b.md").read_text(encoding="utf-8")
    assert {path.name for path in out.glob("*.md")} == {"index.md", "a.md", "b.md", "d.md", "own.md"}
    assert (out / "d.md").stat().st_mtime_ns == untouched.st_mtime_ns


def test_the_same_crawl_again_asks_for_nothing_that_is_the_same(tmp_path: Path, changing: Changing) -> None:
    words = ["crawl", f"http://127.0.0.1:{changing.server_port}/", "--output", str(tmp_path / "out")]
    changing.pages = {f"/{name}": f"The page {name} of the mill. " * 30 for name in ("", *"ab")}
    for _ in range(2):
        changing.answers.clear()
        assert gossamer(*words, "--allow", "127.0.0.1", home=tmp_path / "home").returncode == 0
    assert sorted(changing.answers) == [(304, "/"), (304, "/a"), (304, "/b")]
    assert (tmp_path / "out" / "_changes.jsonl").read_text(encoding="utf-8") == ""


@pytest.mark.parametrize("name", ["out", "out.jsonl"])
def test_results_stay_while_the_site_is_away(tmp_path: Path, changing: Changing, name: str) -> None:
    out = tmp_path / name
    words = ["crawl", f"http://127.0.0.1:{changing.server_port}/", "--output", str(out), "--allow", "127.0.0.1"]
    changing.pages = {f"/{letter}": f"The page {letter} of the mill. " * 30 for letter in ("", *"ab")}
    assert gossamer(*words, home=tmp_path / "home").returncode == 0
    results = [path for path in (out, *out.rglob("*.md")) if path.is_file()]
    before = [path.read_bytes() for path in results]
    changing.server_close()
    again = gossamer(*words, home=tmp_path / "home")
    assert b"0 pages" in again.stderr
    assert [path.read_bytes() for path in results] == before


def _wait_for_lines(path: Path, count: int) -> None:
    give_up = time.monotonic() + 60
    while not path.exists() or path.read_text(encoding="utf-8").count("\n") < count:
        assert time.monotonic() < give_up
        # A file that another process writes tells of no event.
        time.sleep(0.05)


def test_results_of_another_crawl_are_not_mixed_in(tmp_path: Path, site: GraphSite) -> None:
    out = tmp_path / "out"
    words = ["--output", str(out), "--limit", "1", "--allow", site.host]
    assert gossamer("crawl", site.url(), *words, home=tmp_path / "home").returncode == 0
    done = gossamer("crawl", site.url("/page/3"), *words, home=tmp_path / "home")
    assert done.returncode == 2
    assert b"with other options" in done.stderr


def test_what_could_not_be_had_stands_beside_the_results(tmp_path: Path, site: GraphSite) -> None:
    out = tmp_path / "out"
    words = ["--output", str(out), "--sitemap", "skip", "--allow", site.host]
    done = gossamer("crawl", site.url("/file/0"), *words, home=tmp_path / "home")
    failed = [json.loads(line) for line in (out / "_failed.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [one["url"] for one in failed] == [site.url("/file/0")]
    assert b"0 pages" in done.stderr


def test_a_map_prints_addresses(tmp_path: Path, site: GraphSite) -> None:
    done = gossamer("map", site.url(), "--allow", site.host, home=tmp_path / "home")
    assert done.returncode == 0, done.stderr
    assert {site.url(f"/page/{n}") for n in range(1, PAGES)} <= set(done.stdout.decode().split())


def test_an_address_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    done = gossamer("crawl", "http://", home=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith(b"gossamer: ")
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("command", ["crawl", "batch"])
def test_pages_are_shortened_to_a_question(tmp_path: Path, site: GraphSite, command: str) -> None:
    urls = tmp_path / "urls.txt"
    urls.write_text(f"{site.url()}\n{site.url('/page/7')}\n")
    words = [command, site.url() if command == "crawl" else str(urls), "--allow", site.host]
    words += ["--limit", "3"] if command == "crawl" else []
    whole = gossamer(*words, home=tmp_path / "home")
    short = gossamer(*words, "--query", "UID-7", "--max-tokens", "60", home=tmp_path / "home")
    assert short.returncode == 0, short.stderr
    wholes, shorts = ([json.loads(line)["metadata"] for line in done.stdout.splitlines()] for done in (whole, short))
    assert max(metadata["tokens"] for metadata in shorts) <= 60 < max(metadata["tokens"] for metadata in wholes)
    assert {metadata["coverage"] for metadata in shorts} >= {"truncated"}


def test_the_guide_of_a_site_is_read_first(tmp_path: Path, site: GraphSite) -> None:
    words = ["--llms-txt", "--sitemap", "skip", "--limit", "2", "--allow", site.host]
    for command in ("crawl", "map"):
        done = gossamer(command, site.url(), *words, home=tmp_path / "home")
        assert done.returncode == 0, done.stderr
        assert "llms.txt answers 404" in " ".join(done.stderr.decode().split())
