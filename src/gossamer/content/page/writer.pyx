# cython: infer_types=True
"""The writer: a draft as GitHub-flavoured Markdown, into one buffer of bytes.

Blanks and breaks wait until a word follows, so they never stand at an edge of a line or of emphasis. The ends of
emphasis are noted while a block is written and become delimiters when it ends: whether `**` opens or closes depends on
the characters beside it (CommonMark 6.2), and those are known then.
"""

import unicodedata

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t
from libc.stdio cimport snprintf
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy, memmove, memset

from gossamer.content.page.draft cimport (
    LITERAL, Draft, Note, Part, Trait, beyond, first_element, following, has, is_element,
)
from gossamer.content.page.markup cimport Words, read_words, start_size
from gossamer.content.page.scan cimport Tag
from gossamer.content.page.spans cimport (
    Py_UNICODE_ISALNUM, Py_UNICODE_ISSPACE, Text, as_text, begins_with, between, blank_at, byte_at, count_digits, cut,
    decode, decode_last, find_any_byte, grow, has_text, hidden_size, is_any_byte, is_blank, is_digit, is_first_byte,
    is_letter, last_byte, limit, same_text, strip, strip_end, take_line,
)
from gossamer.content.page.tables cimport cell_behind, row_behind
from gossamer.content.page import markup

cdef enum:
    # Deeper lists and quotes are not indented further; deeper elements are written as text only.
    _MOST_LEVELS = 17
    _DEEPEST = 512
    _MOST_PREFIX = 512
    _MOST_OPEN = 32
    _LINK = 3

# What stands first in an element: nothing, a block with lines of its own, words, or words of a paragraph.
cdef enum Lead:
    NOTHING = -1, FRAMED_LEAD, WORDS, PARAGRAPH_LEAD

# What a byte is, as bits of `signs` and in the order of `[signs]` in markup.toml. Running text minds the first five.
cdef enum Sign:
    ESCAPED = 1, DOUBTFUL = 2, SPACE = 4, RARE = 8, BAR = 16
    LINE_START = 32, IN_TITLE = 64, IN_ADDRESS = 128, IN_ANGLES = 256, IN_PARENTHESES = 512, DROPPED = 1024
    PUNCTUATION = 2048
    NOT_PLAIN = 31

cdef enum Form:
    UNDECIDED, STARS, UNDERSCORES, TAGS, NONE

# One end of emphasis, at an offset of what is written, and how it is written.
cdef struct Mark:
    uint32_t at
    int32_t other
    uint8_t kind, form
    bint opens, nested

# Emphasis or a link that is open where the writer is; *mark* is -1 until something visible stands in it.
cdef struct Opened:
    uint8_t kind
    bint nested
    int32_t mark

# The lists and quotes around the writer: how much of the prefix they have, how many they are, and whether blocks in
# the innermost one follow each other without blank lines.
cdef struct Frame:
    uint32_t prefixed
    int32_t levels
    bint tight

cdef struct Layout:
    int32_t number, indent
    uint8_t bullet
    bint ordered, loose, with_item, in_run

cdef uint16_t[256] signs
cdef uint8_t[8192] punctuation
cdef Words FORMS = read_words(sum((markup.words("emphasis", form) for form in ("stars", "underscores", "tags")), []))
cdef Words CLOSING = read_words(markup.words("emphasis", "closing"))
cdef Words OPENING = read_words(markup.words("emphasis", "opening"))


cdef void _fill_signs() except *:
    for number, characters in enumerate(markup.entry("signs").values()):
        for character in characters:
            signs[<uint8_t> character.encode()[0]] |= 1 << number
    assert 1 << number == Sign.DROPPED
    for number, category in enumerate(map(unicodedata.category, map(chr, range(65536)))):
        if category[0] in "PS":
            punctuation[number >> 3] |= 1 << (number & 7)
            if number < 128:
                signs[number] |= Sign.PUNCTUATION


_fill_signs()


cdef inline bint is_punctuation(uint32_t character) noexcept nogil:
    if character < 65536:
        return (punctuation[character >> 3] >> (character & 7)) & 1
    # Pictographs are symbols.
    return 0x1F000 <= character < 0x1FB00


cdef inline bint flanks(uint32_t outside, uint32_t inside) noexcept nogil:
    """Return whether a delimiter between two characters may belong to the one inside."""
    if not inside or Py_UNICODE_ISSPACE(inside):
        return False
    return not is_punctuation(inside) or not outside or Py_UNICODE_ISSPACE(outside) or is_punctuation(outside)


cdef bint names_character(Text text) noexcept nogil:
    """Return whether the `&` that *text* begins with begins what a reader takes for the name of a character."""
    cdef uint32_t at = 1 + (byte_at(text, 1) == c"#")
    at += at == 2 and byte_at(text, 2) | 32 == c"x"
    start = at
    while is_letter(byte_at(text, at)) or is_digit(byte_at(text, at)):
        at += 1
    return at > start and byte_at(text, at) == c";"


cdef uint32_t longest_ticks(Text text) noexcept nogil:
    cdef uint32_t longest = 0, run = 0, at
    for at in range(text.size):
        run = run + 1 if text.at[at] == c"`" else 0
        longest = max(longest, run)
    return longest


cdef Text format_mark(const Mark* mark) noexcept nogil:
    """Return an end of emphasis as it is written."""
    if not Form.STARS <= mark.form <= Form.TAGS:
        return as_text(b"")
    return FORMS.words[(mark.form - 1) * 6 + mark.kind * 2 + (not mark.opens)]


cdef bint is_autolink(Text address) noexcept nogil:
    """Return whether an address may stand between angle brackets: it has a scheme, and no character that ends one."""
    scheme = find_any_byte(address, b":/#?")
    return byte_at(address, scheme) == c":" and find_any_byte(address, b" \t\n\r\x0b\x0c\x1f<>\x7f") == address.size


# What stands in the parts of a draft.

cdef Text code_of(Draft draft, int32_t root, uint8_t separator) noexcept nogil:
    """Return the words of code; a break, and where a block begins or ends, becomes *separator*."""
    cdef bint meets_blank, is_parted = False
    cdef uint32_t room = 0, size = 0
    only = draft.parts[root].first
    if not is_element(draft, only) and not draft.parts[only].next:
        return draft.parts[only].text
    at = only
    while at:
        room += draft.parts[at].text.size + 2
        at = following(draft, at, root)
    to = draft.memory(room)
    at = only if to != NULL else 0
    while at:
        part = draft.parts + at
        if part.tag == Tag.BR:
            to[size] = separator
            size += 1
            is_parted = False
        elif part.tag > LITERAL:
            is_parted |= has(draft, at, Trait.LINE) > 0
        elif part.text.size:
            last = to[size - 1] if size else separator
            meets_blank = separator == c" " and (signs[last] | signs[part.text.at[0]]) & Sign.SPACE
            if is_parted and last != separator and not meets_blank:
                to[size] = separator
                size += 1
            memcpy(to + size, part.text.at, part.text.size)
            size += part.text.size
            is_parted = False
        # Where a block ends another line begins.
        up = at
        while not draft.parts[at].first and up != root and not draft.parts[up].next:
            up = draft.parts[up].parent
            is_parted |= up != root and has(draft, up, Trait.LINE) > 0
        at = following(draft, at, root)
    return Text(to, size)


cdef bint is_linked(const Part* part) noexcept nogil:
    """Return whether a part is a link that leads somewhere."""
    return part.tag == Tag.A and part.text.at != NULL


cdef int find_lead(Draft draft, int32_t at, int32_t root, int32_t* box) noexcept nogil:
    """Return what *root* begins with from *at* on, and set *box* to the first control before that."""
    cdef bint is_passed
    cdef int32_t paragraph = 0, paragraph_end = 0
    while at:
        part = draft.parts + at
        if at == paragraph_end:
            paragraph = 0
        lead = Lead.PARAGRAPH_LEAD if paragraph else Lead.WORDS
        is_passed = has(draft, at, Trait.SKIPPED | Trait.CODE_SPAN) or part.tag == Tag.SCRIPT
        if part.tag <= LITERAL:
            if not is_blank(part.text):
                return lead
        elif part.tag == Tag.INPUT and box != NULL and not box[0] and part.parent in (root, paragraph):
            box[0] = at
        elif has(draft, at, Trait.CODE_SPAN):
            if code_of(draft, at, c" ").size:
                return lead
        elif part.tag in (Tag.IMG, Tag.Q) or is_linked(part):
            return lead
        elif has(draft, at, Trait.HEADING):
            return Lead.PARAGRAPH_LEAD
        elif has(draft, at, Trait.FRAMED):
            return Lead.FRAMED_LEAD
        elif not paragraph and has(draft, at, Trait.PARAGRAPH):
            paragraph = at
            paragraph_end = beyond(draft, at, root)
        at = beyond(draft, at, root) if is_passed else following(draft, at, root)
    return Lead.NOTHING


cdef bint is_loose(Draft draft, int32_t root) noexcept nogil:
    """Return whether an item has more than one paragraph, so that blank lines must part its blocks."""
    cdef bint is_framed, is_lead, is_visible, in_run = False, absorbs = False
    cdef int runs = 0
    at = draft.parts[root].first
    while at:
        part = draft.parts + at
        is_framed = has(draft, at, Trait.FRAMED | Trait.HEADING) > 0
        is_lead = part.tag == Tag.IMG or is_linked(part)
        is_visible = is_lead or (part.tag <= LITERAL and not in_run and not is_blank(part.text))
        if has(draft, at, Trait.BLOCK):
            in_run = False
        if is_framed:
            absorbs = not (has(draft, at, Trait.HEADING) or part.tag in (Tag.PRE, Tag.HR))
        if is_visible and not in_run:
            runs += 1
            if runs > 1 or absorbs:
                return True
            in_run = True
        if part.first and not (is_framed or is_lead or has(draft, at, Trait.SKIPPED)):
            at = part.first
            continue
        while at != root and not draft.parts[at].next:
            at = draft.parts[at].parent
            if at != root and has(draft, at, Trait.BLOCK):
                in_run = False
        at = draft.parts[at].next if at != root else 0
    return False


cdef bint is_wrapper(Draft draft, int32_t number) noexcept nogil:
    """Return whether there are items right inside an element between those of a list."""
    child = draft.parts[number].first
    while child and draft.parts[child].tag != Tag.LI:
        child = draft.parts[child].next
    return child > 0


cdef bint has_loose_item(Draft draft, int32_t number) noexcept nogil:
    node = draft.parts[number].node
    child = draft.parts[number].first
    if node >= 0 and draft.scan.nodes[node].depth > 2 * _DEEPEST:
        return False
    while child:
        if draft.parts[child].tag == Tag.LI:
            if is_loose(draft, child):
                return True
        elif is_wrapper(draft, child) and has_loose_item(draft, child):
            return True
        child = draft.parts[child].next
    return False


cdef class Writer:
    """What is written of a draft so far, and the line and the blocks that the writer is in."""

    cdef Draft draft
    cdef uint8_t* out
    cdef uint32_t size, room
    cdef bint failed
    # The ends of emphasis in this block, and what is open; in a cell only from *base* on.
    cdef Mark* marks
    cdef int32_t marked, mark_room
    cdef Opened[_MOST_OPEN] opened
    cdef int32_t depth, base
    cdef uint8_t[_MOST_PREFIX + 1] prefix
    cdef Frame frame
    # Blanks and breaks that are written before the next word, if there is one.
    cdef uint32_t spaces, breaks
    cdef bint collapses, drops, started, line_has_content, pending_loose, pending_before
    cdef uint32_t line_at, opened_at
    # The next block goes on in this line, joins the one before, must end its paragraph, or is the first of an item.
    cdef bint rides, joins, interrupts, item_marker, block_ended
    cdef int32_t deep, inline_only
    cdef bint in_cell, in_heading
    # Where a point was written that begins a list if a blank follows, and a number that does if a point follows.
    cdef uint32_t late_escape, counted, list_end, list_end_prefix
    cdef uint8_t list_end_bullet

    def __cinit__(self, Draft draft):
        self.draft = draft

    def __dealloc__(self):
        free(self.out)
        free(self.marks)

    cdef void write(self) noexcept nogil:
        """Write the whole draft."""
        root = self.draft.root
        if has(self.draft, root, Trait.BLOCK) and self.draft.parts[root].tag != Tag.LI:
            self.write_block(root)
        else:
            self.write_children(root)
        self.end_words()
        # Code ends with its fence, so what is blank at the end is none.
        while is_any_byte(self.last(), b"\n "):
            self.size -= 1

    # Bytes.

    cdef bint reserve(self, uint32_t size) noexcept nogil:
        if self.size + size > self.room:
            room = (self.size + size) * 2
            grown = <uint8_t*> realloc(self.out, room)
            if grown == NULL:
                self.failed = True
                return False
            self.out = grown
            self.room = room
        return True

    cdef inline void put(self, uint8_t byte) noexcept nogil:
        if self.reserve(1):
            self.out[self.size] = byte
            self.size += 1

    cdef void put_many(self, uint8_t byte, uint32_t count) noexcept nogil:
        if count and self.reserve(count):
            memset(self.out + self.size, byte, count)
            self.size += count

    cdef void put_text(self, Text text) noexcept nogil:
        if text.size and self.reserve(text.size):
            memcpy(self.out + self.size, text.at, text.size)
            self.size += text.size

    cdef void put_word(self, const char* word) noexcept nogil:
        self.put_text(as_text(word))

    cdef void put_prefix(self) noexcept nogil:
        self.put_text(Text(&self.prefix[0], self.frame.prefixed))

    cdef void put_escaped(self, Text text, uint16_t escaped) noexcept nogil:
        """Put a text with a backslash before the bytes that are *escaped*, and before bars, which would end a cell."""
        cdef bint is_escaped
        cdef uint32_t at
        for at in range(text.size):
            byte = text.at[at]
            is_escaped = signs[byte] & escaped and (
                byte != c"&" or escaped == Sign.PUNCTUATION or names_character(cut(text, at))
            )
            if is_escaped or (byte == c"|" and self.in_cell):
                self.put(c"\\")
            self.put(byte)

    cdef void insert(self, uint32_t at, uint8_t byte) noexcept nogil:
        if not self.reserve(1):
            return
        memmove(self.out + at + 1, self.out + at, self.size - at)
        self.out[at] = byte
        self.size += 1
        for number in range(self.marked):
            self.marks[number].at += self.marks[number].at > at

    cdef void put_number(self, int32_t number) noexcept nogil:
        cdef char[12] digits
        snprintf(digits, sizeof(digits), b"%d", number)
        self.put_word(digits)

    cdef inline uint8_t last(self) noexcept nogil:
        """Return the last byte that is written, 0 before the first."""
        return self.out[self.size - 1] if self.size else 0

    cdef uint32_t character_before(self, uint32_t at) noexcept nogil:
        return decode_last(Text(self.out, at))

    cdef uint32_t character_at(self, uint32_t at) noexcept nogil:
        return decode(Text(self.out + at, self.size - at))

    # Lines.

    cdef void end_words(self) noexcept nogil:
        """End a run of words: nothing that waits or is open goes on in the next block."""
        self.suspend()
        self.settle_late_escape(True)
        self.settle_marks()

    cdef void open_block(self, bint loose) noexcept nogil:
        """Begin a block on a line of its own, with a blank line before it where it or the last one wants that."""
        is_ridden = self.started and self.rides
        self.end_words()
        self.block_ended = False
        if self.started and self.opened_at and self.size == self.opened_at and not self.rides:
            # Nothing was written in the last block.
            self.size = self.line_at
            self.pending_loose |= self.pending_before
            self.started = self.size > 0
        if not self.started:
            self.started = True
            self.put_prefix()
        elif is_ridden:
            self.rides = False
        else:
            is_parted = (self.pending_loose or loose) and not (self.frame.tight or self.item_marker or self.joins)
            self.break_line(is_parted or self.interrupts)
            self.put_prefix()
            self.line_has_content = False
        self.interrupts = self.item_marker = self.joins = False
        self.pending_before = self.pending_loose
        self.pending_loose = loose
        self.opened_at = 0 if is_ridden else self.size
        self.drop_blanks()

    cdef void break_line(self, bint with_blank_line) noexcept nogil:
        """End the line, and write a blank one."""
        self.end_line()
        self.line_at = self.size
        self.put(c"\n")
        if with_blank_line:
            self.put_prefix()
            self.end_line()
            self.put(c"\n")

    cdef void end_line(self) noexcept nogil:
        """Take the blanks at the end of the line off."""
        kept = strip_end(Text(self.out, self.size)).size
        while self.size > kept and self.out[self.size - 1] != c"\n":
            self.size -= 1

    cdef void new_line(self) noexcept nogil:
        self.put(c"\n")
        self.put_prefix()
        self.line_has_content = False
        self.drop_blanks()

    cdef void drop_blanks(self) noexcept nogil:
        """Drop the blanks that wait, and those that follow."""
        self.spaces = self.breaks = 0
        self.collapses = False
        self.drops = True

    cdef Frame indent(self, uint32_t count, int32_t levels) noexcept nogil:
        """Indent what follows, and return the frame to go back to."""
        before = self.frame
        self.frame.levels += levels
        if self.frame.levels <= _MOST_LEVELS:
            count = min(count, _MOST_PREFIX - before.prefixed)
            memset(self.prefix + before.prefixed, c" ", count)
            self.frame.prefixed += count
        return before

    cdef inline void note_blank(self) noexcept nogil:
        if not self.spaces:
            self.spaces = 1
        self.collapses = True

    cdef void begin_word(self) noexcept nogil:
        """Get ready for a visible character: write what waits for one, and open the emphasis around it."""
        if self.block_ended:
            self.open_block(True)
        if self.spaces or self.breaks or self.drops:
            self.write_pending()
        elif self.late_escape:
            self.settle_late_escape(False)
        if self.depth > self.base and self.opened[self.depth - 1].mark < 0:
            self.open_pending()

    cdef void write_pending(self) noexcept nogil:
        self.settle_late_escape(True)
        while self.breaks and not self.drops:
            self.breaks -= 1
            self.spaces = 0
            if self.in_cell:
                self.put_word(b"<br>")
            else:
                self.put_word(b"\\\n")
                self.put_prefix()
                self.line_has_content = False
        self.put_many(c" ", 0 if self.drops else self.spaces)
        self.spaces = self.breaks = 0
        self.collapses = self.drops = False

    cdef void settle_late_escape(self, bint blank) noexcept nogil:
        """Escape the point behind a number at the beginning of a line, if a blank follows: it would begin a list."""
        if blank and self.late_escape:
            self.insert(self.late_escape - 1, c"\\")
        self.late_escape = 0

    # Emphasis.

    cdef void open_pending(self) noexcept nogil:
        """Open what is open around the writer and not written yet."""
        cdef bint is_marked
        place = self.depth
        while place > self.base and self.opened[place - 1].mark < 0:
            place -= 1
        for place in range(place, self.depth):
            if self.opened[place].kind < _LINK:
                self.put_mark(place, True)
            else:
                self.opened[place].mark = 0
                is_marked = self.marked and self.marks[self.marked - 1].at == self.size
                if self.last() == c"!" and not is_marked:
                    # Before a link it would make a picture of it.
                    self.out[self.size - 1] = c"\\"
                    self.put(c"!")
                self.put(c"[")
            self.line_has_content = True

    cdef void put_mark(self, int32_t place, bint opens) noexcept nogil:
        grown = grow(self.marks, self.marked, &self.mark_room, sizeof(Mark))
        if grown == NULL:
            self.failed = True
            return
        self.marks = <Mark*> grown
        opened = self.opened + place
        other = -1 if opens else opened.mark
        self.marks[self.marked] = Mark(self.size, other, opened.kind, Form.UNDECIDED, opens, opened.nested)
        if not opens:
            self.marks[other].other = self.marked
        opened.mark = self.marked if opens else -1
        self.marked += 1

    cdef void suspend(self) noexcept nogil:
        """Close the emphasis that is open, which goes on in the next block."""
        place = self.depth
        while place > self.base:
            place -= 1
            if self.opened[place].mark >= 0 and self.opened[place].kind < _LINK:
                self.put_mark(place, False)

    cdef void settle_marks(self) noexcept nogil:
        """Put delimiters, or tags where no delimiter can be read, in the place of the marks of a block."""
        cdef uint32_t added = 0
        end = self.size
        for number in range(self.marked):
            mark = self.marks + number
            if mark.opens:
                self.choose_form(number)
                mark.form = max(mark.form, <uint8_t> Form.STARS)
                self.marks[mark.other].form = mark.form
        for number in range(self.marked):
            added += format_mark(self.marks + number).size
        if not self.reserve(added):
            return
        self.size += added
        target = self.size
        for number in range(self.marked - 1, -1, -1):
            mark = self.marks + number
            form = format_mark(mark)
            target -= end - mark.at
            memmove(self.out + target, self.out + mark.at, end - mark.at)
            end = mark.at
            target -= form.size
            memcpy(self.out + target, form.at, form.size)
        self.marked = 0

    cdef void choose_form(self, int32_t number) noexcept nogil:
        """Decide how emphasis is written whose beginning is mark *number*."""
        mark = self.marks + number
        cdef bint is_deleted = mark.kind == 2
        cdef bint starred = Form.STARS not in (self.form_beside(number, -1), self.form_beside(mark.other, 1))
        # A reader takes strong in strong for one; only tags keep the two apart.
        mark.form = Form.NONE if mark.nested and self.is_said(number) else Form.TAGS
        if mark.form == Form.NONE or (mark.nested and mark.kind == 0) or (is_deleted and not starred):
            return
        for attempt in range(1 if is_deleted else 2):
            if self.can_be(number, starred) or (starred and self.give_way(number)):
                mark.form = Form.STARS if starred else Form.UNDERSCORES
                return
            starred = not starred

    cdef bint is_said(self, int32_t number) noexcept nogil:
        """Return whether emphasis of the same kind around another one begins and ends where that does."""
        mark = self.marks + number
        outer = mark - 1
        while outer >= self.marks and outer.at == mark.at and outer.opens:
            if outer.kind == mark.kind:
                return self.marks[outer.other].at == self.marks[mark.other].at
            outer -= 1
        return False

    cdef Mark* touching(self, int32_t number, int32_t step) noexcept nogil:
        """Return the next mark before or behind another one at the same place, or NULL."""
        other = number + step
        cdef bint is_there = 0 <= other < self.marked and self.marks[other].at == self.marks[number].at
        return self.marks + other if is_there else NULL

    cdef uint8_t form_beside(self, int32_t number, int32_t step) noexcept nogil:
        """Return the form of the mark that touches another one, 0 where none does or it is undecided."""
        other = self.touching(number, step)
        cdef bint is_alike = other != NULL and (other.kind == 2) == (self.marks[number].kind == 2)
        return other.form if is_alike else 0

    cdef uint32_t beside(self, int32_t number, bint behind) noexcept nogil:
        """Return the character behind or before a mark; for another mark a star."""
        at = self.marks[number].at
        if self.touching(number, 1 if behind else -1) != NULL:
            return c"*"
        return self.character_at(at) if behind else self.character_before(at)

    cdef bint can_be(self, int32_t number, bint starred) noexcept nogil:
        end = self.marks[number].other
        before = self.beside(number, False)
        after = self.beside(end, True)
        if not starred and (Py_UNICODE_ISALNUM(before) or Py_UNICODE_ISALNUM(after)):
            return False
        return flanks(before, self.beside(number, True)) and flanks(after, self.beside(end, False))

    cdef bint give_way(self, int32_t number) noexcept nogil:
        """Move punctuation at an edge out of emphasis, if that lets its ends be read."""
        mark = self.marks + number
        other = self.marks + mark.other
        start = mark.at
        end = other.at
        lowest = self.marks[mark.other - 1].at
        highest = self.marks[number + 1].at
        before = self.beside(number, False)
        after = self.beside(mark.other, True)
        if highest == start or lowest == end:
            return False
        if not flanks(after, self.character_before(end)):
            if self.out[end - 1] == c")":
                return False
            place = self.step_back(end)
            while end > lowest and start_size(between(self.out + place, self.out + end), &CLOSING):
                end = place
                place = self.step_back(end)
            if end == lowest or self.out[end - 1] in b"\\]":
                return False
            if end < other.at:
                after = self.character_at(end)
        if not flanks(before, self.character_at(start)):
            size = start_size(between(self.out + start, self.out + end), &OPENING)
            while size and start < min(highest, end):
                before = self.character_at(start)
                start += size
                size = start_size(between(self.out + start, self.out + end), &OPENING)
        if (
            start >= end
            or not flanks(before, self.character_at(start))
            or not flanks(after, self.character_before(end))
        ):
            return False
        mark.at = start
        other.at = end
        return True

    cdef uint32_t step_back(self, uint32_t at) noexcept nogil:
        """Return where the character before *at* begins."""
        at -= at > 0
        while at and not is_first_byte(self.out[at]):
            at -= 1
        return at

    # Text.

    cdef void write_text(self, Text text) noexcept nogil:
        """Write words, their blanks collapsed, with a backslash before what would be misread."""
        cdef bint is_counted = self.counted and self.counted == self.size and not self.spaces and (
            is_any_byte(byte_at(text, 0), b".)")
        )
        cdef bint is_point = is_counted and text.size == 1
        # Behind the number of another text a point would begin a list.
        if is_counted and blank_at(cut(text, 1)):
            self.put(c"\\")
        while text.size:
            if signs[text.at[0]] & Sign.SPACE:
                self.spaces += self.spaces > 0 and not self.collapses
                self.note_blank()
                text = cut(text, 1)
                continue
            if signs[text.at[0]] & Sign.RARE:
                size = self.skip_hidden(text)
                if size:
                    text = cut(text, size)
                    continue
            self.begin_word()
            if not self.line_has_content:
                text = self.write_line_start(text)
            at = text.at
            end = at + text.size
            while at < end and (
                not signs[at[0]] & Sign.NOT_PLAIN
                or (at[0] == c" " and at + 1 < end and not signs[at[1]] & Sign.NOT_PLAIN)
            ):
                at += 1
            self.put_text(between(text.at, at))
            text = between(at, end)
            if text.size and not signs[at[0]] & Sign.SPACE:
                text = self.write_sign(text)
        if is_point:
            self.late_escape = self.size

    cdef uint32_t skip_hidden(self, Text text) noexcept nogil:
        """Return the size of what is not seen at the beginning of *text*; a blank that does not break is noted."""
        blank = blank_at(text)
        if self.drops and blank:
            return blank
        if not begins_with(text, b"\xc2\xa0"):
            return hidden_size(text)
        if self.in_heading or (self.depth > self.base and self.opened[self.depth - 1].mark == -1):
            self.note_blank()
        elif not self.drops and not self.breaks:
            self.spaces += 1
            self.collapses = False
        return blank

    cdef Text write_sign(self, Text text) noexcept nogil:
        """Write one character that is not plain, escaped where it must be; return what follows it."""
        sign = signs[text.at[0]]
        size = self.skip_hidden(text) if sign & Sign.RARE else 0
        if size:
            return cut(text, size)
        size = 2 if sign & Sign.RARE and text.size > 1 else 1
        if (
            sign & Sign.ESCAPED
            or (sign & Sign.BAR and self.in_cell)
            or (sign & Sign.DOUBTFUL and self.is_misread(text))
        ):
            self.put(c"\\")
        self.put_text(limit(text, size))
        self.line_has_content = True
        return cut(text, size)

    cdef bint is_misread(self, Text text) noexcept nogil:
        """Return whether a reader takes the doubtful sign that *text* begins with for markup."""
        following = decode(cut(text, 1))
        sign = text.at[0]
        if sign == c"&":
            return names_character(text)
        if sign == c"<":
            return not (0 < following < 128 and signs[following] & Sign.SPACE)
        cdef bint is_word = Py_UNICODE_ISALNUM(following) and following != c"_"
        # A backslash escapes punctuation only.
        if sign == c"\\":
            return not is_word
        # An underscore inside a word, or before its subscript in braces, opens no emphasis.
        cdef bint is_inside = Py_UNICODE_ISALNUM(self.character_before(self.size)) and (is_word or following == c"{")
        return not is_inside or (self.marked and self.marks[self.marked - 1].at == self.size)

    cdef Text write_line_start(self, Text text) noexcept nogil:
        """Write what would begin a list, a heading or a quotation at the beginning of a line; return what follows."""
        digits = count_digits(text)
        rest = cut(text, digits)
        self.line_has_content = True
        cdef bint is_listed = text.at[0] == c"+" and (text.size == 1 or blank_at(cut(text, 1)))
        if is_listed or signs[text.at[0]] & Sign.LINE_START:
            self.put(c"\\")
            self.put(text.at[0])
            return cut(text, 1)
        if digits and not rest.size:
            self.counted = self.size + digits
        if not digits or not is_any_byte(byte_at(rest, 0), b".)"):
            return text
        self.put_text(limit(text, digits))
        if rest.size == 1:
            self.late_escape = self.size + 1
        elif blank_at(cut(rest, 1)):
            self.put(c"\\")
        self.put(rest.at[0])
        return cut(rest, 1)

    # Inline.

    cdef void write_inside(self, int32_t number) noexcept nogil:
        child = self.draft.parts[number].first
        self.deep += 1
        if self.deep > _DEEPEST:
            self.write_words(number)
            child = 0
        while child:
            self.write_inline(child)
            child = self.draft.parts[child].next
        self.deep -= 1

    cdef void write_words(self, int32_t number) noexcept nogil:
        """Write the words of an element, whatever they stand in."""
        at = following(self.draft, number, number)
        while at:
            if self.draft.parts[at].tag == Tag.TEXT and not self.draft.within_tag(at, Tag.SCRIPT):
                self.write_text(self.draft.parts[at].text)
                self.note_blank()
            at = following(self.draft, at, number)

    cdef void write_inline(self, int32_t number) noexcept nogil:
        part = self.draft.parts + number
        bits = has(self.draft, number, ~<uint32_t> 0)
        if part.tag == Tag.TEXT:
            self.write_text(part.text)
        elif part.tag == LITERAL:
            self.begin_word()
            self.put_text(part.text)
            self.line_has_content = True
        elif bits & (Trait.STRONG_TAG | Trait.EM_TAG | Trait.DEL_TAG):
            self.write_emphasis(number, 0 if bits & Trait.STRONG_TAG else 1 if bits & Trait.EM_TAG else 2)
        elif part.tag == Tag.A:
            self.write_link(number)
        elif part.tag == Tag.IMG:
            self.write_picture(number)
        elif part.tag == Tag.BR:
            # In a heading a break is a blank.
            if self.in_heading:
                self.note_blank()
            elif not self.drops:
                self.breaks += 1
                self.spaces = 0
        elif bits & Trait.CODE_SPAN:
            self.write_code_span(code_of(self.draft, number, c" "))
        elif part.tag == Tag.Q:
            self.begin_word()
            self.put(c'"')
            self.write_inside(number)
            self.put(c'"')
        elif bits & Trait.SKIPPED or part.tag in (Tag.SCRIPT, Tag.SVG):
            return
        elif bits & Trait.BLOCK and not (self.inline_only or self.in_heading or self.in_cell):
            self.write_block(number)
            self.block_ended = True
        elif bits & Trait.LINE:
            self.write_on_line(number)
        else:
            self.write_inside(number)

    cdef void write_on_line(self, int32_t number) noexcept nogil:
        """Write a block where there is only one line, set apart by blanks."""
        if self.draft.parts[number].notes & Note.DETAIL and not self.drops:
            self.spaces = 0
            self.begin_word()
            self.put(c":")
        self.note_blank()
        if self.draft.parts[number].tag == Tag.PRE:
            self.write_code_span(code_of(self.draft, number, c" "))
        else:
            self.write_inside(number)
        self.note_blank()

    cdef int32_t open_span(self, uint8_t kind) noexcept nogil:
        """Open emphasis or a link, and return its place."""
        cdef bint nested = False
        for place in range(self.base, self.depth):
            nested |= self.opened[place].kind == kind
        self.opened[self.depth] = Opened(kind, nested, -1)
        self.depth += 1
        return self.depth - 1

    cdef void write_emphasis(self, int32_t number, uint8_t kind) noexcept nogil:
        part = self.draft.parts + number
        is_lone = not part.previous and not part.next
        if self.depth == _MOST_OPEN or (is_lone and has(self.draft, part.parent, Trait.STRONG_TAG << kind)):
            self.write_inside(number)
            return
        place = self.open_span(kind)
        self.write_inside(number)
        self.depth = place
        if self.opened[place].mark >= 0:
            self.put_mark(place, False)
            if self.spaces:
                self.spaces = 1
                self.collapses = True

    cdef void write_link(self, int32_t number) noexcept nogil:
        address = self.draft.parts[number].text
        if address.at == NULL or self.depth == _MOST_OPEN:
            self.write_inside(number)
            return
        words = self.draft.text_of(number)
        if words.size and is_blank(words) and not self.draft.find_tag(number, Tag.IMG):
            # A link of nothing but a blank shows that alone.
            self.note_blank()
            return
        without_title = self.draft.parts[number].notes & Note.WORDS_ONLY
        title = as_text(b"") if without_title else self.draft.attribute(number, b"title")
        if not title.size and same_text(words, address) and is_autolink(address):
            self.begin_word()
            self.put(c"<")
            self.put_text(address)
            self.put(c">")
            self.line_has_content = True
            return
        place = self.open_span(_LINK)
        self.inline_only += 1
        self.write_inside(number)
        self.inline_only -= 1
        if self.opened[place].mark < 0:
            self.begin_word()
        self.depth = place
        self.write_target(address, title, False)

    cdef void write_target(self, Text address, Text title, bint is_settled) noexcept nogil:
        """Write where a link or picture leads, which may be Markdown already, and its title."""
        self.put_word(b"](")
        if is_settled:
            self.put_text(address)
        else:
            self.write_address(address)
        if title.size:
            self.put_word(b' "')
            self.write_title(title)
            self.put(c'"')
        self.put(c")")

    cdef void write_title(self, Text text) noexcept nogil:
        while text.size:
            piece = limit(text, find_any_byte(text, b"\n\r\xc2"))
            self.put_escaped(piece, Sign.IN_TITLE)
            text = cut(text, piece.size)
            is_hard = begins_with(text, b"\xc2\xa0")
            if is_hard:
                self.put(c" ")
            elif text.size and text.at[0] == 0xC2:
                self.put(0xC2)
            elif text.size:
                self.put_word(b"&#10;" if text.at[0] == c"\n" else b"&#13;")
            text = cut(text, 2 if is_hard else 1)

    cdef void write_address(self, Text text) noexcept nogil:
        """Write an address; in angle brackets where it could not be read otherwise."""
        cdef bint is_angled = not text.size or text.at[0] == c"<", is_unbalanced = False
        cdef int deep = 0
        for at in range(text.size):
            byte = text.at[at]
            is_angled |= (byte <= c" " and not signs[byte] & Sign.DROPPED) or byte == 0x7F
            is_unbalanced |= byte == c")" and not deep
            deep += (byte == c"(") - (byte == c")" and deep > 0)
        is_unbalanced |= deep > 0
        escaped = Sign.IN_ANGLES if is_angled else Sign.IN_PARENTHESES if is_unbalanced else Sign.IN_ADDRESS
        if is_angled:
            self.put(c"<")
        while text.size:
            piece = limit(text, find_any_byte(text, b"\t\n\r"))
            self.put_escaped(piece, escaped)
            text = cut(text, piece.size + 1)
        if is_angled:
            self.put(c">")

    cdef void write_picture(self, int32_t number) noexcept nogil:
        cdef bint is_misread
        text = alt = strip(self.draft.attribute(number, b"alt"))
        address = self.draft.parts[number].text
        title = self.draft.attribute(number, b"title")
        self.begin_word()
        self.put_word(b"![")
        while text.size:
            size = blank_at(text)
            if size:
                self.put(c" ")
            # Blanks of any kind are one.
            while blank_at(text):
                text = cut(text, blank_at(text))
            if size or hidden_size(text):
                text = cut(text, hidden_size(text))
                continue
            is_misread = signs[text.at[0]] & Sign.DOUBTFUL and self.is_misread(text)
            self.put_escaped(limit(text, 1), Sign.PUNCTUATION if is_misread else Sign.ESCAPED)
            text = cut(text, 1)
        if same_text(strip(title), alt):
            title.size = 0
        self.write_target(address, title, self.draft.parts[number].notes & Note.DONE)
        self.line_has_content = True

    cdef void write_code_span(self, Text text) noexcept nogil:
        cdef bint is_tagged, is_padded
        if is_blank(text):
            if text.size:
                self.note_blank()
            return
        self.begin_word()
        # Two runs of backticks side by side would be one.
        is_tagged = self.last() == c"`"
        ticks = 0 if is_tagged else longest_ticks(text) + 1
        is_padded = not is_tagged and (
            text.at[0] == c"`" or last_byte(text) == c"`" or (text.at[0] == c" " and last_byte(text) == c" ")
        )
        self.put_word(b"<code>" if is_tagged else b"")
        self.put_many(c"`", ticks)
        self.put_many(c" ", is_padded)
        while text.size:
            before = text
            line = take_line(&text, c"\n")
            self.put_escaped(line, Sign.PUNCTUATION if is_tagged else 0)
            self.put_many(c" ", before.size > line.size)
        self.put_many(c" ", is_padded)
        self.put_many(c"`", ticks)
        self.put_word(b"</code>" if is_tagged else b"")
        self.line_has_content = True

    # Blocks.

    cdef void write_children(self, int32_t number) noexcept nogil:
        cdef bint in_run = False
        child = self.draft.parts[number].first
        self.deep += 1
        if self.deep > _DEEPEST:
            if self.draft.shows_text(number):
                self.open_block(not self.frame.tight)
                self.write_words(number)
            child = 0
        while child:
            self.write_child(child, &in_run)
            child = self.draft.parts[child].next
        self.deep -= 1

    cdef void write_child(self, int32_t number, bint* in_run) noexcept nogil:
        """Write a child of a block: a block by itself, anything else in a run of words that begins a line."""
        if has(self.draft, number, Trait.BLOCK):
            in_run[0] = False
            self.write_block(number)
            return
        lead = Lead.WORDS if in_run[0] else find_lead(self.draft, number, number, NULL)
        if has(self.draft, number, Trait.SKIPPED) or (lead == Lead.NOTHING and not is_element(self.draft, number)):
            return
        if lead == Lead.WORDS and not in_run[0]:
            self.open_block(not self.frame.tight)
        in_run[0] = lead != Lead.NOTHING
        self.write_inline(number)

    cdef void write_block(self, int32_t number) noexcept nogil:
        tag = self.draft.parts[number].tag
        notes = self.draft.parts[number].notes
        if notes & (Note.DETAIL | Note.DETAIL_ITEM):
            self.write_detail(number)
        elif notes & Note.DONE:
            self.write_note(number)
        elif has(self.draft, number, Trait.HEADING):
            self.write_heading(number)
        elif has(self.draft, number, Trait.LIST):
            self.write_list(number)
        elif tag == Tag.HR:
            self.open_block(True)
            self.put_word(b"---")
            self.line_has_content = True
        elif tag == Tag.PRE:
            self.write_code(number)
        elif tag == Tag.TABLE:
            self.write_table(number)
        elif tag == Tag.BLOCKQUOTE:
            self.write_quote(number)
        else:
            self.write_children(number)

    cdef void write_heading(self, int32_t number) noexcept nogil:
        outer = self.in_heading
        self.open_block(True)
        self.put_many(c"#", self.draft.parts[number].tag - Tag.H1 + 1)
        self.put(c" ")
        self.line_has_content = True
        start = self.size
        self.in_heading = True
        self.write_inside(number)
        self.in_heading = outer
        run = self.size
        while run > start and self.out[run - 1] == c"#":
            run -= 1
        if run < self.size and (run == start or self.out[run - 1] == c" "):
            # Behind a blank they would close the heading.
            self.insert(run, c"\\")

    cdef void write_quote(self, int32_t number) noexcept nogil:
        before = self.frame
        self.end_words()
        self.block_ended = False
        if self.started:
            self.break_line(not self.frame.tight and not self.item_marker)
            self.item_marker = False
        self.indent(2, 1)
        self.prefix[before.prefixed] = c">"
        if self.started:
            self.put_prefix()
            self.line_has_content = False
            self.spaces = self.breaks = 0
            self.drops = self.pending_loose = self.rides = True
        self.frame.tight = False
        self.write_children(number)
        if not self.started:
            self.started = self.pending_loose = True
            self.put_prefix()
        self.leave(before)

    cdef void leave(self, Frame before) noexcept nogil:
        """Go back to the lists and quotes around the one that ends."""
        self.frame = before
        self.rides = self.item_marker = False

    cdef void write_code(self, int32_t number) noexcept nogil:
        """Write a block of code between fences that are longer than those in it."""
        code = code_of(self.draft, number, c"\n")
        ticks = max(<uint32_t> 3, longest_ticks(code) + 1)
        self.open_block(True)
        self.put_many(c"`", ticks)
        self.put_text(self.draft.parts[number].text)
        self.new_line()
        while code.size:
            self.put_text(take_line(&code, c"\n"))
            self.new_line()
        self.put_many(c"`", ticks)
        self.line_has_content = True

    cdef void write_detail(self, int32_t number) noexcept nogil:
        """Write the detail of a definition below its term, behind a colon."""
        before = self.frame
        several = self.draft.parts[number].notes & Note.DETAIL_ITEM
        loose = is_loose(self.draft, number)
        self.joins = True
        self.open_block(not several or loose)
        self.put_word(b": ")
        self.line_has_content = self.rides = True
        if several:
            self.frame.tight = not loose
            self.indent(2, 2)
        self.write_children(number)
        self.leave(before)

    cdef void write_note(self, int32_t number) noexcept nogil:
        """Write a footnote; its further blocks are indented so that they belong to it."""
        before = self.frame
        self.open_block(True)
        self.put_word(b"[^")
        self.put_text(self.draft.parts[number].text)
        self.put_word(b"]: ")
        self.line_has_content = self.rides = True
        self.frame.tight = False
        self.indent(4, 2)
        self.write_children(number)
        self.leave(before)
        self.pending_loose = True

    # Lists.

    cdef void write_list(self, int32_t number) noexcept nogil:
        cdef Layout layout
        part = self.draft.parts + number
        item = first_element(self.draft, number)
        layout.ordered = part.tag == Tag.OL
        layout.number = part.value if part.notes & Note.HAS_VALUE else 1
        layout.indent = 2
        layout.loose = has_loose_item(self.draft, number)
        layout.with_item = layout.in_run = False
        layout.bullet = c"." if layout.ordered else c"-"
        if self.line_has_content and self.draft.parts[item].tag == Tag.LI:
            has_value = self.draft.parts[item].notes & Note.HAS_VALUE
            value = self.draft.parts[item].value if has_value else layout.number
            # A list that begins otherwise cannot end the paragraph before it.
            lead = find_lead(self.draft, self.draft.parts[item].first, item, NULL)
            self.interrupts |= lead <= Lead.FRAMED_LEAD or (layout.ordered and value != 1)
        self.end_words()
        # Readers take a list right behind another one of its kind for the same list.
        if (
            self.list_end_bullet == layout.bullet
            and self.list_end_prefix == self.frame.prefixed
            and self.is_blank_since(self.list_end)
        ):
            layout.bullet = c")" if layout.ordered else c"*"
        start = self.size
        self.write_list_children(number, &layout)
        self.end_words()
        if self.size > start:
            self.list_end = self.size
            self.list_end_prefix = self.frame.prefixed
            self.list_end_bullet = layout.bullet

    cdef bint is_blank_since(self, uint32_t at) noexcept nogil:
        """Return whether nothing but the beginnings of lines was written behind *at*."""
        while at < self.size and self.out[at] in b"\n >":
            at += 1
        return at >= self.size

    cdef void write_list_children(self, int32_t number, Layout* layout) noexcept nogil:
        child = self.draft.parts[number].first
        self.deep += 1
        if self.deep > _DEEPEST:
            self.write_children(number)
            child = 0
        while child:
            is_list = has(self.draft, child, Trait.LIST)
            if self.draft.parts[child].tag == Tag.LI:
                self.write_item(child, layout)
            elif is_list:
                layout.in_run = False
                self.write_indented(child, layout, True)
            elif is_wrapper(self.draft, child):
                self.write_list_children(child, layout)
            elif layout.with_item:
                self.write_indented(child, layout, False)
            else:
                self.write_child(child, &layout.in_run)
            child = self.draft.parts[child].next
        self.deep -= 1

    cdef void write_indented(self, int32_t number, Layout* layout, bint as_list) noexcept nogil:
        """Write what stands between the items of a list as part of the item before it."""
        before = self.indent(layout.indent, 2)
        self.frame.tight = as_list or not layout.loose
        if as_list:
            self.write_block(number)
        else:
            self.write_child(number, &layout.in_run)
        self.frame = before

    cdef void write_item(self, int32_t number, Layout* layout) noexcept nogil:
        cdef int32_t box = 0
        self.open_block(layout.loose)
        start = self.size
        if self.draft.parts[number].notes & Note.HAS_VALUE:
            layout.number = self.draft.parts[number].value
        if layout.ordered:
            self.put_number(layout.number)
            layout.number += 1
        self.put(layout.bullet)
        self.put(c" ")
        layout.indent = self.size - start
        layout.with_item = True
        layout.in_run = False
        self.line_has_content = False
        self.item_marker = True
        before = self.indent(layout.indent, 2)
        self.frame.tight = not layout.loose
        self.rides = find_lead(self.draft, self.draft.parts[number].first, number, &box) > 0
        if has_text(self.draft.attribute(box, b"type"), b"checkbox"):
            self.put_word(b"[x]" if self.draft.has_attribute(box, b"checked") else b"[ ]")
            self.put_many(c" ", self.rides)
            self.line_has_content = True
        self.write_children(number)
        self.leave(before)

    # Tables.

    cdef void write_table(self, int32_t number) noexcept nogil:
        cdef bint is_first = True
        base = self.base
        child = self.draft.parts[number].first
        while child:
            if self.draft.parts[child].tag == Tag.CAPTION:
                self.write_children(child)
            child = self.draft.parts[child].next
        row = row_behind(self.draft, number, 0)
        while row:
            if cell_behind(self.draft, row, 0):
                if is_first:
                    self.open_block(True)
                    self.base = self.depth
                else:
                    self.new_line()
                self.write_row(row)
                if is_first:
                    self.write_alignment(row)
                self.line_has_content = True
                is_first = False
            row = row_behind(self.draft, number, row)
        self.base = base

    cdef void write_alignment(self, int32_t row) noexcept nogil:
        """Write the line below the head of a table."""
        self.new_line()
        self.put(c"|")
        cell = cell_behind(self.draft, row, 0)
        while cell:
            notes = self.draft.parts[cell].notes
            self.put_word(b" :---" if notes & (Note.LEFT | Note.CENTERED) else b" ---")
            self.put_word(b": |" if notes & (Note.RIGHT | Note.CENTERED) else b" |")
            cell = cell_behind(self.draft, row, cell)

    cdef void write_row(self, int32_t row) noexcept nogil:
        outer = self.in_cell
        self.in_cell = True
        self.put(c"|")
        cell = cell_behind(self.draft, row, 0)
        while cell:
            self.put(c" ")
            self.spaces = self.breaks = 0
            self.drops = self.line_has_content = True
            self.write_inside(cell)
            self.settle_late_escape(False)
            self.put_word(b" |")
            cell = cell_behind(self.draft, row, cell)
        self.spaces = self.breaks = 0
        self.in_cell = outer


cdef bytes write_draft(Draft draft):
    """Return a draft as Markdown; raises MemoryError."""
    writer = Writer(draft)
    with nogil:
        writer.write()
    if writer.failed or draft.failed:
        raise MemoryError
    return writer.out[: writer.size] if writer.size else b""
