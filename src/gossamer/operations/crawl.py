"""Starting crawls."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final

from gossamer.core.access import AccessRequest, Group, Principal
from gossamer.core.crawls import CrawlSpec, MapSpec
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import NoPlaceFree, Overloaded
from gossamer.core.jobs import Job, JobKind
from gossamer.core.visit_identity import visiting_as
from gossamer.features.agent import AgentScraping
from gossamer.features.crawl import Jobs, PromptReader, PromptReading
from gossamer.operations.admission import Admission
from gossamer.operations.credit_reservations import Spending
from gossamer.operations.gate import Rights, admit, ask_of_crawl, ask_of_map, check_job, check_permitted
from gossamer.operations.jobs import JobArrival
from gossamer.operations.threats import ThreatWatch

# For a look at the site that a prompt is about; who starts a crawl waits for it.
_PATIENCE: Final = timedelta(seconds=10)


class Crawls:
    """Crawls are admitted by what they ask of every page, and by where they begin.

    A look at a site takes a place as a map does.
    """

    def __init__(
        self,
        jobs: Jobs,
        agent: AgentScraping,
        rights: Rights,
        spending: Spending,
        threats: ThreatWatch,
        *,
        prompts: PromptReader,
        admission: Admission,
    ) -> None:
        self._jobs = jobs
        self._prompts = prompts
        self._admission = admission
        self._agent = agent
        self._rights = rights
        self._spending = spending
        self._threats = threats

    async def start(self, caller: Principal, group: Group, spec: CrawlSpec, arrival: JobArrival) -> str:
        """Record the crawl and set it going; return its id.

        Raises AlreadyUsed when the idempotency key was used before, and OutOfCredits.
        """
        admit(caller, ask_of_crawl(group, spec))
        check_job(caller, spec, browser=self._agent.available)
        check_permitted(spec, self._rights)
        watch = await self._threats.of(caller, spec.scrape.threat_protection)
        watch.check(spec.url)
        await self._spending.check(caller, spec)
        spec = replace(spec, notices=(*spec.notices, *watch.warnings))
        return await self._jobs.start_crawl(spec, **arrival.origin(caller))

    async def preview(self, caller: Principal, group: Group, site: MapSpec, prompt: str) -> PromptReading:
        """Return which options of a crawl of *site* a prompt stands for.

        The site is visited where the words alone do not say it; where no place is free for that, they decide.
        """
        admit(caller, AccessRequest(group, urls=(site.url,)))
        parsed = self._prompts.parsed(prompt, site.url)
        if not parsed.needs_the_site:
            return parsed.reading()
        admit(caller, ask_of_map(group, site))
        watch = await self._threats.of(caller, site.threat_protection)
        watch.check(site.url)
        deadline = Deadline.after(_PATIENCE)
        try:
            async with self._admission.place(caller, deadline):
                with visiting_as(caller.identity):
                    return await self._prompts.read(
                        parsed,
                        site,
                        team_id=caller.team_id,
                        key_id=caller.key_id,
                        deadline=deadline,
                        permits=watch.permits,
                    )
        except (NoPlaceFree, Overloaded) as error:
            # A crawl needs no place to be started.
            return parsed.reading(None, error.message)

    async def active(self, caller: Principal, group: Group) -> Sequence[Job]:
        """Return the team's crawls that run now, youngest first."""
        admit(caller, AccessRequest(group))
        return await self._jobs.active(caller.team_id, JobKind.CRAWL)
