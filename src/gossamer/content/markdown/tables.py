"""Tables of data stay tables; tables that only lay out a page become its blocks.

A pipe table has no spans: a cell that spans is written once, and empty cells follow it, so
that every value stays under its heading. How far spans may reach is limited, because a few
bytes of markup can ask for a billion cells.
"""

import re
from typing import Final

import turbohtml

from gossamer.content.markdown import cells
from gossamer.content.markdown.survey import Survey

_MAX_SPAN: Final = 100
_MAX_ADDED: Final = 20_000
_MAX_COLUMNS: Final = 400
_PROSE: Final = 1_200
_LAYOUT_ROLES: Final = frozenset({"presentation", "none"})
_PARTS: Final = ("tbody", "thead", "tfoot", "tr", "td", "th", "caption", "colgroup", "col")
_ALIGN: Final = re.compile(r"text-align\s*:\s*(left|center|right)", re.IGNORECASE)
_ALIGNMENTS: Final = {"left": "\ufdd3", "center": "\ufdd4", "right": "\ufdd5"}
_DASHES: Final = {"": "---", "\ufdd3": ":---", "\ufdd4": ":---:", "\ufdd5": "---:"}
_MARKS: Final = re.compile("[\ufdd3-\ufdd5]")
_DELIMITERS: Final = re.compile(r"[ \t>]*\|(?: --- \|)+")
_CELL_ENDS: Final = re.compile(r"(?<!\\)\|")
_BLOCKS: Final = "h1,h2,h3,h4,h5,h6,form,iframe,section,article,hr,figure"


def settle(survey: Survey) -> None:
    """Turn layout tables into blocks and make the others rectangular."""
    if not survey.has("table"):
        return
    budget = _MAX_ADDED
    inside = 0
    for table in survey.each("table"):
        rows = [_cells(row) for row in _own_rows(table)]
        inside += sum(map(len, rows))
        _mark_alignment(rows)
        missing = None if _is_layout(table, rows) else 0 if _is_square(table, rows) else _squared(rows, budget)
        if missing is None:
            _unfold(table)
            continue
        budget -= missing
    every = list(survey.each("td", "th"))
    # Where the caller chose cells, some have no table.
    if len(every) == inside and not _hold_blocks(survey):
        return
    for cell in every:
        # Those of layout tables are boxes by now.
        if cell.tag in {"td", "th"}:
            cells.flatten(cell, survey)


def _hold_blocks(survey: Survey) -> bool:
    return any(next(table.iter_elements(cells.BLOCKS), None) is not None for table in survey.each("table"))


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


def _is_layout(table: turbohtml.Element, rows: list[list[turbohtml.Element]]) -> bool:
    if (table.attr("role") or "").lower() in _LAYOUT_ROLES:
        return True
    if table.select_one("table") is not None:
        return True
    if max(map(len, rows), default=0) <= 1:
        # One column is a box, unless a heading says what its values are.
        return len(rows) <= 1 or not any(cell.tag == "th" for row in rows for cell in row)
    if table.select_one("th,caption") is not None:
        return False
    if any(cell.select_one(_BLOCKS) is not None for row in (rows[1:50] or rows) for cell in row):
        return True
    return len(rows) <= 2 and any(len(cell.text) > _PROSE for row in rows for cell in row)  # noqa: PLR2004


def _unfold(table: turbohtml.Element) -> None:
    for row in _own_rows(table):
        for cell in _cells(row):
            cell.tag = "div"
        row.tag = "div"
    for part in table.children:
        if isinstance(part, turbohtml.Element) and part.tag in _PARTS:
            part.tag = "div"
    table.tag = "div"


def _is_square(table: turbohtml.Element, rows: list[list[turbohtml.Element]]) -> bool:
    """Return whether the table needs nothing: most have rows of one length and no spans."""
    return len({len(row) for row in rows}) == 1 and table.select_one("[colspan],[rowspan]") is None


def _squared(rows: list[list[turbohtml.Element]], budget: int) -> int | None:
    """Give every row as many cells as the widest; return how many were added, None beyond *budget*.

    A cell that spans is followed, or stood above, by empty ones. Turbohtml writes a table of
    uneven rows as HTML.
    """
    spans = [[(_span(cell, "colspan"), _span(cell, "rowspan")) for cell in row] for row in rows]
    # A lone cell may say that it spans a hundred columns, and means all there are.
    width = max((sum(wide for wide, _ in row) for row in spans if len(row) > 1), default=1)
    if width > _MAX_COLUMNS or len(rows) * width - sum(map(len, rows)) > budget:
        return None
    # Column: how many rows a cell from above still covers.
    covered = [0] * width
    return sum(
        _square(row, sizes, covered, len(rows) - at) for at, (row, sizes) in enumerate(zip(rows, spans, strict=True))
    )


def _square(row: list[turbohtml.Element], sizes: list[tuple[int, int]], covered: list[int], left: int) -> int:
    """Fill one row up to the width of *covered*, which is moved on to the next; *left* rows are left."""
    added = column = 0
    for cell, (wide, tall) in zip(row, sizes, strict=True):
        while column < len(covered) and covered[column]:
            covered[column] -= 1
            cell.insert_before(turbohtml.Element(cell.tag))
            added, column = added + 1, column + 1
        reach = max(column + 1, min(column + wide, len(covered)))
        added += _follow(cell, reach - column - 1)
        for at in range(column, min(reach, len(covered))):
            covered[at] = min(tall, left) - 1
        column = reach
    if row:
        added += _follow(row[-1], len(covered) - column)
    covered[column:] = [max(0, rest - 1) for rest in covered[column:]]
    return added


def _follow(cell: turbohtml.Element, count: int) -> int:
    for _ in range(count):
        cell.insert_after(turbohtml.Element(cell.tag))
    return max(0, count)


def _span(cell: turbohtml.Element, name: str) -> int:
    """Return a span, and take it off: what is left must read as a plain cell."""
    value = cell.attr(name)
    if value is None:
        return 1
    del cell.attrs[name]
    digits = value.strip()
    return max(1, min(int(digits), _MAX_SPAN)) if digits.isascii() and digits.isdigit() and len(digits) < 9 else 1  # noqa: PLR2004


def _mark_alignment(rows: list[list[turbohtml.Element]]) -> None:
    """Leave a mark in the first row for each column that is not aligned by default; `aligned` reads it."""
    for cell in rows[0] if rows else ():
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
        if not _MARKS.search(line):
            continue
        lines[index] = _MARKS.sub("", line)
        if index + 1 < len(lines) and _DELIMITERS.fullmatch(lines[index + 1]):
            marks = [_MARKS.search(cell) for cell in _CELL_ENDS.split(line)[1:-1]]
            dashes = " | ".join(_DASHES[mark.group() if mark else ""] for mark in marks)
            lines[index + 1] = f"{lines[index + 1].partition('|')[0]}| {dashes} |"
    return "\n".join(lines)
