"""A phrase of an instruction: words that name something, letter by letter and by their grammar.

A phrase is not understood until a page is seen: "Sign in" may be a button's whole name, or a
verb. So it keeps its tokens, and offers what grammar alone can tell: what is quoted, the noun at its
head, ordinals, quantities, and what is left when these are taken away.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from gossamer.features.interact.planner.language.lexicon import ARTICLES, KINDS, QUANTIFIERS
from gossamer.features.interact.planner.language.tokens import Token, tokens
from gossamer.features.interact.planner.wordsets import word_set

_JOINERS: Final = word_set(", and & or ; plus nor")
_EMPTY: Final = word_set("the a an this that these those . , : ! ? ;")
_LONGEST_KIND: Final = 3
_POSITIONS: Final = word_set(
    "below above here there following given shown displayed provided next page corresponding appropriate available "
    "proper relevant correct right matching respective one ones labeled"
)


@dataclass(frozen=True)
class Phrase:
    """Some tokens of *source*; may be empty."""

    source: str
    tokens: tuple[Token, ...] = ()

    @classmethod
    def of(cls, text: str) -> "Phrase":
        """Return *text* as one phrase."""
        return cls(text, tokens(text))

    def __bool__(self) -> bool:
        return bool(self.tokens)

    @cached_property
    def raw(self) -> str:
        """The words as written, with their quotes."""
        return self.source[self.tokens[0].start : self.tokens[-1].end] if self.tokens else ""

    @cached_property
    def norms(self) -> tuple[str, ...]:
        """The folded words."""
        return tuple(token.norm for token in self.tokens)

    @cached_property
    def quotes(self) -> tuple[str, ...]:
        """What stands in quotes."""
        return tuple(token.text for token in self.tokens if token.kind == "quote")

    @cached_property
    def literal(self) -> str:
        """What would be typed: the quoted text when there is one, else the words without article and closing mark."""
        if self.quotes:
            return self.quotes[0]
        return self.bare.raw

    @cached_property
    def bare(self) -> "Phrase":
        """It without articles and marks at its ends."""
        start, end = 0, len(self.tokens)
        while start < end and self.norms[start] in _EMPTY and self.tokens[start].kind != "quote":
            start += 1
        while (
            end > start
            and self.norms[end - 1] in {".", ",", ":", "!", "?", ";"}
            and self.tokens[end - 1].kind == "mark"
        ):
            end -= 1
        return Phrase(self.source, self.tokens[start:end])

    @cached_property
    def head(self) -> tuple[str, int, int] | None:
        """The noun for a part of a page at its end (or its beginning), with where its words start and end."""
        body = self.bare
        offset = self.tokens.index(body.tokens[0]) if body else 0
        norms = [("" if t.kind == "quote" else t.norm) for t in body.tokens]
        last = len(norms)
        # "the box below", "the button labelled": what is said after the noun of where it stands does not matter.
        while last > 1 and norms[last - 1] in _POSITIONS and norms[last - 1] != "page":
            last -= 1
        for length in range(min(_LONGEST_KIND, last), 0, -1):
            word = " ".join(norms[last - length : last])
            for noun in (word, singular(word)):
                if noun in KINDS:
                    return noun, offset + last - length, offset + last
        for length in range(min(_LONGEST_KIND, last), 0, -1):
            word = " ".join(norms[:length])
            for noun in (word, singular(word)):
                if noun in KINDS and len(norms) > length:
                    return noun, offset, offset + length
        # "the textbox "Name"" and "the 2nd item ONE": a noun inside, next to a name.
        for at, word in enumerate(norms):
            if singular(word) in KINDS and (at + 1 < len(norms) and body.tokens[at + 1].kind == "quote"):
                return singular(word), offset + at, offset + at + 1
        return None

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of element that its noun may mean; () without one."""
        return KINDS[self.head[0]] if self.head else ()

    @cached_property
    def plural(self) -> bool:
        """Whether its noun is in the plural."""
        return self.head is not None and self.norms[self.head[2] - 1] != self.head[0].rsplit(" ", 1)[-1]

    @cached_property
    def ordinal(self) -> int | None:
        """Which one of several it says, from 1, or negative from the end."""
        for i, token in enumerate(self.tokens):
            if token.kind == "ordinal" and isinstance(token.value, float):
                if token.value == 2 and self.norms[i + 1 : i + 3] == ("to", "last"):  # noqa: PLR2004
                    return -2
                return int(token.value)
            if (
                token.norm == "number"
                and i + 1 < len(self.tokens)
                and self.tokens[i + 1].kind == "number"
                and self.head
            ):
                value = self.tokens[i + 1].value
                return int(value) if isinstance(value, float) and value > 0 else None
        return None

    @cached_property
    def quantity(self) -> str | None:
        """Return "all", "any" or "none" when it says so."""
        return next((QUANTIFIERS[t.norm] for t in self.tokens if t.kind == "word" and t.norm in QUANTIFIERS), None)

    @cached_property
    def name(self) -> "Phrase":
        """What is left as its own name: without articles, its noun, ordinals and words of quantity."""
        if self.quotes:
            return Phrase(self.source, tuple(t for t in self.tokens if t.kind == "quote"))
        cut = set(range(self.head[1], self.head[2])) if self.head else set[int]()
        for i, norm in enumerate(self.norms):
            # "the file or folder x": both nouns say what it is.
            if (
                norm == "or"
                and 0 < i < len(self.norms) - 1
                and {singular(self.norms[i - 1]), singular(self.norms[i + 1])} <= KINDS.keys()
            ):
                cut |= {i - 1, i, i + 1}
        kept: list[Token] = []
        for i, token in enumerate(self.tokens):
            if i in cut or token.kind == "ordinal" or (token.kind == "word" and token.norm in QUANTIFIERS):
                continue
            if token.kind in {"word", "mark"} and (
                token.norm in ARTICLES
                or token.norm in _EMPTY
                # "ONE" in capitals is what something is called.
                or (token.norm in _POSITIONS and not (len(token.text) > 1 and token.text.isupper()))
            ):
                continue
            kept.append(token)
        return Phrase(self.source, tuple(kept))

    def items(self) -> tuple["Phrase", ...]:
        """Return what it lists, one by one; itself alone when it is no list."""
        parts: list[list[Token]] = [[]]
        for token in self.tokens:
            if token.kind != "quote" and token.norm in _JOINERS:
                parts.append([])
            elif token.kind == "list" and isinstance(token.value, tuple):
                return tuple(Phrase.of(text) for text in _listed(token.text))
            else:
                parts[-1].append(token)
        found = [Phrase(self.source, tuple(part)) for part in parts if part]
        # Quoted things that stand side by side are several.
        split: list[Phrase] = []
        for phrase in found:
            if len(phrase.quotes) > 1:
                split += [Phrase(self.source, (t,)) for t in phrase.tokens if t.kind == "quote"]
            else:
                split.append(phrase)
        return tuple(split)

    def words(self) -> Iterator[str]:
        """Yield the folded words of its name."""
        for token in self.tokens:
            if token.kind == "quote":
                yield from re.findall(r"[^\W_]+(?:['-][^\W_]+)*", token.norm)
            elif token.kind != "mark":
                yield token.norm

    def without(self, *norms: str) -> "Phrase":
        """Return it without these words."""
        return Phrase(self.source, tuple(t for t in self.tokens if t.kind == "quote" or t.norm not in norms))

    def part(self, start: int, end: int | None = None) -> "Phrase":
        """Return its tokens from *start* to *end*."""
        return Phrase(self.source, self.tokens[start:end])


def owner(text: str) -> str:
    """Return "Anna" of "Anna's"."""
    for ending in ("'s", "\u2019s", "s'"):
        if text.endswith(ending):
            return text[:-2] if ending != "s'" else text[:-1]
    return text


def joined(first: Phrase, second: Phrase) -> Phrase:
    """Return both with all that stands between them."""
    if not first or not second:
        return first or second
    start, end = min(first.tokens[0].start, second.tokens[0].start), max(first.tokens[-1].end, second.tokens[-1].end)
    return Phrase(first.source, tuple(t for t in tokens(first.source) if t.start >= start and t.end <= end))


def _listed(text: str) -> list[str]:
    return [part.strip().strip("\"'") for part in text[1:-1].split(",") if part.strip()]


def singular(word: str) -> str:
    """Return the singular of an English noun."""
    if word in {"movies", "cookies", "calories", "selfies", "ties", "pies", "series"}:
        return word if word == "series" else word[:-1]
    if word.endswith("ies") and len(word) > 4:  # noqa: PLR2004
        return word[:-3] + "y"
    if word.endswith(("xes", "ches", "shes", "sses")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word
