"""Parsing uploads, and meeting documents on the way, through the whole service."""

import shutil
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import pytest

from gossamer.bootstrap import RunningService, open_service
from gossamer.core.access import Group, Principal
from gossamer.core.accounts import OPEN_TEAM
from gossamer.core.documents import Document
from gossamer.core.errors import (
    CallerError,
    NotAllowed,
    NotFound,
    OcrRequired,
    StillReading,
    TooManyUploads,
    Unsupported,
    UnsupportedFile,
)
from gossamer.core.formats import Highlights, Html, Images, Json, Links, Markdown, Question, RawHtml, Summary
from gossamer.core.ids import new_id
from gossamer.core.restrictions.rules import OnlyEndpoints, OnlyFormats
from gossamer.core.specs import PdfOptions, ScrapeSpec
from gossamer.core.uploads import UPLOAD_URL, UploadedFile
from gossamer.core.urls import WebUrl, web_url
from gossamer.settings import Settings
from tests import documents
from tests.hostile import HostileCase, HostileOrigin
from tests.hostile.case import page_of

CALLER: Final = Principal(OPEN_TEAM, "key")
SPEC: Final = ScrapeSpec(WebUrl(UPLOAD_URL))
REPORT_PDF: Final = documents.pdf(
    [[("Silk report", 24, 700), ("Silk costs 12.50 EUR.", 11, 660)], [("Page two.", 11, 700)]]
)
LONG: Final = documents.docx(
    documents.paragraph("Silk report", level=1)
    + documents.paragraph("Silk is a strong fibre that is made by the larvae of moths in their cocoons.")
    + documents.paragraph("Most silk is woven into cloth for shirts and scarves, and some for parachutes.")
)


@pytest.fixture
async def origin() -> AsyncIterator[HostileOrigin]:
    async with HostileOrigin() as origin:
        origin.add(HostileCase("docx", "", "", page_of(documents.REPORT, documents.DOCX)))
        origin.add(HostileCase("csv", "", "", page_of(b"a,b\n1,2\n", "text/csv")))
        origin.add(HostileCase("scan", "", "", page_of(documents.scanned_pdf(), "application/pdf")))
        origin.add(HostileCase("locked", "", "", page_of(documents.REPORT[:300], documents.DOCX)))
        yield origin


@pytest.fixture
async def service(tmp_path: Path, origin: HostileOrigin) -> AsyncIterator[RunningService]:
    settings = Settings(home=tmp_path, egress_allow=origin.endpoint, chromium="none", tesseract="none", auth="off")
    async with open_service(settings) as service:
        yield service


def a_file(name: str, body: bytes, media_type: str = "") -> UploadedFile:
    async def read() -> bytes:
        return body

    return UploadedFile(name, media_type, read)


async def parse(service: RunningService, file: UploadedFile, caller: Principal = CALLER, **changes: Any) -> Document:
    spec = replace(SPEC, **changes)
    return (await service.operations.parses.parse(caller, Group.PARSE, spec, file)).document


async def test_a_word_document_is_parsed_into_every_text_format(service: RunningService) -> None:
    formats = (Markdown(), Html(), RawHtml(), Links(), Images(), Json())
    document = await parse(service, a_file("../../re port.docx", documents.REPORT), formats=formats)
    assert (document.markdown or "").startswith("# Silk report\n\nSilk is strong & light.")
    assert "<h1>Silk report</h1>" in (document.html or "")
    assert "<h1>Silk report</h1>" in (document.raw_html or "")
    assert (document.links, document.images) == (("https://example.org/loom",), ())
    assert document.json is not None
    told = document.metadata
    assert (told["sourceFile"], told["sourceURL"], told["title"]) == ("re port.docx", "re port.docx", "Weaving & more")
    assert (told["author"], told["language"], told["creditsUsed"]) == ("A. Weaver", "en", 5)


async def test_a_document_answers_questions(service: RunningService) -> None:
    formats = (Summary(), Question("What is silk?"), Highlights("parachutes"))
    document = await parse(service, a_file("a.docx", LONG), formats=formats)
    assert "strong fibre" in (document.summary or "")
    assert "strong fibre" in (document.answer or "")
    assert "parachutes" in (document.highlights or "")


async def test_pages_of_an_uploaded_pdf_are_counted_and_charged(service: RunningService) -> None:
    options = PdfOptions(pages=True, blocks=True, page_markers=True)
    document = await parse(service, a_file("a.pdf", REPORT_PDF), pdf=options)
    told = document.metadata
    assert (told["numPages"], told["totalPages"], told["creditsUsed"], told["title"]) == (2, 2, 2, "Silk report")
    assert document.pages == (
        {"pageNumber": 1, "markdown": "# Silk report\n\nSilk costs 12.50 EUR."},
        {"pageNumber": 2, "markdown": "Page two."},
    )
    assert document.markdown == "# Silk report\n\nSilk costs 12.50 EUR.\n\n---\n\n<!-- page 2 -->\n\nPage two."
    first = (document.blocks or ())[0]
    assert (first["pageNumber"], first["width"], first["height"], first["status"]) == (1, 612, 792, "ok")
    assert [(item["type"], item["markdownSpan"]) for item in first["items"]] == [
        ("heading", [0, 13]),
        ("paragraph", [15, 36]),
    ]


async def test_evidence_of_a_pdf_says_on_which_page_it_is(service: RunningService) -> None:
    pages: list[list[documents.Line]] = [[("Silk report", 24, 700)], [("Price: 12.50 EUR", 11, 660)]]
    schema = {"type": "object", "properties": {"price": {"type": "number"}}}
    document = await parse(service, a_file("a.pdf", documents.pdf(pages)), formats=(Json(schema, evidence=True),))
    assert document.json == {"price": 12.5}
    proof = (document.evidence or {})["/price"]
    assert proof["pageNumber"] == 2
    assert proof["bbox"][0] == pytest.approx(72, abs=1)
    assert 115 < proof["bbox"][1] < proof["bbox"][3] < 140


async def test_pages_are_counted_while_a_file_is_parsed(service: RunningService, origin: HostileOrigin) -> None:
    seen: list[tuple[int, int]] = []

    def progress(pages: int, total: int) -> None:
        seen.append((pages, total))

    await service.operations.parses.parse(CALLER, Group.PARSE, SPEC, a_file("a.pdf", REPORT_PDF), progress=progress)
    assert seen == [(0, 0), (1, 2), (2, 2)]
    origin.add(HostileCase("pdf", "", "", page_of(REPORT_PDF, "application/pdf")))
    seen.clear()
    await service.operations.scrape(CALLER, Group.SCRAPE, ScrapeSpec(web_url(origin.url("pdf"))), progress=progress)
    assert seen == [(0, 0), (1, 2), (2, 2)]


async def test_a_page_that_is_uploaded_costs_one_credit(service: RunningService) -> None:
    page = b"<title>T</title><main><h1>Hello</h1><p>A page of some length that is about silk.</p></main>"
    document = await parse(service, a_file("page.html", page))
    assert document.markdown == "# Hello\n\nA page of some length that is about silk."
    assert document.metadata["creditsUsed"] == 1


@pytest.mark.parametrize(
    ("name", "body", "reason"),
    [
        ("a.exe", b"MZ", "not read"),
        ("a", b"x", "not read"),
        ("a.png", b"no picture", "Images are not read"),
        ("a.pdf", b"", "empty"),
        ("a.docx", documents.REPORT[:300], "damaged"),
        ("a.docx", b"\x89PNG\r\n\x1a\n", "Images are not read"),
        ("a.docx", b"\xff\xfb\x90", "no document"),
        ("a.html", b"\x7fELF" + bytes(200), "no document"),
    ],
)
async def test_a_file_that_cannot_be_read_is_the_callers_mistake(
    service: RunningService, name: str, body: bytes, reason: str
) -> None:
    with pytest.raises(UnsupportedFile, match=reason):
        await parse(service, a_file(name, body))


async def test_a_media_type_will_do_where_the_name_says_nothing(service: RunningService) -> None:
    document = await parse(service, a_file("upload", documents.REPORT, documents.DOCX + "; charset=binary"))
    assert document.metadata["sourceFile"] == "upload"


async def test_a_scan_says_that_it_is_one(service: RunningService) -> None:
    scan = a_file("scan.pdf", documents.scanned_pdf())
    assert "scans" in ((await parse(service, scan)).warning or "")
    assert "not available" in ((await parse(service, scan, pdf=PdfOptions(mode="ocr"))).warning or "")
    with pytest.raises(OcrRequired):
        await parse(service, scan, pdf=PdfOptions(mode="fast"))


def restricted(*, formats: tuple[str, ...] = (), endpoints: tuple[Group, ...] = ()) -> Principal:
    of_formats = (OnlyFormats(formats),) if formats else ()
    of_endpoints = (OnlyEndpoints(endpoints),) if endpoints else ()
    return replace(CALLER, restrictions=(*of_formats, *of_endpoints))


async def test_keys_are_limited_as_everywhere(service: RunningService) -> None:
    file = a_file("a.docx", documents.REPORT)
    with pytest.raises(NotAllowed):
        await parse(service, file, restricted(endpoints=(Group.SCRAPE,)))
    with pytest.raises(NotAllowed):
        await parse(service, file, restricted(formats=("links",)))
    blocks = PdfOptions(blocks=True)
    with pytest.raises(NotAllowed):
        await parse(
            service, a_file("a.pdf", REPORT_PDF), restricted(formats=("links",)), formats=(Links(),), pdf=blocks
        )
    document = await parse(service, file, restricted(formats=("links",)), formats=(Links(),))
    assert document.links == ("https://example.org/loom",)


async def test_a_file_that_was_uploaded_is_parsed_once(service: RunningService) -> None:
    parses = service.operations.parses
    ticket = await parses.issue(CALLER, Group.PARSE, name="a.docx", media_type="", size=len(documents.REPORT))
    with pytest.raises(CallerError, match="not uploaded yet"):
        await parses.parse_upload(CALLER, Group.PARSE, SPEC, ticket.reference)
    upload = await parses.expected(ticket.upload.upload_id, ticket.reference)
    with pytest.raises(CallerError, match="declaredSizeBytes"):
        await parses.receive(upload, a_file("", b"x"), 1)
    await parses.receive(upload, a_file("", documents.REPORT), len(documents.REPORT))
    with pytest.raises(NotAllowed, match="another team"):
        await parses.parse_upload(Principal(new_id(), "k"), Group.PARSE, SPEC, ticket.reference)
    result = await parses.parse_upload(CALLER, Group.PARSE, SPEC, ticket.reference)
    assert result.document.metadata["sourceFile"] == "a.docx"
    with pytest.raises(NotFound):
        await parses.parse_upload(CALLER, Group.PARSE, SPEC, ticket.reference)
    with pytest.raises(NotFound):
        await parses.expected(ticket.upload.upload_id, "another")


async def test_ten_uploads_may_wait_to_be_parsed(service: RunningService) -> None:
    issue = service.operations.parses.issue
    for number in range(10):
        await issue(CALLER, Group.PARSE, name=f"{number}.pdf", media_type="", size=None)
    with pytest.raises(TooManyUploads):
        await issue(CALLER, Group.PARSE, name="a.pdf", media_type="", size=None)
    with pytest.raises(UnsupportedFile):
        await issue(CALLER, Group.PARSE, name="a.exe", media_type="", size=None)


@pytest.fixture
async def recognising(tmp_path: Path, origin: HostileOrigin) -> AsyncIterator[RunningService]:
    """A service that recognises text."""
    settings = Settings(home=tmp_path, egress_allow=origin.endpoint, chromium="none", auth="off")
    async with open_service(settings) as service:
        yield service


@pytest.mark.skipif(shutil.which("tesseract") is None, reason="tesseract is not installed")
async def test_images_and_scans_are_read_where_text_is_recognised(
    recognising: RunningService, origin: HostileOrigin
) -> None:
    picture = documents.image(documents.drawn(["Silk is strong."]))
    document = await parse(recognising, a_file("a.png", picture), pdf=PdfOptions(blocks=True))
    assert (document.markdown, document.warning) == ("Silk is strong.", None)
    assert (document.metadata["numPages"], document.metadata["creditsUsed"]) == (1, 1)
    [item] = (document.blocks or ())[0]["items"]
    assert (item["source"], item["confidence"]["ocr"] > 0.8) == ("ocr", True)
    assert all(one.available for one in recognising.operations.parses.formats(CALLER, Group.PARSE))
    with pytest.raises(UnsupportedFile, match="damaged"):
        await parse(recognising, a_file("a.png", picture[:200]))
    origin.add(HostileCase("png", "", "", page_of(picture, "image/png")))
    met = await scrape(recognising, origin.url("png"), formats=(Markdown(), Images()))
    assert (met.markdown, met.images) == ("Silk is strong.", (origin.url("png"),))
    assert not (await scrape(recognising, origin.url("png"), recognise_images=False)).markdown
    book = documents.scanned_pdf(["fibre silk moth " * 4] * 30)
    origin.add(HostileCase("book", "", "", page_of(book, "application/pdf")))
    with pytest.raises(StillReading) as error:
        await scrape(recognising, origin.url("book"), timeout=timedelta(seconds=0.8))
    assert error.value.is_running
    assert "fibre silk moth" in ((await scrape(recognising, origin.url("book"))).markdown or "")


async def scrape(service: RunningService, url: str, **changes: Any) -> Document:
    spec = replace(ScrapeSpec(web_url(url)), **changes)
    return (await service.operations.scrape(CALLER, Group.SCRAPE, spec)).document


async def test_documents_are_read_where_they_are_met(service: RunningService, origin: HostileOrigin) -> None:
    assert "| Silk | 12 |" in ((await scrape(service, origin.url("docx"))).markdown or "")
    assert (await scrape(service, origin.url("csv"))).markdown == "| a | b |\n| --- | --- |\n| 1 | 2 |"
    assert "scans" in ((await scrape(service, origin.url("scan"))).warning or "")
    with pytest.raises(Unsupported, match="damaged"):
        await scrape(service, origin.url("locked"))
