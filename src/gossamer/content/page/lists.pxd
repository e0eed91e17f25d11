from libc.stdint cimport int32_t

from gossamer.content.page.draft cimport Draft

cdef void begin_with_numbers(Draft draft, int32_t numbered) noexcept nogil
