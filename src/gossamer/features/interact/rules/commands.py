"""Commands: what one clause of a prompt asks for, by its grammar alone.

A phrase keeps its tokens, because names on pages may be anything: "Sign in" may be a verb, or a button's whole name.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import Final

from gossamer.content.text.names import singular
from gossamer.features.interact.rules import lexicon
from gossamer.features.interact.rules.similarity import accounts_for, words
from gossamer.features.interact.rules.tokens import Token

_LONGEST_NOUN: Final = 3
_JOINERS: Final = frozenset({",", "and", "&", "or", ";", "plus", "nor"})
_PLACES: Final = frozenset({"into", "on", "from", "under", "at"})
_END_MARKS: Final = frozenset(".,:!?;")


@dataclass(frozen=True)
class Phrase:
    """Some tokens of *source*; may be empty."""

    source: str
    tokens: tuple[Token, ...] = ()

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
    def bare(self) -> "Phrase":
        """It without articles and marks at its ends."""
        start, end = 0, len(self.tokens)
        articles = lexicon.word_list("grammar", "articles")
        while start < end and (_is_mark(self.tokens[start]) or _word(self.tokens[start]) in articles):
            start += 1
        while end > start and _is_mark(self.tokens[end - 1]):
            end -= 1
        return self.between(start, end)

    @cached_property
    def literal(self) -> str:
        """What would be typed: the quoted text when there is one, else the words without article and closing mark."""
        return self.quotes[0] if len(self.quotes) == 1 and self._is_mostly_quote else self.bare.raw

    @cached_property
    def value(self) -> str:
        """What is given to a field: the quoted text where there is one, else the words as they are written."""
        if len(self.quotes) == 1 and (self._is_mostly_quote or self.bare.tokens[-1].kind == "quote"):
            return self.quotes[0]
        end = len(self.tokens)
        while end and self.tokens[end - 1].kind == "mark" and self.tokens[end - 1].norm in {".", ",", ":", ";"}:
            end -= 1
        return self.between(0, end).raw

    @cached_property
    def _is_mostly_quote(self) -> bool:
        filler = lexicon.word_list("grammar", "filler")
        return all(t.kind in {"quote", "mark"} or t.norm in filler or self.is_noun(t) for t in self.tokens)

    def is_noun(self, token: Token) -> bool:
        """Return whether *token* is the noun for a part of a page that heads this phrase."""
        return self.noun is not None and token in self.tokens[self.noun[1] : self.noun[2]]

    @cached_property
    def noun(self) -> tuple[str, int, int] | None:
        """The noun for a part of a page that heads it or stands before a quotation, with where it starts and ends."""
        norms = ["" if is_name(t) else _word(t) for t in self.tokens]
        last = len(norms)
        while last and (norms[last - 1] in _END_MARKS or _is_mark(self.tokens[last - 1])):
            last -= 1
        first = len(self.tokens) - len(self.bare.tokens) - (len(norms) - last) if self.bare else 0
        lengths = range(min(_LONGEST_NOUN, last), 0, -1)
        spans = [(last - n, last) for n in lengths]
        spans += [(first, first + n) for n in lengths if 0 <= first < first + n < last]
        spans += [(n, n + 1) for n, t in enumerate(self.tokens[1:]) if t.kind == "quote"]
        named = ((" ".join(norms[start:end]), start, end) for start, end in spans)
        return next((noun_span for noun_span in named if lexicon.kinds_of(noun_span[0])), None)

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of element that its noun may mean; () without one."""
        return lexicon.kinds_of(self.noun[0]) if self.noun else ()

    @cached_property
    def plural(self) -> bool:
        """Whether its noun is in the plural."""
        return self.noun is not None and singular(self.noun[0]) != self.noun[0]

    @cached_property
    def ordinal(self) -> int | None:
        """Which one of several it means, from 1, or negative from the end; None when it does not say."""
        for at, token in enumerate(self.tokens):
            if token.kind == "ordinal" and token.value:
                return -2 if self.norms[at + 1 : at + 3] == ("to", "last") else int(token.value)
            if token.norm in {"number", "no", "nr", "#"} and at + 1 < len(self.tokens) and self.noun:
                value = self.tokens[at + 1].value
                return int(value) if value and value > 0 else None
        return None

    @cached_property
    def all(self) -> bool:
        """Whether it means all there are."""
        return any(_word(t) in lexicon.word_list("grammar", "all") for t in self.tokens)

    @cached_property
    def content(self) -> tuple[Token, ...]:
        """The tokens that name something: no articles, grammar, ordinals, marks, nor the noun of the phrase."""
        return tuple(t for t in self.tokens if names_something(t) and not self.is_noun(t))

    def items(self) -> tuple["Phrase", ...]:
        """Return the items of its list; itself alone when it is no list."""
        joined = groupby(self.tokens, lambda t: t.kind != "quote" and t.norm in _JOINERS)
        phrases = [Phrase(self.source, tuple(part)) for joins, part in joined if not joins]
        quoted = ([Phrase(self.source, (t,)) for t in p.tokens if t.kind == "quote"] for p in phrases)
        return tuple(q for p, quotes in zip(phrases, quoted, strict=True) for q in (quotes if len(quotes) > 1 else [p]))

    def without(self, tokens: Iterable[Token]) -> "Phrase":
        """Return it without these tokens."""
        dropped_starts = {t.start for t in tokens}
        return Phrase(self.source, tuple(t for t in self.tokens if t.start not in dropped_starts))

    def between(self, start: int, end: int | None = None) -> "Phrase":
        """Return its tokens from number *start* to number *end*."""
        return Phrase(self.source, self.tokens[start:end])


def _word(token: Token) -> str:
    return token.norm if token.kind == "word" else ""


def _is_mark(token: Token) -> bool:
    return token.kind == "mark" and token.norm in _END_MARKS


def is_name(token: Token) -> bool:
    """Return whether a word is written as a name: in capitals, as on a button."""
    return token.kind == "word" and len(token.text) > 1 and token.text.isupper()


def names_something(token: Token) -> bool:
    """Return whether *token* is a word that has to be found on the page, or a value."""
    if token.kind != "word" or is_name(token):
        return token.kind not in {"mark", "ordinal"}
    grammar = (lexicon.word_list("grammar", name) for name in ("articles", "all", "filler", "pronouns"))
    is_marker = lexicon.markers().get((token.norm,), "except") != "except"
    return not is_marker and not any(token.norm in grammar_words for grammar_words in grammar)


def wanted_words(tokens: Iterable[Token]) -> Iterator[tuple[Token, str]]:
    """Yield each token with each folded word in it: a quotation has several."""
    for token in tokens:
        for word in words(token.text):
            yield token, word


def _match_tokens(tokens: Iterable[Token], texts: Iterable[str]) -> frozenset[int]:
    have = tuple(w for text in texts for w in words(text))
    token_words = list(wanted_words(tokens))
    missing = {t.start for t, w in token_words if not accounts_for(w, have)}
    return frozenset(t.start for t, _ in token_words if t.start not in missing)


@dataclass(frozen=True)
class ClauseChunk:
    """A part of a clause behind a marker: *role* says what it does ("into", "from", "named", "except")."""

    role: str
    marker: tuple[Token, ...]
    phrase: Phrase


@dataclass(frozen=True)
class Command:
    """A clause: what to do (*action*, said by *verb*), to what (*object*), and more about it (*chunks*).

    *rest* is all behind the verb. *times* is how often, *until* what ends a repetition. *conditional* is a clause that
    has to hold first. *negated* is for what must not be done.
    """

    action: str
    verb: str
    clause: Phrase
    verb_tokens: tuple[Token, ...]
    rest: Phrase
    object: Phrase
    chunks: tuple[ClauseChunk, ...] = ()
    times: int | None = None
    until: Phrase | None = None
    condition: Phrase | None = None
    negated: bool = False

    def chunk(self, *roles: str) -> Phrase | None:
        """Return the phrase of the first chunk with one of these roles; None without one."""
        return next((c.phrase for c in self.chunks if c.role in roles), None)

    @cached_property
    def content(self) -> tuple[Token, ...]:
        """The tokens that have to be accounted for, without those of the verb and of the end of a repetition."""
        excluded_starts = {t.start for t in (*self.verb_tokens, *(self.until.tokens if self.until else ()))}
        if self.times is not None:
            excluded_starts |= {t.start for t in self.clause.tokens} - {t.start for t in self.rest.tokens}
        return tuple(t for t in self.clause.tokens if t.start not in excluded_starts and names_something(t))

    @cached_property
    def whole(self) -> frozenset[int]:
        """Where all its tokens start."""
        return frozenset(t.start for t in self.clause.tokens)

    def says(self, *texts: str) -> frozenset[int]:
        """Return the starts of its content words that *texts*, of the target itself, account for."""
        return _match_tokens(self.content, texts)

    def places(self, *texts: str) -> frozenset[int]:
        """Return the starts of words that say a place ("in the billing section") and that *texts* account for."""
        chunks = [c for c in self.chunks if c.role in _PLACES]
        return _match_tokens([t for c in chunks for t in c.phrase.tokens if names_something(t)], texts)

    @property
    def wording(self) -> str:
        """The clause in its own words."""
        return self.clause.raw

    def as_(self, action: str) -> "Command":
        """Return it read as another action."""
        return replace(self, action=action)
