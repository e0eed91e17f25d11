"""The diagnosis of a job: why it behaved as it did, from its URLs and pages, and what to change."""

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Final

from gossamer.core.diagnoses import Decision, Diagnosis
from gossamer.core.jobs import Job, JobUrl, UrlState

# Shown one by one.
_MOST_TRIED: Final = 5
# From this part of its pages that were rendered, or of its time that was waited, it is worth a word.
_MUCH: Final = 0.5

_RENDERED: Final = (
    "Most pages were rendered by a browser, which takes ten times as long. Where plain HTTP is enough, set "
    "`scrapeOptions.fastMode`."
)
_WAITED: Final = (
    "Pages waited for their hosts longer than they ran: the pace follows robots.txt (`Crawl-delay`), `delay`, and "
    "answers such as 429 and 503."
)


@cache
def _advice() -> Mapping[str, str]:
    """Return the advice for each reason and error, by its code."""
    return tomllib.loads(files("gossamer.features.crawl").joinpath("advice.toml").read_text("utf-8"))


@dataclass(slots=True)
class DecisionSummary:
    """Adds decisions up."""

    states: Counter[UrlState] = field(default_factory=Counter)
    codes: Counter[tuple[UrlState, str]] = field(default_factory=Counter)
    fetchers: Counter[str] = field(default_factory=Counter)
    rendered: Counter[str] = field(default_factory=Counter)
    verdicts: Counter[str] = field(default_factory=Counter)
    retries: int = 0
    most_tried: list[JobUrl] = field(default_factory=list)

    def add(self, decisions: Iterable[Decision]) -> None:
        """Take some of the job's decisions."""
        for decision in decisions:
            url = decision.url
            self.states[url.state] += 1
            self.retries += url.tries
            if url.code is not None:
                self.codes[url.state, url.code] += 1
            if decision.fetcher is not None:
                self.fetchers[decision.fetcher] += 1
            if decision.render_reason is not None:
                self.rendered[decision.render_reason] += 1
            if decision.verdict is not None:
                self.verdicts[decision.verdict] += 1
            if url.tries:
                self.most_tried = sorted([*self.most_tried, url], key=lambda tried_url: -tried_url.tries)[:_MOST_TRIED]

    def diagnosis(self, job: Job, warning: str | None) -> Diagnosis:
        """Return the diagnosis of *job*."""
        return Diagnosis(
            job,
            warning,
            dict(self.states),
            dict(self.codes.most_common()),
            self.retries,
            tuple(self.most_tried),
            dict(self.fetchers.most_common()),
            dict(self.rendered.most_common()),
            dict(self.verdicts.most_common()),
            tuple(self._advice(job)),
        )

    def _advice(self, job: Job) -> Iterable[str]:
        codes = dict.fromkeys(code for (_, code), _ in self.codes.most_common())
        advice = _advice()
        yield from (advice[code] for code in codes if code in advice)
        pages = sum(self.fetchers.values())
        if pages and sum(self.rendered.values()) >= _MUCH * pages:
            yield _RENDERED
        lasted = (job.finished_at or job.created_at) - job.created_at
        if pages and job.delayed / max(1, pages) > _MUCH * lasted and job.delays > pages / 2:
            yield _WAITED
