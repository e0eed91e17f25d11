from libc.stdint cimport int32_t, uint8_t, uint64_t

from gossamer.content.page.outline cimport Outline

cdef class Decision:
    cdef readonly Outline outline
    cdef float* chances
    # For each block, whether it is kept and why; for each section, the characters and blocks of it that are kept.
    cdef uint8_t* keep
    cdef uint8_t* likely
    cdef uint8_t* reasons
    cdef int32_t* kept_text
    cdef readonly bint is_empty

cdef bint decide(Outline page, Decision self) noexcept nogil
