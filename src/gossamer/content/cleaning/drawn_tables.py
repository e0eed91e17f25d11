"""Tables drawn with other elements: by ARIA roles (`table`, `row`, `cell`) or by inline styles (`display: table`).

They become `<table>` elements, and then are kept and written as any other. One row alone is no table: it only puts
things side by side. Neither are rows whose cells hold headings or sections, as a gallery's do.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

import turbohtml

_TABLES: Final = '[role="table"],[role="grid"],[role="treegrid"],[style*="display" i]'
_ROWS: Final = '[role="row"],[style*="table-row" i]'
_ROLE_OF_TABLE: Final = frozenset({"table", "grid", "treegrid"})
_CELL_ROLES: Final = {"cell": "td", "gridcell": "td", "columnheader": "th", "rowheader": "th"}
_DISPLAY: Final = re.compile(r"(?:^|;)\s*display\s*:\s*(table(?:-[a-z-]+)?)", re.IGNORECASE)
_DISPLAYED_AS: Final = {"table": "table", "table-row": "row", "table-cell": "td"}
_OWN: Final = frozenset({"table", "tbody", "thead", "tfoot", "tr", "td", "th"})
_BLOCKS: Final = ("h1", "h2", "h3", "h4", "h5", "h6", "form", "iframe", "section", "article", "hr", "figure")
_LEAST: Final = 2
_MAX_TABLES: Final = 500
_MAX_ROWS: Final = 5_000


def settle(document: turbohtml.Document) -> None:
    """Turn drawn tables into `<table>` elements, in place."""
    # Hardly a page has such rows, and many hide something by a style of display.
    if document.select_one(_ROWS) is None:
        return
    for number, holder in enumerate(document.select(_TABLES)):
        if number >= _MAX_TABLES:
            return
        if holder.tag in _OWN or holder.parent is None or _part(holder) != "table":
            continue
        rows = [(row, cells) for row in _rows(holder) if (cells := list(_inside(row, {"td", "th"})))]
        if len(rows) >= _LEAST and max(len(cells) for _, cells in rows) >= _LEAST and not _lays_out(rows):
            _rebuild(holder, rows)


def _lays_out(rows: Iterable[tuple[turbohtml.Element, list[turbohtml.Element]]]) -> bool:
    return any(next(cell.iter_elements(_BLOCKS), None) is not None for _, cells in rows for cell in cells)


def _part(element: turbohtml.Element) -> str:
    """Return which part of a table *element* is drawn as: table, row, td or th; empty for none."""
    role = element.attr("role")
    if role:
        if role in _ROLE_OF_TABLE:
            return "table"
        return "row" if role == "row" else _CELL_ROLES.get(role, "")
    style = element.attr("style")
    match = _DISPLAY.search(style) if style else None
    return _DISPLAYED_AS.get(match.group(1).lower(), "") if match else ""


def _rows(holder: turbohtml.Element) -> list[turbohtml.Element]:
    rows = []
    for row in _inside(holder, {"row"}):
        rows.append(row)
        if len(rows) == _MAX_ROWS:
            break
    return rows


def _inside(element: turbohtml.Element, parts: set[str]) -> Iterator[turbohtml.Element]:
    """Yield the elements of *parts* in *element*, through whatever wraps them but not through other parts of tables."""
    waiting = list(reversed(list(element.children)))
    while waiting:
        node = waiting.pop()
        if not isinstance(node, turbohtml.Element):
            continue
        part = _part(node)
        if part in parts:
            yield node
        elif not part and node.tag not in _OWN:
            waiting += reversed(list(node.children))


def _rebuild(holder: turbohtml.Element, rows: list[tuple[turbohtml.Element, list[turbohtml.Element]]]) -> None:
    """Put a `<table>` of *rows* behind what else *holder* shows, which stays before it."""
    table = turbohtml.Element("table", _attributes(holder))
    for row, cells in rows:
        line = turbohtml.Element("tr", _attributes(row))
        for cell in cells:
            line.append(_cell(cell))
        # Text beside the cells of a row would be lost.
        if row.text.strip():
            rest = turbohtml.Element("td")
            for child in list(row.children):
                rest.append(child.extract())
            line.append(rest)
        row.extract()
        table.append(line)
    if holder.text.strip():
        holder.insert_after(table)
    else:
        holder.replace_with(table)


def _cell(drawn: turbohtml.Element) -> turbohtml.Element:
    cell = turbohtml.Element(_part(drawn), _attributes(drawn))
    for child in list(drawn.children):
        cell.append(child.extract())
    drawn.extract()
    return cell


def _attributes(drawn: turbohtml.Element) -> dict[str, str]:
    """Return the attributes that a cell, a row or a table keeps: names and styles, and how far it spans."""
    attributes = {name: value for name in ("class", "id", "style", "hidden") if (value := drawn.attr(name)) is not None}
    return attributes | {name: value for name in ("colspan", "rowspan") if (value := drawn.attr(f"aria-{name}"))}
