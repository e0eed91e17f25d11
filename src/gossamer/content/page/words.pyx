"""Words and what they are looked up for, without Python objects."""

from libc.stdlib cimport calloc, free

import secrets

# Odd, and another one in each process: no page can be written so that many of its keys share their slots.
cdef uint64_t _FACTOR = secrets.randbits(64) | 1


cdef uint64_t hash_bytes(const uint8_t* text, uint32_t size) noexcept nogil:
    """Return a hash of *text* that takes ASCII capitals for small letters; never 0."""
    cdef uint64_t value = 14695981039346656037u
    cdef uint32_t at
    for at in range(size):
        value = (value ^ lower(text[at])) * 1099511628211u
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
        cdef bytes key
        if not open_counts(&self.table, 2 * len(numbers) + 8):
            raise MemoryError
        for word, number in numbers.items():
            # Capitals beyond ASCII are not folded when a page is read.
            for form in {word, word.capitalize()}:
                key = form.encode()
                count_of(&self.table, hash_bytes(key, <uint32_t> len(key)))[0] = number

    def __dealloc__(self):
        close_counts(&self.table)

    cdef uint64_t value_of(self, const uint8_t* word, uint32_t size) noexcept nogil:
        return slot_of(&self.table, hash_bytes(word, size)).value

    cdef uint64_t values_in_names(self, const uint8_t* names, uint32_t size) noexcept nogil:
        """Return the numbers of the words in a class or id, joined by `or`: `postBody` has the words of `post-body`."""
        cdef uint64_t values = 0
        cdef uint32_t start, at = 0
        while at < size:
            if not is_letter(names[at]):
                at += 1
                continue
            start = at
            if c"A" <= names[at] <= c"Z":
                at += 1
                if at < size and c"a" <= names[at] <= c"z":
                    while at < size and c"a" <= names[at] <= c"z":
                        at += 1
                else:
                    while at < size and c"A" <= names[at] <= c"Z":
                        at += 1
            else:
                while at < size and c"a" <= names[at] <= c"z":
                    at += 1
            values |= self.value_of(names + start, at - start)
        return values

    cdef uint64_t values_in_text(self, const uint8_t* text, uint32_t size) noexcept nogil:
        """Return the numbers of the words of *text*, joined by `or`; letters beyond ASCII are part of words."""
        cdef uint64_t values = 0
        cdef uint32_t start, at = 0
        while at < size:
            if not (is_letter(text[at]) or text[at] >= 128):
                at += 1
                continue
            start = at
            while at < size and (is_letter(text[at]) or text[at] >= 128):
                at += 1
            values |= self.value_of(text + start, at - start)
        return values


cdef inline uint32_t pair_of(const uint8_t* text) noexcept nogil:
    return ((<uint32_t> lower(text[0]) << 5) ^ lower(text[1])) & 4095


cdef class Needles:
    """The numbers of what a text holds of *numbers*, whose keys have two ASCII characters or more, in small letters."""

    def __cinit__(self, dict numbers):
        cdef uint32_t pair
        cdef uint16_t number
        cdef bytes key
        self.held = [needle.encode("ascii") for needle in numbers]
        self.needles = <Needle*> calloc(len(numbers) + 1, sizeof(Needle))
        if self.needles == NULL:
            raise MemoryError
        for number, key in enumerate(self.held, 1):
            pair = pair_of(key)
            self.needles[number - 1] = Needle(key, <uint32_t> len(key), self.first[pair], numbers[key.decode()])
            self.first[pair] = number

    def __dealloc__(self):
        free(self.needles)

    def values_in(self, bytes text):
        return self.find(text, <uint32_t> len(text))

    cdef uint64_t find(self, const uint8_t* text, uint32_t size) noexcept nogil:
        """Return the numbers of all that is anywhere in *text*, joined by `or`."""
        cdef uint64_t values = 0
        cdef uint32_t at, length
        cdef uint16_t number
        cdef Needle* needle
        for at in range(size - 1 if size else 0):
            number = self.first[pair_of(text + at)]
            while number:
                needle = self.needles + number - 1
                number = needle.following
                if needle.size > size - at:
                    continue
                length = 2
                while length < needle.size and lower(text[at + length]) == needle.text[length]:
                    length += 1
                # Another pair may have the same place.
                if length == needle.size and lower(text[at]) == needle.text[0] and lower(text[at + 1]) == needle.text[1]:
                    values |= needle.value
        return values
