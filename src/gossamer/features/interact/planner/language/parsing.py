"""From an instruction to commands.

The instruction is cut into sentences, a sentence into clauses where a new verb begins, a clause into the
verb's object and the phrases behind its prepositions. Orders ("before", "after you have", "once … is")
are put right, statements of a goal ("the box should say x") become commands, politeness falls away. Nothing here
knows a page.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from gossamer.features.interact.planner.language.commands import Chunk, Command
from gossamer.features.interact.planner.language.lexicon import (
    ARTICLES,
    KINDS,
    PRONOUNS,
    SHY,
    Action,
)
from gossamer.features.interact.planner.language.phrases import Phrase, singular
from gossamer.features.interact.planner.language.scanning import (
    BEFORE,
    COPULAS,
    ENDS,
    GOES,
    JOINS,
    LAST_WORDS,
    QUESTION,
    SAYS,
    WANTS,
    Verb,
    after_length,
    filler_length,
    key_press,
    marker_at,
    match_at,
    names_field,
    names_part,
    stands_between,
    taken_times,
    trim,
    verb_at,
    without_asides,
    without_fillers,
    without_trailers,
)
from gossamer.features.interact.planner.language.tokens import Token, tokens
from gossamer.features.interact.planner.wordsets import word_set

_SHOWS: Final = word_set("appears appear shows pops loads opens comes loaded appeared visible finishes")


@dataclass(frozen=True)
class _Segment:
    """Tokens of a clause, and its *order*: "" after the one before, "first" before it, "means" how that is done."""

    tokens: tuple[Token, ...]
    order: str = ""
    subordinate: bool = False


def commands(text: str) -> tuple[Command, ...]:
    """Return what *text* asks for, in the order in which it is to be done; () when there is nothing."""
    found: list[Command] = []
    for sentence, asked in _sentences(text):
        found += _Sentence(text, sentence, asked=asked).commands()
    return tuple(_settled(found))


def _sentences(text: str) -> Iterator[tuple[tuple[Token, ...], bool]]:
    part: list[Token] = []
    last_end = 0
    for token in tokens(text):
        if part and "\n" in text[last_end : token.start]:
            yield tuple(part), False
            part = []
        last_end = token.end
        if token.kind == "mark" and (
            (token.norm in ENDS and not _goes_on(text, token))
            or (token.norm == ":" and _opens_sentence(text, token, part))
        ):
            if part:
                yield tuple(part), token.norm == "?"
            part = []
        else:
            part.append(token)
    if part:
        yield tuple(part), False


def _goes_on(text: str, stop: Token) -> bool:
    """Return whether a full stop ends no sentence: what follows is small and no command ("the text x. the style")."""
    after = tokens(text[stop.end :])
    if (
        stop.norm != "."
        or not after
        or not after[0].text[:1].islower()
        or "\n" in text[stop.end : stop.end + after[0].start]
    ):
        return False
    return verb_at(after, 0) is None and not filler_length(after, 0) and after[0].norm not in QUESTION


def _opens_sentence(text: str, colon: Token, part: list[Token]) -> bool:
    """Return whether a colon stands between two sentences, not before a value."""
    after = tokens(text[colon.end :])
    if len(after) < 3 or len(part) < 2 or verb_at(tuple(without_fillers(tuple(part))), 0) is None:  # noqa: PLR2004
        return False
    if after[0].kind == "word" and after[0].norm in {"what", "which", "how", "who", "where"}:
        return True
    verb = verb_at(after, 0)
    if verb is not None and verb.form == "base" and after[0].norm not in SHY:
        return True
    return any(match_at(after, k, GOES) for k in range(1, min(4, len(after))))


class _Sentence:
    def __init__(self, source: str, words: tuple[Token, ...], *, asked: bool) -> None:
        self._source = source
        self._tokens = words
        self._asked = asked

    def commands(self) -> list[Command]:
        words = self._tokens
        if len(words) > 2 and words[0].norm in {"hi", "hello", "hey", "ok", "okay"} and words[1].norm in {",", "there"}:  # noqa: PLR2004
            words = words[2:]
        body = without_asides(without_trailers(without_fillers(words)))
        if not body:
            return []
        if self._is_question(body):
            return [self._question(body)]
        made, body = self._leading_states(body)
        when: Phrase | None = None
        early = 0
        for segment in self._segments(body):
            if segment.tokens[0].norm in {"if", "unless"}:
                when = Phrase(self._source, segment.tokens)
                continue
            command = self._clause(segment)
            if command is None or (segment.subordinate and segment.order != "means" and _says_nothing(command)):
                continue
            command = _with_verb_of(command, made) if segment.order == "" else command
            if command is None:
                continue
            if command.action in {"submit", "click"} and (states := self._with(command)):
                made += states
                command = replace(
                    command, chunks=tuple(c for c in command.chunks if c.role not in {"with", "to", "at", "as"})
                )
            if when is not None:
                command, when = replace(command, when=when), None
            early += _take_place(made, command, segment.order, early)
        return made

    def _leading_states(self, body: tuple[Token, ...]) -> tuple[list[Command], tuple[Token, ...]]:
        """Return what "With the slider at 5, submit" says to hold first, and the rest of the sentence."""
        if body[0].norm != "with":
            return [], body
        commas = (i for i, t in enumerate(body) if t.norm == "," and (v := verb_at(body, i + 1)) and v.form == "base")
        comma = next(commas, None)
        states = self._states(body[1:comma]) if comma is not None else []
        return (states, body[comma + 1 :]) if states and comma is not None else ([], body)

    def _with(self, command: Command) -> list[Command]:
        """Return the states that "submit with the box ticked and the date set to x" wants to hold."""
        at = next((i for i, c in enumerate(command.chunks) if c.role == "with"), None)
        if at is None:
            return []
        first, last = command.chunks[at].phrase, command.chunks[-1].phrase
        words = tuple(
            t for t in tokens(self._source) if t.start >= first.tokens[0].start and t.end <= last.tokens[-1].end
        )
        return self._states(words)

    def _states(self, words: tuple[Token, ...]) -> list[Command]:
        parts: list[list[Token]] = [[]]
        for token in words:
            if token.kind != "quote" and token.norm in {"and", ","}:
                parts.append([])
            else:
                parts[-1].append(token)
        made = [self._state(tuple(part)) for part in parts if part]
        return [m for m in made if m is not None] if all(m is not None for m in made) else []

    def _state(self, words: tuple[Token, ...]) -> Command | None:
        said = Phrase(self._source, words).raw
        for i in range(1, len(words)):
            verb = verb_at(words, i)
            if verb and words[i].kind != "quote" and (verb.form == "ed" or verb.base == "set"):
                return self._passive(words[:i], words[i:], verb, said)
        for i in range(1, len(words) - 1):
            if words[i].norm in {"at", "on", "as", "to"}:
                return self._stated(words[:i], words[i + 1 :], said)
        return None

    def _is_question(self, body: tuple[Token, ...]) -> bool:
        head = body[0].norm
        if body[0].kind != "word" or head not in QUESTION:
            return False
        if head in {"do", "have", "can"} and not self._asked:
            return False
        if head in word_set("when where is are does do did has have was were can"):
            return self._asked
        if head == "which" and not self._asked:
            return True
        return True

    def _question(self, body: tuple[Token, ...]) -> Command:
        phrase = Phrase(self._source, body)
        action: Action = "count" if phrase.norms[:2] == ("how", "many") else "read"
        return Command(action, body[0].norm, phrase.raw, phrase, question=True)

    def _segments(self, body: tuple[Token, ...]) -> list[_Segment]:
        segments: list[_Segment] = []
        start, order, i = 0, "", 0
        subordinate = False
        opening = after_length(body, 0)
        if opening:
            start, subordinate = opening, True
            i = start
        elif body[0].norm in BEFORE and len(body) > 1 and (verb := verb_at(body, 1)) and verb.form == "ing":
            # "Before pressing submit, type x."
            end = next((k for k in range(1, len(body)) if body[k].norm == ","), len(body))
            rest = self._segments(without_fillers(body[end + 1 :]))
            return [*rest, _Segment(body[1:end], "", subordinate=True)]
        elif body[0].norm in {"if", "unless"}:
            end = next(
                (k for k in range(1, len(body)) if body[k].norm in {",", "then"} and body[k].kind != "quote"), len(body)
            )
            rest = self._segments(without_fillers(body[end + 1 :])) if end + 1 < len(body) else []
            return [_Segment(body[:end]), *rest]
        i = max(i, start) + _verb_length(body, start)
        while i < len(body):
            cut = self._boundary(body, start, i, subordinate=subordinate)
            if cut is None:
                i += 1
                continue
            next_start, next_order = cut
            segments.append(_Segment(body[start:i], order, subordinate))
            start, order = next_start, next_order
            subordinate = next_order in {"first", "means", "then-ing"}
            i = start + _verb_length(body, start)
        segments.append(_Segment(body[start:], order, subordinate))
        return [s for s in segments if s.tokens]

    def _boundary(self, body: tuple[Token, ...], start: int, i: int, *, subordinate: bool) -> tuple[int, str] | None:
        """Return where the next clause begins and how it stands to this one, when this one ends before *i*."""
        token = body[i]
        if token.kind == "quote" or _stands_in_front(body, start, i):
            return None
        cut = _subordinate_at(body, start, i)
        if cut is not None:
            return cut
        head = verb_at(body, start)
        if token.norm == "to" and head is not None and head.action not in {"go", "scroll", "wait", "drag"}:
            verb = verb_at(body, i + 1)
            cased = verb is not None and verb.base in {"lower", "upper"} and _says_case(body[i + 2 : i + 3])
            if verb and not cased and verb.form == "base" and self._commands(body, i + 1, verb, strict=True):
                return i + 1, ""
        follows_next = i + 1 < len(body) and body[i + 1].norm in {"to", "page"}
        if (token.norm in JOINS and not (token.norm == "next" and follows_next)) or stands_between(body, i):
            return self._joined(body, start, i, subordinate=subordinate)
        return None

    def _joined(self, body: tuple[Token, ...], start: int, i: int, *, subordinate: bool) -> tuple[int, str] | None:
        """Return where the next clause begins, when "and", a comma or "then" at *i* leads to one."""
        token, after = body[i], i
        while after < len(body) and body[after].kind != "quote":
            length = 1 if body[after].norm in JOINS else filler_length(body, after)
            if not length:
                break
            after += length
        if after == i or after >= len(body):
            return None
        if body[after].norm in {"don't", "do", "never"}:
            return after, ""
        if (length := after_length(body, after)) and body[after].norm in {"once", "after", "when", "as"}:
            return after + length, ""
        verb = verb_at(body, after)
        strong = any(stands_between(body, k) or body[k].norm in {"then", "followed"} for k in range(i, after))
        if verb is None:
            return (
                (after, "")
                if self._begins_without_verb(body, start, i, after, strong=strong, subordinate=subordinate)
                else None
            )
        head = verb_at(body, start)
        wanted = {"base", *(("ing",) if head and head.form == "ing" else ())}
        wanted |= {"ed"} if head and head.form == "ed" and subordinate else set()
        if verb.form not in wanted or (token.norm == "or" and not strong):
            return None
        comma = token.norm == "," and after == i + 1
        return (after, "") if self._commands(body, after, verb, strict=not strong, comma=comma) else None

    def _begins_without_verb(
        self, body: tuple[Token, ...], start: int, i: int, after: int, *, strong: bool, subordinate: bool
    ) -> bool:
        token = body[i]
        if subordinate and token.norm == ",":
            return True
        if strong and after - i > 1 and not marker_at(body, after):
            return True
        return (
            token.norm in {"and", ",", "then"}
            and body[after].norm not in {"which", "that", "who"}
            and self._declares(body[after:])
            and self._declares(body[start:i])
        )

    def _declares(self, part: tuple[Token, ...]) -> bool:
        return any(
            match_at(part, k, (*GOES, *SAYS)) or (match_at(part, k, COPULAS) and part[k].norm != "be")
            for k in range(1, len(part))
        )

    def _commands(self, body: tuple[Token, ...], at: int, verb: Verb, *, strict: bool, comma: bool = False) -> bool:
        """Return whether the verb at *at* begins a command, and is not one more name in a list."""
        after = body[at + verb.length :]
        if (
            body[at].text[:1].isupper()
            and at
            and verb.base.split()[0] in SHY
            and body[at - 1].norm in {"and", ",", "&"}
            and not after
        ):
            return verb.base in LAST_WORDS
        if not after:
            return (
                verb.base in LAST_WORDS
                or verb.action in {"book", "act"}
                or not strict
                or verb.action in {"submit", "search", "login"}
            )
        follower = after[0]
        if verb.base.split()[0] in SHY or len(verb.base) <= 4:  # noqa: PLR2004
            if follower.norm in {",", "and", "or"}:
                return verb.base in LAST_WORDS and not comma
            if (
                singular(follower.norm) in KINDS
                and follower.norm not in ARTICLES
                and verb.action not in {"choose", "open"}
                and follower.norm not in {"it", "mail", "email"}
            ):
                # "the cancel and submit buttons" names two things.
                return verb.action in {"drag", "click"} and singular(follower.norm) == follower.norm
        return True

    def _clause(self, segment: _Segment) -> Command | None:  # noqa: PLR0911
        words = without_trailers(without_fillers(segment.tokens))
        if not words:
            return None
        negated = False
        if words[0].norm in {"don't", "never"} or [w.norm for w in words[:2]] == ["do", "not"]:
            words, negated = words[1 if words[0].norm != "do" else 2 :], True
        elif words[0].norm in {"leave", "keep"} and words[-1].norm in {
            "empty",
            "unchecked",
            "blank",
            "unselected",
            "untouched",
            "alone",
            "unticked",
        }:
            # What is to stay as it is asks for nothing.
            return Command(
                "choose", "leave", Phrase(self._source, words).raw, Phrase(self._source, words), negated=True
            )
        said = Phrase(self._source, words).raw
        verb = verb_at(words, 0)
        if verb and verb.action == "click" and (key := key_press(words[verb.length :])):
            return Command(
                "press", verb.base, said, Phrase(self._source, key), times=taken_times(words)[0], negated=negated
            )
        wanted = self._wanted(words)
        if wanted is not None:
            return replace(wanted, negated=negated, stated=True)
        if verb is not None:
            declared = (
                self._declared(words)
                if verb.form != "base" or (verb.base.split()[0] in SHY and self._strong_statement(words))
                else None
            )
            if declared is not None and not segment.subordinate:
                return replace(declared, negated=negated, stated=True)
            made = self._framed(words, verb, 0, said)
            return replace(made, negated=negated)
        fronted = self._fronted(words, said) if marker_at(words, 0) else None
        if fronted is not None and fronted.verb:
            return replace(fronted, negated=negated)
        declared = self._declared(words)
        if declared is not None:
            return replace(declared, negated=negated, stated=True)
        last = self._fronted(words, said)
        return None if last is None else replace(last, stated=not last.verb)

    def _strong_statement(self, words: tuple[Token, ...]) -> bool:
        return any(match_at(words, k, (*SAYS[:16], *[c for c in COPULAS if len(c) > 1])) for k in range(1, len(words)))

    def _wanted(self, words: tuple[Token, ...]) -> Command | None:  # noqa: C901, PLR0911
        length = match_at(words, 0, WANTS)
        if not length:
            return None
        rest = words[length:]
        if words[0].norm == "get" and rest[:1] and rest[0].norm in {"me", "us"}:
            return None
        if words[0].norm in {"keep", "have", "leave", "get"} and (inner := verb_at(rest, 0)) and inner.form == "ing":
            return None
        if rest[:1] and rest[0].norm == "that":
            rest = rest[1:]
        if rest[:1] and rest[0].norm in {"you", "to"}:
            return None
        declared = self._declared(rest)
        if declared is not None and (words[0].norm not in {"get", "have", "leave", "keep", "let"} or declared.action):
            return replace(declared, said=Phrase(self._source, words).raw)
        said = Phrase(self._source, words).raw
        for i in range(1, len(rest)):
            verb = verb_at(rest, i)
            if (
                rest[i].kind == "word"
                and verb
                and verb.form == "ed"
                and verb.base != "read"
                and rest[i - 1].norm not in ARTICLES
            ):
                return self._passive(rest[:i], rest[i:], verb, said)
            if rest[i].norm == "be" and i + 1 < len(rest) and words[0].norm in {"let", "have"}:
                return self._stated(rest[:i], rest[i + 1 :], said)
        if words[0].norm in {"i", "i'd", "we"}:
            at = next(
                (i for i in range(1, len(rest)) if rest[i].norm in {"in", "into"} and names_field(rest[i:])), None
            )
            if at is not None:
                return replace(self.frame("fill", "put", rest[at:], said), object=Phrase(self._source, rest[:at]))
            return self.frame("find", words[length - 1].norm, rest, said)
        return None

    def _declared(self, words: tuple[Token, ...]) -> Command | None:  # noqa: C901, PLR0911
        said = Phrase(self._source, words).raw
        for i in range(1, len(words)):
            if words[i].kind == "quote":
                continue
            if (length := match_at(words, i, SAYS)) and words[i - 1].norm not in {"that", "which"}:
                rest = words[i + length :]
                if rest and not (rest[0].norm in {"a", "an"} and names_part(rest)):
                    return Command(
                        "fill",
                        "say",
                        said,
                        Phrase(self._source, trim(rest)),
                        (Chunk("into", "in", Phrase(self._source, words[:i])),),
                    )
            length = match_at(words, i, GOES)
            if length and i + length < len(words) and marker_at(words, i + length):
                moves = words[i + length - 1].norm == "move"
                frame = self.frame("drag" if moves else "fill", "put", words[i + length :], said)
                return replace(frame, object=Phrase(self._source, words[:i]))
            if (
                words[i].norm == "to"
                and i + 1 < len(words)
                and words[i + 1].norm in {"be", "become", "equal", "match", "appear", "look"}
            ):
                return self._stated(words[:i], words[i + 2 :], said)
            if words[i - 1].norm in {"that", "which", "who"}:
                continue
            if length := match_at(words, i, (*COPULAS, ("has",), ("have",), ("contains",))):
                rest = words[i + length :]
                if rest and rest[0].norm in {"a", "an"} and names_part(rest):
                    named = (
                        words[0].norm not in {"there", "somewhere", "here", "one"}
                        and not marker_at(words, 0)
                        and words[i].norm not in {"has", "have", "contains"}
                        and not names_part((words[0], *words[:i]))
                    )
                    if named:
                        return self.frame("find", "find", words[:i], said)
                    return self.frame("find", "find", rest, said)
                if rest and words[i].norm in {"has", "have"} and "focus" in {w.norm for w in rest}:
                    return Command("focus", "focus", said, Phrase(self._source, words[:i]))
                if rest and words[i].norm not in {"has", "have", "contains"}:
                    return self._stated(words[:i], words[i + length :], said)
        return None

    def _stated(self, subject: tuple[Token, ...], state: tuple[Token, ...], said: str) -> Command:  # noqa: PLR0911
        if state and state[0].norm in {"a", "an", "the"} and len(state) > 1 and names_part(state):
            verb = next(
                (
                    v
                    for i in range(1, len(state))
                    if state[i].kind != "quote"
                    and (v := verb_at(state, i))
                    and v.action in {"click", "choose"}
                    and state[i - 1].norm in {"to", "i", "you", "should", "must"}
                ),
                None,
            )
            if verb is not None:
                return self.frame(verb.action, verb.base, subject, said)
            if state[0].norm != "the":
                return self.frame("find", "find", subject, said)
        verb = verb_at(state, 0)
        if verb and verb.form == "ed" and verb.base != "set":
            return self._passive(subject, state, verb, said)
        if verb and verb.base == "set" and len(state) > 1:
            return self._passive(subject, state, verb, said)
        if (
            state
            and (marker := marker_at(state, 0))
            and marker[0] in {"in", "into", "on", "at", "under", "above", "beside"}
        ):
            frame = self.frame("fill", "put", state, said)
            if any(
                singular(w.norm) in {"link", "button", "tab", "menu", "icon", "checkbox", "option"}
                for w in subject
                if w.kind != "quote"
            ) and not any(w.kind == "number" for w in state):
                return self.frame("find", "find", (*subject, *state), said)
            return replace(frame, object=Phrase(self._source, subject))
        return Command(
            "set", "be", said, Phrase(self._source, subject), (Chunk("to", "to", Phrase(self._source, trim(state))),)
        )

    def _passive(self, subject: tuple[Token, ...], rest: tuple[Token, ...], verb: Verb, said: str) -> Command:
        frame = self.frame(verb.action, verb.base, rest[verb.length :], said)
        if frame.object and verb.action in {"set", "mark"}:
            frame = replace(frame, chunks=(Chunk("to", "to", frame.object), *frame.chunks))
        trimmed = subject
        while trimmed and trimmed[-1].norm in {"has", "have", "been", "is", "are", "gets"}:
            trimmed = trimmed[:-1]
        own = self.frame(verb.action, verb.base, trimmed, said)
        return replace(frame, object=own.object, chunks=(*own.chunks, *frame.chunks))

    def _fronted(self, words: tuple[Token, ...], said: str) -> Command | None:
        """Return a clause whose verb does not come first: "in the box, type x", "the box: x"."""
        for i in range(1, len(words)):
            verb = verb_at(words, i)
            if verb is None or words[i].kind == "quote":
                continue
            if (
                verb.form == "base"
                and (words[i - 1].norm == "," or marker_at(words, 0))
                and words[i - 1].norm not in ARTICLES
            ):
                front = tuple(trim(words[:i]))
                made = self._framed(words[i:], verb, 0, said)
                fronted = self.frame(made.action, made.verb, front, said)
                extra = (Chunk("front", "", fronted.object),) if fronted.object else ()
                return replace(made, chunks=(*made.chunks, *fronted.chunks, *extra))
        colon = next((i for i, token in enumerate(words) if token.norm == ":"), None)
        if colon and colon + 1 < len(words):
            return Command(
                "fill",
                "put",
                said,
                Phrase(self._source, words[colon + 1 :]),
                (Chunk("into", "in", Phrase(self._source, words[:colon])),),
            )
        for i in range(len(words) - 1, 0, -1):
            verb = verb_at(words, i)
            if verb and verb.form in {"ed", "ing"} and verb.base != "read":
                return self._passive(words[:i], words[i:], verb, said)
        return self.frame("find", "", words, said)

    def _framed(self, words: tuple[Token, ...], verb: Verb, at: int, said: str) -> Command:
        rest = words[at + verb.length :]
        if verb.action == "repeat" and (inner := verb_at(rest, 0)) and inner.form in {"ing", "base"}:
            return self._framed(rest, inner, 0, said)
        goal = self._goal(rest, verb, said)
        return goal if goal is not None else self.frame(verb.action, verb.base, rest, said)

    def _goal(self, words: tuple[Token, ...], verb: Verb, said: str) -> Command | None:
        """Return the state that is the purpose of a change: "move x so that it is first"."""
        at = next((i for i, w in enumerate(words) if w.norm == "so" and w.kind == "word" and i + 1 < len(words)), None)
        if at is None or verb.action not in {"drag", "sort", "set", "use", "choose", "fill"}:
            return None
        if verb.action == "sort" and any(
            w.norm.endswith("est") or w.norm in {"ascending", "descending", "increasing", "decreasing"} for w in words
        ):
            return None
        state = words[at + 1 :]
        state = state[1:] if state[:1] and state[0].norm == "that" else state
        if not state:
            return None
        if state[0].norm in PRONOUNS and at:
            if len(state) > 2 and state[1].norm in word_set(  # noqa: PLR2004
                "read say show display equal form spell match contain point are stand"
            ):
                return self._stated(words[:at], state[2:], said)
            state = (*words[:at], *state[1:])
        declared = self._declared(state)
        return None if declared is None else replace(declared, said=said)

    def frame(self, action: Action, verb: str, words: tuple[Token, ...], said: str) -> Command:
        times, words = taken_times(words)
        until: Phrase | None = None
        chunks: list[Chunk] = []
        role, word, part = "", "", list[Token]()
        i = 0

        def close() -> None:
            trimmed = trim(tuple(part))
            if trimmed or role:
                chunks.append(Chunk(role, word, Phrase(self._source, trimmed)))

        while i < len(words):
            marker = marker_at(words, i)
            if marker and marker[0] == "until":
                part = list(without_trailers(tuple(part)))
                until = Phrase(self._source, words[i + marker[1] :])
                break
            if marker and (i or marker[0] != "of"):
                close()
                role, word = marker[0], " ".join(t.norm for t in words[i : i + marker[1]])
                part = []
                i += marker[1]
                if i < len(words) and words[i].norm == ":":
                    i += 1
                continue
            part.append(words[i])
            i += 1
        close()
        first = chunks[0].phrase if chunks and not chunks[0].role else Phrase(self._source)
        rest = tuple(c for c in (chunks[1:] if chunks and not chunks[0].role else chunks) if c.phrase)
        return Command(action, verb, said, first, rest, until=until, times=times)


def _with_verb_of(command: Command, made: list[Command]) -> Command | None:
    """Return a clause without a verb with that of the one before; None when it is a word that only leads on."""
    if command.action != "find" or command.verb or not made:
        return command
    if set(command.object.norms) <= {"only", "then", "also", "finally"}:
        return None
    if made[-1].action in {"click", "choose", "open", "double", "hover"}:
        # "Click on the tab and then the button": the verb is not said again.
        return replace(command, action=made[-1].action, verb=made[-1].verb)
    return command


def _take_place(made: list[Command], command: Command, order: str, early: int) -> int:
    """Put a command where it belongs among those made; return 1 when it goes before all that was said before it."""
    if order == "means" and made:
        made[-1] = replace(made[-1], means=command)
        return 0
    if order != "first" or not made or (made[-1].stated and command.action in {"click", "submit"}):
        # "x should be ticked when you press submit": that is how it is to be by then.
        made.append(command)
        return 0
    # "Press submit after typing x": what comes after is done before, in the order in which it was said.
    made.insert(early, command)
    return 1


def _verb_length(body: tuple[Token, ...], start: int) -> int:
    """Return how many words to pass before a clause may end: those of "drag and drop" belong together."""
    verb = verb_at(body, start)
    return max(1, verb.length) if verb is not None else 1


def _stands_in_front(body: tuple[Token, ...], start: int, i: int) -> bool:
    """Return whether what is before the comma belongs to the verb behind it: "In the box, type x"."""
    if verb_at(body, start) is not None or body[i].norm != "," or body[start].norm in {"with", "if"}:
        return False
    front = verb_at(body, i + 1)
    return bool(marker_at(body, start)) and front is not None and front.form == "base"


def _subordinate_at(body: tuple[Token, ...], start: int, i: int) -> tuple[int, str] | None:
    """Return where a clause behind "by", "before", "after" or "once you have" begins, and its order."""
    token = body[i]
    if token.norm == "by" and (verb := verb_at(body, i + 1)) and verb.form == "ing":
        return i + 1, "means"
    if token.norm in BEFORE and i + 1 < len(body):
        at = i + 1 + (body[i + 1].norm == "to")
        if (verb := verb_at(body, at)) and verb.form == "ing":
            return at, "then-ing"
        if body[i + 1].norm in {"you", "i", "we"} and verb_at(body, i + 2):
            return i + 2, "then-ing"
    if (length := after_length(body, i)) and i > start:
        verb = verb_at(body, i + length)
        if verb and (verb.form in {"ing", "ed"} or (verb.form == "base" and body[i + length - 1].norm == "you")):
            return i + length, "first"
    return None


def _says_case(words: tuple[Token, ...]) -> bool:
    return any(word.norm in {"case", "letters"} for word in words)


def _settled(found: list[Command]) -> Iterator[Command]:
    """Yield the commands with what refers to another filled in.

    "Find and click x": looking for it is how it is clicked. "Type x" of "use the box to type x" goes into the box.
    """
    explore = False
    used: Phrase | None = None
    for i, command in enumerate(found):
        after = found[i + 1] if i + 1 < len(found) else None
        if command.action == "find" and not command.object and not command.chunks and after:
            explore = True
            continue
        if command.action == "use" and command.role("as", "for") is not None and command.object:
            yield replace(command, action="fill")
            continue
        if command.action == "use" and after is not None:
            used = command.object
            continue
        made = command
        if explore:
            made, explore = replace(made, explore=True), False
        if used is not None:
            made, used = replace(made, chunks=(*made.chunks, Chunk("using", "using", used))), None
        yield made


def chunked(phrase: Phrase) -> tuple[Phrase, tuple[Chunk, ...]]:
    """Return a description's first phrase, and those behind its prepositions."""
    frame = _Sentence(phrase.source, phrase.tokens, asked=False).frame("find", "find", phrase.tokens, phrase.raw)
    return frame.object, frame.chunks


def _says_nothing(command: Command) -> bool:
    """Return whether it only refers to what was said: "once you have chosen it"."""
    whole = command.whole()
    return bool(whole) and all(
        norm
        in PRONOUNS | ARTICLES | word_set("so all everything you have done one ones choice selection been is are has")
        for norm in whole.norms
    )
