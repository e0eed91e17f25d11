"""A list is scrolled to its end on evidence: what comes late is waited for, and there is time left to answer."""

from datetime import timedelta

import pytest

from gossamer.core.deadlines import Deadline
from gossamer.core.interaction import Budget, ScrollBy, Snapshot, Step, StepResult, WaitFor
from gossamer.features.interact.rules.frames.paginate import scroll_to_end, whole_list
from gossamer.features.interact.rules.run import Run, Stuck
from tests.unit.features.interact.rules.pages import node, words


class Feed:
    """A live page whose list grows by twenty, *late* waits after each scroll to its end, up to sixty."""

    def __init__(self, late: int, *, spinner: bool = False) -> None:
        self.shown, self.waited, self._late, self._due = 20, 0, late, -1
        self._spinner = node("generic", "", words("o"), attributes={"class": "spinner"}) if spinner else None

    async def snapshot(self, *, deadline: Deadline) -> Snapshot:
        del deadline
        rows = [node("listitem", "", words(f"Entry {n}"), tag="li") for n in range(self.shown)]
        more = [self._spinner] if self._spinner is not None and self.shown < 60 else []
        root = node("document", "", node("list", "", *rows, tag="ul"), *more, tag="html")
        return Snapshot("http://feed.example/", "Feed", root, extent=(800, 40 * self.shown))

    async def perform(self, step: Step, *, deadline: Deadline) -> StepResult:
        del deadline
        if isinstance(step, ScrollBy) and self._due < 0 and self.shown < 60:
            self._due = self.waited + self._late
        if isinstance(step, WaitFor):
            self.waited += 1
        if 0 <= self._due <= self.waited:
            self.shown, self._due = self.shown + 20, -1
        return StepResult("", "")


def _run(feed: Feed, seconds: float = 60) -> Run:
    return Run(feed, Budget(seconds=60), Deadline.after(timedelta(seconds=seconds)))  # type: ignore[arg-type]


class Endless:
    """A live page whose list grows by one with each scroll."""

    def __init__(self) -> None:
        self.shown = 20

    async def snapshot(self, *, deadline: Deadline) -> Snapshot:
        del deadline
        rows = [node("listitem", "", words(f"Entry {n}"), tag="li") for n in range(self.shown)]
        root = node("document", "", node("list", "", *rows, tag="ul"), tag="html")
        return Snapshot("http://feed.example/", "Feed", root, extent=(800, 40 * self.shown))

    async def perform(self, step: Step, *, deadline: Deadline) -> StepResult:
        del deadline
        self.shown += isinstance(step, ScrollBy)
        return StepResult("", "")


async def test_a_list_without_an_end_is_left_with_a_notice() -> None:
    run = Run(Endless(), Budget(steps=200), Deadline.after(timedelta(seconds=60)))  # type: ignore[arg-type]
    await whole_list(run, is_partial=True)
    assert len(run.performed) == 30
    assert ["did not end after 30 steps" in one for one in run.notices] == [True]


async def test_entries_that_come_late_are_waited_for() -> None:
    feed = Feed(late=4)
    await scroll_to_end(_run(feed))
    assert feed.shown == 60


async def test_a_spinner_is_waited_for_longer() -> None:
    plain, spinning = Feed(late=12), Feed(late=12, spinner=True)
    await scroll_to_end(_run(plain))
    await scroll_to_end(_run(spinning))
    assert (plain.shown, spinning.shown) == (20, 60)


async def test_a_list_for_which_the_time_is_too_short_is_not_done() -> None:
    with pytest.raises(Stuck, match="Time ran out"):
        await scroll_to_end(_run(Feed(late=1), seconds=2))
