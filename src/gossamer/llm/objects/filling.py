"""One form, filled in by a model.

A model is asked by the strictest way that works with it (see `shapes.Rung`). A way that its server refuses, or that
leads to nothing that can be used, gives way to the next, and is remembered. What was written and does not fit is shown
to the model once; then it is asked for the wrong places alone.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import ModelFailed, TimedOut
from gossamer.core.interaction import TokenUsage
from gossamer.llm.failures import Failure
from gossamer.llm.model import ProviderModel
from gossamer.llm.objects.forms import Draft, Form
from gossamer.llm.objects.instructions import (
    CONTINUE,
    alternating,
    ask_for_correction,
    missing,
    unreadable,
    with_instructions,
)
from gossamer.llm.objects.memory import RungMemory
from gossamer.llm.objects.repair import Mend, mends, with_mends
from gossamer.llm.objects.response_json import FoundJson, read, strip_to_json, without_thoughts
from gossamer.llm.shapes import ObjectShape, Rung, ShapeRefusal
from gossamer.ports.models import Message, Reply

# How often an answer that was cut off is gone on with.
_CONTINUATIONS: Final = 3
# Each holds the whole text. A large schema that is asked for in parts takes one or two of each, a small one that goes
# wrong in every way some fifteen in all.
MOST_REQUESTS: Final = 40
_ENOUGH: Final = f"The language model was asked {MOST_REQUESTS} times for one object, and may not be asked more."
_NOTHING: Final = "The language model wrote nothing that can be read as an object."

# Longer ones are no summary and no answer, but a model that does not find an end.
_LONGEST: Final = 5_000
_LONGEST_LEAD: Final = 100
_WORD: Final = re.compile(r"\w")
# The one fence around all of it.
_FENCED: Final = re.compile(r"```[ \t]*\w*[ \t]*\n(?P<inside>[^`]*)```")
# "Here is a summary of the page:", "**Answer:** ".
_LEAD: Final = re.compile(rf"(?P<lead>[^\n:]{{1,{_LONGEST_LEAD}}}):[*_]*(?P<end>[ \t]*\n|[ \t]|$)")
# How objects, calls of tools and what is left of them begin.
_NO_PROSE: Final = ("{", "[", "<", "|", "}", "]")
_COURTESY: Final = ("here", "sure", "certainly", "of course", "okay")
_APOSTROPHE: Final = "\u2019"
_DECLINED: Final = re.compile(
    r"(?:sorry|i apologi[sz]e|unfortunately, i|as an ai|i(?:'?m| am) (?:sorry|unable|not able)|i can(?:'?t|not| not)"
    r"|i (?:don'?t|do not) have)\b",
    re.IGNORECASE,
)


def prose(reply_text: str, name: str) -> str:
    """Return the text that *reply_text* is, which was asked for as the property *name*; "" when it is none.

    Of the rest of an object, a call of a tool, an excuse, and what is endless nothing is taken.
    """
    text = without_thoughts(reply_text).strip()
    if fenced := _FENCED.fullmatch(text):
        text = fenced["inside"].strip()
    text = _without_lead(text, name)
    if len(text) > _LONGEST or not _WORD.search(text):
        return ""
    if text.startswith(_NO_PROSE) or f'"{name}"' in text or "```" in text:
        return ""
    return "" if _DECLINED.match(text.replace(_APOSTROPHE, "'")) else _strip_quotes(text)


def _strip_quotes(text: str) -> str:
    """Return *text* without the quotation marks that only say that it is one."""
    is_quoted = len(text) > 1 and text[0] == text[-1] == '"' and '"' not in text[1:-1]
    return text[1:-1].strip() if is_quoted else text


def _without_lead(text: str, name: str) -> str:
    """Return *text* without the line, or the word, that only says what follows."""
    lead = _LEAD.match(text)
    if lead is None:
        return text
    lead_text = re.sub(r"[*_#]", "", lead["lead"]).strip().casefold()
    is_line = lead["end"].endswith("\n") or lead.end() == len(text)
    announces = is_line and (name.casefold() in lead_text or lead_text.startswith(_COURTESY))
    return text[lead.end() :].strip() if announces or lead_text == name.casefold() else text


@dataclass(slots=True)
class Asking:
    """A model that is asked until *deadline*, for at most *max_tokens* an answer, so many times for one object.

    *spent* is what it took so far.
    """

    model: ProviderModel
    deadline: Deadline
    max_tokens: int
    spent: TokenUsage = TokenUsage()
    requests: int = 0

    async def ask(self, messages: Sequence[Message], shape: ObjectShape) -> Reply | Failure:
        """Return an answer, or that *shape* is refused. Raises ModelFailed when asking otherwise is no use."""
        if self.requests >= MOST_REQUESTS:
            raise ModelFailed(_ENOUGH)
        self.requests += 1
        outcome = await self.model.shaped(
            alternating(messages), shape, deadline=self.deadline, max_tokens=self.max_tokens
        )
        if isinstance(outcome, Failure):
            self.spent += TokenUsage(calls=outcome.calls)
            if outcome.refusal is None:
                raise ModelFailed(outcome.sentence)
            return outcome
        self.spent += outcome.usage
        if outcome.refused:
            raise ModelFailed(" ".join(f"The language model declined to answer. {outcome.text}".split()))
        return outcome


@dataclass(frozen=True, slots=True)
class _Answer:
    """The *reply_text* of a model and its meaning; *draft* is None when the text cannot be used.

    It is *plain* where it was no object, but the text that one was to hold.
    """

    reply_text: str
    draft: Draft | None
    plain: bool = False


@dataclass(slots=True)
class _Tried:
    """Output modes that did not work for one form, the last *reply_text*, and the *words* of the last refusal."""

    refused: list[Rung] = field(default_factory=list)
    useless: list[Rung] = field(default_factory=list)
    reply_text: str = ""
    words: str = _NOTHING


@dataclass(slots=True)
class Filling:
    """A *form* that is filled in by what *messages* ask; *rung* is the way that worked.

    *prose* names the property that plain words are taken for, "" where they are for none.
    """

    asking: Asking
    memory: RungMemory
    messages: tuple[Message, ...]
    form: Form
    prose: str = ""
    rung: Rung = Rung.PROMPTED

    async def filled(self) -> Draft:
        """Return the best that came of it. Raises ModelFailed and TimedOut when nothing did."""
        reply_text, draft = await self._first()
        try:
            if draft.problems:
                draft = await self._correct_draft(reply_text, draft)
            for mend in mends(self.form, draft):
                draft = await self._mend_draft(draft, mend)
        except (ModelFailed, TimedOut):
            # The better is no reason to lose the good.
            return draft
        return draft

    async def _first(self) -> tuple[str, Draft]:
        """Return the first usable answer, and its text."""
        tried = _Tried()
        for rung in await self._rungs():
            if draft := await self._attempt(rung, (), tried):
                return tried.reply_text, draft
        # Some models write when they are asked again what they would not at first.
        if draft := await self._attempt(Rung.PROMPTED, unreadable(tried.reply_text), tried):
            return tried.reply_text, draft
        raise ModelFailed(tried.words)

    async def _rungs(self) -> list[Rung]:
        """Return the ways in the order to be tried: those that failed of late come last."""
        async with self.asking.deadline.guard():
            able = await self.asking.model.rungs()
        failing = await self.memory.failing(self.asking.model.identity)
        return sorted(able, key=lambda rung: rung in failing)

    async def _attempt(self, rung: Rung, more: Sequence[Message], tried: _Tried) -> Draft | None:
        """Return the draft from asking by *rung*, None when there is none; what is learnt is kept."""
        answer = await self._by(rung, more)
        if isinstance(answer, Failure):
            tried.words = answer.sentence
            if answer.refusal is not ShapeRefusal.SCHEMA:
                tried.refused.append(rung)
            return None
        tried.reply_text = answer.reply_text
        if answer.draft is None:
            tried.useless.append(rung)
            tried.words = _NOTHING
            return None
        self.rung = rung
        # A rung that led to plain words led to no object, though the words can be used.
        useless = {*tried.useless, rung} if answer.plain else {*tried.useless} - {rung}
        works = None if answer.plain else rung
        await self.memory.learn(self.asking.model.identity, works=works, refused=tried.refused, useless=useless)
        return answer.draft

    async def _by(self, rung: Rung, more: Sequence[Message]) -> _Answer | Failure:
        shape = ObjectShape(rung, self.form.request_schema)
        outcome = await self.asking.ask(
            (*with_instructions(self.messages, self.form.request_schema, rung), *more), shape
        )
        if isinstance(outcome, Failure):
            return outcome
        reply_text, reply = await self._whole(outcome, more)
        draft = None if reply is None else self.form.draft(reply.value, complete=reply.complete)
        if draft is not None and draft.usable:
            return _Answer(reply_text, draft)
        return _Answer(reply_text, self._plain(outcome, reply_text, reply), plain=True)

    def _plain(self, reply: Reply, reply_text: str, found_json: FoundJson | None) -> Draft | None:
        """Return *reply_text* as plain text; None when it is not, or when no property takes plain text."""
        if not self.prose or reply.calls or (found_json is not None and isinstance(found_json.value, dict)):
            return None
        text = prose(reply_text, self.prose)
        return self.form.plain(self.prose, text) if text else None

    async def _whole(self, reply: Reply, more: Sequence[Message]) -> tuple[str, FoundJson | None]:
        """Return the reply's text and its object; a reply that was cut off is continued."""
        reply_text = _text(reply)
        found_json = read(reply_text, keys=self.form.keys)
        for _ in range(_CONTINUATIONS):
            if (
                not reply.cut_off
                or (found_json is not None and found_json.complete)
                or not strip_to_json(reply_text).strip()
            ):
                break
            # No server can hold a model to the second half of an object, so it is asked in words.
            before = (
                *with_instructions(self.messages, self.form.request_schema, Rung.PROMPTED),
                *more,
                Message("assistant", reply_text),
            )
            outcome = await self.asking.ask((*before, CONTINUE), ObjectShape(Rung.PROMPTED, self.form.request_schema))
            if isinstance(outcome, Failure):
                break
            reply = outcome
            reply_text, found_json = self._join_replies(reply_text, _text(outcome))
        return reply_text, found_json

    def _join_replies(self, reply_text: str, rest: str) -> tuple[str, FoundJson | None]:
        """Return an answer and how it went on; some models begin anew, and then that is the answer."""
        anew = read(rest, keys=self.form.keys)
        if anew is not None and anew.complete and isinstance(anew.value, dict) and self.form.keys & set(anew.value):
            return rest, anew
        joined = strip_to_json(reply_text) + strip_to_json(rest)
        return joined, read(joined, keys=self.form.keys)

    async def _correct_draft(self, reply_text: str, draft: Draft) -> Draft:
        """Return the better of *draft* and the model's correction of it."""
        answer = await self._by(self.rung, ask_for_correction(reply_text, draft.problems))
        # Plain words are about the correction, and nothing that was corrected.
        if isinstance(answer, Failure) or answer.draft is None or answer.plain:
            return draft
        return answer.draft if len(answer.draft.problems) <= len(draft.problems) else draft

    async def _mend_draft(self, draft: Draft, mend: Mend) -> Draft:
        """Return *draft* with some of its wrong places as the model says when it is asked for them alone."""
        part = replace(self, form=Form(mend.schema), prose="", messages=(*self.messages, missing(mend.descriptions)))
        # In words it can always be asked, should it be silent now by the way that worked before.
        for rung in dict.fromkeys((self.rung, Rung.PROMPTED)):
            answer = await part._by(rung, ())  # noqa: SLF001 - the same class
            if not isinstance(answer, Failure) and answer.draft is not None:
                return self.form.checked(with_mends(draft.value, mend, answer.draft))
        return draft


def _text(reply: Reply) -> str:
    """Return the text of the answer: the longest arguments of a call, else the reply's text."""
    return max((call.raw for call in reply.calls), key=len, default="") or reply.text
