from libc.stdint cimport int32_t

from gossamer.content.page.outline cimport Outline

cdef class Features:
    cdef readonly Outline outline
    # The numbers of the page, and of each block those of its section and its own.
    cdef float* page
    cdef float* rows

cdef void write_row(Outline page, Features self, int32_t number, float* row) noexcept nogil
