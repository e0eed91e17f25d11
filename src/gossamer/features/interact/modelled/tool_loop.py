"""The tool loop: show the page, read the model's call, carry it out, and repeat until it ends."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

from gossamer.content.suspicion import orders_in
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import ModelFailed, TimedOut
from gossamer.core.interaction import Budget, Interaction, Snapshot
from gossamer.core.untrusted_text import Fence
from gossamer.features.interact.modelled.conversation import Conversation
from gossamer.features.interact.modelled.guard import StepGuard
from gossamer.features.interact.modelled.observation import describe
from gossamer.features.interact.modelled.progress import CALLS, PromptProgress
from gossamer.features.interact.modelled.tools import tools
from gossamer.features.interact.modelled.turns import ModelTurn
from gossamer.ports.live_pages import LivePage
from gossamer.ports.models import ATTEMPTS, ChatModel, Reply

_REPLY_TOKENS: Final = 4_096
# Replies in a row of which nothing could be used, and in which nothing could be done.
_USELESS: Final = 3
_VAIN: Final = 6
# Left of the caller's time when the model's is over, so that the answer still arrives.
_MARGIN: Final = 1.0


def instructions_in(snapshot: Snapshot) -> tuple[str, ...]:
    """Return quotes of what in *snapshot* reads like an order to an assistant, in the order they are found."""
    return orders_in("\n".join(dict.fromkeys(_texts(snapshot))))


def _texts(snapshot: Snapshot) -> Iterator[str]:
    yield snapshot.title
    if snapshot.dialog is not None:
        yield snapshot.dialog.message
    for node in snapshot.walk():
        yield from (node.name, node.described, node.value or "", "" if node.children else node.text)
        yield from (node.attributes.get(key, "") for key in ("alt", "title", "placeholder"))
    # A sentence that spans several elements is whole here only.
    yield snapshot.root.text


class ModelPlanner:
    """Carries out prompts with a model."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model

    async def run(
        self,
        page: LivePage,
        prompt: str,
        *,
        budget: Budget,
        deadline: Deadline,
        on_page: Callable[[], Awaitable[None]] | None = None,
    ) -> Interaction:
        """Return the result of *prompt*, as `Interacting` says.

        Raises ModelFailed when the model failed before anything was done on the page. Later it is in the answer.
        """
        remaining_seconds = deadline.remaining()
        until = Deadline.after(
            timedelta(seconds=min(budget.seconds, remaining_seconds - min(_MARGIN, remaining_seconds / 10)))
        )
        progress = PromptProgress(page, budget, until, on_page)
        ended = await _Loop(self._model, prompt, progress).to_the_end()
        await progress.keep_last()
        return replace(
            ended,
            steps=tuple(progress.steps),
            made_by="model",
            usage=progress.usage,
            transcript=tuple(progress.transcript),
            notices=tuple(progress.notices),
        )


@dataclass(slots=True)
class _Loop:
    model: ChatModel
    prompt: str
    progress: PromptProgress
    useless: int = 0
    vain: int = 0

    async def to_the_end(self) -> Interaction:
        try:
            return await self._turns()
        except TimedOut:
            until = self.progress.until
            if until.remaining() > 0:
                raise
            return self.progress.unfinished(f"The time of {until.budget.total_seconds():.0f} seconds is used up.")
        except ModelFailed as error:
            if not self.progress.steps:
                raise
            return self.progress.unfinished(error.message)

    async def _turns(self) -> Interaction:
        progress = self.progress
        offered = tools(collecting=progress.on_page is not None)
        snapshot = await progress.page.snapshot(deadline=progress.until)
        guard = StepGuard(self.prompt, snapshot.url)
        talk = Conversation(self.prompt, tuple(offered.values()), Fence.new())
        await self._look(snapshot, talk)
        while True:
            if (over := progress.over()) is not None:
                return progress.unfinished(over)
            reply = await self._ask(talk)
            if reply.refused:
                return Interaction(done=False, output=f"The model refused to do this. {reply.text}".strip())
            turn = ModelTurn(progress, offered, guard, snapshot, talk)
            await turn.take(reply)
            if turn.ended is not None:
                return turn.ended
            self._judge(turn)
            if turn.acted:
                snapshot = await progress.page.snapshot(deadline=progress.until)
                await self._look(snapshot, talk)

    async def _look(self, snapshot: Snapshot, talk: Conversation) -> None:
        # A tenth of a second for a very large page, in which every other request would stand still.
        shown, orders = await asyncio.to_thread(lambda: (describe(snapshot), instructions_in(snapshot)))
        self.progress.shown = talk.page = shown
        self.progress.warn(orders)

    async def _ask(self, talk: Conversation) -> Reply:
        progress = self.progress
        reply = await self.model.reply(
            talk.messages(),
            talk.tools,
            deadline=progress.until,
            max_tokens=_REPLY_TOKENS,
            attempts=min(ATTEMPTS, CALLS - progress.usage.calls),
        )
        progress.spend(reply.usage)
        return reply

    def _judge(self, turn: ModelTurn) -> None:
        """Raise ModelFailed when the model gets nowhere."""
        self.useless = 0 if turn.usable else self.useless + 1
        self.vain = 0 if turn.worked else self.vain + 1
        if self.useless >= _USELESS or self.vain >= _VAIN:
            raise ModelFailed(turn.in_vain())
