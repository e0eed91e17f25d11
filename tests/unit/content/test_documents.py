"""Documents are read in a process that can be ended and can reach nothing."""

import asyncio
import os
import sys
import zlib
from datetime import timedelta

import psutil
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gossamer.content.documents import ParsedDocument, ReadingOptions, read, reader
from gossamer.content.documents.answers import packed, refusal, unpacked
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import TimedOut, TooLarge, Unsupported

Line = tuple[str, int, int]
PAGES: list[list[Line]] = [
    [
        ("The Great Report", 24, 700),
        ("This is the first line of a para-", 11, 660),
        ("graph that goes on for a while", 11, 646),
        ("and ends here.", 11, 632),
        ("A second paragraph *starts*.", 11, 600),
        ("- one", 11, 570),
        ("- two", 11, 556),
    ],
    [("Page two text", 11, 700)],
]


def pdf(pages: list[list[Line]]) -> bytes:
    """Return a PDF of *pages*: lines of text with their size and height."""
    objects = [b"", b"", b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]
    kids = []
    for lines in pages:
        drawn = b" ".join(
            b"/F1 %d Tf 1 0 0 1 72 %d Tm (%s) Tj" % (size, top, text.encode()) for text, size, top in lines
        )
        content = b"BT " + drawn + b" ET"
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents %d 0 R "
            b"/Resources << /Font << /F1 3 0 R >> >> >>" % len(objects)
        )
        kids.append(b"%d 0 R" % len(objects))
    objects[0] = b"<< /Type /Catalog /Pages 2 0 R >>"
    objects[1] = b"<< /Type /Pages /Kids [%s] /Count %d >>" % (b" ".join(kids), len(kids))
    return assembled(objects)


def assembled(objects: list[bytes]) -> bytes:
    body, offsets = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        offsets.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    size = len(objects) + 1
    return body + b"xref\n0 %d\n0000000000 65535 f \n%strailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (
        size, table, size, len(body),
    )  # fmt: skip


def soon(seconds: float = 20) -> Deadline:
    return Deadline.after(timedelta(seconds=seconds))


def children() -> set[int]:
    return {child.pid for child in psutil.Process().children(recursive=True)}


async def test_a_pdf_becomes_paragraphs_headings_and_pages() -> None:
    document = await read(pdf(PAGES), "application/pdf", ReadingOptions(), soon())
    first, second = document.pages
    assert first == (
        "# The Great Report\n\nThis is the first line of a paragraph that goes on for a while and ends here.\n\n"
        "A second paragraph \\*starts\\*.\n\n- one\n- two"
    )
    assert second == "Page two text"
    assert document.markdown == "\n\n".join(document.pages)
    assert (document.title, document.num_pages, document.total_pages) == ("The Great Report", 2, 2)


async def test_only_as_many_pages_are_read_as_asked() -> None:
    document = await read(pdf(PAGES), "application/pdf", ReadingOptions(max_pages=1), soon())
    assert (document.num_pages, document.total_pages, len(document.pages)) == (1, 2, 1)


@pytest.mark.parametrize(
    "body",
    [
        b"%PDF-1.4",
        b"%PDF-1.4 " + b"[" * 100_000,
        pdf(PAGES)[:300],
        assembled([b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 200000 >>"]),
        assembled([b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [] /Count 0 >>"]),
    ],
    ids=["empty", "deep", "truncated", "cyclic", "no pages"],
)
async def test_a_damaged_pdf_is_refused_or_empty_and_never_an_own_error(body: bytes) -> None:
    try:
        said = (await read(body, "application/pdf", ReadingOptions(), soon())).markdown
    except Unsupported as refusal:
        said = refusal.message
    assert said == "" or "PDF" in said or "document" in said


async def test_a_decompression_bomb_is_refused_by_its_size() -> None:
    packed = zlib.compress(b" " * 200_000_000, 9)
    stream = b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(packed), packed)
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>"
    body = assembled([b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>", page, stream])
    before = children()
    with pytest.raises(Unsupported, match="unpacks to more than 128 MB"):
        await read(body, "application/pdf", ReadingOptions(), soon(60))
    assert children() <= before


async def test_more_text_than_can_be_returned_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "_MAX_ANSWER", 1_000)
    before = children()
    with pytest.raises(TooLarge, match="more text"):
        await read(pdf(PAGES * 20), "application/pdf", ReadingOptions(), soon())
    assert children() <= before


def test_text_travels_once_and_as_it_is() -> None:
    document = ParsedDocument(("# 港の歴史\n\n" + "港は再建された。" * 1000, "", "“end”"), "港", 9, truncated=True)
    answer = b"".join(packed(document))
    assert unpacked(answer) == document
    assert len(answer) < len(document.markdown.encode()) + 200


def test_what_cannot_be_read_says_why() -> None:
    with pytest.raises(Unsupported, match="locked"):
        unpacked(b"".join(refusal("locked")))


@given(st.binary(max_size=300) | st.sampled_from([b"[" * 100_000, b"7\n", b'{"sizes": [9, -1]}\nabc', b'["refusal"]']))
def test_any_other_words_of_a_child_are_no_document(answer: bytes) -> None:
    with pytest.raises(Unsupported):
        unpacked(answer)


async def test_other_documents_are_refused_by_name() -> None:
    with pytest.raises(Unsupported, match="PDF is read"):
        await read(b"PK\x03\x04 word/document.xml", "application/msword", ReadingOptions(), soon())


async def test_nothing_runs_after_the_deadline() -> None:
    before = children()
    with pytest.raises(TimedOut):
        await read(pdf(PAGES * 50), "application/pdf", ReadingOptions(), soon(0.01))
    assert children() <= before


async def test_nothing_runs_after_cancellation() -> None:
    before = children()
    task = asyncio.create_task(read(pdf(PAGES * 500), "application/pdf", ReadingOptions(), soon()))
    while not children() - before:  # noqa: ASYNC110 - the process table raises no event
        await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert children() <= before


@pytest.mark.skipif(not os.path.exists("/proc/self/fd"), reason="needs /proc")  # noqa: PTH110
async def test_the_reader_can_open_neither_files_nor_sockets() -> None:
    probe = (
        "import socket\n"
        "from gossamer.content.confinement import give_up_files\n"
        "give_up_files()\n"
        "for attempt in (lambda: open('/etc/hostname'), lambda: socket.socket()):\n"
        "    try:\n        attempt()\n"
        "    except OSError:\n        print('refused')\n"
    )
    child = await asyncio.create_subprocess_exec(sys.executable, "-c", probe, stdout=asyncio.subprocess.PIPE)
    output, _ = await child.communicate()
    assert output.split() == [b"refused", b"refused"]
