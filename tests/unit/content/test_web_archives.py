"""A web archive is the page that was saved in it, whatever the file is called."""

import base64

import pytest

from gossamer.content.web_archives import is_web_archive, read_archived_page

HTML = (
    "<html><head><title>Kettles</title></head><body><h1>Kettles</h1><p>Größe: 2 l <a href=/more>more</a></body></html>"
)


def part(content: bytes, kind: str, *headers: str, encoding: str = "base64") -> bytes:
    coded = base64.encodebytes(content) if encoding == "base64" else content.replace(b"=", b"=3D")
    head = "\r\n".join((f"Content-Type: {kind}", f"Content-Transfer-Encoding: {encoding}", *headers))
    return head.encode() + b"\r\n\r\n" + coded + b"\r\n"


def archive(*parts: bytes, head: str = "From: <Saved by Blink>", more: str = "") -> bytes:
    lines = [
        head,
        "MIME-Version: 1.0",
        "Content-Type: multipart/related;",
        f' type="text/html"{more};',
        ' boundary="b"',
    ]
    return "\r\n".join((*lines, "", "")).encode() + b"".join(b"--b\r\n" + one for one in parts) + b"--b--\r\n"


PAGE = part(HTML.encode(), "text/html; charset=utf-8", "Content-Location: https://example.org/kettles")
PICTURE = part(b"\x89PNG", "image/png", "Content-Location: https://example.org/a.png")


def test_the_page_comes_with_its_encoding_and_its_address() -> None:
    body = archive(PAGE, PICTURE)
    assert is_web_archive(body)
    found = read_archived_page(body)
    assert found == (b'<base href="https://example.org/kettles">' + HTML.encode(), "text/html; charset=utf-8")


def test_the_page_that_the_archive_starts_with_need_not_be_its_first_part() -> None:
    other = part(b"<p>an advertisement", "text/html", "Content-ID: <ad@x>")
    root = part(HTML.encode("cp1252"), "text/html; charset=windows-1252", "Content-ID: <root@x>")
    found = read_archived_page(archive(other, root, more=';\r\n start="<root@x>"'))
    assert found == (HTML.encode("cp1252"), "text/html; charset=windows-1252")


def test_quoted_printable_pages_are_read() -> None:
    found = read_archived_page(archive(part(b'<p class="a">Kettle', "text/html", encoding="quoted-printable")))
    assert found is not None
    assert found[0].strip() == b'<p class="a">Kettle'


def test_the_sheets_of_a_workbook_take_the_place_of_its_frames() -> None:
    book = part(b"<html><frameset><frame src=sheet1.htm></frameset></html>", "text/html")
    sheets = [part(f"<table><tr><td>{name}</table>".encode(), "text/html") for name in ("May", "June")]
    found = read_archived_page(archive(book, *sheets, head="X-Document-Type: Workbook"))
    assert found is not None
    assert [name in found[0] for name in (b"May", b"June", b"frameset")] == [True, True, False]


@pytest.mark.parametrize(
    "body",
    [
        b"", b"<html><p>Content-Type: multipart/related", b"a,b\n1,2", b"MIME-Version: 1.0\n\nmultipart/related",
        b"Subject: Hello\nContent-Type: text/plain\n\nHi", b"A note: this is text\nContent-Type is multipart/related",
    ],
)  # fmt: skip
def test_other_texts_are_no_archive(body: bytes) -> None:
    assert not is_web_archive(body)


def test_an_archive_without_a_page_is_left_as_it_is() -> None:
    assert read_archived_page(archive(PICTURE)) is None
    assert read_archived_page(b"MIME-Version: 1.0\nContent-Type: multipart/related\n\n") is None
