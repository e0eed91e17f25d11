"""Regression trees, learnt elsewhere and kept as JSON: the score of a row of figures."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import exp
from typing import Any, Final

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


class Trees:
    """The trees of a *package*, and what else its file of weights tells."""

    def __init__(self, package: str) -> None:
        self.told: Mapping[str, Any] = json.loads(files(package).joinpath(_FILE).read_text(encoding="utf-8"))
        self._trees = tuple(Tree(*(tuple(part) for part in tree)) for tree in self.told["trees"])

    def score(self, row: Sequence[float]) -> float:
        """Return the score of a row of figures; at 0 it is as likely as not."""
        return float(self.told["bias"]) + sum(tree.score(row) for tree in self._trees)

    def confidence(self, row: Sequence[float]) -> float:
        """Return the confidence for a row of figures, 0 to 1."""
        return sureness(self.score(row))


def sureness(score: float) -> float:
    """Return *score* as a probability."""
    return 1 / (1 + exp(-score))


@cache
def trees_of(package: str) -> Trees:
    """Return the trees of *package*, read once."""
    return Trees(package)
