"""What extraction without a model reads, as callables for the fields evaluator: ``(html, url) -> dict``.

    python eval_fields.py --dataset product --callable bench/fields.py:product
    python eval_fields.py --dataset recipe --callable bench/fields.py:recipe
    python eval_fields.py --dataset meta-wcxb-dev --callable bench/fields.py:page

or, with the evaluator's folder given, all of it at once, the pages in two halves (every other page: those that rules
were made on, and those that were not looked at) and with the CPU time of reading:

    python -m bench.fields FOLDER
"""

import statistics
import sys
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from gossamer.content.extraction import extract
from gossamer.content.page_view import PageView, Selection
from gossamer.core.pages import FetchedPage
from gossamer.core.urls import web_url


# The evaluator compares a printed sign with an ISO code for three signs alone; what the signs of its pages stand for.
_SIGNS = {
    "$": "USD CAD AUD NZD TWD HKD SGD MXN CLP ARS COP",
    "€": "EUR", "£": "GBP", "₹": "INR", "rs": "PKR INR LKR NPR MUR", "ر.س": "SAR", "lei": "RON MDL", "kn": "HRK",
    "zł": "PLN", "원": "KRW", "₩": "KRW", "тг": "KZT", "₸": "KZT", "kč": "CZK", "ft": "HUF", "₽": "RUB", "¥": "JPY CNY",
}  # fmt: skip


def _read(html: str, url: str, schema: Mapping[str, Any]) -> Any:
    headers = {"content-type": "text/html; charset=utf-8"}
    page = FetchedPage(web_url(url), 200, headers, html.encode("utf-8", "replace"), datetime.now(UTC), "http")
    return extract(PageView(page).material(Selection()), schema).value


def _schema(name: str) -> Mapping[str, Any]:
    import eval_fields  # the evaluator that calls us holds the schemas it would ask a service for

    schema: Mapping[str, Any] = getattr(eval_fields, name)
    return schema


def product(html: str, url: str) -> Any:
    """The fields of a product page."""
    return _read(html, url, _schema("PRODUCT_SCHEMA"))


def recipe(html: str, url: str) -> Any:
    """The fields of a recipe page."""
    return _read(html, url, _schema("RECIPE_SCHEMA"))


def page(html: str, url: str) -> Any:
    """Title, author and date of any page."""
    return _read(html, url, _schema("META_SCHEMA"))


def _right(pages: list[Any], answers: Mapping[str, Any], field: str, score: Callable[..., Any]) -> float:
    """Return how right the answers are where there is one."""
    answered = [one for one in pages if answers[one.id].get(field) not in (None, "", [])]
    gold = [one for one in answered if one.meta.get({"instructions": "instructions_list"}.get(field, field))]
    return score(gold, answers)[field]["p"] if gold else 1.0


def _currencies(pages: list[Any], answers: Mapping[str, Any]) -> tuple[int, int, int]:
    """Return on how many of *pages* a currency is known, answered, and the one that the printed sign stands for."""
    told = [(one.meta["currency"], answers[one.id].get("currency")) for one in pages if one.meta.get("currency")]
    given = [(known, code) for known, code in told if code]
    right = sum(
        any(code in [sign, *_SIGNS.get(sign.lower().strip(".~ "), "").split()] for sign in known)
        for known, code in given
    )
    return len(told), len(given), right


def _score(name: str, pages: list[Any], read: Callable[[str, str], Any], score: Callable[..., Any]) -> None:
    answers, spent = {}, []
    for one in pages:
        html = one.html()
        began = time.process_time()
        answers[one.id] = read(html, one.url)
        spent.append((time.process_time() - began) * 1000)
    print(
        f"{name}: {len(pages)} pages, CPU ms median {statistics.median(spent):.0f}, mean {statistics.mean(spent):.0f}"
    )
    for field, found in score(pages, answers).items():
        if isinstance(found, dict):
            # The evaluator counts an empty answer to a recipe as a wrong one.
            precision = found["p"] if name.startswith("product") else _right(pages, answers, field, score)
            print(f"  {field:14s} n {found['n']:4d}  F1 {found['f1']:.3f}  P {precision:.3f}  R {found['r']:.3f}")
        else:
            print(f"  {field:14s} {found:.3f}")
    if name.startswith("product"):
        known, given, right = _currencies(pages, answers)
        print(f"  currency, signs as the codes they stand for: n {known}  P {right / given:.3f}  R {right / known:.3f}")


def main(folder: str) -> None:
    """Print the scores of all three sets, by halves and whole."""
    sys.path.insert(0, str(Path(folder).resolve()))
    import common
    import eval_fields

    for name, pages, read, score in (
        ("product", eval_fields.load_product(), product, eval_fields.score_product),
        ("recipe", eval_fields.load_recipe(), recipe, eval_fields.score_recipe),
        ("page", common.DATASETS["wcxb-dev"](), page, eval_fields.score_meta),
    ):
        for half, some in (("looked at", pages[::2]), ("not looked at", pages[1::2]), ("all", pages)):
            _score(f"{name}, {half}", some, read, score)


if __name__ == "__main__":
    main(sys.argv[1])
