"""Starting crawls."""

from collections.abc import Sequence
from dataclasses import replace

from gossamer.core.access import AccessRequest, Group, Principal
from gossamer.core.crawls import CrawlSpec
from gossamer.core.jobs import Job, JobKind
from gossamer.features.agent import AgentScraping
from gossamer.features.crawl import Jobs, PromptReading
from gossamer.operations.credit_reservations import Spending
from gossamer.operations.gate import Rights, admit, ask_of_crawl, check_job, check_permitted
from gossamer.operations.jobs import Arrival
from gossamer.operations.threats import ThreatWatch


class Crawls:
    """Crawls are admitted by what they ask of every page, and by where they begin."""

    def __init__(
        self, jobs: Jobs, agent: AgentScraping, rights: Rights, spending: Spending, threats: ThreatWatch
    ) -> None:
        self._jobs = jobs
        self._agent = agent
        self._rights = rights
        self._spending = spending
        self._threats = threats

    async def start(self, caller: Principal, group: Group, spec: CrawlSpec, arrival: Arrival) -> str:
        """Record the crawl and set it going; return its id.

        Raises AlreadyUsed when the idempotency key was used before, and OutOfCredits.
        """
        admit(caller, ask_of_crawl(group, spec))
        check_job(caller, spec, browser=self._agent.available)
        check_permitted(spec, self._rights)
        watch = await self._threats.of(caller, spec.scrape.threat_protection)
        watch.check(spec.url)
        await self._spending.check(caller, spec)
        return await self._jobs.start_crawl(
            replace(spec, notices=(*spec.notices, *watch.warnings)),
            team_id=caller.team_id,
            key_id=caller.key_id,
            called_at=arrival.called_at,
            dialect=arrival.dialect,
            idempotency_key=arrival.idempotency_key,
        )

    async def preview(self, caller: Principal, group: Group, url: str, prompt: str) -> PromptReading:
        """Return which options of a crawl of *url* a prompt stands for."""
        admit(caller, AccessRequest(group, urls=(url,)))
        return self._jobs.preview(url, prompt)

    async def active(self, caller: Principal, group: Group) -> Sequence[Job]:
        """Return the team's crawls that run now, youngest first."""
        admit(caller, AccessRequest(group))
        return await self._jobs.active(caller.team_id, JobKind.CRAWL)
