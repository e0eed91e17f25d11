"""Scores a mention from its features: regression trees learnt by `bench.evidence.train`."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import exp
from typing import Final

_FILE: Final = "weights.json"


@dataclass(frozen=True, slots=True)
class Tree:
    """A tree in arrays: at node n, *feature* n below *threshold* n goes *left*, else *right*; a leaf is -1 - number."""

    feature: tuple[int, ...]
    threshold: tuple[float, ...]
    left: tuple[int, ...]
    right: tuple[int, ...]
    value: tuple[float, ...]

    def score(self, row: Sequence[float]) -> float:
        """Return the value of the leaf that *row* leads to."""
        node = 0
        while node >= 0:
            node = self.left[node] if row[self.feature[node]] <= self.threshold[node] else self.right[node]
        return self.value[-1 - node]


def confidence(row: Sequence[float]) -> float:
    """Return how sure it is that a mention with these features says the value of the field, 0 to 1."""
    trees, bias = _model()
    return 1 / (1 + exp(-(bias + sum(tree.score(row) for tree in trees))))


@cache
def _model() -> tuple[tuple[Tree, ...], float]:
    model = json.loads(files(__package__).joinpath(_FILE).read_text(encoding="utf-8"))
    return tuple(Tree(*(tuple(part) for part in tree)) for tree in model["trees"]), model["bias"]
