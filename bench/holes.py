"""Holes: a block put between two kept paragraphs of real pages has to be kept.

    python -m bench.holes QUALITY_DATA [--split dev] [--pages 100] [--around "<div class=card>{}</div>"]

QUALITY_DATA holds wcxb/<split>/html/*.html.gz. Of each page the middle pair of kept paragraphs that follow each other is
taken, and every kind of block is put between them, one at a time.
"""

from __future__ import annotations

import argparse
import copy
import gzip
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import turbohtml

from gossamer.content import tree
from gossamer.content.addresses import Base
from gossamer.content.cleaning import Sweep, clean
from gossamer.content.main_content import isolate
from gossamer.content.page.scan import Scan

MARKER: Final = "marrakesh"
BLOCKS: Final = {
    "table": f"<table><tr><th>Year</th><th>Boats</th></tr><tr><td>1953</td><td>{MARKER}</td></tr></table>",
    "definition list": f"<dl><dt>Pier</dt><dd>{MARKER}</dd><dt>Lock</dt><dd>A gate</dd></dl>",
    "figure": f"<figure><img src='/a.png' alt='A boat'><figcaption>{MARKER}, 1962</figcaption></figure>",
    "picture": f"<div><img src='/{MARKER}.png' alt='A boat'></div>",
    "quotation": f"<blockquote>{MARKER} never left.</blockquote>",
    "ordered list": f"<ol><li>Open</li><li>Wait for {MARKER}</li><li>Close</li></ol>",
    "list": f"<ul><li>Rope</li><li>{MARKER}</li></ul>",
    "details": f"<details><summary>Why?</summary><p>Because of {MARKER}.</p></details>",
    "formula": f"<math display=block><mi>{MARKER}</mi><mo>=</mo><mn>2</mn></math>",
    "code": f"<pre><code>{MARKER} = 2</code></pre>",
    "warning": f"<div class='alert alert-danger'><p>Never leave {MARKER} alone.</p></div>",
    "note beside": f"<aside class='note'><p>Never leave {MARKER} alone.</p></aside>",
    "heading with its text": f"<h3>Depth</h3><p>A {MARKER}.</p>",
}
_NUMBER: Final = "data-hole"


def numbered(html: str) -> turbohtml.Document:
    """Return the cleaned page with a number on each paragraph."""
    page = tree.parse(html, "http://example.org/").document
    document = clean(page, Base("http://example.org/"), Sweep()).document
    for number, paragraph in enumerate(document.select("p")):
        paragraph.attrs[_NUMBER] = str(number)
    return document


def place(document: turbohtml.Document) -> str | None:
    """Return the number of the first of the middle pair of kept paragraphs side by side, or None when there is none."""
    kept = isolate(Scan(document.html)).node
    numbers = {paragraph.attr(_NUMBER) for paragraph in kept.find_all("p")}
    pairs = [
        paragraph.attr(_NUMBER)
        for paragraph in document.select(f"p[{_NUMBER}]")
        if paragraph.attr(_NUMBER) in numbers
        and (following := _next_element(paragraph)) is not None
        and following.attr(_NUMBER) in numbers
    ]
    return pairs[len(pairs) // 2] if pairs else None


def is_kept(document: turbohtml.Document, number: str, block: str) -> bool:
    """Return whether *block*, put behind the paragraph with *number*, is part of the main content."""
    tried = copy.copy(document)
    paragraph = tried.select_one(f'[{_NUMBER}="{number}"]')
    if paragraph is None:
        return False
    paragraph.insert_after(*list(turbohtml.parse_fragment(block).children))
    return MARKER in isolate(Scan(tried.html)).html


def _next_element(node: turbohtml.Element) -> turbohtml.Element | None:
    return next((sibling for sibling in node.next_siblings if isinstance(sibling, turbohtml.Element)), None)


def _pages(folder: Path, split: str) -> Iterator[tuple[str, str]]:
    for path in sorted((folder / f"wcxb/{split}/html").glob("*.html.gz")):
        yield path.name.partition(".")[0], gzip.decompress(path.read_bytes()).decode("utf-8-sig", "replace")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--split", default="dev")
    parser.add_argument("--pages", type=int, default=100)
    parser.add_argument("--around", default="{}", help="what stands around each block")
    args = parser.parse_args()
    lost: Counter[str] = Counter()
    tried = 0
    for name, html in _pages(args.data, args.split):
        document = numbered(html)
        number = place(document)
        if number is None:
            continue
        tried += 1
        missing = [kind for kind, block in BLOCKS.items() if not is_kept(document, number, args.around.format(block))]
        lost.update(missing)
        if missing:
            print(f"{name}: lost {', '.join(missing)}")
        if tried == args.pages:
            break
    print(
        f"{tried} pages, {tried * len(BLOCKS) - sum(lost.values())} of {tried * len(BLOCKS)} blocks kept; lost {dict(lost)}"
    )


if __name__ == "__main__":
    main()
