"""Learn the weights of gossamer.content.verdicts from the labelled pages, and from ordinary ones.

    uv venv lab && uv pip install -p lab scipy -e .
    lab/bin/python -m bench.verdicts.train QUALITY/data [--folds 5]

QUALITY/data holds wcxb/<split>/html/*.html.gz, ordinary pages but for those with a vendor's mark. The weights are those
of a softmax regression over all verdicts. With --folds the rates on pages that were left out are printed; the weights
written are learnt from all parts but `walls_held` and `unseen`.
"""

import argparse
import gzip
import json
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from bench.verdicts.__main__ import PARTS, read_pages
from gossamer.content import page_view
from gossamer.content.locales import entry, table
from gossamer.content.page_view import PageView
from gossamer.content.verdicts import PageSigns, Signs, read_signs
from gossamer.core.pages import FetchedPage
from gossamer.core.urls import web_url

_OUT: Final = Path(page_view.__file__).parent / "verdicts/weights.json"
_MARKUP: Final = re.compile(r"<[^>]+>|\s|Home|About us|Contact|Imprint")
_HELD: Final = {"walls_held", "unseen"}
_MOST_BYTES: Final = 600_000
# A healthy page that is refused is worse than a wall that is missed.
_HEALTHY_WEIGHT: Final = 4
_WEIGHTS: Final = {"walls": 4, "words": 6, "ordinary": 0.3}
_STRENGTH: Final = 0.3  # The lower, the smaller are all weights.
_STEPS: Final = 250
_LEAST: Final = 0.005
_VERDICTS: Final = ["", *table("verdicts")["kinds"]]


@dataclass(frozen=True)
class Example:
    """A page of a *part* with its right *verdict*; pages of one *group* have the same text."""

    part: str
    group: str
    verdict: str
    read: PageSigns


@dataclass(frozen=True)
class Model:
    """Weights: a row for each of the *names*, and the bias; a column for each verdict, the first for healthy pages."""

    names: dict[str, int]
    rows: np.ndarray

    def judge(self, item: Example) -> str:
        """Return the verdict on a page, as `recognise` gives it."""
        mark = entry("verdicts", "points", "mark")
        scores = self.rows[-1] + _points([item])[0]
        for name, figure in item.read.figures.items():
            scores = scores + self.rows[self.names[name]] * figure if name in self.names else scores
        scores += [mark * (f"{verdict} mark" in item.read.figures) for verdict in _VERDICTS]
        odds = np.exp(scores[1:] - scores[0])
        return _VERDICTS[1 + int(np.argmax(odds))] if odds.sum() >= entry("verdicts", "limits", "odds") else ""


def read_examples(data: Path) -> Iterator[Example]:
    """Yield all labelled pages, and the ordinary ones of *data*."""
    for part in PARTS:
        for page in read_pages(part):
            yield Example(part, _MARKUP.sub("", page.html)[:60], page.verdict, _read(page.view()))
    url = web_url("https://shop.test/page")
    for path in sorted(data.glob("wcxb/*/html/*.html.gz")):
        body = gzip.decompress(path.read_bytes())
        if len(body) < _MOST_BYTES:
            fetched = FetchedPage(
                url, 200, {"content-type": "text/html"}, body, datetime(2026, 1, 1, tzinfo=UTC), "http"
            )
            read = _read(PageView(fetched, requested_url=url))
            if not any(name.endswith(" mark") for name in read.figures):
                yield Example("ordinary", path.name, "", read)


def _read(view: PageView) -> PageSigns:
    pages: list[PageSigns] = []

    def keep(signs: Signs) -> None:
        pages.append(read_signs(signs))

    vars(page_view)["recognise"] = keep
    assert view.verdict is None
    return pages[0] if pages else PageSigns({}, Counter(), {}, {})


def _points(examples: Sequence[Example]) -> np.ndarray:
    """Return the points given to each verdict but those of marks, which are surer than so few pages show."""
    mark = entry("verdicts", "points", "mark")
    return np.array(
        [
            [item.read.points[verdict] - mark * (f"{verdict} mark" in item.read.figures) for verdict in _VERDICTS]
            for item in examples
        ],
        float,
    )


def learn(examples: Sequence[Example]) -> Model:
    """Return the weights learnt from *examples*."""
    copies = Counter((item.part, item.group) for item in examples)
    weights = np.array(
        [
            _WEIGHTS.get(item.part, 2) * (1 if item.verdict else _HEALTHY_WEIGHT) / copies[item.part, item.group]
            for item in examples
        ]
    )
    names = {name: at for at, name in enumerate(sorted({name for item in examples for name in item.read.figures}))}
    cells = [(row, names[name], value) for row, item in enumerate(examples) for name, value in item.read.figures.items()]
    lines, columns, values = zip(*cells, strict=True)
    figures = csr_matrix((np.array(values, float), (lines, columns)), shape=(len(examples), len(names)))
    turned, points = figures.T.tocsr(), _points(examples)
    right = np.array([[item.verdict == verdict for verdict in _VERDICTS] for item in examples], float)

    def measure_loss(flat: np.ndarray) -> tuple[float, np.ndarray]:
        rows = flat.reshape(len(names) + 1, len(_VERDICTS))
        scores = figures @ rows[:-1] + rows[-1] + points
        scores -= scores.max(1, keepdims=True)
        scores -= np.log(np.exp(scores).sum(1, keepdims=True))
        wrong = (np.exp(scores) - right) * weights[:, None]
        loss = -(weights * (scores * right).sum(1)).sum() + (rows[:-1] ** 2).sum() / 2 / _STRENGTH
        return loss, np.vstack([turned @ wrong + rows[:-1] / _STRENGTH, wrong.sum(0)]).ravel()

    start = np.zeros((len(names) + 1) * len(_VERDICTS))
    found = minimize(measure_loss, start, jac=True, method="L-BFGS-B", options={"maxiter": _STEPS}).x
    return Model(names, found.reshape(len(names) + 1, len(_VERDICTS)))


def print_rates(examples: Sequence[Example], folds: int) -> None:
    """Print the rates on pages whose group was left out."""
    groups = sorted({item.group for item in examples})
    random.Random(1).shuffle(groups)
    fold_of = {group: number % folds for number, group in enumerate(groups)}
    counts: dict[str, Counter[str]] = {}
    for fold in range(folds):
        model = learn([item for item in examples if fold_of[item.group] != fold])
        for item in examples:
            if fold_of[item.group] == fold:
                verdict = model.judge(item)
                count = counts.setdefault(item.part, Counter())
                count["walls"] += item.verdict != ""
                count["found"] += verdict != ""
                count["right"] += verdict == item.verdict != ""
                count["refused"] += verdict != "" == item.verdict
    for part, count in counts.items():
        precision, recall = count["right"] / max(1, count["found"]), count["right"] / max(1, count["walls"])
        print(f"{part:14s} precision {precision:.3f}  recall {recall:.3f}  healthy refused {count['refused']}")


def main() -> None:
    """Learn the weights and write them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--folds", type=int, default=0)
    options = parser.parse_args()
    examples = [item for item in read_examples(options.data) if item.part not in _HELD]
    if options.folds:
        print_rates(examples, options.folds)
    model = learn(examples)
    rows = (model.rows[:, 1:] - model.rows[:, :1]).round(2)
    table_of_rows = {name: rows[at].tolist() for name, at in model.names.items() if np.abs(rows[at]).max() > _LEAST}
    weights = {"verdicts": _VERDICTS[1:], "bias": rows[-1].tolist(), "rows": table_of_rows}
    _OUT.write_text(json.dumps(weights, separators=(",", ":"), ensure_ascii=False).replace('],"', '],\n"') + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
