from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t

from gossamer.content.page.scan cimport Scan, Span

cdef class EditedPage:
    cdef readonly Scan scan
    # For each node: why it is removed, or 0; the hints of its names; and the letters shown before it.
    cdef uint8_t* reasons
    cdef uint16_t* hints
    cdef uint32_t* letters
    # Start, end and what is written in place of the bytes between them.
    cdef list edits
    # Where edits were made when the page was written, and how many bytes each added.
    cdef list applied
    cdef bint keeps_noscript
    cdef int32_t _checked(self, int32_t number) except -1
    cdef uint32_t letters_in(self, int32_t number) noexcept nogil
    cdef void remove_unseen(self, Scan scan) noexcept nogil
    cdef void remove_inside(self, int32_t number) noexcept nogil
    cdef void count_letters(self) noexcept nogil
    cdef void remove_hidden(self) noexcept nogil
    cdef bint is_hidden(self, Scan scan, int32_t number) noexcept nogil
    cdef bint is_opened_by_click(self, int32_t number) noexcept nogil
    cdef bint holds_any(self, int32_t number, uint16_t one, uint16_t other, uint16_t third) noexcept nogil
    cdef bint has_value(self, int32_t number, const char* name, const char* value) noexcept nogil
    cdef bint has(self, int32_t number, const char* name) noexcept nogil
