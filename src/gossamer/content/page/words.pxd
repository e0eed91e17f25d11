from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from gossamer.content.page.spans cimport Text

cdef struct Slot:
    uint64_t key
    uint64_t value

cdef struct Counts:
    Slot* slots
    uint32_t mask
    int shift

cdef uint64_t hash_bytes(Text text) noexcept nogil
cdef uint64_t mix(uint64_t one, uint64_t other) noexcept nogil
cdef bint open_counts(Counts* counts, uint32_t most) noexcept nogil
cdef uint64_t* count_of(Counts* counts, uint64_t key) noexcept nogil
cdef void close_counts(Counts* counts) noexcept nogil

cdef class WordTable:
    cdef Counts table
    cdef uint64_t value_of(self, Text word) noexcept nogil
    cdef uint64_t values_in_names(self, Text names) noexcept nogil
    cdef uint64_t values_in_text(self, Text text) noexcept nogil

cdef struct Needle:
    Text text
    uint16_t following
    uint64_t value

cdef class Needles:
    cdef list held
    cdef Needle* needles
    cdef uint16_t[4096] first
    cdef uint64_t find(self, Text text) noexcept nogil
