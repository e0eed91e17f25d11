"""Downloads of the pages of a job, made slice by slice: JSON Lines, or a ZIP with a file for each page."""

import asyncio
import io
import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from typing import Any, Final
from zipfile import ZIP_DEFLATED, ZipFile

from gossamer.core.crawls import CrawlSpec
from gossamer.core.documents import Document
from gossamer.core.jobs import Job, JobKind, JobPage
from gossamer.core.page_files import PagePlaces, digest_of, front_matter
from gossamer.wire.documents import document_json

Slices = AsyncIterator[Sequence[JobPage]]
Locate = Callable[[str], str]
# Kinds of jobs that have pages.
KINDS: Final = frozenset({JobKind.CRAWL, JobKind.BATCH})


class _Outbox(io.RawIOBase):
    """The bytes of a ZIP that were not sent yet. It has no positions, so the ZIP is written from front to back."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def write(self, data: Any, /) -> int:
        self._parts.append(bytes(data))
        return len(data)

    def take(self) -> bytes:
        """Return what was written since the last time."""
        data = b"".join(self._parts)
        self._parts.clear()
        return data


async def stream_zip(job: Job, slices: Slices, locate: Locate) -> AsyncGenerator[bytes]:
    """Yield a ZIP of the pages in *slices*; no name in it leads out of the folder that it is unpacked into."""
    outbox = _Outbox()
    archive = ZipFile(outbox, "w", ZIP_DEFLATED)
    # Pages of a batch are of many sites: each is in a folder of its site.
    places = PagePlaces(job.spec.url if isinstance(job.spec, CrawlSpec) else "", {})

    def add(pages: Sequence[JobPage]) -> bytes:
        for page in pages:
            text, suffix = _content(page.document, locate)
            metadata = page.document.metadata
            path = places.place_of(str(metadata.get("url") or metadata["sourceURL"])).with_suffix(suffix)
            if path.as_posix() in archive.NameToInfo:
                path = path.with_stem(f"{path.stem}-{digest_of(page.scrape_id)}")
            archive.writestr(path.as_posix(), text.encode("utf-8", "replace"))
        return outbox.take()

    async for pages in slices:
        yield await asyncio.to_thread(add, pages)
    archive.close()
    yield outbox.take()


async def stream_lines(_: Job, slices: Slices, locate: Locate) -> AsyncGenerator[bytes]:
    """Yield the pages in *slices* as JSON, a line for each, in the shape that the API has."""

    def lines(pages: Sequence[JobPage]) -> bytes:
        texts = (json.dumps(document_json(page.document, locate), ensure_ascii=False) + "\n" for page in pages)
        return "".join(texts).encode("utf-8", "replace")

    async for pages in slices:
        yield await asyncio.to_thread(lines, pages)


EXPORTS: Final[Mapping[str, Callable[[Job, Slices, Locate], AsyncGenerator[bytes]]]] = {
    "jsonl": stream_lines,
    "zip": stream_zip,
}


def _content(document: Document, locate: Locate) -> tuple[str, str]:
    """Return the text of a page and the ending of its file; Markdown where there is any."""
    if document.markdown is not None:
        return front_matter(document) + document.markdown.rstrip("\n") + "\n", ".md"
    if markup := document.html or document.raw_html:
        return markup, ".html"
    return json.dumps(document_json(document, locate), ensure_ascii=False, indent=2), ".json"
