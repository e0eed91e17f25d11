"""Downloads of a job's pages: no name leads out of its folder, and however many there are, few are held at once."""

import io
import json
import tracemalloc
import zipfile
from collections.abc import AsyncIterator, Sequence
from pathlib import PurePosixPath

import pytest

from gossamer.core.crawls import BatchSpec
from gossamer.core.documents import Document
from gossamer.core.jobs import Job, JobKind, JobPage
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.dashboard.pages.activity.exports import EXPORTS, stream_lines, stream_zip
from tests.unit.dashboard.test_job_views import DONE, URL, replace

BATCH = replace(DONE, kind=JobKind.BATCH, spec=BatchSpec((web_url("https://example.org/b"),), ScrapeSpec(URL)))


def page(position: int, url: str, markdown: str | None = "text", **formats: str) -> JobPage:
    document = Document(metadata={"sourceURL": url}, markdown=markdown, **formats)  # type: ignore[arg-type]
    return JobPage(position, f"scrape-{position}", document, 100)


async def in_slices(*slices: Sequence[JobPage]) -> AsyncIterator[Sequence[JobPage]]:
    for pages in slices:
        yield pages


async def zipped(*pages: JobPage, job: Job = DONE) -> zipfile.ZipFile:
    parts = [part async for part in stream_zip(job, in_slices(pages), str)]
    return zipfile.ZipFile(io.BytesIO(b"".join(parts)))


@pytest.mark.parametrize(
    "path",
    [
        "../../etc/passwd",
        "%2e%2e/%2e%2e/etc/passwd",
        "..%2f..%2fetc%2fpasswd",
        "..%5c..%5cwindows",
        "%2fetc%2fpasswd",
        "C:%5cautoexec.bat",
        "a%00b",
        "con",
        "x" * 3000,
    ],
)
async def test_no_name_leads_out_of_the_folder(path: str) -> None:
    for job in (DONE, BATCH):
        [name] = (await zipped(page(1, "https://example.org/" + path), job=job)).namelist()
        parts = PurePosixPath(name).parts
        assert ".." not in parts
        assert not name.startswith("/")
        assert not set("\\:\0") & set(name)
        assert all(len(part.encode()) <= 130 for part in parts)
        assert PurePosixPath(name).stem.lower() != "con"


async def test_every_page_has_a_file_of_its_own() -> None:
    same = "https://example.org/a"
    archive = await zipped(page(1, same, "one"), page(2, same, "two"), page(3, "https://example.org/A", "three"))
    names = archive.namelist()
    assert names[0] == "a.md"
    assert len({name.lower() for name in names}) == 3
    assert [archive.read(name).decode().rpartition("---\n\n")[2] for name in names] == ["one\n", "two\n", "three\n"]
    assert archive.read("a.md").startswith(b"---\nhash: ")
    assert archive.testzip() is None


async def test_a_page_without_markdown_is_there_in_what_it_has() -> None:
    archive = await zipped(
        page(1, "https://example.org/a", None, html="<p>x</p>"), page(2, "https://example.org/b", None, summary="short")
    )
    assert archive.namelist() == ["a.html", "b.json"]
    assert archive.read("a.html") == b"<p>x</p>"
    assert json.loads(archive.read("b.json"))["summary"] == "short"


async def test_pages_of_a_batch_are_in_folders_of_their_sites() -> None:
    archive = await zipped(page(1, "https://one.example/a"), page(2, "https://two.example/a"), job=BATCH)
    assert archive.namelist() == ["one.example/a.md", "two.example/a.md"]


async def test_each_line_is_a_page_as_the_api_has_it() -> None:
    pages = [page(1, "https://example.org/a"), page(2, "https://example.org/b", "half \ud800", screenshot="blob")]
    parts = [part async for part in stream_lines(DONE, in_slices(pages[:1], pages[1:]), lambda name: f"/blobs/{name}")]
    lines = b"".join(parts).decode().splitlines()
    assert len(parts) == 2
    assert json.loads(lines[0]) == {"markdown": "text", "metadata": {"sourceURL": "https://example.org/a"}}
    assert json.loads(lines[1])["screenshot"] == "/blobs/blob"


@pytest.mark.parametrize("form", list(EXPORTS))
async def test_ten_thousand_pages_are_never_held_at_once(form: str) -> None:
    text = "".join(f"line {n} of a page that is rather long\n" for n in range(500))

    async def slices() -> AsyncIterator[Sequence[JobPage]]:
        for start in range(0, 10_000, 100):
            yield [page(n, f"https://example.org/{n}", text) for n in range(start, start + 100)]

    tracemalloc.start()
    try:
        longest = 0
        async for part in EXPORTS[form](DONE, slices(), str):
            longest = max(longest, len(part))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    # All of them are 200 MB; a slice is two, and the names of a ZIP are kept to its end.
    assert longest < 5_000_000
    assert peak < 40_000_000
