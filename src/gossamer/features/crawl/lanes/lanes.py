"""A turn at a lane from the engine's point of view."""

from collections.abc import Callable
from datetime import timedelta
from typing import Final

import structlog

from gossamer.core.errors import OwnError
from gossamer.core.ids import new_id
from gossamer.core.jobs import Job, Ticket
from gossamer.core.tracing import Tracer
from gossamer.core.visit_identity import visiting_as
from gossamer.features.crawl.lanes.context import Contexts, JobContext
from gossamer.features.crawl.lanes.database_retry import patiently
from gossamer.features.crawl.lanes.job_authorization import JobAuthorization, JobAuthorizer, free
from gossamer.features.crawl.lanes.robots_txt import RobotsTxt
from gossamer.features.crawl.lanes.sitemaps import SitemapReader
from gossamer.features.crawl.lanes.turn import LaneTurn, Tools
from gossamer.features.crawl.lanes.visits import Scraper, Visits
from gossamer.features.crawl.limits import JobLimits
from gossamer.features.crawl.pace import Pacer
from gossamer.features.crawl.sources import Guide, Sources
from gossamer.ports.answers import AnswerStore
from gossamer.ports.clock import Clock
from gossamer.ports.frontier import Chunk, EntryReturned, Frontier, Turn
from gossamer.ports.hosts import HostStore
from gossamer.ports.sites import Robots, Sitemaps
from gossamer.store.history import HistoryStore
from gossamer.store.jobs.jobs import JobStore

# The pause before a job's permissions are read again.
_LOOKS_AGAIN: Final = timedelta(seconds=3)
_log = structlog.get_logger(__name__)


class Lanes:
    """Works on the lanes of jobs, a turn at a time.

    *extracting* scrapes the pages of extractions, *researching* those of research and llms.txt; *sources* looks for
    them, and *guide* leads research from page to page. What models answer about pages is kept
    in *answers* until they are settled; None where no model is used. With a *tracer* each page is a part of the trace
    of the request that started its job.
    """

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
        authorize: JobAuthorizer = free,
        extracting: Scraper | None = None,
        researching: Scraper | None = None,
        sources: Sources | None = None,
        guide: Guide | None = None,
        answers: AnswerStore | None = None,
        histories: HistoryStore | None = None,
        tracer: Tracer | None = None,
        unseal: Callable[[str, str], str] = lambda secret, _: secret,
        identity: Callable[[], str] = lambda: "browser",
    ) -> None:
        pacer = Pacer(hosts, clock)
        robots_txt = RobotsTxt(robots, clock)
        self._tools = Tools(
            frontier=frontier,
            visits=Visits(
                scraper=scraper,
                extracting=extracting or scraper,
                researching=researching or scraper,
                guide=guide,
                robots=robots_txt,
                pacer=pacer,
                clock=clock,
                answers=answers,
                identity=identity,
            ),
            reader=SitemapReader(sitemaps=sitemaps, robots=robots_txt, pacer=pacer, clock=clock),
            sources=sources,
            histories=histories,
            guide=guide,
            pacer=pacer,
            clock=clock,
            tracer=tracer,
        )
        self._jobs = jobs
        self._authorize = authorize
        self._contexts = Contexts(lambda job: JobContext.of(job, limits, unseal))
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
        started_turn = await patiently(
            lambda: tools.frontier.begin(ticket, holder, context.planner, now=tools.clock.now()), tools.clock
        )
        if started_turn is None:
            return
        context.refresh(started_turn.job)
        leave = await self._authorize_turn(started_turn, ticket, holder, context)
        if leave is None:
            return
        turn = LaneTurn(tools, ticket, holder, context, started_turn)
        turns = self._turns.setdefault(ticket.job_id, set())
        turns.add(turn)
        try:
            with visiting_as(leave.identity):
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
        job_context = self._contexts.get(ticket.job_id)
        if job_context is not None:
            return job_context
        clock = self._tools.clock
        job = await patiently(lambda: self._jobs.job(ticket.job_id, ticket.team_id, now=clock.now()), clock)
        return None if job is None or job.state.final else self._contexts.keep(job)

    async def _authorize_turn(
        self, begun: Turn, ticket: Ticket, holder: str, context: JobContext
    ) -> JobAuthorization | None:
        """Return the permissions of a turn that may be worked on; a job that may not go on is cancelled, and says why.

        While permissions cannot be read the job waits: an unreadable restriction counts as the strictest. It keeps
        no entries meanwhile, or other jobs of its team would wait for their places and credits too.
        """
        job = begun.job
        leave = await self._leave(job)
        if leave is None:
            now = self._tools.clock.now()
            given_back = Chunk(returned=[EntryReturned(entry, now) for entry in begun.entries])
            await self._hand_on(ticket, holder, context, given_back, pause=_LOOKS_AGAIN)
            return None
        if leave.why_not is not None:
            await self._hand_on(ticket, holder, context, Chunk(warnings=(leave.why_not,)))
            await self._jobs.cancel(job.job_id, job.team_id, now=self._tools.clock.now())
            return None
        context.permits, context.model = leave.permits, leave.model
        return leave

    async def _leave(self, job: Job) -> JobAuthorization | None:
        try:
            return await self._authorize(job)
        except OwnError as error:
            _log.warning("job_waits", job_id=job.job_id, team_id=job.team_id, code=error.code)
            return None

    async def _hand_on(
        self, ticket: Ticket, holder: str, context: JobContext, chunk: Chunk, *, pause: timedelta = timedelta(0)
    ) -> None:
        frontier, clock = self._tools.frontier, self._tools.clock
        await patiently(
            lambda: frontier.commit(
                ticket, holder, chunk, context.planner.sated(), now=clock.now(), hand_on=True, pause=pause
            ),
            clock,
        )
