"""The rates that the documentation states hold on a sample of the prompts of the benchmark (`bench.prompts`)."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from typing import Final

import pytest
from bench.prompts.judging import Answer, Verdict, judge
from bench.prompts.site import Site, serving
from bench.prompts.tasks import Task, tasks_of

from gossamer.browser.running_browser import RunningBrowser
from gossamer.core.interaction import Budget
from gossamer.features.interact import Interacting
from tests.integration.browser.tools.harness import opened, running, soon

pytestmark = [pytest.mark.browser, pytest.mark.long]

_AT_ONCE: Final = 4
_EVERY: Final = 3


async def _verdict(task: Task, site: Site, browser: RunningBrowser, slots: asyncio.Semaphore) -> Verdict:
    visit = site.visit(task.split, task.site)
    async with slots:
        async with opened(visit.url, browser) as page:
            made = await Interacting(None).run(page, task.prompt, budget=Budget(seconds=60), deadline=soon(70))
            await asyncio.to_thread(visit.settle)
        missed = f"{made.not_understood} {made.output if not made.done else ''}"
        verdict, _ = judge(task, Answer(made.done, made.output, made.data, missed), visit.states())
    return verdict


async def _verdicts(tasks: Sequence[Task]) -> Counter[Verdict]:
    slots = asyncio.Semaphore(_AT_ONCE)
    with serving() as site:
        async with running() as browser:
            return Counter(await asyncio.gather(*(_verdict(task, site, browser, slots) for task in tasks)))


async def test_most_prompts_of_a_sample_are_done_and_none_falsely() -> None:
    tasks = tasks_of("dev")[::_EVERY]
    count = await _verdicts(tasks)
    assert count[Verdict.RIGHT] >= 0.9 * len(tasks)
    assert count[Verdict.FALSELY_DONE] == 0


async def test_no_prompt_of_a_sample_on_further_sites_is_falsely_done() -> None:
    count = await _verdicts(tasks_of("fresh")[1::_EVERY])
    assert count[Verdict.FALSELY_DONE] == 0
