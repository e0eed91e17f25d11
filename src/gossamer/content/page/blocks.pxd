from libc.stdint cimport int32_t

from gossamer.content.page.draft cimport Draft

cdef void settle_tabs(Draft draft) noexcept nogil
cdef void settle_notes(Draft draft) noexcept nogil
cdef void settle_headings(Draft draft) noexcept nogil
cdef void settle_blocks(Draft draft) noexcept nogil
cdef void settle_definitions(Draft draft) noexcept nogil
cdef void begin_with_numbers(Draft draft, int32_t numbered) noexcept nogil
