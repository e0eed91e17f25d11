"""Learn the weights of gossamer.content.verdicts from the labelled pages, and from ordinary ones.

    uv venv lab && uv pip install -p lab lightgbm numpy -e .
    lab/bin/python -m bench.verdicts.train QUALITY/data [--folds 5]

QUALITY/data holds wcxb/<split>/html/*.html.gz, ordinary pages but for those with a vendor's mark. A row is a page and a verdict that it has signs of; it is
right or wrong. With --folds the rates on pages that were left out are printed; the weights written are learnt from all
parts but `walls_held`.
"""

import argparse
import gzip
import json
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import lightgbm
import numpy as np

from bench.evidence.train import exported
from bench.verdicts.__main__ import PARTS, read_pages
from gossamer.content import page_view
from gossamer.content.page_view import PageView
from gossamer.content.verdicts import NAMES, VerdictCandidate, Signs, find_candidates
from gossamer.core.pages import FetchedPage
from gossamer.core.urls import web_url

_OUT: Final = Path(page_view.__file__).parent / "verdicts/weights.json"
_MARKUP: Final = re.compile(r"<[^>]+>|\s|Home|About us|Contact|Imprint")
_HELD: Final = "walls_held"
_ENOUGH: Final = 0.5
_MOST_BYTES: Final = 600_000
# A healthy page that is refused is worse than a wall that is missed.
_HEALTHY_WEIGHT: Final = 3.5
_WEIGHTS: Final = {"walls": 4, "words": 6, "ordinary": 0.3}
_TREES: Final = 300
_RISING: Final = {"status", "mark", "snippet", "element", "title", "heading", "says", "second", "hints", "phrase"}
_SINKING: Final = {"long", "about", "asks"}
_SETTINGS: Final = {
    "objective": "binary", "num_leaves": 8, "learning_rate": 0.05, "min_child_samples": 3, "lambda_l2": 1,
    "feature_fraction": 0.6, "bagging_fraction": 0.8, "bagging_freq": 1, "verbose": -1, "num_threads": 1, "seed": 3,
    "monotone_constraints": [1 if name in _RISING else -1 if name in _SINKING else 0 for name in NAMES],
}  # fmt: skip


@dataclass(frozen=True)
class Example:
    """A page of a *part* with its right *verdict*; pages of one *group* have the same text."""

    part: str
    group: str
    verdict: str
    candidates: list[VerdictCandidate]

    @property
    def rows(self) -> list[list[float]]:
        """Return the figures of the candidates."""
        return [[item.figures.get(name, 0) for name in NAMES] for item in self.candidates]

    @property
    def points(self) -> list[float]:
        """Return what is given, and not learnt, for each candidate."""
        return [item.points for item in self.candidates]


def read_examples(data: Path) -> Iterator[Example]:
    """Yield all labelled pages, and the ordinary ones of *data*."""
    for part in PARTS:
        for page in read_pages(part):
            yield Example(part, _MARKUP.sub("", page.html)[:60], page.verdict, _candidates(page.view()))
    url = web_url("https://shop.test/page")
    for path in sorted(data.glob("wcxb/*/html/*.html.gz")):
        body = gzip.decompress(path.read_bytes())
        if len(body) < _MOST_BYTES:
            fetched = FetchedPage(
                url, 200, {"content-type": "text/html"}, body, datetime(2026, 1, 1, tzinfo=UTC), "http"
            )
            candidates = _candidates(PageView(fetched, requested_url=url))
            if not any("mark" in item.figures for item in candidates):
                yield Example("ordinary", path.name, "", candidates)


def _candidates(view: PageView) -> list[VerdictCandidate]:
    found: list[VerdictCandidate] = []

    def keep(signs: Signs) -> None:
        found.extend(find_candidates(signs))

    vars(page_view)["recognise"] = keep
    assert view.verdict is None
    return found


def learn(examples: Iterable[Example]) -> lightgbm.Booster:
    """Return the trees learnt from *examples*."""
    rows: list[list[float]] = []
    labels: list[bool] = []
    weights: list[float] = []
    points: list[float] = []
    examples = list(examples)
    copies = Counter((item.part, item.group) for item in examples)
    for item in examples:
        rows += item.rows
        # A mark is surer than so few pages show.
        points += [given - one.figures.get("mark", 0) for given, one in zip(item.points, item.candidates, strict=True)]
        labels += [candidate.verdict == item.verdict for candidate in item.candidates]
        weight = _WEIGHTS.get(item.part, 2) * (1 if item.verdict else _HEALTHY_WEIGHT) / copies[item.part, item.group]
        weights += [weight] * len(item.candidates)
    learnt = lightgbm.Dataset(
        np.array(rows, float), np.array(labels, float), weight=weights, init_score=points, feature_name=list(NAMES)
    )
    return lightgbm.train(_SETTINGS, learnt, num_boost_round=_TREES)


def judge(model: lightgbm.Booster, item: Example) -> str:
    """Return the verdict on a page, as `recognise` gives it."""
    if not item.candidates:
        return ""
    scores = model.predict(np.array(item.rows, float), raw_score=True) + np.array(item.points)
    likely = (1 / (1 + np.exp(-scores))).sum() >= _ENOUGH
    return item.candidates[int(np.argmax(scores))].verdict if likely else ""


def print_rates(examples: Sequence[Example], folds: int) -> None:
    """Print the rates on pages whose group was left out."""
    groups = sorted({item.group for item in examples})
    random.Random(1).shuffle(groups)
    fold_of = {group: number % folds for number, group in enumerate(groups)}
    counts: dict[str, Counter[str]] = {}
    for fold in range(folds):
        model = learn(item for item in examples if fold_of[item.group] != fold)
        for item in examples:
            if fold_of[item.group] == fold:
                verdict = judge(model, item)
                count = counts.setdefault(item.part, Counter())
                count["walls"] += item.verdict != ""
                count["found"] += verdict != ""
                count["right"] += verdict == item.verdict != ""
                count["refused"] += verdict != "" == item.verdict
    for part, count in counts.items():
        precision, recall = count["right"] / max(1, count["found"]), count["right"] / max(1, count["walls"])
        print(f"{part:14s} precision {precision:.3f}  recall {recall:.3f}  healthy refused {count['refused']}")


def main() -> None:
    """Learn the trees and write them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--folds", type=int, default=0)
    options = parser.parse_args()
    examples = [item for item in read_examples(options.data) if item.part != _HELD]
    if options.folds:
        print_rates(examples, options.folds)
    model = learn(examples)
    trees: dict[str, Any] = exported(model) | {"features": list(NAMES), "bias": 0}
    _OUT.write_text(json.dumps(trees, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
