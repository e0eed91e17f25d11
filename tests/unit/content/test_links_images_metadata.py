"""What a page links to, shows, and says about itself."""

import pytest

from gossamer.content.addresses import Base, candidates
from gossamer.core.formats import AttributeSelector
from tests.unit.content.pages import WHOLE, view


@pytest.mark.parametrize(
    ("reference", "address"),
    [
        ("x", "https://h.test/a/x"),
        ("../x?y#z", "https://h.test/x?y#z"),
        ("/x", "https://h.test/x"),
        ("//o.test/x", "https://o.test/x"),
        ("?q", "https://h.test/a/b?q"),
        ("#f", "https://h.test/a/b?c#f"),
        ("", "https://h.test/a/b?c"),
        (" \n sp ace \t", "https://h.test/a/sp%20ace"),
        ("\\x", "https://h.test/x"),
        ("HTTPS://o.test/x", "https://o.test/x"),
        ("mailto:a@b.c", "mailto:a@b.c"),
        ("http://[bad", None),
        ("//", None),
    ],
)
def test_a_reference_is_joined_as_browsers_do(reference: str, address: str | None) -> None:
    assert Base("https://h.test/a/b?c#d").absolute(reference) == address


@pytest.mark.parametrize(
    "odd", ["/x", "/a b", "/a/./b", "/a/.well-known", "/\\x", "/[x", "//o.test/x", "x", "", "/\u00e9", "/\n"]
)
def test_many_references_are_joined_as_each_would_be(odd: str) -> None:
    references = ["/one", odd, "/two?q#f", "https://o.test/three"]
    one_by_one = [Base("https://h.test/a/b").absolute(reference) for reference in references]
    assert Base("https://h.test/a/b").absolutes(references) == one_by_one


def test_links_are_absolute_unique_and_in_order() -> None:
    page = view(
        "<a href=b>b</a><a href='/a'>a</a><a href=b>again</a><a href='javascript:x'>j</a><a href='data:text/html,"
        "x'>d</a>"
        "<a href=''>e</a><a href='mailto:m@x.org'>m</a><a href='tel:1'>t</a><a href='#f'>f</a><area href=c>"
    )
    assert page.links == (
        "https://example.org/dir/b",
        "https://example.org/a",
        "mailto:m@x.org",
        "https://example.org/dir/page#f",
        "https://example.org/dir/c",
    )


def test_images_include_previews_icons_candidates_and_posters() -> None:
    page = view(
        "<head><meta property=og:image content=/og.png><meta name=twitter:image content=/tw.png>"
        "<link rel='shortcut icon' href=/i.ico></head>"
        "<img src=a.png data-src=l.png srcset='a.png 1x, b.png 2x'><picture><source srcset='c.webp'></picture>"
        "<video poster=p.jpg></video><img src='data:image/png;base64,AA'><div style='background: url(bg.png)'></div>"
    )
    assert [address.rpartition("/")[2] for address in page.images] == [
        "og.png", "tw.png", "i.ico", "a.png", "l.png", "b.png", "c.webp", "p.jpg", "bg.png",
    ]  # fmt: skip


def test_a_srcset_may_hold_commas_and_data() -> None:
    assert [c for c, _ in candidates("/w_1,h_2/a.png 100w, data:image/png;base64,AA 2x,b.png")] == [
        "/w_1,h_2/a.png",
        "data:image/png;base64,AA",
        "b.png",
    ]


def test_metadata_has_short_names_and_every_name_the_page_uses() -> None:
    found = view(
        "<html lang=de><head><title> A\n title </title><meta name=Description content=d>"
        "<meta name=keywords content='a, b'>"
        "<meta name=robots content=noindex><meta property=og:title content=ot><meta property=og:image content=/o.png>"
        "<meta property=og:locale:alternate content=fr><meta property=og:locale:alternate content=it>"
        "<meta property=article:tag content=t1><meta property=article:tag content=t2>"
        "<meta property=article:published_time content=2025><meta name=dc.date content=2024>"
        "<meta name=viewport content=w><meta name=author content=x><meta name=author content=y>"
        "<link rel='shortcut icon' href=/f.ico><link rel=canonical href=/canon></head>"
    ).metadata
    assert found == {
        "title": "A title",
        "description": "d",
        "keywords": "a, b",
        "robots": "noindex",
        "language": "de",
        "ogTitle": "ot",
        "og:title": "ot",
        "ogImage": "https://example.org/o.png",
        "og:image": "/o.png",
        "ogLocaleAlternate": ["fr", "it"],
        "og:locale:alternate": ["fr", "it"],
        "articleTag": "t1",
        "article:tag": ["t1", "t2"],
        "publishedTime": "2025",
        "article:published_time": "2025",
        "dcDate": "2024",
        "dc.date": "2024",
        "viewport": "w",
        "author": ["x", "y"],
        "favicon": "https://example.org/f.ico",
        "canonical": "https://example.org/canon",
    }


def test_a_page_cannot_set_what_the_service_reports() -> None:
    found = view(
        "<meta name=statusCode content=1><meta name=creditsUsed content=x><meta name=scrapeId content=y>"
        "<meta name=pageVerdict content=login>"
        "<meta name=url content=z><meta name=proxyUsed content=q><meta name=__proto__ content=p>"
        "<meta name=error content=e>"
    ).metadata
    assert found == {}


def test_the_language_comes_from_wherever_it_is_said() -> None:
    assert view("<meta http-equiv=Content-Language content='fr, en'>").metadata["language"] == "fr"
    assert view("<meta property=og:locale content=pt_BR>").metadata["language"] == "pt-BR"
    assert view("<p>x", headers={"content-language": "it"}).metadata["language"] == "it"


def test_attributes_come_in_document_order_and_a_bad_selector_gives_none() -> None:
    wanted = (AttributeSelector("li", "data-id"), AttributeSelector("[[", "x"))
    selected = view("<ul><li data-id=1><li><li data-id=2></ul>").attributes(wanted)
    assert [entry["values"] for entry in selected.values] == [["1", "2"], []]
    assert "'[['" in selected.notices[0]


@pytest.mark.parametrize("attribute", ["textContent", "innerText", "innerHTML", "value"])
def test_a_property_that_is_no_attribute_says_so(attribute: str) -> None:
    [notice] = view("<h1>Kettles</h1>").attributes((AttributeSelector("h1", attribute),)).notices
    assert f"has the attribute {attribute!r}" in notice
    assert not view("<p>No heading").attributes((AttributeSelector("h1", attribute),)).notices


@pytest.mark.parametrize(
    "name",
    [
        "pixel-9-pro.jpg",
        "transport.jpg",
        "grey-seal.jpg",
        "trans-siberian.webp",
        "empty-harbour.png",
        "lazy-sunday.jpg",
    ],
)
@pytest.mark.parametrize("attribute", ["data-src=/{}", "data-lazy-src=/{}", "data-srcset='/{} 2x'", "srcset='/{} 2x'"])
def test_a_lazy_picture_may_be_called_as_it_likes(attribute: str, name: str) -> None:
    page = view(f"<h1>Pictures</h1><img src='data:image/gif;base64,R0lGODlh' {attribute.format(name)} alt=A>")
    assert page.images == (f"https://example.org/{name}",)
    assert f"![A](https://example.org/{name})" in page.markdown(WHOLE)
