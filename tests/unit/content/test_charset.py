"""Text comes out as its author wrote it, whatever the labels say."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gossamer.content.charset import decode, storable

RUSSIAN = "Привет, мир: это страница, обычный русский текст."
JAPANESE = "日本語のページです。文字化けしてはいけません。"


@pytest.mark.parametrize(
    ("text", "encoding", "label"),
    [
        ("café crème", "cp1252", "iso-8859-1"),
        (RUSSIAN, "cp1251", "windows-1251"),
        (RUSSIAN, "koi8-r", "koi8-r"),
        (JAPANESE, "shift_jis", "Shift_JIS"),
        (JAPANESE, "euc_jp", "x-euc-jp"),
        (JAPANESE, "iso2022_jp", "iso-2022-jp"),
        ("한국어 페이지입니다", "euc_kr", "ks_c_5601-1987"),
        ("中文网页内容测试", "gb18030", "gb2312"),
        ("中文網頁內容測試", "big5", "big5"),
        ("Ελληνικά κείμενο", "iso8859_7", "greek"),
    ],
)
def test_a_labelled_page_is_read_in_its_encoding(text: str, encoding: str, label: str) -> None:
    body = text.encode(encoding)
    assert decode(body, content_type=f"text/html; charset={label}") == text
    assert decode(f"<meta charset={label}>".encode() + body).endswith(text)


def test_a_byte_order_mark_beats_every_label() -> None:
    for encoding in ("utf-8-sig", "utf-16", "utf-32"):
        assert decode(JAPANESE.encode(encoding), content_type="text/html; charset=latin1") == JAPANESE


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_without_any_label_is_recognised(encoding: str) -> None:
    assert decode("<html><p>Grüße</p></html>".encode(encoding)) == "<html><p>Grüße</p></html>"


def test_utf8_is_read_as_such_though_it_is_labelled_latin() -> None:
    assert decode("naïve".encode(), content_type="text/html; charset=iso-8859-1") == "naïve"


@pytest.mark.parametrize("claim", ["text/html; charset=utf-8", "text/html; charset=unheard-of", "text/html"])
def test_a_lying_or_unknown_label_gives_way_to_the_text_itself(claim: str) -> None:
    assert decode(RUSSIAN.encode("cp1251"), content_type=claim) == RUSSIAN
    assert decode(b"<meta charset=utf-8>" + RUSSIAN.encode("cp1251"), content_type=claim).endswith(RUSSIAN)


def test_a_servers_default_label_gives_way_to_the_page_and_its_text() -> None:
    body = b"<meta charset=windows-1251>" + RUSSIAN.encode("cp1251")
    assert decode(body, content_type="text/html; charset=iso-8859-1").endswith(RUSSIAN)


def test_a_commented_label_is_none() -> None:
    body = b"<!-- <meta charset=koi8-r> --><meta charset=windows-1251>" + RUSSIAN.encode("cp1251")
    assert decode(body).endswith(RUSSIAN)


def test_a_few_broken_bytes_leave_the_rest_readable() -> None:
    read = decode("é".encode() * 500 + b"\xff\xfe" + b" end", content_type="text/html; charset=utf-8")
    assert read.startswith("éé")
    assert read.endswith(" end")
    assert "\ufffd" in read


@given(st.binary(max_size=200), st.text(max_size=20))
def test_any_bytes_under_any_label_become_text_without_nul(body: bytes, label: str) -> None:
    assert "\x00" not in decode(body, content_type=f"text/html; charset={label}")


@given(st.text(alphabet=st.characters(), max_size=100))
def test_what_is_storable_can_be_sent_and_kept(text: str) -> None:
    kept = storable(text)
    assert json.loads(json.dumps(kept).encode()) == kept
    assert not any(character in kept for character in "\x00\x0b\x1b\x7f\ud800")


@pytest.mark.parametrize(
    ("encoding", "link", "written"),
    [
        ("gbk", "<a href='/s?n=红170#红'>", "<a href='/s?n=%BA%EC170#红'>"),
        ("shift_jis", '<a href="?q=港">', '<a href="?q=%8D%60">'.replace("%60", "`")),
        ("windows-1252", "<a href=/é?q=é>", "<a href=/é?q=%E9>"),
        ("windows-1251", '<a HREF = "?q=море&amp;p=1">', '<a HREF = "?q=%EC%EE%F0%E5&amp;p=1">'),
        ("utf-8", "<a href='/s?n=红'>", "<a href='/s?n=红'>"),
        ("gbk", "<p>href 红? 红</p>", "<p>href 红? 红</p>"),
    ],
)
def test_the_query_of_a_link_has_the_bytes_of_the_page(encoding: str, link: str, written: str) -> None:
    prose = {"gbk": "港口在风暴之后重建。", "shift_jis": "港は嵐のあとに再建された。", "windows-1251": "Гавань"}.get(
        encoding, "é"
    )
    page = f"<meta charset={encoding}><p>{prose * 20}</p>{link}"
    assert written in decode(page.encode(encoding.replace("windows-", "cp")))
