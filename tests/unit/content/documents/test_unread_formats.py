"""A file of a format that is not read is no damaged file."""

import struct

import pytest

from gossamer.core.errors import Unsupported
from tests.documents import compound_file
from tests.unit.content.documents.conftest import Read

pytestmark = pytest.mark.one_loop


def word(version: int) -> bytes:
    """Return a file of an old Word: its stream begins with a number of its own, and the version."""
    return compound_file({"WordDocument": struct.pack("<HH", 0xA5DC, version) + b"Silk is strong.\r"})


@pytest.mark.parametrize(
    ("body", "name", "sentence"),
    [
        (word(104), "", "The file is of Word 95, whose format is not read: .*save it as .docx."),
        (word(101), "a.doc", "of Word 6, .*save it as .docx."),
        (b"\xdb\xa5\x2d\x00" + bytes(500), "a.doc", "of Word 2 or an older Word, .*save it as .docx."),
        (b"\x09\x04\x06\x00" + bytes(500), "a.xls", "of Excel 4 or an older Excel, .*save it as .xlsx."),
        (compound_file({"PP40": bytes(500)}), "a.ppt", "of PowerPoint 4, .*save it as .pptx."),
        (compound_file({"VisioDocument": bytes(500)}), "", "of Visio, .*save it as .pdf."),
        (compound_file({"WordDocument": bytes(500)}), "a.doc", "The file is damaged"),
        (word(104)[:900], "a.doc", "The file is damaged"),
    ],
)
async def test_the_answer_says_what_the_file_is(parse: Read, body: bytes, name: str, sentence: str) -> None:
    with pytest.raises(Unsupported, match=sentence) as refusal:
        await parse(body, name)
    assert refusal.value.code == "SCRAPE_UNSUPPORTED_FILE_ERROR"
