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
_JOINTS: Final = lexicon.word_list("grammar", "joints")
_OBJECT_STARTS: Final = lexicon.word_list("grammar", "object_starts")

Piece = tuple[Token, ...]
_END: Final = Token("mark", "", "", 0, 0)


class TooLong(Exception):
    """The prompt is longer than the rules read."""


def clauses(prompt: str) -> list[Piece]:
    """Return the clauses of *prompt* as tokens of it, in the order in which they are to be done. Raises TooLong."""
    prompt_tokens = tokens(normal(prompt))
    if len(prompt_tokens) > MAX_WORDS:
        raise TooLong(f"Without a model a prompt may have up to {MAX_WORDS} words; this one has {len(prompt_tokens)}.")
    sentences = list(_sentences(prompt_tokens))
    if any(len(sentence) > MAX_SENTENCE for sentence in sentences):
        raise TooLong(f"Without a model a sentence may have up to {MAX_SENTENCE} words. Write shorter sentences.")
    pieces = [part for sentence in sentences for piece in _pieces(sentence) for part in _in_order(piece)]
    kept_pieces: list[Piece] = []
    for piece in map(_trim_clause, pieces):
        rest = {t.norm for t in piece[1:] if t.kind != "mark"}
        if not any(t.kind != "mark" for t in piece) or _only_filler(piece):
            continue
        if kept_pieces and piece[0].value is not None and rest and rest <= lexicon.word_list("grammar", "counted"):
            # "Two of them" is a part of the clause before it.
            kept_pieces[-1] = (*kept_pieces[-1], *piece)
        else:
            kept_pieces += _with_place(piece)
    # "Find and click X": finding is no step of its own.
    idle = {"find", "locate", "go"}
    return [p for n, p in enumerate(kept_pieces) if n == len(kept_pieces) - 1 or len(p) > 1 or p[0].norm not in idle]


def normal(prompt: str) -> str:
    """Return *prompt* with each line that is a step of its own ended by a semicolon; all letters stay in place."""
    first = _FIRST_NUMBER.match(prompt)
    text = " " * first.end() + prompt[first.end() :] if first else prompt
    return _LINE_START.sub(lambda m: ";" + " " * (len(m.group()) - 1), text)


def _with_place(piece: Piece) -> list[Piece]:
    """Return a clause that begins with a place as two: "on the FAQ page open the second question"."""
    for at in range(2, len(piece) - 1) if piece[0].norm in {"on", "in", "under"} else ():
        within = piece[at].norm == "," or piece[at - 1].norm in _OBJECT_STARTS
        if not within and begins_clause(piece[at:]) and piece[at].norm not in lexicon.word_list("grammar", "shy"):
            return [piece[:at], piece[at:]]
    return [piece]


def _sentences(prompt_tokens: Sequence[Token]) -> Iterator[list[Token]]:
    sentence: list[Token] = []
    for at, token in enumerate(prompt_tokens):
        before = prompt_tokens[at - 1].norm if at else ""
        goes_on = (token.norm == ";" and before in {":", ","}) or (
            token.norm == "." and before in lexicon.word_list("grammar", "abbreviations")
        )
        ends = token.kind == "mark" and token.norm in _HARD and not goes_on
        if not ends or token.norm == "?":
            sentence.append(token)
        if ends:
            yield sentence
            sentence = []
    yield sentence


def _pieces(sentence: list[Token]) -> Iterator[Piece]:
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
    norms = tuple(t.norm for t in before[_fillers_at(before) :][:_LONGEST_VERB])
    return any(
        action == "read" for n in range(len(norms), 0, -1) for action, _, _ in lexicon.verbs().get(norms[:n], ())
    )


def _boundary(sentence: list[Token], at: int, *, reads: bool) -> int:
    """Return the number of tokens that part two clauses at *at*: 0 where there is no boundary."""
    width, sure = 0, False
    while at + width < len(sentence) and sentence[at + width].kind in {"mark", "word"}:
        length = int(sentence[at + width].norm in _JOINTS)
        if not length:
            after = lexicon.phrases("grammar", "sequence_after_comma") if width else ()
            length = _phrase_at(sentence, at + width, (*lexicon.phrases("grammar", "sequence"), *after))
            sure = sure or length > 0
        if not length:
            break
        width += length
    rest = sentence[at + width :]
    if not width or not rest or sure:
        return width if rest else 0
    body = sentence[_fillers_at(sentence[:at]) : at]
    conditional = (
        bool(body) and body[0].norm in lexicon.phrase_set("markers", "if") and all(t.norm != "," for t in body)
    )
    # "Drag and drop" is one verb.
    within = at and tuple(t.norm for t in sentence[at - 1 : at + 2]) in lexicon.verbs()
    after_comma = sentence[at].norm == ","
    begins = begins_clause(rest[_fillers_at(rest) :], after_comma=after_comma, reads=reads)
    return width if begins and not conditional and not within else 0


def begins_clause(rest: Sequence[Token], *, after_comma: bool = False, reads: bool = False) -> bool:
    """Return whether a new clause begins with these tokens: a verb in its base form with an object, or a question."""
    if not rest or rest[0].kind != "word":
        return False
    if rest[0].norm in _ASKING:
        return rest[0].norm in _SURELY_ASKING or rest[-1].norm == "?"
    if rest[0].norm == "yes" or (after_comma and not reads and _lists_fields(rest)):
        return True
    length = _verb_length(rest)
    return length > 1 or (length == 1 and _is_verb_here(rest, after_comma=after_comma))


def _lists_fields(rest: Sequence[Token]) -> bool:
    """Return whether a clause begins with what to answer with: "…, names and prices please"."""
    begins = len(rest) > 1 and rest[0].norm in lexicon.word_list("reading", "answer_words")
    return begins and rest[1].norm in {"and", "+", "&", ","}


def _is_verb_here(rest: Sequence[Token], *, after_comma: bool) -> bool:
    """Return whether a word that may be a verb is one, by what stands behind it."""
    first, second = rest[0].norm, rest[1] if len(rest) > 1 else _END
    has_object = second.norm in _OBJECT_STARTS or second.kind in {"quote", "ordinal", "address"}
    if first in lexicon.word_list("grammar", "nouns"):
        return second.kind == "quote" or second.norm in _OBJECT_STARTS - {"a", "an"} | {"now"}
    if first not in lexicon.word_list("grammar", "shy"):
        return second.norm not in {",", "and", "is", "of", ":"}
    if second.kind == "mark":
        return first in lexicon.word_list("page", "final") or first in {"search", "save", "close", "finish"}
    return has_object or (second.kind == "word" and _is_object(rest, after_comma=after_comma))


def _is_object(rest: Sequence[Token], *, after_comma: bool) -> bool:
    """Return whether a word behind a shy verb is its object: a name, else a word that is no grammar."""
    second = rest[1]
    if second.text[:1].isupper():
        return rest[0].text[:1].islower()
    return not after_comma and second.norm not in {"and", "or", "of", "to", "in", "as", "for"}


def _verb_length(rest: Sequence[Token]) -> int:
    """Return the length in tokens of the base verb that *rest* begins with; 0 without one."""
    norms = tuple(t.norm if t.kind == "word" else "" for t in rest[:_LONGEST_VERB])
    lengths = (n for n in range(len(norms), 0, -1) for *_, kind in lexicon.verbs().get(norms[:n], ()) if kind == "base")
    return next(lengths, 0)


def _phrase_at(piece: Sequence[Token], at: int, phrases: Sequence[str]) -> int:
    """Return the length in tokens of the first of *phrases* at *at*; 0 without one."""
    norms = tuple(t.norm if t.kind in {"word", "mark", "ordinal"} else "" for t in piece[at : at + _LONGEST_FILLER])
    splits = (tuple(phrase.split()) for phrase in phrases)
    return next((len(split) for split in splits if norms[: len(split)] == split), 0)


def _fillers_at(piece: Sequence[Token]) -> int:
    """Return the number of empty tokens before a command: "please", "could you", commas."""
    at = 0
    while at < len(piece):
        is_mark = piece[at].kind == "mark" and piece[at].norm in {",", ":", "-"}
        length = 1 if is_mark else _phrase_at(piece, at, lexicon.phrases("grammar", "fillers"))
        if not length or (not is_mark and at + length >= len(piece)):
            break
        at += length
    return at


def _trim_clause(piece: Piece) -> Piece:
    """Return a clause without what says nothing at its beginning and end."""
    body = piece[_fillers_at(piece) :]
    while body:
        norms = tuple(t.norm if t.kind == "word" else "" for t in body)
        trailers = (tuple(p.split()) for p in lexicon.phrases("grammar", "trailers"))
        length = next((len(t) for t in trailers if len(t) < len(body) and norms[-len(t) :] == t), 0)
        if length and any(action == "press" for action, _, _ in lexicon.verbs().get(norms[:-length], ())):
            # "Click OK" names a button.
            break
        length = 1 if body[-1].kind == "mark" and body[-1].norm in {",", ":", ";"} else length
        if not length:
            break
        body = body[:-length]
    return body


def _only_filler(piece: Piece) -> bool:
    """Return whether a clause is nothing but a greeting or a courtesy: "hi", "thanks"."""
    spoken = " ".join(t.norm for t in piece if t.kind != "mark")
    return spoken in lexicon.phrase_set("grammar", "fillers") | lexicon.phrase_set("grammar", "trailers")


def _in_order(piece: Piece) -> list[Piece]:
    """Return a clause that names what comes before or after it as two: "add it after showing more" is the other way."""
    for at, token in enumerate(piece[1:-1], 1):
        readings = lexicon.verbs().get((piece[at + 1].norm,), ()) if piece[at + 1].kind == "word" else ()
        if token.kind == "word" and token.norm in {"after", "before", "by"} and any(k == "ing" for *_, k in readings):
            inner, outer = piece[at + 1 :], piece[:at]
            return [outer, inner] if token.norm == "before" else [inner, outer]
    return [piece]
