"""A model that lies in a fifth of its fields about real documents, and whether every quote is the page's.

    .venv/bin/python -m bench.evidence.documents FOLDER [--verbose]

FOLDER is that of the quality evaluators: 60 product, 100 recipe and 371 other pages with what their evaluators say they
contain. The model says that, but in a fifth of the fields (at least one) something which is nowhere on the page: what
another page has there, a number or a word altered. Three times a page. Told are lies that pass, truths that are
lost, and quotes that are not the page's words, of the model's values and of what is read without one.
"""

import argparse
import asyncio
import copy
import html as escapes
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Final

from bench.evidence.__main__ import Case, Told, kept, put, said

_ROUNDS: Final = 3
_SHARE: Final = 0.2
_TRIES: Final = 30
# What an altered word becomes.
_OTHER_WORDS: Final = "Quendlebury Ostrovanic Brimwick Hallagonde Tresmorian Vandelhurst".split()
_FIELDS: Final = {
    "product": {name: name for name in ("price", "currency", "sku", "brand", "gtin", "mpn")},
    "recipe": {
        "title": "title", "author": "author", "prep_time": "prep_time", "cook_time": "cook_time", "total_time": "total_time",
        "yields": "yields", "image": "image", "ingredients": "ingredients", "instructions": "instructions_list",
        "description": "description", "ratings": "ratings", "ratings_count": "ratings_count",
    },
    "page": {name: name for name in ("title", "author", "date")},
}  # fmt: skip


@dataclass(frozen=True)
class Document:
    """A page, its schema's kind, and what its evaluator says it contains."""

    kind: str
    case: Case
    page: "Words"


class _Parts(HTMLParser):
    """All texts of a page, those of scripts as they are unescaped, and all values of attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del tag
        self.parts += [f" {value} " for _, value in attrs if value]

    def handle_data(self, data: str) -> None:
        self.parts += [data, *([_unescaped(data)] if self.cdata_elem else [])]


class _Texts(_Parts):
    """Only what is written between the tags, in one piece."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del tag, attrs

    def handle_data(self, data: str) -> None:
        if not self.cdata_elem:
            self.parts.append(data)


class Words:
    """What a page contains, without spaces: its text, attributes and scripts."""

    def __init__(self, html: str) -> None:
        self._all = ""
        for parser in (_Parts(), _Texts()):
            parser.feed(html)
            parser.close()
            self._all += _bare("".join(parser.parts)) + "\n"
        self._all += _bare(html)
        self._plain = "".join(filter(str.isalnum, self._all.casefold()))

    def has(self, quote: str) -> bool:
        """Return whether *quote* stands there, as it is but for spaces; of a sum each part, of an address its end."""
        parts = (part.partition("://")[2] or part for part in quote.split(" + "))
        return all(_bare(part) in self._all for part in parts)

    def mentions(self, value: Any) -> bool:
        """Return whether *value* stands there in any spelling; of a number its figures."""
        figures = "".join(filter(str.isalnum, str(value).casefold()))
        return figures in self._plain or (
            isinstance(value, int | float) and f"{value:g}".replace(".", "") in self._plain
        )


def _bare(text: str) -> str:
    return re.sub(r"[\s\u200b\u00ad\ufeff]+", "", escapes.unescape(escapes.unescape(text)))


def _unescaped(script: str) -> str:
    once = re.sub(r"\\u([0-9a-fA-F]{4})", lambda found: chr(int(found[1], 16)), script)
    return re.sub(r"<[^>]*>", "", once.replace(r"\"", '"').replace(r"\n", " ").replace(r"\/", "/"))


def documents(folder: str) -> Iterator[Document]:
    """Yield the evaluators' pages; those without a value are left out."""
    sys.path.insert(0, str(Path(folder).resolve()))
    import common
    import eval_fields

    for kind, schema, pages in (
        ("product", eval_fields.PRODUCT_SCHEMA, eval_fields.load_product()),
        ("recipe", eval_fields.RECIPE_SCHEMA, eval_fields.load_recipe()),
        ("page", eval_fields.META_SCHEMA, common.DATASETS["wcxb-dev"]()),
    ):
        for page in pages:
            fields = _FIELDS[kind]
            truth = {name: _value(page.meta.get(gold), schema["properties"][name]) for name, gold in fields.items()}
            html = page.html()
            if any(value not in (None, "", []) for value in truth.values()):
                case = Case(page.id.replace("/", "-"), html, schema, truth, ())
                yield Document(kind, case, Words(html))


def _value(gold: Any, schema: Mapping[str, Any]) -> Any:
    """Return an evaluator's value in the shape of a field: some have several spellings, and numbers as texts."""
    if schema["type"] == "array":
        return list(gold) if gold else []
    one = gold[0] if isinstance(gold, list) and gold else gold
    if one in (None, "", []):
        return None
    try:
        return {"integer": int, "number": float}.get(schema["type"], str)(one)
    except ValueError:
        return None


def _lie(truth: Any, path: str, others: Sequence[Any], page: Words, chosen: random.Random) -> Any:
    """Return something of the field that is nowhere on *page*; None when none was found."""
    for _ in range(_TRIES):
        lie = chosen.choice((_altered, _others))(truth, others, chosen)
        if lie not in (None, truth) and not page.mentions(lie) and not _is_image(path, lie):
            return lie
    return None


def _others(truth: Any, others: Sequence[Any], chosen: random.Random) -> Any:
    del truth
    return chosen.choice(others) if others else None


def _altered(truth: Any, others: Sequence[Any], chosen: random.Random) -> Any:
    del others
    if isinstance(truth, int | float):
        return type(truth)(truth + chosen.choice((1, 7, 10, 13, 100)))
    if re.fullmatch(r"[\d.,-]+", truth):
        at = chosen.choice([place for place, sign in enumerate(truth) if sign.isdigit()])
        return truth[:at] + str((int(truth[at]) + chosen.randint(1, 9)) % 10) + truth[at + 1 :]
    words = truth.split()
    words[chosen.randrange(len(words))] = chosen.choice(_OTHER_WORDS)
    return " ".join(words)


def _is_image(path: str, lie: Any) -> bool:
    return path == "/image" and not str(lie).startswith("http")


async def _told(document: Document, others: Mapping[str, Sequence[Any]], seen: Counter[str], *, verbose: bool) -> None:
    """Count what is told of a document and what is left of it."""
    case, told = document.case, Told(document.case)
    _quotes(document, told.read().evidence, "read", seen, verbose=verbose)
    honest = await told.found(case.truth)
    _quotes(document, honest.evidence, "model", seen, verbose=verbose)
    true = [path for path, _ in said(case.truth)]
    seen["truths"] += len(true)
    seen["lost"] += sum(not kept(honest.value, case.truth, path) for path in true)
    seen["answered"] += sum(kept(told.sure(honest), case.truth, path) for path in true)
    for number in range(_ROUNDS):
        chosen = random.Random(f"{case.name}{number}")
        lying, lies = copy.deepcopy(case.truth), []
        for path in chosen.sample(true, max(1, round(_SHARE * len(true)))):
            value = dict(said(case.truth))[path]
            lie = _lie(value, path, others[_field(path)], document.page, chosen)
            if lie is not None:
                put(lying, path, lie)
                lies.append(path)
        left = await told.found(lying)
        _quotes(document, left.evidence, "model", seen, verbose=verbose)
        passed = [path for path in lies if kept(left.value, lying, path, case.truth)]
        seen["lies"] += len(lies)
        seen["passed"] += len(passed)
        if verbose:
            for path in passed:
                print(f"  passed: {document.kind} {case.name} {path} {dict(said(lying))[path]!r}")


def _quotes(document: Document, evidence: Mapping[str, Any], how: str, seen: Counter[str], *, verbose: bool) -> None:
    for path, proof in evidence.items():
        seen[f"{how} quotes"] += 1
        if not document.page.has(proof.quote.removesuffix("…")):
            seen[f"{how} quotes of other words"] += 1
            if verbose:
                print(f"  quote: {document.kind} {document.case.name} {path} {proof.place} {proof.quote[:160]!r}")


def _field(path: str) -> str:
    return path.split("/")[1]


async def main(folder: str, *, verbose: bool) -> None:
    """Print what passes, what is lost, and quotes that are not the page's."""
    every = list(documents(folder))
    for kind in _FIELDS:
        some = [document for document in every if document.kind == kind]
        others: dict[str, list[Any]] = {}
        for document in some:
            for path, value in said(document.case.truth):
                others.setdefault(_field(path), []).append(value)
        seen = Counter[str]()
        for document in some:
            await _told(document, others, seen, verbose=verbose)
        print(f"{kind}, {len(some)} documents: {json.dumps(dict(seen))}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder")
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    asyncio.run(main(arguments.folder, verbose=arguments.verbose))
