"""From an instruction to commands.

The instruction is cut into sentences, a sentence into clauses where a new verb begins, a clause into the
verb's object and the phrases behind its prepositions. Orders ("before", "after you have", "once … is")
are put right, statements of a goal ("the box should say x") become commands, politeness falls away. Nothing here knows a page.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from gossamer.features.interact.planner.language.commands import Chunk, Command
from gossamer.features.interact.planner.language.lexicon import (
    ARTICLES,
    FILLERS,
    KINDS,
    LONGEST_MARKER,
    LONGEST_VERB,
    MARKERS,
    PRONOUNS,
    SHY,
    TRAILERS,
    VERB_FORMS,
    Action,
)
from gossamer.features.interact.planner.language.phrases import Phrase, singular
from gossamer.features.interact.planner.language.tokens import NUMBERS, Token, tokens

# Words that stand between two commands; others of the fillers are such only at the beginning of one.
_SEQUENCE: Final = frozenset(
    "then next finally lastly afterwards afterward also thereafter subsequently later second third firstly secondly thirdly please".split()
) | {"after that", "after this", "after which", "once done", "when done", "when finished", "with that done", "as the final step", "as a final step", "to finish", "from there", "having done that", "after doing that", "after doing so", "and then", "right after that", "right after", "that done", "before anything else", "at the end", "once finished", "having done so"}
_ENDS: Final = frozenset({".", "!", "?", ";", "..."})
_JOINS: Final = frozenset({"and", ",", "then", "&", "but", "-", "—", "–", "afterwards", "finally", "next", "also", "or"})
_LAST_WORDS: Final = frozenset({"submit", "send", "confirm", "save", "finish", "search"})
_KEYS: Final = {
    "enter": "Enter", "return": "Enter", "escape": "Escape", "esc": "Escape", "tab": "Tab", "space": " ",
    "spacebar": " ", "backspace": "Backspace", "delete": "Delete", "up": "ArrowUp", "down": "ArrowDown",
    "left": "ArrowLeft", "right": "ArrowRight", "home": "Home", "end": "End", "page down": "PageDown", "page up": "PageUp",
}  # fmt: skip
_QUESTION: Final = frozenset("what which who whose where when why how is are does do did has have was were can what's who's where's".split())
_COPULAS: Final = tuple(
    tuple(words.split())
    for words in sorted(
        "should be; must be; needs to be; need to be; has to be; have to be; is to be; are to be; ought to be; shall be; is; are; should "
        "end up as; should end up; ends up; should become; becomes; should have; must have; will be; should now be; be; becoming; being; been; "
        "has been; have been; is supposed to be; are supposed to be; should get; must get; gets; needs; should turn; should match; should equal".split(
            "; "
        ),
        key=lambda words: -len(words.split()),
    )
)
_GOES: Final = tuple(
    tuple(w.split()) for w in ("should go", "must go", "needs to go", "has to go", "goes", "belongs", "belong", "should land", "should end up", "ends up", "should sit", "must end up", "need to go", "go", "should move")
)  # fmt: skip
_SAYS: Final = tuple(
    tuple(w.split())
    for w in (
        "should say", "should read", "should contain", "should show", "should hold", "must say", "must read", "must contain",
        "needs to say", "needs to read", "needs to contain", "has to say", "has to read", "reads", "says", "contains", "to say", "to read",
        "to contain", "to show", "to hold", "should display", "must show", "to display", "has to contain", "shows", "should have", "needs to show", "has to show", "equals", "must display", "must hold", "needs to hold",
    )
)  # fmt: skip
_WANTS: Final = tuple(
    tuple(w.split())
    for w in (
        "i want", "i need", "i would like", "i'd like", "we want", "we need", "get", "have", "let", "make sure", "ensure", "see to it that",
        "make sure that", "ensure that", "i want to see", "leave", "keep", "be sure", "be sure that", "i expect", "i want to have", "i'd like to see", "i would like to see", "make it so that", "i'd like to have", "so that", "arrange for", "cause", "i want you to have", "i wish to have",
    )
)  # fmt: skip
_BEFORE: Final = frozenset({"before", "prior"})
_AFTER: Final = tuple(
    tuple(w.split())
    for w in (
        "after", "once", "when", "as soon as", "having", "upon", "whenever", "after you", "once you", "when you", "after you have", "once you have", "when you have", "after you've",
        "once you've", "when you've", "now that", "as soon as you have", "as soon as you've", "as soon as you", "after having", "once you're done", "once you are done", "when you're done", "when you are done", "once done", "when done", "after you finish", "once you finish", "upon", "only after", "right after", "but only after", "but not until you have", "after you are done", "after you're done", "when finished", "once finished",
    )
)  # fmt: skip
_SHOWS: Final = frozenset("appears appear shows pops loads opens comes loaded appeared visible finishes".split())


@dataclass(frozen=True)
class _Verb:
    action: Action
    base: str
    form: str
    length: int


@dataclass(frozen=True)
class _Segment:
    """Tokens of a clause, and how it stands to the one before: "" in order, "first" before it, "means" how that is done."""

    tokens: tuple[Token, ...]
    order: str = ""
    subordinate: bool = False


def commands(text: str) -> tuple[Command, ...]:
    """Return what *text* asks for, in the order in which it is to be done; () when there is nothing."""
    found: list[Command] = []
    for sentence, asked in _sentences(text):
        found += _Sentence(text, sentence, asked).commands()
    return tuple(_settled(found))


def _sentences(text: str) -> Iterator[tuple[tuple[Token, ...], bool]]:
    part: list[Token] = []
    last_end = 0
    for token in tokens(text):
        if part and "\n" in text[last_end : token.start]:
            yield tuple(part), False
            part = []
        last_end = token.end
        if token.kind == "mark" and token.norm in _ENDS:
            if part:
                yield tuple(part), token.norm == "?"
            part = []
        else:
            part.append(token)
    if part:
        yield tuple(part), False


class _Sentence:
    def __init__(self, source: str, words: tuple[Token, ...], asked: bool) -> None:  # noqa: FBT001
        self._source = source
        self._tokens = words
        self._asked = asked

    def commands(self) -> list[Command]:
        body = _without_asides(_without_trailers(_without_fillers(self._tokens)))
        if not body:
            return []
        if self._is_question(body):
            return [self._question(body)]
        made: list[Command] = []
        when: Phrase | None = None
        first: list[Command] = []
        if body[0].norm == "with" and (comma := next((i for i, t in enumerate(body) if t.norm == "," and (v := _verb_at(body, i + 1)) and v.form == "base"), None)):
            made += self._states(body[1:comma])
            if made:
                body = body[comma + 1 :]
        for segment in self._segments(body):
            if segment.tokens and segment.tokens[0].norm in {"if", "unless"}:
                when = Phrase(self._source, segment.tokens)
                continue
            command = self._clause(segment)
            if command is None or (segment.subordinate and segment.order != "means" and _says_nothing(command)):
                continue
            if command.action == "find" and not command.verb and made and segment.order == "":
                if set(command.object.norms) <= {"only", "then", "also", "finally"}:
                    continue
                if made[-1].action in {"click", "choose", "open", "double", "hover"}:
                    # "Click on the tab and then the button": the verb is not said again.
                    command = replace(command, action=made[-1].action, verb=made[-1].verb)
            if command.action in {"submit", "click"} and (states := self._with(command)):
                made += states
                command = replace(command, chunks=tuple(c for c in command.chunks if c.role not in {"with", "to", "at", "as"}))
            if when is not None:
                command, when = replace(command, when=when), None
            if segment.order == "means" and made:
                made[-1] = replace(made[-1], means=command)
            elif segment.order == "first" and made:
                # "Press submit after typing x": what comes after is done before, in the order in which it was said.
                made[len(first) : len(first)] = [command]
                first.append(command)
            elif segment.order == "last":
                made.append(replace(command, explore=command.explore))
                self._late = True
            else:
                made.append(command)
        return made

    def _with(self, command: Command) -> list[Command]:
        """Return states that are said to hold when something is done: "submit with the box ticked and the date set to x"."""
        at = next((i for i, c in enumerate(command.chunks) if c.role == "with"), None)
        if at is None:
            return []
        first, last = command.chunks[at].phrase, command.chunks[-1].phrase
        words = tuple(t for t in tokens(self._source) if t.start >= first.tokens[0].start and t.end <= last.tokens[-1].end)
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
            verb = _verb_at(words, i)
            if verb and words[i].kind != "quote" and (verb.form == "ed" or verb.base == "set"):
                return self._passive(words[:i], words[i:], verb, said)
        for i in range(1, len(words) - 1):
            if words[i].norm in {"at", "on", "as", "to"}:
                return self._stated(words[:i], words[i + 1 :], said)
        return None

    def _is_question(self, body: tuple[Token, ...]) -> bool:
        head = body[0].norm
        if body[0].kind != "word" or head not in _QUESTION:
            return False
        if head in {"do", "have", "can"} and not self._asked:
            return False
        if head in {"when", "where", "is", "are", "does", "do", "did", "has", "have", "was", "were", "can"}:
            return self._asked
        if head == "which" and not self._asked:
            return True
        return True

    def _question(self, body: tuple[Token, ...]) -> Command:
        phrase = Phrase(self._source, body)
        action: Action = "count" if phrase.norms[:2] in {("how", "many")} else "read"
        return Command(action, body[0].norm, phrase.raw, phrase, question=True)

    def _segments(self, body: tuple[Token, ...]) -> list[_Segment]:
        segments: list[_Segment] = []
        start, order, i = 0, "", 0
        subordinate = False
        opening = _after(body, 0)
        if opening:
            start, subordinate = opening, True
            i = start
        elif body[0].norm in _BEFORE and len(body) > 1 and (verb := _verb_at(body, 1)) and verb.form == "ing":
            # "Before pressing submit, type x."
            end = next((k for k in range(1, len(body)) if body[k].norm == ","), len(body))
            rest = self._segments(_without_fillers(body[end + 1 :]))
            return [*rest, _Segment(body[1:end], "", subordinate=True)]
        elif body[0].norm in {"if", "unless"}:
            end = next((k for k in range(1, len(body)) if body[k].norm in {",", "then"} and body[k].kind != "quote"), len(body))
            rest = self._segments(_without_fillers(body[end + 1 :])) if end + 1 < len(body) else []
            return [_Segment(body[:end]), *rest]
        i = max(i, start) + 1
        while i < len(body):
            cut = self._boundary(body, start, i, subordinate=subordinate)
            if cut is None:
                i += 1
                continue
            next_start, next_order = cut
            segments.append(_Segment(body[start:i], order, subordinate))
            start, order = next_start, next_order
            subordinate = next_order in {"first", "means", "then-ing"}
            i = start + 1
        segments.append(_Segment(body[start:], order, subordinate))
        return [s for s in segments if s.tokens]

    def _boundary(self, body: tuple[Token, ...], start: int, i: int, *, subordinate: bool) -> tuple[int, str] | None:
        token = body[i]
        if token.kind == "quote":
            return None
        head = _verb_at(body, start)
        if head is None and token.norm == "," and _marker_at(body, start) and body[start].norm not in {"with", "if"} and (front := _verb_at(body, i + 1)) and front.form == "base":
            # "In the box, type x": what stands in front belongs to the verb behind the comma.
            return None
        if token.norm in {"until", "till", "if", "unless"} and token.norm not in {"if", "unless"}:
            return None
        if token.norm == "by" and (verb := _verb_at(body, i + 1)) and verb.form == "ing":
            return i + 1, "means"
        if token.norm in _BEFORE and (verb := _verb_at(body, i + 1 + (body[i + 1].norm == "to") if i + 1 < len(body) else i)):
            if verb.form == "ing":
                return i + 1 + (body[i + 1].norm == "to"), "then-ing"
        if (length := _after(body, i)) and i > start:
            verb = _verb_at(body, i + length)
            if verb and verb.form in {"ing", "ed"}:
                return i + length, "first"
            if verb and verb.form == "base" and body[i + length - 1].norm == "you":
                return i + length, "first"
        if token.norm == "to" and head is not None and head.action not in {"go", "scroll", "wait", "drag"}:
            verb = _verb_at(body, i + 1)
            if verb and verb.base in {"lower", "upper"} and any(w.norm in {"case", "letters"} for w in body[i + 2 : i + 3]):
                return None
            if verb and verb.form == "base" and verb.length and self._commands(body, i + 1, verb, strict=True):
                return i + 1, ""
        if token.norm in _JOINS or _between(body, i):
            after = i
            while after < len(body) and (body[after].norm in _JOINS or _filler_length(body, after)) and body[after].kind != "quote":
                after += 1 if body[after].norm in _JOINS else _filler_length(body, after)
            if after == i or after >= len(body):
                return None
            if after < len(body) and body[after].norm in {"don't", "do", "never"}:
                return after, ""
            if _after(body, after) and body[after].norm in {"once", "after", "when", "as"} and token.norm in _JOINS:
                return after + (_after(body, after) or 0), ""
            verb = _verb_at(body, after)
            strong = any(body[k].norm not in {",", "and", "or", "&", "also"} for k in range(i, after))
            if verb is None:
                if subordinate and token.norm == ",":
                    return after, ""
                if strong and after - i > 1:
                    return after, ""
                if token.norm in {"and", ",", "then"} and body[after].norm not in {"which", "that", "who"} and self._declares(body[after:]) and self._declares(body[start:i]):
                    return after, ""
                return None
            wanted = {"base"} | ({"ing"} if head and head.form == "ing" else set()) | ({"ed"} if head and head.form == "ed" and subordinate else set())
            if subordinate and token.norm == ",":
                wanted |= {"base"}
            if verb.form not in wanted:
                return None
            if token.norm == "or" and not strong:
                return None
            if self._commands(body, after, verb, strict=not strong, comma=token.norm == "," and after == i + 1):
                return after, ""
        return None

    def _declares(self, part: tuple[Token, ...]) -> bool:
        return any(_match_at(part, k, (*_GOES, *_SAYS)) or (_match_at(part, k, _COPULAS) and part[k].norm != "be") for k in range(1, len(part)))

    def _commands(self, body: tuple[Token, ...], at: int, verb: _Verb, *, strict: bool, comma: bool = False) -> bool:
        """Return whether the verb at *at* begins a command, and is not one more name in a list."""
        after = body[at + verb.length :]
        if body[at].text[:1].isupper() and at and verb.base.split()[0] in SHY and body[at - 1].norm in {"and", ",", "&"} and not after:
            return verb.base in _LAST_WORDS
        if not after:
            return verb.base in _LAST_WORDS or not strict or verb.action in {"submit", "search", "login"}
        follower = after[0]
        if verb.base.split()[0] in SHY or len(verb.base) <= 4:  # noqa: PLR2004
            if follower.norm in {",", "and", "or"}:
                return verb.base in _LAST_WORDS and not comma
            if singular(follower.norm) in KINDS and follower.norm not in ARTICLES and verb.action not in {"choose", "open"} and follower.norm not in {"it", "mail", "email"}:
                # "the cancel and submit buttons" names two things.
                return verb.action in {"drag", "click"} and singular(follower.norm) == follower.norm
        return True

    def _clause(self, segment: _Segment) -> Command | None:
        words = _without_trailers(_without_fillers(segment.tokens))
        if not words:
            return None
        negated = False
        if words[0].norm in {"don't", "never"} or [w.norm for w in words[:2]] == ["do", "not"]:
            words, negated = words[1 if words[0].norm != "do" else 2 :], True
        elif words[0].norm in {"leave", "keep"} and words[-1].norm in {"empty", "unchecked", "blank", "unselected", "untouched", "alone", "unticked"}:
            # What is to stay as it is asks for nothing.
            return Command("choose", "leave", Phrase(self._source, words).raw, Phrase(self._source, words), negated=True)
        said = Phrase(self._source, words).raw
        verb = _verb_at(words, 0)
        if verb and verb.action == "click" and (key := _key_press(words[verb.length :])):
            return Command("press", verb.base, said, Phrase(self._source, key), times=_times(words)[0], negated=negated)
        wanted = self._wanted(words)
        if wanted is not None:
            return replace(wanted, negated=negated)
        if verb is not None:
            declared = self._declared(words) if verb.form != "base" or (verb.base.split()[0] in SHY and self._strong_statement(words)) else None
            if declared is not None and not segment.subordinate:
                return replace(declared, negated=negated)
            made = self._framed(words, verb, 0, said)
            return replace(made, negated=negated)
        fronted = self._fronted(words, said) if _marker_at(words, 0) else None
        if fronted is not None and fronted.verb:
            return replace(fronted, negated=negated)
        declared = self._declared(words)
        if declared is not None:
            return replace(declared, negated=negated)
        return self._fronted(words, said)

    def _strong_statement(self, words: tuple[Token, ...]) -> bool:
        return any(_match_at(words, k, (*_SAYS[:16], *[c for c in _COPULAS if len(c) > 1])) for k in range(1, len(words)))

    def _wanted(self, words: tuple[Token, ...]) -> Command | None:
        length = _match_at(words, 0, _WANTS)
        if not length:
            return None
        rest = words[length:]
        if words[0].norm == "get" and rest[:1] and rest[0].norm in {"me", "us"}:
            return None
        if words[0].norm in {"keep", "have", "leave", "get"} and (inner := _verb_at(rest, 0)) and inner.form == "ing":
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
            verb = _verb_at(rest, i)
            if rest[i].kind == "word" and verb and verb.form == "ed" and verb.base not in {"read"} and rest[i - 1].norm not in ARTICLES:
                return self._passive(rest[:i], rest[i:], verb, said)
            if rest[i].norm == "be" and i + 1 < len(rest) and words[0].norm in {"let", "have"}:
                return self._stated(rest[:i], rest[i + 1 :], said)
        if words[0].norm in {"i", "i'd", "we"}:
            return self._frame("find", words[length - 1].norm, rest, said)
        return None

    def _declared(self, words: tuple[Token, ...]) -> Command | None:
        said = Phrase(self._source, words).raw
        for i in range(1, len(words)):
            if words[i].kind == "quote":
                continue
            if (length := _match_at(words, i, _SAYS)) and words[i - 1].norm not in {"that", "which"}:
                rest = words[i + length :]
                if rest and not (rest[0].norm in {"a", "an"} and _names_part(rest)):
                    return Command("fill", "say", said, Phrase(self._source, _trim(rest)), (Chunk("into", "in", Phrase(self._source, words[:i])),))
            if (length := _match_at(words, i, _GOES)) and i + length < len(words):
                if _marker_at(words, i + length):
                    frame = self._frame("drag" if words[i + length - 1].norm == "move" else "fill", "put", words[i + length :], said)
                    return replace(frame, object=Phrase(self._source, words[:i]))
            if words[i].norm == "to" and i + 1 < len(words) and words[i + 1].norm in {"be", "become", "equal", "match"}:
                return self._stated(words[:i], words[i + 2 :], said)
            if length := _match_at(words, i, (*_COPULAS, ("has",), ("have",), ("contains",))):
                rest = words[i + length :]
                if rest and rest[0].norm in {"a", "an"} and _names_part(rest):
                    return self._frame("find", "find", rest, said)
                if rest and words[i].norm not in {"has", "have", "contains"}:
                    return self._stated(words[:i], words[i + length :], said)
        return None

    def _stated(self, subject: tuple[Token, ...], state: tuple[Token, ...], said: str) -> Command:
        verb = _verb_at(state, 0)
        if verb and verb.form == "ed" and verb.base != "set":
            return self._passive(subject, state, verb, said)
        if verb and verb.base == "set" and len(state) > 1:
            return self._passive(subject, state, verb, said)
        if state and (marker := _marker_at(state, 0)) and marker[0] in {"in", "into", "on", "at", "under", "above", "beside"}:
            frame = self._frame("fill", "put", state, said)
            return replace(frame, object=Phrase(self._source, subject))
        return Command("set", "be", said, Phrase(self._source, subject), (Chunk("to", "to", Phrase(self._source, _trim(state))),))

    def _passive(self, subject: tuple[Token, ...], rest: tuple[Token, ...], verb: _Verb, said: str) -> Command:
        frame = self._frame(verb.action, verb.base, rest[verb.length :], said)
        if frame.object and verb.action in {"set", "mark"}:
            frame = replace(frame, chunks=(Chunk("to", "to", frame.object), *frame.chunks))
        trimmed = subject
        while trimmed and trimmed[-1].norm in {"has", "have", "been", "is", "are", "gets"}:
            trimmed = trimmed[:-1]
        own = self._frame(verb.action, verb.base, trimmed, said)
        return replace(frame, object=own.object, chunks=(*own.chunks, *frame.chunks))

    def _fronted(self, words: tuple[Token, ...], said: str) -> Command | None:
        """Return a clause whose verb does not come first: "in the box, type x", "the box: x"."""
        for i in range(1, len(words)):
            verb = _verb_at(words, i)
            if verb is None or words[i].kind == "quote":
                continue
            if verb.form == "base" and (words[i - 1].norm == "," or _marker_at(words, 0)) and words[i - 1].norm not in ARTICLES:
                front = tuple(_trim(words[:i]))
                made = self._framed(words[i:], verb, 0, said)
                fronted = self._frame(made.action, made.verb, front, said)
                extra = (Chunk("front", "", fronted.object),) if fronted.object else ()
                return replace(made, chunks=(*made.chunks, *fronted.chunks, *extra))
        colon = next((i for i, token in enumerate(words) if token.norm == ":"), None)
        if colon and colon + 1 < len(words):
            return Command("fill", "put", said, Phrase(self._source, words[colon + 1 :]), (Chunk("into", "in", Phrase(self._source, words[:colon])),))
        for i in range(len(words) - 1, 0, -1):
            verb = _verb_at(words, i)
            if verb and verb.form in {"ed", "ing"} and verb.base not in {"read"}:
                return self._passive(words[:i], words[i:], verb, said)
        return self._frame("find", "", words, said)

    def _framed(self, words: tuple[Token, ...], verb: _Verb, at: int, said: str) -> Command:
        rest = words[at + verb.length :]
        if verb.action == "repeat" and (inner := _verb_at(rest, 0)) and inner.form in {"ing", "base"}:
            return self._framed(rest, inner, 0, said)
        goal = self._goal(rest, verb, said)
        return goal if goal is not None else self._frame(verb.action, verb.base, rest, said)

    def _goal(self, words: tuple[Token, ...], verb: _Verb, said: str) -> Command | None:
        """Return the state that is the purpose of a change: "move x so that it is first", "arrange them so x is second"."""
        at = next((i for i, w in enumerate(words) if w.norm == "so" and w.kind == "word" and i + 1 < len(words)), None)
        if at is None or verb.action not in {"drag", "sort", "set", "use", "choose", "fill"}:
            return None
        if verb.action == "sort" and any(w.norm.endswith("est") or w.norm in {"ascending", "descending", "increasing", "decreasing"} for w in words):
            return None
        state = words[at + 1 :]
        state = state[1:] if state[:1] and state[0].norm == "that" else state
        if not state:
            return None
        if state[0].norm in PRONOUNS and at:
            if len(state) > 2 and state[1].norm in {"read", "say", "show", "display", "equal", "form", "spell", "match", "contain", "point", "are", "stand"}:  # noqa: PLR2004
                return self._stated(words[:at], state[2:], said)
            state = (*words[:at], *state[1:])
        declared = self._declared(state)
        return None if declared is None else replace(declared, said=said)

    def _frame(self, action: Action, verb: str, words: tuple[Token, ...], said: str) -> Command:
        times, words = _times(words)
        until: Phrase | None = None
        chunks: list[Chunk] = []
        role, word, part = "", "", list[Token]()
        i = 0

        def close() -> None:
            trimmed = _trim(tuple(part))
            if trimmed or role:
                chunks.append(Chunk(role, word, Phrase(self._source, trimmed)))

        while i < len(words):
            marker = _marker_at(words, i)
            if marker and marker[0] in {"until"}:
                until = Phrase(self._source, words[i + marker[1] :])
                break
            if marker and (i or marker[0] not in {"of"}):
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
        if command.action == "use" and command.role("as") is not None:
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


_ABOUT: Final = frozenset({"which", "who", "that's"})


def _without_asides(words: tuple[Token, ...]) -> tuple[Token, ...]:
    """Drop what only comments: ", which is hidden somewhere", "so that I can type there", "without selecting anything"."""
    kept: list[Token] = []
    i = 0
    while i < len(words):
        token = words[i]
        after = words[i + 1 : i + 4]
        plain = token.kind != "quote"
        aside = (
            (plain and token.norm == "," and after[:1] and after[0].norm in _ABOUT and (len(after) < 2 or after[1].norm not in {"one", "of"}))  # noqa: PLR2004
            or (plain and token.norm == "so" and any(a.norm in {"i", "we", "you"} for a in after[:2]) and any(w.norm in {"can", "could", "may", "might"} for w in words[i : i + 5]))
            or (plain and token.norm == "without" and (verb := _verb_at(words, i + 1)) is not None and verb.form == "ing" and kept)
        )
        if not aside:
            kept.append(token)
            i += 1
            continue
        i += 1
        while i < len(words) and not (words[i].norm in {"and", ",", "then"} and (_verb_at(words, i + 1) or words[i].norm == ",") and words[i].kind != "quote"):
            i += 1
    return tuple(kept)


def _trim(words: tuple[Token, ...]) -> tuple[Token, ...]:
    start, end = 0, len(words)
    while start < end and words[start].kind == "mark" and words[start].norm in {",", ":"}:
        start += 1
    while end > start and ((words[end - 1].kind == "mark" and words[end - 1].norm in {",", ":"}) or words[end - 1].norm in {"and", "then"}):
        end -= 1
    return words[start:end]


def _names_part(words: tuple[Token, ...]) -> bool:
    return any(singular(w.norm) in KINDS for w in words[1:6] if w.kind != "quote")


def _match_at(words: tuple[Token, ...], i: int, table: tuple[tuple[str, ...], ...]) -> int:
    best = 0
    for entry in table:
        if len(entry) > best and i + len(entry) <= len(words):
            if all(w.norm == e and w.kind in {"word", "mark", "ordinal", "number"} for w, e in zip(words[i : i + len(entry)], entry, strict=True)):
                best = len(entry)
    return best


def _after(words: tuple[Token, ...], i: int) -> int:
    """Return the length of "after", "once you have" and the like at *i* when a clause follows it, else 0."""
    length = _match_at(words, i, _AFTER)
    if not length or i + length >= len(words):
        return 0
    return length


def _filler_length(words: tuple[Token, ...], i: int) -> int:
    return _match_at(words, i, FILLERS)


def _between(words: tuple[Token, ...], i: int) -> bool:
    length = _filler_length(words, i)
    if words[i].norm == "next" and i + 1 < len(words) and words[i + 1].norm in {"to", "page"}:
        return False
    return bool(length) and " ".join(w.norm for w in words[i : i + length]) in _SEQUENCE


def _without_fillers(words: tuple[Token, ...]) -> tuple[Token, ...]:
    while words:
        length = _filler_length(words, 0)
        if length and length < len(words) and not (length == 1 and words[0].norm in {"by", "first", "next", "second", "third"} and not _leads(words, length)):
            words = words[length:]
        elif words[0].kind == "mark" and words[0].norm in {",", ":", "-", "—", "–", "*", ")", "•"}:
            words = words[1:]
        elif words[0].kind == "number" and len(words) > 1 and words[1].norm in {".", ")"}:
            words = words[2:]
        else:
            return words
    return words


def _leads(words: tuple[Token, ...], i: int) -> bool:
    return words[i].norm in {",", ":"} or _verb_at(words, i) is not None or bool(_filler_length(words, i))


def _without_trailers(words: tuple[Token, ...]) -> tuple[Token, ...]:
    changed = True
    while changed and words:
        changed = False
        if words[-1].kind == "mark" and words[-1].norm in {",", ":", "-"}:
            words, changed = words[:-1], True
            continue
        for phrase in TRAILERS:
            if len(words) > len(phrase) and tuple(w.norm for w in words[-len(phrase) :]) == phrase and all(w.kind != "quote" for w in words[-len(phrase) :]):
                words, changed = words[: -len(phrase)], True
                break
        if changed and words and words[-1].norm == "and":
            words = words[:-1]
    return words


def _verb_at(words: tuple[Token, ...], i: int) -> _Verb | None:
    for length in range(min(LONGEST_VERB, len(words) - i), 0, -1):
        part = words[i : i + length]
        if any(w.kind == "quote" for w in part):
            continue
        entry = VERB_FORMS.get(tuple(w.norm for w in part))
        if entry is not None:
            return _Verb(entry[0], entry[1], entry[2], length)
    return None


def _marker_at(words: tuple[Token, ...], i: int) -> tuple[str, int] | None:
    for length in range(min(LONGEST_MARKER, len(words) - i), 0, -1):
        part = words[i : i + length]
        if any(w.kind == "quote" for w in part):
            continue
        role = MARKERS.get(" ".join(w.norm for w in part))
        if role is not None:
            return role, length
    return None


def _key_press(words: tuple[Token, ...]) -> tuple[Token, ...] | None:
    """Return the words of a key, when it is a key that is to be pressed."""
    rest = tuple(w for w in words if w.norm not in ARTICLES and w.norm not in {"key", "keyboard", "arrow", "button", "on", "your"})
    named = any(w.norm == "key" for w in words)
    _, rest = _times(rest)
    if len(rest) == 1 and rest[0].kind != "quote" and rest[0].norm in _KEYS and (named or rest[0].norm in {"enter", "return", "escape", "esc", "tab", "backspace", "space", "spacebar"}):
        return rest
    if rest and all(w.kind == "word" for w in rest) and rest[0].norm.split("+")[0] in {"ctrl", "control", "alt", "shift", "cmd", "meta"}:
        return rest
    return None


def _times(words: tuple[Token, ...]) -> tuple[int | None, tuple[Token, ...]]:
    """Return how many times, and the words without it."""
    for i, token in enumerate(words):
        if token.kind == "quote":
            continue
        if token.norm == "twice":
            return 2, words[:i] + words[i + 1 :]
        if token.norm in {"times", "time"} and i and (count := _cardinal(words[i - 1])) is not None:
            return count, words[: i - 1] + words[i + 1 :]
    return None, words


def _cardinal(token: Token) -> int | None:
    if token.norm in NUMBERS:
        return NUMBERS[token.norm]
    return int(token.value) if token.kind == "number" and isinstance(token.value, float) else None


def chunked(phrase: Phrase) -> tuple[Phrase, tuple[Chunk, ...]]:
    """Return a description's first phrase, and those behind its prepositions."""
    frame = _Sentence(phrase.source, phrase.tokens, asked=False)._frame("find", "find", phrase.tokens, phrase.raw)  # noqa: SLF001
    return frame.object, frame.chunks


def _says_nothing(command: Command) -> bool:
    """Return whether it only refers to what was said: "once you have chosen it"."""
    whole = command.whole()
    return all(norm in PRONOUNS | ARTICLES | {"so", "all", "everything", "you", "have", "done", "one", "ones", "choice", "selection", "been", "is", "are", "has"} for norm in whole.norms)


def key_of(phrase: Phrase) -> str | None:
    """Return the key that is named, as in KeyboardEvent.key with modifiers before it."""
    words = [w for w in phrase.norms if w not in ARTICLES and w not in {"key", "arrow"}]
    if len(words) == 1 and words[0] in _KEYS:
        return _KEYS[words[0]]
    parts = "+".join(words).replace("-", "+").split("+")
    names = {"ctrl": "Control", "control": "Control", "alt": "Alt", "shift": "Shift", "cmd": "Meta", "meta": "Meta"}
    if len(parts) > 1 and all(p in names for p in parts[:-1]):
        return "+".join([*(names[p] for p in parts[:-1]), _KEYS.get(parts[-1], parts[-1])])
    return None


def refers_back(phrase: Phrase) -> bool:
    """Return whether it is a pronoun alone."""
    return bool(phrase) and all(norm in PRONOUNS or norm in ARTICLES for norm in phrase.norms)
