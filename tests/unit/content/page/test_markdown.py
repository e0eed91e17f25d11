"""The native writer says what a scanned page says, and writes what no library below does for it."""

import pytest
import turbohtml

from gossamer.content.page.markdown import write_markdown
from gossamer.content.page.scan import Scan

_PAGE = "https://example.org/dir/page"


def _markdown(html: str, base: str | None = _PAGE) -> str:
    scan = Scan(turbohtml.parse(html).html)
    root = next(number for number in range(len(scan)) if scan.tag(number) == "html")
    return write_markdown(scan, None, root, scan.last(root), base, remove_base64_images=True)


def test_nodes_that_are_skipped_are_left_out_with_what_is_in_them() -> None:
    scan = Scan("<div><p>one</p><p>two <b>three</b></p><p>four</p></div>")
    skip = bytearray(len(scan))
    skip[next(number for number in range(len(scan)) if scan.markup(number).startswith("<p>two"))] = 1
    assert write_markdown(scan, skip, 0, scan.last(0), None, remove_base64_images=True) == "one\n\nfour"


def test_a_part_of_a_page_is_written_alone() -> None:
    scan = Scan("<div><p>one</p><ul><li>two</li></ul></div>")
    part = next(number for number in range(len(scan)) if scan.tag(number) == "ul")
    assert write_markdown(scan, None, part, scan.last(part), None, remove_base64_images=True) == "- two"


@pytest.mark.parametrize(("first", "last"), [(-1, 0), (0, 99), (1, 0)])
def test_nodes_that_a_scan_does_not_have_are_an_error(first: int, last: int) -> None:
    with pytest.raises(IndexError):
        write_markdown(Scan("<p>a</p>"), None, first, last, None, remove_base64_images=True)
    with pytest.raises(IndexError):
        write_markdown(Scan("<p>a</p>"), bytearray(), 0, 1, None, remove_base64_images=True)


@pytest.mark.parametrize(
    ("href", "address"),
    [
        ("x.html", "https://example.org/dir/x.html"),
        ("../x", "https://example.org/x"),
        ("./x/../y", "https://example.org/dir/y"),
        ("/a/../b", "https://example.org/b"),
        ("//cdn.example/x", "https://cdn.example/x"),
        ("?q=1", "https://example.org/dir/page?q=1"),
        ("#part", "https://example.org/dir/page#part"),
        ("mailto:a@example.org", "mailto:a@example.org"),
        ("HTTP://Example.org/x", "HTTP://Example.org/x"),
        ("a b", "https://example.org/dir/a%20b"),
        ("x?", "https://example.org/dir/x"),
        ("a//b", "https://example.org/dir/a/b"),
        ("//", "//"),
    ],
)
def test_addresses_become_absolute(href: str, address: str) -> None:
    assert _markdown(f"<a href='{href}'>l</a>") == f"[l]({address})"


def test_without_a_base_addresses_stay_as_they_are_written() -> None:
    assert _markdown("<a href=x.html>l</a><img src=/i.png alt=I>", None) == "[l](x.html)![I](/i.png)"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p><b>a</b><i> b</i> <s>c</s> <b>d </b>e", "**a** *b* ~~c~~ **d** e"),
        ("<p><s>a</s><s>b</s>", "~~a~~<del>b</del>"),
        ("<p>see<a href=/x> this</a>, x<b> y</b>", "see [this](https://example.org/x), x **y**"),
        ("<p><b>a&nbsp;</b>b<b>&nbsp;</b>c", "**a** b c"),
        ("<b>a<p>b</p>c</b>", "**a**\n\n**b**\n\n**c**"),
        ("<b><p><strong>once</strong></p></b>", "**once**"),
        ("<p>a<b>.</b>b <b>“q”</b>w", "a<strong>.</strong>b **“q**”w"),
        ("<p><b>a<br></b>b<br></p>", "**a**\\\nb"),
        ("<p>24<b>.3</b> 1<i></i>. x</p>", "24<strong>.3</strong> 1. x"),
        ("<p>1<i></i>. x</p>", "1\\. x"),
        ("<p>1.<i>x</i></p><p>1.<i></i></p>", "1.*x*\n\n1\\."),
        ("<p>\u3000text\u2003</p>", "text"),
        ("<p>done!<a href=/x>l</a>", "done\\![l](https://example.org/x)"),
        ("<p><code>a</code><code>b</code>", "`a`<code>b</code>"),
    ],
)
def test_emphasis_and_blanks(html: str, expected: str) -> None:
    assert _markdown(html) == expected


_HIGHLIGHTED = (
    "<div class='syntaxhighlighter nogutter java'><table><tr>"
    "<td class=gutter><div class=line>1</div><div class=line>2</div>"
    "<td class=code><div class=container><div class=line><code>int</code> <code>a;</code></div>"
    "<div class=line><code>&nbsp;&nbsp;</code><code>b();</code></div></div></table></div>"
)
_CRAYON = (
    "<table class=crayon-table><tr><td class=crayon-nums><div><div>1</div><div>2</div></div><td class=crayon-code>"
    "<div class=crayon-pre><div class=crayon-line><span>int</span> a;</div>"
    "<div class=crayon-line>  b();</div></div></table>"
)


@pytest.mark.parametrize(("html", "language"), [(_HIGHLIGHTED, "java"), (_CRAYON, "")])
def test_code_that_highlighters_draw_in_tables_keeps_its_lines(html: str, language: str) -> None:
    assert _markdown(html) == f"```{language}\nint a;\n  b();\n```"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (
            "<img src=/big.jpg data-srcset='/a.jpg 300w, /b.jpg 600w' width=1200 alt=A>",
            "![A](https://example.org/big.jpg)",
        ),
        ("<img src=/blank.gif data-srcset='/a.jpg 300w, /b.jpg 600w' alt=A>", "![A](https://example.org/b.jpg)"),
        ("<amp-img src=/a.jpg alt=A></amp-img>", "![A](https://example.org/a.jpg)"),
        ("<object data=/a.pdf type=application/pdf title=Report></object>", "[Report](https://example.org/a.pdf)"),
        ("<p>x<embed src='/b.pdf?v=1'>", "x\n\n[b.pdf](https://example.org/b.pdf?v=1)"),
        ("<object data=/a.pdf><a href=/a.pdf>Get it</a></object>", "[Get it](https://example.org/a.pdf)"),
    ],
)
def test_pictures_and_documents_in_frames(html: str, expected: str) -> None:
    assert _markdown(html) == expected


def test_a_formula_beside_its_picture_is_written_once() -> None:
    picture = "<img class=mwe-math-fallback-image-inline alt='{\\displaystyle E=mc^{2}}' src=x.svg>"
    source = "<annotation encoding=application/x-tex>{\\displaystyle E=mc^{2}}</annotation>"
    math = f"<math><semantics><mi>E</mi>{source}</semantics></math>"
    assert _markdown(f"<p>x <span class=mwe-math-element>{math}{picture}</span> y") == "x $E=mc^{2}$ y"
    assert _markdown(f"<p>x <span class=mwe-math-element>{picture}</span> y") == "x $E=mc^{2}$ y"


@pytest.mark.parametrize("tag", ["div", "ul><li", "blockquote", "b", "span", "table><tr><td", "dl><dd", "pre", "sup"])
def test_what_is_nested_deeply_keeps_its_words(tag: str) -> None:
    html = f"<{tag}>" * 3_000 + "deep"
    assert _markdown(html).strip("`*->: \n\\|1").endswith("deep") or "deep" in _markdown(html)


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<p>+49 30 123</p>", "+49 30 123"),
        ("<p>+ one</p>", "\\+ one"),
        ("<p>+</p>", "\\+"),
        ("<p>+<b> one</b></p>", "\\+ **one**"),
    ],
)
def test_a_plus_is_escaped_where_it_would_begin_a_list(html: str, markdown: str) -> None:
    assert _markdown(html) == markdown


def test_the_tab_of_a_panel_is_its_label_with_any_blanks() -> None:
    panel = "<div data-gossamer-tab='Live view'><p>text</p></div>"
    assert _markdown(f"<div><a role='tab'>Live&nbsp;view</a></div>{panel}") == "**Live view**\n\ntext"
    assert _markdown(f"<div><a role='tab' href='/' aria-label='Home'></a></div>{panel}") == (
        "[Home](https://example.org/)\n\n**Live view**\n\ntext"
    )
