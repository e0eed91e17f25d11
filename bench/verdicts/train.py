"""Learn the weights of gossamer.content.verdicts from the labelled pages, and from ordinary ones.

    uv venv lab && uv pip install -p lab scipy -e .
    lab/bin/python -m bench.verdicts.train QUALITY/data [--folds 5]

QUALITY/data holds wcxb/<split>/html/*.html.gz, ordinary pages but for those with a vendor's mark. The weights are those
of a softmax regression over all verdicts, whose text counts as a whole and by its sentences. With --folds the rates on pages that were left out are printed; the weights
written are learnt from all parts but `walls_held` and `unseen`.
"""

import argparse
import gzip
import json
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from bench.verdicts.__main__ import PARTS, read_pages
from gossamer.content import page_view
from gossamer.content.locales import entry, table
from gossamer.content.page_view import PageView
from gossamer.content.verdicts import PageSigns, Signs, VerdictWeights, read_signs
from gossamer.core.pages import FetchedPage
from gossamer.core.urls import web_url

_OUT: Final = Path(page_view.__file__).parent / "verdicts/weights.json"
_MARKUP: Final = re.compile(r"<[^>]+>|\s|Home|About us|Contact|Imprint")
_HELD: Final = {"walls_held", "unseen"}
_MOST_BYTES: Final = 600_000
# A healthy page that is refused is worse than a wall that is missed.
_HEALTHY_WEIGHT: Final = 4
_WEIGHTS: Final = {"walls": 4, "words": 6, "ordinary": 0.3}
# The lower, the smaller are all weights.
_STRENGTH: Final = 0.5
_SENTENCE_STRENGTH: Final = 0.3
_STEPS: Final = 250
_VERDICTS: Final = ["", *table("verdicts")["kinds"]]


@dataclass(frozen=True)
class Example:
    """A page of a *part* with its right *verdict*; pages of one *group* have the same text."""

    part: str
    group: str
    verdict: str
    read: PageSigns


@dataclass(frozen=True)
class _Sentences:
    """The concepts of all sentences of pages as figures, and to which page each belongs."""

    figures: csr_matrix
    pages: np.ndarray

    def weigh(self, rows: np.ndarray, count: int) -> tuple[np.ndarray, np.ndarray]:
        """Return what sentences add to the scores of *count* pages, and the share that each has in it."""
        odds = np.exp(np.minimum(self.figures @ rows, 30))
        sums = np.ones((count, rows.shape[1]))
        np.add.at(sums, self.pages, odds)
        shares = odds / sums[self.pages]
        # An ordinary page has no telling sentence.
        shares[:, 0], sums[:, 0] = 0, 1
        return np.log(sums), shares


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
    return pages[0] if pages else PageSigns({}, {}, {}, {})


def _points(examples: Sequence[Example]) -> np.ndarray:
    """Return the points given to each verdict but those of marks, which are surer than so few pages show."""
    mark = entry("verdicts", "points", "mark")
    return np.array(
        [
            [
                item.read.points.get(verdict, 0) - mark * (f"{verdict} mark" in item.read.figures)
                for verdict in _VERDICTS
            ]
            for item in examples
        ],
        float,
    )


def learn(examples: Sequence[Example]) -> dict[str, Any]:
    """Return the weights learnt from *examples*, as they are written."""
    examples = [variant for item in examples for variant in _vary(item)]
    copies = Counter((item.part, item.group) for item in examples)
    weights = np.array(
        [
            _WEIGHTS.get(item.part, 2) * (1 if item.verdict else _HEALTHY_WEIGHT) / copies[item.part, item.group]
            for item in examples
        ]
    )
    figures, names = _lay_out([item.read.figures for item in examples])
    texts = [(page, item.concepts) for page, of in enumerate(examples) for item in of.read.parts.get("sentence", ())]
    concepts, concept_names = _lay_out([dict.fromkeys((f"sentence {name}" for name in text), 1) for _, text in texts])
    sentences = _Sentences(concepts, np.array([page for page, _ in texts]))
    points = _points(examples)
    right = np.array([[item.verdict == verdict for verdict in _VERDICTS] for item in examples], float)
    names += [*concept_names, "bias"]
    end = figures.shape[1]

    def measure_loss(flat: np.ndarray) -> tuple[float, np.ndarray]:
        rows = flat.reshape(len(names), len(_VERDICTS))
        added, shares = sentences.weigh(rows[end:-1], len(examples))
        scores = figures @ rows[:end] + rows[-1] + points + added
        scores -= scores.max(1, keepdims=True)
        scores -= np.log(np.exp(scores).sum(1, keepdims=True))
        wrong = (np.exp(scores) - right) * weights[:, None]
        slopes = [figures.T @ wrong, sentences.figures.T @ (wrong[sentences.pages] * shares), wrong.sum(0)[None]]
        small = rows / np.array([_STRENGTH] * end + [_SENTENCE_STRENGTH] * (len(names) - end - 1) + [np.inf])[:, None]
        return -(weights * (scores * right).sum(1)).sum() + (rows * small).sum() / 2, (
            np.vstack(slopes) + small
        ).ravel()

    start = np.random.default_rng(0).normal(0, 0.01, len(names) * len(_VERDICTS))
    flat = minimize(measure_loss, start, jac=True, method="L-BFGS-B", options={"maxiter": _STEPS}).x
    rows = flat.reshape(len(names), len(_VERDICTS))
    rows = (rows[:, 1:] - rows[:, :1] * (np.arange(len(names))[:, None] < end)).round(2)
    rows[-1] -= flat[-len(_VERDICTS)]
    by_name = dict(zip(names, rows.round(2).tolist(), strict=True))
    return {
        "verdicts": _VERDICTS[1:],
        "bias": by_name.pop("bias"),
        "rows": {name: row for name, row in by_name.items() if any(row)},
    }


def _vary(item: Example) -> Iterator[Example]:
    """Yield a page as it is, and as it were without what its title or its heading says."""
    yield item
    for part in ("title ", "heading "):
        figures = {name: value for name, value in item.read.figures.items() if not name.startswith(part)}
        if len(figures) < len(item.read.figures):
            yield replace(item, read=replace(item.read, figures=figures))


def _lay_out(figures: Sequence[Mapping[str, float]]) -> tuple[csr_matrix, list[str]]:
    """Return *figures* as a matrix, and the names of its columns."""
    names = sorted({name for row in figures for name in row})
    columns = {name: at for at, name in enumerate(names)}
    cells = [(line, columns[name], float(value)) for line, row in enumerate(figures) for name, value in row.items()]
    lines, places, values = zip(*cells, strict=True)
    return csr_matrix((values, (lines, places)), shape=(len(figures), len(names))), names


def print_rates(examples: Sequence[Example], folds: int) -> None:
    """Print the rates on pages whose group was left out."""
    groups = sorted({item.group for item in examples})
    random.Random(1).shuffle(groups)
    fold_of = {group: number % folds for number, group in enumerate(groups)}
    counts: dict[str, Counter[str]] = {}
    for fold in range(folds):
        weights = VerdictWeights(**learn([item for item in examples if fold_of[item.group] != fold]))
        for item in examples:
            if fold_of[item.group] == fold:
                verdict, likelihood = weights.judge(item.read)
                verdict = verdict if likelihood >= entry("verdicts", "limits", "likely") else ""
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
    text = json.dumps(learn(examples), separators=(",", ":"), ensure_ascii=False).replace('],"', '],\n"')
    _OUT.write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
