"""Learn the weights of gossamer.content.answering from questions about pages of many authors.

    uv venv lab && uv pip install -p lab lightgbm numpy -e .
    lab/bin/python -m bench.answers.train QUALITY/data [--folds 5] [--rows FILE]

Learnt from are the `train` split, the pages of the tests, and fields of the evidence corpus's `dev` split asked for as
"What is the …?". Several candidates may hold the answer, and nobody marked the best: those that score best so far are
the positive examples, the best of the others negative ones, and that is repeated. How sure an answer is, is learnt
from the sites that each fold leaves out: by the scores of the best and of its rivals, and the figures of the best.
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

from bench.answers.corpus import AUTHORS, Asked, material, pages, questions
from bench.evidence.corpus import cases
from bench.evidence.train import exported
from gossamer.content.answering.answers import figures
from gossamer.content.answering.features import COLUMNS, RISING, SINKING, SURE_NAMES, compare_best
from gossamer.content.answering.questions import read_question
from gossamer.content.page_model.material import PageMaterial
from tests.unit.content.answering.pages import ANSWERED, PAGES, UNANSWERED, page

_OUT: Final = Path(__file__).parents[2] / "src/gossamer/content/answering"
_ASKED: Final = frozenset({"pages", "authors", "tests"})
_WEIGHTS: Final = {"pages": 1.0, "authors": 1.0, "tests": 1.5, "fields": 0.25}
_ROUNDS: Final = 2
_TREES: Final = 160
_SURE_TREES: Final = 150
_MOST_PAGES: Final = 2
_FIRST: Final = {
    "all": 2,
    "akin_said": 1.5,
    "own_or_label": 2,
    "label_exact": 1,
    "fits_near": 0.7,
    "defines": 1,
    "size": -0.15,
}
_SETTINGS: Final = {
    "objective": "binary", "num_leaves": 8, "learning_rate": 0.1, "min_child_samples": 15, "lambda_l2": 5,
    "feature_fraction": 0.6, "bagging_fraction": 0.8, "bagging_freq": 1, "verbose": -1, "num_threads": 1, "seed": 3,
    "monotone_constraints": [
        1 if name.removeprefix("below_") in RISING else -1 if name in SINKING else 0 for name in COLUMNS
    ],
}  # fmt: skip
_SURE_SETTINGS: Final = {
    "objective": "binary", "num_leaves": 4, "learning_rate": 0.05, "min_child_samples": 20, "lambda_l2": 10,
    "feature_fraction": 0.4, "bagging_fraction": 0.8, "bagging_freq": 1, "verbose": -1, "num_threads": 1, "seed": 3,
    "monotone_constraints": [{"best": 1, "gap": 1, "rival": -1}.get(name, 0) for name in SURE_NAMES],
}  # fmt: skip


@dataclass(frozen=True)
class QuestionExample:
    """A question of a *source* about a *page*: the figures of what may answer it, its text, and whether it is right."""

    source: str
    page: str
    is_said: bool
    rows: list[list[float]]
    texts: list[str]
    right: list[bool]


def example(source: str, asked: Asked, page: PageMaterial) -> QuestionExample:
    """Return *asked* as something to learn from."""
    rows, some = figures(page, read_question(asked.question))
    right = [asked.is_right(one.text) for one in some]
    return QuestionExample(source, asked.page, bool(asked.gold), rows, [one.text for one in some], right)


def examples(data: Path) -> Iterator[QuestionExample]:
    """Yield all that is learnt from."""
    for read, asked in pages(questions("train"), data):
        yield from (example("authors" if one.page.startswith(AUTHORS) else "pages", one, read) for one in asked)
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


def fitted(some: Sequence[QuestionExample]) -> lightgbm.Booster:
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
        learnt = lightgbm.Dataset(np.array(rows), np.array(labels), weight=np.array(counts), feature_name=list(COLUMNS))
        model = lightgbm.train(_SETTINGS, learnt, num_boost_round=_TREES if nth == _ROUNDS - 1 else 50)
    assert model is not None
    return model


def _scores(model: lightgbm.Booster | None, rows: list[list[float]]) -> Any:
    table = np.array(rows)
    if model is not None:
        return model.predict(table, raw_score=True)
    return sum(table[:, COLUMNS.index(name)] * weight for name, weight in _FIRST.items())


def held_out(some: Sequence[QuestionExample], folds: int) -> Iterator[tuple[QuestionExample, list[float], bool]]:
    """Yield each question of a site, scored by what was learnt from others: its figures, and whether the best is right."""
    sites = sorted({_site(one.page) for one in some if one.source in _ASKED})
    random.Random(1).shuffle(sites)
    for fold in range(folds):
        held = set(sites[fold::folds])
        model = fitted([one for one in some if _site(one.page) not in held])
        for one in some:
            if _site(one.page) in held and one.rows:
                scores = [float(score) for score in _scores(model, one.rows)]
                yield one, compare_best(one.rows, scores, one.texts), one.right[int(np.argmax(scores))]


def _site(page: str) -> str:
    """Return the site of a *page*: "authors/1/site/page" is one of four or so."""
    return page.rpartition("/")[0] if page.startswith(AUTHORS) else page


def sureness(found: Sequence[tuple[QuestionExample, list[float], bool]], folds: int) -> lightgbm.Booster:
    """Return the trees that say how sure the best candidate is; print the rates on sites that were left out."""
    sites = sorted({_site(one.page) for one, *_ in found})
    random.Random(2).shuffle(sites)
    outcomes: list[tuple[float, tuple[QuestionExample, list[float], bool]]] = []
    for fold in range(folds):
        held = set(sites[fold::folds])
        model = _sure_trees([each for each in found if _site(each[0].page) not in held])
        left = [each for each in found if _site(each[0].page) in held]
        outcomes += zip((float(sure) for sure in model.predict([row for _, row, _ in left])), left, strict=True)
    said = sum(one.is_said for one, *_ in found)
    for least in (0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8):
        given = Counter((one.is_said, right) for sure, (one, _, right) in outcomes if sure >= least)
        print(f"{least}: right {given[True, True] / said:.1%}, wrong {given[True, False] / said:.1%}; ", end="")
        print(f"invented {given[False, False]} of {len(found) - said}")
    return _sure_trees(found)


def _sure_trees(found: Sequence[tuple[QuestionExample, list[float], bool]]) -> lightgbm.Booster:
    rows, right = np.array([row for _, row, _ in found]), np.array([float(is_right) for *_, is_right in found])
    return lightgbm.train(_SURE_SETTINGS, lightgbm.Dataset(rows, right, feature_name=list(SURE_NAMES)), _SURE_TREES)


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
    sure = sureness(list(held_out(some, arguments.folds)), arguments.folds)
    for name, model, columns in (("weights", fitted(some), COLUMNS), ("sureness", sure, SURE_NAMES)):
        told = exported(model) | {"features": list(columns), "bias": 0.0}
        (_OUT / f"{name}.json").write_text(json.dumps(told, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
