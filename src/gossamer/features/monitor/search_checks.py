"""Checks of searches: results that were not there before."""

from dataclasses import replace
from datetime import datetime

from gossamer.core.comparison_rules import ComparisonRules
from gossamer.core.deadlines import Deadline
from gossamer.core.monitoring import Baseline, PageStatus, SearchTarget
from gossamer.core.searches import Hit, Source
from gossamer.features.monitor import results
from gossamer.features.monitor.check_turn import CheckTurn, MonitorAuthorization
from gossamer.features.monitor.judging import JudgedPart, judge
from gossamer.features.monitor.results import CheckedPage, Question, Seen
from gossamer.features.monitor.targets import search_spec


async def check_search(turn: CheckTurn, target: SearchTarget, allowed: MonitorAuthorization) -> None:
    """Search for each query of *target*, and record the results."""
    services, now = turn.services, turn.services.clock.now()
    if services.search is None:
        turn.results[target.target_id] = replace(
            turn.result(target), search_completed=False, summary="This service cannot search."
        )
        return
    baselines = await services.store.baselines(turn.monitor.monitor_id, target.target_id, None)
    hits: dict[str, Hit] = {}
    spent = 0
    for query in target.queries:
        spec = search_spec(target, query, now)
        match = await services.search.search(
            spec,
            team_id=turn.monitor.team_id,
            key_id=turn.monitor.key_id,
            deadline=Deadline.after(spec.timeout),
            permits=allowed.permits,
            own_only=allowed.own_only,
            dialect="v2",
        )
        spent += match.credits_used
        for hit in match.hits.get(Source.WEB, ()):
            hits.setdefault(hit.url, hit)
    matches = 0
    for url, hit in hits.items():
        if (target.target_id, url) not in turn.done:
            matches += await _record_hit(turn, target, hit, baselines.get(url), now, first=not baselines)
    turn.results[target.target_id] = replace(
        turn.result(target),
        search_completed=True,
        result_count=len(hits),
        matches=matches,
        search_credits=spent,
        credits=spent,
        summary=f"{len(hits)} results, {matches} of them new and relevant.",
    )


async def _record_hit(
    turn: CheckTurn, target: SearchTarget, hit: Hit, before: Baseline | None, now: datetime, *, first: bool
) -> int:
    """Record a result of a search; return 1 when it is one that somebody waits for."""
    text = f"{hit.title}\n\n{hit.description}"
    question = Question(turn.page_id(target, hit.url), target.target_id, hit.url, ComparisonRules(), now)
    baseline = Baseline(target.target_id, hit.url, text=text)
    page = replace(
        results.answer(question, None, Seen(text=text)).page,
        status=PageStatus.NEW if before is None else PageStatus.SAME,
        metadata={"title": hit.title, "description": hit.description},
        rule=None,
    )
    if before is not None:
        await turn.record(target, CheckedPage(page, before), before, 0)
        return 0
    change = JudgedPart("added", "", text, hit.title)
    judgment = None if turn.criteria is None else judge(replace(turn.criteria, kinds=()), [change])
    answer = CheckedPage(replace(page, judgment=judgment), baseline, (change,))
    if turn.criteria is not None and turn.services.judge.available:
        answer = await turn.by_model(target.target_id, answer)
    judgment = answer.page.judgment
    relevant = judgment is None or judgment.meaningful
    rule = results.NEW if judgment is None else judgment.reason
    # The results of the first search are what there was before anybody watched.
    shown = replace(answer.page, alert=relevant and not first, rule=results.FIRST if first else rule)
    await turn.record(target, CheckedPage(shown, baseline), None, 0)
    return int(relevant)
