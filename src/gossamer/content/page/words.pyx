# cython: infer_types=True
"""Words and what they are looked up for, without Python objects."""

import secrets

from libc.stdlib cimport calloc, free

from gossamer.content.page.spans cimport as_text, byte_at, cut, is_letter, limit, lower, starts_with

# Odd, and another one in each process: no page can be written so that many of its keys share their slots.
cdef uint64_t _FACTOR = secrets.randbits(64) | 1


cdef uint64_t hash_bytes(Text text) noexcept nogil:
    """Return a hash of *text* that takes ASCII capitals for small letters; never 0."""
    cdef uint64_t value = 14695981039346656037u
    for at in range(text.size):
        value = (value ^ lower(text.at[at])) * 1099511628211u
    return value | 1


cdef uint64_t mix(uint64_t one, uint64_t other) noexcept nogil:
    """Return one key, never 0, for two."""
    cdef uint64_t value = (one ^ (other + 0x9E3779B97F4A7C15u + (one << 6) + (one >> 2))) * 0xFF51AFD7ED558CCDu
    return (value ^ (value >> 33)) | 1


cdef bint open_counts(Counts* counts, uint32_t most) noexcept nogil:
    """Make room for *most* keys; return whether there is memory."""
    cdef uint32_t size = 64
    counts.shift = 58
    while size < 2 * most:
        size *= 2
        counts.shift -= 1
    counts.slots = <Slot*> calloc(size, sizeof(Slot))
    counts.mask = size - 1
    return counts.slots != NULL


cdef inline Slot* slot_of(const Counts* counts, uint64_t key) noexcept nogil:
    """Return the slot that has *key*, or the free one where it belongs."""
    cdef uint32_t number = <uint32_t> (key * _FACTOR >> counts.shift)
    while counts.slots[number].key and counts.slots[number].key != key:
        number = (number + 1) & counts.mask
    return counts.slots + number


cdef uint64_t* count_of(Counts* counts, uint64_t key) noexcept nogil:
    """Return the place of the value of *key*, which is 0 at first."""
    cdef Slot* slot = slot_of(counts, key)
    slot.key = key
    return &slot.value


cdef void close_counts(Counts* counts) noexcept nogil:
    free(counts.slots)
    counts.slots = NULL


cdef class WordTable:
    """The number for each of the words of *numbers*; what is not among them has 0."""

    def __cinit__(self, dict numbers):
        if not open_counts(&self.table, 2 * len(numbers) + 8):
            raise MemoryError
        for word, number in numbers.items():
            # Capitals beyond ASCII are not folded when a page is read.
            for form in {word, word.capitalize()}:
                key = form.encode()
                count_of(&self.table, hash_bytes(as_text(key)))[0] = number

    def __dealloc__(self):
        close_counts(&self.table)

    cdef uint64_t value_of(self, Text word) noexcept nogil:
        return slot_of(&self.table, hash_bytes(word)).value

    cdef uint64_t values_in_names(self, Text names) noexcept nogil:
        """Return the numbers of the words in a class or id, joined by `or`: `postBody` has the words of `post-body`."""
        cdef uint64_t values = 0
        cdef uint32_t size
        cdef bint is_small
        while names.size:
            size = 1
            if is_letter(names.at[0]):
                is_small = names.at[0] >= c"a" or byte_at(names, 1) >= c"a"
                while is_letter(byte_at(names, size)) and (names.at[size] >= c"a") == is_small:
                    size += 1
                values |= self.value_of(limit(names, size))
            names = cut(names, size)
        return values

    cdef uint64_t values_in_text(self, Text text) noexcept nogil:
        """Return the numbers of the words of *text*, joined by `or`; letters beyond ASCII are part of words."""
        cdef uint64_t values = 0
        cdef uint32_t size
        while text.size:
            size = 0
            while is_letter(byte_at(text, size)) or byte_at(text, size) >= 128:
                size += 1
            values |= self.value_of(limit(text, size)) if size else 0
            text = cut(text, size + 1)
        return values


cdef inline uint32_t pair_of(const uint8_t* text) noexcept nogil:
    return ((<uint32_t> lower(text[0]) << 5) ^ lower(text[1])) & 4095


cdef class Needles:
    """The numbers of what a text holds of *numbers*, whose keys have two ASCII characters or more, in small letters."""

    def __cinit__(self, dict numbers):
        self.held = [needle.encode("ascii") for needle in numbers]
        self.needles = <Needle*> calloc(len(numbers) + 1, sizeof(Needle))
        if self.needles == NULL:
            raise MemoryError
        for number, key in enumerate(self.held, 1):
            pair = pair_of(key)
            self.needles[number - 1] = Needle(as_text(key), self.first[pair], numbers[key.decode()])
            self.first[pair] = number

    def __dealloc__(self):
        free(self.needles)

    def values_in(self, bytes text):
        return self.find(Text(text, <uint32_t> len(text)))

    cdef uint64_t find(self, Text text) noexcept nogil:
        """Return the numbers of all that is anywhere in *text*, joined by `or`."""
        cdef uint64_t values = 0
        for at in range(text.size - 1 if text.size else 0):
            number = self.first[pair_of(text.at + at)]
            while number:
                needle = self.needles + number - 1
                number = needle.following
                # What follows the pair differs soonest; another pair may have the same place.
                if starts_with(cut(text, at + 2), cut(needle.text, 2)) and starts_with(cut(text, at), needle.text):
                    values |= needle.value
        return values
