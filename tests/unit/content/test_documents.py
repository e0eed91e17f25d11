"""Documents are read in a process that can be ended and can reach nothing."""

import asyncio
import os
import subprocess
import sys
import zlib
from collections.abc import AsyncIterator, Iterator, Sequence
from datetime import timedelta
from typing import Any

import pytest
import pytest_asyncio
from hypothesis import given
from hypothesis import strategies as st

from gossamer.content.children import ENVIRONMENT
from gossamer.content.documents import ParsedDocument, ReadingOptions, read, reader
from gossamer.content.documents import pdf as pdf_reader
from gossamer.content.documents.answers import ChildAnswer, End, Order, PageRead, Refusal, encode_line
from gossamer.content.documents.layout.page import blocks
from gossamer.content.documents.layout.runs import TextRun
from gossamer.content.documents.model import Block, DocumentPage
from gossamer.content.markdown import markdown_of
from gossamer.content.offload import Offload
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import OcrRequired, TimedOut, TooLarge, TooLittleTime, Unsupported
from tests import documents
from tests.documents import Line, assembled, pdf, turned_pdf

pytestmark = pytest.mark.one_loop

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


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def offload() -> AsyncIterator[Offload]:
    async with Offload() as offload:
        yield offload


def soon(seconds: float = 20) -> Deadline:
    return Deadline.after(timedelta(seconds=seconds))


async def parsed(offload: Offload, body: bytes, name: str = "", **options: object) -> ParsedDocument:
    return await read(body, "", ReadingOptions(name=name, **options), soon(), offload=offload, owner="t")  # type: ignore[arg-type]


async def markdown(offload: Offload, body: bytes, name: str = "", **options: object) -> str:
    return markdown_of((await parsed(offload, body, name, **options)).html)


def forks() -> set[int]:
    """Return the processes that read documents now; without the server that they are forked from."""
    return {child.pid for server in documents.fork_servers() for child in server.children(recursive=True)}


async def test_a_pdf_becomes_paragraphs_headings_and_pages(offload: Offload) -> None:
    document = await parsed(offload, pdf(PAGES, title="Great"))
    first, second = (markdown_of(page.html) for page in document.pages)
    assert first == (
        "# The Great Report\n\nThis is the first line of a paragraph that goes on for a while and ends here.\n\n"
        "A second paragraph \\*starts\\*.\n\n- one\n- two"
    )
    assert second == "Page two text"
    assert (document.num_pages, document.total_pages) == (2, 2)
    assert document.metadata["title"] == "Great"
    assert document.metadata["author"] == "A. Weaver"
    assert document.metadata["publishedTime"] == "2025-01-02T03:04:05Z"


async def test_blocks_say_where_they_are_on_the_page(offload: Offload) -> None:
    page = (await parsed(offload, pdf(PAGES))).pages[0]
    heading = page.blocks[0]
    assert (page.width, page.height, heading.kind) == (612, 792, "heading")
    assert heading.box is not None
    left, top, _, height = heading.box
    assert left == pytest.approx(72, abs=3)
    assert 60 < top < 100
    assert 10 < height < 40


async def test_pictures_are_blocks_with_their_place(offload: Offload) -> None:
    body = documents.scanned_pdf(stamp="A figure of silk, and what it shows.", box=(200, 100, 72, 300))
    [text, picture] = (await parsed(offload, body, whole_pages=True)).pages[0].blocks
    assert (text.kind, picture.kind, picture.html, picture.corners) == ("paragraph", "picture", "", (72, 392, 272, 492))
    icon = documents.scanned_pdf(stamp="Silk.", box=(20, 20, 72, 300))
    assert [block.kind for block in (await parsed(offload, icon, whole_pages=True)).pages[0].blocks] == ["paragraph"]


def test_a_page_whose_layout_fails_is_given_as_plain_text_and_others_as_they_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    second = "Page two text"

    def fail_on_second(runs: Sequence[TextRun], *rest: Any, **drawn: Any) -> Iterator[Block]:
        if second in {one.text for one in runs}:
            raise ValueError("no column")
        return blocks(runs, *rest, **drawn)

    # No page is known whose layout fails.
    monkeypatch.setattr(pdf_reader, "blocks", fail_on_second)
    body = pdf(PAGES)
    order = Order(size=len(body), seconds=60, whole_pages=True)
    *pages, end = pdf_reader.lines(body, order, pdf_reader.parser(), None, ())
    assert [one.page.html for one in pages if isinstance(one, PageRead)][1] == f"<p>{second}</p>"
    assert "<h1>The Great Report</h1>" in pages[0].page.html  # type: ignore[union-attr]
    assert isinstance(end, End)
    assert end.warnings == ("The layout of pages 2 could not be read: their lines are given as plain text.",)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_reading_a_pdf_reserves_hardly_more_memory_than_it_uses() -> None:
    script = (
        "import sys\n"
        "from gossamer.content.documents import child, pdf\n"
        "from gossamer.content.documents.answers import Order\n"
        "body = sys.stdin.buffer.read()\n"
        "list(child.answer(Order(size=len(body), seconds=60), body, pdf.parser(), None))\n"
        "print(next(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmData')))\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", script], input=pdf(PAGES), env=ENVIRONMENT, capture_output=True, check=True
    )
    assert int(run.stdout) < 400_000


@pytest.mark.skipif(sys.platform != "linux", reason="macOS does not enforce it")
def test_the_limit_of_memory_counts_data_and_no_reserved_addresses() -> None:
    script = (
        "import mmap\n"
        "from gossamer.content.confinement import limit_memory\n"
        "limit_memory(300_000_000)\n"
        "reserved = mmap.mmap(-1, 1 << 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=mmap.PROT_READ)\n"
        "try:\n"
        "    bytearray(400_000_000)\n"
        "except MemoryError:\n"
        "    print('refused')\n"
    )
    run = subprocess.run([sys.executable, "-c", script], env=ENVIRONMENT, capture_output=True, check=True)
    assert run.stdout == b"refused\n"


async def test_only_as_many_pages_are_read_as_asked(offload: Offload) -> None:
    document = await parsed(offload, pdf(PAGES), max_pages=1)
    assert (document.num_pages, document.total_pages, len(document.pages)) == (1, 2, 1)
    assert document.warnings == ("1 of 2 pages were read, as `maxPages` says. Raise it to read more.",)


async def test_a_pdf_of_more_than_a_thousand_pages_is_read_to_its_end(offload: Offload) -> None:
    document = await parsed(offload, pdf([[("Page", 11, 400)]] * 1_001))
    assert (document.num_pages, document.total_pages, document.warnings) == (1_001, 1_001, ())


def test_text_that_is_too_long_is_cut_and_the_cut_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_reader, "_MAX_TEXT", 20)
    body = pdf([[("Silk is strong and light.", 11, 400)]] * 3)
    *pages, end = pdf_reader.lines(body, Order(len(body), 20.0), pdf_reader.parser(), None, ())
    assert isinstance(end, End)
    assert (len(pages), end.truncated) == (1, True)
    assert end.warnings[0].startswith("1 of 3 pages were read: ")


async def test_pages_are_counted_while_they_are_read(offload: Offload) -> None:
    seen: list[tuple[int, int]] = []
    options = ReadingOptions()
    await read(
        pdf(PAGES * 3), "", options, soon(), offload=offload, owner="t", progress=lambda *pages: seen.append(pages)
    )
    assert seen == [(0, 0), *((number, 6) for number in range(1, 7))]


async def test_what_was_filled_in_and_noted_in_a_pdf_is_read(offload: Offload) -> None:
    content = (
        b"BT /F1 11 Tf 72 700 Td (Name of the weaver) Tj 0 -40 Td (Has a loom) Tj 0 -40 Td (Text of the form) Tj ET"
    )
    annotations = [
        b"/Subtype /Widget /FT /Tx /T (name) /V (Ada Lin) /Rect [250 695 400 715]",
        b"/Subtype /Widget /FT /Btn /T (loom) /V /Yes /AS /Yes /Rect [250 655 262 667] /AP << /N << /Yes 7 0 R >> >>",
        b"/Subtype /Text /T (Bo) /Contents (Ask for the price.) /Rect [500 600 520 620]",
        b"/Subtype /Highlight /Contents (Text of the form) /Rect [72 615 200 630]",
    ]
    listed = b" ".join(b"%d 0 R" % number for number in range(8, 12))
    body = assembled(
        [
            b"<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [8 0 R 9 0 R] >> >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            (
                b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Annots 6 0 R "
                b"/Resources << /Font << /F1 5 0 R >> >> >>"
            ),
            b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
            b"[%s]" % listed,
            b"<< /Type /XObject /Subtype /Form /BBox [0 0 12 12] /Length 0 >>\nstream\n\nendstream",
            *(b"<< /Type /Annot %s >>" % one for one in annotations),
        ]
    )
    for turn in (0, 90, 180, 270):
        text = await markdown(offload, body.replace(b"/MediaBox", b"/Rotate %d /MediaBox" % turn))
        assert "Name of the weaver Ada Lin" in text
        assert "Has a loom \u2611" in text
        assert text.endswith("> Bo: Ask for the price.")


async def test_slanted_and_turned_lines_are_read(offload: Offload) -> None:
    lines = [("Silk is strong.", 11, 700), ("Silk is slanted.", 11, 650), ("Silk is turned.", 11, 600)]
    body = pdf([lines]).replace(b"1 0 0 1 72 650", b"1 0 .3 1 7 650").replace(b"1 0 0 1 72 600", b"0 1 -1 0 72 99")
    assert (await markdown(offload, body)).split("\n\n") == ["Silk is strong.", "Silk is slanted.", "Silk is turned."]


async def test_pages_that_lie_on_their_side_or_stand_on_their_head_are_read_as_upright_ones(offload: Offload) -> None:
    rows = [
        ["The table shows the output of each mill in tonnes."],
        ["Mill", "January", "February", "March"],
        ["Aldbury", "120", "130", "140"],
        ["Benton", "210", "220", "230"],
    ]
    quarters = (0, 90, 180, 270)
    body = turned_pdf(rows, [(drawn, shown) for drawn in quarters for shown in quarters])
    document = await parsed(offload, body, whole_pages=True)
    pages = {page.number: [block.html for block in page.blocks] for page in document.pages}
    assert len(pages) == 16
    assert "<td>Benton</td><td>210</td><td>220</td><td>230</td>" in pages[1][-1]
    assert [number for number, blocks in pages.items() if blocks != pages[1]] == []


async def test_a_scan_is_said_to_be_one(offload: Offload) -> None:
    document = await parsed(offload, documents.scanned_pdf())
    assert document.pages[0].scanned
    assert "scans" in document.warnings[0]
    with pytest.raises(OcrRequired, match="holds no text"):
        await parsed(offload, documents.scanned_pdf(), mode="fast")


async def test_what_cannot_be_read_in_time_is_not_begun(offload: Offload) -> None:
    body = pdf([[("Page", 11, 700)]] * 600)
    some = await read(body, "", ReadingOptions(max_pages=3), soon(20), offload=offload, owner="t")
    assert some.num_pages == 3
    with pytest.raises(TooLittleTime, match="600 pages"):
        await read(body, "", ReadingOptions(), soon(1), offload=offload, owner="t")


async def test_numbers_of_a_word_list_are_written_once_and_go_on_after_other_text(offload: Offload) -> None:
    body = documents.numbered_docx([("Silk", 0), ("Moth", 1), ("A word between.", None), ("Cocoon", 1), ("Wool", 0)])
    assert await markdown(offload, body, "a.docx") == (
        "1. Silk\n   1. 1.1. Moth\n\nA word between.\n\n2. 1.2. Cocoon\n\n2) Wool"
    )


async def test_a_word_document_keeps_headings_links_and_tables(offload: Offload) -> None:
    document = await parsed(offload, documents.REPORT, "report.docx")
    assert markdown_of(document.html) == (
        "# Silk report\n\nSilk is strong & light.\n\n[The loom](https://example.org/loom)\n\n"
        "| Fibre | Price |\n| --- | --- |\n| Silk | 12 |\n| Wool | 5 |"
    )
    assert document.metadata == {
        "title": "Weaving & more",
        "author": "A. Weaver",
        "publishedTime": "2025-01-02T03:04:05Z",
        "language": "en",
    }
    assert (document.format, document.num_pages) == ("docx", 0)


async def test_heads_feet_and_comments_of_a_word_document_are_not_lost(offload: Offload) -> None:
    comment = f'<w:comment w:author="Bo">{documents.paragraph("Check.")}</w:comment>'
    parts = {
        "word/header1.xml": f"<w:hdr xmlns:w='w'>{documents.paragraph('Silk today')}</w:hdr>",
        "word/footer1.xml": f"<w:ftr xmlns:w='w'>{documents.paragraph('Bank of Silk, account 48213')}</w:ftr>",
        "word/comments.xml": f"<w:comments xmlns:w='w'>{comment}</w:comments>",
    }
    document = await parsed(offload, documents.docx(documents.paragraph("Silk is strong."), extra=parts))
    assert markdown_of(document.html) == "Silk is strong.\n\nBank of Silk, account 48213\n\n> Bo: Check."
    assert document.metadata["runningHeads"] == ["Silk today"]


async def test_a_style_with_an_outline_level_is_a_heading_in_rtf(offload: Offload) -> None:
    document = await parsed(offload, documents.RTF)
    assert markdown_of(document.html) == "# Silk report\n\nSilk is strong."
    assert document.metadata == {"title": "Silk", "author": "A. Weaver"}


async def test_the_title_page_of_an_e_book_is_not_said_twice(offload: Offload) -> None:
    book = documents.epub({"cover": "<h1>Silk</h1>", "one": "<h1>Silk</h1><p>It is strong.</p>"})
    assert await markdown(offload, book) == "# Silk\n\nIt is strong."


async def test_hidden_sheets_are_read_too(offload: Offload) -> None:
    book = documents.workbook({"Seen": [["a", "b"], [1, 2.5]], "Kept": [["x", "y"], [3, 4]]}, hidden=["Kept"])
    text = await markdown(offload, book)
    assert "| 1 | 2.5 |" in text
    assert "## Kept (hidden)\n\n| x | y |" in text


async def test_hidden_rows_and_columns_are_read_too(offload: Offload) -> None:
    rows: list[list[object]] = [["a", "b", "c"], [], [1, 2, 3], [4, 5, 6]]
    for without in ((3,), ()), ((), (2,)):
        text = await markdown(offload, documents.workbook({"Seen": rows}, without=without))
        assert "| a | b | c |" in text
        assert "| 1 | 2 | 3 |\n| 4 | 5 | 6 |" in text


async def test_cells_lead_where_they_do_in_the_workbook_and_comments_follow_their_sheet(offload: Offload) -> None:
    body = documents.workbook(
        {
            "Prices": [
                ["Product", "Price", "Page"],
                ["Kettle", 24, "see shop"],
                ["Pot", 12, '=HYPERLINK("https://e.org/pot","Pot ""2""")'],
                ["Pan", 9, '=HYPERLINK("https://e.org/"&amp;A4,"Pan")'],
            ],
            "Far": [["a", "b"], [1, "more"]],
        },
        notes={
            "Prices": documents.Noted({"C2": "https://e.org/kettle?a=1&b=2", "A2": "#Far!A1"}, {"B2": "Until Friday"}),
            "Far": documents.Noted({"B1:B2": "https://e.org/far"}, {}),
        },
        hidden=["Far"],
    )
    text = await markdown(offload, body)
    assert "| Kettle | 24 | [see shop](https://e.org/kettle?a=1&b=2) |" in text
    assert '| Pot | 12 | [Pot "2"](https://e.org/pot) |' in text
    assert "https://e.org/)" not in text
    assert "> B2: Ada: Until Friday\n\n## Far" in text
    assert "| a | [b](https://e.org/far) |\n| --- | --- |\n| 1 | [more](https://e.org/far) |" in text


async def test_formulas_that_nobody_has_computed_are_shown(offload: Offload) -> None:
    document = await parsed(offload, documents.workbook({"Seen": [["a", "b"], [2, "=A2+1"]]}))
    assert "| 2 | =A2+1 |" in markdown_of(document.html)
    assert document.warnings[0].startswith("The file holds formulas without values")


@pytest.mark.parametrize(("name", "body"), [("a.csv", b"a;b\n1;2\n"), ("a.tsv", b"a\tb\n1\t2\n")])
async def test_a_table_of_text_is_known_by_its_name(offload: Offload, name: str, body: bytes) -> None:
    assert await markdown(offload, body, name) == "| a | b |\n| --- | --- |\n| 1 | 2 |"


async def test_the_content_decides_and_a_wrong_name_is_told(offload: Offload) -> None:
    document = await parsed(offload, documents.REPORT, "report.pdf")
    assert document.format == "docx"
    assert document.warnings == ("The file is called .pdf, but its content is docx; it was read as that.",)


@pytest.mark.parametrize(
    ("body", "name", "reason"),
    [
        (b"", "a.docx", "The file is empty"),
        (b"  \n", "a.pdf", "The file is empty"),
        (documents.REPORT[:200], "a.docx", "damaged"),
        (b"\x7fELF" + bytes(100), "a.bin", "type that cannot be read"),
        (b"a," * 200_000, "a.csv", "A line of the file is longer"),
    ],
)
async def test_a_file_that_cannot_be_read_says_why(offload: Offload, body: bytes, name: str, reason: str) -> None:
    with pytest.raises(Unsupported, match=reason):
        await parsed(offload, body, name)


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
async def test_a_damaged_pdf_is_refused_or_empty_and_never_an_own_error(offload: Offload, body: bytes) -> None:
    try:
        said = await markdown(offload, body)
    except Unsupported as refusal:
        said = refusal.message
    assert said == "" or "PDF" in said or "document" in said


async def test_a_decompression_bomb_is_refused_by_its_size(offload: Offload) -> None:
    packed = zlib.compress(b" " * 200_000_000, 9)
    stream = b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(packed), packed)
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>"
    body = assembled([b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>", page, stream])
    with pytest.raises(Unsupported, match="unpacks to more than 128 MB"):
        await parsed(offload, body)


async def test_a_zip_bomb_is_refused_by_its_size(offload: Offload) -> None:
    bomb = documents.docx(documents.paragraph("a" * 250_000_000))
    with pytest.raises(Unsupported, match="safety limit"):
        await parsed(offload, bomb)


async def test_entities_and_outside_pictures_are_not_read(offload: Offload, tmp_path: object) -> None:
    body = (
        '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><w:document xmlns:w="http://schemas.openxmlformats.org/'
        'wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>before &x; after</w:t></w:r></w:p></w:body></w:document>'
    )
    text = await markdown(offload, documents.docx("", extra={"word/document.xml": body}))
    assert "before" in text
    assert "root:" not in text


@pytest.mark.parametrize(
    "address", ["file:///etc/passwd", "javascript:alert(1)", "\\\\host\\share", "data:text/html,x"]
)
async def test_links_that_lead_off_the_web_are_text(offload: Offload, address: str) -> None:
    linked = '<w:p><w:hyperlink r:id="l1"><w:r><w:t>here</w:t></w:r></w:hyperlink></w:p>'
    assert await markdown(offload, documents.docx(linked, links={"l1": address})) == "here"


async def test_more_text_than_can_be_returned_is_too_large(offload: Offload, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "_MAX_ANSWER", 1_000)
    with pytest.raises(TooLarge, match="more text"):
        await parsed(offload, pdf(PAGES * 20))


def test_a_document_is_put_together_from_its_lines() -> None:
    page = DocumentPage(1, (Block("paragraph", "<p>港は再建された。</p>", (1.0, 2.0, 3.0, 4.0)),), 612.0, 792.0)
    answer = ChildAnswer()
    assert answer.take(encode_line(PageRead(page, 9))) == PageRead(page, 9)
    answer.take(encode_line(End("pdf", 9, {"title": "港"}, ("w",), truncated=True)))
    assert answer.document() == ParsedDocument("pdf", (page,), 9, {"title": "港"}, ("w",), truncated=True)


def test_a_reading_that_breaks_off_reports_after_which_page() -> None:
    answer = ChildAnswer()
    answer.take(encode_line(PageRead(DocumentPage(1), 9)))
    with pytest.raises(Unsupported, match=r"after page 1 of 9.*Raise `timeout`"):
        answer.document()


def test_what_cannot_be_read_says_why() -> None:
    with pytest.raises(Unsupported, match="locked"):
        ChildAnswer().take(encode_line(Refusal("locked")))


@given(
    st.binary(max_size=300)
    | st.sampled_from([b"[" * 100_000, b"7", b'{"type": "page"}', b'{"type": "end", "format": 3}', b'["refusal"]'])
)
def test_any_other_words_of_a_child_are_no_document(line: bytes) -> None:
    with pytest.raises(Unsupported):
        put_together(line)


async def test_nothing_runs_after_the_deadline(offload: Offload) -> None:
    await parsed(offload, documents.RTF)
    # The reader may see in time that it cannot finish.
    with pytest.raises((TimedOut, TooLittleTime)):
        await read(pdf(PAGES * 500), "", ReadingOptions(), soon(0.05), offload=offload, owner="t")
    await gone()


async def test_nothing_runs_after_cancellation(offload: Offload) -> None:
    await parsed(offload, documents.RTF)
    task = asyncio.create_task(parsed(offload, pdf(PAGES * 500)))
    while not forks():  # noqa: ASYNC110 - the process table raises no event
        await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await gone()


async def test_a_lost_server_is_started_again(offload: Offload) -> None:
    await parsed(offload, documents.RTF)
    for server in documents.fork_servers():
        server.kill()
    assert await markdown(offload, documents.RTF) == "# Silk report\n\nSilk is strong."


def put_together(line: bytes) -> ParsedDocument:
    answer = ChildAnswer()
    answer.take(line)
    return answer.document()


async def gone() -> None:
    """Return when no fork runs; a process that was killed takes a moment to end."""
    while forks():  # noqa: ASYNC110 - the process table raises no event
        await asyncio.sleep(0.01)


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
