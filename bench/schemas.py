"""Answers read without a model, against the truth of ordinary pages that developers wrote a schema for.

    python -m bench.schemas [--split dev|unseen] [--verbose]

The pages are those of `bench.evidence`. Each value of the truth is *right*, *wrong* or *empty* in what extraction
answers; *invented* counts the fields answered though the page does not say them.
"""

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from bench.evidence.corpus import SPLITS, Case, cases
from gossamer.content.extraction import extract
from gossamer.content.page_view import PageView, Selection
from gossamer.core.pages import FetchedPage
from gossamer.core.urls import web_url

_NOTHING: Final[tuple[Any, ...]] = (None, "", [], {})


def answer_to(case: Case) -> Any:
    """Return what extraction answers the schema of *case*."""
    headers = {"content-type": "text/html; charset=utf-8"}
    address = web_url(f"https://site.example/{case.name}")
    page = FetchedPage(address, 200, headers, case.html.encode(), datetime.now(UTC), "http")
    return extract(PageView(page).material(Selection()), case.schema).value


def _plain(value: Any) -> Any:
    """Return *value* for comparison: numbers as floats, text without case, spaces and its last stop."""
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int | float):
        return float(value)
    return " ".join(str(value).split()).casefold().rstrip(".")


def _outcomes(truth: Any, answer: Any, at: str) -> Iterator[tuple[str, str, Any, Any]]:
    """Yield the path, the outcome, the truth and the answer of each value."""
    if isinstance(truth, Mapping):
        for name, value in truth.items():
            yield from _outcomes(value, answer.get(name) if isinstance(answer, Mapping) else None, f"{at}/{name}")
    elif isinstance(truth, list) and truth:
        yield from _of_list(truth, answer if isinstance(answer, list) else [], at)
    elif truth in _NOTHING:
        yield at, "unasked" if answer in _NOTHING else "invented", truth, answer
    elif answer in _NOTHING:
        yield at, "empty", truth, answer
    else:
        yield at, "right" if _plain(truth) == _plain(answer) else "wrong", truth, answer


def _of_list(truth: list[Any], answer: list[Any], at: str) -> Iterator[tuple[str, str, Any, Any]]:
    """Pair each entry of *truth* with the entry of *answer* that agrees with it most."""
    left = list(answer)
    for number, entry in enumerate(truth):
        best = max(left, key=lambda one: _agreement(entry, one), default=None)
        if best is not None and _agreement(entry, best):
            left.remove(best)
        else:
            best = None
        yield from _outcomes(entry, best, f"{at}/{number}")
    for surplus in left:
        yield f"{at}/+", "invented", None, surplus


def _agreement(truth: Any, answer: Any) -> int:
    return sum(outcome == "right" for _, outcome, _, _ in _outcomes(truth, answer, ""))


def main() -> None:
    """Print the shares, and with --verbose each value that is not right."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--split", choices=SPLITS)
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    for split in (arguments.split,) if arguments.split else SPLITS:
        counted: Counter[str] = Counter()
        began = time.process_time()
        for case in cases(split):
            for at, outcome, truth, answer in _outcomes(case.truth, answer_to(case), ""):
                counted[outcome] += 1
                if arguments.verbose and outcome != "unasked":
                    told = json.dumps([truth, answer], ensure_ascii=False)
                    print(f"{outcome}\t{case.author}\t{case.name}\t{at}\t{told[:300]}")
        truths = sum(counted[outcome] for outcome in ("right", "wrong", "empty"))
        shares = ", ".join(f"{outcome} {counted[outcome] / truths:.2%}" for outcome in ("right", "wrong", "empty"))
        spent = time.process_time() - began
        print(f"{split}: {truths} values, {shares}; invented {counted['invented']}; CPU {spent:.1f} s")


if __name__ == "__main__":
    main()
