"""Operators of a query: `"…"`, `-`, `OR`, `site:`, `inurl:`, `intitle:`, `filetype:`, parentheses.

Parentheses only keep alternatives together, and have nothing inside that would need to be kept apart. What looks like
an operator and is none (`note:`, `C:`) is a word. Nothing is ever refused: a query that is only operators finds what
they allow.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from gossamer.core.searches import Terms
from gossamer.core.word_folding import words

_LEXEME: Final = re.compile(
    r"(?P<minus>-(?=[\w\"“(]))?"
    r"(?:(?P<operator>site|inurl|intitle|filetype|ext)[:\uff1a])?"
    r"(?:[\"“”](?P<phrase>[^\"“”]*)[\"“”]?|(?P<sign>[()|])|(?P<word>[^\s()\"“”|]+))",
    re.IGNORECASE,
)
_NAMES: Final = {"ext": "filetype"}
_OR: Final = frozenset({"OR", "|"})


@dataclass(frozen=True, slots=True)
class _Item:
    """A word or phrase of the query; *kind* is its operator, "phrase" or "word"."""

    kind: str
    text: str
    excluded: bool


def terms_of(text: str) -> Terms:
    """Return the terms that *text* asks for."""
    terms = _Gathered()
    for group in _groups(text):
        terms.take(group)
    return terms.frozen()


class _Gathered:
    def __init__(self) -> None:
        self._by_name: dict[str, list[str]] = {}
        self._any_of: list[tuple[str, ...]] = []

    def take(self, group: Sequence[_Item]) -> None:
        """Take alternatives, of which there may be only one."""
        plain = [item for item in group if item.kind in ("word", "phrase") and not item.excluded]
        if len(plain) > 1:
            self._any_of.append(tuple(item.text for item in plain))
        for item in group:
            if len(plain) == 1 or item not in plain:
                self._put(item)

    def frozen(self) -> Terms:
        return Terms(
            any_of=tuple(self._any_of), **{name: tuple(dict.fromkeys(texts)) for name, texts in self._by_name.items()}
        )

    def _put(self, item: _Item) -> None:
        if name := _field(item):
            text = _site(item.text) if item.kind == "site" else item.text
            self._by_name.setdefault(name, []).append(text.lower() if item.kind == "filetype" else text)


def _field(item: _Item) -> str | None:
    """Return the field of Terms that *item* belongs to, None for one that cannot be kept out."""
    if item.kind == "site":
        return "excluded_sites" if item.excluded else "sites"
    if item.excluded:
        return "excluded" if item.kind in ("word", "phrase") else None
    return {"word": "words", "phrase": "phrases", "inurl": "in_url", "intitle": "in_title", "filetype": "file_types"}[
        item.kind
    ]


def _site(text: str) -> str:
    """Return `host` or `host/path` of a site however it was written."""
    host, slash, path = re.sub(r"^[a-z]+://", "", text.lower()).partition("/")
    path_text = text[len(text) - len(path) :] if path else ""
    return (host.removeprefix("*").strip(".") + slash + path_text).rstrip("/")


def _groups(text: str) -> Iterator[list[_Item]]:
    """Yield items; those that are joined by OR together."""
    group: list[_Item] = []
    joined = False
    for item in _items(text):
        if item is None:
            joined = bool(group)
            continue
        if group and not joined:
            yield group
            group = []
        group.append(item)
        joined = False
    if group:
        yield group


def _items(text: str) -> Iterator[_Item | None]:
    """Yield the items of the query, and None for each OR."""
    excluding = 0
    for match in _LEXEME.finditer(text):
        sign, word, phrase = match["sign"], match["word"], match["phrase"]
        if sign == "(":
            excluding = excluding + 1 if match["minus"] or excluding else 0
        elif sign == ")":
            excluding = max(0, excluding - 1)
        elif sign == "|" or (word in _OR and not match["operator"] and not match["minus"]):
            yield None
        else:
            yield from _read_operator(match["operator"], word, phrase, excluded=bool(match["minus"]) or excluding > 0)


def _read_operator(operator: str | None, word: str | None, phrase: str | None, *, excluded: bool) -> Iterator[_Item]:
    written = (phrase if word is None else word) or ""
    if operator:
        kind = operator.lower()
        if written.strip():
            yield _Item(_NAMES.get(kind, kind), written.strip().lstrip("."), excluded)
    elif phrase is not None and len(words(phrase)) > 1:
        yield _Item("phrase", phrase.strip(), excluded)
    elif words(written):
        # A quoted word is one that must be there, and that every word is.
        yield _Item("word" if phrase is None else "phrase", written.strip(), excluded)
