from libc.stdint cimport int32_t, uint8_t, uint16_t

from gossamer.content.page.draft cimport Draft
from gossamer.content.page.markup cimport Words

ctypedef void (*Call)(Draft draft, int32_t number) noexcept nogil

# How the value of an attribute is compared with words.
cdef enum How:
    ANY, EXISTS, WHOLE, WORD, PART

# What must hold of an element: its tag, an attribute, whose bit is *noted* where scans note it, and its surroundings.
cdef struct Test:
    uint8_t[256] tags
    const char* attribute
    uint16_t noted
    How how
    Words words
    Words around
    bint is_empty

cdef struct Pattern:
    Test* tests
    int count
    # The attributes one of which must be on the page, 0 where any page may match.
    uint16_t needs

cdef Pattern read_pattern(object rows)
cdef bint matches(Draft draft, int32_t number, const Pattern* pattern) noexcept nogil
cdef void remove_matches(Draft draft, int32_t root, const Pattern* pattern) noexcept nogil
cdef void register(str name, Call call) except *
cdef void compile_steps() except *
cdef void run_steps(Draft draft) noexcept nogil
