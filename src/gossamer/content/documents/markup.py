"""HTML of blocks, written so that nothing in a document's text can become markup."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape, unescape
from typing import Final

_WEB: Final = ("http://", "https://", "mailto:", "#")
# The rest of line ends, and characters that no XML may hold.
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")
_TAG: Final = re.compile(r"<[^>]*>")
# LaTeX between dollars; amounts of money have no such signs.
FORMULA: Final = re.compile(r"\$([^$]*[\\^_][^$]*)\$")


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table, as HTML; *columns* and *rows* are how many it spans."""

    html: str
    columns: int = 1
    rows: int = 1


def text(value: str) -> str:
    """Return plain text as HTML: non-breaking hyphens are plain ones, and there are no soft ones."""
    return escape(_CONTROL.sub("", value).replace("\u2011", "-").replace("\xad", ""), quote=False)


def plain(html: str, between: str = "") -> str:
    """Return *html* as plain text, with *between* in place of each tag."""
    return unescape(_TAG.sub(between, html))


def text_with_formulas(value: str) -> str:
    """Return plain text as HTML, what stands as LaTeX between dollars as formulas."""
    parts = FORMULA.split(value)
    return "".join(formula(part) if index % 2 else text(part) for index, part in enumerate(parts))


def link(html: str, address: str) -> str:
    """Return *html* as a link, or as it is when *address* leads nowhere on the web."""
    if not html.strip() or not address.startswith(_WEB):
        return html
    return f'<a href="{escape(_CONTROL.sub("", address))}">{html}</a>'


def image(alternative: str, address: str) -> str:
    """Return a picture; its description alone when *address* leads nowhere on the web."""
    if not address.startswith(("http://", "https://")):
        return text(alternative)
    return f'<img src="{escape(address)}" alt="{escape(_CONTROL.sub("", alternative))}">'


def formula(latex: str, *, display: bool = False) -> str:
    """Return a formula from its LaTeX, as MathML that carries its source."""
    source = text(latex)
    mode = ' display="block"' if display else ""
    annotation = f'<annotation encoding="application/x-tex">{source}</annotation>'
    return f"<math{mode}><semantics><mtext>{source}</mtext>{annotation}</semantics></math>"


def element(tag: str, html: str) -> str:
    """Return *html* inside of *tag*."""
    return f"<{tag}>{html}</{tag}>"


def heading(html: str, level: int) -> str:
    """Return a heading; *level* is brought into 1 to 6."""
    return element(f"h{min(max(level, 1), 6)}", html)


def code(value: str) -> str:
    """Return lines of plain text as code."""
    return element("pre", element("code", text(value)))


def items(entries: Iterable[str], *, ordered: bool, start: int = 1) -> str:
    """Return a list of *entries* of HTML."""
    inner = "".join(element("li", entry) for entry in entries)
    if not ordered:
        return element("ul", inner)
    return f'<ol start="{start}">{inner}</ol>' if start != 1 else element("ol", inner)


def table(rows: Sequence[Sequence[Cell]], *, headers: int = 0, caption: str = "") -> str:
    """Return a table; its first *headers* rows are its head."""
    head = "".join(_row(row, "th") for row in rows[:headers])
    body = "".join(_row(row, "td") for row in rows[headers:])
    title = element("caption", caption) if caption else ""
    return element("table", title + (element("thead", head) if head else "") + element("tbody", body))


def _row(cells: Sequence[Cell], tag: str) -> str:
    return element("tr", "".join(f"<{tag}{_spans(cell)}>{cell.html}</{tag}>" for cell in cells))


def _spans(cell: Cell) -> str:
    columns = f' colspan="{cell.columns}"' if cell.columns > 1 else ""
    return columns + (f' rowspan="{cell.rows}"' if cell.rows > 1 else "")
