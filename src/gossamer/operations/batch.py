"""Starting batch scrapes."""

from dataclasses import replace

from gossamer.core.access import AccessRequest, Group, Principal
from gossamer.core.crawls import BatchSpec
from gossamer.core.errors import AlreadyEnded, NotAllowed
from gossamer.core.seeds import Seeds
from gossamer.features.agent import AgentScraping
from gossamer.features.crawl import Jobs
from gossamer.operations.credit_reservations import Spending
from gossamer.operations.gate import admit, ask_of_pages, check_job
from gossamer.operations.jobs import JobArrival
from gossamer.operations.threats import ThreatWatch


class Batches:
    """Batches are admitted by what they ask of every page, and by all their URLs."""

    def __init__(self, jobs: Jobs, agent: AgentScraping, spending: Spending, threats: ThreatWatch) -> None:
        self._jobs = jobs
        self._agent = agent
        self._spending = spending
        self._threats = threats

    async def check_room(self, caller: Principal, group: Group) -> None:
        """Raise QueueFull when no page of the caller's team can wait, which is known before a request is read."""
        admit(caller, AccessRequest(group))
        await self._jobs.check_room(caller.team_id)

    async def start(
        self, caller: Principal, group: Group, spec: BatchSpec, arrival: JobArrival, seeds: Seeds | None = None
    ) -> str:
        """Record the batch, or add to the one it names, and set it going; return its id.

        With *seeds*, which are all of its pages, *spec* may have one address of each host, and their number.
        Raises NotFound when the team has no batch of that name, AlreadyEnded, AlreadyUsed when the
        idempotency key was used before, and OutOfCredits.
        """
        admit(caller, ask_of_pages(group, spec.scrape, spec.urls))
        check_job(caller, spec, browser=self._agent.available)
        # A page that is blocked fails by itself when its turn comes; the others are scraped.
        watch = await self._threats.of(caller, spec.scrape.threat_protection)
        requested = spec if spec.append_to is None else await self._as_added(caller, group, spec, spec.append_to)
        await self._spending.check(caller, requested)
        return await self._jobs.start_batch(
            replace(spec, scrape=requested.scrape, notices=(*spec.notices, *watch.warnings)),
            **arrival.origin(caller),
            page_price=None if spec.scrape.agent is None else self._agent.bounds(spec.scrape)[1],
            seeds=seeds,
        )

    async def _as_added(self, caller: Principal, group: Group, spec: BatchSpec, batch_id: str) -> BatchSpec:
        """Return *spec* with the options of the batch that its pages join, if the caller may have that.

        They are scraped, and paid for, as that batch asked and under its key. Else a key would get around its
        own limits by adding to what another began: NotAllowed. Raises AlreadyEnded, too.
        """
        status = await self._jobs.status(batch_id, caller.team_id)
        if status is None or not isinstance(status.job.spec, BatchSpec):
            # Adding to it reports that with an error of its own.
            return spec
        if status.job.key_id != caller.key_id and await self._is_limited(caller):
            raise NotAllowed("This API key is restricted and can only add to batches that it started.")
        if status.job.state.final:
            raise AlreadyEnded("The batch has ended. Start a new batch without `appendToId`.")
        requested = replace(status.job.spec, urls=spec.urls, count=spec.count)
        admit(caller, ask_of_pages(group, requested.scrape, requested.urls))
        return requested

    async def _is_limited(self, caller: Principal) -> bool:
        limits = caller.limits
        bounded = (limits.key_rate, limits.key_concurrency) != (None, None)
        return bool(caller.restrictions) or bounded or await self._spending.has_budget(caller)
