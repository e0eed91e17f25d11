"""Tables of text are read in whatever encoding they were exported, under whatever name and label they come."""

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
import pytest_asyncio

from gossamer.content.documents import ReadingOptions, is_document, read
from gossamer.content.markdown import markdown_of
from gossamer.content.offload import Offload
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import Unsupported
from tests import documents

# A head and two rows, in the encodings that such tables are exported in.
EXPORTS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "名前,数量 表示,5 能力,7": (("shift_jis", "euc-jp"), ("shift_jis", "euc-jp")),
    "姓名,城市 张伟,北京市 王芳,上海市": (("gbk", "gb18030"), ("gb2312", "gbk")),
    "姓名,城市 張偉,臺北市 王芳,高雄市": (("big5",), ("big5",)),
    "이름,도시 김철수,서울특별시 이영희,부산광역시": (("euc-kr",), ("euc-kr",)),
    "Имя;Город Щукин;Москва Петрова;Казань": (("cp1251", "koi8-r", "cp866"), ("windows-1251", "koi8-r", "ibm866")),
    "Jméno;Město Žluťoučký;Plzeň Řehoř;Ústí": (("cp1250", "iso-8859-2"), ("windows-1250", "iso-8859-2")),
    "Όνομα;Πόλη Γιώργος;Αθήνα Ελένη;Λάρισα": (("cp1253",), ("windows-1253",)),
    "İsim;Şehir Ayşe;İstanbul Çağla;Beyoğlu": (("cp1254",), ("windows-1254",)),
    "الاسم;المدينة أحمد;القاهرة فاطمة;الرياض": (("cp1256",), ("windows-1256",)),
}
WRITTEN = [
    (text, encoding, label)
    for text, (encodings, labels) in EXPORTS.items()
    for encoding, label in zip(encodings, labels, strict=False)
]
TABLE = "| a | b |\n| --- | --- |\n| 1 | 2 |"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def offload() -> AsyncIterator[Offload]:
    async with Offload() as offload:
        yield offload


async def markdown(offload: Offload, body: bytes, name: str = "", media_type: str = "", charset: str = "") -> str:
    deadline = Deadline.after(timedelta(seconds=20))
    options = ReadingOptions(name=name, charset=charset)
    return markdown_of((await read(body, media_type, options, deadline, offload=offload, owner="t")).html)


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(("text", "encoding", "label"), WRITTEN, ids=[encoding for _, encoding, _ in WRITTEN])
async def test_a_table_is_read_in_its_encoding_whether_it_is_declared_or_not(
    offload: Offload, text: str, encoding: str, label: str
) -> None:
    body = text.replace(" ", "\r\n").encode(encoding)
    for charset in ("", label):
        found = await markdown(offload, body, "a.csv", "text/csv", charset)
        assert [cell for cell in text.replace(" ", ";").replace(",", ";").split(";") if cell not in found] == []


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(
    "text",
    ["sep=;\na;b\n1;2\n", "SEP=;\r\na;b\r\n1;2\r\n", '"sep=;"\r\na;b\r\n1;2\r\n',
     "\ufeffsep=|\na|b\n1|2\n", "sep=\t\na\tb\n1\t2"],
)  # fmt: skip
async def test_a_line_that_names_the_separator_is_no_row(offload: Offload, text: str) -> None:
    assert await markdown(offload, text.encode(), "a.csv") == TABLE


@pytest.mark.asyncio(loop_scope="module")
async def test_the_named_separator_is_believed_where_others_stand_in_the_cells(offload: Offload) -> None:
    found = await markdown(offload, b'sep=#\na,b#c\n"1,2#3"#4\n', "a.csv")
    assert found == "| a,b | c |\n| --- | --- |\n| 1,2#3 | 4 |"


@pytest.mark.asyncio(loop_scope="module")
async def test_a_cell_of_the_whole_file_is_no_own_error(offload: Offload) -> None:
    assert "kettle" in await markdown(offload, b'sep=;\n"' + b"kettle\n" * 40_000, "a.csv")


@pytest.mark.parametrize(
    ("media_type", "name"),
    [
        ("application/vnd.ms-excel", ""), ("application/vnd.ms-excel", "a.xls"), ("application/msexcel", ""),
        ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "a.xlsx"),
        ("text/comma-separated-values", ""), ("text/x-csv", ""), ("application/x-csv", ""), ("text/tsv", ""),
        ("application/force-download", "a.csv"), ("application/download", "a.tsv"),
        ("application/x-msdownload", "a.tab"),
        ("application/octet-stream", "a.csv"), ("application/octet-stream", "a.xls"), ("", "a.csv"),
        ("text/plain", "a.csv"), ("text/html", "a.csv"), ("garbage", "a.csv"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("body", [b"a;b\r\n1;2\r\n", "a;b\r\n1;2\r\n".encode("utf-16")], ids=["utf-8", "utf-16"])
@pytest.mark.asyncio(loop_scope="module")
async def test_text_that_is_sent_as_a_sheet_is_a_table(
    offload: Offload, body: bytes, media_type: str, name: str
) -> None:
    assert is_document(body, media_type, name) == "office"
    assert await markdown(offload, body, name, media_type) == TABLE


@pytest.mark.parametrize(
    ("body", "media_type", "name"),
    [
        (b"<html><table><tr><td>1</table>", "application/vnd.ms-excel", "a.xls"),
        (b"<table><tr><td>1</table>", "application/octet-stream", "a.xls"),
        (b"<table><tr><td>1</table>", "text/html", "a.csv"),
        (b"<!doctype html><p>Sign in", "text/html", "a.csv"),
        (b"Just some words.", "application/msword", "a.doc"),
        (b"Just some words.", "application/pdf", "a.pdf"),
        (b"a,b\n1,2\n", "text/plain", "a.txt"),
        (b'{"a": 1}', "application/json", "a.csv"),
    ],
)
def test_a_page_or_a_text_is_none_whatever_it_is_called(body: bytes, media_type: str, name: str) -> None:
    assert is_document(body, media_type, name) is None


@pytest.mark.asyncio(loop_scope="module")
async def test_a_workbook_that_is_cut_off_is_damaged_and_no_table(offload: Offload) -> None:
    body = documents.workbook({"Seen": [["a", "b"], [1, 2]]})[:200]
    with pytest.raises(Unsupported, match="damaged"):
        await markdown(offload, body, "a.xlsx")
