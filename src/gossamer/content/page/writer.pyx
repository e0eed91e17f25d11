"""The writer: a draft as GitHub-flavoured Markdown, into one buffer of bytes.

Blanks and breaks wait until a word follows, so they never stand at an edge of a line or of emphasis. The ends of
emphasis are noted while a block is written and become delimiters when it ends: whether `**` opens or closes depends on
the characters beside it (CommonMark 6.2), and those are known then.
"""

import unicodedata

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy, memmove, strlen

from gossamer.content.page.draft cimport (
    Draft, Kind, Note, Text, Trait, blank_size, decoded, has_text, is_blank, same_text, stripped, text_of_bytes,
    traits,
)
from gossamer.content.page.scan cimport Tag
from gossamer.content.page.tables cimport cell_behind, row_behind

cdef extern from "Python.h":
    bint Py_UNICODE_ISALNUM(Py_UCS4 character) noexcept nogil
    bint Py_UNICODE_ISSPACE(Py_UCS4 character) noexcept nogil

cdef enum:
    # Deeper lists and quotes are not indented further; deeper elements are written as text only.
    _MOST_LEVELS = 17
    _DEEPEST = 512

# What stands first in an element: nothing, a block with lines of its own, words, or words of a paragraph.
cdef enum Lead:
    NOTHING = -1
    FRAMED_LEAD = 0
    WORDS = 1
    PARAGRAPH_LEAD = 2

# What a byte is to running text: plain, escaped, escaped where it is misread, a blank, or the first of a character
# that may be no plain one.
cdef enum Sign:
    PLAIN, ESCAPED, DOUBTFUL, SPACE, RARE, BAR

cdef enum Form:
    UNDECIDED, STARS, UNDERSCORES, TAGS, NONE

cdef uint8_t signs[256]
cdef uint8_t punctuation[8192]
_CLOSING = ".,:;!?)\u2026\u3002\uff0c\uff1a\uff1b\uff01\uff1f\u3001\u201d\u2019\u00bb"
_OPENING = "\u201c\u2018\u00ab\u201e\u00bf\u00a1"
cdef uint32_t closing_signs[32]
cdef uint32_t opening_signs[32]
# How an end of emphasis is written: by form, kind, and whether it closes.
cdef const char* forms[30]
forms[:] = [
    b"", b"", b"", b"", b"", b"", b"**", b"**", b"*", b"*", b"~~", b"~~", b"__", b"__", b"_", b"_", b"", b"",
    b"<strong>", b"</strong>", b"<em>", b"</em>", b"<del>", b"</del>",
    b"", b"", b"", b"", b"", b"",
]


cdef void _fill_signs() except *:
    for byte in b"`[]~*":
        signs[byte] = Sign.ESCAPED
    for byte in b"\\_<&":
        signs[byte] = Sign.DOUBTFUL
    for byte in b" \t\n\f\r":
        signs[byte] = Sign.SPACE
    for byte in b"\xc2\xe2\xe3\xef":
        signs[byte] = Sign.RARE
    signs[<uint8_t> c"|"] = Sign.BAR
    for number, category in enumerate(map(unicodedata.category, map(chr, range(65536)))):
        if category[0] in "PS":
            punctuation[number >> 3] |= 1 << (number & 7)
    for number, character in enumerate(_CLOSING):
        closing_signs[number] = ord(character)
    for number, character in enumerate(_OPENING):
        opening_signs[number] = ord(character)


_fill_signs()


cdef inline bint is_punctuation(uint32_t character) noexcept nogil:
    if character < 65536:
        return (punctuation[character >> 3] >> (character & 7)) & 1
    # Pictographs are symbols.
    return 0x1F000 <= character < 0x1FB00


cdef inline bint flanks(uint32_t outside, uint32_t inside) noexcept nogil:
    if not inside or Py_UNICODE_ISSPACE(inside):
        return False
    return not is_punctuation(inside) or not outside or Py_UNICODE_ISSPACE(outside) or is_punctuation(outside)


cdef bint is_one_of(uint32_t character, const uint32_t* characters) noexcept nogil:
    while characters[0] and characters[0] != character:
        characters += 1
    return character > 0 and characters[0] == character


cdef inline bint is_digit(uint8_t byte) noexcept nogil:
    return c"0" <= byte <= c"9"


cdef inline bint is_letter(uint8_t byte) noexcept nogil:
    return c"a" <= (byte | 32) <= c"z"


cdef uint32_t hidden_size(const uint8_t* at, const uint8_t* end) noexcept nogil:
    """Return how many bytes the soft hyphen, or the character without any width, at *at* has; 0 for another one."""
    if at + 1 < end and at[0] == 0xC2:
        return 2 if at[1] == 0xAD else 0
    if at + 2 >= end:
        return 0
    if at[0] == 0xE2 and ((at[1] == 0x80 and at[2] == 0x8B) or (at[1] == 0x81 and at[2] == 0xA0)):
        return 3
    return 3 if at[0] == 0xEF and at[1] == 0xBB and at[2] == 0xBF else 0


cdef bint names_character(const uint8_t* at, const uint8_t* end) noexcept nogil:
    """Return whether the `&` at *at* begins what a reader takes for the name of a character."""
    cdef const uint8_t* start
    at += 1
    if at < end and at[0] == c"#":
        at += 1
        if at < end and (at[0] | 32) == c"x":
            at += 1
    start = at
    while at < end and (is_letter(at[0]) or is_digit(at[0])):
        at += 1
    return start < at < end and at[0] == c";"


cdef uint32_t longest_ticks(Text text) noexcept nogil:
    cdef uint32_t longest = 0, run = 0, at
    for at in range(text.size):
        run = run + 1 if text.at[at] == c"`" else 0
        longest = max(longest, run)
    return longest


cdef inline const char* written_form(Mark* mark) noexcept nogil:
    return forms[mark.form * 6 + mark.kind * 2 + (0 if mark.opens else 1)]


cdef class Writer:
    """What is written of a draft so far, and the line and the blocks that the writer is in."""

    def __cinit__(self, Draft draft):
        self.draft = draft
        self.late_escape = 0

    def __dealloc__(self):
        free(self.out)
        free(self.marks)

    # Bytes.

    cdef bint reserve(self, uint32_t size) noexcept nogil:
        cdef uint8_t* grown
        cdef uint32_t room
        if self.size + size <= self.room:
            return True
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

    cdef void put_bytes(self, const uint8_t* at, uint32_t size) noexcept nogil:
        if size and self.reserve(size):
            memcpy(self.out + self.size, at, size)
            self.size += size

    cdef void put_word(self, const char* word) noexcept nogil:
        self.put_bytes(<const uint8_t*> word, <uint32_t> strlen(word))

    cdef void put_run(self, const uint8_t* at, uint32_t size) noexcept nogil:
        """Put bytes as they are, but for bars, which would end a cell."""
        cdef uint32_t place
        if not self.in_cell:
            self.put_bytes(at, size)
            return
        for place in range(size):
            if at[place] == c"|":
                self.put(c"\\")
            self.put(at[place])

    cdef void insert(self, uint32_t at, uint8_t byte) noexcept nogil:
        cdef int32_t number
        if not self.reserve(1):
            return
        memmove(self.out + at + 1, self.out + at, self.size - at)
        self.out[at] = byte
        self.size += 1
        for number in range(self.marked):
            if self.marks[number].at > at:
                self.marks[number].at += 1

    cdef void put_number(self, int32_t number) noexcept nogil:
        cdef uint8_t digits[12]
        cdef int count = 0
        while True:
            digits[count] = c"0" + number % 10
            count += 1
            number = number // 10
            if number <= 0:
                break
        while count:
            count -= 1
            self.put(digits[count])

    cdef uint32_t character_before(self, uint32_t at) noexcept nogil:
        cdef uint32_t start = at
        if not at:
            return 0
        start -= 1
        while start > 0 and (self.out[start] & 0xC0) == 0x80:
            start -= 1
        return decoded(self.out + start, self.out + at)

    cdef uint32_t character_at(self, uint32_t at) noexcept nogil:
        return decoded(self.out + at, self.out + self.size)

    # Lines.

    cdef void open_block(self, bint loose) noexcept nogil:
        """Begin a block on a line of its own, with a blank line before it where it or the last one wants that."""
        cdef bint is_ridden = False
        self.suspend()
        self.settle_late_escape(True)
        self.settle_marks()
        self.block_ended = False
        if self.started and self.opened_at and self.size == self.opened_at and not self.rides:
            # Nothing was written in the last block.
            self.size = self.line_at
            self.pending_loose |= self.pending_before
            self.started = self.size > 0
        if not self.started:
            self.started = True
            self.put_bytes(self.prefix, self.prefixed)
        elif self.rides:
            self.rides = False
            is_ridden = True
        else:
            self.end_line()
            self.line_at = self.size
            self.put(c"\n")
            if (
                ((self.pending_loose or loose) and not self.tight and not self.item_marker and not self.joins)
                or self.interrupts
            ):
                self.put_bytes(self.prefix, self.prefixed)
                self.end_line()
                self.put(c"\n")
            self.put_bytes(self.prefix, self.prefixed)
            self.line_has_content = False
        self.interrupts = self.item_marker = self.joins = False
        self.pending_before = self.pending_loose
        self.pending_loose = loose
        self.opened_at = 0 if is_ridden else self.size
        self.spaces = self.breaks = 0
        self.collapses = False
        self.drops = True

    cdef void end_line(self) noexcept nogil:
        """Take the blanks at the end of the line off."""
        cdef Text line
        cdef uint32_t kept
        if self.size and (self.out[self.size - 1] <= c" " or self.out[self.size - 1] >= 0x80):
            line.at = self.out
            line.size = self.size
            kept = stripped(line).size + <uint32_t> (stripped(line).at - self.out)
            while self.size > kept and self.out[self.size - 1] != c"\n":
                self.size -= 1

    cdef void new_line(self) noexcept nogil:
        self.put(c"\n")
        self.put_bytes(self.prefix, self.prefixed)
        self.line_has_content = False
        self.spaces = self.breaks = 0
        self.drops = True

    cdef uint32_t indent(self, uint32_t count) noexcept nogil:
        """Indent what follows, and return the size of the prefix to go back to."""
        cdef uint32_t before = self.prefixed
        self.levels += 2
        if self.levels <= _MOST_LEVELS:
            while count and self.prefixed < MOST_PREFIX:
                self.prefix[self.prefixed] = c" "
                self.prefixed += 1
                count -= 1
        return before

    cdef void write_break(self) noexcept nogil:
        """Note a break; in a heading it is a blank."""
        if self.in_heading:
            self.note_blank()
        elif not self.drops:
            self.breaks += 1
            self.spaces = 0

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
        if not self.drops:
            while self.breaks:
                self.breaks -= 1
                if self.in_cell:
                    self.put_word(b"<br>")
                else:
                    self.put_word(b"\\\n")
                    self.put_bytes(self.prefix, self.prefixed)
                    self.line_has_content = False
                self.spaces = 0
            while self.spaces:
                self.put(c" ")
                self.spaces -= 1
        self.spaces = self.breaks = 0
        self.collapses = self.drops = False

    cdef void settle_late_escape(self, bint blank) noexcept nogil:
        """Escape the point behind a number at the beginning of a line, if a blank follows: it would begin a list."""
        if blank and self.late_escape:
            self.insert(self.late_escape - 1, c"\\")
        self.late_escape = 0

    # Emphasis.

    cdef void open_pending(self) noexcept nogil:
        cdef int32_t place = self.depth
        while place > self.base and self.opened[place - 1].mark < 0:
            place -= 1
        while place < self.depth:
            if self.opened[place].kind < 3:
                self.put_mark(place, True)
            else:
                self.opened[place].mark = 0
                if (
                    self.size
                    and self.out[self.size - 1] == c"!"
                    and not (self.marked and self.marks[self.marked - 1].at == self.size)
                ):
                    # Before a link it would make a picture of it.
                    self.out[self.size - 1] = c"\\"
                    self.put(c"!")
                self.put(c"[")
            self.line_has_content = True
            place += 1

    cdef void put_mark(self, int32_t place, bint opens) noexcept nogil:
        cdef Mark* grown
        cdef Mark* mark
        cdef int32_t room
        if self.marked == self.mark_room:
            room = self.mark_room * 2 + 64
            grown = <Mark*> realloc(self.marks, room * sizeof(Mark))
            if grown == NULL:
                self.failed = True
                return
            self.marks = grown
            self.mark_room = room
        mark = self.marks + self.marked
        mark.at = self.size
        mark.kind = self.opened[place].kind
        mark.opens = opens
        mark.nested = self.opened[place].nested
        mark.form = Form.UNDECIDED
        mark.other = -1 if opens else self.opened[place].mark
        if opens:
            self.opened[place].mark = self.marked
        else:
            self.marks[mark.other].other = self.marked
            self.opened[place].mark = -1
        self.marked += 1

    cdef void suspend(self) noexcept nogil:
        """Close the emphasis that is open, which goes on in the next block."""
        cdef int32_t place = self.depth
        while place > self.base:
            place -= 1
            if self.opened[place].mark >= 0 and self.opened[place].kind < 3:
                self.put_mark(place, False)

    cdef void settle_marks(self) noexcept nogil:
        """Put delimiters, or tags where no delimiter can be read, in the place of the marks of a block."""
        cdef uint32_t added = 0, end = self.size, target
        cdef int32_t number
        cdef const char* form
        cdef Mark* mark
        if not self.marked:
            return
        for number in range(self.marked):
            mark = self.marks + number
            if mark.opens:
                self.choose_form(number)
                mark.form = max(mark.form, Form.STARS)
                self.marks[mark.other].form = mark.form
        for number in range(self.marked):
            mark = self.marks + number
            added += <uint32_t> strlen(written_form(mark))
        if not self.reserve(added):
            return
        self.size += added
        target = self.size
        number = self.marked
        while number:
            number -= 1
            mark = self.marks + number
            target -= end - mark.at
            memmove(self.out + target, self.out + mark.at, end - mark.at)
            end = mark.at
            form = written_form(mark)
            target -= <uint32_t> strlen(form)
            memcpy(self.out + target, form, strlen(form))
        self.marked = 0

    cdef void choose_form(self, int32_t number) noexcept nogil:
        cdef Mark* mark = self.marks + number
        cdef bint starred
        cdef int attempt
        cdef uint8_t touching = Form.STARS
        # A reader takes strong in strong for one; only tags keep the two apart.
        mark.form = Form.TAGS
        if mark.nested and self.is_said(number):
            mark.form = Form.NONE
            return
        if mark.nested and mark.kind == 0:
            return
        starred = not (self.form_beside(number, -1) == touching or self.form_beside(mark.other, 1) == touching)
        if mark.kind == 2 and not starred:
            return
        for attempt in range(2):
            if self.can_be(number, starred) or (starred and self.give_way(number)):
                mark.form = Form.STARS if starred else Form.UNDERSCORES
                return
            if mark.kind == 2:
                return
            starred = not starred

    cdef bint is_said(self, int32_t number) noexcept nogil:
        """Return whether emphasis of the same kind around another one begins and ends where that does."""
        cdef Mark* mark = self.marks + number
        cdef int32_t outer = number - 1
        while outer >= 0 and self.marks[outer].at == mark.at and self.marks[outer].opens:
            if self.marks[outer].kind == mark.kind:
                return self.marks[self.marks[outer].other].at == self.marks[mark.other].at
            outer -= 1
        return False

    cdef uint8_t form_beside(self, int32_t number, int32_t step) noexcept nogil:
        """Return the form of the mark that touches another one, 0 where none does or it is undecided."""
        cdef int32_t other = number + step
        if not 0 <= other < self.marked or self.marks[other].at != self.marks[number].at or (
            (self.marks[other].kind == 2) != (self.marks[number].kind == 2)
        ):
            return 0
        return self.marks[other].form

    cdef uint32_t beside(self, int32_t number, bint behind) noexcept nogil:
        """Return the character behind or before a mark; for another mark a star."""
        cdef int32_t other = number + 1 if behind else number - 1
        cdef uint32_t at = self.marks[number].at
        if 0 <= other < self.marked and self.marks[other].at == at:
            return c"*"
        return self.character_at(at) if behind else self.character_before(at)

    cdef bint can_be(self, int32_t number, bint starred) noexcept nogil:
        cdef int32_t end = self.marks[number].other
        cdef uint32_t before = self.beside(number, False)
        cdef uint32_t after = self.beside(end, True)
        if not starred and (Py_UNICODE_ISALNUM(before) or Py_UNICODE_ISALNUM(after)):
            return False
        return flanks(before, self.beside(number, True)) and flanks(after, self.beside(end, False))

    cdef bint give_way(self, int32_t number) noexcept nogil:
        """Move punctuation at an edge out of emphasis, if that lets its ends be read."""
        cdef Mark* mark = self.marks + number
        cdef Mark* other = self.marks + mark.other
        cdef uint32_t start = mark.at, end = other.at
        cdef uint32_t lowest = self.marks[mark.other - 1].at
        cdef uint32_t highest = self.marks[number + 1].at
        cdef uint32_t before = self.beside(number, False)
        cdef uint32_t after = self.beside(mark.other, True)
        if highest == start or lowest == end:
            return False
        if not flanks(after, self.character_before(end)):
            if self.out[end - 1] == c")":
                return False
            while end > lowest and is_one_of(self.character_before(end), closing_signs):
                end -= 1
                while (self.out[end] & 0xC0) == 0x80:
                    end -= 1
            if end == lowest or self.out[end - 1] == c"\\" or self.out[end - 1] == c"]":
                return False
            if end < other.at:
                after = self.character_at(end)
        if not flanks(before, self.character_at(start)):
            while start < min(highest, end) and is_one_of(self.character_at(start), opening_signs):
                before = self.character_at(start)
                start += 1
                while (self.out[start] & 0xC0) == 0x80:
                    start += 1
        if (
            start >= end
            or not flanks(before, self.character_at(start))
            or not flanks(after, self.character_before(end))
        ):
            return False
        mark.at = start
        other.at = end
        return True

    # Text.

    cdef void write_text(self, Text text) noexcept nogil:
        """Write words, their blanks collapsed, with a backslash before what would be misread."""
        cdef const uint8_t* at = text.at
        cdef const uint8_t* end = at + text.size
        cdef const uint8_t* start
        cdef bint is_counted = self.counted and self.counted == self.size and not self.spaces and at < end and (
            at[0] == c"." or at[0] == c")"
        )
        # Behind the number of another text a point would begin a list.
        if is_counted and at + 1 < end and blank_size(at + 1, end):
            self.put(c"\\")
        while at < end:
            if signs[at[0]] == Sign.SPACE:
                if self.spaces and not self.collapses:
                    self.spaces += 1
                self.note_blank()
                at += 1
                continue
            if signs[at[0]] == Sign.RARE:
                start = self.write_hidden(at, end)
                if start != at:
                    at = start
                    continue
            self.begin_word()
            if not self.line_has_content:
                at = self.write_line_start(at, end)
            start = at
            while (
                at < end
                and (signs[at[0]] == Sign.PLAIN or (at[0] == c" " and at + 1 < end and signs[at[1]] == Sign.PLAIN))
            ):
                at += 1
            self.put_bytes(start, <uint32_t> (at - start))
            if at < end and signs[at[0]] != Sign.SPACE:
                at = self.write_sign(text.at, at, end)
        if is_counted and text.size == 1:
            self.late_escape = self.size

    cdef const uint8_t* write_hidden(self, const uint8_t* at, const uint8_t* end) noexcept nogil:
        """Skip what is not seen, and note a blank that does not break; return where the rest begins."""
        if self.drops and blank_size(at, end):
            return at + blank_size(at, end)
        if not (at[0] == 0xC2 and at + 1 < end and at[1] == 0xA0):
            return at + hidden_size(at, end)
        if self.in_heading or (self.depth > self.base and self.opened[self.depth - 1].mark == -1):
            self.note_blank()
        elif not self.drops and not self.breaks:
            self.spaces += 1
            self.collapses = False
        return at + 2

    cdef const uint8_t* write_sign(self, const uint8_t* start, const uint8_t* at, const uint8_t* end) noexcept nogil:
        """Write one character that is not plain, escaped where it must be."""
        cdef uint8_t sign = signs[at[0]]
        cdef const uint8_t* hidden
        if sign == Sign.RARE:
            hidden = self.write_hidden(at, end)
            if hidden != at:
                return hidden
            self.put(at[0])
            self.put(at[1])
            return at + 2
        if sign == Sign.BAR:
            if self.in_cell:
                self.put(c"\\")
        elif sign == Sign.ESCAPED or self.is_misread(start, at, end):
            self.put(c"\\")
        self.put(at[0])
        self.line_has_content = True
        return at + 1

    cdef bint is_misread(self, const uint8_t* start, const uint8_t* at, const uint8_t* end) noexcept nogil:
        cdef uint32_t following = decoded(at + 1, end)
        if at[0] == c"&":
            return names_character(at, end)
        if at[0] == c"<":
            return not following or not (following < 128 and signs[following] == Sign.SPACE)
        # A backslash escapes punctuation only.
        if at[0] == c"\\":
            return not (Py_UNICODE_ISALNUM(following) and following != c"_")
        # An underscore inside a word, or before its subscript in braces, opens no emphasis.
        if self.marked and self.marks[self.marked - 1].at == self.size:
            return True
        return not (
            (Py_UNICODE_ISALNUM(following) or following == c"{")
            and Py_UNICODE_ISALNUM(self.character_before(self.size))
        )

    cdef const uint8_t* write_line_start(self, const uint8_t* at, const uint8_t* end) noexcept nogil:
        """Write what would begin a list, a heading or a quotation at the beginning of a line."""
        cdef const uint8_t* start = at
        self.line_has_content = True
        if at[0] == c"#" or at[0] == c">" or at[0] == c"-" or at[0] == c"+" or at[0] == c"=":
            self.put(c"\\")
            self.put(at[0])
            return at + 1
        while at < end and is_digit(at[0]):
            at += 1
        if at == start or at == end or not (at[0] == c"." or at[0] == c")"):
            if at == end:
                self.counted = self.size + <uint32_t> (at - start)
            return start
        self.put_bytes(start, <uint32_t> (at - start))
        if at + 1 == end:
            self.late_escape = self.size + 1
        elif blank_size(at + 1, end):
            self.put(c"\\")
        self.put(at[0])
        return at + 1

    # Inline.

    cdef void write_inside(self, int32_t number) noexcept nogil:
        cdef int32_t child = self.draft.parts[number].first
        self.deep += 1
        if self.deep > _DEEPEST:
            self.write_words(number)
            child = -1
        while child >= 0:
            self.write_inline(child)
            child = self.draft.parts[child].next
        self.deep -= 1

    cdef void write_words(self, int32_t number) noexcept nogil:
        """Write the words of an element, whatever they stand in."""
        cdef int32_t at = self.draft.following(number, number)
        while at >= 0:
            if self.draft.parts[at].kind == Kind.TEXT_PART and self.draft.within_tag(at, Tag.SCRIPT) < 0:
                self.write_text(self.draft.parts[at].text)
                self.note_blank()
            at = self.draft.following(at, number)

    cdef void write_inline(self, int32_t number) noexcept nogil:
        cdef uint16_t tag = self.draft.parts[number].tag
        cdef uint32_t bits = traits[tag]
        if self.draft.parts[number].kind == Kind.TEXT_PART:
            self.write_text(self.draft.parts[number].text)
        elif self.draft.parts[number].kind == Kind.LITERAL:
            self.begin_word()
            self.put_bytes(self.draft.parts[number].text.at, self.draft.parts[number].text.size)
            self.line_has_content = True
        elif bits & Trait.EMPHASIS:
            self.write_emphasis(number, 0 if bits & Trait.STRONG_TAG else 1 if bits & Trait.EM_TAG else 2)
        elif tag == Tag.A:
            self.write_link(number)
        elif tag == Tag.IMG:
            self.write_picture(number)
        elif tag == Tag.BR:
            self.write_break()
        elif bits & Trait.CODE_SPAN:
            self.write_code_span(self.code_of(number, c" "))
        elif tag == Tag.Q:
            self.begin_word()
            self.put(c'"')
            self.write_inside(number)
            self.put(c'"')
        elif bits & Trait.SKIPPED or tag == Tag.SCRIPT or tag == Tag.SVG:
            return
        elif bits & Trait.BLOCK and not (self.inline_only or self.in_heading or self.in_cell):
            self.write_block(number)
            self.block_ended = True
        elif bits & (Trait.BLOCK | Trait.CELL) or tag == Tag.TR:
            # On one line a block is set apart by blanks.
            if self.draft.parts[number].notes & Note.DETAIL and not self.drops:
                self.spaces = 0
                self.begin_word()
                self.put(c":")
            self.note_blank()
            if tag == Tag.PRE:
                self.write_code_span(self.code_of(number, c" "))
            else:
                self.write_inside(number)
            self.note_blank()
        else:
            self.write_inside(number)

    cdef void write_emphasis(self, int32_t number, uint8_t kind) noexcept nogil:
        cdef int32_t place = self.depth
        cdef int32_t parent = self.draft.parts[number].parent
        cdef bint lone = self.draft.parts[number].previous < 0 and self.draft.parts[number].next < 0
        cdef uint32_t bits = Trait.STRONG_TAG << kind
        if place == MOST_OPEN or (lone and parent >= 0 and traits[self.draft.parts[parent].tag] & bits):
            self.write_inside(number)
            return
        self.opened[place].kind = kind
        self.opened[place].mark = -1
        self.opened[place].nested = False
        while place > self.base:
            place -= 1
            if self.opened[place].kind == kind:
                self.opened[self.depth].nested = True
        place = self.depth
        self.depth += 1
        self.write_inside(number)
        self.depth = place
        if self.opened[place].mark >= 0:
            self.put_mark(place, False)
            if self.spaces:
                self.spaces = 1
                self.collapses = True

    cdef void write_link(self, int32_t number) noexcept nogil:
        cdef Text address = self.draft.parts[number].text
        cdef Text title, words
        cdef int32_t place = self.depth
        if address.at == NULL or place == MOST_OPEN:
            self.write_inside(number)
            return
        words = self.draft.text_of(number)
        if words.size and is_blank(words) and self.draft.find_tag(number, Tag.IMG) < 0:
            # A link of nothing but a blank shows that alone.
            self.note_blank()
            return
        title = text_of_bytes(b"")
        if not self.draft.parts[number].notes & Note.WORDS_ONLY:
            title = self.draft.attribute(number, b"title")
        if not title.size and is_autolink(address):
            if same_text(words, address):
                self.begin_word()
                self.put(c"<")
                self.put_bytes(address.at, address.size)
                self.put(c">")
                self.line_has_content = True
                return
        self.opened[place].kind = 3
        self.opened[place].mark = -1
        self.opened[place].nested = False
        self.depth += 1
        self.inline_only += 1
        self.write_inside(number)
        self.inline_only -= 1
        if self.opened[place].mark < 0:
            self.begin_word()
        self.depth = place
        self.put_word(b"](")
        self.write_address(address)
        self.write_title(title)
        self.put(c")")

    cdef void write_title(self, Text text) noexcept nogil:
        cdef uint32_t at
        if not text.size:
            return
        self.put_word(b' "')
        for at in range(text.size):
            if text.at[at] == c"\n" or text.at[at] == c"\r":
                self.put_word(b"&#10;" if text.at[at] == c"\n" else b"&#13;")
                continue
            if text.at[at] == 0xC2 and at + 1 < text.size and text.at[at + 1] == 0xA0:
                continue
            if text.at[at] == 0xA0 and at and text.at[at - 1] == 0xC2:
                self.put(c" ")
                continue
            if text.at[at] == c'"' or text.at[at] == c"\\" or (
                text.at[at] == c"&" and names_character(text.at + at, text.at + text.size)
            ):
                self.put(c"\\")
            self.put_run(text.at + at, 1)
        self.put(c'"')

    cdef void write_address(self, Text text) noexcept nogil:
        """Write where a link or picture leads; in angle brackets where it could not be read otherwise."""
        cdef bint angled = text.size == 0 or text.at[0] == c"<"
        cdef bint unbalanced = False, special = False
        cdef int deep = 0
        cdef uint32_t at
        cdef uint8_t byte
        for at in range(text.size):
            byte = text.at[at]
            if byte <= c" " and byte not in b"\t\n\r" or byte == 0x7F:
                angled = True
            elif byte == c"(":
                deep += 1
            elif byte == c")":
                unbalanced |= deep == 0
                deep -= deep > 0
            special |= byte <= c" " or byte == c"\\" or byte == c"&"
        unbalanced |= deep > 0
        if not (angled or unbalanced or special):
            self.put_run(text.at, text.size)
            return
        if angled:
            self.put(c"<")
        for at in range(text.size):
            byte = text.at[at]
            if byte == c"\t" or byte == c"\n" or byte == c"\r":
                continue
            if (
                byte == c"\\"
                or ((byte == c"<" or byte == c">") and angled)
                or ((byte == c"(" or byte == c")") and unbalanced and not angled)
                or (byte == c"&" and names_character(text.at + at, text.at + text.size))
            ):
                self.put(c"\\")
            self.put_run(&byte, 1)
        if angled:
            self.put(c">")

    cdef void write_picture(self, int32_t number) noexcept nogil:
        cdef Text alt = stripped(self.draft.attribute(number, b"alt"))
        cdef Text title = self.draft.attribute(number, b"title")
        cdef const uint8_t* at = alt.at
        cdef const uint8_t* end = alt.at + alt.size
        cdef uint8_t sign
        self.begin_word()
        self.put_word(b"![")
        while at < end:
            sign = signs[at[0]]
            if blank_size(at, end):
                # Blanks of any kind are one.
                while blank_size(at, end):
                    at += blank_size(at, end)
                self.put(c" ")
                continue
            if hidden_size(at, end):
                at += hidden_size(at, end)
                continue
            if sign == Sign.ESCAPED or (sign == Sign.DOUBTFUL and self.is_misread(alt.at, at, end)):
                self.put(c"\\")
            self.put_run(at, 1)
            at += 1
        self.put_word(b"](")
        if self.draft.parts[number].notes & Note.DONE:
            self.put_bytes(self.draft.parts[number].text.at, self.draft.parts[number].text.size)
        else:
            self.write_address(self.draft.parts[number].text)
        if not same_text(stripped(title), alt):
            self.write_title(title)
        self.put(c")")
        self.line_has_content = True

    cdef Text code_of(self, int32_t root, uint8_t separator) noexcept nogil:
        """Return the words of code; a break, and where a block begins or ends, becomes *separator*."""
        cdef int32_t at = self.draft.following(root, root)
        cdef int32_t up
        cdef bint parted = False
        cdef uint32_t room = 0
        cdef Text text, words
        cdef uint8_t* to
        text.size = 0
        text.at = NULL
        if at < 0:
            return text
        if (
            self.draft.parts[at].kind != Kind.ELEMENT
            and self.draft.parts[at].next < 0
            and self.draft.parts[at].parent == root
        ):
            return self.draft.parts[at].text
        while at >= 0:
            room += self.draft.parts[at].text.size + 2
            at = self.draft.following(at, root)
        text.at = to = self.draft.memory(room)
        if to == NULL:
            return text
        at = self.draft.following(root, root)
        while at >= 0:
            words = self.draft.parts[at].text
            if self.draft.parts[at].kind != Kind.ELEMENT:
                if words.size:
                    if parted and text.size and to[text.size - 1] != separator and not (
                        separator == c" "
                        and (signs[to[text.size - 1]] == Sign.SPACE or signs[words.at[0]] == Sign.SPACE)
                    ):
                        to[text.size] = separator
                        text.size += 1
                    memcpy(to + text.size, words.at, words.size)
                    text.size += words.size
                    parted = False
            elif self.draft.parts[at].tag == Tag.BR:
                to[text.size] = separator
                text.size += 1
                parted = False
            elif is_line(self.draft.parts[at].tag):
                parted = True
            # Where a block ends another line begins.
            up = at
            if self.draft.parts[at].first < 0:
                while up != root and self.draft.parts[up].next < 0:
                    up = self.draft.parts[up].parent
                    parted |= up != root and is_line(self.draft.parts[up].tag)
            at = self.draft.following(at, root)
        return text

    cdef void write_code_span(self, Text text) noexcept nogil:
        cdef uint32_t ticks = longest_ticks(text) + 1
        cdef uint32_t at
        cdef uint8_t byte
        cdef bint padded
        if is_blank(text):
            if text.size:
                self.note_blank()
            return
        self.begin_word()
        if self.size and self.out[self.size - 1] == c"`":
            # Two runs of backticks side by side would be one.
            self.write_tagged_code(text)
            return
        padded = text.at[0] == c"`" or text.at[text.size - 1] == c"`"
        if text.at[0] == c" " and text.at[text.size - 1] == c" ":
            padded = True
        for at in range(ticks):
            self.put(c"`")
        if padded:
            self.put(c" ")
        for at in range(text.size):
            byte = text.at[at] if text.at[at] != c"\n" else c" "
            self.put_run(&byte, 1)
        if padded:
            self.put(c" ")
        for at in range(ticks):
            self.put(c"`")
        self.line_has_content = True

    cdef void write_tagged_code(self, Text text) noexcept nogil:
        cdef uint32_t at
        self.put_word(b"<code>")
        for at in range(text.size):
            if text.at[at] < 128 and is_punctuation(text.at[at]):
                self.put(c"\\")
            self.put(text.at[at] if text.at[at] != c"\n" else c" ")
        self.put_word(b"</code>")
        self.line_has_content = True

    # Blocks.

    cdef void write_children(self, int32_t number) noexcept nogil:
        cdef bint in_run = False
        cdef int32_t child = self.draft.parts[number].first
        self.deep += 1
        if self.deep > _DEEPEST:
            if self.draft.shows_text(number):
                self.open_block(not self.tight)
                self.write_words(number)
            child = -1
        while child >= 0:
            self.write_child(child, &in_run)
            child = self.draft.parts[child].next
        self.deep -= 1

    cdef void write_child(self, int32_t number, bint* in_run) noexcept nogil:
        """Write a child of a block: a block by itself, anything else in a run of words that begins a line."""
        cdef uint32_t bits = 0
        cdef int lead
        if self.draft.parts[number].kind == Kind.ELEMENT:
            bits = traits[self.draft.parts[number].tag]
            if bits & Trait.BLOCK:
                in_run[0] = False
                self.write_block(number)
                return
            if bits & Trait.SKIPPED:
                return
        if not in_run[0]:
            if self.draft.parts[number].kind != Kind.ELEMENT:
                if is_blank(self.draft.parts[number].text):
                    return
            else:
                lead = self.lead_of(number, NULL, False)
                if lead != Lead.WORDS:
                    in_run[0] = lead != Lead.NOTHING
                    self.write_inline(number)
                    return
            self.open_block(not self.tight)
            in_run[0] = True
        self.write_inline(number)

    cdef void write_block(self, int32_t number) noexcept nogil:
        cdef uint16_t tag = self.draft.parts[number].tag
        cdef uint32_t bits = traits[tag]
        if self.draft.parts[number].notes & (Note.DETAIL | Note.DETAIL_ITEM):
            self.write_detail(number)
        elif self.draft.parts[number].notes & Note.DONE:
            self.write_note(number)
        elif bits & Trait.HEADING:
            self.write_heading(number)
        elif tag == Tag.HR:
            self.open_block(True)
            self.put_word(b"---")
            self.line_has_content = True
        elif bits & Trait.LIST:
            self.write_list(number)
        elif tag == Tag.PRE:
            self.write_code(number)
        elif tag == Tag.TABLE:
            self.write_table(number)
        elif tag == Tag.BLOCKQUOTE:
            self.write_quote(number)
        else:
            self.write_children(number)

    cdef void write_heading(self, int32_t number) noexcept nogil:
        cdef int level = self.draft.parts[number].tag - Tag.H1 + 1
        cdef bint outer = self.in_heading
        cdef uint32_t start, run
        self.open_block(True)
        while level:
            self.put(c"#")
            level -= 1
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
        cdef uint32_t before = self.prefixed
        cdef bint tight = self.tight
        cdef int32_t levels = self.levels
        self.suspend()
        self.settle_late_escape(True)
        self.settle_marks()
        self.block_ended = False
        self.levels += 1
        if self.started:
            self.end_line()
            self.put(c"\n")
            if not tight and not self.item_marker:
                self.put_bytes(self.prefix, self.prefixed)
                self.end_line()
                self.put(c"\n")
            self.item_marker = False
        if self.levels <= _MOST_LEVELS and self.prefixed + 2 < MOST_PREFIX:
            self.prefix[self.prefixed] = c">"
            self.prefix[self.prefixed + 1] = c" "
            self.prefixed += 2
        if self.started:
            self.put_bytes(self.prefix, self.prefixed)
            self.line_has_content = False
            self.spaces = self.breaks = 0
            self.drops = self.pending_loose = self.rides = True
        self.tight = False
        self.write_children(number)
        if not self.started:
            self.started = self.pending_loose = True
            self.put_bytes(self.prefix, self.prefixed)
        self.tight = tight
        self.levels = levels
        self.prefixed = before
        self.rides = self.item_marker = False

    cdef void write_code(self, int32_t number) noexcept nogil:
        """Write a block of code between fences that are longer than those in it."""
        cdef Text text = self.draft.parts[number].text
        cdef Text code = self.code_of(number, c"\n")
        cdef uint32_t ticks = max(3, longest_ticks(code) + 1)
        cdef uint32_t at
        self.open_block(True)
        for at in range(ticks):
            self.put(c"`")
        self.put_bytes(text.at, text.size)
        self.new_line()
        if code.size:
            if code.at[code.size - 1] == c"\n":
                code.size -= 1
            for at in range(code.size):
                if code.at[at] == c"\n":
                    self.new_line()
                else:
                    self.put(code.at[at])
            self.new_line()
        for at in range(ticks):
            self.put(c"`")
        self.line_has_content = True

    cdef void write_detail(self, int32_t number) noexcept nogil:
        """Write the detail of a definition below its term, behind a colon."""
        cdef bint tight = self.tight
        cdef int32_t levels = self.levels
        cdef uint32_t before = self.prefixed
        cdef bint several = self.draft.parts[number].notes & Note.DETAIL_ITEM
        cdef bint loose = self.is_loose(number)
        self.joins = True
        self.open_block(not several or loose)
        self.put_word(b": ")
        self.line_has_content = True
        self.rides = True
        if several:
            self.tight = not loose
            self.indent(2)
        self.write_children(number)
        self.prefixed = before
        self.levels = levels
        self.tight = tight
        self.rides = self.item_marker = False

    cdef void write_note(self, int32_t number) noexcept nogil:
        """Write a footnote; its further blocks are indented so that they belong to it."""
        cdef bint tight = self.tight
        cdef int32_t levels = self.levels
        cdef uint32_t before = self.prefixed
        self.open_block(True)
        self.put_word(b"[^")
        self.put_bytes(self.draft.parts[number].text.at, self.draft.parts[number].text.size)
        self.put_word(b"]: ")
        self.line_has_content = self.rides = True
        self.tight = False
        self.indent(4)
        self.write_children(number)
        self.prefixed = before
        self.levels = levels
        self.tight = tight
        self.rides = False
        self.pending_loose = True

    # Lists.

    cdef void write_list(self, int32_t number) noexcept nogil:
        cdef List layout
        cdef uint32_t start
        cdef int32_t item = self.draft.first_element(number)
        layout.ordered = self.draft.parts[number].tag == Tag.OL
        layout.number = self.draft.parts[number].value if self.draft.parts[number].notes & Note.HAS_VALUE else 1
        layout.indent = 2
        layout.loose = self.has_loose_item(number)
        layout.with_item = layout.in_run = False
        layout.bullet = c"." if layout.ordered else c"-"
        if self.line_has_content and self.draft.is_element(item, Tag.LI):
            # A list that begins otherwise cannot end the paragraph before it.
            if self.lead_inside(item, NULL, True) <= 0 or (layout.ordered and (
                self.draft.parts[item].value if self.draft.parts[item].notes & Note.HAS_VALUE else layout.number
            ) != 1):
                self.interrupts = True
        self.suspend()
        self.settle_late_escape(True)
        self.settle_marks()
        # Readers take a list right behind another one of its kind for the same list.
        if (
            self.list_end_marker == layout.bullet
            and self.list_end_prefix == self.prefixed
            and self.is_blank_since(self.list_end)
        ):
            layout.bullet = c")" if layout.ordered else c"*"
        start = self.size
        self.write_list_children(number, &layout)
        self.suspend()
        self.settle_late_escape(True)
        self.settle_marks()
        if self.size > start:
            self.list_end = self.size
            self.list_end_prefix = self.prefixed
            self.list_end_marker = layout.bullet

    cdef bint is_blank_since(self, uint32_t at) noexcept nogil:
        """Return whether nothing but the beginnings of lines was written behind *at*."""
        while at < self.size:
            if self.out[at] != c"\n" and self.out[at] != c" " and self.out[at] != c">":
                return False
            at += 1
        return True

    cdef bint is_wrapper(self, int32_t number) noexcept nogil:
        cdef int32_t child = self.draft.parts[number].first
        while child >= 0:
            if self.draft.is_element(child, Tag.LI):
                return True
            child = self.draft.parts[child].next
        return False

    cdef bint has_loose_item(self, int32_t number) noexcept nogil:
        cdef int32_t child = self.draft.parts[number].first
        if (
            self.draft.parts[number].node >= 0
            and self.draft.scan.nodes[self.draft.parts[number].node].depth > 2 * _DEEPEST
        ):
            return False
        while child >= 0:
            if self.draft.is_element(child, Tag.LI):
                if self.is_loose(child):
                    return True
            elif self.draft.parts[child].kind == Kind.ELEMENT and self.is_wrapper(child) and self.has_loose_item(child):
                return True
            child = self.draft.parts[child].next
        return False

    cdef void write_list_children(self, int32_t number, List* layout) noexcept nogil:
        cdef int32_t child = self.draft.parts[number].first
        self.deep += 1
        if self.deep > _DEEPEST:
            self.write_children(number)
            child = -1
        while child >= 0:
            if self.draft.is_element(child, Tag.LI):
                self.write_item(child, layout)
            elif traits[self.draft.parts[child].tag] & Trait.LIST:
                layout.in_run = False
                self.write_indented(child, layout, True)
            elif self.draft.parts[child].kind == Kind.ELEMENT and self.is_wrapper(child):
                self.write_list_children(child, layout)
            elif not layout.with_item:
                self.write_child(child, &layout.in_run)
            else:
                self.write_indented(child, layout, False)
            child = self.draft.parts[child].next
        self.deep -= 1

    cdef void write_indented(self, int32_t number, List* layout, bint as_list) noexcept nogil:
        """Write what stands between the items of a list as part of the item before it."""
        cdef bint tight = self.tight
        cdef int32_t levels = self.levels
        cdef uint32_t before = self.indent(layout.indent)
        self.tight = as_list or not layout.loose
        if as_list:
            self.write_block(number)
        else:
            self.write_child(number, &layout.in_run)
        self.tight = tight
        self.levels = levels
        self.prefixed = before

    cdef void write_item(self, int32_t number, List* layout) noexcept nogil:
        cdef bint tight = self.tight
        cdef int32_t levels = self.levels
        cdef uint32_t before, start
        cdef int task = 0
        self.open_block(layout.loose)
        start = self.size
        if layout.ordered:
            if self.draft.parts[number].notes & Note.HAS_VALUE:
                layout.number = self.draft.parts[number].value
            self.put_number(layout.number)
            layout.number += 1
        self.put(layout.bullet)
        self.put(c" ")
        layout.indent = self.size - start
        layout.with_item = True
        layout.in_run = False
        self.line_has_content = False
        self.item_marker = True
        before = self.indent(layout.indent)
        self.tight = not layout.loose
        self.rides = self.lead_inside(number, &task, False) > 0
        if task > 0:
            self.put_word(b"[x]" if task == 2 else b"[ ]")
            if self.rides:
                self.put(c" ")
            self.line_has_content = True
        self.write_children(number)
        self.tight = tight
        self.levels = levels
        self.prefixed = before
        self.rides = self.item_marker = False

    cdef int lead_of(self, int32_t number, int* task, bint as_list) noexcept nogil:
        """Return what an inline element begins with."""
        cdef uint16_t tag = self.draft.parts[number].tag
        if tag == Tag.A and self.draft.parts[number].text.at != NULL:
            return Lead.WORDS
        if traits[tag] & Trait.CODE_SPAN:
            return Lead.WORDS if self.code_of(number, c" ").size else Lead.NOTHING
        if self.draft.parts[number].first < 0:
            return Lead.WORDS if tag == Tag.IMG or tag == Tag.Q else Lead.NOTHING
        return self.lead_inside(number, task, as_list)

    cdef int lead_inside(self, int32_t root, int* task, bint as_list) noexcept nogil:
        cdef int32_t at = self.draft.following(root, root)
        cdef int32_t paragraph = -1, up
        cdef int found
        cdef uint16_t tag
        while at >= 0:
            if paragraph >= 0:
                up = at
                while up >= 0 and up != paragraph and up != root:
                    up = self.draft.parts[up].parent
                if up != paragraph:
                    paragraph = -1
            found = Lead.PARAGRAPH_LEAD if paragraph >= 0 else Lead.WORDS
            tag = self.draft.parts[at].tag
            if self.draft.parts[at].kind != Kind.ELEMENT:
                if not is_blank(self.draft.parts[at].text):
                    return found
            elif tag == Tag.INPUT and task != NULL and task[0] == 0 and (
                self.draft.parts[at].parent == root or self.draft.parts[at].parent == paragraph
            ):
                task[0] = -1
                if has_text(self.draft.attribute(at, b"type"), b"checkbox"):
                    task[0] = 2 if self.draft.has_attribute(at, b"checked") else 1
            elif traits[tag] & Trait.CODE_SPAN:
                if self.code_of(at, c" ").size:
                    return found
                at = self.draft.beyond(at, root)
                continue
            elif tag == Tag.IMG or tag == Tag.Q or (tag == Tag.A and self.draft.parts[at].text.at != NULL):
                return found
            elif traits[tag] & Trait.HEADING:
                return Lead.PARAGRAPH_LEAD
            elif traits[tag] & Trait.FRAMED:
                return Lead.FRAMED_LEAD
            elif traits[tag] & Trait.SKIPPED or tag == Tag.SCRIPT:
                at = self.draft.beyond(at, root)
                continue
            elif paragraph < 0 and traits[tag] & Trait.PARAGRAPH:
                paragraph = at
            at = self.draft.following(at, root)
        return Lead.NOTHING

    cdef bint is_loose(self, int32_t root) noexcept nogil:
        """Return whether an item has more than one paragraph, so that blank lines must part its blocks."""
        cdef int32_t at = self.draft.following(root, root)
        cdef int32_t up
        cdef bint in_run = False, absorbs = False, visible, inside
        cdef int runs = 0
        cdef uint32_t bits
        while at >= 0:
            visible = False
            inside = self.draft.parts[at].first >= 0
            if self.draft.parts[at].kind != Kind.ELEMENT:
                visible = not in_run and not is_blank(self.draft.parts[at].text)
            else:
                bits = traits[self.draft.parts[at].tag]
                if bits & Trait.BLOCK:
                    in_run = False
                    if bits & (Trait.FRAMED | Trait.HEADING):
                        absorbs = not (bits & Trait.HEADING or self.draft.parts[at].tag in (Tag.PRE, Tag.HR))
                        inside = False
                visible = (
                    self.draft.parts[at].tag == Tag.IMG
                    or (self.draft.parts[at].tag == Tag.A and self.draft.parts[at].text.at != NULL)
                )
                if visible or bits & Trait.SKIPPED:
                    inside = False
            if visible and not in_run:
                runs += 1
                if runs > 1 or absorbs:
                    return True
                in_run = True
            if inside:
                at = self.draft.parts[at].first
                continue
            up = at
            while up != root and self.draft.parts[up].next < 0:
                up = self.draft.parts[up].parent
                if up != root and traits[self.draft.parts[up].tag] & Trait.BLOCK:
                    in_run = False
            at = self.draft.parts[up].next if up != root else -1
        return False

    # Tables.

    cdef void write_table(self, int32_t number) noexcept nogil:
        cdef int32_t at = self.draft.parts[number].first
        cdef int32_t row, cell, base = self.base
        cdef uint16_t notes
        cdef bint is_first = True
        while at >= 0:
            if self.draft.is_element(at, Tag.CAPTION):
                self.write_children(at)
            at = self.draft.parts[at].next
        row = row_behind(self.draft, number, -1)
        while row >= 0:
            cell = cell_behind(self.draft, row, -1)
            if cell >= 0:
                if is_first:
                    self.open_block(True)
                    self.base = self.depth
                else:
                    self.new_line()
                self.write_row(row)
                if is_first:
                    self.new_line()
                    self.put(c"|")
                    while cell >= 0:
                        notes = self.draft.parts[cell].notes
                        self.put_word(b" :---" if notes & (Note.LEFT | Note.CENTERED) else b" ---")
                        self.put_word(b": |" if notes & (Note.RIGHT | Note.CENTERED) else b" |")
                        cell = cell_behind(self.draft, row, cell)
                self.line_has_content = True
                is_first = False
            row = row_behind(self.draft, number, row)
        self.base = base

    cdef void write_row(self, int32_t number) noexcept nogil:
        cdef bint outer = self.in_cell
        cdef int32_t cell = cell_behind(self.draft, number, -1)
        self.in_cell = True
        self.put(c"|")
        while cell >= 0:
            self.put(c" ")
            self.spaces = self.breaks = 0
            self.drops = self.line_has_content = True
            self.write_inside(cell)
            self.settle_late_escape(False)
            self.put_word(b" |")
            cell = cell_behind(self.draft, number, cell)
        self.spaces = self.breaks = 0
        self.in_cell = outer


cdef inline bint is_line(uint16_t tag) noexcept nogil:
    return traits[tag] & (Trait.BLOCK | Trait.CELL) or tag == Tag.TR


cdef bint is_autolink(Text address) noexcept nogil:
    """Return whether an address may stand between angle brackets: it has a scheme, and no character that ends one."""
    cdef uint32_t at
    cdef bint with_scheme = False
    for at in range(address.size):
        if address.at[at] == c":":
            with_scheme = True
        elif not with_scheme and (address.at[at] == c"/" or address.at[at] == c"#" or address.at[at] == c"?"):
            return False
        if address.at[at] <= c" " or address.at[at] == c"<" or address.at[at] == c">" or address.at[at] == 0x7F:
            return False
    return with_scheme
