"""Lexicon: the words of prompts, read from `content/locales/prompts.toml`, with the forms of verbs."""

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from gossamer.content.locales import table
from gossamer.content.text.names import singular


def _data(*path: str) -> Any:
    entry: Any = table("prompts")
    for key in path:
        entry = entry[key]
    return entry


@cache
def word_list(*path: str) -> frozenset[str]:
    """Return the single words at *path*, which blanks separate."""
    return frozenset(str(_data(*path)).split())


@cache
def mapping(*path: str) -> Mapping[str, Any]:
    """Return the table at *path*."""
    return MappingProxyType(dict(_data(*path)))


@cache
def phrases(*path: str) -> tuple[str, ...]:
    """Return the phrases at *path*, which commas separate, longest first."""
    unique_phrases = {p.strip() for p in str(_data(*path)).split(",") if p.strip()}
    return tuple(sorted(unique_phrases, key=lambda p: (-len(p.split()), p)))


@cache
def phrase_set(*path: str) -> frozenset[str]:
    """Return the phrases at *path* as a set."""
    return frozenset(phrases(*path))


def _forms(base: str) -> dict[str, str]:
    """Return the forms of a one-word verb with their kind: "base", "s", "ing" or "ed"."""
    kinds_by_form = {base: "base"}
    stem = base[:-1] if base.endswith("e") and not base.endswith("ee") else base
    kinds_by_form.setdefault(base + ("es" if base.endswith(("s", "sh", "ch", "x")) else "s"), "s")
    if base.endswith("y") and base[-2:-1] not in set("aeiou"):
        kinds_by_form[base[:-1] + "ied"] = "ed"
    kinds_by_form[stem + "ing"] = "ing"
    kinds_by_form[stem + "ed"] = "ed"
    for form in _data("verb_irregular").get(base, "").split():
        kinds_by_form[form] = "ing" if form.endswith("ing") else "ed"
    return kinds_by_form


@cache
def verbs() -> Mapping[tuple[str, ...], tuple[tuple[str, str, str], ...]]:
    """Return words of a verb -> what it may ask for: action, base form, kind of form ("base", "s", "ing", "ed")."""
    readings_by_verb: dict[tuple[str, ...], list[tuple[str, str, str]]] = {}
    for action in _data("verbs"):
        for base in phrases("verbs", action):
            first, *rest = base.split()
            for form, kind in _forms(first).items():
                readings = readings_by_verb.setdefault((form, *rest), [])
                if all(action != a for a, _, _ in readings):
                    readings.append((action, base, kind))
    return MappingProxyType({words: tuple(readings) for words, readings in readings_by_verb.items()})


@cache
def markers() -> Mapping[tuple[str, ...], str]:
    """Return words of a marker ("next to") -> the role of what follows it ("beside")."""
    return MappingProxyType(
        {tuple(p.split()): role for role in _data("markers") for p in phrases("markers", role)}
        | {tuple(p.split()): "except" for p in phrases("grammar", "except")}
    )


@cache
def kinds() -> Mapping[str, tuple[str, ...]]:
    """Return the noun for a part of a page -> the kinds of element it may be, best first."""
    return MappingProxyType({noun: tuple(kind_names.split()) for noun, kind_names in _data("kinds").items()})


@cache
def months() -> tuple[str, ...]:
    """Return the names of the months, in order."""
    return tuple(_data("months", "names").split())


@cache
def synonym_groups() -> tuple[frozenset[str], ...]:
    """Return groups of words that pages use for the same thing."""
    return tuple(frozenset(group.split()) for group in _data("synonyms", "groups"))


@cache
def any_of(*path: str) -> "re.Pattern[str]":
    """Return a pattern that finds one of the phrases at *path* as words."""
    return re.compile(rf"\b(?:{'|'.join(re.escape(p) for p in phrases(*path))})\b")


def kinds_of(noun: str) -> tuple[str, ...]:
    """Return the kinds of element that *noun*, singular or plural, may be; () for none."""
    table_of_kinds = kinds()
    return table_of_kinds.get(noun) or table_of_kinds.get(singular(noun)) or ()
