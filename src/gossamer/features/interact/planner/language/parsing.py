"""From an instruction to commands.

The instruction is cut into sentences, a sentence into clauses where a new verb begins, a clause into the
verb's object and the phrases behind its prepositions. Orders ("before", "after you have", "once … is")
are put right, statements of a goal ("the box should say x") become commands, politeness falls away. Nothing here
knows a page.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from gossamer.features.interact.planner.language.clauses import Clauses
from gossamer.features.interact.planner.language.commands import Chunk, Command
from gossamer.features.interact.planner.language.lexicon import (
    ARTICLES,
    PRONOUNS,
    SHY,
    Action,
)
from gossamer.features.interact.planner.language.phrases import Phrase
from gossamer.features.interact.planner.language.rephrasing.rephrasing import rephrased
from gossamer.features.interact.planner.language.scanning import (
    ENDS,
    GOES,
    QUESTION,
    filler_length,
    match_at,
    verb_at,
    without_asides,
    without_fillers,
    without_trailers,
)
from gossamer.features.interact.planner.language.segmenting import segments_of
from gossamer.features.interact.planner.language.tokens import Token, tokens
from gossamer.features.interact.planner.wordsets import word_set

# Words and marks. Nobody says more in one breath, and reading takes the square of a sentence.
_LONGEST_SENTENCE: Final = 160
_LONGEST_PROMPT: Final = 800


class TooLong(ValueError):
    """The text is longer than what is read; the sentence says what would be."""


def commands(text: str) -> tuple[Command, ...]:
    """Return what *text* asks for, in the order in which it is to be done; () when there is nothing.

    Raises TooLong. It is all processor time, at most some seconds of it.
    """
    text = rephrased(_asked_once(text))
    sentences = list(_sentences(text))
    longest = max((len(sentence) for sentence, _ in sentences), default=0)
    if longest > _LONGEST_SENTENCE or sum(len(sentence) for sentence, _ in sentences) > _LONGEST_PROMPT:
        raise TooLong(
            f"Without a language model a prompt may have {_LONGEST_PROMPT} words, and a sentence of it "
            f"{_LONGEST_SENTENCE}. Say it in shorter sentences, or in several prompts."
        )
    found: list[Command] = []
    for sentence, asked in sentences:
        found += _Sentence(text, sentence, asked=asked).commands()
    return tuple(_settled(found))


# A question that is put again in other words.
_AGAIN: Final = re.compile(
    r",?\s(?:i\.e\.|in other words),?\s(?=(?:who|what|which|when|where|how|whose)\b)", re.IGNORECASE
)


def _asked_once(text: str) -> str:
    """Return a question without what only asks it again: "who has it, i.e. who is it assigned to?"."""
    first, *again = _AGAIN.split(text, maxsplit=1)
    asks = bool(again) and "?" not in first and tokens(first)[:1] and tokens(first)[0].norm in QUESTION
    return f"{first}?{again[0].partition('?')[2]}" if asks else text


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
    if stop.norm == "." and after and _shortens(text, stop):
        return True
    if (
        stop.norm != "."
        or not after
        or not after[0].text[:1].islower()
        or "\n" in text[stop.end : stop.end + after[0].start]
    ):
        return False
    return verb_at(after, 0) is None and not filler_length(after, 0) and after[0].norm not in QUESTION


# Written with a full stop, before the name that they belong to.
_SHORTENED: Final = word_set("dr mr mrs ms prof st no nr inc ltd vs approx")


def _shortens(text: str, stop: Token) -> bool:
    """Return whether the full stop belongs to a word that is cut short, as in "Dr. Wen"."""
    before = tokens(text[: stop.start])[-1:]
    return bool(before) and before[0].end == stop.start and before[0].norm in _SHORTENED


_WRITING: Final = word_set("add write leave post put attach log")
_WRITTEN: Final = word_set("note comment remark message memo annotation reply")


def _opens_sentence(text: str, colon: Token, part: list[Token]) -> bool:
    """Return whether a colon stands between two sentences, not before a value."""
    said = {t.norm for t in part}
    if part and part[0].norm in _WRITING and said & _WRITTEN:
        # What stands behind it is what the note says.
        return False
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
        self._clauses = Clauses(source)
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
        for segment in segments_of(body):
            if segment.tokens[0].norm in {"if", "unless"}:
                when = Phrase(self._source, segment.tokens)
                continue
            command = self._clauses.command(segment)
            command = (
                None if command is None else replace(command, clause=without_trailers(without_fillers(segment.tokens)))
            )
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
                return self._clauses.passive(words[:i], words[i:], verb, said)
        for i in range(1, len(words) - 1):
            if words[i].norm in {"at", "on", "as", "to"}:
                return self._clauses.stated(words[:i], words[i + 1 :], said)
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
        return Command(action, body[0].norm, phrase.raw, phrase, question=True, clause=body)


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
    frame = Clauses(phrase.source).frame("find", "find", phrase.tokens, phrase.raw)
    return frame.object, frame.chunks


def _says_nothing(command: Command) -> bool:
    """Return whether it only refers to what was said: "once you have chosen it"."""
    whole = command.whole()
    return bool(whole) and all(
        norm
        in PRONOUNS | ARTICLES | word_set("so all everything you have done one ones choice selection been is are has")
        for norm in whole.norms
    )
