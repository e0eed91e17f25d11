"""Tables of data stay tables; tables that only lay out a page become its blocks.

A pipe table has no spans: a cell that spans is written once, and empty cells follow it, so
that every value stays under its heading. How far spans may reach is limited, because a few
bytes of markup can ask for a billion cells.
"""

import re
from typing import Final

import turbohtml

from gossamer.content.markdown.survey import Survey

_MAX_SPAN: Final = 100
_MAX_ADDED: Final = 20_000
_MAX_COLUMNS: Final = 400
_PROSE: Final = 1_200
_LAYOUT_ROLES: Final = frozenset({"presentation", "none"})
_PARTS: Final = ("tbody", "thead", "tfoot", "tr", "td", "th", "caption", "colgroup", "col")
_ALIGN: Final = re.compile(r"text-align\s*:\s*(left|center|right)", re.IGNORECASE)
_ALIGNMENTS: Final = {"left": "\U0010fff3", "center": "\U0010fff4", "right": "\U0010fff5"}
_DASHES: Final = {"": "---", "\U0010fff3": ":---", "\U0010fff4": ":---:", "\U0010fff5": "---:"}
_MARKS: Final = re.compile("[\U0010fff3-\U0010fff5]")
_DELIMITERS: Final = re.compile(r"[ \t>]*\|(?: --- \|)+")
_CELL_ENDS: Final = re.compile(r"(?<!\\)\|")
_BLOCKS: Final = "h1,h2,h3,h4,h5,h6,form,iframe,section,article,hr,figure"


def settle(survey: Survey) -> None:
    """Turn layout tables into blocks and expand the spans of the others."""
    if not survey.has("table"):
        return
    added = 0
    for table in survey.each("table"):
        rows = _own_rows(table)
        _mark_alignment(rows)
        if _is_layout(table, rows):
            _unfold(table, rows)
            survey.add(table)
        elif any(_spans(cell) for row in rows for cell in _cells(row)):
            added += _expand(rows, _MAX_ADDED - added)
    for cell in survey.each("td", "th"):
        _flatten(cell)


def _spans(cell: turbohtml.Element) -> bool:
    return cell.attr("colspan") is not None or cell.attr("rowspan") is not None


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
    if any(row.select_one(_BLOCKS) is not None for row in (rows[1:50] or rows)):
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


def _mark_alignment(rows: list[turbohtml.Element]) -> None:
    """Leave a mark in the first row for each column that is not aligned by default; `aligned` reads it."""
    for cell in _cells(rows[0]) if rows else ():
        style = _ALIGN.search(cell.attr("style") or "")
        mark = _ALIGNMENTS.get((cell.attr("align") or (style.group(1) if style else "")).lower())
        if mark is not None:
            cell.insert(0, turbohtml.Text(mark))


def aligned(text: str) -> str:
    """Put the alignment of columns into the delimiter rows, and take the marks out."""
    if not any(mark in text for mark in _ALIGNMENTS.values()):
        return text
    lines = text.split("\n")
    for index, line in enumerate(lines):
        marks = _MARKS.findall(line)
        if not marks:
            continue
        lines[index] = _MARKS.sub("", line)
        if index + 1 < len(lines) and _DELIMITERS.fullmatch(lines[index + 1]):
            cells = iter([_MARKS.findall(cell) for cell in _CELL_ENDS.split(line)[1:]])
            lines[index + 1] = re.sub("---", lambda _: _DASHES[(next(cells, []) or [""])[0]], lines[index + 1])
    return "\n".join(lines)


def _flatten(cell: turbohtml.Element) -> None:
    """Make the content of a cell one line of inline Markdown, as a pipe table needs it."""
    if cell.select_one("ul,ol,dl,p,div,pre,br,blockquote") is None:
        return
    for item in cell.select("li"):
        parent = item.parent
        ordered = isinstance(parent, turbohtml.Element) and parent.tag == "ol"
        item.insert(0, turbohtml.Text("" if ordered else "• "))
        if any(isinstance(s, turbohtml.Element) for s in item.previous_siblings):
            item.insert(0, turbohtml.Element("br"))
        item.tag = "span"
    for container in cell.select("ul,ol,dl,blockquote"):
        container.tag = "div"
    for part in cell.select("p,div"):
        part.tag = "span"
        if isinstance(part.previous_sibling, turbohtml.Element) or _follows_blank(part):
            part.insert_before(turbohtml.Element("br"))


def _follows_blank(part: turbohtml.Element) -> bool:
    before = part.previous_sibling
    return isinstance(before, turbohtml.Text) and not before.data.strip() and before.previous_sibling is not None
