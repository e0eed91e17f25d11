from libc.stdint cimport int32_t

from gossamer.content.page.draft cimport Draft

cdef int32_t row_behind(Draft draft, int32_t table, int32_t row) noexcept nogil
cdef int32_t cell_behind(Draft draft, int32_t row, int32_t cell) noexcept nogil
