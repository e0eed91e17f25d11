"""Readers of statements about the use of a page: one table, by where a statement stands and what it is called.

The sources are Content Signals (contentsignals.org), AIPREF (draft-ietf-aipref-attach and -vocab), TDMRep (the report
of its W3C community group), Spawning's ai.txt, the robots directives of search engines and of DeviantArt, and RSL 1.0.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from gossamer.content.terms.licences import TYPE, read_licence
from gossamer.content.terms.path_patterns import is_match
from gossamer.content.terms.robots_lines import RULES, find_lines, find_rule
from gossamer.core.pages import FetchedPage
from gossamer.core.specs import Purpose
from gossamer.core.terms import PRODUCT_TOKEN, ROBOTS, RobotsLine, Signal

Uses: TypeAlias = Mapping[Purpose, bool]

_ALL: Final = tuple(Purpose)
_MODELS: Final = (Purpose.AI_INPUT, Purpose.AI_TRAIN)
# Names of statements that name a licence: one that is read, and any other.
RSL: Final = "license"
LINK: Final = "licence link"
_LONGEST_TEXT: Final = 300
_KEY: Final = re.compile(r"[a-z*][a-z0-9_.*-]*")
_SIGNALS: Final = {purpose.value: purpose for purpose in Purpose}
_USAGES: Final = {"search": Purpose.SEARCH, "ai-use": Purpose.AI_INPUT, "train-ai": Purpose.AI_TRAIN}
# Indexing for search is no text and data mining (docs/tdm-meaning.md of the group).
_RESERVATIONS: Final[Mapping[str, Uses]] = {"1": dict.fromkeys(_MODELS, False), "0": dict.fromkeys(_MODELS, True)}
_DIRECTIVES: Final[Mapping[str, Uses]] = {
    "noindex": {Purpose.SEARCH: False},
    "none": {Purpose.SEARCH: False},
    "noai": {Purpose.AI_TRAIN: False},
    "noimageai": {},
}
_OF_IMAGES: Final[Mapping[str, Uses]] = {"noimageai": {Purpose.AI_TRAIN: False}}
_WITH_VALUES: Final = frozenset({"max-snippet", "max-image-preview", "max-video-preview", "unavailable_after"})
_UNREADABLE: Final = "the licence cannot be read: {}"
_LINK: Final = re.compile(r"<([^>]*)>((?:[^,\"<]|\"[^\"]*\")*)")
_REL: Final = re.compile(r"\brel\s*=\s*\"?([^\";]*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Target:
    """The page that statements are about: its *path* and its media type."""

    path: str
    media_type: str


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement as it stands: *source* is the kind of its place, *name* what it is called there."""

    source: str
    name: str
    text: str
    place: str


class _Reader(NamedTuple):
    signal: str
    rank: int
    read: Callable[[str, Target], Iterable[tuple[str, Uses]]]


def _read_pairs(labels: Mapping[str, Purpose], values: Mapping[str, bool]) -> Callable[..., Iterator[tuple[str, Uses]]]:
    """Return a reader of `key=value` by commas; what is no such list says nothing."""

    def read(text: str, _: Target) -> Iterator[tuple[str, Uses]]:
        pairs = [part.partition(";")[0].partition("=") for part in text.split(",")]
        values_by_key = {key.strip(): value.strip() for key, _, value in pairs}
        is_list = all(_KEY.fullmatch(key) for key in values_by_key)
        uses = {labels[key]: values[value] for key, value in values_by_key.items() if key in labels and value in values}
        yield text, uses if is_list else {}

    return read


def _read_reservation(text: str, _: Target) -> Iterator[tuple[str, Uses]]:
    yield text, _RESERVATIONS.get(text.strip(), {})


def _read_directives(text: str, target: Target) -> Iterator[tuple[str, Uses]]:
    uses: dict[Purpose, bool] = {}
    known_directives = {**_DIRECTIVES, **_OF_IMAGES} if target.media_type.startswith("image/") else _DIRECTIVES
    agent = ""
    for part in text.lower().split(","):
        name, colon, rest = (piece.strip() for piece in part.partition(":"))
        if colon and name not in _WITH_VALUES:
            agent, name = name, rest
        if agent in {"", PRODUCT_TOKEN}:
            uses |= known_directives.get(name, {})
    yield text, uses


def _read_reservations(text: str, target: Target) -> Iterator[tuple[str, Uses]]:
    """Yield the first rule of a tdmrep.json that matches the page."""
    try:
        rules = json.loads(text)
    except (ValueError, RecursionError):
        return
    for rule in rules if isinstance(rules, list) else ():
        if isinstance(rule, dict) and is_match(str(rule.get("location", "")), target.path):
            yield json.dumps(rule, ensure_ascii=False), _RESERVATIONS.get(str(rule.get("tdm-reservation")), {})
            return


def _read_ai_txt(text: str, target: Target) -> Iterator[tuple[str, Uses]]:
    rule = find_rule(text.encode(), PRODUCT_TOKEN, target.path, prefers=False)
    if rule is not None:
        yield rule.text, {Purpose.AI_TRAIN: RULES[rule.field]}


_read_signals: Final = _read_pairs(_SIGNALS, {"yes": True, "no": False})
_read_usages: Final = _read_pairs(_USAGES, {"y": True, "n": False})
# A page's own statement comes before one about its site, but for AIPREF, which counts all of them.
_READERS: Final[Mapping[tuple[str, str], _Reader]] = {
    ("line", "content-signal"): _Reader("Content-Signal", 1, _read_signals),
    ("header", "content-signal"): _Reader("Content-Signal", 2, _read_signals),
    ("line", "content-usage"): _Reader("Content-Usage", 1, _read_usages),
    ("header", "content-usage"): _Reader("Content-Usage", 1, _read_usages),
    ("file", "/.well-known/tdmrep.json"): _Reader("TDMRep", 1, _read_reservations),
    ("header", "tdm-reservation"): _Reader("TDMRep", 2, _read_reservation),
    ("meta", "tdm-reservation"): _Reader("TDMRep", 3, _read_reservation),
    ("header", "tdm-policy"): _Reader("TDMRep policy", 2, _read_reservation),
    ("meta", "tdm-policy"): _Reader("TDMRep policy", 3, _read_reservation),
    ("file", "/ai.txt"): _Reader("ai.txt", 1, _read_ai_txt),
    ("header", "x-robots-tag"): _Reader("X-Robots-Tag", 1, _read_directives),
    ("meta", "robots"): _Reader("meta robots", 1, _read_directives),
    ("meta", PRODUCT_TOKEN): _Reader("meta robots", 1, _read_directives),
}
# Well-known files, and the purposes that they speak of.
FILES: Final[Mapping[str, frozenset[Purpose]]] = {
    "/.well-known/tdmrep.json": frozenset(_MODELS),
    "/ai.txt": frozenset({Purpose.AI_TRAIN}),
}
METAS: Final = frozenset(name for source, name in _READERS if source == "meta")
# Where RSL licences are named, the most specific last.
_LICENCE_RANKS: Final = {"line": 1, "header": 2, "element": 2, "inline": 2}


def read_signals(statements: Iterable[Statement], target: Target) -> Iterator[Signal]:
    """Yield the signals in *statements*."""
    for statement in statements:
        if (reader := _READERS.get((statement.source, statement.name))) is not None:
            for text, uses in reader.read(statement.text, target):
                yield Signal(reader.signal, statement.place, text[:_LONGEST_TEXT], uses, reader.rank)


def read_licence_signal(statement: Statement, body: bytes | None, url: str) -> Signal | None:
    """Return the signal of the RSL licence that *statement* names; None where it says nothing about *url*.

    A licence that cannot be had gives no permission.
    """
    rank, details = _LICENCE_RANKS[statement.source], {"licence": statement.text}
    try:
        licence_terms = read_licence(body or b"", url)
    except ValueError as error:
        return Signal("RSL", statement.place, _UNREADABLE.format(error), dict.fromkeys(_ALL, False), rank, details)
    if licence_terms is None:
        return None
    uses, prices = licence_terms
    text = json.dumps(prices) if prices else "free"
    return Signal("RSL", statement.place, text[:_LONGEST_TEXT], uses, rank, {**details, "payment": prices})


def read_robots_statements(lines: Iterable[RobotsLine], path: str) -> Iterator[Statement]:
    """Yield what the *lines* of a robots.txt say about the use of *path*, and the licences that they name."""
    for name in [name for source, name in _READERS if source == "line"] + [RSL]:
        for line, value in find_lines(lines, name, path):
            yield Statement("line", name, value, f"{ROBOTS}, line {line.number}")


def read_header_statements(page: FetchedPage) -> Iterator[Statement]:
    """Yield what the headers of *page* say about its use, and the licences that they name."""
    for source, name in _READERS:
        if source == "header" and (value := page.headers.get(name)):
            yield Statement(source, name, value, "response header")
    for address, parameters in _LINK.findall(page.headers.get("link", "")):
        rel = _REL.search(parameters)
        if rel and "license" in rel[1].lower().split():
            yield Statement("header", RSL if TYPE in parameters else LINK, address, "Link header")
