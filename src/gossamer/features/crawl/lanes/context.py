"""The state that this process keeps of a job, from turn to turn."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Final

from gossamer.core.access import Permits
from gossamer.core.canonical import fetchable
from gossamer.core.crawls import CrawlSpec, SitemapUse, Wall
from gossamer.core.errors import NotAllowed
from gossamer.core.formats import Links
from gossamer.core.jobs import Job, JobSpec
from gossamer.core.research import ResearchSpec
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import WebUrl, credentials_of, with_credentials, with_credentials_of
from gossamer.features.crawl.discovery import Explorer
from gossamer.features.crawl.lane_planning import JobPlanner
from gossamer.features.crawl.lanes.job_authorization import nowhere
from gossamer.features.crawl.limits import JobLimits

_JOBS: Final = 16
_SMOOTHING: Final = 0.1
_NO_PAUSE: Final = timedelta(0)
# Somebody is asked so often to pass a wall of a host; then the job goes on without.
_MOST_WAITS: Final = 3
# A lane is as wide as moments lie within this time.
_SLOT_HORIZON: Final = timedelta(seconds=2)


@dataclass(slots=True)
class JobContext:
    """A job as a worker needs it; *explorer* is None for a batch, whose pages lead nowhere.

    *template* is the scrape of each page, with the links when they are followed. *queued* is
    how many pages waited when a lane last committed. *sitemaps* counts those read here.
    *crawl_delay* is what robots.txt wants at home, *usual* what a page takes in seconds.
    *permits* says where the job's key may not go, and *model* whether a language model may be asked, as far as it was
    asked for the turn that runs. *unseal* opens the passwords of its addresses. *walls*, by host, are those it met.
    """

    job: Job
    template: ScrapeSpec
    planner: JobPlanner
    explorer: Explorer | None
    queued: int = 0
    sitemaps: int = 0
    crawl_delay: timedelta = _NO_PAUSE
    usual: float = 0.0
    permits: Permits | None = nowhere
    model: bool = False
    unseal: Callable[[str, str], str] = lambda secret, _: secret
    walls: dict[str, Wall] = field(default_factory=dict)

    @classmethod
    def of(cls, job: Job, limits: JobLimits, unseal: Callable[[str, str], str]) -> "JobContext":
        """Return the context of *job*. Raises CallerError when an expression of its cannot be used any more."""
        spec = job.spec
        context = cls(job, _template(spec), JobPlanner.of(spec, limits), explorer=None, unseal=unseal)
        if isinstance(spec, CrawlSpec):
            home = job.home or spec.url
            context.explorer = Explorer(spec, home=home, begun=job.created_at, permits=context.barred)
        return context

    @property
    def crawl(self) -> CrawlSpec | None:
        """Return the job's options when it is a crawl, else None."""
        return self.job.spec if isinstance(self.job.spec, CrawlSpec) else None

    @property
    def deepest(self) -> int | None:
        """Return the greatest number of links that its pages are from the start; None without a bound."""
        return self.crawl.scope.max_discovery_depth if self.crawl else None

    @property
    def delay(self) -> timedelta:
        """Return the pause between two pages that was asked for."""
        crawl = self.crawl
        return (crawl.delay if crawl else None) or _NO_PAUSE

    @property
    def pause(self) -> timedelta:
        """Return the pause between two requests at home, as far as it is known yet."""
        return max(self.delay, self.crawl_delay)

    @property
    def is_of_one_pace(self) -> bool:
        """Return whether nothing can be begun elsewhere while one host rests.

        With a delay the whole job goes one page at a time; a crawl that stays at home has one host.
        """
        crawl = self.crawl
        if crawl is None:
            return False
        return crawl.delay is not None or not (crawl.scope.external_links or crawl.scope.subdomains)

    @property
    def obeys_robots(self) -> bool:
        """Return whether robots rules hold for what the job meets: a batch was given its addresses one by one."""
        crawl = self.crawl
        return self.job.kind.finds_pages if crawl is None else not crawl.scope.ignore_robots

    @property
    def is_guided(self) -> bool:
        """Return whether the job is research, which weighs every page that it meets."""
        return isinstance(self.job.spec, ResearchSpec)

    @property
    def robots_agent(self) -> str | None:
        """Return the name under which robots.txt is read; None is our own."""
        crawl = self.crawl
        return crawl.scope.robots_user_agent if crawl else None

    @property
    def is_full(self) -> bool:
        """Return whether so many pages wait that further ones would never be reached."""
        bound = self.planner.frontier_bound
        return bound is not None and self.queued >= bound

    def barred(self, url: str) -> NotAllowed | None:
        """Return the error when the job may not visit *url*, else None."""
        return None if self.permits is None else self.permits(url)

    def with_password(self, url: WebUrl) -> WebUrl:
        """Return *url* as it is visited: at the origin of a crawl's start with the password of the start."""
        url = url if self.crawl is None else with_credentials_of(self.crawl.url, url)
        return with_credentials(url, self.unseal(credentials_of(url), self.job.team_id))

    def is_start(self, url: WebUrl) -> bool:
        """Return whether *url* is where a crawl starts from."""
        crawl = self.crawl
        return crawl is not None and url == fetchable(crawl.url) and crawl.scope.sitemap is not SitemapUse.ONLY

    @property
    def profile(self) -> str:
        """Return the profile with which walls are passed; "" when the job does not wait for that."""
        profile = self.template.profile
        return profile.name if profile is not None and profile.waits else ""

    def is_waiting(self, host: str) -> bool:
        """Return whether a wall of *host* waits for somebody to pass it."""
        wall = self.walls.get(host)
        return wall is not None and wall.passed_at is None

    def meet(self, wall: Wall) -> bool:
        """Take note of *wall*; return whether it is waited for, which is done so often for a host and no more."""
        known_wall = self.walls.setdefault(wall.host, wall)
        if known_wall.passed_at is not None and wall.met_at >= known_wall.passed_at and known_wall.times < _MOST_WAITS:
            known_wall = self.walls[wall.host] = replace(wall, times=known_wall.times + 1)
        return known_wall.passed_at is None or wall.met_at < known_wall.passed_at

    def refresh(self, job: Job) -> None:
        """Take over where *job* is at home by now, and which walls stand."""
        self.walls = {wall.host: wall for wall in job.walls}
        if self.explorer is not None and job.home is not None:
            self.explorer.move(job.home)

    def took(self, seconds: float) -> None:
        """Learn from a page that came after *seconds*."""
        self.usual += _SMOOTHING * (seconds - self.usual) if self.usual else seconds

    def keep_pace(self, url: WebUrl, every: timedelta) -> None:
        """Make lanes no wider than a pause of *every* between two pages like *url* needs."""
        if every > _NO_PAUSE and self.explorer is not None and self.explorer.scope.is_at_home(url):
            self.crawl_delay = every
            self.planner = self.planner.paced(int(_SLOT_HORIZON / every))


def _template(spec: JobSpec) -> ScrapeSpec:
    scrape = replace(spec.scrape, zero_data_retention=spec.zero_data_retention or spec.scrape.zero_data_retention)
    if not isinstance(spec, CrawlSpec):
        return scrape
    formats = () if spec.only_urls else scrape.formats
    if spec.scope.sitemap is not SitemapUse.ONLY and Links() not in formats:
        formats = (*formats, Links())
    return replace(scrape, formats=formats)


class Contexts:
    """The jobs this process worked on last."""

    def __init__(self, make: Callable[[Job], JobContext]) -> None:
        self._make = make
        self._known: OrderedDict[str, JobContext] = OrderedDict()

    def get(self, job_id: str) -> JobContext | None:
        """Return the context of a job, None when none is kept."""
        if job_id in self._known:
            self._known.move_to_end(job_id)
        return self._known.get(job_id)

    def keep(self, job: Job) -> JobContext:
        """Return the context of *job*, which is kept from now on."""
        context = self._known.setdefault(job.job_id, self._make(job))
        if len(self._known) > _JOBS:
            self._known.popitem(last=False)
        return context
