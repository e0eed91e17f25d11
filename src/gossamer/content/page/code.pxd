from libc.stdint cimport int32_t

from gossamer.content.page.draft cimport Draft

cdef void replace_breaks(Draft draft, int32_t root) noexcept nogil
