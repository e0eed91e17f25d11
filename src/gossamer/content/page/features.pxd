from libc.stdint cimport int32_t, uint64_t

from gossamer.content.page.outline cimport Outline

cdef class Features:
    cdef readonly Outline outline
    # The numbers of the page, and of each block those of its section and its own.
    cdef float* page
    cdef float* rows
    # For each block, the number of the heading above it, or -1; and of the first like it.
    cdef int32_t* headings
    cdef int32_t* likes

cdef void write_row(Outline page, Features self, int32_t number, float* row) noexcept nogil
cdef bint fill_second(Outline page, Features self, const float* chances, float* rows, int32_t width) noexcept nogil
