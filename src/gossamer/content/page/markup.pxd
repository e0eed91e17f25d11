from libc.stdint cimport uint8_t, uint32_t

from gossamer.content.page.spans cimport Text

# Words of the data, and for each byte whether one of them begins with it, in any case.
cdef struct Words:
    Text* words
    int count
    uint8_t[256] starts

cdef Words read_words(list words)
cdef int find_exact(Text text, const Words* words) noexcept nogil
cdef int is_any(Text text, const Words* words) noexcept nogil
cdef uint32_t start_size(Text text, const Words* words) noexcept nogil
cdef bint has_any(Text text, const Words* words) noexcept nogil
cdef bint has_any_word(Text names, const Words* words) noexcept nogil
cdef bint has_any_name(Text names, const Words* words) noexcept nogil
cdef bint is_made_of(Text text, const Words* words) noexcept nogil
