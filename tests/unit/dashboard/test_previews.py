"""Markdown as it looks: nothing of it is markup of the page's own, and nothing is loaded from elsewhere."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gossamer.dashboard.previews import render_preview

KNOWN = re.compile(
    r"</?(p|em|strong|del|blockquote|pre|code|li|table|thead|tr|td|ul|ol|h[3-6])>|<br>|<hr>|</a>"
    r'|<a href="https?://[^"\s<>]+" title="[^"<>]*" target="_blank" rel="noopener noreferrer nofollow">'
)


def test_markdown_is_shown_as_it_looks() -> None:
    markdown = "# Silk\n\nIt is **strong**, *light* and ~~dear~~.\n\n"
    markdown += "1. one\n2. `two`\n\n|a|b|\n|-|-|\n|1|2|\n\n> said\n\n```\nx < 1\n```"
    assert render_preview(markdown) == (
        "<h3>Silk</h3><p>It is <strong>strong</strong>, <em>light</em> and <del>dear</del>.</p>"
        "<ol><li>one</li><li><code>two</code></li></ol>"
        "<table><thead><tr><td>a</td><td>b</td></tr></thead><tr><td>1</td><td>2</td></tr></table>"
        "<blockquote><p>said</p></blockquote><pre><code>x &lt; 1\n</code></pre>"
    )


@pytest.mark.parametrize(
    "markdown",
    [
        "<script>alert(1)</script>",
        "a <img src=x onerror=alert(1)> b",
        "[a](javascript:alert(1))",
        "![a](data:image/svg+xml,<svg onload=alert(1)>)",
        "[a](java\tscript:alert(1))",
        '[a](https://example.org/"onclick="alert(1))',
        "<https://example.org/> <javascript:alert(1)>",
        "```html\n</code></pre><script>alert(1)</script>\n```",
        "&lt;script&gt;alert(1)&lt;/script&gt;",
    ],
)
def test_nothing_in_it_can_run(markdown: str) -> None:
    assert not re.search(r"[<>]", KNOWN.sub("", render_preview(markdown)))


@given(st.text(alphabet="<>[]()!*_`~#|-:\n \"'&=/ahtpsj.\\", max_size=80))
def test_no_markup_but_ours_comes_out_of_any_text(markdown: str) -> None:
    assert not re.search(r"[<>]", KNOWN.sub("", render_preview(markdown)))


def test_a_picture_is_a_link_to_it() -> None:
    assert render_preview("![A web](https://example.org/web.png)") == (
        '<p><a href="https://example.org/web.png" title="https://example.org/web.png" target="_blank" '
        'rel="noopener noreferrer nofollow">Picture: A web</a></p>'
    )


def test_a_picture_that_is_a_link_is_one_link() -> None:
    shown = render_preview("[![A kettle](https://i.example/k.png)](https://l.example/)")
    assert shown.count("<a ") == 1
    assert 'href="https://l.example/"' in shown
    assert "A kettle</a>" in shown


def test_a_list_keeps_its_first_number() -> None:
    assert render_preview("3. c\n4. d") == "<ol start=3><li>c</li><li>d</li></ol>"


def test_what_is_nested_very_deeply_is_shown_flat() -> None:
    shown = render_preview(">" * 5_000 + "deep")
    assert shown.count("<blockquote>") < 100
    assert "deep" in shown
