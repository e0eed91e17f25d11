"""A turn at a lane from the engine's point of view."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from gossamer.core.ids import new_id
from gossamer.core.jobs import Job, Ticket
from gossamer.features.crawl.lanes.context import Contexts, JobContext
from gossamer.features.crawl.lanes.patience import patiently
from gossamer.features.crawl.lanes.robots_txt import RobotsTxt
from gossamer.features.crawl.lanes.sitemaps import SitemapReader
from gossamer.features.crawl.lanes.turn import LaneTurn, Tools
from gossamer.features.crawl.lanes.visits import Scraper, Visits
from gossamer.features.crawl.limits import JobLimits
from gossamer.features.crawl.pace import Pacer
from gossamer.features.crawl.scope import Permits
from gossamer.ports.clock import Clock
from gossamer.ports.frontier import Chunk, Frontier
from gossamer.ports.hosts import HostStore
from gossamer.ports.jobs import JobStore
from gossamer.ports.sites import Robots, Sitemaps

# Says why a job may not go on (its key was revoked), or None.
MayContinue: TypeAlias = Callable[[Job], Awaitable[str | None]]
# Returns what a job's key may visit, or None when it is not restricted.
PermitsOf: TypeAlias = Callable[[Job], Permits | None]


class Lanes:
    """Works on the lanes of jobs, a turn at a time."""

    def __init__(
        self,
        *,
        frontier: Frontier,
        jobs: JobStore,
        hosts: HostStore,
        robots: Robots,
        sitemaps: Sitemaps,
        scraper: Scraper,
        clock: Clock,
        limits: JobLimits,
        may_continue: MayContinue | None = None,
        permits_of: PermitsOf | None = None,
    ) -> None:
        pacer = Pacer(hosts, clock)
        robots_txt = RobotsTxt(robots, clock)
        self._tools = Tools(
            frontier=frontier,
            visits=Visits(scraper=scraper, robots=robots_txt, pacer=pacer, clock=clock),
            reader=SitemapReader(sitemaps=sitemaps, robots=robots_txt, pacer=pacer, clock=clock),
            pacer=pacer,
            clock=clock,
        )
        self._jobs = jobs
        self._may_continue = may_continue
        self._contexts = Contexts(lambda job: JobContext.of(job, limits, permits_of(job) if permits_of else None))
        self._turns: dict[str, set[LaneTurn]] = {}

    async def run(self, ticket: Ticket) -> None:
        """Work on a lane until its turn is over.

        A void ticket is no work. Raises DatabaseUnavailable when the database stays away for
        minutes. When it is cancelled, nothing more is committed and everything is left to who
        begins the turn next.
        """
        context = await self._context(ticket)
        if context is None:
            return
        tools, holder = self._tools, new_id()
        begun = await patiently(
            lambda: tools.frontier.begin(ticket, holder, context.planner, now=tools.clock.now()), tools.clock
        )
        if begun is None:
            return
        context.at_home(begun.job)
        if await self._is_stopped(begun.job, ticket, holder, context):
            return
        turn = LaneTurn(tools, ticket, holder, context, begun)
        turns = self._turns.setdefault(ticket.job_id, set())
        turns.add(turn)
        try:
            await turn.run()
        finally:
            turns.discard(turn)
            if not turns:
                self._turns.pop(ticket.job_id, None)

    def wake(self, job_id: str) -> None:
        """Let turns at a job that run in this process look at once whether it was cancelled."""
        for turn in self._turns.get(job_id, ()):
            turn.look()

    async def _context(self, ticket: Ticket) -> JobContext | None:
        known = self._contexts.get(ticket.job_id)
        if known is not None:
            return known
        clock = self._tools.clock
        job = await patiently(lambda: self._jobs.job(ticket.job_id, ticket.team_id, now=clock.now()), clock)
        return None if job is None or job.state.final else self._contexts.keep(job)

    async def _is_stopped(self, job: Job, ticket: Ticket, holder: str, context: JobContext) -> bool:
        """Cancel a job that may not go on, and say why; return whether that was so."""
        why = await self._may_continue(job) if self._may_continue else None
        if why is None:
            return False
        frontier, now = self._tools.frontier, self._tools.clock.now()
        await frontier.commit(ticket, holder, Chunk(warnings=(why,)), context.planner.sated(), now=now, hand_on=True)
        await self._jobs.cancel(job.job_id, job.team_id, now=now)
        return True
