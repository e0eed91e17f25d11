"""Parsing: the readings of a clause as commands. Which of them is meant is decided on the page."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from gossamer.features.interact.rules import lexicon
from gossamer.features.interact.rules.commands import ClauseChunk, Command, Phrase, names_something
from gossamer.features.interact.rules.tokens import Token

_LONGEST: Final = 6
_PARTICLES: Final = frozenset({"on", "off", "up", "down", "out", "in", "back"})
_PLACES: Final = frozenset({"on", "in", "under"})


def readings(source: str, clause: tuple[Token, ...]) -> list[Command]:
    """Return the readings of *clause*, by each verb that it may begin with; a question or a bare phrase is "read"."""
    condition, body = _condition(clause)
    negated, skipped = _read_negation(body)
    body = body[skipped:]
    held = None if condition is None else Phrase(source, condition)
    clause_phrase = Phrase(source, clause if condition is None else body)
    question = lexicon.word_list("reading", "question")
    commands = []
    for length, action, base in _verbs_at(body):
        command = _command(Phrase(source, body), length, action, base)
        asks = command.action == "search" and command.rest.norms[:1] and command.rest.norms[0] in question - _DOING
        commands.append(command.as_("read") if asks else command)
    if not commands or not body or body[0].norm in question:
        bare = [] if commands else _bare_actions(clause, body)
        skipped = 1 if bare == ["open"] else 0
        plain = _command(Phrase(source, body[skipped:]), 0, "read", "")
        commands += [plain.as_(action) for action in bare] or [plain]
    return [replace(c, clause=clause_phrase, condition=held, negated=negated) for c in commands]


_SIGN_IN: Final = frozenset({"login", "signin", "log-in", "sign-in"})
_DOING: Final = frozenset({"do", "does", "did", "has"})


def _read_negation(body: Sequence[Token]) -> tuple[bool, int]:
    """Return whether a clause says what must not be done, and how many tokens say so."""
    if body and body[0].norm in lexicon.word_list("grammar", "negations"):
        return True, 1
    return (True, 2) if [t.norm for t in body[:2]] == ["do", "not"] else (False, 0)


def _bare_actions(clause: Sequence[Token], body: Sequence[Token]) -> list[str]:
    """Return the possible actions of a clause without a verb."""
    body_words = {t.norm for t in body}
    naming = {t.norm for t in body if names_something(t)}
    least = lexicon.word_list("page", "minimal")
    if body and body[0].norm in _PLACES:
        # "On the FAQ page": where the next clause is to be done.
        return ["open"]
    if naming & least and naming <= least | lexicon.word_list("page", "cover"):
        # "Only the necessary cookies."
        return ["reject"]
    if (body_words & _SIGN_IN and body_words & {"/", "with", "as"}) or (
        body_words & {"pw", "password", "pass"} and body_words & {"user", "username"}
    ):
        return ["login"]
    actions = ["read"]
    if body and body[0].norm not in lexicon.word_list("reading", "question") and clause[-1].norm != "?":
        # "Name: Ada", "there will be four guests": a statement may be a value for a field.
        actions.append("fill")
    return actions


def _condition(clause: tuple[Token, ...]) -> tuple[tuple[Token, ...] | None, tuple[Token, ...]]:
    """Return the condition that a clause begins or ends with, and the rest."""
    marks = lexicon.phrase_set("markers", "if")
    comma = next((i for i, t in enumerate(clause) if t.norm == ","), len(clause))
    asks = clause[-1].norm == "?" or comma == len(clause)
    if clause[0].norm in marks and not (clause[0].norm == "when" and asks):
        return clause[1:comma], clause[comma + 1 :]
    at = next((n for n, t in enumerate(clause) if n and t.kind == "word" and t.norm == "if"), None)
    if at is not None and clause[0].norm not in {"check", "see", "tell", "find"}:
        return clause[at + 1 :], clause[:at]
    return None, clause


def _verbs_at(body: Sequence[Token]) -> Iterator[tuple[int, str, str]]:
    """Yield the length in tokens, action and base form of each verb at the beginning; longest first."""
    norms = tuple(t.norm if t.kind == "word" else "" for t in body[:_LONGEST])
    yielded_actions: set[str] = set()
    for length in range(len(norms), 0, -1):
        for action, base, kind in lexicon.verbs().get(norms[:length], ()):
            if kind in {"base", "ing"} and action not in yielded_actions:
                yielded_actions.add(action)
                yield length, action, base


def _command(body: Phrase, length: int, action: str, base: str) -> Command:
    """Return the command of *body*, whose verb has *length* tokens."""
    source, verb = body.source, body.tokens[:length]
    marks = lexicon.phrase_set("markers", "until")
    at = next((n for n, t in enumerate(body.tokens) if n >= length and t.kind == "word" and t.norm in marks), None)
    until = None if at is None else body.between(at + 1)
    rest, times = _times(body.tokens[length:at])
    parted = (*(t.norm for t in verb), rest[-1].norm) if len(verb) == 1 < len(rest) else ()
    if parted and parted[1] in _PARTICLES and parted in lexicon.verbs():
        # "Turn the radio off": verb and particle are one verb, which may ask for something else.
        verb, rest, base = (*verb, rest[-1]), rest[:-1], f"{base} {parted[1]}"
        action = lexicon.verbs()[parted][0][0]
    object_phrase, chunks = _chunks(source, rest)
    return Command(action, base, body, verb, Phrase(source, rest), object_phrase, chunks, times, until)


def _times(body: tuple[Token, ...]) -> tuple[tuple[Token, ...], int | None]:
    """Return the clause without how often, and how often: "twice", "3 times"."""
    for at, token in enumerate(body):
        if token.norm in {"once", "twice", "thrice"}:
            return body[:at] + body[at + 1 :], lexicon.mapping("numbers")[token.norm]
        number = body[at - 1].value if at else None
        if token.norm in {"times", "time"} and number:
            return body[: at - 1] + body[at + 1 :], int(number)
    return body, None


def _chunks(source: str, body: tuple[Token, ...]) -> tuple[Phrase, tuple[ClauseChunk, ...]]:
    """Return the part before the first marker, and the parts behind markers."""
    cuts: list[tuple[int, int, str]] = []
    at = 0
    while at < len(body):
        norms = tuple(t.norm if t.kind == "word" else "" for t in body[at : at + _LONGEST])
        lengths = (n for n in range(len(norms), 0, -1) if norms[:n] in lexicon.markers())
        length = next(lengths, 0)
        if length:
            cuts.append((at, length, lexicon.markers()[norms[:length]]))
        at += max(1, length)
    ends = [*(start for start, _, _ in cuts[1:]), len(body)][: len(cuts)]
    chunks = tuple(
        ClauseChunk(role, body[start : start + length], Phrase(source, body[start + length : end]))
        for (start, length, role), end in zip(cuts, ends, strict=True)
    )
    return Phrase(source, body[: cuts[0][0]] if cuts else body), chunks
