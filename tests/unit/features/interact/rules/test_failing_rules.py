"""A rule that fails on a page is an answer to the prompt, and no failure of the request."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import TimedOut
from gossamer.core.interaction import Budget, GoTo, Interaction, Node, Snapshot, Step, StepResult
from gossamer.features.interact.rules import RulesPlanner
from gossamer.features.interact.rules.frames.exploration import explore
from gossamer.features.interact.rules.parsing import readings
from gossamer.features.interact.rules.query import Query, read_query
from gossamer.features.interact.rules.run import Run
from gossamer.features.interact.rules.tokens import tokens
from tests.unit.features.interact.rules.pages import node, words

# What no browser sends, for whatever no rule is prepared for.
BROKEN = replace(node("button", "Save"), attributes=None)  # type: ignore[arg-type]


SITE = "http://shop.example/"


class SmallSite:
    """A live page that goes through the pages of a site; a page that is missing cannot be looked at in time."""

    def __init__(self, **pages: Node) -> None:
        self._pages = pages
        self._name = "start"

    async def snapshot(self, *, deadline: Deadline) -> Snapshot:
        del deadline
        if self._name not in self._pages:
            raise TimedOut("The page did not answer in time.")
        root = node("document", "", self._pages[self._name], tag="html")
        return Snapshot(SITE + self._name, "Shop", root)

    async def perform(self, step: Step, *, deadline: Deadline) -> StepResult:
        del deadline
        if isinstance(step, GoTo):
            self._name = step.url.rsplit("/", 1)[-1]
        return StepResult("", "")


async def outcome(prompt: str, **pages: Node) -> Interaction:
    live: Any = SmallSite(**pages)
    return await RulesPlanner().run(
        live, prompt, budget=Budget(seconds=60), deadline=Deadline.after(timedelta(seconds=60))
    )


def link(name: str, href: str) -> Node:
    return node("link", name, attributes={"href": href})


async def test_a_prompt_on_a_page_that_a_rule_fails_on_is_not_done_and_says_so() -> None:
    made = await outcome("Click Save, then click Close", start=BROKEN)
    assert (made.done, made.not_understood) == (False, ("Click Save", "click Close"))
    assert "a rule failed" in made.output


async def test_a_page_that_a_rule_fails_on_does_not_end_the_search() -> None:
    start = node("navigation", "", link("Opening hours", "opening"), link("Hours", "hours"), tag="nav")
    hours = node("main", "", words("Nothing is said here."), tag="main")
    live: Any = SmallSite(start=start, opening=BROKEN, hours=hours)
    question = "What are the opening hours?"
    run = Run(live, Budget(), Deadline.after(timedelta(seconds=60)))

    async def look(_run: Run, _query: Query) -> None:
        """Find nothing."""

    await explore(run, read_query(readings(question, tokens(question))[0]), look)
    visited = [done.step.url for done in run.performed if isinstance(done.step, GoTo)]
    assert visited == [f"{SITE}opening", f"{SITE}hours", f"{SITE}start"]


async def test_what_a_page_does_to_us_is_still_a_failure_of_the_request() -> None:
    with pytest.raises(TimedOut):
        await outcome("Click Save")
