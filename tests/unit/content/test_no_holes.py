"""Structure between two kept paragraphs is kept: every kind of block, in every container, at every position."""

from __future__ import annotations

from itertools import product

import pytest
import turbohtml

from gossamer.content.addresses import Base
from gossamer.content.cleaning import Sweep, clean
from gossamer.content.main_content import isolate

PARAGRAPHS = (
    "The harbour was rebuilt after the storm of 1953, when the sea wall gave way in three places, and the fleet was "
    "lost.",
    "It took nine years, two governments and a good deal of patience before the first boats could return to their "
    "berths.",
    "The north pier came first, because the lock behind it could not be closed, and every tide carried more of the "
    "quay away.",
    "Engineers from four countries argued about the shape of the new basin, and the town voted on it twice in one "
    "summer.",
)
# Every block has the word "marker" in it, but for the picture, whose address has it.
BLOCKS = {
    "table": "<table><tr><th>Year</th><th>Boats</th></tr><tr><td>1953</td><td>marker</td></tr></table>",
    "table without headings": "<table><tr><td>North</td><td>4 m</td></tr><tr><td>South</td><td>marker</td></tr></table>",
    "definition list": "<dl><dt>Pier</dt><dd>A marker</dd><dt>Lock</dt><dd>A gate</dd></dl>",
    "figure": "<figure><img src='/a.png' alt='A boat'><figcaption>A marker, 1962</figcaption></figure>",
    "picture": "<div><img src='/marker.png' alt='A boat'></div>",
    "quotation": "<blockquote>The marker never left.</blockquote>",
    "quotation with its source": "<blockquote><p>We stay.</p><cite>The marker</cite></blockquote>",
    "ordered list": "<ol><li>Open</li><li>Wait for the marker</li><li>Close</li></ol>",
    "list": "<ul><li>Rope</li><li>marker</li></ul>",
    "list of links": "<ul><li><a href='/r'>Rope</a></li><li><a href='/m'>The marker</a></li></ul>",
    "details": "<details><summary>Why?</summary><p>Because of the marker.</p></details>",
    "formula": "<math display=block><mi>marker</mi><mo>=</mo><mn>2</mn></math>",
    "formula in a box": "<div class=equation><math><mi>marker</mi><mo>=</mo><mn>2</mn></math></div>",
    "code": "<pre><code>marker = 2</code></pre>",
    "highlighted code": "<div class=highlight><pre><span>marker</span> = 2</pre></div>",
    "heading with a list": "<h3>Tools</h3><ul><li>Rope</li><li>marker</li></ul>",
    "heading with a line": "<h3>Depth</h3><p>A marker.</p>",
    "short paragraph": "<p>See the marker.</p>",
}
CONTAINERS = ("<main>{}</main>", "<article>{}</article>", "<div class=content>{}</div>", "<div id=post-17>{}</div>")
FRAME = (
    "<!doctype html><title>The harbour</title><body><nav><a href=/>Home</a> <a href=/n>News</a></nav>{}"
    "<div class=sidebar><h3>More stories</h3><ul>"
    "<li><a href=/1>Storm over the bay</a><li><a href=/2>The last lighthouse keeper</a></ul></div>"
    "<footer>© 2025 Harbour Media</footer>"
)


def kept(block: str, container: str, position: int) -> str:
    paragraphs = [f"<p>{text}</p>" for text in PARAGRAPHS]
    paragraphs.insert(position, block)
    document = turbohtml.parse(FRAME.format(container.format("<h1>The harbour</h1>" + "".join(paragraphs))))
    clean(document, Base("http://example.org/"), Sweep())
    return isolate(document).node.html


@pytest.mark.parametrize(("kind", "container", "position"), list(product(BLOCKS, CONTAINERS, (1, 2, 3))))
def test_a_block_between_two_paragraphs_is_kept(kind: str, container: str, position: int) -> None:
    html = kept(BLOCKS[kind], container, position)
    assert "marker" in html
    assert all(text in html for text in PARAGRAPHS)
    assert "lighthouse" not in html
