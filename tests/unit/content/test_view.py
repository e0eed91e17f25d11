"""One page, each form computed once, and none for a file that cannot be read."""

import pytest

from gossamer.content.documents import DocumentPage, ParsedDocument
from gossamer.content.documents.model import Block
from gossamer.content.page_view import Selection
from gossamer.core.errors import Unsupported
from tests.unit.content.pages import WHOLE, view

RSS = (
    b"<?xml version='1.0'?><rss version='2.0'><channel><title>News &amp; more</title><description>D</description>"
    b"<item><title>First</title><link>/1</link><pubDate>Mon</pubDate>"
    b"<description>&lt;p&gt;Hi &lt;b&gt;x&lt;/b&gt;&nbsp;&lt;/p&gt;"
    b"&lt;script&gt;no&lt;/script&gt;</description></item></channel></rss>"
)


def test_forms_do_not_disturb_each_other() -> None:
    page = view("<nav><a href=/n>n</a></nav><main><h1>T</h1><p>text</p></main>")
    first = page.markdown(WHOLE), page.html(WHOLE), page.links
    main = page.markdown(Selection())
    assert (page.markdown(WHOLE), page.html(WHOLE), page.links) == first
    assert page.markdown(Selection()) == main
    assert page.raw_html == "<nav><a href=/n>n</a></nav><main><h1>T</h1><p>text</p></main>"


def test_a_selection_is_read_from_the_whole_page_not_from_its_main_content() -> None:
    page = view("<footer id=f>foot</footer><main><h1>T</h1><p>text</p></main>")
    assert page.markdown(Selection(include_tags=("#f",))) == "foot"


def test_json_stands_in_a_block_as_it_is_written() -> None:
    assert view(b'{"a":1.10}', "application/json").markdown(WHOLE) == '```json\n{"a":1.10}\n```'


def test_text_stays_to_the_letter_and_code_gets_its_language() -> None:
    assert view(b"# a\n  * <b>\n", "text/plain").markdown(WHOLE) == "# a\n  * <b>"
    assert view(b"a{}", "text/css").markdown(WHOLE) == "```css\na{}\n```"


def test_a_feed_is_its_entries() -> None:
    page = view(RSS, "application/rss+xml")
    assert page.markdown(WHOLE) == "# News & more\n\nD\n\n## [First](https://example.org/1)\n\nMon\n\nHi **x**"
    assert page.links == ("https://example.org/1",)
    assert page.metadata == {"title": "News & more"}


def test_other_xml_stands_in_a_block_and_no_entity_is_expanded() -> None:
    laughs = '<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha">' + "".join(
        f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 9)
    )
    page = view((laughs + "]><rss version='2.0'><channel><title>&a8;</title></channel></rss>").encode(), "text/xml")
    assert page.markdown(WHOLE).startswith("```xml\n<?xml")
    assert len(page.markdown(WHOLE)) < 2_000


@pytest.mark.parametrize(
    "body", [b"PK\x03\x04..word/document.xml", b"\x00\x00\x00\x18ftypmp42", b"\x1f\x8b\x08", b"%PDF-1.4"]
)
def test_a_file_nobody_reads_is_refused_with_a_reason(body: bytes) -> None:
    with pytest.raises(Unsupported, match=r"read|parsed"):
        view(body, "application/octet-stream").markdown(WHOLE)


def test_an_image_has_no_text_and_is_its_own_image() -> None:
    page = view(b"\x89PNG\r\n\x1a\n", "text/html")
    assert page.markdown(WHOLE) == ""
    assert page.images == ("https://example.org/dir/page",)


def test_a_parsed_document_takes_the_place_of_its_file() -> None:
    blocks = (Block("heading", "<h1>T</h1>"), Block("paragraph", '<p>x <a href="https://e.org/">y</a></p>'))
    pages = (DocumentPage(1, blocks), DocumentPage(2, (Block("picture", '<img src="https://e.org/p.png">'),)))
    page = view(
        b"%PDF-1.4",
        document=ParsedDocument(
            "pdf", pages, 9, {"author": "A", "description": "(unspecified)"}, ("Page 2 is a scan.",)
        ),
    )
    assert page.markdown(WHOLE) == "# T\n\nx [y](https://e.org/)\n\n![](https://e.org/p.png)"
    assert page.metadata == {"title": "T", "author": "A"}
    assert (page.links, page.images) == (("https://e.org/",), ("https://e.org/p.png",))
    assert "<h1>T</h1>" in page.html(WHOLE)
    assert page.raw_html.startswith("<!DOCTYPE html>")
    assert page.notices(WHOLE) == ("Page 2 is a scan.",)
    assert page.finding is None


def test_nul_and_control_characters_never_come_out() -> None:
    page = view("<title>a\x00b&#8;</title><meta name=x content='y\x01'><p>c\x00d \x0b\x1b e</p><a href='/\x02q'>l</a>")
    everything = repr((page.markdown(WHOLE), page.html(WHOLE), page.raw_html, page.links, dict(page.metadata)))
    assert not any(f"\\x{n:02x}" in everything for n in (0, 1, 2, 8, 11, 27))
