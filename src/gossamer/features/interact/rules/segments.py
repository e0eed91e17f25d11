"""Segments: a prompt cut into clauses, one for each thing to do, in the order in which they are to be done."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from gossamer.features.interact.rules import lexicon
from gossamer.features.interact.rules.tokens import Token, tokens

MAX_WORDS: Final = 800
MAX_SENTENCE: Final = 160
_HARD: Final = frozenset({".", "!", "?", ";"})
_LINE_START: Final = re.compile(r"\n\s*(?:[-*•]|\d{1,2}[.)])?\s*")
_FIRST_NUMBER: Final = re.compile(r"\s*(?:[-*•]|1[.)])\s+(?=\S)")
_LONGEST_VERB: Final = 5
_LONGEST_FILLER: Final = 7
_SURELY_ASKING: Final = frozenset({"what", "how", "whether", "if", "then", "don't"})
_ASKING: Final = _SURELY_ASKING | {"who", "when", "where", "which", "is", "are"}
_ORDERS: Final = frozenset({"ascending", "descending"})
_LONGEST_ORDER: Final = 4
_OBJECT_STARTS: Final = lexicon.word_list("grammar", "object_starts")


class TooLong(Exception):
    """The prompt is longer than the rules read."""


def clauses(prompt: str) -> list[tuple[Token, ...]]:
    """Return the clauses of *prompt* as tokens of it, in the order in which they are to be done. Raises TooLong."""
    text = normal(prompt)
    found = tokens(text)
    if len(found) > MAX_WORDS:
        raise TooLong(f"Without a model a prompt may have up to {MAX_WORDS} words; this one has {len(found)}.")
    pieces: list[tuple[Token, ...]] = []
    for sentence in _sentences(found):
        if len(sentence) > MAX_SENTENCE:
            raise TooLong(f"Without a model a sentence may have up to {MAX_SENTENCE} words. Write shorter sentences.")
        for piece in _pieces(sentence):
            pieces += _in_order(piece)
    trimmed = (_trimmed(piece) for piece in pieces)
    kept = [piece for piece in trimmed if any(t.kind != "mark" for t in piece) and not _only_filler(piece)]
    kept = [part for piece in _with_numbers(kept) for part in _with_place(piece)]
    # "Find and click X": finding is no step of its own.
    return [
        p
        for n, p in enumerate(kept)
        if n == len(kept) - 1 or not (len(p) == 1 and p[0].norm in {"find", "locate", "go"})
    ]


def _with_numbers(pieces: Sequence[tuple[Token, ...]]) -> list[tuple[Token, ...]]:
    """Return *pieces*, each "two of them" as a part of the clause before it."""
    found: list[tuple[Token, ...]] = []
    for piece in pieces:
        said = {t.norm for t in piece[1:] if t.kind != "mark"}
        if found and piece[0].value is not None and said and said <= {"of", "them", "it", "those", "these", "pieces"}:
            found[-1] = (*found[-1], *piece)
        else:
            found.append(piece)
    return found


def _with_place(piece: tuple[Token, ...]) -> list[tuple[Token, ...]]:
    """Return a clause that begins with a place as two: "on the FAQ page open the second question"."""
    if piece[0].norm not in {"on", "in", "under"}:
        return [piece]
    for at in range(2, len(piece) - 1):
        if piece[at].norm == "," or piece[at - 1].norm in _OBJECT_STARTS:
            continue
        if begins_clause(piece[at:]) and piece[at].norm not in lexicon.word_list("grammar", "shy"):
            return [piece[:at], piece[at:]]
    return [piece]


def normal(prompt: str) -> str:
    """Return *prompt* with each line that is a step of its own ended by a semicolon; all letters stay in place."""
    first = _FIRST_NUMBER.match(prompt)
    text = " " * first.end() + prompt[first.end() :] if first else prompt
    return _LINE_START.sub(lambda m: ";" + " " * (len(m.group()) - 1), text)


def _sentences(found: Sequence[Token]) -> Iterator[list[Token]]:
    sentence: list[Token] = []
    for at, token in enumerate(found):
        follows_colon = token.norm == ";" and at and found[at - 1].norm in {":", ","}
        short = token.norm == "." and at and found[at - 1].norm in lexicon.word_list("grammar", "abbreviations")
        if token.kind == "mark" and token.norm in _HARD and not follows_colon and not short:
            if token.norm == "?":
                sentence.append(token)
            yield sentence
            sentence = []
        else:
            sentence.append(token)
    yield sentence


def _pieces(sentence: list[Token]) -> Iterator[tuple[Token, ...]]:
    norms = tuple(t.norm for t in sentence[1:3])
    readings = (*lexicon.verbs().get(norms[:1], ()), *lexicon.verbs().get(norms, ()))
    if sentence and sentence[0].norm in {"after", "once", "by"} and any(kind == "ing" for _, _, kind in readings):
        # "After signing in (…) tell me …": the order is as it stands.
        sentence = sentence[1:]
    start = at = 0
    while at < len(sentence):
        width = _boundary(sentence, at, reads=_reads(sentence[start:at]))
        if width and at > start:
            yield tuple(sentence[start:at])
            start = at = at + width
        else:
            at += 1
    yield tuple(sentence[start:])


def _reads(before: Sequence[Token]) -> bool:
    """Return whether a clause asks for something to be returned: a list of names that follows belongs to it."""
    body = before[_fillers_at(before) :]
    norms = tuple(t.norm for t in body[:_LONGEST_VERB])
    table = lexicon.verbs()
    return any(action == "read" for n in range(len(norms), 0, -1) for action, _, _ in table.get(norms[:n], ()))


def _boundary(sentence: list[Token], at: int, *, reads: bool = False) -> int:
    """Return how many tokens part two clauses at *at*: 0 where there is no boundary."""
    token = sentence[at]
    if token.kind == "quote" or (token.kind not in {"mark", "word"}):
        return 0
    width = 0
    sure = False
    while at + width < len(sentence):
        norm = sentence[at + width].norm if sentence[at + width].kind in {"mark", "word"} else ""
        if norm in {",", "and", "&", "-", "\u2013", "\u2014", "but", ")", ":"}:
            width += 1
        elif (length := _phrase_at(sentence, at + width, lexicon.phrases("grammar", "sequence"))) > 0 or (
            width
            and (length := _phrase_at(sentence, at + width, lexicon.phrases("grammar", "sequence_after_comma"))) > 0
        ):
            width += length
            sure = True
        else:
            break
    if width == 0 or at + width >= len(sentence):
        return 0
    rest = sentence[at + width :]
    rest = rest[_fillers_at(rest) :]
    if sure:
        return width if rest else 0
    if _conditional(sentence[:at]) or _within_verb(sentence, at):
        return 0
    return width if begins_clause(rest, after_comma=token.norm == ",", reads=reads) else 0


def _within_verb(sentence: Sequence[Token], at: int) -> bool:
    """Return whether the word at *at* belongs to the verb before it: "drag and drop"."""
    norms = tuple(t.norm for t in sentence)
    return any(
        (*norms[at - back : at], norms[at], *norms[at + 1 : at + 2]) in lexicon.verbs() for back in (1,) if at >= back
    )


def _conditional(before: Sequence[Token]) -> bool:
    """Return whether a condition ("if there is a banner") has not ended yet."""
    body = before[_fillers_at(before) :]
    return bool(body) and body[0].norm in lexicon.phrase_set("markers", "if") and all(t.norm != "," for t in body)


def begins_clause(rest: Sequence[Token], *, after_comma: bool = False, reads: bool = False) -> bool:
    """Return whether a new clause begins with these tokens: a verb in its base form with an object, or a question."""
    if not rest or rest[0].kind != "word":
        return False
    first, second = rest[0].norm, rest[1].norm if len(rest) > 1 else ""
    upto = next((n for n, t in enumerate(rest) if t.norm == ","), len(rest))
    if first == "yes" or (after_comma and 1 < upto <= _LONGEST_ORDER and rest[upto - 1].norm in _ORDERS):
        return True
    if first in _ASKING:
        return first in _SURELY_ASKING or (len(rest) > 1 and rest[-1].norm == "?")
    if after_comma and not reads and first in lexicon.word_list("reading", "answer_words") and len(rest) > 1:
        # "…, names and prices please": what to answer with.
        return second in {"and", "+", "&", ","} or rest[-1].norm in lexicon.word_list("reading", "answer_words")
    length = _verb_length(rest)
    return length > 1 or (length == 1 and _is_verb_here(rest, after_comma=after_comma))


def _is_verb_here(rest: Sequence[Token], *, after_comma: bool) -> bool:
    """Return whether a word that may be a verb is one, by what stands behind it."""
    first, second = rest[0].norm, rest[1].norm if len(rest) > 1 else ""
    if first in lexicon.word_list("grammar", "nouns"):
        return len(rest) > 1 and (second in _OBJECT_STARTS - {"a", "an"} or rest[1].kind == "quote" or second == "now")
    if first not in lexicon.word_list("grammar", "shy"):
        return second not in {",", "and", "is", "of", ":"} or first in {"submit", "search"}
    if len(rest) == 1 or (rest[1].kind == "mark" and rest[1].norm not in {"'", '"'}):
        return first in lexicon.word_list("page", "final") or first in {"search", "save", "close", "finish"}
    return (
        second in _OBJECT_STARTS
        or rest[1].kind in {"quote", "ordinal", "address"}
        or _named(rest, after_comma=after_comma)
    )


def _named(rest: Sequence[Token], *, after_comma: bool) -> bool:
    second = rest[1]
    if second.kind == "word" and (second.text[:1].isupper() or second.norm in {"for", "by", "only", "next", "page"}):
        return rest[0].text[:1].islower()
    return not after_comma and second.kind == "word" and second.norm not in {"and", "or", "of", "to", "in", "as", "for"}


def _verb_length(rest: Sequence[Token]) -> int:
    """Return how many tokens the verb in its base form has that *rest* begins with; 0 without one."""
    norms = tuple(t.norm if t.kind == "word" else "" for t in rest[:_LONGEST_VERB])
    table = lexicon.verbs()
    for length in range(len(norms), 0, -1):
        readings = table.get(norms[:length], ())
        if any(kind == "base" for _, _, kind in readings):
            return length
    return 0


def _phrase_at(found: Sequence[Token], at: int, phrases: Sequence[str]) -> int:
    norms = tuple(t.norm if t.kind in {"word", "mark", "ordinal"} else "" for t in found[at : at + _LONGEST_FILLER])
    for phrase in phrases:
        split = tuple(phrase.split())
        if norms[: len(split)] == split:
            return len(split)
    return 0


def _fillers_at(found: Sequence[Token]) -> int:
    """Return how many tokens before a command say nothing: "please", "could you", commas."""
    at = 0
    while at < len(found):
        if found[at].kind == "mark" and found[at].norm in {",", ":", "-"}:
            at += 1
            continue
        length = _phrase_at(found, at, lexicon.phrases("grammar", "fillers"))
        if not length or at + length >= len(found):
            return at
        at += length
    return at


def _trimmed(piece: tuple[Token, ...]) -> tuple[Token, ...]:
    """Return a clause without what says nothing at its beginning and end."""
    body = _without_means(piece[_fillers_at(piece) :])
    while body:
        if body[-1].kind == "mark" and body[-1].norm in {",", ":", ";"}:
            body = body[:-1]
            continue
        for phrase in lexicon.phrases("grammar", "trailers"):
            split = tuple(phrase.split())
            norms = tuple(t.norm if t.kind == "word" else "" for t in body[-len(split) :])
            if norms == split and len(body) > len(split):
                body = body[: -len(split)]
                break
        else:
            return body
    return body


def _only_filler(piece: tuple[Token, ...]) -> bool:
    """Return whether a clause is nothing but a greeting or a courtesy: "hi", "thanks"."""
    said = " ".join(t.norm for t in piece if t.kind != "mark")
    return said in lexicon.phrase_set("grammar", "fillers") | lexicon.phrase_set("grammar", "trailers")


def _without_means(body: tuple[Token, ...]) -> tuple[Token, ...]:
    """Return a clause without what it is done with: "use the search box to find X", "using the editor, type X"."""
    if not body or body[0].norm not in {"use", "using", "with", "via"}:
        return body
    for at, token in enumerate(body[1:-1], 1):
        if token.norm in {"to", ","} and _verb_length(body[at + 1 :]):
            return body[at + 1 :]
    return body


def _in_order(piece: tuple[Token, ...]) -> list[tuple[Token, ...]]:
    """Return a clause that names what comes before or after it as two: "add it after showing more" is the other way."""
    for at, token in enumerate(piece[1:-1], 1):
        if token.kind != "word" or token.norm not in {"after", "before", "by"}:
            continue
        following = piece[at + 1]
        readings = lexicon.verbs().get((following.norm,), ())
        if following.kind == "word" and any(kind == "ing" for _, _, kind in readings):
            inner, outer = piece[at + 1 :], piece[:at]
            return [outer, inner] if token.norm == "before" else [inner, outer]
    return [piece]
