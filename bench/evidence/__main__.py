"""Lies of a model that pass with evidence on, and truths that are lost or withheld, on pages of other authors.

    .venv/bin/python -m bench.evidence [--set hard|ordinary|typical|everyday] [--page NAME] [--verbose]

Of every page (see README.md) the truth is said once, which gives the truths that are lost; then each lie alone beside
the truth; then, ten times, lies in a fifth of the fields. Pages are read and values are held against them as a scrape
does it; the model is a script.
"""

import argparse
import asyncio
import copy
import json
import random
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from gossamer.core.deadlines import Deadline
from gossamer.core.formats import Json
from gossamer.core.interaction import TokenUsage
from gossamer.core.pages import FetchedPage
from gossamer.core.specs import ScrapeSpec
from gossamer.core.understanding import Extraction
from gossamer.core.urls import web_url
from gossamer.features.scrape.reading import read
from gossamer.features.understanding import Understand, Understood, sure_enough
from gossamer.core.json_pointers import leaves
from gossamer.ports.models import ChatModel, Message, ObjectModel, Purpose, Written

_FOLDER: Final = Path(__file__).parent
_ROUNDS: Final = 10
_SHARE: Final = 0.2
_ENTRY: Final = 3


@dataclass(frozen=True)
class Lie:
    """A false *value* at the JSON pointer *path* of a truth, of a *kind* of the README."""

    path: str
    value: Any
    kind: str


@dataclass(frozen=True)
class Case:
    """A page with what is asked of it, what it says, and lies about it."""

    name: str
    html: str
    schema: Mapping[str, Any]
    truth: dict[str, Any]
    lies: Sequence[Lie]


@dataclass(frozen=True)
class _Model:
    value: Any
    name: str = "script"

    async def write(
        self,
        messages: Sequence[Message],
        schema: Mapping[str, Any],
        *,
        deadline: Deadline,
        max_tokens: int,
        prose: str = "",
    ) -> Written:
        del messages, schema, deadline, max_tokens, prose
        return Written(copy.deepcopy(self.value), TokenUsage(1, 100, 20), "schema")


@dataclass(frozen=True)
class _Models:
    value: Any

    def chat(self, _: Purpose) -> ChatModel | None:
        return None

    def cost(self, _: TokenUsage) -> float | None:
        return None

    def objects(self, _: Purpose) -> ObjectModel | None:
        return _Model(self.value)


class Told:
    """A page that was read, to which a model says things."""

    def __init__(self, case: Case) -> None:
        address = web_url(f"https://site.example/{case.name}")
        headers = {"content-type": "text/html; charset=utf-8"}
        page = FetchedPage(address, 200, headers, case.html.encode(), datetime.now(UTC), "http")
        self._wanted = Json(case.schema, evidence=True)
        understood = read(page, ScrapeSpec(address, formats=(self._wanted,)), None, False).understood
        assert understood is not None
        self._understood: Understood = understood

    def read(self) -> Extraction:
        """Return what the page says without a model."""
        found = self._understood.results[0]
        assert isinstance(found, Extraction)
        return found

    async def left(self, value: Any) -> Any:
        """Return what is left of what a model says, of any confidence."""
        return (await self.found(value)).value

    def sure(self, found: Extraction) -> Any:
        """Return what is answered of *found*: what is not sure is withheld."""
        return sure_enough(found, self._wanted).value

    async def found(self, value: Any) -> Extraction:
        """Return what is left of what a model says, of any confidence, with its evidence."""
        understand = Understand(_Models(value), page_tokens=100_000)
        [found] = await understand.of((self._wanted,), self._understood, deadline=Deadline.after(timedelta(minutes=5)))
        assert isinstance(found, Extraction)
        return found


def cases(name: str) -> Iterator[Case]:
    """Yield the pages of a set."""
    folder = _FOLDER / name
    for one in json.loads((folder / "truths.json").read_text()):
        lies = [Lie(lie["path"], lie["value"], lie["kind"]) for lie in one["lies"]]
        yield Case(
            one["name"], (folder / "pages" / f"{one['name']}.html").read_text(), one["schema"], one["truth"], lies
        )


def said(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield pointer and value of whatever is said."""
    return ((at, leaf) for at, leaf in leaves(value) if leaf not in (None, "", [], {}))


def put(value: Any, path: str, other: Any) -> None:
    """Put *other* at a pointer of *value*."""
    *parts, last = path.strip("/").split("/")
    for part in parts:
        value = value[int(part)] if isinstance(value, list) else value[part]
    value[int(last) if isinstance(value, list) else last] = other


def kept(left: Any, told: Any, path: str, truth: Any = None) -> bool:
    """Return whether what was *told* at the pointer is *left*: in an entry of a list in the one that is most alike.

    An entry of which all is true according to *truth* has rightfully what it has, but not one more than truly have it; a
    list has a text as often as it truly has.
    """
    parts = path.strip("/").split("/")
    here, there, true = told, left, truth
    for at, part in enumerate(parts):
        here = here[int(part)] if isinstance(here, list) else here[part]
        if isinstance(there, list):
            if isinstance(true, list) and not isinstance(here, dict | list):
                return _count(there, here) > _count(true, here)
            if isinstance(true, list) and _are_more(there, true, parts[at + 1 :], here):
                return True
            there = _counterpart(there, here, parts[at + 1 :])
            if isinstance(there, dict) and isinstance(true, list) and any(_is_all_of(there, one) for one in true):
                return False
            true = None
        else:
            there = there.get(part) if isinstance(there, dict) else None
            true = true.get(part) if isinstance(true, dict) else None
    return there is not None and _same(there, here)


def _are_more(entries: Sequence[Any], true: Sequence[Any], behind: Sequence[str], told: Any) -> bool:
    """Return whether more of the *entries* than of the *true* ones have what was *told* of one of them."""
    if len(behind) != 1 or not isinstance(told, dict):
        return False
    [name] = behind
    mine, truly = (
        sum(isinstance(one, dict) and _same(one.get(name), told[name]) for one in each) for each in (entries, true)
    )
    return mine > truly


def _count(texts: Sequence[Any], told: Any) -> int:
    return sum(_same(one, told) for one in texts)


def _is_all_of(entry: dict[str, Any], true: Any) -> bool:
    """Return whether all that *entry* has is what the *true* one has."""
    return isinstance(true, dict) and all(
        value in (None, "", []) or _same(value, true.get(name)) for name, value in entry.items()
    )


def _counterpart(entries: Sequence[Any], told: Any, behind: Sequence[str]) -> Any:
    if not isinstance(told, dict):
        return next((one for one in entries if _same(one, told)), None)
    but = behind[0] if behind else ""
    alike = [
        (sum(_same(one.get(name), value) for name, value in told.items() if value is not None and name != but), one)
        for one in entries
        if isinstance(one, dict)
    ]
    # With nothing else in common it is another entry.
    count, best = max(alike, key=lambda pair: pair[0], default=(0, None))
    return best if count or len(told) == 1 else None


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, str) and isinstance(other, str):
        return "".join(filter(str.isalnum, one.casefold())) == "".join(filter(str.isalnum, other.casefold()))
    return bool(one == other) and isinstance(one, bool) is isinstance(other, bool)


@dataclass
class _Alone:
    """Lies by kind, each *told* alone: those that are *supported*, and those that are *answered* as sure; truths too."""

    told: Counter[str] = field(default_factory=Counter)
    supported: Counter[str] = field(default_factory=Counter)
    answered: Counter[str] = field(default_factory=Counter)
    truths: int = 0
    lost: int = 0
    withheld: int = 0


async def _each(case: Case, told: Told, of_all: _Alone, *, verbose: bool) -> None:
    """Tell the truth once, then each lie alone beside it."""
    honest = await told.found(copy.deepcopy(case.truth))
    sure = told.sure(honest)
    for path, _ in said(case.truth):
        of_all.truths += 1
        if not _is_left(honest.value, case.truth, path):
            of_all.lost += 1
            _tell(verbose, f"  lost: {case.name} {path}")
        elif not _is_left(sure, case.truth, path):
            of_all.withheld += 1
    for lie in case.lies:
        lying = copy.deepcopy(case.truth)
        put(lying, lie.path, lie.value)
        of_all.told[lie.kind] += 1
        found = await told.found(lying)
        if kept(found.value, lying, lie.path, case.truth):
            of_all.supported[lie.kind] += 1
            is_answered = kept(told.sure(found), lying, lie.path, case.truth)
            of_all.answered[lie.kind] += is_answered
            how = "ANSWERED" if is_answered else "passed"
            _tell(verbose, f"  {how}: {case.name} {lie.path} {lie.value!r} ({lie.kind})")


def _tell(verbose: bool, text: str) -> None:  # noqa: FBT001 - it is asked for by name on the command line
    if verbose:
        print(text)


def _is_left(left: Any, truth: Any, path: str) -> bool:
    """Return whether a truth is left, in an entry of a list by whatever that has."""
    parts = path.strip("/").split("/")
    if len(parts) < _ENTRY:
        return kept(left, truth, path)
    here = truth
    for part in parts[:-1]:
        here = here[int(part)] if isinstance(here, list) else here[part]
    entries = left.get(parts[0]) if isinstance(left, dict) else None
    best = _counterpart(entries or [], here, ())
    return best is not None and _same(best.get(parts[-1]), here[parts[-1]])


@dataclass
class _Fifth:
    """Lies in a fifth of what a model says: those *told*, supported ones (*passed*) and ones *answered* as sure.

    *left* and *false* are values and false ones by confidence.
    """

    told: int = 0
    passed: int = 0
    answered: int = 0
    left: Counter[str] = field(default_factory=Counter)
    false: Counter[str] = field(default_factory=Counter)


async def _fifth(case: Case, told: Told, of_all: _Fifth) -> None:
    """Tell, in ten rounds, lies in a fifth of what the model says."""
    for number in range(_ROUNDS):
        chosen = random.Random(f"{case.name}{number}")
        by_path: dict[str, list[Lie]] = {}
        for lie in case.lies:
            by_path.setdefault(lie.path, []).append(lie)
        many = max(1, round(_SHARE * sum(1 for _ in said(case.truth))))
        paths = chosen.sample(sorted(by_path), min(many, len(by_path)))
        lying = copy.deepcopy(case.truth)
        for path in paths:
            put(lying, path, chosen.choice(by_path[path]).value)
        found = await told.found(lying)
        sure = told.sure(found)
        of_all.told += len(paths)
        of_all.left.update(_levels(found, (at for at, _ in said(found.value))))
        for path in paths:
            of_all.answered += kept(sure, lying, path, case.truth)
            if kept(found.value, lying, path, case.truth):
                of_all.passed += 1
                lie = dict(said(lying)).get(path)
                same = (at for at, value in said(found.value) if _same(value, lie) and _last(at) == _last(path))
                of_all.false.update(_levels(found, [next(same, path)]))


def _last(path: str) -> str:
    """Return the name that a pointer ends with."""
    return next(part for part in reversed(path.split("/")) if not part.isdigit())


def _levels(found: Extraction, pointers: Iterable[str]) -> Iterator[str]:
    """Yield how sure what stands at *pointers* is."""
    proofs = (found.evidence.get(pointer) for pointer in pointers)
    return (proof.confidence.value for proof in proofs if proof is not None and proof.confidence is not None)


async def main(name: str, page: str, *, verbose: bool) -> None:
    """Print what passes and what is lost, over all pages of a set or on one."""
    alone, fifth = _Alone(), _Fifth()
    began = time.process_time()
    for case in cases(name):
        if page not in {"", case.name}:
            continue
        told = Told(case)
        await _each(case, told, alone, verbose=verbose)
        await _fifth(case, told, fifth)
    lies, supported, answered = alone.told.total(), alone.supported.total(), alone.answered.total()
    print(f"{name}: truths {alone.truths}, lost {alone.lost} ({alone.lost / alone.truths:.1%}), ", end="")
    print(f"withheld {alone.withheld} ({alone.withheld / alone.truths:.1%})")
    print(f"  lies told alone {lies}, answered {answered} ({answered / lies:.2%}), ", end="")
    print(f"with what is withheld {supported} ({supported / lies:.1%})")
    for kind in sorted(alone.told):
        print(f"    {kind:12s} {alone.answered[kind]:3d} and {alone.supported[kind]:3d} of {alone.told[kind]}")
    print(f"  lies in a fifth of the fields {fifth.told}, answered {fifth.answered} ", end="")
    print(
        f"({fifth.answered / fifth.told:.2%}), with what is withheld {fifth.passed} ({fifth.passed / fifth.told:.1%})"
    )
    for level, many in fifth.left.most_common():
        print(
            f"    {level:7s} {many} values left, of them false {fifth.false[level]} ({fifth.false[level] / many:.2%})"
        )
    print(f"  CPU {time.process_time() - began:.0f} s")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--set", choices=("hard", "ordinary", "typical", "everyday"), default="")
    parser.add_argument("--page", default="")
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    for one_set in [arguments.set] if arguments.set else ["hard", "ordinary", "typical", "everyday"]:
        asyncio.run(main(one_set, arguments.page, verbose=arguments.verbose))
