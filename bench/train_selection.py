"""Learn the weights of gossamer.content.page from pages with known main content.

    uv venv lab && uv pip install -p lab lightgbm numpy rapidfuzz -e .
    lab/bin/python bench/train_selection.py QUALITY_DATA [--trees 120] [--leaves 31] [--rate 0.12] [--folds 4] [--dry]

QUALITY_DATA holds wcxb/train and wcxb/dev, each with html/*.html.gz and ground-truth/*.json. The forest learns from
`train` alone; the score on `dev` is printed. Each block's label is the share of its words that the longest common
subsequence of page and gold text holds; a block weighs what its words can cost in F1. With --folds the score on held-out
pages of `train` is printed, too.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import struct
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from statistics import mean
from typing import Any

import lightgbm
import numpy as np
from rapidfuzz.distance import LCSseq

from gossamer.content import tree
from gossamer.content.addresses import Base
from gossamer.content.cleaning import Sweep, clean
from gossamer.content.page.decision import Decision
from gossamer.content.page.features import NAMES, Features
from gossamer.content.page.outline import Outline
from gossamer.content.page.scan import Scan
from gossamer.content.page.weights import FILE, VERSION, Head, pack_forest

WORD = re.compile(r"\w+")
URL = "http://example.org/"
# How far below the title of a product its price may stand, in blocks, and what it weighs.
OFFER_REACH = 25
OFFER_WEIGHT = 0.15
# A row whose sum is beyond the bound after so many trees has its answer.
STAGES = [(20, 2.2), (40, 2.2), (80, 2.2)]


class Page:
    """A page with its gold text: the rows of its blocks in *x*, their labels in *y* and their weights."""

    def __init__(self, kind: str, html: str, gold: str) -> None:
        self.kind, self.gold = kind, WORD.findall(gold.lower())
        document = tree.parse(html, URL).document
        self.outline = Outline(clean(document, Base(URL), Sweep()).scan)
        self.features = Features(self.outline)
        self.count = len(self.outline)
        self.x = np.frombuffer(self.features.matrix(), np.float32).reshape(self.count, len(NAMES))
        self.words = [WORD.findall(self.outline.words(number).lower()) for number in range(self.count)]
        self.y = self.labels()
        weights = np.minimum((np.array([len(block) for block in self.words]) + 1) / (len(self.gold) + 30), 1)
        self.weights = weights / max(1, weights.sum() / 3)
        if kind == "product" and self.gold:
            self.label_offer()

    def label_offer(self) -> None:
        """Label the price below the title as content: the gold text of most product pages leaves it out."""
        below = range(self.outline.title + 1, min(self.outline.title + 1 + OFFER_REACH, self.count))
        price = next((number for number in below if self.outline.has_price(number)), None)
        if self.outline.title >= 0 and price is not None:
            self.y[price] = 1.0
            self.weights[price] = max(self.weights[price], OFFER_WEIGHT)

    def labels(self) -> np.ndarray:
        """Return which share of the words of each block is gold."""
        ids: dict[str, int] = {}
        flat = [ids.setdefault(word, len(ids)) for block in self.words for word in block]
        gold = [ids.setdefault(word, len(ids)) for word in self.gold]
        hit = np.zeros(len(flat))
        for op in LCSseq.opcodes(flat, gold):
            if op.tag == "equal":
                hit[op.src_start : op.src_end] = 1
        ends = np.cumsum([len(block) for block in self.words])
        return np.array([hit[end - len(b) : end].mean() if b else 0.0 for end, b in zip(ends, self.words, strict=True)])

    def f1(self, chances: np.ndarray) -> float:
        """Return the bag-of-words F1 of what is kept with *chances*."""
        decision = Decision(self.outline, [float(chance) for chance in chances])
        kept = [word for number, block in enumerate(self.words) if decision.is_kept(number) for word in block]
        if not self.gold or not kept:
            return float(not self.gold and not kept)
        return 2 * sum((Counter(kept) & Counter(self.gold)).values()) / (len(kept) + len(self.gold))


def load(folder: Path) -> list[Page]:
    pages = []
    for path in sorted((folder / "ground-truth").glob("*.json")):
        record = json.loads(path.read_text("utf-8"))
        html = gzip.decompress((folder / f"html/{path.stem}.html.gz").read_bytes()).decode("utf-8-sig", "replace")
        kind = (record.get("_internal") or {}).get("page_type") or "article"
        kind = kind.get("primary", "article") if isinstance(kind, dict) else kind
        gold = record["ground_truth"].get("main_content") or ""
        pages.append(Page("collection" if kind == "category" else kind, html, gold))
    return pages


def learn(pages: Sequence[Page], settings: dict[str, Any], trees: int) -> lightgbm.Booster:
    taught = [page for page in pages if page.gold and page.count]
    counts = Counter(page.kind for page in pages)
    # Between equal pages (1) and equal page types (0): both means are asked for.
    weights = np.concatenate([page.weights * (len(pages) / counts[page.kind]) ** 0.5 for page in taught])
    labels = np.concatenate([page.y for page in taught])
    data = lightgbm.Dataset(np.vstack([page.x for page in taught]), labels, weight=weights / weights.mean())
    return lightgbm.train(settings, data, trees)


def report(name: str, scored: Sequence[tuple[Page, lightgbm.Booster]]) -> None:
    """Print the scores of pages, each judged by its model."""
    scores = defaultdict(list)
    for page, model in scored:
        scores[page.kind].append(page.f1(model.predict(page.x) if page.count else np.zeros(0)))
    kinds = {kind: round(mean(values), 3) for kind, values in sorted(scores.items())}
    overall = mean(value for values in scores.values() for value in values)
    print(f"{name}: F1 {overall:.4f}  mean of types {mean(kinds.values()):.4f}  {kinds}", flush=True)


def hold_out(pages: Sequence[Page], settings: dict[str, Any], trees: int, folds: int) -> None:
    fold = np.random.RandomState(0).randint(0, folds, len(pages))
    scored = []
    for part in range(folds):
        model = learn([page for page, own in zip(pages, fold, strict=True) if own != part], settings, trees)
        scored += [(page, model) for page, own in zip(pages, fold, strict=True) if own == part]
    report("held out", scored)


def pack(model: lightgbm.Booster) -> bytes:
    """Return a forest as `content/page/forest.pyx` reads it."""
    trees = [info["tree_structure"] for info in model.dump_model()["tree_info"]]
    return b"".join([b"GFOR", struct.pack("<HH", 1, len(trees)), *map(pack_tree, trees)])


def pack_tree(root: dict[str, Any]) -> bytes:
    splits: list[tuple[int, np.float32, int, int]] = []
    leaves: list[float] = []

    def add(node: dict[str, Any]) -> int:
        if "split_feature" not in node:
            leaves.append(node["leaf_value"])
            return -len(leaves)
        number = len(splits)
        splits.append((0, np.float32(0), 0, 0))
        threshold = np.float32(node["threshold"])
        if float(threshold) > node["threshold"]:
            threshold = np.nextafter(threshold, np.float32(-np.inf))
        left, right = add(node["left_child"]), add(node["right_child"])
        splits[number] = (node["split_feature"], threshold, left, right)
        return number

    add(root)
    columns = list(zip(*splits, strict=True)) or [(), (), (), ()]
    parts = [np.array(column, kind).tobytes() for column, kind in zip(columns, ("<u2", "<f4", "<i2", "<i2"), strict=True)]
    return b"".join([struct.pack("<H", len(splits)), *parts, np.array(leaves, "<f4").tobytes()])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--trees", type=int, default=120)
    parser.add_argument("--leaves", type=int, default=31)
    parser.add_argument("--rate", type=float, default=0.12)
    parser.add_argument("--folds", type=int, default=0)
    parser.add_argument("--dry", action="store_true", help="only score")
    args = parser.parse_args()
    settings = {
        "objective": "cross_entropy", "learning_rate": args.rate, "num_leaves": args.leaves, "min_data_in_leaf": 40,
        "feature_fraction": 0.3, "bagging_fraction": 0.7, "bagging_freq": 1, "lambda_l2": 5,
        "min_sum_hessian_in_leaf": 0.5, "verbose": -1, "num_threads": 2, "seed": 1,
    }  # fmt: skip
    pages = load(args.data / "wcxb/train")
    if args.folds:
        hold_out(pages, settings, args.trees, args.folds)
    model = learn(pages, settings, args.trees)
    report("dev", [(page, model) for page in load(args.data / "wcxb/dev")])
    if not args.dry:
        FILE.write_bytes(pack_forest(Head(VERSION, list(NAMES), STAGES), pack(model)))


if __name__ == "__main__":
    main()
