"""Learn the weights of gossamer.features.evidence from pages with true and false answers.

    uv venv lab && uv pip install -p lab lightgbm numpy -e .
    lab/bin/python -m bench.evidence.train [--corpus FOLDER] [--folds 4]

Several mentions may speak for a value, and nobody marked the right one: a true value's best mention so far is its
positive example, the best three of a lie are negative ones, and that is repeated. With --folds the rates on held-out
authors are printed; the weights written are learnt from all of the `dev` split.
"""

import argparse
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import lightgbm
import numpy as np

from bench.evidence.__main__ import INVENTED, TRUTH
from bench.evidence.corpus import FOLDER, Case, Lie, cases, page_of
from gossamer.features.evidence.assessment import match_mentions
from gossamer.features.evidence.features import NAMES
from gossamer.features.evidence.page_index import Zone

_ZONE: Final = NAMES.index("zone")
_OUT: Final = Path(__file__).parents[2] / "src/gossamer/features/evidence/weights.json"
_ROUNDS: Final = 3
_ANSWERS: Final = 4
_MOST_LIES: Final = 25
_SHARE: Final = 0.2
# Answers with few fields, as many callers ask for them.
_SMALL: Final = 3
_MOST_FIELDS: Final = 4
_HALF: Final = 0.5
_TREES: Final = 60
# Added to every score, so that 0.5 is where values become supported.
_SHIFT: Final = 0.35
_FIRST: Final = {"label": 2, "record": 2, "exactness": 2, "slot": 1, "spoken_before": 1, "read": 1, "company": 0.7}
_BELOW: Final = 1e-6
_SETTINGS: Final = {
    "objective": "binary", "num_leaves": 14, "learning_rate": 0.15, "min_child_samples": 25, "lambda_l2": 5,
    "feature_fraction": 0.7, "bagging_fraction": 0.8, "bagging_freq": 1, "verbose": -1, "num_threads": 2, "seed": 3,
}  # fmt: skip


@dataclass(frozen=True)
class Example:
    """A value, what it is (`truth` or a kind of lie), whether it was told alone, and the features of its mentions."""

    author: str
    kind: str
    alone: bool
    rows: list[list[float]]


def examples(case: Case) -> Iterator[Example]:
    """Yield the values of the honest answer, of answers with lies in a fifth of the fields, and of lies told alone."""
    page, chosen = page_of(case), random.Random(case.name)
    by_path: dict[str, list[Lie]] = {}
    for lie in case.lies:
        by_path.setdefault(lie.path, []).append(lie)

    def of(
        lies: Sequence[Lie], *, alone: bool, all_values: bool, fields: frozenset[str] | None = None
    ) -> Iterator[Example]:
        kinds = {lie.path: lie.kind for lie in lies}
        value = case.with_lies(lies)
        if fields is not None:
            value = {name: one for name, one in value.items() if name in fields}
        # Half of the answers are about pages without a title and markup, of which the rules read nothing.
        is_bare = not alone and chosen.random() < _HALF
        read = {} if is_bare else page.read
        for leaf, _, rows in match_mentions(value, page.index, case.schema, read):
            if all_values or leaf.pointer in kinds:
                kept = [row for row in rows if row[_ZONE] < Zone.MARKUP] if is_bare else rows
                yield Example(case.author, kinds.get(leaf.pointer, TRUTH), alone, kept)

    honest = list(of((), alone=True, all_values=True))
    yield from honest
    for number in range(_ANSWERS):
        paths = chosen.sample(sorted(by_path), min(max(1, round(_SHARE * len(honest))), len(by_path)))
        told = [chosen.choice(by_path[path]) for path in paths]
        yield from of(told, alone=False, all_values=number < _ANSWERS // 2)
    for _ in range(_SMALL):
        names = sorted(case.truth)
        fields = frozenset(chosen.sample(names, min(len(names), chosen.randint(1, _MOST_FIELDS))))
        yield from of((), alone=False, all_values=True, fields=fields)
        paths = [path for path in by_path if path.split("/")[1] in fields]
        for path in chosen.sample(paths, min(len(paths), _MOST_FIELDS)):
            lie = chosen.choice(by_path[path])
            yield from of([lie], alone=False, all_values=False, fields=fields)
    for lie in chosen.sample(case.lies, min(_MOST_LIES, len(case.lies))):
        yield from of([lie], alone=True, all_values=False)


def fitted(some: Sequence[Example]) -> lightgbm.Booster:
    """Return the trees learnt from *some* examples."""
    some = [one for one in some if one.rows]
    weights = np.array([_FIRST.get(name, 0.0) for name in NAMES])
    model: lightgbm.Booster | None = None
    for nth in range(_ROUNDS):
        rows, labels, counts = [], [], []
        flat = np.array([row for one in some for row in one.rows])
        scores = flat @ weights if model is None else model.predict(flat, raw_score=True)
        at = 0
        for one in some:
            order = np.argsort(scores[at : at + len(one.rows)])[::-1]
            at += len(one.rows)
            is_true = one.kind == TRUTH
            for place, row in enumerate(order[: 1 if is_true else 3]):
                rows.append(one.rows[row])
                labels.append(is_true)
                counts.append((1.0 if one.alone else 0.5) if is_true else 1.0 if place == 0 else 0.4)
        data = lightgbm.Dataset(np.array(rows), np.array(labels), weight=np.array(counts), feature_name=list(NAMES))
        model = lightgbm.train(_SETTINGS, data, num_boost_round=_TREES if nth == _ROUNDS - 1 else 40)
    assert model is not None
    return model


def rates(model: lightgbm.Booster, some: Sequence[Example]) -> dict[str, float]:
    """Return the share of `supported` among truths, invented values and values from elsewhere, told alone."""
    groups: dict[str, list[bool]] = {TRUTH: [], "invented": [], "elsewhere": []}
    for one in some:
        if one.alone:
            best = max(model.predict(np.array(one.rows), raw_score=True)) + _SHIFT if one.rows else -1.0
            group = TRUTH if one.kind == TRUTH else "invented" if one.kind in INVENTED else "elsewhere"
            groups[group].append(best >= 0)
    return {group: sum(found) / max(1, len(found)) for group, found in groups.items()}


def exported(model: lightgbm.Booster) -> dict[str, Any]:
    """Return the trees as the scorer reads them: arrays of features, thresholds, branches and values."""
    return {"features": list(NAMES), "bias": _SHIFT, "trees": [_tree(one) for one in model.dump_model()["tree_info"]]}


def _tree(told: dict[str, Any]) -> list[list[Any]]:
    feature, threshold, left, right, value = parts = [[], [], [], [], []]

    def add(node: dict[str, Any]) -> int:
        if "leaf_value" in node:
            value.append(round(node["leaf_value"], 4))
            return -len(value)
        at = len(feature)
        feature.append(node["split_feature"])
        # "Below zero" is a threshold of -1e-35.
        threshold.append(round(node["threshold"] - _BELOW * (node["threshold"] < 0), 6))
        left.append(0)
        right.append(0)
        left[at], right[at] = add(node["left_child"]), add(node["right_child"])
        return at

    add(told["tree_structure"])
    return parts


def main() -> None:
    """Train, print the rates on held-out authors, write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, default=FOLDER)
    parser.add_argument("--folds", type=int, default=0)
    arguments = parser.parse_args()
    known = [one for case in cases("dev", arguments.corpus) for one in examples(case)]
    authors = sorted({one.author for one in known})
    for fold in range(arguments.folds):
        held = set(authors[fold :: arguments.folds])
        model = fitted([one for one in known if one.author not in held])
        print(f"fold {fold}:", rates(model, [one for one in known if one.author in held]))
    _OUT.write_text(json.dumps(exported(fitted(known)), separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
