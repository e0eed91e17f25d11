"""Parsing files with the official clients."""

import base64
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import requests
from firecrawl import Firecrawl
from firecrawl.v2.types import ParseOptions, PDFParser, ScrapeOptions
from firecrawl.v2.utils.error_handler import BadRequestError

from gossamer.testing.site import Site
from tests import documents
from tests.clients.javascript import answer_of
from tests.clients.mcp import McpClient
from tests.clients.service import Service, running_service

PDF = documents.pdf([[("Silk report", 24, 700), ("Silk is strong.", 11, 660)], [("Page two.", 11, 700)]])
PROGRAM = b"MZ\x90\x00\x03\x00\x00\x00"
HTML = b"<html><body><h1>Silk</h1><p>Silk is strong.</p></body></html>"


class _ReportHandler(BaseHTTPRequestHandler):
    """Serves the Word document, and no robots.txt."""

    def do_GET(self) -> None:
        self.send_response(200 if self.path == "/report.docx" else 404)
        self.send_header("content-type", documents.DOCX)
        self.send_header("content-length", str(len(documents.REPORT)))
        self.end_headers()
        self.wfile.write(documents.REPORT)

    def log_message(self, *args: object) -> None:
        """Write no log."""


@pytest.fixture
def report_url() -> Iterator[str]:
    """The address of a Word document."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _ReportHandler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/report.docx"
        server.shutdown()
        thread.join(10)


def test_python_parses_a_word_document(python: Firecrawl, tmp_path: Path) -> None:
    path = tmp_path / "report.docx"
    path.write_bytes(documents.REPORT)
    document = python.parse(path, options=ParseOptions(formats=["markdown", "html", "links"]))
    assert document.markdown.startswith("# Silk report")
    assert document.links == ["https://example.org/loom"]
    assert document.metadata.title == "Weaving & more"


def test_python_parses_bytes_of_a_page_for_a_credit(python: Firecrawl) -> None:
    document = python.parse(HTML, filename="silk.html")
    assert "Silk is strong." in document.markdown
    assert document.metadata.credits_used == 1


def test_python_parses_some_pages_of_a_pdf(python: Firecrawl) -> None:
    options = ParseOptions(formats=["markdown"], parsers=[PDFParser(max_pages=1)])
    document = python.parse(PDF, filename="report.pdf", content_type="application/pdf", options=options)
    assert "Silk is strong." in document.markdown
    assert "Page two." not in document.markdown
    assert document.metadata.num_pages == 1


def test_python_is_told_why_a_file_is_not_read(python: Firecrawl) -> None:
    with pytest.raises(BadRequestError) as caught:
        python.parse(PROGRAM, filename="tool.exe", content_type="application/octet-stream")
    assert caught.value.code == "UNSUPPORTED_FILE_TYPE"


def test_python_lists_the_formats_that_are_read(python: Firecrawl) -> None:
    formats = {entry.format: entry for entry in python.get_parse_formats()}
    assert formats["pdf"].available
    assert ".pdf" in [f".{extension.lstrip('.')}" for extension in formats["pdf"].extensions]


def test_a_document_is_read_in_a_batch_and_a_crawl(python: Firecrawl, site: Site) -> None:
    url = site.url("/file.pdf")
    batch = python.batch_scrape([url], formats=["markdown"], poll_interval=1)
    crawl = python.crawl(url, limit=1, scrape_options=ScrapeOptions(formats=["markdown"]), poll_interval=1)
    for job in (batch, crawl):
        assert "Silk report, page two." in job.data[0].markdown
        assert job.data[0].metadata.num_pages == 2


def test_a_word_document_is_read_in_a_batch_and_a_crawl(report_url: str, tmp_path: Path) -> None:
    with running_service(tmp_path, egress_allow=urlsplit(report_url).netloc) as service:
        python = Firecrawl(api_key=service.key, api_url=service.url)
        batch = python.batch_scrape([report_url], formats=["markdown"], poll_interval=1)
        crawl = python.crawl(report_url, limit=1, scrape_options=ScrapeOptions(formats=["markdown"]), poll_interval=1)
    for job in (batch, crawl):
        assert job.data[0].markdown.startswith("# Silk report")
        assert job.data[0].metadata.title == "Weaving & more"


@pytest.mark.node
def test_mcp_parses_a_file(mcp: McpClient, tmp_path: Path) -> None:
    (tmp_path / "report.docx").write_bytes(documents.REPORT)
    found = mcp.call("firecrawl_parse", filePath=str(tmp_path / "report.docx"), formats=["markdown", "links"])["data"]
    assert found["markdown"].startswith("# Silk report")
    assert found["links"] == ["https://example.org/loom"]


@pytest.mark.node
@pytest.mark.parametrize("package", ["firecrawl", "@mendable/firecrawl-js"])
def test_javascript_parses_files(node_modules: Path, service: Service, package: str) -> None:
    def parse(name: str, body: bytes, media_type: str, **options: Any) -> dict[str, Any]:
        ask = {
            "package": package,
            "apiKey": service.key,
            "apiUrl": service.url,
            "data": base64.b64encode(body).decode(),
            "filename": name,
            "contentType": media_type,
            "options": options,
        }
        told: dict[str, Any] = answer_of(node_modules / "parse.mjs", ask)
        return told

    page = parse("silk.html", HTML, "text/html", formats=["markdown"])["document"]
    assert "Silk is strong." in page["markdown"]
    assert page["metadata"]["creditsUsed"] == 1
    pdf = parse("report.pdf", PDF, "application/pdf", formats=["markdown", "links"])["document"]
    assert (pdf["metadata"]["numPages"], pdf["metadata"]["sourceFile"]) == (2, "report.pdf")
    assert parse("tool.exe", PROGRAM, "application/octet-stream")["error"]["status"] == 400


def test_a_pdf_of_more_pages_than_can_be_read_in_time_is_refused(service: Service) -> None:
    body = documents.pdf([[("Silk is strong.", 11, 700)]] * 3_000)
    reply = requests.post(
        f"{service.url}/v2/parse",
        files={"file": ("long.pdf", body, "application/pdf")},
        data={"options": '{"timeout": 5000}'},
        headers={"Authorization": f"Bearer {service.key}"},
        timeout=60,
    )
    answer = reply.json()
    assert (reply.status_code, answer["success"], answer["code"]) == (408, False, "SCRAPE_PDF_INSUFFICIENT_TIME_ERROR")
    assert "3000 pages" in answer["error"]
    assert "`maxPages`" in answer["error"]


def test_a_file_is_sent_first_without_a_key(service: Service) -> None:
    headers = {"Authorization": f"Bearer {service.key}"}
    asked = requests.post(
        f"{service.url}/v2/parse/upload-url", json={"filename": "report.docx"}, headers=headers, timeout=20
    ).json()["data"]
    wrong = requests.put(asked["uploadUrl"].rsplit("=", 1)[0] + "=x", data=documents.REPORT, timeout=20)
    assert wrong.status_code == 404
    sent = requests.put(asked["uploadUrl"], data=documents.REPORT, headers=asked["headers"], timeout=20)
    assert sent.json() == {"success": True}
    body = {"uploadRef": asked["uploadRef"], "formats": ["markdown"]}
    parsed = requests.post(f"{service.url}/v2/parse", json=body, headers=headers, timeout=60).json()
    assert parsed["data"]["markdown"].startswith("# Silk report")
    assert requests.post(f"{service.url}/v2/parse", json=body, headers=headers, timeout=20).status_code == 404
