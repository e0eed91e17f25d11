"""A scan of a page gives its elements, their attributes and its visible text."""

import pytest

from gossamer.content.page import scan, signs, visible
from gossamer.content.page_view import words
from gossamer.content.tree import parse


def scanned(html: str) -> scan.Scan:
    return scan.Scan(parse(html, "https://example.org/").document.html)


def text(html: str) -> str:
    page = scanned(html)
    return visible.read_text(page, page.elements("body")[0])


def test_values_of_attributes_come_without_escapes() -> None:
    page = scanned("""<a href="/?a=1&amp;b=&quot;2&quot;" title='&lt;&amp;amp;&gt;&nbsp;'>x</a>""")
    [link] = page.elements("a")
    assert page.attr(link, "href") == '/?a=1&b="2"'
    assert page.attr(link, "rel") is None
    assert page.attributes(link) == {"href": '/?a=1&b="2"', "title": "<&amp;>\xa0"}


def test_elements_come_in_document_order() -> None:
    page = scanned("<p>one<img src=a><p>two<svg><image href=b></svg><x-y></x-y>")
    assert [page.tag(number) for number in page.elements("image", "p", "img", "x-y")] == ["p", "img", "p", "image"]


def test_elements_with_a_noted_attribute_are_found() -> None:
    page = scanned("<p style='color: red'>a<p data-style=x>b<b id=c style>d")
    assert [page.tag(number) for number in page.noted("style")] == ["p", "b"]


def test_the_end_of_a_foreign_element_named_like_one_without_content_ends_nothing_else() -> None:
    page = scanned("<div id=box><svg><link>te</link><path></path></svg><p>inside</p></div><p>outside</p>")
    [box] = page.elements("div")
    inside, outside = page.elements("p")
    assert page.parent(inside) == box
    assert page.parent(outside) != box


@pytest.mark.parametrize(
    ("html", "seen"),
    [
        ("<p>Fish &amp; chips,\n daily</p><p>5&nbsp;€ &amp;lt;", "Fish & chips, daily 5 € &lt;"),
        ("<p>a</p><script>b</script><style>c</style><!-- d --><noscript>e</noscript><iframe>f</iframe>", "a"),
        ("<p></p><template>a</template><template shadowrootmode=open>b</template>", "b"),
        ("", ""),
    ],
)
def test_visible_text_is_what_a_visitor_sees(html: str, seen: str) -> None:
    assert text(html) == seen


def test_of_a_page_with_enough_text_the_rest_is_not_read() -> None:
    page = scanned("<p>one two</p>" * 1_000)
    assert words(page, enough=12) == "one two one two"
    assert len(words(page, enough=10_000)) == 8_000 - 1


def test_long_text_for_those_without_scripts_is_text_and_a_notice_is_not() -> None:
    assert words(scanned("<noscript><p>Please enable scripts.</noscript>"), enough=100) == ""
    assert words(scanned(f"<p>a<noscript><p>{'word ' * 200}</noscript>"), enough=5_000).startswith("a word word")


def test_nodes_that_are_not_there_cannot_be_asked_for() -> None:
    page = scanned("<head><title>t</title></head><body><p>x")
    survey = signs.Survey(page, signs.name_words({}))
    asked = (page.content, page.attributes, lambda number: visible.read_text(page, number))
    for ask in (*asked, survey.inside, survey.is_aside, survey.hollow, lambda number: survey.is_named(number, "main")):
        for number in (-1, len(page)):
            with pytest.raises(IndexError):
                ask(number)
    with pytest.raises(IndexError):
        survey.inside(page.elements("title")[0])
