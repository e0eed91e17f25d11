"""Forests: made by hand and at random, against an evaluation in plain Python."""

import math
import random
import struct
from array import array
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pytest

from gossamer.content.page.forest import Forest

NAN = math.nan


@dataclass(frozen=True)
class Tree:
    """Splits as feature, threshold, left and right, and leaves."""

    splits: Sequence[tuple[int, float, int, int]]
    leaves: Sequence[float]

    def packed(self) -> bytes:
        count = len(self.splits)
        columns = list(zip(*self.splits, strict=True)) or [(), (), (), ()]
        return struct.pack(f"<H{count}H{count}f{count}h{count}h{count + 1}f", count, *sum(columns, ()), *self.leaves)

    def leaf(self, row: Sequence[float]) -> float:
        child = 0 if self.splits else -1
        while child >= 0:
            feature, threshold, left, right = self.splits[child]
            child = right if row[feature] > threshold else left
        return self.leaves[-child - 1]


STUMP = Tree([(1, 0.5, -1, -2)], [-1.0, 2.0])
BRANCHED = Tree([(0, 0.0, 1, -3), (2, 7.0, -1, -2)], [0.25, -0.5, 1.0])
SINGLE = Tree([], [0.75])


def packed(*trees: Tree) -> bytes:
    return b"GFOR" + struct.pack("<HH", 1, len(trees)) + b"".join(tree.packed() for tree in trees)


def matrix(*rows: Sequence[float]) -> "memoryview[float]":
    flat = memoryview(array("f", [value for row in rows for value in row]))
    return flat.cast("B").cast("f", (len(rows), len(rows[0])))


def probability(score: float) -> float:
    return array("f", [1 / (1 + math.exp(-array("f", [score])[0]))])[0]


def random_tree(dice: random.Random, features: int) -> Tree:
    """Return a tree that grew as boosting grows it: a leaf at a time becomes a split."""
    splits: list[list[float]] = []
    leaves = [(-1, 0)]
    for number in range(dice.randrange(32)):
        parent, side = leaves.pop(dice.randrange(len(leaves)))
        if parent >= 0:
            splits[parent][2 + side] = number
        splits.append([dice.randrange(features), array("f", [dice.gauss()])[0], 0, 0])
        leaves += [(number, 0), (number, 1)]
    for leaf, (parent, side) in enumerate(leaves):
        if parent >= 0:
            splits[parent][2 + side] = -leaf - 1
    rows = [(int(feature), threshold, int(left), int(right)) for feature, threshold, left, right in splits]
    return Tree(rows, array("f", [dice.gauss(0, 0.1) for _ in leaves]))


def test_the_leaves_of_a_row_are_summed_and_made_a_probability() -> None:
    forest = Forest(packed(STUMP, BRANCHED, SINGLE))
    assert (forest.trees, forest.features) == (3, 3)
    rows = [(0, 0, 0), (0, 1, 8), (1, 1, 0)]
    expected = [probability(score) for score in (-1 + 0.25 + 0.75, 2 - 0.5 + 0.75, 2 + 1 + 0.75)]
    assert list(forest.predict(matrix(*rows))) == expected


@pytest.mark.parametrize(("value", "leaf"), [(0.5, -1), (0.50001, 2), (NAN, -1), (math.inf, 2), (-math.inf, -1)])
def test_a_value_up_to_the_threshold_and_nan_go_left(value: float, leaf: float) -> None:
    assert list(Forest(packed(STUMP)).predict(matrix((0, value)))) == [probability(leaf)]


def test_random_forests_agree_with_plain_python() -> None:
    dice = random.Random(5)
    trees = [random_tree(dice, 9) for _ in range(60)]
    rows = [array("f", [NAN if dice.random() < 0.1 else dice.gauss() for _ in range(9)]) for _ in range(200)]
    expected = [probability(sum(tree.leaf(row) for tree in trees)) for row in rows]
    forest = Forest(packed(*trees))
    assert list(forest.predict(matrix(*rows))) == pytest.approx(expected, rel=1e-6)
    with ThreadPoolExecutor(4) as threads:
        assert {bytes(result) for result in threads.map(forest.predict, [matrix(*rows)] * 8)} == {
            bytes(forest.predict(matrix(*rows)))
        }


def test_a_row_ends_at_the_first_stage_that_it_is_beyond() -> None:
    data = packed(STUMP, SINGLE, STUMP)
    rows = matrix((0, 0), (0, 1))
    assert list(Forest(data, [(1, 1.5)]).predict(rows)) == [probability(-1.25), probability(2)]
    assert list(Forest(data, [(1, 2), (2, 2.5)]).predict(rows)) == [probability(-1.25), probability(2.75)]


@pytest.mark.parametrize("stages", [[(0, 1)], [(4, 1)], [(2, 1), (2, 2)], [(1, -1)], [(1, NAN)]])
def test_stages_that_the_trees_do_not_have_are_refused(stages: list[tuple[int, float]]) -> None:
    with pytest.raises(ValueError, match="`stages` must be ascending"):
        Forest(packed(STUMP, STUMP, STUMP), stages)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "no forest"),
        (b"GFOX" + packed(STUMP)[4:], "no forest"),
        (b"GFOR\x02\x00" + packed(STUMP)[6:], "version 2"),
        (packed(), "cut short"),
        (packed(STUMP)[:-1], "cut short"),
        (packed(STUMP) + bytes(14), "14 bytes follow"),
        (packed(STUMP) + b"\0", "cut short"),
        (packed(STUMP)[:8] + b"\2\0" + packed(STUMP)[10:], "more than the bytes hold"),
        (packed(Tree([(0, NAN, -1, -2)], [0, 0])), "no threshold"),
        (packed(Tree([(0, 0, -1, -2)], [0, math.inf])), "Leaf 1 of tree 0 is not finite"),
        (packed(Tree([(0, 0, 0, -1)], [0, 0])), "child 0 of split 0"),
        (packed(Tree([(0, 0, 1, -1)], [0, 0])), "child 1 of split 0"),
        (packed(Tree([(0, 0, -1, -1)], [0, 0])), "child -1 of split 0"),
        (packed(Tree([(0, 0, -1, -3)], [0, 0])), "child -3 of split 0"),
        (packed(Tree([(0, 0, 1, -1), (0, 0, 0, -2)], [0, 0, 0])), "child 0 of split 1"),
        (packed(Tree([(0, 0, -32768, 32767)], [0, 0])), "child -32768 of split 0"),
    ],
)
def test_malformed_bytes_are_refused(data: bytes, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Forest(data)


def test_every_shortened_forest_is_refused() -> None:
    data = packed(BRANCHED, SINGLE, STUMP)
    for length in range(len(data)):
        with pytest.raises(ValueError, match=r"forest|bytes"):
            Forest(data[:length])


def test_changed_bytes_are_refused_or_make_a_forest_that_ends() -> None:
    dice = random.Random(7)
    data = packed(*(random_tree(dice, 3) for _ in range(4)))
    rows = memoryview(bytes(4 * 65536)).cast("f", (1, 65536))
    for _ in range(3000):
        changed = bytearray(data)
        for _ in range(dice.randrange(1, 4)):
            changed[dice.randrange(len(changed))] = dice.randrange(256)
        try:
            forest = Forest(bytes(changed))
        except ValueError:
            continue
        assert 0 <= forest.predict(rows)[0] <= 1


@pytest.mark.parametrize(
    ("rows", "error"),
    [
        (matrix((0,)), ValueError),
        (memoryview(array("f", [0, 0])), ValueError),
        (memoryview(bytes(16)).cast("d", (1, 2)), ValueError),
        (memoryview(bytes(16)).cast("i", (2, 2)), ValueError),
        (matrix((0, 0), (1, 1), (2, 2))[::2], BufferError),
        ([[0, 0]], TypeError),
    ],
)
def test_other_matrices_are_refused(rows: "memoryview[float]", error: type[Exception]) -> None:
    with pytest.raises(error):
        Forest(packed(STUMP)).predict(rows)
