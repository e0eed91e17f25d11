"""Structure between two kept paragraphs is kept: every kind of block, in every container, at every position."""

from __future__ import annotations

from itertools import product

import pytest
import turbohtml
from bench.holes import BLOCKS, MARKER, is_kept, numbered, place

from gossamer.content.addresses import Base
from gossamer.content.cleaning import Sweep, clean
from tests.unit.content.pages import main_of

PARAGRAPHS = """\
The harbour was rebuilt after the storm of 1953, when the sea wall gave way in three places, and the fleet was lost.
It took nine years, two governments and a good deal of patience before the first boats could return to their berths.
The north pier came first, because the lock behind it could not be closed, and every tide carried more of it away.
Engineers from four countries argued about the shape of the new basin, and the town voted on it twice in one summer.
""".splitlines()
SHORT = ("The harbour was rebuilt after the storm.", "It took nine years.", "The pier came first.", "The town voted.")
LONG = tuple(text * 4 for text in PARAGRAPHS)
MORE_BLOCKS = {
    "table without headings": f"<table><tr><td>A</td><td>4 m</td></tr><tr><td>B</td><td>{MARKER}</td></tr></table>",
    "quotation with its source": f"<blockquote><p>We stay.</p><footer>{MARKER}</footer></blockquote>",
    "list of links": f"<ul><li><a href='/r'>Rope and sails</a></li><li><a href='/m'>The {MARKER}</a></li></ul>",
    "formula in a box": f"<div class=equation><math><mi>{MARKER}</mi><mo>=</mo><mn>2</mn></math></div>",
    "highlighted code": f"<div class=highlight><pre><span>{MARKER}</span> = 2</pre></div>",
    "table in a box": f"<div class=wrap><table><tr><td>A</td><td>4</td></tr><tr><td>{MARKER}</td></tr></table></div>",
    "heading with a list": f"<h3>Tools</h3><ul><li>Rope</li><li>{MARKER}</li></ul>",
}
KINDS = {**BLOCKS, **MORE_BLOCKS}
CONTAINERS = ("<main>{}</main>", "<article>{}</article>", "<div class=content>{}</div>", "<div id=post-17>{}</div>")
FRAME = (
    "<!doctype html><title>The harbour</title><body><nav><a href=/>Home</a> <a href=/n>News</a></nav>{}"
    "<div class=sidebar><h3>More stories</h3><ul>"
    "<li><a href=/1>Storm over the bay</a><li><a href=/2>The last lighthouse keeper</a></ul></div>"
    "<footer>© 2025 Harbour Media</footer>"
)


def page(texts: tuple[str, ...], container: str, block: str, position: int, title: str) -> turbohtml.Document:
    paragraphs = [f"<p>{text}</p>" for text in texts]
    paragraphs.insert(position, block)
    document = turbohtml.parse(FRAME.format(container.format(title + "".join(paragraphs))))
    return clean(document, Base("http://example.org/"), Sweep()).document


@pytest.mark.parametrize("title", ["<h1>The harbour</h1>", ""])
@pytest.mark.parametrize("texts", [tuple(PARAGRAPHS), LONG, SHORT], ids=["paragraphs", "long", "short"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_block_between_two_paragraphs_is_kept(kind: str, texts: tuple[str, ...], title: str) -> None:
    for container, position in product(CONTAINERS, (1, 2, 3)):
        html = main_of(page(texts, container, KINDS[kind], position, title)).node.html
        assert MARKER in html, (container, position)
        assert all(text in html for text in texts)


LINES = {
    "sentence and list": f"<p>You need:</p><ul><li>Rope</li><li>{MARKER}</li></ul>",
    "caption and table": f"<p>Boats</p><table><tr><td>1953</td><td>{MARKER}</td></tr></table>",
    "picture and its line": f"<img src='/a.png' alt='A boat'><div>The belt of the {MARKER}</div>",
    "label and value": f"<div>Phone</div><div>+49 30 {MARKER}</div>",
    "code and its language": f"<div>python</div><pre><code>{MARKER} = 2</code></pre>",
}
WRAPPERS = ("<div>{}</div>", "<div><div>{}</div></div>", "<div class=image-block>{}</div>", "<div class=card>{}</div>")


@pytest.mark.parametrize("wrapper", WRAPPERS)
@pytest.mark.parametrize("kind", KINDS | LINES)
def test_a_wrapper_is_no_evidence_against_what_it_holds(kind: str, wrapper: str) -> None:
    block = wrapper.format((KINDS | LINES)[kind])
    for texts, container in product((tuple(PARAGRAPHS), LONG), CONTAINERS):
        assert MARKER in main_of(page(texts, container, block, 2, "<h1>The harbour</h1>")).node.html, (
            container,
            texts,
        )


@pytest.mark.parametrize("kind", ["table", "definition list"])
@pytest.mark.parametrize("container", CONTAINERS)
def test_facts_that_end_the_text_are_kept(container: str, kind: str) -> None:
    document = page(tuple(PARAGRAPHS), container, KINDS[kind], len(PARAGRAPHS), "<h1>The harbour</h1>")
    assert MARKER in main_of(document).node.html


@pytest.mark.parametrize("container", CONTAINERS)
def test_what_stands_beside_the_text_is_dropped(container: str) -> None:
    html = main_of(page(tuple(PARAGRAPHS), container, "", 1, "<h1>The harbour</h1>")).node.html
    assert "lighthouse" not in html
    assert "2025" not in html


@pytest.mark.parametrize(
    "block",
    [
        f"<div class=share-buttons><ul><li>{MARKER}<li>Print</ul></div>",
        f"<div class=related><h3>Related</h3><ul><li><a href=/1>{MARKER}</a><li><a href=/2>Nets</a></ul></div>",
    ],
    ids=["sharing", "announced"],
)
def test_a_block_with_a_reason_against_it_is_dropped(block: str) -> None:
    assert MARKER not in main_of(page(tuple(PARAGRAPHS), CONTAINERS[0], block, 2, "<h1>The harbour</h1>")).node.html


@pytest.mark.parametrize("kind", BLOCKS)
def test_a_block_put_into_a_page_as_sites_build_them_is_kept(kind: str) -> None:
    html = FRAME.format(
        "<div class='row'><div class='col-8'><div class='entry-content'><h2>Long story</h2>"
        + "".join(f"<p>{text}</p>" for text in LONG)
        + "<div class='sharedaddy'><a href=/s>Share this</a></div></div></div></div>"
    )
    document = numbered(html)
    number = place(document)
    assert number is not None
    assert is_kept(document, number, BLOCKS[kind])


@pytest.mark.parametrize(
    "part", ["<h2>Day {0}</h2><p>Wind {0}, dry.</p>", "<p>On day {0} the wind came from the west, and it was dry.</p>"]
)
def test_a_long_page_of_parts_that_are_alike_is_kept_to_its_end(part: str) -> None:
    parts = "".join(part.format(number) for number in range(1, 1501))
    document = turbohtml.parse(f"<title>Log</title><main><h1>Log</h1>{parts}</main><footer>© 2025 The club</footer>")
    text = main_of(document).node.text
    assert all(f"ay {number}" in text for number in range(1, 1501))
    assert "The club" not in text


ENDS = {
    "list": "<h2>Fares</h2><ul><li>Dogs: 3.50 €</li><li>Bicycles: 5.00 €</li></ul>",
    "address": "<h2>Office</h2><p>Pier 4, 9000 Varn, <a href='mailto:a@b.org'>a@b.org</a></p>",
    "date": "<p>Last updated 3 March 2026</p>",
}
RELATED = "<div class=related><h3>Related articles</h3><ul><li><a href=/1>Storm over the bay</a></ul></div>"


@pytest.mark.parametrize("texts", [tuple(PARAGRAPHS), LONG, SHORT], ids=["paragraphs", "long", "short"])
@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_what_ends_a_text_is_kept_up_to_what_is_none_of_it(end: str, texts: tuple[str, ...]) -> None:
    html = main_of(page(texts, "<main>{}</main>", end + RELATED, len(texts), "<h1>The harbour</h1>")).node.html
    assert "Storm over" not in html
    assert all(line in html for line in turbohtml.parse(end).root.stripped_strings)  # type: ignore[union-attr]


def test_lines_of_facts_on_a_page_without_prose_are_kept() -> None:
    lines = "<div>7° Light rain</div><h2>Hours</h2><div>14:00 8°</div><div>15:00 7°</div><div>16:00 6°</div>"
    document = turbohtml.parse(f"<title>Varn</title><main><h1>Weather in Varn</h1>{lines}<p>Sources: buoys.</p></main>")
    assert "7° Light rain" in main_of(document).node.text
