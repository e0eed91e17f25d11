"""Markdown says what the page says, in the page's own structure."""

import pytest

from gossamer.content.page_view import Selection
from tests.unit.content.pages import markdown


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<h2>One<a href=#one class=headerlink>¶</a></h2>", "## One"),
        ("<h2><a class=anchor href=#x aria-label='Link for x'><svg></svg></a>One</h2>", "## One"),
        ("<h3>Two <span class=mw-editsection>[edit]</span></h3>", "### Two"),
        ("<a href=/q><h3>Card</h3><p>text</p></a>", "### [Card](https://example.org/q)\n\ntext"),
        ("<div role=heading aria-level=4>Four</div>", "#### Four"),
        ("<h2></h2><h3> </h3><p>x</p>", "x"),
        ("<ul><li><h4>In</h4>item</ul>", "- #### In\n  item"),
        ("<h2 style='white-space:pre-wrap'>Soft</h2>", "## Soft"),
    ],
)
def test_headings(html: str, expected: str) -> None:
    assert markdown(html) == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<ul><li>a<ul><li>b<ol><li>c</ol></ul><li>d</ul>", "- a\n  - b\n    1. c\n- d"),
        ("<ol start=3><li>c<li>d</ol>", "3. c\n4. d"),
        ("<ol reversed><li>c<li>b<li>a</ol>", "3. c\n2. b\n1. a"),
        ("<ol reversed start=9><li>c<li value=4>b<li>a</ol>", "9. c\n4. b\n3. a"),
        ("<ol type=a><li>one<ol type=i start=3><li>in<li><p>p</p></ol></ol>", "- a. one\n  - iii. in\n  - iv. p"),
        ("<ol type=A start=26><li>y<li>z<li value=0><h3>o</h3></ol>", "- Z. y\n- AA. z\n- ### 0. o"),
        ("<ol start=-1><li>y<li>z</ol><ol type=1 start=7><li>k</ol>", "- \\-1. y\n- 0\\. z\n\n7. k"),
        ("<ul><li>a</li><ul><li>b</ul></ul>", "- a\n  - b"),
        ("<ol><li><span><div>one</div></span></li></ol>", "1. one"),
        ("<ul><li><button><svg></svg><h3>H</h3></button><p>t</p></ul>", "- ### H\n  t"),
        ("<ul><li class=icon><i></i></li><li>b</ul>", "- b"),
        ("<ul><li><input type=checkbox checked> done<li><input type=checkbox> todo</ul>", "- [x] done\n- [ ] todo"),
        ("<dir><li>a<li>b</dir>", "- a\n- b"),
        ("<dl><dt>Term<dd>one<dd>two</dl>", "**Term**\n: one\n: two"),
        (
            "<dl><div><dt>A<dd><p>one</p><p>two</p></div><div><dt>B<dd> <div><p><b>three</b></div></div></dl>",
            "**A**\n: one\n\n  two\n\n**B**\n: **three**",
        ),
        ("<dl><dt>A<dd><p>one<ul><li>two</ul><dd>three</dl>", "**A**\n: one\n  - two\n: three"),
        ("<dl><dt>A<dd><pre>x</pre><dt>B<dd><p> </p></dl>", "**A**\n\n```\nx\n```\n\n**B**"),
        ("<dl><dt></dt><dd><p>one</p><p>two</dl>", "one\n\ntwo"),
        (
            "<dl><dt>A<dd><p>one</p><dl><dt>B<dd><p>two<pre>x</pre></dl></dl>",
            "**A**\n: one\n\n**B**\n: two\n  ```\n  x\n  ```",
        ),
        ("<ul><li><dl><dt>A<dd><p>one</p><p>two</dl></ul>", "- **A**\n  : one\n\n    two"),
        ("<blockquote><p>q</p><blockquote>r</blockquote></blockquote>", "> q\n>\n> > r"),
    ],
)
def test_lists_and_quotes(html: str, expected: str) -> None:
    assert markdown(html) == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p><b>Note:</b>text", "**Note**:text"),
        ("<p>x <strong>bold </strong>y", "x **bold** y"),
        ("<p>中文<strong>粗体。</strong>文字", "中文**粗体**。文字"),
        ("<p><i>cliché</i>, <em>naïve</em>", "*cliché*, *naïve*"),
        ("<p><b>a</b><i>b</i> <b><i>c</i></b>", "**a**_b_ **_c_**"),
        ("<p><b><strong>twice</strong></b>", "**twice**"),
        (
            "<p>a <b>plain</b> and a <b>schöne</b> word, <i>both.</i> <b><i>x</i></b>",
            "a **plain** and a **schöne** word, *both.* **_x_**",
        ),
        ("<p>a <b>plain</b> one</p><b><p>around a paragraph</p></b>", "a **plain** one\n\n**around a paragraph**"),
        (
            "<p>a <b><a href=/x>link</a></b> and<b><a href=/y>another</a></b>",
            "a **[link](https://example.org/x)** and<strong>[another](https://example.org/y)</strong>",
        ),
        ("<ul><li>one <b>bold</b><ul><li><i>in</i></ul></ul>", "- one **bold**\n  - *in*"),
        ("<p>a<b> </b>b", "a b"),
        ("<p>w<b>(x)</b>w", "w<strong>(x)</strong>w"),
        ("<p><del>a</del> <s>b</s>", "~~a~~ ~~b~~"),
        ("<p>H<sub>2</sub>O, x<sup>2</sup>, 1<sup>st</sup>", "H<sub>2</sub>O, x<sup>2</sup>, 1st"),
        ("<p>x<sup>n</sup>, 2<sup>n</sup>, x<sup>ab</sup>", "x<sup>n</sup>, 2<sup>n</sup>, x<sup>ab</sup>"),
        ("<p>1<sup>er</sup>, 2<sup>ème</sup>, M<sup>me</sup>, 3<sup>o</sup>", "1er, 2ème, Mme, 3o"),
        ("<p>a</p><p><strong><br></strong></p><p>b</p>", "a\n\nb"),
        ("<p>a <strong><br></strong> b</p>", "a\\\nb"),
        ("<p><strong>a<br></strong></p><p><b>c<br>d</b>", "**a**\n\n**c\\\nd**"),
        ("<p><span class=n>150 g</span><span class=i>Risotto</span>", "150 g Risotto"),
        ("<p><span class=a>o</span><span class=b>ne</span> i<span class=c>Phone</span>", "one iPhone"),
        ("<pre><code><span class=a>foo</span><span class=b>Bar</span></code></pre>", "```\nfooBar\n```"),
        ("<p>press <kbd>Ctrl</kbd>", "press `Ctrl`"),
        ("<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>", "漢(kan)"),
        ("<div>a<br>b<br><br>c</div>", "a\\\nb\n\nc"),
        ("<p>a&nbsp;b&nbsp;</p><p>&nbsp;</p><p>soft&shy;hyphen zero\u200bwidth", "a b\n\nsofthyphen zerowidth"),
        ("<div style='white-space: pre-line'>one\ntwo</div>", "one\\\ntwo"),
    ],
)
def test_inline_text(html: str, expected: str) -> None:
    assert markdown(html) == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>Now $12<sup>99</sup>/mo", "Now $12.99/mo"),
        ("<p><b>$1,299</b><sup>99</sup>", "**$1,299**.99"),
        ("<p>$12<sup><u>99</u></sup>", "$12.99"),
        ("<p>$12<sup>.99</sup> or R$ 12<sup>,90</sup>", "$12.99 or R$ 12,90"),
        ("<p><sup>$</sup>12<sup>99</sup>", "$12.99"),
        ("<p>12<sup>90</sup> zł", "12.90 zł"),
        ("<p>12<sup>99 €</sup>", "12.99 €"),
        ("<p class=price>12<small>99</small>", "12.99"),
        ("<p>€ 12<span class=price-cents>95</span>", "€ 12.95"),
        ("<p>12<span class='Cents'>99</span> kr", "12.99 kr"),
        ("<p><span class=price>$<span class=whole>12</span>\n<span class=fraction>99</span></span>", "$12.99"),
        (
            "<p>$<span class=whole>12<span class=a-decimal>.</span></span><span class=a-fraction>99</span>",
            "$12.99",
        ),
        ("<h2><a href=/x>From $12<sup>99</sup></a></h2>", "## [From $12.99](https://example.org/x)"),
    ],
)
def test_cents_that_only_their_style_sets_off_stand_behind_a_point(html: str, expected: str) -> None:
    assert markdown(html) == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>10<sup>12</sup> stars, in 1969<sup>14</sup>", "10<sup>12</sup> stars, in 1969<sup>14</sup>"),
        (
            "<p>$5<sup>2</sup>, $12 <sup>14</sup>, 12.5<sup>10</sup> €",
            "$5<sup>2</sup>, $12 <sup>14</sup>, 12.5<sup>10</sup> €",
        ),
        ("<p>$12.99<sup>14</sup>", "$12.99<sup>14</sup>"),
        ("<p>12<span class=century>99</span> and 12<span class=num>34</span>", "1299 and 1234"),
        ("<p>€ 3<div class=cents>99</div>", "€ 3\n\n99"),
        ("<p>$12<sup><a href=#note>14</a></sup>", "$12[14](https://example.org/dir/page#note)"),
    ],
)
def test_what_is_no_cents_stays_as_it_is(html: str, expected: str) -> None:
    assert markdown(html) == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>1. no list</p><p># no heading</p><p>- no item", "1\\. no list\n\n\\# no heading\n\n\\- no item"),
        ("<p>&nbsp;1. no list<p>&nbsp;&nbsp;- no item<p>&nbsp;# none", "1\\. no list\n\n\\- no item\n\n\\# none"),
        ("<ul><li>&nbsp;2. no list</ul><p>a &nbsp;1. b<p>&nbsp;1.5 m", "- 2\\. no list\n\na  1. b\n\n1.5 m"),
        ("<p>*a* _b_ [c](d) `e` &lt;f&gt;", "\\*a\\* \\_b\\_ \\[c\\](d) \\`e\\` \\<f>"),
        ("<p>snake_case_name and 4.5 stars", "snake_case_name and 4.5 stars"),
        (r"<p>x_{1} = \alpha, C:\dir and \_ or \\2", r"x_{1} = \alpha, C:\dir and \\\_ or \\\2"),
        ("<p><code>a\\_b &nbsp;</code>", "`a\\_b \xa0`"),
    ],
)
def test_what_would_be_misread_is_escaped_and_nothing_else(html: str, expected: str) -> None:
    assert markdown(html) == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<a href=x>l</a>", "[l](https://example.org/dir/x)"),
        ("<base href=/b/><a href=x>l</a>", "[l](https://example.org/b/x)"),
        ("<a href='#s'>l</a>", "[l](https://example.org/dir/page#s)"),
        ("<a href='javascript:f()'>l</a> <a href='#'>m</a>", "l m"),
        ("<a href=/x title=l class=c>l</a>", "[l](https://example.org/x)"),
        ("<a href=/x class=i><svg><title>Icon</title></svg></a>", "[Icon](https://example.org/x)"),
        ("<a href=/x class=i aria-label=Cart><i></i></a>", "[Cart](https://example.org/x)"),
        ("<p>a<a class=c href=/x><i></i></a>b", "ab"),
        ("<p>a <a href=/x><div>b</div></a> c</p>", "a\n\n[b](https://example.org/x)\n\nc"),
        ("<p><a class=c title=B href=/x>\n<div>b</div></a></p>", "[b](https://example.org/x)"),
        ("<ul><li><p><b><a href=/x><section>b</section></a></b></ul>", "- **[b](https://example.org/x)**"),
        (
            "<a href=/x aria-label=To><i></i></a> <a href=/x>b</a>",
            "[To](https://example.org/x) [b](https://example.org/x)",
        ),
        ("<a href=/x></a> and <a href=/x>b</a>", "[](https://example.org/x) and [b](https://example.org/x)"),
        ("<code><a href=/x>f()</a></code>", "[`f()`](https://example.org/x)"),
        (
            "<nav><a class=n href=/1>a</a><a class=n href=/2>b</a></nav>",
            "[a](https://example.org/1) [b](https://example.org/2)",
        ),
    ],
)
def test_links(html: str, expected: str) -> None:
    assert markdown(html) == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<img src=a.png alt=A>", "![A](https://example.org/dir/a.png)"),
        ("<img src='data:image/gif;base64,R0' data-src=/r.jpg alt=A>", "![A](https://example.org/r.jpg)"),
        ("<img src=/thumb.jpg data-src=/trans-siberian.webp alt=A>", "![A](https://example.org/trans-siberian.webp)"),
        ("<img src=/r.jpg data-src='/r_{width}x.jpg' alt=A>", "![A](https://example.org/r.jpg)"),
        ("<img src=/grey-seal.jpg alt=A>", "![A](https://example.org/grey-seal.jpg)"),
        ("<img src=/placeholder.gif data-original=/o.png>", "![](https://example.org/o.png)"),
        ("<img srcset='a.png 1x, /b.png 2x' alt=A>", "![A](https://example.org/b.png)"),
        ("<picture><source srcset='/w.webp 9w'><img alt=A></picture>", "![A](https://example.org/w.webp)"),
        ("<img src='data:image/png;base64,AAAA' alt=A>", "![A](<Base64-Image-Removed>)"),
        ("<p>x<img src=t.gif width=1 height=1>", "x"),
        (
            "<figure><img src=/f.png alt=F><figcaption>Cap</figcaption></figure>",
            "![F](https://example.org/f.png)\n\nCap",
        ),
    ],
)
def test_pictures(html: str, expected: str) -> None:
    assert markdown(html) == expected


def test_base64_pictures_are_kept_on_request() -> None:
    selection = Selection(main_only=False, remove_base64_images=False)
    assert markdown("<img src='data:image/png;base64,AAAA' alt=A>", selection) == "![A](data:image/png;base64,AAAA)"


KATEX = (
    '<span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>x</mi></mrow>'
    '<annotation encoding="application/x-tex">x^2_a</annotation></semantics></math></span>'
    '<span class="katex-html" aria-hidden="true">x2a</span></span>'
)


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (f"<p>Let {KATEX} be", "Let $x^2_a$ be"),
        ("<span class=MathJax>aa</span><script type='math/tex; mode=display'>a_b</script>", "$$a_b$$"),
        (
            "<p><math><mfrac><mi>a</mi><mi>b</mi></mfrac><mo>≤</mo><msqrt><mi>π</mi></msqrt></math>",
            r"$\frac{a}{b} \le \sqrt{\pi}$",
        ),
        (
            "<table><tr><th>f<th>g<tr><td><script type='math/tex'>a|b</script><td>x</table>",
            "| f | g |\n| --- | --- |\n| $a\\|b$ | x |",
        ),
        (
            r"<p>So <span class=arithmatex>\(E = mc^2\)</span> and \(a_1 * b_2 * c\).",
            "So $E = mc^2$ and $a_1 * b_2 * c$.",
        ),
        ("<div class=math>\\[\n\\int_0^1 x\\,dx\n\\]</div>", r"$$\int_0^1 x\,dx$$"),
        (r"<p>$$\alpha_1 * b * c$$ and $\beta * x * y$", r"$$\alpha_1 * b * c$$ and $\beta * x * y$"),
        (r"<p>It costs $5_a and $6_b\. <code>\(y^2\)</code> \(abc\)", r"It costs $5_a and $6_b\\. `\(y^2\)` \\(abc\\)"),
    ],
)
def test_formulas_are_latex(html: str, expected: str) -> None:
    assert markdown(html) == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        # As MkDocs, MDN, VitePress, Starlight and Pygments write it.
        (
            "<div class='language-sh highlight'><pre><span></span><code><a id=l1></a>run x\n</code></pre></div>",
            "```sh\nrun x\n```",
        ),
        (
            "<div><div><span>js</span><button><i>Copy to Clipboard</i></button></div><pre class='brush: js'>x</pre>",
            "```js\nx\n```",
        ),
        ("<div class=language-ts><button></button><span>ts</span><pre><code>x</code></pre></div>", "```ts\nx\n```"),
        (
            "<figure><figcaption>a.sh<i class=sr-only>Terminal window</i></figcaption><pre data-language=sh>x</pre>",
            "a.sh\n\n```sh\nx\n```",
        ),
        (
            "<table class=hljs><tr><th colspan=2>a.toml<tr><td><pre>1</pre><td><pre class=lang-toml>[x]</pre></table>",
            "a.toml\n\n```toml\n[x]\n```",
        ),
        ("<div><h2>sql</h2><pre class=lang-sql>x</pre></div>", "## sql\n\n```sql\nx\n```"),
    ],
)
def test_what_is_drawn_around_code_is_no_text_and_the_name_of_its_file_is(html: str, expected: str) -> None:
    assert markdown(html) == expected


def test_titles_captions_and_terms_do_not_link_to_themselves() -> None:
    link = "<a class=headerlink href=#n title='Link to this'>¶</a>"
    assert markdown(
        f"<h2 id=n><a href=#n>Syntax</a></h2><table><caption>Limits{link}</caption><tr><th>a<tr><td>1</table>"
    ) == ("## Syntax\n\nLimits\n\n| a |\n| --- |\n| 1 |")
    assert markdown(f"<dl><dt id=n>send(x){link}</dt><dd>Send it.</dd></dl>") == "**send(x)**\n: Send it."
    drawn = "<a class=headerlink href=#n title='Link to this'>\uf0c1</a>"
    assert markdown(f"<dl><dt id=n>send(x){drawn}</dt><dd>Send it.</dd></dl>") == "**send(x)**\n: Send it."
    assert markdown("<h2 id=n><a href=#other>Syntax</a></h2>") == "## [Syntax](https://example.org/dir/page#other)"


def test_footnotes_of_sphinx_are_footnotes() -> None:
    page = (
        "<p>Last line. <a class=footnote-reference href=#f id=id1 role=doc-noteref><i>[</i>1<i>]</i></a></p>"
        "<aside class='footnote brackets' id=f role=doc-footnote><span class=label><span>[</span>"
        "<a role=doc-backlink href=#id1>1</a><span>]</span></span><p>A note.</p></aside>"
    )
    assert markdown(page) == "Last line. [^1]\n\n[^1]: A note."


def test_footnotes_are_footnotes() -> None:
    page = (
        "<p>Text<sup id=fnref1><a href='#fn1'>1</a></sup> more<sup><a href='#fn2'>[2]</a></sup>.</p>"
        "<section class=footnotes><ol><li id=fn1><p>First. <a href='#fnref1'>↩</a></p></li>"
        "<li id=fn2><p>Second</p><p>goes on</p></li></ol></section>"
    )
    assert markdown(page) == "Text[^1] more[^2].\n\n[^1]: First.\n\n[^2]: Second\n\n    goes on"


def test_details_keep_their_summary() -> None:
    assert markdown("<details><summary>More</summary><p>body</p></details>") == "**More**\n\nbody"


def test_text_has_no_blank_edges_and_no_trailing_spaces() -> None:
    text = markdown("<div> <p>a <br></p><ul><li> </li><li>b </ul><p> </p>\n\n</div><hr>")
    assert text == text.strip()
    assert "\n\n\n" not in text
    assert all(line == line.rstrip() for line in text.split("\n"))


_ONE, _TWO = "<pre>apt</pre>", "<pre>brew</pre>"
_BOOTSTRAP = "<ul class=nav-tabs><li><a data-toggle=tab href=#a>Debian</a><li><a data-toggle=tab href=#b>macOS</a></ul>"


@pytest.mark.parametrize(
    "html",
    [
        (
            "<div role=tablist><button role=tab aria-controls=a>Debian</button><button role=tab aria-controls=b>macOS"
            f"</button></div><div id=a role=tabpanel>{_ONE}</div><div id=b role=tabpanel hidden>{_TWO}</div>"
        ),
        (
            "<div role=tablist><a role=tab id=a>Debian</a><a role=tab id=b>macOS</a></div>"
            f"<div aria-labelledby=b role=tabpanel>{_TWO}</div><div aria-labelledby=a role=tabpanel>{_ONE}</div>"
        ),
        (
            "<div><ul role=tablist><li role=tab>Debian<li role=tab>macOS</ul>"
            f"<div><div role=tabpanel>{_ONE}</div><div role=tabpanel hidden>{_TWO}</div></div></div>"
        ),
        f"{_BOOTSTRAP}<div><div class=tab-pane id=a>{_ONE}</div><div id=b style='display:none'>{_TWO}</div></div>",
        (
            "<div><input type=radio name=s id=a><input type=radio name=s id=b><div><label for=a>Debian</label>"
            f"<label for=b>macOS</label></div><div><div>{_ONE}</div><div>{_TWO}</div></div></div>"
        ),
        (
            f"<div><input type=radio name=s id=a><label for=a>Debian</label><div>{_ONE}</div>"
            f"<input type=radio name=s id=b><label for=b>macOS</label><div>{_TWO}</div></div>"
        ),
        (
            "<div role=tablist><a role=tab aria-controls=a>Debian</a><a role=tab aria-controls=b>macOS</a></div>"
            f"<div id=a><p><b>Debian:</b></p>{_ONE}</div><div id=b>{_TWO}</div>"
        ),
    ],
)
def test_each_panel_of_tabs_stands_below_its_label(html: str) -> None:
    parts = markdown(f"<p>Choose.</p>{html}").replace("Debian:", "Debian").split("\n\n**")
    assert parts[0] == "Choose."
    assert sorted(parts[1:]) == ["Debian**\n\n```\napt\n```", "macOS**\n\n```\nbrew\n```"]


@pytest.mark.parametrize(
    "html",
    [
        "<div role=tablist><a role=tab aria-controls=a>Debian</a></div><div id=a role=tabpanel><p>apt</div>",
        (
            "<div role=tablist><a role=tab aria-controls=a>1</a><a role=tab aria-controls=b>2</a></div>"
            "<div id=a role=tabpanel aria-label='1 of 2'>nets</div><div id=b role=tabpanel>rope</div>"
        ),
        (
            "<div role=tablist><a role=tab aria-controls=a>Item 1</a><a role=tab aria-controls=b>Item 2</a></div>"
            "<div id=a role=tabpanel>nets</div><div id=b role=tabpanel>rope</div>"
        ),
        "<p>Size</p><input type=radio name=s id=a><label for=a>S</label><input type=radio name=s id=b><label for=b>M",
    ],
)
def test_a_single_tab_a_numbered_slide_and_an_option_label_no_panel(html: str) -> None:
    assert "**" not in markdown(html)
