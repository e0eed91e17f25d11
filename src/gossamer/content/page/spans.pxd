"""Spans of text: bytes of UTF-8 that lie somewhere. Where case is not minded, *word* is lower case."""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport realloc
from libc.string cimport memchr, memcmp, strlen

cdef extern from "Python.h":
    bint Py_UNICODE_ISALNUM(Py_UCS4 character) noexcept nogil
    bint Py_UNICODE_ISDIGIT(Py_UCS4 character) noexcept nogil
    bint Py_UNICODE_ISLOWER(Py_UCS4 character) noexcept nogil
    bint Py_UNICODE_ISSPACE(Py_UCS4 character) noexcept nogil
    bint Py_UNICODE_ISUPPER(Py_UCS4 character) noexcept nogil

cdef struct Text:
    const uint8_t* at
    uint32_t size


cdef inline void* grow(void* items, int32_t count, int32_t* room, size_t size) noexcept nogil:
    """Return *items* with room for one of *size* bytes more than *count*, NULL without memory; they may move."""
    if count < room[0]:
        return items
    grown = realloc(items, (room[0] * 2 + 64) * size)
    room[0] = room[0] * 2 + 64 if grown != NULL else room[0]
    return grown


cdef inline bint is_letter(uint8_t byte) noexcept nogil:
    return c"a" <= byte <= c"z" or c"A" <= byte <= c"Z"


cdef inline uint8_t lower(uint8_t byte) noexcept nogil:
    return byte + 32 if c"A" <= byte <= c"Z" else byte


cdef inline bint is_space(uint8_t byte) noexcept nogil:
    return byte == c" " or 9 <= byte <= 13


cdef inline bint is_digit(uint8_t byte) noexcept nogil:
    return c"0" <= byte <= c"9"


cdef inline bint is_name_byte(uint8_t byte) noexcept nogil:
    """Return whether a byte may stand in a word: a letter, a figure, or part of another character."""
    return byte >= 128 or is_letter(byte) or is_digit(byte)


cdef inline bint is_first_byte(uint8_t byte) noexcept nogil:
    """Return whether a byte begins a character."""
    return (byte & 0xC0) != 0x80


cdef inline Text as_text(const char* words) noexcept nogil:
    return Text(<const uint8_t*> words, <uint32_t> strlen(words))


cdef inline Text between(const uint8_t* start, const uint8_t* end) noexcept nogil:
    return Text(start, <uint32_t> (end - start))


cdef inline Text limit(Text text, uint32_t size) noexcept nogil:
    """Return no more than the first *size* bytes of *text*."""
    return Text(text.at, min(text.size, size))


cdef inline Text cut(Text text, uint32_t start) noexcept nogil:
    """Return *text* from *start* on."""
    start = min(start, text.size)
    return Text(text.at + start, text.size - start)


cdef inline Text cut_end(Text text, uint32_t count) noexcept nogil:
    """Return *text* without its last *count* bytes."""
    return Text(text.at, text.size - min(count, text.size))


cdef inline uint8_t byte_at(Text text, uint32_t at) noexcept nogil:
    """Return one byte of *text*, 0 beyond its end."""
    return text.at[at] if at < text.size else 0


cdef inline uint8_t last_byte(Text text) noexcept nogil:
    return text.at[text.size - 1] if text.size else 0


cdef inline uint32_t find_byte(Text text, uint8_t byte) noexcept nogil:
    """Return where *byte* is first, or the size of *text*."""
    cdef const void* found = memchr(text.at, byte, text.size) if text.size else NULL
    return text.size if found == NULL else <uint32_t> (<const uint8_t*> found - text.at)


cdef inline bint has_byte(Text text, uint8_t byte) noexcept nogil:
    return find_byte(text, byte) < text.size


cdef inline bint is_any_byte(uint8_t byte, const char* bytes) noexcept nogil:
    return byte and memchr(bytes, byte, strlen(bytes)) != NULL


cdef inline uint32_t find_any_byte(Text text, const char* bytes) noexcept nogil:
    """Return where the first of *bytes* is, or the size of *text*."""
    cdef uint32_t at = 0
    cdef size_t count = strlen(bytes)
    while at < text.size and memchr(bytes, text.at[at], count) == NULL:
        at += 1
    return at


cdef inline Text trim(Text text, const char* bytes) noexcept nogil:
    """Return *text* without any of *bytes* at its ends."""
    cdef size_t count = strlen(bytes)
    while text.size and memchr(bytes, text.at[0], count) != NULL:
        text = cut(text, 1)
    while text.size and memchr(bytes, text.at[text.size - 1], count) != NULL:
        text.size -= 1
    return text


cdef inline uint32_t three_bytes(const uint8_t* at, const uint8_t* end) noexcept nogil:
    """Return the bytes of a character that has three of them as one number, 0 for any other."""
    return at[0] << 16 | at[1] << 8 | at[2] if at + 2 < end and at[0] >= 0xE1 else 0


cdef inline uint32_t blank_size(const uint8_t* at, const uint8_t* end) noexcept nogil:
    """Return how many bytes the blank at *at* has, 0 where there is none."""
    if at >= end:
        return 0
    if at[0] < 0x80:
        # 9 to 13 and 28 to 32.
        return at[0] <= 32 and <uint64_t> 0x1F0003E00 >> at[0] & 1
    if at[0] == 0xC2:
        return 2 if at + 1 < end and at[1] in (0xA0, 0x85) else 0
    cdef uint32_t three = three_bytes(at, end)
    if 0xE28080 <= three <= 0xE2808A:
        return 3
    return 3 if three in (0xE280A8, 0xE280A9, 0xE280AF, 0xE2819F, 0xE38080, 0xE19A80) else 0


cdef inline uint32_t blank_at(Text text) noexcept nogil:
    """Return how many bytes the blank at the beginning of *text* has, 0 where there is none."""
    return blank_size(text.at, text.at + text.size)


cdef inline uint32_t hidden_size(Text text) noexcept nogil:
    """Return the size of a soft hyphen or character without width at the beginning of *text*; 0 for another one."""
    if byte_at(text, 0) == 0xC2:
        return 2 if byte_at(text, 1) == 0xAD else 0
    return 3 if three_bytes(text.at, text.at + text.size) in (0xE2808B, 0xE281A0, 0xEFBBBF) else 0


cdef inline Text skip_blanks(Text text) noexcept nogil:
    cdef uint32_t size = blank_at(text)
    while size:
        text = Text(text.at + size, text.size - size)
        size = blank_at(text)
    return text


cdef inline Text strip_end(Text text) noexcept nogil:
    cdef uint32_t start
    while text.size:
        start = text.size - 1
        while start and not is_first_byte(text.at[start]):
            start -= 1
        if not blank_size(text.at + start, text.at + text.size):
            break
        text.size = start
    return text


cdef inline Text strip(Text text) noexcept nogil:
    """Return *text* without the blanks at its ends."""
    return strip_end(skip_blanks(text))


cdef inline bint is_blank(Text text) noexcept nogil:
    return not skip_blanks(text).size


cdef inline bint same_text(Text one, Text other) noexcept nogil:
    return one.size == other.size and (not one.size or memcmp(one.at, other.at, one.size) == 0)


cdef inline bint is_text(Text text, const char* word) noexcept nogil:
    return same_text(text, as_text(word))


cdef inline uint8_t named_character(Text text, uint32_t* size) noexcept nogil:
    """Return the character that *text* begins with, which may be named, 0xA0 for a blank that does not break."""
    # Of all characters turbohtml names only five.
    cdef const char** names = [b"&amp;", b"&lt;", b"&gt;", b"&quot;", b"&nbsp;"]
    cdef const char* characters = b"&<>\"\xa0"
    cdef int number
    for number in range(5 if text.at[0] == c"&" else 0):
        size[0] = <uint32_t> strlen(names[number])
        if is_text(limit(text, size[0]), names[number]):
            return <uint8_t> characters[number]
    size[0] = 1
    return text.at[0]


cdef inline bint starts_with(Text text, Text word) noexcept nogil:
    """Return whether *text* begins with *word*, in any case."""
    cdef uint32_t at = 0
    if text.size < word.size:
        return False
    while at < word.size and lower(text.at[at]) == word.at[at]:
        at += 1
    return at == word.size


cdef inline bint begins_with(Text text, const char* word) noexcept nogil:
    return starts_with(text, as_text(word))


cdef inline bint has_text(Text text, const char* word) noexcept nogil:
    """Return whether *word* is in *text*, in any case."""
    wanted = as_text(word)
    while text.size >= wanted.size:
        if lower(text.at[0]) == wanted.at[0] and starts_with(text, wanted):
            return True
        text = Text(text.at + 1, text.size - 1)
    return False


cdef inline uint32_t character_size(Text text) noexcept nogil:
    """Return how many bytes the first character of *text* has."""
    return 1 + (text.at[0] >= 0xC0) + (text.at[0] >= 0xE0) + (text.at[0] >= 0xF0)


cdef inline uint32_t decode(Text text) noexcept nogil:
    """Return the first character of *text*, 0 without any."""
    cdef uint32_t size, at, character
    if not text.size or text.at[0] < 0x80:
        return byte_at(text, 0)
    size = max(<uint32_t> 2, character_size(text))
    character = text.at[0] & (0x7F >> size)
    for at in range(1, size):
        character = character << 6 | byte_at(text, at) & 63
    return character if size <= text.size else 0


cdef inline uint32_t decode_last(Text text) noexcept nogil:
    """Return the last character of *text*, 0 without any."""
    cdef uint32_t start = text.size
    while start:
        start -= 1
        if is_first_byte(text.at[start]):
            break
    return decode(cut(text, start))


cdef inline uint32_t count_characters(Text text) noexcept nogil:
    cdef uint32_t at, count = 0
    for at in range(text.size):
        count += is_first_byte(text.at[at])
    return count


cdef inline Text take_line(Text* text, uint8_t end) noexcept nogil:
    """Cut what is before the first *end* off *text*, with that byte, and return it."""
    line = limit(text[0], find_byte(text[0], end))
    text[0] = cut(text[0], line.size + 1)
    return line


cdef inline bint take_declaration(Text* style, Text* name, Text* value) noexcept nogil:
    """Cut the first declaration off *style* and set its parts; return whether there was one."""
    cdef bint has_more = style.size > 0
    value[0] = take_line(style, c";")
    name[0] = strip(take_line(value, c":"))
    value[0] = strip(value[0])
    return has_more


cdef inline uint32_t count_digits(Text text) noexcept nogil:
    """Return how many figures *text* begins with."""
    cdef uint32_t count = 0
    while count < text.size and is_digit(text.at[count]):
        count += 1
    return count


cdef inline uint32_t name_size(Text text, const char* also) noexcept nogil:
    """Return how many bytes that may stand in a word, or are among *also*, are at the beginning of *text*."""
    cdef uint32_t size = 0
    while size < text.size and (is_name_byte(text.at[size]) or is_any_byte(text.at[size], also)):
        size += 1
    return size


cdef inline bint next_word(Text names, Text* word) noexcept nogil:
    """Move *word* to the next of the words of *names*; one of size 0 at its beginning is before the first."""
    cdef const uint8_t* end = names.at + names.size
    cdef const uint8_t* at = word.at + word.size
    while at < end and blank_size(at, end):
        at += 1
    word.at = at
    while at < end and not (at[0] == c" " or 9 <= at[0] <= 13):
        at += 1
    word.size = <uint32_t> (at - word.at)
    return word.size > 0


cdef inline bint take_words(Text* text, Text words) noexcept nogil:
    """Cut *words* off the beginning of *text*, in any case and with any blanks; return whether they are there."""
    while words.size:
        if blank_at(words):
            if not blank_at(text[0]):
                return False
            words = skip_blanks(words)
            text[0] = skip_blanks(text[0])
        elif not text.size or lower(text.at[0]) != lower(words.at[0]):
            return False
        else:
            words = cut(words, 1)
            text[0] = cut(text[0], 1)
    return True


cdef inline bint has_words(Text text, Text words) noexcept nogil:
    """Return whether *words* are in *text*, in any case and with any blanks."""
    while text.size:
        rest = text
        if take_words(&rest, words):
            return True
        text = cut(text, 1)
    return not words.size
