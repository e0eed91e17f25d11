"""Learn the weights of gossamer.content.answering from questions about pages of many authors.

    uv venv lab && uv pip install -p lab lightgbm numpy -e .
    lab/bin/python -m bench.answers.train QUALITY/data [--folds 5] [--rows FILE]

Learnt from are the `train` split, the pages of the tests, and fields of the evidence corpus's `dev` split asked for as
"What is the …?". Several candidates may hold the answer, and nobody marked the best: those that score best so far are
the positive examples, the best of the others negative ones, and that is repeated. How sure an answer is, is learnt
from the pages that each fold leaves out: by the best score, and that of the best other text.
"""

import argparse
import json
import pickle
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import lightgbm
import numpy as np

from bench.answers.corpus import Asked, material, pages, questions
from bench.evidence.corpus import cases
from bench.evidence.train import exported
from gossamer.content.answering.answers import figures, rival_of
from gossamer.content.answering.features import COMPARED, NAMES, RISING, SINKING
from gossamer.content.answering.questions import read_question
from gossamer.content.page_model.material import PageMaterial
from tests.unit.content.answering.pages import ANSWERED, PAGES, UNANSWERED, page

_OUT: Final = Path(__file__).parents[2] / "src/gossamer/content/answering/weights.json"
_WEIGHTS: Final = {"pages": 1.0, "tests": 1.5, "fields": 0.25}
_ROUNDS: Final = 2
_TREES: Final = 110
_MOST_PAGES: Final = 2
_FIRST: Final = {"all": 2, "own_or_label": 2, "label_exact": 1, "fits_near": 0.7, "defines": 1, "size": -0.15}
_COLUMNS: Final = (*NAMES, *(f"below_{name}" for name in COMPARED))
_SETTINGS: Final = {
    "objective": "binary", "num_leaves": 5, "learning_rate": 0.1, "min_child_samples": 15, "lambda_l2": 5,
    "feature_fraction": 0.6, "bagging_fraction": 0.8, "bagging_freq": 1, "verbose": -1, "num_threads": 1, "seed": 3,
    "monotone_constraints": [
        1 if name.removeprefix("below_") in RISING else -1 if name in SINKING else 0 for name in _COLUMNS
    ],
}  # fmt: skip


@dataclass(frozen=True)
class Example:
    """A question of a *source* about a *page*: the figures of what may answer it, its text, and whether it is right."""

    source: str
    page: str
    is_said: bool
    rows: list[list[float]]
    texts: list[str]
    right: list[bool]


def example(source: str, asked: Asked, page: PageMaterial) -> Example:
    """Return *asked* as something to learn from."""
    rows, some = figures(page, read_question(asked.question))
    right = [asked.is_right(one.text) for one in some]
    return Example(source, asked.page, bool(asked.gold), rows, [one.text for one in some], right)


def examples(data: Path) -> Iterator[Example]:
    """Yield all that is learnt from."""
    for read, asked in pages(questions("train"), data):
        yield from (example("pages", one, read) for one in asked)
    read_pages = {name: page(html) for name, html in PAGES.items()}
    for name, question, *gold in (*ANSWERED, *UNANSWERED):
        yield example("tests", Asked(f"tests/{name}", "train", question, tuple(gold)), read_pages[name])
    seen: Counter[str] = Counter()
    for case in cases("dev"):
        seen[case.author] += 1
        if seen[case.author] <= _MOST_PAGES:
            read = material(case.name, case.html.encode())
            yield from (example("fields", one, read) for one in _fields(case.author, case.truth))


def _fields(author: str, truth: dict[str, Any]) -> Iterator[Asked]:
    for name, value in truth.items():
        if not isinstance(value, list | dict | bool):
            words = re.sub(r"([a-z])([A-Z])", r"\1 \2", name).replace("_", " ").lower()
            gold = () if value is None else (str(value), f"{value:,}" if isinstance(value, int | float) else str(value))
            yield Asked(f"fields/{author}", "train", f"What is the {words}?", gold)


def fitted(some: Sequence[Example]) -> lightgbm.Booster:
    """Return the trees learnt from *some* examples."""
    model: lightgbm.Booster | None = None
    for nth in range(_ROUNDS):
        rows, labels, counts = [], [], []
        for one in some:
            if not one.rows:
                continue
            order = np.argsort(-_scores(model, one.rows))
            hits = [at for at in order if one.right[at]][:2]
            others = [at for at in order if not one.right[at]][:12]
            rows += [one.rows[at] for at in (*hits, *others)]
            labels += [1] * len(hits) + [0] * len(others)
            shares = [1.5, 0.4][: len(hits)] + [1.0 if place < 2 else 0.4 for place in range(len(others))]  # noqa: PLR2004
            counts += [_WEIGHTS[one.source] * share for share in shares]
        learnt = lightgbm.Dataset(
            np.array(rows), np.array(labels), weight=np.array(counts), feature_name=list(_COLUMNS)
        )
        model = lightgbm.train(_SETTINGS, learnt, num_boost_round=_TREES if nth == _ROUNDS - 1 else 50)
    assert model is not None
    return model


def _scores(model: lightgbm.Booster | None, rows: list[list[float]]) -> Any:
    table = np.array(rows)
    if model is not None:
        return model.predict(table, raw_score=True)
    return sum(table[:, _COLUMNS.index(name)] * weight for name, weight in _FIRST.items())


def held_out(some: Sequence[Example], folds: int) -> Iterator[tuple[Example, bool, float, float]]:
    """Yield each question of a page, whether its best candidate is right, its score, and that of the best other."""
    names = sorted({one.page for one in some if one.source == "pages"})
    random.Random(1).shuffle(names)
    for fold in range(folds):
        held = set(names[fold::folds])
        model = fitted([one for one in some if one.page not in held])
        for one in some:
            if one.page in held and one.rows:
                scores = _scores(model, one.rows)
                order = [int(at) for at in np.argsort(-scores)]
                yield one, one.right[order[0]], float(scores[order[0]]), rival_of(order, scores, one.texts)


def sureness(found: Sequence[tuple[Example, bool, float, float]]) -> list[float]:
    """Return the weights of 1, the best score and that of the best other text: a logistic regression."""
    table = np.array([[1.0, best, other] for _, _, best, other in found])
    right = np.array([float(is_right) for _, is_right, _, _ in found])
    weights = np.zeros(3)
    for _ in range(100):
        sure = 1 / (1 + np.exp(-table @ weights))
        bend = (table.T * (sure * (1 - sure))) @ table + np.diag([1e-6, 1.0, 1.0])
        weights -= np.linalg.solve(bend, table.T @ (sure - right) + np.array([0.0, 1.0, 1.0]) * weights)
    for least in (0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8):
        is_sure = 1 / (1 + np.exp(-table @ weights)) >= least
        said = np.array([one.is_said for one, *_ in found])
        rates = ((is_sure & said & (right == 1)).sum() / said.sum(), (is_sure & said & (right == 0)).sum() / said.sum())
        print(
            f"{least}: right {rates[0]:.1%}, wrong {rates[1]:.1%}; invented {(is_sure & ~said).sum()} of {(~said).sum()}"
        )
    return [round(float(weight), 4) for weight in weights]


def main() -> None:
    """Train, print the rates on pages that were left out, write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--rows", type=Path, help="a file that keeps what was read of the pages")
    arguments = parser.parse_args()
    if arguments.rows is not None and arguments.rows.exists():
        some = pickle.loads(arguments.rows.read_bytes())  # noqa: S301 - written by this program
    else:
        some = list(examples(arguments.data))
        if arguments.rows is not None:
            arguments.rows.write_bytes(pickle.dumps(some))
    sure = sureness(list(held_out(some, arguments.folds)))
    told = exported(fitted(some)) | {"features": list(_COLUMNS), "bias": 0.0, "sure": sure}
    _OUT.write_text(json.dumps(told, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
