from gossamer.content.page.draft cimport Draft

cdef void settle_formulas(Draft draft) noexcept nogil
