"""The progress of one prompt: steps, costs and limits."""

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from gossamer.content.suspicion import notice_of
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import StepFailed
from gossamer.core.interaction import Budget, Interaction, Performed, Step, StepResult, TokenUsage, WaitFor
from gossamer.ports.live_pages import LivePage

# Requests to the model that one prompt may cost, with all that are made again.
CALLS: Final = 25
# The same step on the same page: once more may help, more often it does not.
_REPEATS: Final = 3
_MOST_NOTICES: Final = 5
_LONGEST_TOLD: Final = 300


@dataclass(slots=True)
class PromptProgress:
    """Steps, usage, transcript and notices of one prompt on *page*; *shown* is the page as the model sees it now."""

    page: LivePage
    budget: Budget
    until: Deadline
    on_page: Callable[[], Awaitable[None]] | None
    shown: str = ""
    steps: list[Performed] = field(default_factory=list)
    usage: TokenUsage = TokenUsage()
    transcript: list[Mapping[str, Any]] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    # How often the model said that it was done when nothing spoke for it.
    claims: int = 0
    _pages: int = 0
    _kept: str | None = None
    _before: Counter[tuple[Step, str]] = field(default_factory=Counter)

    def over(self) -> str | None:
        """Return which bound is reached, or None. Raises TimedOut when the time is over."""
        self.until.check()
        if self.usage.calls >= CALLS:
            return f"The model was called {CALLS} times, which is the limit."
        if self.usage.tokens >= self.budget.tokens:
            return f"The budget of {self.budget.tokens} tokens is used up."
        if len(self.steps) >= self.budget.steps:
            return self._no_steps_left()
        return None

    def spend(self, usage: TokenUsage) -> None:
        """Add what a reply cost."""
        self.usage = TokenUsage(
            self.usage.calls + usage.calls,
            self.usage.prompt_tokens + usage.prompt_tokens,
            self.usage.completion_tokens + usage.completion_tokens,
        )

    def warn(self, orders: Sequence[str]) -> None:
        """Give notice of text in the page that speaks to an assistant."""
        for quote in orders:
            notice = notice_of(quote)
            if notice not in self.notices and len(self.notices) < _MOST_NOTICES:
                self.notices.append(notice)

    def unfinished(self, why: str) -> Interaction:
        """Return the answer of a prompt that ends before it is done."""
        done = sum(step.result is not None for step in self.steps)
        return Interaction(
            done=False, output=f"{why} Steps done before: {done}." if done else f"{why} Nothing was done."
        )

    def repeats(self, step: Step) -> bool:
        """Return whether *step* was done so often on this very page that once more is a loop."""
        return self._before[step, self.shown] >= _REPEATS - 1

    async def perform(self, step: Step) -> tuple[str, bool]:
        """Do *step*; return the result for the model, and whether it was done."""
        if len(self.steps) >= self.budget.steps:
            return f"Not done: {self._no_steps_left()}", False
        if not isinstance(step, WaitFor):
            self._before[step, self.shown] += 1
        try:
            result = await self.page.perform(step, deadline=self.until)
        except StepFailed as error:
            self.steps.append(Performed(step, error=error.message))
            return f"Not done: {error.message}", False
        self.steps.append(Performed(step, result))
        again = " You did the same on the same page before." if self._before[step, self.shown] > 1 else ""
        return f"Done.{_describe_result(result)}{again}", True

    async def keep(self) -> str:
        """Keep the current page among the results, once; return the result for the model."""
        if self.on_page is None:
            return "No pages are collected for this task."
        if self._kept == self.shown:
            return "This page is kept already."
        # The last page of all has to fit as well.
        if self._pages + 1 >= self.budget.pages:
            return f"As many pages are kept as may be, {self.budget.pages} with the last one. Call finish."
        self._kept = self.shown
        self._pages += 1
        await self.on_page()
        return "The page is kept."

    async def keep_last(self) -> None:
        """Keep the page on which the prompt ended."""
        if self.on_page is not None and self._kept != self.shown:
            await self.on_page()

    def _no_steps_left(self) -> str:
        return f"The budget of {self.budget.steps} steps is used up."


def _describe_result(result: StepResult) -> str:
    moved = f" The address is now {result.after[:_LONGEST_TOLD]}." if result.before != result.after else ""
    return f"{moved}{f' Note: {result.note[:_LONGEST_TOLD]}' if result.note else ''}"
