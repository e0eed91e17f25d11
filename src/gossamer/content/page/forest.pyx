# cython: infer_types=True
"""Forests: boosted trees that are read from bytes and evaluated without Python objects.

The bytes are little endian, without padding:

    header     b"GFOR", version u16 (1), number of trees u16
    each tree  number of splits n u16, then feature u16[n], threshold f32[n], left i16[n], right i16[n], leaf f32[n + 1]

`left` and `right` are a later split of the tree, or -k - 1 for its leaf k. The first split is the root; a tree without
splits is its one leaf. A value goes left when it is at most the threshold, and so does NaN.
"""

from cpython cimport array
from cpython.buffer cimport PyBUF_C_CONTIGUOUS, PyBUF_FORMAT, PyBuffer_Release, PyObject_GetBuffer
from cpython.mem cimport PyMem_Calloc, PyMem_Free
from libc.math cimport exp, fabs, isfinite, isnan, INFINITY
from libc.stdint cimport int16_t, int32_t, uint16_t, uint32_t
from libc.string cimport memcpy

import array

cdef array.array FLOATS = array.array("f")
cdef enum:
    VERSION = 1
    HEADER_BYTES = 8
    TREE_BYTES = 6
    SPLIT_BYTES = 14


cdef class Forest:
    """Boosted trees, whose sum of leaves is turned into a probability.

    *stages* are pairs of a number of trees and a bound, ascending: a row whose sum of so many trees is farther from
    zero than the bound has its answer, and the later trees are left out. Bytes that are malformed, and stages that the
    trees do not have, raise ValueError. Threads may share a forest.
    """

    def __cinit__(self, bytes data not None, stages=()):
        cdef const unsigned char* cursor = data
        cdef int32_t tree, count, first = 0
        if len(data) < HEADER_BYTES or not data.startswith(b"GFOR"):
            raise ValueError("The bytes are no forest: they do not begin with GFOR, a version and a number of trees.")
        if read_u16(cursor + 4) != VERSION:
            raise ValueError(f"The forest has version {read_u16(cursor + 4)}; only version {VERSION} can be read.")
        self.trees = read_u16(cursor + 6)
        splits, rest = divmod(len(data) - HEADER_BYTES - TREE_BYTES * self.trees, SPLIT_BYTES)
        if self.trees == 0 or splits < 0 or rest:
            raise ValueError(f"The forest is cut short: {len(data)} bytes are not {self.trees} trees.")
        self.splits = <Split*> allocate(splits, sizeof(Split))
        self.leaves = <float*> allocate(splits + self.trees, sizeof(float))
        self.roots = <int32_t*> allocate(self.trees, sizeof(int32_t))
        cursor += HEADER_BYTES
        for tree in range(self.trees):
            count = read_u16(cursor)
            if first + count > splits:
                raise ValueError(f"Tree {tree} has {count} splits, which are more than the bytes hold.")
            self.read_tree(tree, count, first, cursor + 2)
            cursor += TREE_BYTES + SPLIT_BYTES * count
            first += count
        if first != splits:
            raise ValueError(f"{SPLIT_BYTES * (splits - first)} bytes follow the last tree.")
        self.read_stages(stages)

    def __dealloc__(self):
        PyMem_Free(self.splits)
        PyMem_Free(self.leaves)
        PyMem_Free(self.roots)
        PyMem_Free(self.stages)

    def predict(self, matrix not None):
        """Return the probability of each row of *matrix*, in the order of its rows.

        ValueError unless the matrix has 32-bit floats and at least `features` columns; BufferError unless its rows lie
        one after the other.
        """
        cdef Py_buffer view
        cdef Py_ssize_t row
        cdef array.array result
        PyObject_GetBuffer(matrix, &view, PyBUF_FORMAT | PyBUF_C_CONTIGUOUS)
        try:
            if view.ndim != 2 or view.format != b"f":
                raise ValueError("The matrix must have two dimensions and 32-bit floats (format f).")
            if view.shape[1] < self.features:
                raise ValueError(f"The matrix has {view.shape[1]} columns; the forest needs {self.features}.")
            result = array.clone(FLOATS, view.shape[0], zero=False)
            with nogil:
                for row in range(view.shape[0]):
                    result.data.as_floats[row] = self.probability(<const float*> view.buf + row * view.shape[1])
            return result
        finally:
            PyBuffer_Release(&view)

    cdef float probability(self, const float* row) noexcept nogil:
        return <float> (1.0 / (1.0 + exp(-self.score(row))))

    cdef float score(self, const float* row) noexcept nogil:
        """Return the sum of the leaves of *row*, up to the first stage that is sure."""
        cdef double total = 0.0
        cdef int32_t node, tree = 0
        for stage in range(self.stage_count):
            while tree < self.stages[stage].trees:
                node = self.roots[tree]
                while node >= 0:
                    split = &self.splits[node]
                    node = split.right if row[split.feature] > split.threshold else split.left
                total += self.leaves[~node]
                tree += 1
            if fabs(total) > self.stages[stage].bound:
                break
        return <float> total

    cdef int read_tree(self, int32_t tree, int32_t count, int32_t first, const unsigned char* cursor) except -1:
        cdef int32_t number, first_leaf = first + tree
        # The splits of the tree, then its leaves.
        cdef bytearray is_child = bytearray(2 * count + 1)
        self.roots[tree] = first if count else ~first_leaf
        for number in range(count):
            split = &self.splits[first + number]
            split.feature = read_u16(cursor + 2 * number)
            split.threshold = read_f32(cursor + 2 * count + 4 * number)
            split.left = read_child(cursor + 6 * count + 2 * number, number, count, is_child)
            split.right = read_child(cursor + 8 * count + 2 * number, number, count, is_child)
            if isnan(split.threshold):
                raise ValueError(f"Split {number} of tree {tree} has no threshold.")
            split.left += first if split.left >= 0 else -first_leaf
            split.right += first if split.right >= 0 else -first_leaf
            self.features = max(self.features, split.feature + 1)
        for number in range(count + 1):
            self.leaves[first_leaf + number] = read_f32(cursor + 10 * count + 4 * number)
            if not isfinite(self.leaves[first_leaf + number]):
                raise ValueError(f"Leaf {number} of tree {tree} is not finite.")
        return 0

    cdef int read_stages(self, object stages) except -1:
        cdef list pairs = list(stages)
        cdef int32_t trees, last = 0
        self.stages = <Stage*> allocate(len(pairs) + 1, sizeof(Stage))
        for trees, bound in pairs:
            if not last < trees <= self.trees or not bound >= 0:
                raise ValueError(
                    f"`stages` must be ascending numbers of trees, from 1 to {self.trees}, each with a bound of at least 0."
                )
            self.stages[self.stage_count] = Stage(trees, bound)
            self.stage_count += 1
            last = trees
        self.stages[self.stage_count] = Stage(self.trees, INFINITY)
        self.stage_count += 1
        return 0


cdef int32_t read_child(const unsigned char* cursor, int32_t parent, int32_t count, bytearray is_child) except? -1:
    """Return the number of a split, or ~k for leaf k; refuse what makes no tree."""
    cdef int32_t child = <int16_t> read_u16(cursor)
    cdef int32_t place = child if child >= 0 else count + ~child
    if (child >= 0 and not parent < child < count) or place > 2 * count or is_child[place]:
        raise ValueError(f"The child {child} of split {parent} is no later split, no leaf, or the child of another split.")
    is_child[place] = True
    return child


cdef void* allocate(Py_ssize_t count, size_t size) except NULL:
    cdef void* memory = PyMem_Calloc(max(count, 1), size)
    if memory == NULL:
        raise MemoryError()
    return memory


cdef inline uint16_t read_u16(const unsigned char* cursor) noexcept:
    return <uint16_t> (cursor[0] | cursor[1] << 8)


cdef inline float read_f32(const unsigned char* cursor) noexcept:
    cdef uint32_t bits = read_u16(cursor) | <uint32_t> read_u16(cursor + 2) << 16
    cdef float value
    memcpy(&value, &bits, sizeof(float))
    return value
