# cython: infer_types=True
"""Tables become rectangular, or blocks if they are layout.

A pipe table has no spans: a cell that spans is written once, and empty cells follow it, so that every value stays under
its heading. Its cells have one line.
"""

from libc.stdint cimport int32_t, uint16_t
from libc.string cimport memset

from gossamer.content.page.code cimport replace_breaks
from gossamer.content.page.draft cimport (
    Draft, Note, Trait, beside, beyond, first_element, following, has, next_element, previous_element,
)
from gossamer.content.page.lists cimport begin_with_numbers
from gossamer.content.page.markup cimport Words, is_any, read_words
from gossamer.content.page.rules cimport Pattern, matches, read_pattern, register
from gossamer.content.page.scan cimport Tag
from gossamer.content.page.spans cimport (
    Text, as_text, begins_with, count_digits, is_any_byte, name_size, last_byte, limit, strip, take_declaration,
    take_line, trim,
)
from gossamer.content.page import markup
from gossamer.content.page.scan import _TAGS

cdef enum:
    _MOST_SPAN = 100
    _MOST_ADDED = 20000
    _MOST_COLUMNS = 400
    _MOST_ROWS_READ = 50
    _PROSE = 1200

cdef Pattern NO_DATA_TABLE = read_pattern("no_data_table")
cdef Words ALIGNMENTS = read_words(markup.words("tables", "alignments"))
_FLAT = {_TAGS.index(tag.encode()): _TAGS.index(flat.encode()) for tag, flat in markup.entry("tables", "flat").items()}
cdef uint16_t[256] FLAT_TAGS = [_FLAT.get(tag, 0) for tag in range(256)]


# How many rows and cells a table has, and how many cells and columns its widest row.
cdef struct Extent:
    int32_t rows, cells, widest, width


cdef Extent measure(Draft draft, int32_t table) noexcept nogil:
    cdef Extent extent = Extent(0, 0, 0, 1)
    cdef int32_t count, wide
    row = row_behind(draft, table, 0)
    while row:
        wide = count = 0
        cell = cell_behind(draft, row, 0)
        while cell:
            wide += span_of(draft, cell, b"colspan")
            count += 1
            cell = cell_behind(draft, row, cell)
        # A lone cell may say that it spans a hundred columns, and means all there are.
        if count > 1:
            extent.width = max(extent.width, wide)
        extent.widest = max(extent.widest, count)
        extent.rows += 1
        extent.cells += count
        row = row_behind(draft, table, row)
    return extent


cdef void settle_tables(Draft draft, int32_t root) noexcept nogil:
    """Make tables of data rectangular; turn the others into blocks."""
    cdef int32_t budget = _MOST_ADDED
    table = draft.each(Tag.TABLE, 0)
    while table:
        mark_alignment(draft, table)
        extent = measure(draft, table)
        added = -1 if is_layout(draft, table, extent) else fill_rows(draft, table, extent, budget)
        if added < 0:
            unfold(draft, table)
        else:
            budget -= added
        table = draft.each(Tag.TABLE, table)


cdef int32_t row_behind(Draft draft, int32_t table, int32_t row) noexcept nogil:
    """Return the row of *table* behind *row*, or the first for 0; 0 behind the last."""
    parent = draft.parts[row].parent or table
    at = draft.parts[row].next if row else draft.parts[table].first
    while at or parent != table:
        if not at:
            at = draft.parts[parent].next
            parent = table
        elif draft.parts[at].tag == Tag.TR:
            break
        elif parent == table and has(draft, at, Trait.ROWS):
            parent = at
            at = draft.parts[at].first
        else:
            at = draft.parts[at].next
    return at


cdef int32_t cell_behind(Draft draft, int32_t row, int32_t cell) noexcept nogil:
    """Return the cell of *row* behind *cell*, or the first for 0; 0 behind the last."""
    at = draft.parts[cell].next if cell else draft.parts[row].first
    while at and not has(draft, at, Trait.CELL):
        at = draft.parts[at].next
    return at


cdef void mark_alignment(Draft draft, int32_t table) noexcept nogil:
    row = row_behind(draft, table, 0)
    cell = cell_behind(draft, row, 0)
    while cell:
        value = draft.attribute(cell, b"align")
        if not value.size:
            value = find_alignment(draft.attribute(cell, b"style"))
        # The notes are in the order of the words, of which the first is 1.
        notes = Note.LEFT << is_any(value, &ALIGNMENTS) >> 1
        draft.parts[cell].notes |= notes & (Note.LEFT | Note.CENTERED | Note.RIGHT)
        cell = cell_behind(draft, row, cell)


cdef Text find_alignment(Text style) noexcept nogil:
    """Return the value of `text-align` in a style."""
    cdef Text name, value
    while take_declaration(&style, &name, &value):
        if begins_with(name, b"text-align"):
            return limit(value, name_size(value, b""))
    return as_text(b"")


cdef bint is_layout(Draft draft, int32_t table, Extent extent) noexcept nogil:
    """Return whether a table only puts things beside each other."""
    cdef int count = 0
    cdef bint has_signs = False, has_prose = False
    if matches(draft, table, &NO_DATA_TABLE) or draft.find_tag(table, Tag.TABLE):
        return True
    cdef bint has_head = draft.find_tag(table, Tag.TH) > 0
    if extent.widest <= 1:
        # One column is a box, unless a heading says what its values are.
        return extent.rows <= 1 or not has_head
    if has_head or draft.find_tag(table, Tag.CAPTION):
        return False
    row = row_behind(draft, table, 0)
    while row and count < _MOST_ROWS_READ and not has_signs:
        cell = cell_behind(draft, row, 0)
        while cell:
            has_signs |= (count > 0 or extent.rows == 1) and draft.find(cell, Trait.LAYOUT_SIGN) > 0
            has_prose |= extent.rows <= 2 and draft.text_of(cell).size > _PROSE
            cell = cell_behind(draft, row, cell)
        count += 1
        row = row_behind(draft, table, row)
    return has_signs or has_prose


cdef void unfold(Draft draft, int32_t table) noexcept nogil:
    """Turn a table into blocks."""
    row = row_behind(draft, table, 0)
    while row:
        next = row_behind(draft, table, row)
        cell = cell_behind(draft, row, 0)
        while cell:
            draft.set_tag(cell, Tag.DIV)
            cell = cell_behind(draft, row, cell)
        draft.set_tag(row, Tag.DIV)
        row = next
    child = first_element(draft, table)
    while child:
        if has(draft, child, Trait.ROWS | Trait.CELL) or draft.parts[child].tag in (Tag.CAPTION, Tag.COLGROUP, Tag.COL):
            draft.set_tag(child, Tag.DIV)
        child = next_element(draft, child)
    draft.set_tag(table, Tag.DIV)


cdef int32_t span_of(Draft draft, int32_t cell, const char* name) noexcept nogil:
    """Return how many columns or rows a cell spans."""
    cdef int32_t span = 0
    value = strip(draft.attribute(cell, name))
    if not 0 < value.size < 9 or count_digits(value) < value.size:
        return 1
    for at in range(value.size):
        span = span * 10 + value.at[at] - c"0"
    return max(1, min(span, <int32_t> _MOST_SPAN))


cdef int32_t fill_rows(Draft draft, int32_t table, Extent extent, int32_t budget) noexcept nogil:
    """Give every row as many cells as the widest; return how many were added, -1 beyond *budget*."""
    # How many rows a cell from above still covers each column.
    cdef int32_t[_MOST_COLUMNS] covered
    cdef int32_t added = 0
    if extent.width > _MOST_COLUMNS or extent.rows * extent.width - extent.cells > budget:
        return -1
    memset(covered, 0, sizeof(covered))
    row = row_behind(draft, table, 0)
    while row:
        added += fill_row(draft, row, covered, extent.width, extent.rows)
        extent.rows -= 1
        row = row_behind(draft, table, row)
    return added


cdef int32_t fill_row(Draft draft, int32_t row, int32_t* covered, int32_t width, int32_t left) noexcept nogil:
    """Fill one row up to *width*; *left* rows are to come, this one among them."""
    cdef int32_t column = 0, added = 0, last = 0, reach, at
    cell = cell_behind(draft, row, 0)
    while cell:
        while column < width and covered[column]:
            covered[column] -= 1
            column += 1
            added += 1
            draft.put_before(cell, draft.make(draft.parts[cell].tag))
        next = cell_behind(draft, row, cell)
        reach = max(column + 1, min(column + span_of(draft, cell, b"colspan"), width))
        for at in range(column, min(reach, width)):
            covered[at] = min(span_of(draft, cell, b"rowspan"), left) - 1
        for at in range(column + 1, reach):
            draft.put_after(cell, draft.make(draft.parts[cell].tag))
        added += reach - column - 1
        column = reach
        last = cell
        cell = next
    for at in range(column, width):
        covered[at] = max(0, covered[at] - 1)
        if last:
            draft.append(row, draft.make(draft.parts[last].tag))
            added += 1
    return added


# Cells.

cdef void flatten_cell(Draft draft, int32_t cell) noexcept nogil:
    """Make the content of a cell one line; code keeps its lines and its indentation."""
    if not draft.find(cell, Trait.CELL_BLOCK):
        return
    at = following(draft, cell, cell)
    while at:
        next = following(draft, at, cell)
        tag = draft.parts[at].tag
        if tag == Tag.PRE or (tag == Tag.CODE and draft.find_tag(at, Tag.BR)):
            next = beyond(draft, at, cell)
            split_code(draft, at)
        at = next
    at = following(draft, cell, cell)
    while at:
        if draft.parts[at].tag == Tag.OL:
            begin_with_numbers(draft, at)
        elif draft.parts[at].tag == Tag.LI:
            if draft.parts[draft.parts[at].parent].tag != Tag.OL:
                draft.put_first(at, draft.make_text(Tag.TEXT, as_text(b"\xe2\x80\xa2 ")))
            if previous_element(draft, at):
                draft.put_first(at, draft.make(Tag.BR))
        at = following(draft, at, cell)
    at = following(draft, cell, cell)
    while at:
        if FLAT_TAGS[draft.parts[at].tag]:
            draft.set_tag(at, FLAT_TAGS[draft.parts[at].tag])
        at = following(draft, at, cell)
    at = following(draft, cell, cell)
    while at:
        if has(draft, at, Trait.PARAGRAPH):
            draft.set_tag(at, Tag.SPAN)
            if shows_beside(draft, at, False):
                draft.put_before(at, draft.make(Tag.BR))
            if shows_beside(draft, at, True):
                draft.put_after(at, draft.make(Tag.BR))
        at = following(draft, at, cell)


cdef bint shows_beside(Draft draft, int32_t number, bint behind) noexcept nogil:
    """Return whether something that is no block of its own stands next on the same line."""
    at = beside(draft, number, behind)
    while at and not has(draft, at, Trait.PARAGRAPH) and draft.parts[at].tag != Tag.BR:
        if draft.parts[at].tag in (Tag.IMG, Tag.INPUT) or draft.shows_text_or_picture(at):
            return True
        at = beside(draft, at, behind)
    return False


cdef void split_code(Draft draft, int32_t listing) noexcept nogil:
    """Turn code of several lines into one code span a line: a cell holds no block, and a span no line feed."""
    cdef bint is_last
    replace_breaks(draft, listing)
    text = trim(draft.text_of(listing), b"\n")
    holder = draft.make(Tag.DIV if draft.parts[listing].tag == Tag.PRE else Tag.SPAN)
    while text.size:
        before = text.size
        line = take_line(&text, c"\n")
        is_last = line.size == before
        while is_any_byte(last_byte(line), b" \t"):
            line.size -= 1
        if line.size:
            code = draft.make(Tag.KBD)
            draft.set_text(code, line)
            draft.append(holder, code)
        if not is_last:
            draft.append(holder, draft.make(Tag.BR))
    draft.replace(listing, holder)


register("settle_tables", settle_tables)
register("flatten_cell", flatten_cell)
