"""Learn the weights of gossamer.content.main_content from pages with known main content.

    uv venv lab && uv pip install -p lab lightgbm numpy rapidfuzz -e .
    lab/bin/python bench/train_main_content.py QUALITY_DATA [--folds 5] [--trees 48] [--leaves 12]

QUALITY_DATA holds wcxb/train/html/*.html.gz and wcxb/train/ground-truth/*.json. Each block's label is the share of its
words that the longest common subsequence of page and gold text holds; a block weighs what its words can cost in F1.
With --folds the scores on held-out pages are printed; the weights written are always learnt from all pages. Run `ruff format` on them afterwards.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
from collections import Counter, defaultdict
from pathlib import Path
from statistics import mean

import lightgbm
import numpy as np
from rapidfuzz.distance import LCSseq

from gossamer.content import tree
from gossamer.content.addresses import Base
from gossamer.content.cleaning import Sweep, clean
from gossamer.content.main_content import read
from gossamer.content.main_content.blocks import Outline
from gossamer.content.main_content.coherence import settle
from gossamer.content.main_content.features import BLOCK_NAMES, MASKS, PAGE_NAMES, SECTION_NAMES, facts, title_block
from gossamer.content.main_content.selection import select
from gossamer.content.main_content.vocabulary import BITS

WORD = re.compile(r"\w+")
OUT = Path(__file__).parents[1] / "src/gossamer/content/main_content/weights.py"
NAMES = (*PAGE_NAMES, *SECTION_NAMES, *(name for part in BLOCK_NAMES for name in part))
PLAIN = [i for i, name in enumerate(NAMES) if name not in MASKS]
# More levels cost time and gain nothing on held-out pages.
DEPTH = 4
# A block whose score is beyond SURE after so many trees is decided: three quarters of the time, the same score.
STAGES = (12, 24)
SURE = 1.8
MASKED = [i for i, name in enumerate(NAMES) if name in MASKS]
COLUMNS = [(NAMES[i], 0) for i in PLAIN] + [(NAMES[i], bit) for i in MASKED for bit in BITS.values()]


class Page:
    def __init__(self, kind: str, html: str, gold: str) -> None:
        self.kind, self.gold = kind, WORD.findall(gold.lower())
        url = "http://example.org/"
        document = tree.parse(html, url).document
        clean(document, Base(url), Sweep())
        title = document.select_one("title")
        outline = read(document)
        self.title = title_block(outline, " ".join(title.text.lower().split()) if title is not None else "")
        self.outline = outline
        self.x = expand(table(outline, self.title))
        self.words = [WORD.findall(block.words.lower()) for block in outline.blocks]
        self.lengths = [block.text for block in outline.blocks]
        self.y = self.labels()

    def labels(self) -> np.ndarray:
        ids: dict[str, int] = {}
        flat = [ids.setdefault(word, len(ids)) for block in self.words for word in block]
        gold = [ids.setdefault(word, len(ids)) for word in self.gold]
        hit = np.zeros(len(flat))
        for op in LCSseq.opcodes(flat, gold):
            if op.tag == "equal":
                hit[op.src_start : op.src_end] = 1
        ends = np.cumsum([len(block) for block in self.words])
        return np.array([hit[end - len(b) : end].mean() if b else 0.0 for end, b in zip(ends, self.words, strict=True)])

    def weights(self) -> np.ndarray:
        weights = np.minimum((np.array([len(block) for block in self.words]) + 1) / (len(self.gold) + 30), 1)
        return weights / max(1, weights.sum() / 3)

    def f1(self, chances: list[float]) -> float:
        keep = select(chances, self.lengths)
        settle(self.outline, keep, chances, self.title)
        said = [word for block, kept in zip(self.words, keep, strict=True) if kept for word in block]
        if not self.gold or not said:
            return float(not self.gold and not said)
        both = sum((Counter(said) & Counter(self.gold)).values())
        return 2 * both / (len(said) + len(self.gold))


def table(outline: Outline, title: int) -> list[tuple[float, ...]]:
    if not outline.blocks:
        return []
    known = facts(outline, title)
    return [(*known.page, *(value for part in parts for value in part)) for parts in known.rows]


def expand(table: list[tuple[float, ...]]) -> np.ndarray:
    if not table:
        return np.zeros((0, len(COLUMNS)), dtype=np.float32)
    plain = np.array([[row[i] for i in PLAIN] for row in table], dtype=np.float32)
    bits = np.array([[bool(row[i] & bit) for i in MASKED for bit in BITS.values()] for row in table], dtype=np.float32)
    return np.hstack([plain, bits])


def load(folder: Path) -> list[Page]:
    pages = []
    for path in sorted((folder / "wcxb/train/ground-truth").glob("*.json")):
        record = json.loads(path.read_text("utf-8"))
        html = gzip.decompress((folder / f"wcxb/train/html/{path.stem}.html.gz").read_bytes()).decode(
            "utf-8-sig", "replace"
        )
        kind = (record.get("_internal") or {}).get("page_type") or "article"
        kind = kind.get("primary", "article") if isinstance(kind, dict) else kind
        pages.append(
            Page("collection" if kind == "category" else kind, html, record["ground_truth"].get("main_content") or "")
        )
    return pages


def learn(pages: list[Page], trees: int, leaves: int, rate: float) -> lightgbm.Booster:
    taught = [page for page in pages if page.gold and page.lengths]
    counts = Counter(page.kind for page in pages)
    # Between equal pages (1) and equal page types (0): both means are asked for.
    weights = np.concatenate([page.weights() * (len(pages) / counts[page.kind]) ** 0.5 for page in taught])
    data = lightgbm.Dataset(
        np.vstack([page.x for page in taught]),
        np.concatenate([page.y for page in taught]),
        weight=weights / weights.mean(),
    )
    settings = {
        "objective": "cross_entropy", "learning_rate": rate, "num_leaves": leaves, "max_depth": DEPTH, "min_data_in_leaf": 40, "feature_fraction": 0.3,
        "bagging_fraction": 0.7, "bagging_freq": 1, "lambda_l2": 5, "min_sum_hessian_in_leaf": 0.5, "verbose": -1, "num_threads": 2, "seed": 1,
    }  # fmt: skip
    return lightgbm.train(settings, data, trees)


def hold_out(pages: list[Page], folds: int, seed: int, **settings: float) -> None:
    fold = np.random.RandomState(seed).randint(0, folds, len(pages))
    scores = defaultdict(list)
    for part in range(folds):
        model = learn([page for page, own in zip(pages, fold, strict=True) if own != part], **settings)
        for page in (page for page, own in zip(pages, fold, strict=True) if own == part):
            scores[page.kind].append(page.f1(list(model.predict(page.x)) if page.lengths else []))
    kinds = {kind: round(mean(values), 3) for kind, values in sorted(scores.items())}
    overall = mean(value for values in scores.values() for value in values)
    print(f"held out: F1 {overall:.3f}  macro {mean(kinds.values()):.3f}  {kinds}")


def whole_numbers(pages: list[Page]) -> set[str]:
    """Names of the columns that hold integers: comparing them with an integer takes half the time."""
    x = np.vstack([page.x[:, : len(PLAIN)] for page in pages if page.lengths])
    names = {NAMES[i] for i, column in zip(PLAIN, x.T, strict=True) if (column == np.floor(column)).all()}
    return names - {"repeat_text", "outer_text", "like_distinct"}


def expression(tree: dict, whole: set[str]) -> str:
    if "leaf_value" in tree:
        return f"{tree['leaf_value']:.3f}"
    name, bit = COLUMNS[tree["split_feature"]]
    low, high = expression(tree["left_child"], whole), expression(tree["right_child"], whole)
    if low == high:
        return low
    if bit:
        return f"({high} if {name} & {bit} else {low})"
    threshold = tree["threshold"] if abs(tree["threshold"]) > 1e-9 else 0.0
    written = str(int(np.floor(threshold))) if name in whole else repr(float(f"{threshold:.5g}"))
    return f"({low} if {name} <= {written} else {high})"


def unpacking(names: tuple[str, ...], used: set[str]) -> str:
    return f"({', '.join(name if name in used else '_' for name in names)},)"


def write(model: lightgbm.Booster, whole: set[str]) -> None:
    trees = [expression(info["tree_structure"], whole) for info in model.dump_model()["tree_info"]]
    used = set(re.findall(r"[a-z]\w*", " ".join(trees)))
    lines = [
        '"""The chance that a block is main content: regression trees written by bench/train_main_content.py, not by hand."""',
        "", "from __future__ import annotations", "", "from math import exp", "", "from gossamer.content.main_content.features import Facts, Row", "",
        f"_SURE = {SURE}", "", "", "def chances(known: Facts) -> list[float]:",
        '    """Return the chance for each block; clear cases end after the first trees."""',
        f"    {unpacking(PAGE_NAMES, used)} = known.page",
        "    result = []",
        "    last: Row = ()",
        f"    for section, {', '.join(unpacking(part, used) for part in BLOCK_NAMES)} in known.rows:",
        "        if section is not last:",
        f"            {unpacking(SECTION_NAMES, used)} = last = section",
    ]  # fmt: skip
    indent = "        "
    for start, end in zip((0, *STAGES), (*STAGES, len(trees)), strict=True):
        lines += [f"{indent}score {'+' if start else ''}= ("]
        lines += [f"{indent}    {'+ ' if number else ''}{tree}" for number, tree in enumerate(trees[start:end])]
        lines += [f"{indent})"]
        if end < len(trees):
            lines += [f"{indent}if -_SURE < score < _SURE:"]
            indent += "    "
    lines += ["        result.append(1 / (1 + exp(-score)))", "    return result", ""]
    OUT.write_text("\n".join(lines), "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--folds", type=int, default=0)
    parser.add_argument("--trees", type=int, default=48)
    parser.add_argument("--leaves", type=int, default=12)
    parser.add_argument("--rate", type=float, default=0.18)
    parser.add_argument("--dry", action="store_true", help="only score")
    args = parser.parse_args()
    pages = load(args.data)
    settings = {"trees": args.trees, "leaves": args.leaves, "rate": args.rate}
    for seed in range(3 if args.folds else 0):
        hold_out(pages, args.folds, seed, **settings)
    if not args.dry:
        write(learn(pages, **settings), whole_numbers(pages))


if __name__ == "__main__":
    main()
