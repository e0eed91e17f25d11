from libc.stdint cimport uint8_t

from gossamer.content.page.outline cimport Outline

cdef bint raise_written(Outline page, float* chances) noexcept nogil
cdef void drop_readers(Outline page, uint8_t* keep, uint8_t* reasons, uint8_t comments, uint8_t reviews) noexcept nogil
