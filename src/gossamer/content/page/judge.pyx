# cython: infer_types=True
"""The judgement of a page: read into blocks, described, weighed, decided."""

from libc.stdint cimport int32_t
from libc.stdlib cimport free, malloc

from gossamer.content.page.decision cimport Decision, decide
from gossamer.content.page.features cimport Features, write_row
from gossamer.content.page.forest cimport Forest
from gossamer.content.page.outline cimport Outline
from gossamer.content.page.scan cimport Scan
from gossamer.content.page.zones cimport raise_written

from gossamer.content.page.features import NAMES
from gossamer.content.page.weights import load_forest

cdef int32_t _WIDTH = len(NAMES)
cdef Forest forest = load_forest(NAMES)


def judge(Scan scan not None):
    """Return what is kept of a page. Raises MemoryError."""
    cdef Outline outline = Outline(scan)
    cdef Features features = Features(outline)
    cdef Decision decision = Decision(outline)
    with nogil:
        is_decided = weigh(outline, features, decision.chances) and decide(outline, decision)
    if not is_decided:
        raise MemoryError
    return decision


cdef bint weigh(Outline page, Features features, float* chances) noexcept nogil:
    """Fill the chance of each block; return whether there was memory."""
    cdef float* row = <float*> malloc(_WIDTH * sizeof(float))
    if row == NULL:
        return False
    for number in range(page.block_count):
        write_row(page, features, number, row)
        chances[number] = forest.probability(row)
    free(row)
    return raise_written(page, chances)
