"""E-mails are documents: what their headers say, what is attached, and their text."""

import struct
from email.message import EmailMessage
from email.policy import SMTP

import compressed_rtf
import pytest

from gossamer.content.documents import is_document
from gossamer.content.documents.emails import text_to_html
from gossamer.content.markdown import markdown_of
from gossamer.content.web_archives import is_email, is_web_archive
from gossamer.core.errors import Unsupported
from tests.documents import compound_file
from tests.unit.content.documents.conftest import Read

pytestmark = pytest.mark.one_loop

HEAD = b"From: a@e.org\nTo: b@e.org\nMIME-Version: 1.0\n"
SENT = struct.pack("<HHI8s", 0x40, 0x39, 6, struct.pack("<Q", 133_932_384_000_000_000))
CZECH = struct.pack("<HHI8s", 3, 0x3FFD, 6, struct.pack("<I4x", 1250))


def message(text: str = "Hello,\n\nthe looms are here.\n") -> EmailMessage:
    written = EmailMessage(policy=SMTP)
    written["From"] = "Zoë Weaver <zoe@e.org>"
    written["To"] = "Bo <bo@e.org>"
    written["Date"] = "Mon, 02 Jun 2025 10:00:00 +0200"
    written["Subject"] = "Größe der Webstühle"
    written.set_content(text)
    return written


async def test_headers_are_decoded_above_the_text_and_in_the_metadata(parse: Read) -> None:
    document = await parse(message().as_bytes(), "loom.eml")
    assert document.format == "eml"
    assert markdown_of(document.html) == (
        "# Größe der Webstühle\n\n**From:** Zoë Weaver \\<zoe@e.org>\\\n**To:** Bo \\<bo@e.org>\\\n"
        "**Date:** Mon, 02 Jun 2025 10:00:00 +0200\n\nHello,\n\nthe looms are here."
    )
    assert document.metadata == {
        "from": "Zoë Weaver <zoe@e.org>",
        "to": "Bo <bo@e.org>",
        "date": "Mon, 02 Jun 2025 10:00:00 +0200",
        "subject": "Größe der Webstühle",
        "title": "Größe der Webstühle",
        "author": "Zoë Weaver <zoe@e.org>",
        "publishedTime": "2025-06-02T10:00:00+02:00",
    }


async def test_of_two_forms_of_the_text_the_page_is_read_and_attachments_are_listed(parse: Read) -> None:
    written = message()
    # A comment that is never closed hides what follows it.
    written.add_alternative('<p>See <a href="https://e.org/x">the loom</a><img src="cid:1"></p><!-- ', subtype="html")
    written.add_attachment(b"%PDF-1.4", maintype="application", subtype="pdf", filename="Größe.pdf")
    document = await parse(written.as_bytes())
    text = markdown_of(document.html)
    assert text.endswith("Attachments (not opened):\n\n- Größe.pdf (8 bytes)\n\nSee [the loom](https://e.org/x)")
    assert document.metadata["attachments"] == [{"name": "Größe.pdf", "size": 8}]


async def test_an_attached_message_is_listed_and_not_opened(parse: Read) -> None:
    written = message()
    written.add_attachment(message("Nobody reads this.\n"), filename="before.eml")
    text = markdown_of((await parse(written.as_bytes())).html)
    assert "- before.eml (" in text
    assert "Nobody reads this." not in text


async def test_any_encoding_of_headers_and_text_is_read(parse: Read) -> None:
    head = b"From: =?x-none?q?h=E9?= <a@e.org>\nSubject: caf\xe9\nContent-Type: text/plain; charset=no-such\n\n"
    text = markdown_of((await parse(head + b"B\xe9b\xe9\n")).html)
    assert text == "# café\n\n**From:** hé \\<a@e.org>\n\nBébé"


def test_lines_that_a_program_wrapped_are_joined_and_quotes_are_quotes() -> None:
    text = (
        "This line was so long that the program of its author had to go on\nin the next one.\n\nBest\nZoë\n\n"
        "> What was asked\n>> and before"
    )
    assert markdown_of(text_to_html(text)) == (
        "This line was so long that the program of its author had to go on in the next one.\n\nBest\\\nZoë\n\n"
        "> What was asked\n>\n> > and before"
    )


async def test_outlook_messages_are_read(parse: Read) -> None:
    folder = "__attach_version1.0_#00000000/__substg1.0_"
    body = compound_file(
        {
            "__properties_version1.0": bytes(32) + SENT + CZECH,
            "__substg1.0_0037001F": "Größe".encode("utf-16-le"),
            "__substg1.0_1000001E": "Žluťoučký kůň".encode("cp1250"),
            "__substg1.0_0C1A001F": "Zoë".encode("utf-16-le"),
            "__substg1.0_5D01001F": "zoe@e.org".encode("utf-16-le"),
            f"{folder}3707001F": "loom.pdf".encode("utf-16-le"),
            f"{folder}37010102": bytes(5120),
        }
    )
    assert is_document(body, "", "") == "office"
    document = await parse(body)
    assert document.format == "msg"
    assert markdown_of(document.html) == (
        "# Größe\n\n**From:** Zoë \\<zoe@e.org>\\\n**Date:** Sun, 01 Jun 2025 08:00:00 +0000\n\n"
        "Attachments (not opened):\n\n- loom.pdf (5,120 bytes)\n\nŽluťoučký kůň"
    )


RICH = (
    rb"{\rtf1\ansi\ansicpg1252\fromhtml1{\fonttbl{\f0 Arial;}}"
    rb"{\*\htmltag64 <p>}\htmlrtf {\htmlrtf0 The {\b loom} costs \'80 40.\htmlrtf\par}\htmlrtf0 {\*\htmltag72 </p>}"
    rb"{\*\htmltag64 <p>}\htmlrtf {\htmlrtf0 See you on Monday.\htmlrtf\par}\htmlrtf0 {\*\htmltag72 </p>}}"
)


@pytest.mark.parametrize("is_compressed", [True, False])
async def test_an_outlook_message_that_has_rich_text_alone_is_read(parse: Read, is_compressed: bool) -> None:
    packed = compressed_rtf.compress(RICH, is_compressed)
    body = compound_file({"__properties_version1.0": bytes(32) + SENT, "__substg1.0_10090102": packed})
    text = markdown_of((await parse(body)).html)
    assert text.endswith("+0000\n\nThe **loom** costs € 40.\n\nSee you on Monday.")


async def test_rich_text_that_is_damaged_leaves_the_rest_of_the_message(parse: Read) -> None:
    packed = compressed_rtf.compress(RICH)[:-20] + bytes(20)
    body = compound_file({"__properties_version1.0": bytes(32) + SENT, "__substg1.0_10090102": packed})
    document = await parse(body)
    assert markdown_of(document.html) == "**Date:** Sun, 01 Jun 2025 08:00:00 +0000"
    assert document.warnings == ("The text of the e-mail is damaged and is left out.",)


@pytest.mark.parametrize(
    "body",
    [
        b"Return-Path: <a@e.org>\r\nReceived: from x\r\n by y\r\nSubject: Hi\r\n\r\nHello",
        b"From: a@e.org\nTo: b@e.org\nContent-Type: multipart/related; boundary=b\n\n--b\n\n<p>a\n--b--",
        b"Message-ID: <1@e.org>\nDate: now\n\n",
    ],
)
def test_the_first_lines_tell_an_email(body: bytes) -> None:
    assert is_email(body)
    assert not is_web_archive(body)
    assert is_document(body, "application/octet-stream", "") == "office"


@pytest.mark.parametrize(
    "body",
    [
        b"", b"<html>From: a\nTo: b", b"Subject: a list\nDate: today\n\nnot an e-mail", b"From: here\n\nto there",
        b"From 1a2b Mon Sep 17 00:00:00 2001\nFrom: a\nSubject: [PATCH]\n",
        b"From: <Saved by Blink>\nSubject: a\nMIME-Version: 1.0\nContent-Type: multipart/related\n\n",
    ],
)  # fmt: skip
def test_other_texts_are_no_email(body: bytes) -> None:
    assert not is_email(body)


async def test_an_email_of_a_hundred_thousand_parts_is_read(parse: Read) -> None:
    parts = b"".join(b"--b\nContent-Type: application/x; name=f%d\n\nx\n" % number for number in range(100_000))
    document = await parse(HEAD + b"Content-Type: multipart/mixed; boundary=b\n\n" + parts + b"--b--\n")
    assert len(document.metadata["attachments"]) == 100_000


@pytest.mark.parametrize(
    "deep",
    [
        b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (depth, depth) for depth in range(2_000)),
        b"Content-Type: message/rfc822\n\n" * 5_000,
    ],
    ids=["parts", "messages"],
)
async def test_an_email_of_parts_in_parts_is_refused(parse: Read, deep: bytes) -> None:
    with pytest.raises(Unsupported, match="parts within parts"):
        await parse(HEAD + deep)


async def test_a_damaged_outlook_message_is_refused(parse: Read) -> None:
    body = compound_file({"__properties_version1.0": bytes(4096)})
    with pytest.raises(Unsupported, match="damaged"):
        await parse(body[:1216], "a.msg")
