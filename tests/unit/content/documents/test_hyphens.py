"""A hyphen at which no line may end is a hyphen in every format, and one that only lets a line end is none."""

import pytest

from gossamer.content.markdown import markdown_of
from tests.documents import docx, epub, paragraph, workbook
from tests.unit.content.documents.conftest import Read

pytestmark = pytest.mark.one_loop

_RUN = "<w:p><w:r><w:t>well</w:t><w:noBreakHyphen/><w:t>known co</w:t><w:softHyphen/><w:t>op</w:t></w:r></w:p>"


@pytest.mark.parametrize(
    "body",
    [
        docx(_RUN),
        docx(_RUN.replace("<w:noBreakHyphen/>", "<w:noBreakHyphen></w:noBreakHyphen>")),
        docx(paragraph("well\u2011known co\u00adop")),
        rb"{\rtf1\ansi well\_known co\-op\par}",
        rb"{\rtf1\ansi well\u8209?known co\u173?op\par}",
        epub({"one": "<p>well\u2011known co&#173;op</p>"}),
        workbook({"Sheet": [["Term"], ["well\u2011known co\u00adop"]]}),
    ],
    ids=["docx", "docx of two tags", "docx characters", "rtf", "rtf characters", "epub", "xlsx"],
)
async def test_compounds_keep_their_hyphen(parse: Read, body: bytes) -> None:
    assert "well-known coop" in markdown_of((await parse(body)).html)


async def test_notes_and_comments_of_word_keep_theirs(parse: Read) -> None:
    comments = f"<w:comments xmlns:w='w'><w:comment w:author='Bo'>{_RUN}</w:comment></w:comments>"
    body = docx(paragraph("Silk."), extra={"word/comments.xml": comments})
    assert "> Bo: well-known coop" in markdown_of((await parse(body)).html)
