"""The judgement of a page: read into blocks, described, weighed twice, decided."""

from libc.stdint cimport int32_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from gossamer.content.page.decision cimport Decision, decide
from gossamer.content.page.features cimport Features, fill_second, write_row
from gossamer.content.page.forest cimport Forest
from gossamer.content.page.outline cimport Outline
from gossamer.content.page.scan cimport Scan
from gossamer.content.page.zones cimport raise_written

from gossamer.content.page.features import NAMES, SECOND_NAMES
from gossamer.content.page.weights import load_forests

cdef int32_t _WIDTH = len(NAMES)
cdef int32_t _SECOND = len(SECOND_NAMES)
cdef Forest first
cdef Forest second
first, second = load_forests(NAMES, SECOND_NAMES)


def judge(str html):
    """Return what is kept of a page as turbohtml serialises it. Raises MemoryError."""
    cdef Outline outline = Outline(Scan(html))
    cdef Features features = Features(outline)
    cdef Decision decision = Decision(outline)
    cdef bint is_decided
    with nogil:
        is_decided = weigh(outline, features, decision.chances) and decide(outline, decision)
    if not is_decided:
        raise MemoryError
    return decision


cdef bint weigh(Outline page, Features features, float* chances) noexcept nogil:
    """Fill the chance of each block: by itself first, then beside those of the others."""
    cdef int32_t number
    cdef float* row
    cdef float* others
    if not page.block_count:
        return True
    row = <float*> malloc((_WIDTH + _SECOND) * sizeof(float))
    others = <float*> malloc(<size_t> page.block_count * _SECOND * sizeof(float))
    if row == NULL or others == NULL:
        free(row)
        free(others)
        return False
    for number in range(page.block_count):
        write_row(page, features, number, row)
        chances[number] = first.probability(row)
    if fill_second(page, features, chances, others, _SECOND):
        for number in range(page.block_count):
            write_row(page, features, number, row)
            memcpy(row + _WIDTH, others + <size_t> number * _SECOND, _SECOND * sizeof(float))
            chances[number] = second.probability(row)
    free(row)
    free(others)
    return raise_written(page, chances)
