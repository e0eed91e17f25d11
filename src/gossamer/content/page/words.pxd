from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

cdef struct Slot:
    uint64_t key
    uint64_t value

cdef struct Counts:
    Slot* slots
    uint32_t mask
    int shift

cdef inline bint is_letter(uint8_t byte) noexcept nogil:
    return c"a" <= byte <= c"z" or c"A" <= byte <= c"Z"

cdef inline uint8_t lower(uint8_t byte) noexcept nogil:
    return byte + 32 if c"A" <= byte <= c"Z" else byte

cdef uint64_t hash_bytes(const uint8_t* text, uint32_t size) noexcept nogil
cdef uint64_t mix(uint64_t one, uint64_t other) noexcept nogil
cdef bint open_counts(Counts* counts, uint32_t most) noexcept nogil
cdef uint64_t* count_of(Counts* counts, uint64_t key) noexcept nogil
cdef void close_counts(Counts* counts) noexcept nogil

cdef class WordTable:
    cdef Counts table
    cdef uint64_t value_of(self, const uint8_t* word, uint32_t size) noexcept nogil
    cdef uint64_t values_in_names(self, const uint8_t* names, uint32_t size) noexcept nogil
    cdef uint64_t values_in_text(self, const uint8_t* text, uint32_t size) noexcept nogil
