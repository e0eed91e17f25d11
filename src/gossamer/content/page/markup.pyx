# cython: infer_types=True
"""Markup: the words, patterns and steps of `markup.toml`, as data of the native passes."""

import re
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


def alternatives(*path):
    """Return the words at *path* as the alternatives of a regular expression."""
    return "|".join(map(re.escape, words(*path)))


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


cdef int find_word(Text text, const Words* words, bint is_whole) noexcept nogil:
    """Return which of *words*, which are lower case, begins *text* or is all of it, from 1 on; 0 where none does."""
    cdef int number
    if text.size and words.starts[text.at[0]]:
        for number in range(words.count):
            if starts_with(text, words.words[number]) and words.words[number].size >= text.size * is_whole:
                return number + 1
    return 0


cdef int is_any(Text text, const Words* words) noexcept nogil:
    """Return which of *words* is *text* in any case, from 1 on; 0 where none is."""
    return find_word(text, words, True)


cdef uint32_t start_size(Text text, const Words* words) noexcept nogil:
    """Return the size of the first of *words* that *text* begins with in any case; 0 where none does."""
    number = find_word(text, words, False)
    return words.words[number - 1].size if number else 0


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
