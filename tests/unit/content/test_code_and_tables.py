"""Code is kept to the letter and tables stay tables, whatever drew them."""

import pytest

from gossamer.content.page_view import Selection
from tests.unit.content.pages import WHOLE, markdown


@pytest.mark.parametrize(
    ("html", "language"),
    [
        ("<pre><code class='language-py'>x</code></pre>", "py"),
        ("<pre class='lang-rust'><code>x</code></pre>", "rust"),
        ("<pre class='lang-py prettyprint-override'><code>x</code></pre>", "py"),
        ("<div class='highlight-python notranslate'><div class=highlight><pre>x</pre></div></div>", "python"),
        ("<div class='highlight highlight-source-shell'><pre>x</pre></div>", "shell"),
        ("<pre class='brush: java; gutter: false'>x</pre>", "java"),
        ("<pre><code class='hljs typescript'>x</code></pre>", "typescript"),
        ("<pre class='sourceCode haskell'><code>x</code></pre>", "haskell"),
        ("<pre data-lang=go>x</pre>", "go"),
        ("<figure data-language=ts><pre>x</pre></figure>", "ts"),
        ("<pre lang=ruby>x</pre>", "ruby"),
        ("<pre lang=en>x</pre>", ""),
        ("<pre class='language-none'>x</pre>", ""),
        ("<pre class='code highlight'>x</pre>", ""),
    ],
)
def test_the_language_of_code_is_found(html: str, language: str) -> None:
    assert markdown(html) == f"```{language}\nx\n```"


@pytest.mark.parametrize(
    "html",
    [
        "<pre>a = 1\n  b</pre>",
        "<pre>a = 1<br>  b</pre>",
        "<pre><code><span class=line>a = 1</span><span class=line>  b</span></code></pre>",
        "<pre><code><div>a = 1</div><div>  b</div></code></pre>",
        "<pre><code>a = 1</code><code>  b</code></pre>",
        "<pre><ol><li>a = 1</li><li>  b</li></ol></pre>",
        "<pre><button>Copy</button><code>a = 1\n  b</code></pre>",
        "<pre><span class=lineno>1</span>a = 1\n<span class=lineno>2</span>  b</pre>",
        "<div class=highlight><table><tr><td><pre>1\n2</pre><td class=code><pre>a = 1\n  b</pre></table></div>",
        (
            "<table class=highlight><tr><td class=blob-num>1</td><td class=blob-code>a = 1</td></tr>"
            "<tr><td class=blob-num>2</td><td class=blob-code>  b</td></tr></table>"
        ),
        (
            "<div class=CodeMirror-code><div><div class=CodeMirror-gutter-wrapper>1</div>"
            "<pre class=CodeMirror-line>a = 1</pre></div>"
            "<div><pre class=CodeMirror-line>  b</pre></div></div>"
        ),
    ],
)
def test_every_code_view_gives_its_lines_and_nothing_else(html: str) -> None:
    assert markdown(html) == "```\na = 1\n  b\n```"


def test_code_is_kept_to_the_letter() -> None:
    code = "def f():\n\n\n\n    return '**a_b**'   \n\n# 4\\. x\xa0\u200b&amp;"
    assert markdown(f"<pre>{code}</pre>") == f"```\n{code.replace('&amp;', '&')}\n```"


def test_a_fence_is_longer_than_those_inside() -> None:
    assert markdown("<pre>```\nx\n```</pre>") == "````\n```\nx\n```\n````"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<table><tr><td>a<td>b<tr><td>1<td>2|3</table>", "| a | b |\n| --- | --- |\n| 1 | 2\\|3 |"),
        ("<table><caption>C</caption><tr><th>a<th>b<tr><td>1<td>2</table>", "C\n\n| a | b |\n| --- | --- |\n| 1 | 2 |"),
        (
            "<table><tr><th align=right>a<th style='text-align: center'>b<tr><td>1<td>2</table>",
            "| a | b |\n| ---: | :---: |\n| 1 | 2 |",
        ),
        (
            "<table><tr><th colspan=2>H<th>I<tr><td>1<td>2<td>3</table>",
            "| H |  | I |\n| --- | --- | --- |\n| 1 | 2 | 3 |",
        ),
        (
            "<table><tr><th>a<th>b<tr><td rowspan=2>x<td>y<tr><td>z</table>",
            "| a | b |\n| --- | --- |\n| x | y |\n|  | z |",
        ),
        ("<table><tr><td colspan=99>all<tr><td>1<td>2</table>", "| all |  |\n| --- | --- |\n| 1 | 2 |"),
        ("<table><tr><th>a<th>b<tr><td>1</table>", "| a | b |\n| --- | --- |\n| 1 |  |"),
        (
            "<table><tr><th>a<th>b<tr><td><p>x</p><p>y</p><td><ul><li>p<li>q</ul></table>",
            "| a | b |\n| --- | --- |\n| x<br>y | • p<br>• q |",
        ),
        ("<table><tr><th>a<th>b<tr><td><pre>x\ny</pre><td>z</table>", "| a | b |\n| --- | --- |\n| `x`<br>`y` | z |"),
        (
            (
                "<table><tr><th>a<th>b<tr><td><b>k</b> Do: <pre><code>if x|y:<br>    `z`</code></pre> then"
                "<td><code>k<br>l</code> m</table>"
            ),
            "| a | b |\n| --- | --- |\n| **k** Do:<br>`if x\\|y:`<br>``     `z` ``<br>then | `k`<br>`l` m |",
        ),
        (
            "<table><tr><th>a<th>b<tr><td><ol><li>x<li>y</ol><td><ol type=a start=3><li><p>x</p><li>y</ol></table>",
            "| a | b |\n| --- | --- |\n| 1. x<br>2. y | c. x<br>d. y |",
        ),
        (
            "<table><tr><th>a<th>b<tr><td>x<div>y</div>z<td><p></p><p>k</p><i>l</i></table>",
            "| a | b |\n| --- | --- |\n| x<br>y<br>z | k<br>*l* |",
        ),
    ],
)
def test_tables_of_data(html: str, expected: str) -> None:
    assert markdown(html) == expected


@pytest.mark.parametrize(
    "html",
    [
        "<table role=presentation><tr><td><h1>Title</h1><td>text</table>",
        "<table><tr><td><table><tr><td><h1>Title</h1></table><td>text</table>",
        "<table><tr><td><h1>Title</h1><p>text</p></table>",
        "<table><tr><td><h1>Title</h1><td>text</table>",
    ],
)
def test_tables_of_layout_are_blocks(html: str) -> None:
    assert markdown(html) == "# Title\n\ntext"


_PROSE = "<p>" + "The rivers of this land are long, wide and deep, and boats sail on them all year. " * 3 + "</p>"
_ARIA = (
    "<div role=table><div role=rowgroup><div role=row><span role=columnheader>Name</span>"
    "<span role=columnheader>Length</span></div></div><div role=row><span role=cell><a href=/r>Rhine</a></span>"
    "<span role=cell>1,230|km</span></div></div>"
)
_GRID = (
    "<ul role=grid><li role=row><div role=columnheader>Name</div><div><div role=columnheader>Length</div></div></li>"
    "<li role=row><div role=rowheader><a href=/r>Rhine</a></div><div role=gridcell>1,230|km</div></li></ul>"
)
_STYLED = (
    "<p><span style='display: table'><span style='top:0;display:table-row'><i style='display:table-cell'>Name</i>"
    "<i style='display:table-cell'>Length</i></span><span style='display:table-row'><i style='display:table-cell'>"
    "<a href=/r>Rhine</a></i><i style='display:table-cell'>1,230|km</i></span></span></p>"
)


@pytest.mark.parametrize("selection", [WHOLE, Selection()], ids=["whole", "main"])
@pytest.mark.parametrize("table", [_ARIA, _GRID, _STYLED], ids=["roles", "grid", "styles"])
def test_tables_drawn_with_other_elements_are_tables(table: str, selection: Selection) -> None:
    text = markdown(f"<main><h1>Rivers</h1>{_PROSE}{table}{_PROSE}</main>", selection)
    assert "| Name | Length |\n| --- | --- |\n| [Rhine](https://example.org/r) | 1,230\\|km |" in text


@pytest.mark.parametrize(
    "html",
    [
        "<div style='display:table'><p style='display:table-cell'>One</p><p style='display:table-cell'>Two</p></div>",
        "<div role=grid><div role=row><p role=gridcell>One</p><p role=gridcell>Two</p></div></div>",
        "<div role=table><p role=row><b role=none>One</b></p><p>Two</p></div>",
    ],
)
def test_one_row_and_no_cells_are_no_table(html: str) -> None:
    assert "|" not in markdown(html)
    assert "Two" in markdown(html)


def test_what_stands_beside_the_rows_and_cells_of_a_drawn_table_is_kept() -> None:
    html = (
        "<div role=grid><p>Prices</p><div role=row><i role=columnheader aria-colspan=2>Plan</i></div>"
        "<div role=row><i role=cell>One</i><i role=cell>$1</i><button>Buy</button></div></div>"
    )
    assert markdown(html) == "Prices\n\n| Plan |  |  |\n| --- | --- | --- |\n| One | $1 | Buy |"
