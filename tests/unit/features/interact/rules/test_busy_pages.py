"""A page that says it is loading is waited for while something comes of it."""

from datetime import timedelta

import pytest

from gossamer.core.deadlines import Deadline
from gossamer.core.interaction import Budget, Snapshot, Step, StepResult, WaitFor
from gossamer.features.interact.rules.run import Run
from tests.unit.features.interact.rules.pages import node, words


class Jobs:
    """A live page that says it loads more; each wait brings *more* jobs, and the last one takes the text away."""

    def __init__(self, more: int) -> None:
        self.waits, self._more = 0, more

    async def snapshot(self, *, deadline: Deadline) -> Snapshot:
        del deadline
        came = min(self.waits, self._more)
        rows = [node("listitem", "", words(f"Job {number}"), tag="li") for number in range(3 + came)]
        says = (
            [node("generic", "", words("Loading more jobs…"), tag="p")] if not self._more or came < self._more else []
        )
        return Snapshot("http://jobs.example/", "Jobs", node("document", "", *rows, *says, tag="html"))

    async def perform(self, step: Step, *, deadline: Deadline) -> StepResult:
        del deadline
        self.waits += isinstance(step, WaitFor)
        return StepResult("", "")


@pytest.mark.parametrize(("more", "waits"), [(0, 3), (8, 8)])
async def test_a_page_that_says_it_loads_is_waited_for_while_it_changes(more: int, waits: int) -> None:
    live = Jobs(more)
    run = Run(live, Budget(steps=20), Deadline.after(timedelta(seconds=60)))  # type: ignore[arg-type]
    await run.settled()
    assert live.waits == waits
    await run.settled()
    assert live.waits == waits
