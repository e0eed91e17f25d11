"""Checks of pages by their addresses."""

import asyncio
from dataclasses import replace

from gossamer.core.monitoring import Baseline, ScrapeTarget
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import WebUrl
from gossamer.features.monitor import results
from gossamer.features.monitor.check_turn import CheckTurn, MonitorAuthorization
from gossamer.features.monitor.results import Seen
from gossamer.features.monitor.targets import page_spec
from gossamer.features.monitor.visits import Visitor


async def check_pages(turn: CheckTurn, target: ScrapeTarget, allowed: MonitorAuthorization) -> None:
    """Visit the pages of *target* that are not recorded yet, and compare each."""
    baselines = await turn.services.store.baselines(turn.monitor.monitor_id, target.target_id, target.urls)
    first = not baselines
    waiting = [url for url in target.urls if (target.target_id, url) not in turn.done]
    async with asyncio.TaskGroup() as group:
        for url in waiting:
            group.create_task(_check_page(turn, target, url, baselines.get(url), allowed, first=first))


async def _check_page(
    turn: CheckTurn,
    target: ScrapeTarget,
    url: WebUrl,
    before: Baseline | None,
    allowed: MonitorAuthorization,
    *,
    first: bool,
) -> None:
    spec, visitor = page_spec(target.scrape, url, target.rules), turn.visitor(allowed)
    # A URL that joined the target has no version to be compared with: it is no news either.
    question = turn.question(target, url, target.scrape, first=first or before is None)
    async with turn.places:
        if before is not None and await turn.services.visits.unchanged(spec, before):
            await turn.record(target, results.unchanged(question, before), before, 0)
            return
        visit, spent = await turn.services.visits.visit(spec, visitor, check_id=turn.check.check_id, target=target)
        baseline = await _add_text(turn, before, visit, spec, visitor)
        await turn.compare(target, question, baseline, visit, spec=spec, spent=spent, allowed=allowed)


async def _add_text(
    turn: CheckTurn, before: Baseline | None, visit: Seen, spec: ScrapeSpec, visitor: Visitor
) -> Baseline | None:
    """Return *before* with the text that is compared, where its history keeps that."""
    if before is None or before.content is None or visit.problem is not None:
        return before
    if before.content == visit.content:
        # Texts of one content do not differ.
        return replace(before, text=visit.text)
    if visit.previous is not None and visit.previous[0] == before.content:
        return replace(before, text=visit.previous[1])
    text = await turn.services.visits.text_of(before, spec, visitor)
    return replace(before, text=text, content=None if text is None else before.content)
