from libc.stdint cimport int32_t, uint8_t

from gossamer.content.page.outline cimport Outline
from gossamer.content.page.words cimport Counts

cdef class Decision:
    cdef readonly Outline outline
    cdef float* chances
    # For each block, whether it is kept and why; for each section, the characters that are kept, and
    # all that could be.
    cdef uint8_t* keep
    cdef uint8_t* likely
    cdef uint8_t* reasons
    cdef int32_t* kept_text
    cdef int32_t* all_text
    # How often the page has the words of a block, and the places that kept blocks have.
    cdef Counts copies
    cdef Counts places
    cdef readonly bint is_empty

cdef bint decide(Outline page, Decision self) noexcept nogil
