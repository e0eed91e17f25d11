"""A body is what it is, not what it is labelled."""

import json

import pytest

from gossamer.content.media_type import kind_of


@pytest.mark.parametrize(
    ("body", "media_type", "kind"),
    [
        (b"<!doctype html><p>x", "text/html", "html"),
        (b"<!doctype html><p>x", "application/pdf", "html"),
        (b"<html><p>x", "image/png", "html"),
        (b"<p>x", "", "html"),
        (b"<?xml version='1.0'?><!DOCTYPE html><html/>", "application/xhtml+xml", "html"),
        (b"plain words", "text/html", "html"),
        (b"", "text/html", "html"),
        (b"%PDF-1.7 ...", "text/html", "pdf"),
        (b"\n%PDF-1.7 ...", "application/octet-stream", "pdf"),
        (b"<p>%PDF-1.7 is how it begins", "text/html", "html"),
        (b"\x89PNG\r\n\x1a\n...", "text/html", "image"),
        (b"\xff\xd8\xff\xe0", "", "image"),
        (b"RIFF....WEBPVP8 ", "", "image"),
        (b"<svg xmlns='x'><script>1</script></svg>", "image/svg+xml", "drawing"),
        (b"\x00\x00\x00\x18ftypmp42", "text/html", "media"),
        (b"PK\x03\x04....word/document.xml", "application/zip", "office"),
        (b"PK\x03\x04....photo.jpg", "application/zip", "binary"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "application/msword", "office"),
        (b"\x1f\x8b\x08\x00", "text/html", "binary"),
        (bytes(range(256)) * 4, "", "binary"),
        (b'{"a": [1]}', "application/json", "json"),
        (b'{"a": [1]}', "text/html", "json"),
        (b"{not json", "text/html", "html"),
        (b'{"a": 1}', "", "json"),
        (b"<rss version='2.0'/>", "application/rss+xml", "xml"),
        (b"<?xml version='1.0'?><rss version='2.0'><channel/></rss>", "text/html", "xml"),
        (b"<feed xmlns='http://www.w3.org/2005/Atom'/>", "text/html", "xml"),
        (b"<?xml version='1.0'?><a><b/></a>", "text/xml", "xml"),
        (b"<!doctype html><p>source", "text/plain", "text"),
        (b"a,b\n1,2", "text/csv", "text"),
        (b"hello", "garbage", "text"),
        ("<p>hé".encode("utf-16"), "text/html", "html"),
    ],
)
def test_a_body_is_recognised(body: bytes, media_type: str, kind: str) -> None:
    assert kind_of(body, media_type) == kind


def test_json_of_any_depth_and_size_of_number_is_harmless() -> None:
    for body in (b"[" * 200_000, b"[" * 200_000 + b"]" * 200_000, b"9" * 200_000):
        assert kind_of(body, "application/json") == "json"
        assert kind_of(body, "") in {"json", "text"}
    assert kind_of(json.dumps({"a": 1}).encode(), "application/problem+json") == "json"


@pytest.mark.parametrize(
    ("url", "media_type", "kind"),
    [
        ("https://site/scan.png", "image/png", "binary"),
        ("https://site/scan.PNG?v=2", "", "binary"),
        ("https://site/scan.png", "text/plain", "text"),
        ("https://site/scan", "image/png", "text"),
    ],
)
def test_text_under_the_name_of_a_picture_is_a_broken_file_unless_its_label_says_text(
    url: str, media_type: str, kind: str
) -> None:
    assert kind_of(b"image-data", media_type, url) == kind
