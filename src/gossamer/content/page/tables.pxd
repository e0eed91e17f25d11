from gossamer.content.page.draft cimport Draft

cdef void settle_code(Draft draft) noexcept nogil
cdef void settle_tables(Draft draft) noexcept nogil
