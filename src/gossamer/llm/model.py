"""A provider's model, asked again while that may help."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import ModelFailed
from gossamer.core.extras import missing_extra
from gossamer.core.interaction import TokenUsage
from gossamer.core.metrics import Meters
from gossamer.core.metrics.catalogue import MODEL_REQUESTS, MODEL_TOKENS
from gossamer.core.tracing import Span, span
from gossamer.llm.circuit_breaker import ModelBreaker
from gossamer.llm.failures import Failure, Fault
from gossamer.llm.model_choice import Choice
from gossamer.llm.shapes import ObjectShape, Rung
from gossamer.ports.clock import Clock
from gossamer.ports.models import ATTEMPTS, Message, Reply, Tool

if TYPE_CHECKING:
    from gossamer.llm.provider import Speaker

_Ask: TypeAlias = Callable[[], Awaitable[Reply | Failure]]
# Doubled with each attempt; what a provider says itself goes before it.
_FIRST_PAUSE: Final = timedelta(seconds=0.5)


class ProviderModel:
    """A ChatModel, whose answers can be wanted in a shape; each request takes a place and at most *patience*.

    *places* bound the requests under way at once, of this and of all other models that are given the same ones. Without
    a *breaker* it is asked however often it failed.

    The address it asks is the operator's choice, so the egress policy, which is about addresses that pages and
    callers name, does not apply to it.
    """

    def __init__(
        self,
        choice: Choice,
        clock: Clock,
        *,
        patience: timedelta,
        places: asyncio.Semaphore,
        breaker: ModelBreaker | None = None,
        meters: Meters | None = None,
    ) -> None:
        self._meters = meters or Meters()
        self.name = choice.name
        # Both without credentials: for operators, and what stays the same after a restart.
        self.described, self.identity = choice.described, choice.identity
        self._choice = choice
        self._clock = clock
        self._patience = patience
        self._places = places
        self._breaker = breaker
        self._loading = asyncio.Lock()
        self._speaker: Speaker | None = None

    async def close(self) -> None:
        """End its connections."""
        if self._speaker is not None:
            await self._speaker.close()

    async def rungs(self) -> tuple[Rung, ...]:
        """Return the ways to ask it for objects, the strictest first. Raises ModelFailed when it cannot be set up."""
        return (await self._load_speaker()).rungs

    async def reply(
        self,
        messages: Sequence[Message],
        tools: Sequence[Tool],
        *,
        deadline: Deadline,
        max_tokens: int,
        attempts: int = ATTEMPTS,
    ) -> Reply:
        """Return the next message, as the port says."""
        outcome = await self._answer(
            lambda speaker: speaker.ask(messages, tools, max_tokens=max_tokens), deadline, attempts
        )
        if isinstance(outcome, Failure):
            raise ModelFailed(outcome.sentence, TokenUsage(calls=outcome.calls))
        return outcome

    async def shaped(
        self, messages: Sequence[Message], shape: ObjectShape, *, deadline: Deadline, max_tokens: int
    ) -> Reply | Failure:
        """Return an answer in *shape*, or why there is none. Raises TimedOut, and ModelFailed as `rungs` does."""
        return await self._answer(
            lambda speaker: speaker.ask(messages, (), max_tokens=max_tokens, shape=shape), deadline, ATTEMPTS
        )

    async def _answer(
        self, ask: Callable[["Speaker"], Awaitable[Reply | Failure]], deadline: Deadline, attempts: int
    ) -> Reply | Failure:
        async with deadline.guard(), self._places:
            attempt = partial(self._persist, partial(ask, await self._load_speaker()), deadline)
            with span("model", {"gen_ai.request.model": self.name}, kind="client") as asking:
                if self._breaker is None:
                    outcome = await attempt(attempts)
                else:
                    outcome = await self._breaker.guarded(attempt, attempts=attempts, deadline=deadline)
                self._record(outcome, asking)
        return outcome

    def _record(self, outcome: Reply | Failure, asking: Span) -> None:
        """Count an answer. What was asked, and what was answered, is nobody's business but the caller's."""
        if isinstance(outcome, Failure):
            asking.fail(ModelFailed.code)
            self._meters.add(MODEL_REQUESTS, self.name, "failed")
            return
        usage = outcome.usage
        asking.set("gen_ai.usage.input_tokens", usage.prompt_tokens)
        asking.set("gen_ai.usage.output_tokens", usage.completion_tokens)
        self._meters.add(MODEL_REQUESTS, self.name, "ok")
        self._meters.add(MODEL_TOKENS, self.name, "input", by=usage.prompt_tokens)
        self._meters.add(MODEL_TOKENS, self.name, "output", by=usage.completion_tokens)

    async def _persist(self, ask: _Ask, deadline: Deadline, attempts: int) -> Reply | Failure:
        attempt = 1
        while not isinstance(outcome := await self._once(ask), Reply):
            pause = outcome.pause if outcome.pause is not None else _FIRST_PAUSE * 2 ** (attempt - 1)
            if not outcome.again or attempt >= attempts or pause.total_seconds() >= deadline.remaining():
                return replace(outcome, calls=attempt)
            await self._clock.sleep(pause)
            attempt += 1
        return replace(outcome, usage=replace(outcome.usage, calls=attempt))

    async def _once(self, ask: _Ask) -> Reply | Failure:
        try:
            async with asyncio.timeout(self._patience.total_seconds()) as scope:
                return await ask()
        except TimeoutError:
            if not scope.expired():
                raise
            # So long a silence has taken all the time that another attempt would need.
            seconds = self._patience.total_seconds()
            message = f"The language model did not answer within {seconds:g} seconds."
            return Failure(message, again=False, fault=Fault.PASSING)

    async def _load_speaker(self) -> "Speaker":
        async with self._loading:
            if self._speaker is None:
                # Two seconds of importing would stall every other request.
                self._speaker = await asyncio.to_thread(_load, self._choice)
            return self._speaker


def _load(choice: Choice) -> "Speaker":
    if sentence := missing_extra("models"):
        raise ModelFailed(sentence)
    from gossamer.llm.provider import Speaker  # noqa: PLC0415

    return Speaker(choice)
