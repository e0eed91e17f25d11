"""Parsing uploads: how bodies are read, and what is refused."""

import json
from typing import Any

import httpx
import pytest

from tests.unit.api.stub import HEADERS, SCRAPE_ID, client

FILE = ("report.pdf", b"%PDF-1.7 text", "application/pdf")
OPTIONS = (None, b'{"formats": ["markdown"], "origin": "test"}', "application/json")
Part = tuple[str | None, bytes, str]


async def sent(*parts: tuple[str, Part]) -> httpx.Response:
    async with client() as api:
        return await api.post("/v2/parse", files=list(parts), headers=HEADERS)


async def with_options(options: Any) -> httpx.Response:
    return await sent(("options", (None, json.dumps(options).encode(), "text/plain")), ("file", FILE))


@pytest.mark.parametrize(
    "parts",
    [(("file", FILE), ("options", OPTIONS)), (("options", OPTIONS), ("file", FILE)), (("file", FILE),)],
    ids=["file first", "options first", "no options"],
)
async def test_a_file_is_taken_in_any_order_of_parts(parts: tuple[tuple[str, Part], ...]) -> None:
    reply = await sent(*parts)
    assert reply.status_code == 200
    assert reply.json()["data"]["markdown"] == "%PDF-1.7 text"


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ((("options", OPTIONS),), "Missing file upload"),
        ((("file", FILE), ("options", (None, b"{", "application/json"))), "Invalid JSON"),
        ((("file", FILE), ("options", (None, b'{"mobile": true}', "text/plain"))), "do not support mobile"),
    ],
)
async def test_refusals_have_the_words_that_clients_look_for(parts: tuple[tuple[str, Part], ...], said: str) -> None:
    reply = await sent(*parts)
    assert reply.status_code == 400
    assert said in reply.json()["error"]


async def test_a_reference_takes_the_place_of_a_file() -> None:
    async with client() as api:
        reply = await api.post("/v2/parse", json={"uploadRef": "secret", "formats": ["markdown"]}, headers=HEADERS)
    assert reply.json()["data"]["markdown"] == "secret"


async def test_what_python_clients_add_to_every_request_is_taken() -> None:
    added = {
        "onlyMainContent": True,
        "mobile": False,
        "skipTlsVerification": True,
        "removeBase64Images": True,
        "fastMode": False,
        "blockAds": True,
        "origin": "python-sdk@4.53.2",
    }
    assert (await with_options(added)).status_code == 200


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"actions": [{"type": "wait", "milliseconds": 1}]}, "actions"),
        ({"waitFor": 10}, "waitFor"),
        ({"location": {"country": "US"}}, "location"),
        ({"mobile": True}, "mobile"),
        ({"proxy": "stealth"}, "proxy"),
        ({"formats": ["screenshot"]}, "screenshot"),
        ({"formats": ["branding"]}, "branding"),
        ({"formats": ["markdown", "changeTracking"]}, "change tracking"),
        ({"formats": ["audio"]}, "audio"),
        ({"formats": ["video"]}, "video"),
    ],
)
async def test_options_that_visit_a_page_are_refused_by_name(options: dict[str, Any], named: str) -> None:
    reply = await with_options(options)
    assert (reply.status_code, reply.json()["code"]) == (400, "PARSE_UNSUPPORTED_OPTIONS")
    assert named in reply.json()["error"]


@pytest.mark.parametrize("proxy", ["auto", "basic"])
async def test_a_proxy_that_changes_nothing_is_taken(proxy: str) -> None:
    assert (await with_options({"proxy": proxy})).status_code == 200


@pytest.mark.parametrize(
    "options", [b"{", b"[]", b"7", b'{"timeout": 300001}', b'{"timeout": 10}', b'{"formats": "markdown"}', b"[" * 9000]
)
async def test_options_that_cannot_be_read_are_a_bad_request(options: bytes) -> None:
    reply = await sent(("options", (None, options, "application/json")), ("file", FILE))
    assert (reply.status_code, reply.json()["code"]) == (400, "BAD_REQUEST")


@pytest.mark.parametrize(
    ("content", "media_type"),
    [
        (b"{}", "application/json"),
        (b'{"formats": ["markdown"]}', "application/json"),
        (b"", "multipart/form-data"),
        (b"--x\r\nbroken", "multipart/form-data; boundary=x"),
        (b"--x--\r\n", "multipart/form-data; boundary=x"),
        (
            b'--x\r\nContent-Disposition: form-data; name="file"\r\n\r\ntext\r\n--x--\r\n',
            "multipart/form-data; boundary=x",
        ),
    ],
)
async def test_a_request_without_a_file_is_a_bad_request(content: bytes, media_type: str) -> None:
    async with client() as api:
        reply = await api.post("/v2/parse", content=content, headers={**HEADERS, "content-type": media_type})
    assert (reply.status_code, reply.json()["code"]) == (400, "BAD_REQUEST")


async def test_two_files_are_one_too_many() -> None:
    reply = await sent(("file", FILE), ("file", FILE))
    assert (reply.status_code, reply.json()["code"]) == (400, "BAD_REQUEST")


async def test_a_file_beyond_the_limit_is_a_bad_request() -> None:
    reply = await sent(("file", ("a.pdf", bytes(50 * 1024**2 + 1), "application/pdf")))
    assert (reply.status_code, reply.json()["code"]) == (400, "BAD_REQUEST")
    assert "larger than 50 MB" in reply.json()["error"]


async def test_an_upload_address_says_how_to_send_a_file() -> None:
    async with client() as api:
        reply = await api.post(
            "/v2/parse/upload-url", json={"filename": "a.pdf", "contentType": "application/pdf"}, headers=HEADERS
        )
    place = reply.json()["data"]
    assert place["uploadUrl"].endswith(f"/v2/parse/upload/{SCRAPE_ID}?uploadRef=secret")
    assert (place["method"], place["uploadRef"], place["maxSizeBytes"]) == ("PUT", "secret", 52_428_800)
    assert place["headers"] == {"Content-Type": "application/pdf"}


@pytest.mark.parametrize(
    "body", [{}, {"filename": ""}, {"filename": "a" * 513}, {"filename": "a.pdf", "declaredSizeBytes": 52_428_801}]
)
async def test_a_request_for_an_address_is_checked(body: dict[str, Any]) -> None:
    async with client() as api:
        reply = await api.post("/v2/parse/upload-url", json=body, headers=HEADERS)
    assert (reply.status_code, reply.json()["code"]) == (400, "BAD_REQUEST")


async def test_the_formats_are_listed_and_may_be_kept_for_an_hour() -> None:
    async with client() as api:
        reply = await api.get("/v2/parse/formats", headers=HEADERS)
    formats = {one["format"]: one for one in reply.json()["data"]["formats"]}
    assert formats["pdf"] == {
        "format": "pdf",
        "kind": "document",
        "extensions": [".pdf"],
        "mimeTypes": ["application/pdf", "application/x-pdf"],
        "available": True,
    }
    assert (formats["png"]["kind"], formats["png"]["available"]) == ("image", False)
    assert reply.headers["cache-control"] == "private, max-age=3600"
    extensions = {extension for one in formats.values() for extension in one["extensions"]}
    assert extensions >= {
        ".html",
        ".htm",
        ".xhtml",
        ".pdf",
        ".docx",
        ".doc",
        ".docm",
        ".odt",
        ".ods",
        ".odp",
        ".rtf",
        ".xlsx",
        ".xls",
        ".xlsm",
        ".xlsb",
        ".pptx",
        ".ppt",
        ".pptm",
        ".epub",
        ".csv",
    }
