from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t

from gossamer.content.page.scan cimport Scan

# What a tag is to the passes and the writer, as bits of `traits`.
cdef enum Trait:
    BLOCK = 1
    SKIPPED = 2
    PARAGRAPH = 4
    HEADING = 8
    LIST = 16
    STRONG_TAG = 32
    EM_TAG = 64
    DEL_TAG = 128
    EMPHASIS = 224
    CODE_SPAN = 256
    MEDIA = 512
    FRAMED = 1024
    CELL = 2048
    ROWS = 4096
    HOLDER = 8192
    NEVER_FIRST = 16384
    CELL_BLOCK = 32768
    AMOUNT_INLINE = 65536
    LITERAL_TEXT = 131072
    NO_LABEL = 262144
    LAYOUT_SIGN = 524288

cdef enum Kind:
    ELEMENT, TEXT_PART, LITERAL

# What passes note on a part.
cdef enum Note:
    HAS_VALUE = 1
    DETAIL = 2
    DETAIL_ITEM = 4
    DONE = 8
    LEFT = 16
    CENTERED = 32
    RIGHT = 64
    WORDS_ONLY = 128
    AFTER_TERM = 256

cdef struct Text:
    const uint8_t* at
    uint32_t size

cdef struct Part:
    # Its number in the scan, or -1 for one that a pass made.
    int32_t node
    int32_t parent
    int32_t first
    int32_t last
    int32_t previous
    int32_t next
    # The parts of the same tag behind and before it, in document order.
    int32_t alike
    int32_t alike_before
    int32_t value
    # The words of a text; the address of a link or picture; the language of code.
    Text text
    uint16_t tag
    uint8_t kind
    uint16_t notes

cdef struct Chunk:
    Chunk* before
    uint32_t used
    uint32_t room

cdef uint32_t[256] traits

cdef uint32_t blank_size(const uint8_t* at, const uint8_t* end) noexcept nogil
cdef Text stripped(Text text) noexcept nogil
cdef bint is_blank(Text text) noexcept nogil
cdef bint is_text(Text text, const char* word) noexcept nogil
cdef bint same_text(Text one, Text other) noexcept nogil
cdef bint same_word(Text text, const char* word) noexcept nogil
cdef bint has_text(Text text, const char* word) noexcept nogil
cdef bint has_word(Text names, const char* word) noexcept nogil
cdef bint begins_with(Text text, const char* word) noexcept nogil
cdef bint next_word(Text names, Text* word) noexcept nogil
cdef bint is_any(Text text, const char** words) noexcept nogil
cdef bint has_any(Text text, const char** words) noexcept nogil
cdef bint has_any_word(Text names, const char** words) noexcept nogil
cdef uint32_t decoded(const uint8_t* at, const uint8_t* end) noexcept nogil
cdef bint is_made_of(Text text, const char** signs) noexcept nogil
cdef Text cut(Text text, uint32_t start) noexcept nogil
cdef Text text_of_bytes(const char* words) noexcept nogil
cdef bint is_name_byte(uint8_t byte) noexcept nogil
cdef uint8_t lower(uint8_t byte) noexcept nogil

cdef class Draft:
    cdef Scan scan
    cdef Part* parts
    cdef int32_t count
    cdef int32_t room
    cdef int32_t root
    cdef bint failed
    cdef Chunk* arena
    cdef int32_t[256] first_of
    cdef int32_t[256] last_of
    cdef bint styled
    cdef bint with_roles
    cdef bint with_tabs

    cdef void read(self, const uint8_t* skip, int32_t first, int32_t last) noexcept nogil
    cdef bint is_left_out(self, int32_t number) noexcept nogil
    cdef uint8_t* memory(self, uint32_t size) noexcept nogil
    cdef Text unescaped(self, const uint8_t* at, uint32_t size) noexcept nogil
    cdef Text joined(self, Text one, Text two, Text three) noexcept nogil
    cdef int32_t add(self, uint8_t kind, uint16_t tag, int32_t node) noexcept nogil
    cdef int32_t make(self, uint16_t tag) noexcept nogil
    cdef int32_t make_text(self, Text text) noexcept nogil
    cdef int32_t make_literal(self, Text text) noexcept nogil
    cdef void note_tag(self, int32_t number, uint16_t tag) noexcept nogil
    cdef void retag(self, int32_t number, uint16_t tag) noexcept nogil
    cdef void append(self, int32_t parent, int32_t child) noexcept nogil
    cdef void put_before(self, int32_t number, int32_t added) noexcept nogil
    cdef void put_after(self, int32_t number, int32_t added) noexcept nogil
    cdef void put_first(self, int32_t parent, int32_t added) noexcept nogil
    cdef void remove(self, int32_t number) noexcept nogil
    cdef void replace(self, int32_t number, int32_t added) noexcept nogil
    cdef void unwrap(self, int32_t number) noexcept nogil
    cdef int32_t wrap(self, int32_t number, uint16_t tag) noexcept nogil
    cdef int32_t wrap_children(self, int32_t number, uint16_t tag) noexcept nogil
    cdef void move_children(self, int32_t source, int32_t target) noexcept nogil
    cdef void set_text(self, int32_t number, Text text) noexcept nogil
    cdef int32_t following(self, int32_t number, int32_t root) noexcept nogil
    cdef int32_t beyond(self, int32_t number, int32_t root) noexcept nogil
    cdef int32_t each(self, uint16_t tag, int32_t after) noexcept nogil
    cdef int32_t in_place(self, uint16_t tag, int32_t number) noexcept nogil
    cdef bint has_tag(self, uint16_t tag) noexcept nogil
    cdef int32_t find(self, int32_t root, uint32_t bits) noexcept nogil
    cdef int32_t find_tag(self, int32_t root, uint16_t tag) noexcept nogil
    cdef int32_t within(self, int32_t number, uint32_t bits) noexcept nogil
    cdef int32_t within_tag(self, int32_t number, uint16_t tag) noexcept nogil
    cdef int32_t next_element(self, int32_t number) noexcept nogil
    cdef int32_t previous_element(self, int32_t number) noexcept nogil
    cdef int32_t first_element(self, int32_t number) noexcept nogil
    cdef bint is_element(self, int32_t number, uint16_t tag) noexcept nogil
    cdef bint has_noted(self, int32_t number, uint16_t attributes) noexcept nogil
    cdef bint has_attribute(self, int32_t number, const char* name) noexcept nogil
    cdef Text attribute(self, int32_t number, const char* name) noexcept nogil
    cdef Text names(self, int32_t number) noexcept nogil
    cdef bint shows_text(self, int32_t number) noexcept nogil
    cdef Text text_of(self, int32_t number) noexcept nogil
    cdef uint32_t first_character(self, int32_t number) noexcept nogil
    cdef uint32_t last_character(self, int32_t number) noexcept nogil

ctypedef void (*Step)(Draft draft, int32_t number) noexcept nogil

cdef void for_each(Draft draft, uint16_t tag, Step step) noexcept nogil
