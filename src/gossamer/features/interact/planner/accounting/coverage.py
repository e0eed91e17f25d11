"""Which words of a clause were used, and which were not: those are named to whoever wrote them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from gossamer.features.interact.planner.language.lexicon import (
    ARTICLES,
    KINDS,
    MARKERS,
    PRONOUNS,
    QUANTIFIERS,
    VERB_FORMS,
)
from gossamer.features.interact.planner.language.phrases import Phrase, owner, singular
from gossamer.features.interact.planner.language.tokens import Token
from gossamer.features.interact.planner.wordsets import word_set

# Words that carry the grammar of a sentence and name nothing.
_GRAMMAR: Final = (
    ARTICLES
    | PRONOUNS
    | frozenset(QUANTIFIERS)
    | word_set(
        "i me my we us our you your yours mine myself it its itself they them their he she him her his one ones there "
        "here and or but so then also too as if of in on at by to from for with into onto using via through over off "
        "up down out about than "
        "is are am be been being was were do does did done doing has have had having can could will would shall should "
        "may might must need needs want wants wanted like let lets please kindly just only simply now next first "
        "finally lastly afterwards again that's i'd i'll i'm i've it's don't let's what which who whose whom where "
        "when how why "
        "made make sure go get give take put use set ahead able order way thing things please thanks thank see such "
        "little small tiny "
        "same very really quite all every each both any some own called named titled labelled labeled reading saying "
        "says "
        "say reads read following below above shown displayed given correct right proper appropriate respective "
        "corresponding matching located somewhere inside within until till while once after before by "
        "find locate look looking search among underneath move moved end place position so follow "
        "page site website screen app form browser mouse cursor keyboard click clicking press pressing enter entering "
        "select selecting choose choosing pick type typing fill filling finish complete proceed task goal job step "
        "value values field fields box boxes section area part item element entry name option options choice"
    )
)
_TURNS: Final = frozenset(m for m in MARKERS if " " not in m) - word_set("except excluding unless")
# Nouns for parts of a page that say nothing about which one; nouns for what a list holds have to be on the page.
_PARTS: Final = frozenset(
    word for noun, kinds in KINDS.items() if kinds[0] not in {"item", "treeitem", "shape"} for word in noun.split()
) | word_set("item element entry row line record result hit listing card list menu file folder node record tree whole")
_ROWS: Final = frozenset(noun for noun, kinds in KINDS.items() if kinds[0] in {"item", "treeitem"})
_REFUSING: Final = word_set("not never without except excluding unless nothing n't cannot instead")


@dataclass(frozen=True)
class Coverage:
    """The words of a clause, and for each whether something was done for it."""

    source: str
    words: tuple[Token, ...]
    used: tuple[bool, ...]

    @property
    def left(self) -> tuple[str, ...]:
        """What nothing was done for, in the words of the clause; words that stand together are one piece."""
        pieces: list[tuple[int, int]] = []
        for i, used in enumerate(self.used):
            if used:
                continue
            start = i
            while start and self.words[start - 1].norm in _LEADING and self.words[start - 1].kind != "quote":
                start -= 1
            if pieces and all(_is_grammar(w) for w in self.words[pieces[-1][1] + 1 : start]):
                pieces[-1] = (pieces[-1][0], i)
            else:
                pieces.append((start, i))
        return tuple(self.source[self.words[a].start : self.words[b].end] for a, b in pieces)


# Verbs that are used only where something was done that they say: nothing is bought by filling in a form.
SENDING: Final = word_set("buy purchase book reserve order pay send submit subscribe publish post upload")
DEEDS: Final = (
    SENDING
    | word_set(
        "delete remove erase discard trash unsubscribe rename reply forward archive star unstar cancel unfollow block "
        "unlike unflag unarchive reopen "
        "mute"
    )
    | {"sign out", "log out", "log off", "sign off", "logout", "signout"}
)


_LEADING: Final = frozenset(m for m in MARKERS if " " not in m) | word_set("the a an not never n't and my")


def _is_grammar(token: Token) -> bool:
    return token.kind == "mark" or (token.kind == "word" and token.norm in _GRAMMAR)


def covered(
    source: str, clause: Iterable[Token], *, verbs: Iterable[str], used: Callable[[Token], bool], in_rows: bool
) -> Coverage:
    """Return which words of *clause* were used.

    *verbs* are the words that said what to do, *used* tells of a word whether a step accounts for it; the nouns for
    entries of a list ("the mail", "the product") are, when something in a row was used.
    """
    words = tuple(clause)
    said = frozenset(w for verb in verbs for w in verb.split())
    return Coverage(source, words, tuple(_used(w, said, used, in_rows=in_rows) for w in words))


def _used(token: Token, verbs: frozenset[str], used: Callable[[Token], bool], *, in_rows: bool) -> bool:
    if token.kind == "mark":
        return True
    if token.kind == "word":
        noun = singular(owner(token.norm))
        if token.norm in _REFUSING:
            return used(token)
        form = VERB_FORMS.get((token.norm,))
        if form is not None and form[1].split()[0] in verbs:
            return True
        if (
            token.norm in _GRAMMAR
            or token.norm in _TURNS
            or token.norm in verbs
            or noun in _PARTS
            or token.norm in _PARTS
        ):
            return True
        if noun in _ROWS and in_rows:
            return True
    return used(token)


def telling_words(phrase: Phrase) -> tuple[Token, ...]:
    """Return the words of a phrase that name something."""
    return tuple(
        t
        for t in phrase.tokens
        if t.kind != "mark"
        and not (t.kind == "word" and (t.norm in _GRAMMAR or singular(t.norm) in _PARTS or singular(t.norm) in _ROWS))
    )
