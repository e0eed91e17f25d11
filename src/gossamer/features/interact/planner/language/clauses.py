"""A clause as a command: its verb's object, what stands behind prepositions, goals that are put as facts."""

from dataclasses import replace

from gossamer.features.interact.planner.language.commands import Chunk, Command
from gossamer.features.interact.planner.language.lexicon import (
    ARTICLES,
    PRONOUNS,
    SHY,
    Action,
)
from gossamer.features.interact.planner.language.phrases import Phrase, singular
from gossamer.features.interact.planner.language.scanning import (
    COPULAS,
    GOES,
    SAYS,
    WANTS,
    Verb,
    key_press,
    marker_at,
    match_at,
    names_field,
    names_part,
    taken_times,
    trim,
    verb_at,
    without_fillers,
    without_trailers,
)
from gossamer.features.interact.planner.language.segmenting import Segment
from gossamer.features.interact.planner.language.tokens import Token
from gossamer.features.interact.planner.wordsets import word_set


class Clauses:
    """Reads clauses of one instruction."""

    def __init__(self, source: str) -> None:
        self._source = source

    def command(self, segment: Segment) -> Command | None:  # noqa: C901, PLR0911
        """Return what a clause asks for; None when it says nothing."""
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
        if verb and verb.base in {"turn", "switch"} and (turned := self._turned(words, verb.length, said)):
            return replace(turned, negated=negated)
        if verb and verb.action == "click" and (key := key_press(words[verb.length :])):
            return Command(
                "press", verb.base, said, Phrase(self._source, key), times=taken_times(words)[0], negated=negated
            )
        wanted = self._wanted(words)
        if wanted is not None:
            return replace(wanted, negated=negated, stated=True)
        if verb is not None:
            declared = (
                self.declared(words)
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
        declared = self.declared(words)
        if declared is not None:
            return replace(declared, negated=negated, stated=True)
        last = self._fronted(words, said)
        return None if last is None else replace(last, stated=not last.verb)

    def _turned(self, words: tuple[Token, ...], start: int, said: str) -> Command | None:
        """Return "turn the light off", whose verb stands on both sides of what it is done to."""
        last = words[-1]
        if len(words) <= start + 1 or last.kind != "word" or last.norm not in {"on", "off"}:
            return None
        on = last.norm == "on"
        return self.frame("choose" if on else "uncheck", f"turn {last.norm}", words[start:-1], said)

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
        declared = self.declared(rest)
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
                return self.passive(rest[:i], rest[i:], verb, said)
            if rest[i].norm == "be" and i + 1 < len(rest) and words[0].norm in {"let", "have"}:
                return self.stated(rest[:i], rest[i + 1 :], said)
        if words[0].norm in {"i", "i'd", "we"}:
            at = next(
                (i for i in range(1, len(rest)) if rest[i].norm in {"in", "into"} and names_field(rest[i:])), None
            )
            if at is not None:
                return replace(self.frame("fill", "put", rest[at:], said), object=Phrase(self._source, rest[:at]))
            return self.frame("find", words[length - 1].norm, rest, said)
        return None

    def declared(self, words: tuple[Token, ...]) -> Command | None:  # noqa: C901, PLR0911, PLR0912
        """Return the command that a statement of a goal is: "the box should say x"."""
        said = Phrase(self._source, words).raw
        for i in range(1, len(words)):
            if words[i].kind == "quote":
                continue
            if words[i].norm in {"until", "till"} and words[i].kind == "word":
                # What is said behind it is when to stop.
                return None
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
                return self.stated(words[:i], words[i + 2 :], said)
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
                    return self.stated(words[:i], words[i + length :], said)
        return None

    def stated(self, subject: tuple[Token, ...], state: tuple[Token, ...], said: str) -> Command:  # noqa: PLR0911
        """Return the command that brings *subject* into *state*."""
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
            return self.passive(subject, state, verb, said)
        if verb and verb.base == "set" and len(state) > 1:
            return self.passive(subject, state, verb, said)
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

    def passive(self, subject: tuple[Token, ...], rest: tuple[Token, ...], verb: Verb, said: str) -> Command:
        """Return the command of "x ticked", "x set to y"."""
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
                return self.passive(words[:i], words[i:], verb, said)
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
                return self.stated(words[:at], state[2:], said)
            state = (*words[:at], *state[1:])
        declared = self.declared(state)
        return None if declared is None else replace(declared, said=said)

    def frame(self, action: Action, verb: str, words: tuple[Token, ...], said: str) -> Command:
        """Return a command of a verb and the words behind it: its object and what stands behind prepositions."""
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
