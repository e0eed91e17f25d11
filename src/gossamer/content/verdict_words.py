"""The words of verdicts: titles, phrases and marks of `locales/verdicts.toml` that a page has, found in one pass."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain
from typing import Final, NamedTuple, TypeAlias

from gossamer.content.locales import pattern, table, words
from gossamer.content.page.words import Needles

_MOST_OF_TITLE: Final = 0.6
_PUNCTUATION: Final = re.compile(r"[\W_]+")
_UNSPACED: Final = re.compile("[\u3040-\u9fff\uac00-\ud7af]")
# A phrase of a verdict, and whether it is ordinary: in many texts, and no title.
_Phrase: TypeAlias = tuple[str, str, bool]


class _Lexicon(NamedTuple):
    """Verdicts by title, phrases by a word that each needs ("" for unspaced ones), and the bits that *needles* find."""

    titles: dict[str, tuple[str, ...]]
    phrases: dict[str, tuple[_Phrase, ...]]
    bits: dict[str, int]
    needles: Needles


def titled(text: str) -> Mapping[str, str]:
    """Return by verdict the part of *text* that is, begins or ends as its title, or is hardly more than a phrase."""
    found: dict[str, str] = {}
    for part in sorted(_parts(text), key=len, reverse=True):
        words = part.split()
        begins = (f"{' '.join(words[:number])} *" for number in range(1, len(words)))
        ends = (f"* {' '.join(words[number:])}" for number in range(1, len(words)))
        kinds = [kind for name in (part, *begins, *ends) for kind in _lexicon().titles.get(name, ())]
        most = _MOST_OF_TITLE * len(part)
        kinds += [
            kind for kind, phrase, is_ordinary in _found_in(f" {part} ") if len(phrase) >= most and not is_ordinary
        ]
        found |= {kind: part for kind in kinds if kind not in found}
    return found


def phrases_of(text: str) -> Mapping[str, Mapping[str, bool]]:
    """Return by verdict its phrases in *text*, and whether each is ordinary; longer ones first."""
    found: dict[str, dict[str, bool]] = {}
    for verdict, phrase, is_ordinary in sorted(_found_in(text), key=lambda item: -len(item[1])):
        found.setdefault(verdict, {})[phrase] = is_ordinary
    return found


def is_about(text: str) -> bool:
    """Return whether *text* is the title of a text about such pages."""
    return any(f" {word} " in f" {text} " for word in words("verdicts", "about"))


def marked(html: str) -> frozenset[str]:
    """Return the verdicts of which *html* has a mark or snippet, as it stands or with other capitals."""
    found = _lexicon().needles.values_in(html)
    return frozenset(verdict for verdict, bit in _lexicon().bits.items() if found & bit) if found else frozenset()


def _found_in(text: str) -> Iterator[_Phrase]:
    phrases = _lexicon().phrases
    for key in {*text.split(), *([""] if _UNSPACED.search(text) else [])} & phrases.keys():
        yield from (phrase for phrase in phrases[key] if phrase[1] in text)


@cache
def _lexicon() -> _Lexicon:
    titles: dict[str, tuple[str, ...]] = {}
    phrases: dict[str, tuple[_Phrase, ...]] = {}
    bits: dict[str, int] = {}
    needles: dict[str, int] = {}
    for verdict, row in table("verdicts")["kinds"].items():
        for title in row.get("titles", ()):
            titles[title] = (*titles.get(title, ()), verdict)
        for text in (*row.get("phrases", ()), *row.get("words", ())):
            is_unspaced = _UNSPACED.search(text) is not None
            key = "" if is_unspaced else max(text.split(), key=len)
            phrase = (verdict, text if is_unspaced else f" {text} ", text in row.get("words", ()))
            phrases[key] = (*phrases.get(key, ()), phrase)
        bits[verdict] = 1 << len(bits)
        for mark in chain(*row.get("marks", {}).values(), *row.get("snippets", {}).values()):
            needles[mark.lower()] = needles.get(mark.lower(), 0) | bits[verdict]
    return _Lexicon(titles, phrases, bits, Needles(needles))


def _parts(text: str) -> frozenset[str]:
    """Return *text* and its parts, of which one is the name of the site, without numbers of errors."""
    parts = {plain(part) for part in (text, *pattern("verdicts", "parts").split(text))}
    return frozenset(parts | {pattern("verdicts", "number").sub("", part).strip() for part in parts}) - {""}


def plain(text: str) -> str:
    """Return *text* as phrases are written: small letters, no punctuation, `domain` for the name of a host."""
    text = text.lower().replace("'", "").replace("\u2019", "")
    return " ".join(_PUNCTUATION.sub(" ", pattern("verdicts", "host").sub(" domain ", text)).split())
