from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t

from gossamer.content.page.scan cimport Scan
from gossamer.content.page.spans cimport Text

# Markdown that is written as it is: a part that is neither an element nor text. Scans have comments there.
cdef enum:
    LITERAL = 1

# Groups of tags, as bits of `traits` and in the order of `[traits]` in markup.toml.
cdef enum Trait:
    BLOCK = 1, SKIPPED = 2, PARAGRAPH = 4, HEADING = 8, LIST = 16, STRONG_TAG = 32, EM_TAG = 64, DEL_TAG = 128
    CODE_SPAN = 1 << 8, MEDIA = 1 << 9, FRAMED = 1 << 10, CELL = 1 << 11, ROWS = 1 << 12, HOLDER = 1 << 13
    NEVER_FIRST = 1 << 14, CELL_BLOCK = 1 << 15, AMOUNT_INLINE = 1 << 16, LITERAL_TEXT = 1 << 17
    NO_LABEL = 1 << 18, LAYOUT_SIGN = 1 << 19, LINE = 1 << 20, LABEL_TAG = 1 << 21, KEEPS_LINE = 1 << 22
    ENDS_PARAGRAPH = 1 << 23, NO_TERM = 1 << 24, SEVERAL = 1 << 25, LINK_MEDIA = 1 << 26
    BESIDE_CONTROL = 1 << 27, FRAME = 1 << 28, EMPTIED = 1 << 29, NUMBERED_OR_NOT = 1 << 30

# What passes note on a part.
cdef enum Note:
    HAS_VALUE = 1, DETAIL = 2, DETAIL_ITEM = 4, DONE = 8
    LEFT = 16, CENTERED = 32, RIGHT = 64, WORDS_ONLY = 128, AFTER_TERM = 256

# An element, a text or a literal; the numbers are those of other parts, 0 where there is none.
cdef struct Part:
    # Its number in the scan, or -1 for one that a pass made.
    int32_t node
    int32_t parent, first, last, previous, next
    # The parts of the same tag behind and before it.
    int32_t alike, alike_before
    int32_t value
    # The words of a text; the address of a link or picture; the language of code.
    Text text
    uint16_t tag, notes

cdef struct Chunk:
    Chunk* before
    uint32_t used, room

cdef uint32_t[256] traits

cdef class Draft:
    cdef Scan scan
    cdef Part* parts
    cdef int32_t count, room, root
    cdef bint failed, without_data
    cdef Chunk* arena
    cdef int32_t[256] first_of, last_of
    # The traits and the attributes that there are.
    cdef uint32_t traits
    cdef uint16_t attributes

    cdef void read(self, const uint8_t* skip, int32_t first, int32_t last) noexcept nogil
    cdef uint8_t* memory(self, uint32_t size) noexcept nogil
    cdef Text unescape(self, Text text) noexcept nogil
    cdef Text join(self, Text one, Text two, Text three) noexcept nogil
    cdef int32_t make(self, uint16_t tag) noexcept nogil
    cdef int32_t make_text(self, uint16_t tag, Text text) noexcept nogil
    cdef void retag(self, int32_t number, uint16_t tag) noexcept nogil
    cdef void set_tag(self, int32_t number, uint16_t tag) noexcept nogil
    cdef void append(self, int32_t parent, int32_t child) noexcept nogil
    cdef void put_before(self, int32_t number, int32_t added) noexcept nogil
    cdef void put_after(self, int32_t number, int32_t added) noexcept nogil
    cdef void put_first(self, int32_t parent, int32_t added) noexcept nogil
    cdef void remove(self, int32_t number) noexcept nogil
    cdef void replace(self, int32_t number, int32_t added) noexcept nogil
    cdef void unwrap(self, int32_t number) noexcept nogil
    cdef int32_t wrap_children(self, int32_t number, uint16_t tag) noexcept nogil
    cdef void set_text(self, int32_t number, Text text) noexcept nogil
    cdef int32_t each(self, uint16_t tag, int32_t after) noexcept nogil
    cdef int32_t in_place(self, uint16_t tag, int32_t number) noexcept nogil
    cdef int32_t find(self, int32_t root, uint32_t bits) noexcept nogil
    cdef int32_t find_tag(self, int32_t root, uint16_t tag) noexcept nogil
    cdef int32_t within(self, int32_t number, uint32_t bits) noexcept nogil
    cdef int32_t within_tag(self, int32_t number, uint16_t tag) noexcept nogil
    cdef bint has_attribute(self, int32_t number, const char* name) noexcept nogil
    cdef Text attribute(self, int32_t number, const char* name) noexcept nogil
    cdef Text classes(self, int32_t number) noexcept nogil
    cdef bint shows_text(self, int32_t number) noexcept nogil
    cdef bint shows_text_or_picture(self, int32_t number) noexcept nogil
    cdef Text first_words(self, int32_t number) noexcept nogil
    cdef Text last_words(self, int32_t number) noexcept nogil
    cdef Text text_of(self, int32_t number) noexcept nogil


cdef inline uint32_t has(Draft draft, int32_t number, uint32_t bits) noexcept nogil:
    """Return those of *bits* that a part has as traits."""
    return traits[draft.parts[number].tag] & bits


cdef inline bint is_element(Draft draft, int32_t number) noexcept nogil:
    return draft.parts[number].tag > LITERAL and number


cdef inline int32_t beyond(Draft draft, int32_t number, int32_t root) noexcept nogil:
    """Return the next part inside *root* in document order that is not in *number*, or 0."""
    while number and number != root:
        if draft.parts[number].next:
            return draft.parts[number].next
        number = draft.parts[number].parent
    return 0


cdef inline int32_t following(Draft draft, int32_t number, int32_t root) noexcept nogil:
    """Return the next part inside *root* in document order, or 0."""
    return draft.parts[number].first or beyond(draft, number, root)


cdef inline int32_t beside(Draft draft, int32_t number, bint is_behind) noexcept nogil:
    """Return the part right behind or before another one, or 0."""
    return draft.parts[number].next if is_behind else draft.parts[number].previous


cdef inline int32_t element_from(Draft draft, int32_t number, bint forwards) noexcept nogil:
    """Return a part, or the first one behind or before it that is an element; or 0."""
    while number and draft.parts[number].tag <= LITERAL:
        number = beside(draft, number, forwards)
    return number


cdef inline int32_t first_element(Draft draft, int32_t number) noexcept nogil:
    return element_from(draft, draft.parts[number].first, True)


cdef inline int32_t next_element(Draft draft, int32_t number) noexcept nogil:
    return element_from(draft, draft.parts[number].next, True)


cdef inline int32_t previous_element(Draft draft, int32_t number) noexcept nogil:
    return element_from(draft, draft.parts[number].previous, False)


cdef inline bint has_noted(Draft draft, int32_t number, uint16_t attributes) noexcept nogil:
    """Return whether a part has one of the attributes that its scan notes."""
    return draft.parts[number].node >= 0 and draft.scan.nodes[draft.parts[number].node].attributes & attributes
