# cython: infer_types=True
"""Markup: the words, patterns and steps of `markup.toml`, as data of the native passes."""

import tomllib
from importlib.resources import files

from libc.stdlib cimport calloc

from gossamer.content.page.spans cimport (
    Text, as_text, blank_at, cut, is_letter, limit, lower, next_word, same_text, starts_with,
)

_DATA = tomllib.loads(files("gossamer.content.page").joinpath("markup.toml").read_text("utf-8"))
# What C arrays point to.
_KEPT = []


def entry(*path):
    """Return what is at *path* in the data; a key that is missing is a KeyError."""
    found = _DATA
    for key in path:
        found = found[key]
    return found


def words(*path):
    """Return the words at *path* as a list."""
    found = entry(*path)
    return found.split() if isinstance(found, str) else list(found)


cdef Words read_words(list words):
    """Return *words* as C arrays, which stay as long as the process does."""
    cdef Words found = Words(<Text*> calloc(len(words) + 1, sizeof(Text)), len(words))
    if found.words == NULL:
        raise MemoryError
    for byte in range(256):
        found.starts[byte] = 0
    for number, word in enumerate(words):
        kept = word.encode()
        _KEPT.append(kept)
        found.words[<int> number] = as_text(kept)
        for first in {word[0].encode(), word[0].upper().encode()} if word else ():
            found.starts[<uint8_t> first[0]] = 1
    return found


cdef int find_exact(Text text, const Words* words) noexcept nogil:
    """Return which of *words* is *text*, -1 for none of them."""
    cdef int number
    if text.size and words.starts[text.at[0]]:
        for number in range(words.count):
            if same_text(text, words.words[number]):
                return number
    return -1


cdef uint32_t start_size(Text text, const Words* words) noexcept nogil:
    """Return the size of the first of *words*, which are lower case, that *text* begins with in any case; else 0."""
    cdef int number
    if text.size and words.starts[text.at[0]]:
        for number in range(words.count):
            if starts_with(text, words.words[number]):
                return words.words[number].size
    return 0


cdef bint is_any(Text text, const Words* words) noexcept nogil:
    """Return whether *text* is one of *words*, which are lower case, in any case."""
    cdef int number
    if text.size and words.starts[text.at[0]]:
        for number in range(words.count):
            if words.words[number].size == text.size and starts_with(text, words.words[number]):
                return True
    return False


cdef bint has_any(Text text, const Words* words) noexcept nogil:
    """Return whether one of *words*, which are lower case, is in *text*, in any case."""
    while text.size:
        if start_size(text, words):
            return True
        text = cut(text, 1)
    return False


cdef bint has_any_word(Text names, const Words* words) noexcept nogil:
    """Return whether one of the words of *names* is one of *words*."""
    word = limit(names, 0)
    while names.size and next_word(names, &word):
        if find_exact(word, words) >= 0:
            return True
    return False


cdef bint has_any_name(Text names, const Words* words) noexcept nogil:
    """Return whether one of *words* is in *names* between anything but letters, in any case."""
    cdef bint is_inside = False
    while names.size:
        size = 0 if is_inside else start_size(names, words)
        if size and not (size < names.size and is_letter(names.at[size])):
            return True
        is_inside = is_letter(names.at[0])
        names = cut(names, 1)
    return False


cdef bint is_made_of(Text text, const Words* signs) noexcept nogil:
    """Return whether there is nothing in *text* but blanks and *signs*."""
    while text.size:
        size = blank_at(text) or start_size(text, signs)
        if not size:
            return False
        text = cut(text, size)
    return True
