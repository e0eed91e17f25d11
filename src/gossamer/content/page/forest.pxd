cimport cython
from libc.stdint cimport int32_t, uint16_t


# A child that is zero or more is a split of the forest; a negative child is the leaf with the index ~child.
cdef struct Split:
    float threshold
    int32_t left
    int32_t right
    uint16_t feature


cdef struct Stage:
    int32_t trees
    double bound


@cython.final
cdef class Forest:
    cdef Split* splits
    cdef float* leaves
    cdef int32_t* roots
    cdef Stage* stages
    cdef Py_ssize_t stage_count
    cdef readonly int32_t trees
    cdef readonly int32_t features

    # The row has at least `features` values.
    cdef float score(self, const float* row) noexcept nogil
    cdef float probability(self, const float* row) noexcept nogil

    cdef int read_tree(self, int32_t tree, int32_t count, int32_t first, const unsigned char* cursor) except -1
    cdef int read_stages(self, object stages) except -1
