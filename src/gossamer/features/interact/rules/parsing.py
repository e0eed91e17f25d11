"""Parsing: the readings of a clause as commands. Which of them is meant is decided on the page."""

from collections.abc import Iterator, Sequence
from typing import Final

from gossamer.features.interact.rules import lexicon
from gossamer.features.interact.rules.commands import Chunk, Command, Phrase, names_something
from gossamer.features.interact.rules.tokens import Token

_LONGEST: Final = 6
_PARTICLES: Final = frozenset({"on", "off", "up", "down", "out", "in", "back"})


def readings(source: str, clause: tuple[Token, ...]) -> list[Command]:
    """Return what *clause* may ask for, by each verb that it may begin with; a question or a bare phrase is "read"."""
    condition, body = _condition(clause)
    negated = bool(body) and body[0].norm in lexicon.word_list("grammar", "negations")
    if negated:
        body = body[1:]
    elif len(body) > 1 and body[0].norm == "do" and body[1].norm == "not":
        negated, body = True, body[2:]
    found = [
        _command(source, clause, body, length, action=action, base=base, condition=condition, negated=negated)
        for length, action, base in _verbs_at(body)
    ]
    question = lexicon.word_list("reading", "question") - {"do", "does", "did", "has"}
    found = [
        c.as_("read") if c.action == "search" and c.rest.norms[:1] and c.rest.norms[0] in question else c for c in found
    ]
    if not found or not body or body[0].norm in lexicon.word_list("reading", "question"):
        found.append(_command(source, clause, body, 0, action="read", base="", condition=condition, negated=negated))
    if found and all(not c.verb for c in found) and body and body[0].norm in {"on", "in", "under"} and not negated:
        # "On the FAQ page": where the next clause is to be done.
        return [_command(source, clause, body[1:], 0, action="open", base="", condition=condition, negated=False)]
    said = {t.norm for t in body}
    naming = {t.norm for t in body if names_something(t)}
    least = lexicon.word_list("page", "minimal")
    if naming & least and naming <= least | lexicon.word_list("page", "cover") and not any(c.verb for c in found):
        # "Only the necessary cookies."
        return [_command(source, clause, body, 0, action="reject", base="", condition=condition, negated=False)]
    if found and body and not any(c.verb for c in found) and len(body) > 1 and body[-1].norm == "only":
        # "Furnished places only."
        found.append(_command(source, clause, body, 0, action="filter", base="", condition=condition, negated=negated))
    ordered = body and body[-1].norm in {"first", "ascending", "descending"} and len(body) <= _LONGEST
    if found and ordered and not any(c.verb for c in found):
        # "Cheapest first."
        found.append(_command(source, clause, body, 0, action="sort", base="", condition=condition, negated=negated))
    if (
        found
        and all(not c.verb for c in found)
        and said & {"pw", "password", "pass"}
        and said & {"user", "username", "login"}
    ):
        return [_command(source, clause, body, 0, action="login", base="", condition=condition, negated=negated)]
    asks = body[0].norm in lexicon.word_list("reading", "question") or clause[-1].norm == "?" if body else True
    if found and all(not c.verb for c in found) and not asks:
        # "Name: Ada", "there will be four guests": a statement may be a value for a field.
        found.append(_command(source, clause, body, 0, action="fill", base="", condition=condition, negated=negated))
    return found


def _condition(clause: tuple[Token, ...]) -> tuple[Phrase | None, tuple[Token, ...]]:
    """Return the condition that a clause begins or ends with, and the rest."""
    marks = lexicon.phrase_set("markers", "if")
    for at, token in enumerate(clause):
        if token.kind != "word" or token.norm not in marks or (token.norm == "when" and at == 0 and _asks(clause)):
            continue
        if at == 0:
            comma = next((i for i, t in enumerate(clause) if t.norm == ","), len(clause))
            return Phrase("", clause[1:comma]), clause[comma + 1 :]
        if token.norm == "if" and clause[0].norm not in {"check", "see", "tell", "find"}:
            return Phrase("", clause[at + 1 :]), clause[:at]
    return None, clause


def _asks(clause: tuple[Token, ...]) -> bool:
    return clause[-1].norm == "?" or all(t.norm != "," for t in clause)


def _verbs_at(body: Sequence[Token]) -> Iterator[tuple[int, str, str]]:
    """Yield how many tokens a verb at the beginning has, what it asks for, and its base form; longest first."""
    norms = tuple(t.norm if t.kind == "word" else "" for t in body[:_LONGEST])
    seen: set[str] = set()
    for length in range(len(norms), 0, -1):
        for action, base, kind in lexicon.verbs().get(norms[:length], ()):
            if kind in {"base", "ing"} and action not in seen:
                seen.add(action)
                yield length, action, base


def _command(
    source: str,
    clause: tuple[Token, ...],
    body: tuple[Token, ...],
    length: int,
    *,
    action: str,
    base: str,
    condition: Phrase | None,
    negated: bool,
) -> Command:
    rest, until = _until(source, body[length:])
    rest, times = _times(rest)
    verb_tokens, rest = _with_particle(body[:length], rest)
    found, chunks = _chunks(source, rest)
    held = None if condition is None else Phrase(source, condition.tokens)
    if len(verb_tokens) > length:
        # "Turn the radio off": verb and particle are one verb, which may ask for something else.
        base = " ".join((base, *(t.norm for t in verb_tokens[length:])))
        action = next((a for a, b, _ in lexicon.verbs().get(tuple(t.norm for t in verb_tokens), ()) if b), action)
    verb = base
    return Command(
        action, verb, Phrase(source, clause if condition is None else body), verb_tokens, Phrase(source, rest),
        found, chunks, times, until, held, negated,
    )  # fmt: skip


def _with_particle(verb: tuple[Token, ...], rest: tuple[Token, ...]) -> tuple[tuple[Token, ...], tuple[Token, ...]]:
    """Return the verb with its particle where that stands at the end: "turn the radio off"."""
    ends = len(verb) == 1 and len(rest) > 1 and rest[-1].kind == "word" and rest[-1].norm in _PARTICLES
    if ends and (verb[0].norm, rest[-1].norm) in lexicon.verbs():
        return (*verb, rest[-1]), rest[:-1]
    return verb, rest


def _until(source: str, body: tuple[Token, ...]) -> tuple[tuple[Token, ...], Phrase | None]:
    marks = lexicon.phrase_set("markers", "until")
    for at, token in enumerate(body):
        if token.kind == "word" and token.norm in marks:
            return body[:at], Phrase(source, body[at + 1 :])
    return body, None


def _times(body: tuple[Token, ...]) -> tuple[tuple[Token, ...], int | None]:
    """Return the clause without how often, and how often: "twice", "3 times"."""
    for at, token in enumerate(body):
        if token.norm in {"once", "twice", "thrice"}:
            return body[:at] + body[at + 1 :], lexicon.numbers()[token.norm]
        number = body[at - 1].value if at else None
        if token.norm in {"times", "time"} and number:
            return body[: at - 1] + body[at + 1 :], int(number)
    return body, None


def _chunks(source: str, body: tuple[Token, ...]) -> tuple[Phrase, tuple[Chunk, ...]]:
    """Return what stands before the first marker, and the parts behind markers."""
    cuts: list[tuple[int, int, str]] = []
    at = 0
    while at < len(body):
        length, role = _marker_at(body, at)
        if length:
            cuts.append((at, length, role))
        at += max(1, length)
    ends = [*(start for start, _, _ in cuts[1:]), len(body)][: len(cuts)]
    chunks = tuple(
        Chunk(role, body[start : start + length], Phrase(source, body[start + length : end]))
        for (start, length, role), end in zip(cuts, ends, strict=True)
    )
    return Phrase(source, body[: cuts[0][0]] if cuts else body), chunks


def _marker_at(body: tuple[Token, ...], at: int) -> tuple[int, str]:
    norms = tuple(t.norm if t.kind == "word" else "" for t in body[at : at + _LONGEST])
    for length in range(len(norms), 0, -1):
        role = lexicon.markers().get(norms[:length])
        if role is not None:
            return length, role
    return 0, ""
