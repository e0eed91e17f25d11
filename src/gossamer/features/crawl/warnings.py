"""Warnings about a job beside its pages."""

from collections import Counter, OrderedDict
from collections.abc import Mapping
from typing import Final

from gossamer.core.crawls import CrawlSpec, Reason, SitemapUse
from gossamer.core.jobs import Job, JobState, UrlState
from gossamer.core.urls import without_credentials
from gossamer.features.crawl.lanes.visits import ROBOTS_WARNING
from gossamer.store.jobs.jobs import JobStore

# So many refused URLs are looked at to say why a crawl found little.
_LOOKED_AT: Final = 1000
_FEW: Final = 1
_EXPLAINED: Final = 200
_WALL: Final = (
    "Pages of {host} wait: {url} shows a {verdict} page. Pass it in the live view of a session with the profile "
    "`{profile}` and end the session, or resume the job."
)
_BLOCKED: Final = "`robotsBlocked`"
# Where refused links lie, and what would let them in.
_REMEDIES: Final[Mapping[str, str]] = {
    Reason.OUTSIDE_PATH: "outside the folder of the start page (`crawlEntireDomain` follows them)",
    Reason.EXTERNAL: "on other sites (`allowExternalLinks` follows them)",
    Reason.SUBDOMAIN: "on other hosts of the site (`allowSubdomains` follows them)",
    Reason.NOT_INCLUDED: "not among `includePaths`",
    Reason.EXCLUDED: "among `excludePaths`",
    Reason.DEPTH: "further from the start page than `maxDiscoveryDepth`",
    Reason.NOT_PERMITTED: "on domains that the API key may not visit",
    Reason.UNSAFE: "on domains that threat protection blocks",
    Reason.PATH_DEPTH: "with more path segments than `maxDepth`",
}


class Warnings:
    """Puts the warnings of a job together."""

    def __init__(self, store: JobStore) -> None:
        self._store = store
        # Why a job that has ended found little does not change, and its caller reads page after page.
        self._explained: OrderedDict[tuple[str, int], list[str]] = OrderedDict()

    async def of(self, job: Job) -> str | None:
        """Return the warning about *job*, or None. A crawl that found little is explained once it has ended."""
        sentences = [*_tell_walls(job), *job.spec.notices, *await self._store.warnings(job.job_id, job.team_id)]
        if job.state.final and job.progress.refused:
            explanation = await self._explanation(job)
            if any(_BLOCKED in sentence for sentence in explanation):
                # The lanes' own sentence says the same without a number.
                sentences = [sentence for sentence in sentences if sentence != ROBOTS_WARNING]
            sentences.extend(explanation)
        if job.state is JobState.COMPLETED and job.progress.failed and not job.progress.done:
            sentences.extend(await self._failures(job))
        elif not job.progress.refused and _has_found_little(job) and not job.progress.failed:
            sentences.append(_without_links(job))
        return " ".join(dict.fromkeys(sentences)) or None

    async def _failures(self, job: Job) -> list[str]:
        """Return the reason that a job found no page, if any: an empty result is easily taken for a success."""
        first = await self._store.urls(job.job_id, job.team_id, states=frozenset({UrlState.FAILED}), after=0, limit=1)
        return [f"No page could be had. {url.reason} (`errors` lists what failed.)" for url in first if url.reason]

    async def _explanation(self, job: Job) -> list[str]:
        key = (job.job_id, job.progress.version)
        if key not in self._explained:
            self._explained[key] = await self._of_refused(job)
            if len(self._explained) > _EXPLAINED:
                self._explained.popitem(last=False)
        return self._explained[key]

    async def _of_refused(self, job: Job) -> list[str]:
        refused = await self._store.urls(
            job.job_id, job.team_id, states=frozenset({UrlState.REFUSED}), after=0, limit=_LOOKED_AT
        )
        reasons = Counter(url.code for url in refused if url.code)
        sentences = []
        if blocked := reasons.pop(Reason.ROBOTS, 0):
            sentences.append(f"robots.txt disallows {_count_in_words(blocked, len(refused))}; {_BLOCKED} lists them.")
        if _has_found_little(job) and reasons:
            code, count = reasons.most_common(1)[0]
            remedy = _REMEDIES.get(code, f"refused as {code}")
            sentences.append(
                f"Few pages were found; links that were refused: {_count_in_words(count, len(refused))} {remedy}."
            )
        return sentences


def _tell_walls(job: Job) -> list[str]:
    profile = job.spec.scrape.profile
    if profile is None:
        return []
    return [
        _WALL.format(verdict=wall.verdict, url=without_credentials(wall.url), host=wall.host, profile=profile.name)
        for wall in job.standing_walls
    ]


def _has_found_little(job: Job) -> bool:
    spec = job.spec
    if not isinstance(spec, CrawlSpec) or spec.scope.max_discovery_depth == 0:
        return False
    return job.state is JobState.COMPLETED and job.progress.done <= _FEW < spec.limit


def _without_links(job: Job) -> str:
    spec = job.spec
    if isinstance(spec, CrawlSpec) and spec.scope.sitemap is SitemapUse.ONLY:
        return "No sitemap of this site names a page; leave `sitemap` out to follow links too."
    return "Only the start page was found: it has no links that a crawl can follow, and no sitemap names more."


def _count_in_words(number: int, looked_at: int) -> str:
    about = "at least " if looked_at >= _LOOKED_AT else ""
    return f"{about}{number} {'URL' if number == 1 else 'URLs'}"
