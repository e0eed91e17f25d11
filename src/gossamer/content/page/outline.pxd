from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from gossamer.content.page.scan cimport Scan

# Kinds of elements in an element, in the order of `[inside]` in vocabulary.toml; then several side by side, and whether
# it is in an article, the main element, a quotation or a figure.
cdef enum Inside:
    _HAS_BLOCK = 1, _HAS_SECTIONING = 2, _HAS_DIV = 4, _HAS_TABLE = 8, _HAS_LIST = 16, _HAS_DL = 32, _HAS_PRE = 64
    _HAS_FIGURE = 128, _HAS_FORMULA = 256
    _HAS_PARAGRAPHS = 512, _HAS_DIVS = 1024
    _IS_IN_TEXT = 2048

cdef struct Section:
    # The element; the section around it, or -1; and the numbers of the first block inside and of the last.
    int32_t node
    int32_t parent
    int32_t first
    int32_t last
    int32_t depth
    # Characters of the whole subtree; blocks and sections in it.
    int32_t text
    int32_t linked
    int32_t prose
    int32_t blocks
    int32_t children
    # Hints of its own names, the same without its id, of those around, and of the nearest that has any.
    uint64_t own
    uint64_t named
    uint64_t bits
    uint64_t near
    uint64_t signature
    # What headings announce, one bit a kind; what share of the page sections like it are, and how long one is.
    int32_t scope
    float repeat_share
    float repeat_text
    float outer_share
    float outer_text

cdef struct Block:
    int32_t section
    # The nodes from the first to the last.
    int32_t first
    int32_t last
    # Where its words are in the text of the outline.
    uint32_t start
    uint32_t end
    # Characters, and those that are links.
    int32_t text
    int32_t linked
    int32_t words
    int32_t stops
    int32_t digits
    int32_t capitals
    uint64_t own
    uint64_t copy
    uint16_t tag
    uint8_t level
    uint8_t kind
    uint8_t ended
    # 1 for a price, 2 for a rating.
    uint8_t has_price

cdef class Outline:
    cdef readonly Scan scan
    cdef Section* sections
    cdef Block* blocks
    cdef int32_t section_count
    cdef int32_t block_count
    cdef int32_t section_room
    cdef int32_t block_room
    # The visible text of all blocks, one behind the other, blanks collapsed.
    cdef uint8_t* text
    cdef uint32_t size
    # For each node, whether it is left out, and which kinds of elements are in it.
    cdef uint8_t* left_out
    cdef uint32_t* inside
    cdef bint failed
    # The block with the page's title, or -1.
    cdef readonly int32_t title
    cdef int32_t _checked(self, int32_t number) except -1

cdef int32_t common_section(Outline page, int32_t one, int32_t other) noexcept nogil
