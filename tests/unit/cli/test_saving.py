"""A crawl's pages become files that every file system takes, the same each time."""

import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gossamer.cli.crawl_output import JsonLines, MarkdownFolder
from gossamer.core.documents import Document
from gossamer.core.page_files import place_of

START = "https://site.example/"


def page(url: str, markdown: str = "text", **metadata: object) -> Document:
    return Document({"url": url, "sourceURL": url, "statusCode": 200, **metadata}, markdown=markdown)


@pytest.mark.parametrize(
    ("url", "place"),
    [
        ("https://site.example", "index.md"),
        ("https://site.example/", "index.md"),
        ("https://site.example/docs/", "docs/index.md"),
        ("https://site.example/docs/intro", "docs/intro.md"),
        ("https://site.example/docs/intro.html", "docs/intro.md"),
        ("https://site.example/report.pdf", "report.pdf.md"),
        ("https://site.example/caf%C3%A9", "café.md"),
        ("https://site.example/a/../../etc/passwd", "a/etc/passwd.md"),
        ("https://site.example/a%2F..%2Fb", "a_.._b.md"),
        ("https://site.example/con", "_con.md"),
        ("https://site.example/.git/config", "_.git/config.md"),
        ("https://site.example/readme.md/edit", "readme.md_/edit.md"),
        ("https://site.example/readme.md/", "readme.md_/index.md"),
    ],
)
def test_a_file_has_the_place_of_its_page_on_the_site(url: str, place: str) -> None:
    assert place_of(url).as_posix() == place


def test_pages_that_differ_in_their_query_have_files_of_their_own() -> None:
    assert place_of("https://site.example/list?page=1") != place_of("https://site.example/list?page=2")


@given(st.text(max_size=300))
def test_no_url_leads_out_of_the_folder(path: str) -> None:
    place = place_of("https://site.example/" + path)
    assert not place.is_absolute()
    assert ".." not in place.parts
    assert all(len(part.encode("utf-8", "replace")) <= 140 for part in place.parts)


def test_a_file_tells_its_address_and_title(tmp_path: Path) -> None:
    MarkdownFolder(tmp_path, START, tmp_path / ".files.json").save(
        page("https://site.example/a", "# A\n", title='The "A"')
    )
    assert (tmp_path / "a.md").read_text(encoding="utf-8") == (
        '---\nurl: "https://site.example/a"\ntitle: "The \\"A\\""\nstatus: 200\n'
        'hash: "ea9a1cfff45b542b612e314b725a1671"\n---\n\n# A\n'
    )


def test_pages_whose_files_would_be_the_same_are_both_kept(tmp_path: Path) -> None:
    folder = MarkdownFolder(tmp_path, START, tmp_path / ".files.json")
    for url in ("https://site.example/About", "https://site.example/about", "https://site.example/about.html"):
        folder.save(page(url, url))
    assert len(list(tmp_path.glob("*.md"))) == 3


def test_a_page_that_is_saved_again_has_the_same_file(tmp_path: Path) -> None:
    for text in ("old", "new"):
        MarkdownFolder(tmp_path, START, tmp_path / ".files.json").save(page("https://site.example/a", text))
    assert [path.name for path in tmp_path.iterdir()] == ["a.md"]
    assert (tmp_path / "a.md").read_text(encoding="utf-8").endswith("new\n")


def listed(folder: Path, *documents: Document, is_whole: bool = True) -> list[str]:
    """Return the changes of a further crawl into *folder* that gave *documents*."""
    saver = MarkdownFolder(folder, START, folder / ".files.json")
    for document in documents:
        saver.save(document)
    saver.finish(is_whole=is_whole)
    changes = folder / "_changes.jsonl"
    lines = changes.read_text(encoding="utf-8").splitlines() if changes.exists() else []
    return [f"{change['change']} {change['file']}" for change in map(json.loads, lines)]


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*.md"))


def test_files_of_pages_that_are_gone_are_removed_and_no_others(tmp_path: Path) -> None:
    a, b = (page(f"https://site.example/{name}", name) for name in "ab")
    assert listed(tmp_path, a, b) == []
    (tmp_path / "own.md").write_text("mine")
    assert listed(tmp_path, a) == ["gone b.md"]
    assert names(tmp_path) == ["a.md", "own.md"]


def test_a_crawl_that_left_pages_out_removes_only_what_the_site_says_is_gone(tmp_path: Path) -> None:
    a, b, c = (page(f"https://site.example/{name}", name) for name in "abc")
    listed(tmp_path, a, b, c)
    absent = page("https://site.example/b", "Nothing here.", statusCode=404)
    assert listed(tmp_path, a, absent, is_whole=False) == ["gone b.md"]
    assert names(tmp_path) == ["a.md", "c.md"]


@pytest.mark.parametrize("sign", [{"statusCode": 503}, {"statusCode": 403}, {"pageVerdict": "maintenance"}])
def test_an_error_takes_the_place_of_no_page_and_removes_none(tmp_path: Path, sign: dict[str, object]) -> None:
    a, b = (page(f"https://site.example/{name}", name) for name in "ab")
    listed(tmp_path, a, b)
    assert listed(tmp_path, page("https://site.example/a", "Back soon.", **sign)) == []
    assert names(tmp_path) == ["a.md", "b.md"]
    assert (tmp_path / "a.md").read_text(encoding="utf-8").endswith("a\n")
    assert listed(tmp_path, a) == ["gone b.md"]


def test_a_crawl_that_found_nothing_removes_nothing(tmp_path: Path) -> None:
    listed(tmp_path, page("https://site.example/a", "a"))
    assert listed(tmp_path) == []
    assert names(tmp_path) == ["a.md"]


@pytest.mark.parametrize(("markdown", "kept"), [("new", "new"), (None, "old")])
def test_lines_take_the_place_of_earlier_ones_when_there_are_any(
    tmp_path: Path, markdown: str | None, kept: str
) -> None:
    out, part = tmp_path / "out.jsonl", tmp_path / "out.jsonl.part"
    out.write_text('{"markdown": "old"}\n', encoding="utf-8")
    saver = JsonLines(part.open("w", encoding="utf-8"), replaces=out)
    if markdown is not None:
        saver.save(page("https://site.example/a", markdown))
    assert json.loads(out.read_text(encoding="utf-8"))["markdown"] == "old"
    saver.finish(is_whole=True)
    saver.close()
    assert json.loads(out.read_text(encoding="utf-8"))["markdown"] == kept
    assert not part.exists()


def test_a_page_keeps_its_file_whatever_comes_first_the_next_time(tmp_path: Path) -> None:
    upper, lower = page("https://site.example/About", "one"), page("https://site.example/about", "two")
    listed(tmp_path, upper, lower)
    assert listed(tmp_path, lower, upper) == []


def test_pages_of_other_hosts_stand_in_a_folder_of_their_own(tmp_path: Path) -> None:
    folder = MarkdownFolder(tmp_path, START, tmp_path / ".files.json")
    folder.save(page("https://www.site.example/a"))
    folder.save(page("https://other.example/a"))
    assert sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.md")) == [
        "a.md",
        "other.example/a.md",
    ]


def test_json_lines_have_the_shape_of_the_api() -> None:
    stream = io.StringIO()
    saver = JsonLines(stream, owned=False)
    saver.save(page("https://site.example/a", "café"))
    saver.close()
    assert json.loads(stream.getvalue()) == {
        "markdown": "café",
        "metadata": {"url": "https://site.example/a", "sourceURL": "https://site.example/a", "statusCode": 200},
    }
    assert stream.getvalue().count("\n") == 1
