"""Text of images and scanned pages is recognised where tesseract is installed."""

import shutil
import zlib
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import psutil
import pytest
import pytest_asyncio
from PIL import Image

from gossamer.content.documents import NoRecogniser, ParsedDocument, ReadingOptions, Recogniser, find_recogniser, read
from gossamer.content.documents.answers import Scan
from gossamer.content.documents.recognised import read_recognised_text
from gossamer.content.markdown import markdown_of
from gossamer.content.offload import Offload
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import OcrRequired, TimedOut, Unsupported
from tests import documents

pytestmark = pytest.mark.one_loop

needs_tesseract = pytest.mark.skipif(shutil.which("tesseract") is None, reason="tesseract is not installed")
LINES = ("Silk is a strong fibre", "that moths make.")
TEXT = "Silk is a strong fibre that moths make."
HOCR = """
<span class='ocr_line' id='line_1_1' title="bbox 100 100 900 160; baseline 0 -10; x_size 60; x_descenders 9">
<span class='ocrx_word' id='word_1_1' title='bbox 100 100 300 150; x_wconf 96'>Silk</span>
<span class='ocrx_word' id='word_1_2' title='bbox 320 110 500 160; x_wconf 90'><strong>report</strong></span>
<span class='ocrx_word' id='word_1_3' title='bbox 520 110 530 112; x_wconf 3'>~</span>
</span>
<span class='ocr_line' id='line_1_2' title="bbox 100 200 900 230; baseline 0 -10; x_size 31.5; x_descenders 9">
<span class='ocrx_word' id='word_1_4' title='bbox 100 200 400 230; x_wconf 80'>Strong&amp;light,</span>
<span class='ocrx_word' id='word_1_5' title='bbox 800 200 900 230; x_wconf 94'>apart</span>
</span>
<span class='ocr_line' id='line_1_3' title="bbox 100 240 900 270; baseline 0 -10; x_size 28.5; x_descenders 9">
<span class='ocrx_word' id='word_1_6' title='bbox 100 240 400 270; x_wconf 90'>considerably</span>
</span>
"""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def offload() -> AsyncIterator[Offload]:
    async with Offload() as offload:
        yield offload


async def parsed(offload: Offload, body: bytes, seconds: float = 30, **options: object) -> ParsedDocument:
    found = await find_recogniser(None, "eng")
    assert isinstance(found, Recogniser)
    deadline = Deadline.after(timedelta(seconds=seconds))
    how = ReadingOptions(**options)  # type: ignore[arg-type]
    return await read(body, "", how, deadline, offload=offload, owner="t", recogniser=found)


def test_recognised_words_become_runs_in_points() -> None:
    found = read_recognised_text(HOCR, 144)
    assert [run.text for run in found.runs] == ["Silk report", "Strong&light,", "apart", "considerably"]
    heading, first, _, last = found.runs
    assert (heading.left, heading.top, heading.right, heading.bottom) == (50, 50, 250, 80)
    assert first.size == last.size < heading.size
    assert found.confidence == pytest.approx(0.9)


def test_a_picture_without_words_is_recognised_as_nothing() -> None:
    assert read_recognised_text("<div class='ocr_page'></div>", 300).runs == ()


@needs_tesseract
@pytest.mark.parametrize("name", ["PNG", "JPEG", "WEBP", "TIFF"])
async def test_the_text_of_an_image_is_recognised(offload: Offload, name: str) -> None:
    document = await parsed(offload, documents.image(documents.drawn(LINES), name))
    assert (document.format, document.total_pages, document.warnings) == (name.lower(), 1, ())
    assert markdown_of(document.html) == TEXT
    assert (document.pages[0].confidence or 0) > 0.8


@needs_tesseract
async def test_each_page_of_a_tiff_is_recognised(offload: Offload) -> None:
    body = documents.image(documents.drawn(["First page"]), "TIFF", [documents.drawn(["Second page"])])
    document = await parsed(offload, body, whole_pages=True)
    assert [markdown_of(page.html) for page in document.pages] == ["First page", "Second page"]
    assert (await parsed(offload, body, max_pages=1)).num_pages == 1


@needs_tesseract
async def test_transparent_images_and_small_ones_are_recognised(offload: Offload) -> None:
    picture = documents.drawn(LINES).convert("RGBA")
    picture.putalpha(picture.convert("L").point(lambda grey: 255 - grey))
    assert markdown_of((await parsed(offload, documents.image(picture))).html) == TEXT
    small = documents.drawn(LINES).crop((120, 120, 800, 300)).resize((340, 90), Image.Resampling.LANCZOS)
    assert "strong fibre" in markdown_of((await parsed(offload, documents.image(small))).html)


@needs_tesseract
async def test_an_image_without_text_says_so(offload: Offload) -> None:
    document = await parsed(offload, documents.image(documents.drawn([])))
    assert document.warnings == ("No text was found in the image.",)


@needs_tesseract
async def test_a_scanned_page_is_recognised_beside_the_stamp_on_it(offload: Offload) -> None:
    document = await parsed(offload, documents.scanned_pdf(LINES, stamp="Downloaded from the archive", at=300))
    assert markdown_of(document.html) == f"{TEXT}\n\nDownloaded from the archive"
    page = document.pages[0]
    assert (page.scanned, document.warnings) == (False, ())
    box = page.blocks[0].box
    assert box is not None
    assert box[0] == pytest.approx(72, abs=5)


@needs_tesseract
async def test_the_mode_decides_what_is_recognised(offload: Offload) -> None:
    scan, text = documents.scanned_pdf(LINES), documents.pdf([[("Silk is strong and light.", 20, 700)]])
    with pytest.raises(OcrRequired):
        await parsed(offload, scan, mode="fast")
    assert (await parsed(offload, text)).pages[0].confidence is None
    anew = (await parsed(offload, text, mode="ocr")).pages[0]
    assert markdown_of(anew.html).endswith("Silk is strong and light.")
    assert (anew.confidence or 0) > 0.8


@needs_tesseract
async def test_recognition_ends_at_the_deadline(offload: Offload) -> None:
    body = documents.image(documents.drawn(["fibre silk moth " * 4] * 38, size=20))
    with pytest.raises(TimedOut):
        await parsed(offload, body, seconds=0.7)
    children = psutil.Process().children(recursive=True)
    assert not [child for child in children if documents.runs(child, "tesseract")]


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"\x89PNG\r\n\x1a\n", "damaged"),
        (documents.image(documents.drawn(LINES))[:600], "damaged"),
        (b"II*\x00" + bytes(40), "damaged"),
        (b"\xff\xd8\xff" + b"x" * 400, "damaged"),
    ],
)
async def test_damaged_images_are_refused(offload: Offload, body: bytes, reason: str) -> None:
    unused = Recogniser("/nonexistent", "eng")
    deadline = Deadline.after(timedelta(seconds=20))
    with pytest.raises(Unsupported, match=reason):
        await read(body, "", ReadingOptions(), deadline, offload=offload, owner="t", recogniser=unused)


async def test_an_image_that_unpacks_to_too_much_is_refused(offload: Offload) -> None:
    header = b"IHDR" + (40_000).to_bytes(4, "big") * 2 + b"\x08\x00\x00\x00\x00"
    chunk = b"\x00\x00\x00\x0d" + header + zlib.crc32(header).to_bytes(4, "big")
    bomb = b"\x89PNG\r\n\x1a\n" + chunk + b"\x00\x00\x00\x00IDAT\x35\xaf\x06\x1e"
    deadline = Deadline.after(timedelta(seconds=20))
    with pytest.raises(Unsupported, match="million pixels"):
        await read(bomb, "", ReadingOptions(), deadline, offload=offload, owner="t", recogniser=Recogniser("", "eng"))


async def test_images_are_not_read_without_a_recogniser(offload: Offload) -> None:
    body, deadline = documents.image(documents.drawn(LINES)), Deadline.after(timedelta(seconds=20))
    with pytest.raises(Unsupported, match="not available"):
        await read(body, "", ReadingOptions(), deadline, offload=offload, owner="t")


async def test_a_recogniser_that_fails_leaves_a_scan_a_scan(offload: Offload) -> None:
    broken = Recogniser("/nonexistent", "eng")
    deadline = Deadline.after(timedelta(seconds=20))
    body = documents.scanned_pdf(LINES)
    document = await read(body, "", ReadingOptions(), deadline, offload=offload, owner="t", recogniser=broken)
    assert document.pages[0].scanned
    assert document.warnings == ("All pages are scans: pictures without text. Their text could not be recognised.",)


async def test_only_whole_pictures_are_recognised() -> None:
    nobody = Recogniser("/nonexistent", "eng")
    deadline = Deadline.after(timedelta(seconds=5))
    assert await nobody.recognise(Scan(1, 10, 10, 300, b"short"), deadline) == b""


async def test_what_keeps_recognition_from_working_is_named(tmp_path: Path) -> None:
    off = await find_recogniser("none", "eng")
    gone = await find_recogniser(str(tmp_path / "tesseract"), "eng")
    assert isinstance(off, NoRecogniser)
    assert isinstance(gone, NoRecogniser)
    assert (off.reason, off.remedy) == ("switched off by GOSSAMER_TESSERACT", "")
    assert gone.reason.endswith("is no program")
    assert "tesseract-ocr" in gone.remedy


@needs_tesseract
async def test_a_language_without_data_is_named() -> None:
    found = await find_recogniser(None, "eng+xyz")
    assert isinstance(found, NoRecogniser)
    assert found.reason.endswith("has no data for xyz")
