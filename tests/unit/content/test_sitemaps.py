"""Sitemaps of all kinds, sound and broken, read in pieces of any size."""

import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gossamer.content.sitemaps import SitemapParser
from gossamer.core.urls import web_url
from gossamer.ports.sites import SitemapEntry

AT = web_url("https://example.org/maps/sitemap.xml")
NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


def read(body: str | bytes, *, step: int = 65_536, charset: str = "") -> tuple[SitemapParser, list[SitemapEntry]]:
    data = body.encode() if isinstance(body, str) else body
    parser = SitemapParser(AT, charset=charset)
    entries = [entry for start in range(0, len(data), step) for entry in parser.feed(data[start : start + step])]
    return parser, entries + parser.close()


def urls(body: str | bytes, **options: object) -> list[str]:
    return [entry.url for entry in read(body, **options)[1]]  # type: ignore[arg-type]


def urlset(*inside: str) -> str:
    return f'<?xml version="1.0" encoding="UTF-8"?><urlset {NAMESPACE}>{"".join(inside)}</urlset>'


def test_a_sitemap_gives_its_pages_in_order() -> None:
    body = urlset(
        "<url><loc>https://example.org/b</loc><lastmod>2026-01-01</lastmod></url>",
        "<url><priority>0.5</priority><loc>\n  https://example.org/a \n</loc></url>",
    )
    assert urls(body) == ["https://example.org/b", "https://example.org/a"]


def test_an_index_gives_nested_sitemaps() -> None:
    body = f"<sitemapindex {NAMESPACE}><sitemap><loc>/maps/1.xml.gz</loc></sitemap></sitemapindex>"
    assert read(body)[1] == [SitemapEntry(web_url("https://example.org/maps/1.xml.gz"), nested=True)]


def test_prefixes_of_the_namespace_make_no_difference() -> None:
    body = f'<sm:urlset xmlns:sm="x"><sm:url><sm:loc>https://example.org/a</sm:loc></sm:url></sm:urlset>'  # noqa: F541
    assert urls(body) == ["https://example.org/a"]


def test_pictures_and_videos_are_no_pages_and_news_have_titles() -> None:
    body = urlset(
        "<url><image:image><image:loc>https://example.org/a.png</image:loc><image:title>Picture</image:title>"
        "</image:image><loc>https://example.org/a</loc><news:news><news:publication><news:name>Gazette</news:name>"
        "</news:publication><news:title>Webs &amp; <![CDATA[<b>threads</b>]]></news:title></news:news></url>",
        "<url><loc>https://example.org/v</loc><video:video><video:content_loc>https://example.org/v.mp4"
        "</video:content_loc><video:title>How to weave</video:title></video:video></url>",
        "<url><loc>https://example.org/p</loc><image:image><image:title>Picture</image:title></image:image></url>",
    )
    assert read(body)[1] == [
        SitemapEntry(web_url("https://example.org/a"), title="Webs & <b>threads</b>"),
        SitemapEntry(web_url("https://example.org/v"), title="How to weave"),
        SitemapEntry(web_url("https://example.org/p")),
    ]


def test_a_feed_gives_what_it_publishes() -> None:
    body = """<rss version="2.0"><channel><title>Gazette</title><link>https://example.org/</link>
    <atom:link rel="self" href="https://example.org/feed"/>
    <item><title>One &amp; two</title><link>https://example.org/1</link><guid>7</guid></item>
    <item><title><![CDATA[Three]]></title><guid isPermaLink="true">https://example.org/3</guid>
    <description><![CDATA[<a href="https://elsewhere.example">x</a> <link>https://no.example/</link>]]></description>
    </item></channel></rss>"""
    assert read(body)[1] == [
        SitemapEntry(web_url("https://example.org/1"), title="One & two"),
        SitemapEntry(web_url("https://example.org/3"), title="Three"),
    ]


def test_an_atom_feed_gives_its_alternate_links() -> None:
    body = """<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://example.org/"/><entry><title>One</title>
    <link rel="edit" href="/edit/1"/><link rel='alternate' href='/1?a=1&amp;b=2'/><id>tag:1</id></entry>
    <entry><title>Two</title><id>https://example.org/2</id></entry></feed>"""
    assert read(body)[1] == [
        SitemapEntry(web_url("https://example.org/1?a=1&b=2"), title="One"),
        SitemapEntry(web_url("https://example.org/2"), title="Two"),
    ]


def test_a_text_sitemap_has_a_page_on_each_line() -> None:
    body = "# pages\nhttps://example.org/a\r\n  https://example.org/b  \n\nnot a page\nhttps://example.org/c"
    assert urls(body) == [f"https://example.org/{name}" for name in "abc"]


@pytest.mark.parametrize(
    ("damaged", "expected"),
    [
        ("<url><loc>https://example.org/a?x=1&y=2&copy=3</loc></url>", ["https://example.org/a?x=1&y=2&copy=3"]),
        ("<url><loc>https://example.org/a</url><url><loc>https://example.org/b</loc></url>", ["a", "b"]),
        ("<url><loc>https://example.org/a</loc><url><loc>https://example.org/b</loc></url>", ["a", "b"]),
        ("<url><loc>https://example.org/a</loc></url><url><loc>https://example.org/trunc", ["a"]),
        ("<url><loc>https://example.org/a</loc></url><url><loc>https://example.org/b</loc><lastm", ["a", "b"]),
        ("<loc>https://example.org/a</loc><loc>https://example.org/b</loc>", ["a", "b"]),
        ("<url><loc>not a url</loc></url><url><loc>https://example.org/b</loc></url>", ["maps/not%20a%20url", "b"]),
        ("<url><loc>mailto:x@example.org</loc></url><url><loc></loc></url><url/>", []),
        ("<URL><LOC>https://example.org/a</LOC></URL>", ["a"]),
        ("\x01<url><loc>https://example.org/a</loc></url>\x02", ["a"]),
        ("<url><loc><![CDATA[https://example.org/a?x=1&y=2]]></loc></url>", ["https://example.org/a?x=1&y=2"]),
    ],
)
def test_damage_costs_no_more_than_what_is_damaged(damaged: str, expected: list[str]) -> None:
    whole = [name if name.startswith("https:") else f"https://example.org/{name}" for name in expected]
    assert urls(f"<urlset {NAMESPACE}>{damaged}") == whole


def test_what_stands_in_a_comment_does_not_count() -> None:
    body = urlset(
        "<!-- <url><loc>https://example.org/old</loc></url> --><url><loc>https://example.org/a</loc></url>",
        "<!----><url><loc>https://example.org/b</loc></url><!-- <![CDATA[ -->",
        "<url><loc>https://example.org/c</loc></url><!-- to the end",
    )
    assert urls(body) == [f"https://example.org/{name}" for name in "abc"]


def test_no_entity_is_expanded_and_nothing_is_included() -> None:
    bomb = "".join(f'<!ENTITY x{n} "{f"&x{n - 1};" * 10}">' for n in range(1, 30))
    body = (
        f'<!DOCTYPE urlset [<!ENTITY x0 "lol"><!ENTITY file SYSTEM "file:///etc/passwd">{bomb}]>'
        f"<urlset {NAMESPACE}><url><loc>https://example.org/&file;/&x29;/a</loc></url></urlset>"
    )
    assert urls(body) == ["https://example.org/&file;/&x29;/a"]


def test_relative_addresses_start_from_the_sitemap() -> None:
    assert urls(urlset("<url><loc>page</loc></url><url><loc>//b.example/c</loc></url>")) == [
        "https://example.org/maps/page",
        "https://b.example/c",
    ]


@pytest.mark.parametrize(
    ("encoding", "declared", "charset"),
    [
        ("utf-8", "utf-8", ""),
        ("utf-8-sig", "iso-8859-1", ""),
        ("utf-16", "utf-16", ""),
        ("utf-16-le", "utf-8", ""),
        ("utf-16-be", "utf-8", ""),
        ("windows-1252", "iso-8859-1", ""),
        ("windows-1252", "rot13", "latin1"),
        ("windows-1252", "", ""),
        ("utf-8", "iso-8859-1", "iso-8859-1"),
    ],
)
def test_the_encoding_is_found(encoding: str, declared: str, charset: str) -> None:
    head = f'<?xml version="1.0" encoding="{declared}"?>' if declared else ""
    news = "<news:title>Grüße</news:title>" + " " * 2000
    body = f"{head}<urlset {NAMESPACE}><url><loc>https://example.org/café</loc>{news}</url></urlset>".encode(encoding)
    assert read(body, charset=charset, step=700)[1] == [
        SitemapEntry(web_url("https://example.org/caf%C3%A9"), title="Grüße")
    ]


def test_a_declared_multi_byte_encoding_is_believed_from_the_first_byte_that_is_no_utf_8() -> None:
    title = "<news:title>日本語</news:title>"
    body = f'<?xml version="1.0" encoding="Shift_JIS"?><urlset><url><loc>https://e.org/</loc>{title}</url></urlset>'
    assert read(body.encode("shift_jis"), step=100)[1][0].title == "日本語"


@pytest.mark.parametrize(
    "body",
    [
        "<!doctype html><html><head><title>Not found</title></head><body><a href='/'>x</a></body></html>",
        "<html><body><p>https://example.org/a</p></body></html>",
        "",
        "Not found",
        '{"urls": ["https://example.org/a"]}',
        "<?xml version='1.0'?><Error><Code>AccessDenied</Code></Error>",
        gzip.compress(b"not unpacked", mtime=0),
    ],
)
def test_what_is_no_sitemap_is_not_taken_for_one(body: str | bytes) -> None:
    parser, entries = read(body)
    assert (entries, parser.recognised) == ([], False)


@pytest.mark.parametrize("body", [urlset(), "<rss><channel/></rss>", f"<sitemapindex {NAMESPACE}/>"])
def test_a_sitemap_without_entries_is_one(body: str) -> None:
    assert read(body)[0].recognised


def test_noise_before_the_document_is_passed_over() -> None:
    assert urls("\n<br />\n<b>Warning</b>: x in <b>y.php</b>\n" + urlset("<url><loc>/a</loc></url>")) == [
        "https://example.org/a"
    ]


SAMPLE = urlset(
    "<!-- a --><url><loc>https://example.org/1?a=1&amp;b=2</loc><news:title><![CDATA[A & b]]></news:title></url>\n",
    "<url><loc><![CDATA[ https://example.org/ü ]]></loc></url><sitemap><loc>/3</loc></sitemap>",
)


@given(st.integers(min_value=1, max_value=len(SAMPLE.encode())))
def test_the_size_of_the_pieces_makes_no_difference(step: int) -> None:
    assert read(SAMPLE, step=step)[1] == [
        SitemapEntry(web_url("https://example.org/1?a=1&b=2"), title="A & b"),
        SitemapEntry(web_url("https://example.org/%C3%BC")),
        SitemapEntry(web_url("https://example.org/3"), nested=True),
    ]


@given(st.binary(max_size=300), st.integers(min_value=1, max_value=50))
def test_no_bytes_make_it_fail(noise: bytes, step: int) -> None:
    read(noise, step=step)
    read(b"<urlset><url><loc>" + noise + b"</loc></url>", step=step)
    read(b"<rss><item>" + noise, step=step)


@pytest.mark.parametrize(
    "endless",
    [
        "<url>",
        "<loc",
        "<",
        "</url ",
        "<![CDATA[",
        "<!--",
        "<!---->",
        "<loc>",
        "<a:title>",
        "&#1",
        "<item>",
        "<link a='",
    ],
)
def test_hostile_repetition_takes_time_in_proportion_and_is_not_kept(endless: str) -> None:
    parser = SitemapParser(AT)
    parser.feed(b"<urlset>" if "item" not in endless and "link" not in endless else b"<rss>")
    piece = (endless * (65_536 // len(endless))).encode()
    for _ in range(40):
        parser.feed(piece)
    assert len(parser._held) < 700_000
