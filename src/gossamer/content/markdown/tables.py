"""Tables of data stay tables; tables that only lay out a page become its blocks.

A pipe table has no spans: a cell that spans is written once, and empty cells follow it, so
that every value stays under its heading. How far spans may reach is limited, because a few
bytes of markup can ask for a billion cells.
"""

from typing import Final

import turbohtml

from gossamer.content.markdown.survey import Survey

_MAX_SPAN: Final = 100
_MAX_ADDED: Final = 20_000
_MAX_COLUMNS: Final = 400
_PROSE: Final = 1_200
_LAYOUT_ROLES: Final = frozenset({"presentation", "none"})
_PARTS: Final = ("tbody", "thead", "tfoot", "tr", "td", "th", "caption", "colgroup", "col")
_BLOCKS: Final = "h1,h2,h3,h4,h5,h6,form,iframe,section,article,hr,figure"


def settle(survey: Survey) -> None:
    """Turn layout tables into blocks and expand the spans of the others."""
    if not survey.has("table"):
        return
    added = 0
    for table in survey.each("table"):
        rows = _own_rows(table)
        if _is_layout(table, rows):
            _unfold(table, rows)
            survey.add(table)
        elif any(cell.attr("colspan") or cell.attr("rowspan") for row in rows for cell in _cells(row)):
            added += _expand(rows, _MAX_ADDED - added)
    for cell in survey.each("td", "th"):
        _flatten(cell)


def _own_rows(table: turbohtml.Element) -> list[turbohtml.Element]:
    rows = []
    for part in table.children:
        if not isinstance(part, turbohtml.Element):
            continue
        if part.tag == "tr":
            rows.append(part)
        elif part.tag in {"tbody", "thead", "tfoot"}:
            rows += [row for row in part.children if isinstance(row, turbohtml.Element) and row.tag == "tr"]
    return rows


def _cells(row: turbohtml.Element) -> list[turbohtml.Element]:
    return [cell for cell in row.children if isinstance(cell, turbohtml.Element) and cell.tag in {"td", "th"}]


def _is_layout(table: turbohtml.Element, rows: list[turbohtml.Element]) -> bool:
    if (table.attr("role") or "").lower() in _LAYOUT_ROLES:
        return True
    if table.select_one("table") is not None:
        return True
    widest = max((len(_cells(row)) for row in rows), default=0)
    if widest <= 1:
        # One column is a box, unless a heading says what its values are.
        return len(rows) <= 1 or not any(cell.tag == "th" for row in rows for cell in _cells(row))
    if table.select_one("th") is not None or table.select_one("caption") is not None:
        return False
    if table.select_one(_BLOCKS) is not None:
        return True
    return len(rows) <= 2 and any(len(cell.text) > _PROSE for row in rows for cell in _cells(row))  # noqa: PLR2004


def _unfold(table: turbohtml.Element, rows: list[turbohtml.Element]) -> None:
    for row in rows:
        for cell in _cells(row):
            cell.tag = "div"
        row.tag = "div"
    for part in table.children:
        if isinstance(part, turbohtml.Element) and part.tag in _PARTS:
            part.tag = "div"
    table.tag = "div"


def _expand(rows: list[turbohtml.Element], budget: int) -> int:
    """Put empty cells where a cell spans; return how many were added, at most *budget*."""
    added = 0
    # Column: rows that a cell from above still covers.
    covered: dict[int, int] = {}
    for index, row in enumerate(rows):
        column = 0
        below: dict[int, int] = {}
        for cell in _cells(row):
            while covered.get(column, 0) > 0 and added < budget:
                cell.insert_before(_empty(cell))
                added += 1
                column += 1
            wide, tall = _span(cell, "colspan"), min(_span(cell, "rowspan"), len(rows) - index)
            for _ in range(min(wide - 1, budget - added, _MAX_COLUMNS - column)):
                cell.insert_after(_empty(cell))
                added += 1
            for covered_column in range(column, column + wide):
                below[covered_column] = tall - 1
            column += wide
        covered = {c: n for c in covered | below if (n := below.get(c, covered.get(c, 0) - 1)) > 0}
    return added


def _empty(cell: turbohtml.Element) -> turbohtml.Element:
    return turbohtml.Element(cell.tag)


def _span(cell: turbohtml.Element, name: str) -> int:
    """Return a span, and take it off: what is left must read as a plain cell."""
    value = cell.attr(name)
    if value is None:
        return 1
    del cell.attrs[name]
    digits = value.strip()
    return max(1, min(int(digits), _MAX_SPAN)) if digits.isascii() and digits.isdigit() and len(digits) < 9 else 1  # noqa: PLR2004


def _flatten(cell: turbohtml.Element) -> None:
    """Make the content of a cell one line of inline Markdown, as a pipe table needs it."""
    if cell.select_one("ul,ol,dl,p,div,pre,br,blockquote") is None:
        return
    for item in cell.select("li"):
        parent = item.parent
        ordered = isinstance(parent, turbohtml.Element) and parent.tag == "ol"
        item.insert(0, turbohtml.Text("" if ordered else "• "))
        item.tag = "div"
    for container in cell.select("ul,ol,dl,blockquote"):
        container.tag = "div"
