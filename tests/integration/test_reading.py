"""Reading pages and documents through the service: only what is wanted is read, and nobody's page stops the others."""

import asyncio
import base64
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import aiohttp
import psutil
import pytest

from gossamer.bootstrap import RunningService, open_service
from gossamer.content.offload import Offload
from gossamer.core.access import Group, Principal
from gossamer.core.accounts import OPEN_TEAM
from gossamer.core.deadlines import Deadline
from gossamer.core.documents import Document
from gossamer.core.errors import TimedOut, Unsupported
from gossamer.core.formats import Attributes, AttributeSelector, Format, Html, Links, Markdown, RawBase64, RawHtml
from gossamer.core.ids import new_id
from gossamer.core.pages import FetchedPage
from gossamer.core.specs import PdfOptions, ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.features.scrape import Documents
from gossamer.settings import Settings
from gossamer.testing.site import Site, running_site
from tests.clients.service import running_service
from tests.hostile import HostileCase, HostileOrigin
from tests.hostile.case import page_of

CALLER: Final = Principal(OPEN_TEAM, "key")
DOCX: Final = b"PK\x03\x04 [Content_Types].xml word/document.xml"
DAMAGED: Final = b"%PDF-1.4 of which nothing else came"
# For each paragraph the parser looks at all pairs, and pairs of pairs, of those after it.
ENDLESS: Final = "p:not(:has(~ p ~ p ~ p ~ p ~ [q]))"
PARAGRAPHS: Final = "<title>Long</title><h1>Long</h1>" + "<p>a</p>" * 30_000
BYTES: Final[tuple[Format, ...]] = (RawBase64(), Links(), RawHtml())
OFFICE_TYPE: Final = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with running_site() as site:
        yield site


@pytest.fixture
async def origin() -> AsyncIterator[HostileOrigin]:
    async with HostileOrigin() as origin:
        origin.add(HostileCase("docx", "", "", page_of(DOCX, OFFICE_TYPE)))
        origin.add(HostileCase("damaged", "", "", page_of(DAMAGED, "application/pdf")))
        origin.add(HostileCase("long", "", "", page_of(PARAGRAPHS.encode())))
        origin.add(HostileCase("short", "", "", page_of(b"<h1>Short</h1><p>and sweet</p>")))
        yield origin


@pytest.fixture
async def service(tmp_path: Path, site: Site, origin: HostileOrigin) -> AsyncIterator[RunningService]:
    allowed = f"{site.host},{origin.endpoint}"
    async with open_service(Settings(home=tmp_path, egress_allow=allowed, chromium="none", auth="off")) as service:
        yield service


async def scrape(service: RunningService, url: str, caller: Principal = CALLER, **changes: Any) -> Document:
    spec = replace(ScrapeSpec(url=web_url(url)), **changes)
    return (await service.operations.scrape(caller, Group.SCRAPE, spec)).document


@pytest.mark.parametrize(("name", "body"), [("docx", DOCX), ("damaged", DAMAGED)])
async def test_the_bytes_of_a_document_nobody_can_read_are_given(
    service: RunningService, origin: HostileOrigin, name: str, body: bytes
) -> None:
    document = await scrape(service, origin.url(name), formats=BYTES)
    assert base64.b64decode(document.raw_base64 or "") == body
    assert (document.links, document.metadata["creditsUsed"]) == ((), 1)


@pytest.mark.parametrize("name", ["docx", "damaged"])
@pytest.mark.parametrize("wanted", [Markdown(), Html()])
async def test_the_text_of_a_document_nobody_can_read_is_refused(
    service: RunningService, origin: HostileOrigin, name: str, wanted: Format
) -> None:
    with pytest.raises(Unsupported):
        await scrape(service, origin.url(name), formats=(wanted, RawBase64()))


async def test_pages_of_a_pdf_are_charged_when_they_were_read(service: RunningService, site: Site) -> None:
    url = site.url("/file.pdf")
    as_it_is = await scrape(service, url, formats=(RawBase64(),))
    assert as_it_is.metadata["creditsUsed"] == 1
    assert "numPages" not in as_it_is.metadata
    paged = await scrape(service, url, formats=(RawBase64(),), pdf=PdfOptions(pages=True))
    assert [page["pageNumber"] for page in paged.pages or ()] == [1, 2]
    assert paged.metadata["creditsUsed"] == 2
    first = await scrape(service, url, pdf=PdfOptions(max_pages=1))
    assert (first.metadata["numPages"], first.metadata["totalPages"], first.metadata["creditsUsed"]) == (1, 2, 1)


async def test_a_team_waits_for_its_own_documents_alone() -> None:
    url = web_url("https://e.org/a.pdf")
    headers = {"content-type": "application/pdf"}
    page = FetchedPage(url, 200, headers, DAMAGED, fetched_at=datetime(2026, 1, 1, tzinfo=UTC), fetcher="http")
    before = psutil.Process().children()
    async with Offload(cores=1) as offload, offload.turn("a"):
        with pytest.raises(TimedOut):
            await Documents(offload).read(page, ScrapeSpec(url), soon(0.2), owner="a")
        assert psutil.Process().children() == before
        with pytest.raises(Unsupported, match="damaged"):
            await Documents(offload).read(page, ScrapeSpec(url), soon(60), owner="b")


async def test_one_teams_endless_reading_does_not_stop_anothers(service: RunningService, origin: HostileOrigin) -> None:
    endless = [
        asyncio.create_task(scrape(service, origin.url("long"), exclude_tags=(ENDLESS,), timeout=timedelta(minutes=1)))
        for _ in range(6)
    ]
    await helper_at_work(psutil.Process())
    other = Principal(new_id(), "key")
    titles = Attributes((AttributeSelector("p", "title"),))
    document = await scrape(service, origin.url("long"), other, formats=(Markdown(), titles))
    assert (document.markdown or "").startswith("# Long")
    assert not any(task.done() for task in endless)
    for task in endless:
        task.cancel()
    await asyncio.wait(endless)


async def test_health_and_other_pages_are_answered_while_a_selector_never_ends(
    tmp_path: Path, origin: HostileOrigin
) -> None:
    body = {"url": origin.url("long"), "excludeTags": [ENDLESS], "timeout": 60_000, "maxAge": 0}
    with running_service(tmp_path, egress_allow=origin.endpoint, env={"GOSSAMER_CHROMIUM": "none"}) as service:
        headers = {"Authorization": f"Bearer {service.key}"}
        async with aiohttp.ClientSession(service.url, headers=headers, timeout=aiohttp.ClientTimeout(60)) as client:
            endless = asyncio.create_task(post(client, body))
            helper = await helper_at_work(psutil.Process(service.pid))
            async with client.get("/health/live") as answer:
                assert answer.status == 200
            assert await post(client, {"url": origin.url("short"), "maxAge": 0}) == 200
            assert not endless.done()
            endless.cancel()
            await asyncio.wait([endless])
            # Nobody waits for it any more: the work ends.
            async with asyncio.timeout(30):
                while helper.is_running():  # noqa: ASYNC110 - another process's end has no event
                    await asyncio.sleep(0.05)


async def post(client: aiohttp.ClientSession, body: dict[str, Any]) -> int:
    async with client.post("/v2/scrape", json=body) as answer:
        await answer.read()
        return answer.status


async def helper_at_work(service: psutil.Process) -> psutil.Process:
    """Return the helper of *service* once it has computed for longer than its start takes."""
    async with asyncio.timeout(60):
        while True:
            for child in service.children(recursive=True):
                if "gossamer.content.offload.child" in child.cmdline() and child.cpu_times().user > 1:
                    return child
            await asyncio.sleep(0.05)


def soon(seconds: float) -> Deadline:
    return Deadline.after(timedelta(seconds=seconds))
