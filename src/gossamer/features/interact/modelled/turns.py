"""The result of one reply of the model."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from gossamer.core import interaction
from gossamer.features.interact.modelled.call_repair import calls_in
from gossamer.features.interact.modelled.conversation import Conversation
from gossamer.features.interact.modelled.guard import StepGuard, is_private
from gossamer.features.interact.modelled.observation import reading
from gossamer.features.interact.modelled.progress import PromptProgress
from gossamer.features.interact.modelled.tools import Do, Finish, Keep, Read, Unusable, tool_request
from gossamer.features.interact.rules.lexicon import word_list
from gossamer.features.interact.rules.parsing import readings
from gossamer.features.interact.rules.segments import TooLong, clauses, normal
from gossamer.features.interact.rules.similarity import words
from gossamer.ports.models import Reply, Tool, ToolCall

_CALLS_OF_A_REPLY: Final = 8
_LONGEST_TOLD: Final = 500
_LONGEST_QUOTED: Final = 200
# Names of controls for the next page of a series; the page is kept first, even if the model forgets.
_ONWARD: Final = re.compile(
    r"^\W*(?:next|older|more|load more|show more|weiter|suivant|siguiente)\b|^[\u203a\u00bb\u2192>]+$", re.IGNORECASE
)

Wish: TypeAlias = Literal["act", "look", "answer", "unknown"]
_LOOKING: Final = (interaction.WaitFor, interaction.ScrollBy, interaction.ScrollTo, interaction.Hover)
_MOTIONS: Final = frozenset({"scroll", "wait", "hover"})
# Actions that only lead to an answer: with an answer from the page they may have been needless.
_WAYS: Final = frozenset({"open", "go", "search", "filter", "sort", "load", "accept", "reject", "close"}) | _MOTIONS
_ANSWERS: Final = frozenset({"read", "count"})
_MOST_NEW_WORDS: Final = 0.5


# A model may say that it is done without having done anything. A prompt that asks for an act needs a step; a question
# needs none, and where it is not clear what a prompt is, an answer without a step has to come from the page.
def is_supported(
    answer: str, prompt: str, steps: Iterable[interaction.Performed], snapshot: interaction.Snapshot
) -> bool:
    """Return whether *answer*, said to be all that *prompt* asks for, is supported by *steps* or by the page."""
    done = [performed.step for performed in steps if performed.result is not None]
    wish, moves = _wish(prompt)
    if any(moves or not isinstance(step, _LOOKING) for step in done) or wish == "answer":
        return True
    return wish != "act" and _is_from(answer, snapshot)


def _wish(prompt: str) -> tuple[Wish, bool]:
    """Return the wish in *prompt*, and whether scrolling or waiting is a part of it."""
    try:
        pieces = clauses(prompt)
    except TooLong:
        return "unknown", True
    wishes: set[Wish] = set()
    moves = False
    for piece in pieces:
        commands = readings(normal(prompt), piece)
        actions = {command.action for command in commands}
        asks = piece[-1].norm == "?" or piece[0].norm in word_list("reading", "question")
        moves = moves or bool(actions & _MOTIONS)
        if asks or (actions & _ANSWERS and commands[0].verb):
            wishes.add("answer")
        elif actions & _ANSWERS or commands[0].condition is not None or commands[0].negated:
            wishes.add("unknown")
        else:
            wishes.add("look" if actions & _WAYS else "act")
            # "Find the cheapest flight" wants it to be told.
            wishes |= {"answer"} if "search" in actions else set()
    if "act" in wishes:
        return "act", moves
    if "look" in wishes:
        return "look" if "answer" in wishes else "act", moves
    return "answer" if wishes == {"answer"} else "unknown", moves


def _is_from(answer: str, snapshot: interaction.Snapshot) -> bool:
    """Return whether at least half of the words of *answer* are on the page."""
    answer_words, shown = words(answer), set(words(snapshot.root.text)) | set(words(snapshot.title))
    return bool(answer_words) and sum(w not in shown for w in answer_words) <= _MOST_NEW_WORDS * len(answer_words)


@dataclass(slots=True)
class ModelTurn:
    """One reply on the page of *snapshot*.

    *usable* says that something of the reply could be read, *worked* that something of it was done, *acted* that
    the page may be another now; *ended* is the answer when it was the last.
    """

    progress: PromptProgress
    offered: Mapping[str, Tool]
    guard: StepGuard
    snapshot: interaction.Snapshot
    talk: Conversation
    acted: bool = False
    worked: bool = False
    usable: bool = False
    ended: interaction.Interaction | None = None
    _text: str = ""
    _calls: int = 0

    async def take(self, reply: Reply) -> None:
        """Do what *reply* asks for, and record it."""
        calls = reply.calls or _read_written_calls(reply, self.offered)
        self._text, self._calls = reply.text, len(calls)
        self._record(
            {"role": "assistant", "text": reply.text[:_LONGEST_TOLD], "calls": [self._shorten_call(c) for c in calls]}
        )
        results: list[tuple[ToolCall, str]] = []
        for call in calls:
            result = await self._do(call, too_many=len(results) >= _CALLS_OF_A_REPLY)
            results.append((call, result))
            self._record({"role": "tool", "tool": call.name[:60], "result": result[:_LONGEST_TOLD]})
        self.talk.add(reply, results, "" if calls else _nudge(reply))

    def in_vain(self) -> str:
        """Return the sentence for a model that gets nowhere."""
        if self._calls:
            return "The language model asked for nothing that could be done, several times in a row."
        quoted = " ".join(self._text.split())[:_LONGEST_QUOTED]
        return (
            f'The language model used no tool; it said: "{quoted}".' if quoted else "The language model said nothing."
        )

    async def _do(self, call: ToolCall, *, too_many: bool) -> str:
        if too_many or self.ended is not None:
            return "Not done: too much at once."
        match tool_request(call, self.offered):
            case Unusable(sentence=sentence):
                return sentence
            case Finish() as finish:
                self.usable = self.worked = True
                return self._end(_answer(finish, self.snapshot))
            case Read(ref=ref, about=about):
                text = reading(self.snapshot, ref, about)
                self.usable = self.worked = text is not None
                return self._no_such(str(ref)) if text is None else self.talk.quoted(text)
            case Keep():
                self.usable = self.worked = True
                return await self.progress.keep()
            case Do(step=step):
                return await self._step(step)

    def _end(self, answer: interaction.Interaction) -> str:
        """End with *answer*; one that nothing supports is asked for again, and then is not taken for done."""
        steps = self.progress.steps
        if not answer.done or is_supported(answer.output, self.talk.prompt, steps, self.snapshot):
            self.ended = answer
            return "The end."
        self.progress.claims += 1
        if self.progress.claims > 1:
            quoted_answer = " ".join(answer.output.split())[:_LONGEST_QUOTED]
            self.ended = self.progress.unfinished(
                f"The language model said “{quoted_answer}”, but did nothing on the page."
            )
        return "Not the end: nothing was done on the page. Do the task, or call finish with done false and say why."

    async def _step(self, step: interaction.Step) -> str:
        named = [ref for ref in (getattr(step, "ref", None), getattr(step, "to", None)) if ref is not None]
        unknown = next((ref for ref in named if self.snapshot.find(ref) is None), None)
        if unknown is not None:
            return self._no_such(unknown)
        self.usable = True
        if (refusal := self.guard.refusal(step, self.snapshot)) is not None:
            return f"Not done: {refusal}"
        if self.progress.repeats(step):
            why = "The model did the same again and again, and nothing changed."
            self.ended = self.progress.unfinished(why)
            return f"Not done: {why}"
        if isinstance(step, interaction.Click) and _leads_on(self.snapshot.find(step.ref)):
            await self.progress.keep()
        self.acted = True
        outcome, done = await self.progress.perform(step)
        self.worked = self.worked or done
        return outcome

    def _no_such(self, ref: str) -> str:
        near = [node.ref for node in self.snapshot.walk() if node.clickable or node.editable][:20]
        return f"There is no element {ref[:40]!r} on the page. What can be used: {', '.join(near) or 'nothing'}."

    def _record(self, entry: Mapping[str, Any]) -> None:
        self.progress.transcript.append(entry)

    def _shorten_call(self, call: ToolCall) -> Mapping[str, Any]:
        """Return *call* for the transcript: shortened, without what is typed into fields for secrets."""
        return {"tool": call.name[:60], "arguments": _veil_values(call, self.snapshot)}


def _read_written_calls(reply: Reply, offered: Mapping[str, Tool]) -> tuple[ToolCall, ...]:
    """Return the calls that are written into the text of *reply*; a text that was cut off has none."""
    written_calls = () if reply.cut_off else calls_in(reply.text, frozenset(offered))
    return tuple(
        ToolCall("", name, arguments, json.dumps(arguments)) for name, arguments in written_calls[:_CALLS_OF_A_REPLY]
    )


def _nudge(reply: Reply) -> str:
    if reply.cut_off:
        return "Your answer was too long and was cut off. Answer with one short tool call."
    return "That was no tool call. Go on with a tool call; if this was your answer, give it with finish."


def _answer(finish: Finish, snapshot: interaction.Snapshot) -> interaction.Interaction:
    data = "" if finish.data is None else json.dumps(finish.data, ensure_ascii=False)
    outcome = finish.answer.strip() or data or "Done."
    quote = _quote(outcome, snapshot.root)
    return interaction.Interaction(done=finish.done, output=outcome, data=finish.data, quotes=(quote,) if quote else ())


def _quote(answer: str, root: interaction.Node) -> str:
    """Return the smallest place of the page that says *answer* word for word, "" when none does."""
    words = " ".join(answer.split()).casefold()
    if not words or len(words) > _LONGEST_QUOTED:
        return ""
    places: Sequence[str] = [node.text for node in root.walk() if words in " ".join(node.text.split()).casefold()]
    return min(places, key=len, default="")[:_LONGEST_TOLD]


def _leads_on(node: interaction.Node | None) -> bool:
    return node is not None and (_ONWARD.search(node.name or node.text) is not None or "next" in _relations(node))


def _relations(node: interaction.Node) -> Sequence[str]:
    return node.attributes.get("rel", "").split()


def _veil_values(call: ToolCall, snapshot: interaction.Snapshot) -> Any:
    if call.arguments is None:
        return call.raw[:_LONGEST_TOLD]
    refs = [value for value in call.arguments.values() if isinstance(value, str)]
    secret = any(is_private(snapshot.find(ref)) for ref in refs)
    shown = {key: value[:_LONGEST_QUOTED] if isinstance(value, str) else value for key, value in call.arguments.items()}
    return {key: "•••" if secret and key in {"text", "value", "content"} else value for key, value in shown.items()}
