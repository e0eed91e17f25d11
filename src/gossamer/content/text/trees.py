"""Regression trees, learnt elsewhere and kept as JSON: the score of a row of figures."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import exp
from typing import Any


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


class Trees:
    """Trees as a file of weights has them."""

    def __init__(self, weights: Mapping[str, Any]) -> None:
        self._bias = float(weights["bias"])
        self._trees = tuple(Tree(*(tuple(part) for part in tree)) for tree in weights["trees"])

    def score(self, row: Sequence[float]) -> float:
        """Return the score of a row of figures; at 0 it is as likely as not."""
        return self._bias + sum(tree.score(row) for tree in self._trees)

    def confidence(self, row: Sequence[float]) -> float:
        """Return the confidence for a row of figures, 0 to 1."""
        return sureness(self.score(row))


def sureness(score: float) -> float:
    """Return *score* as a probability."""
    return 1 / (1 + exp(-score))


@cache
def trees_of(package: str, name: str = "weights") -> Trees:
    """Return the trees of *package* in its file *name*.json, read once."""
    return Trees(json.loads(files(package).joinpath(f"{name}.json").read_text(encoding="utf-8")))
