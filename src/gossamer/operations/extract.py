"""Starting and reading extractions."""

from dataclasses import replace
from typing import Final

from gossamer.core.access import AccessRequest, Group, Principal
from gossamer.core.errors import NotFound
from gossamer.core.extractions import ExtractSpec
from gossamer.core.ids import is_id
from gossamer.features.agent import AgentScraping
from gossamer.features.extract import Extracts, ExtractStatus
from gossamer.operations.credit_reservations import Spending
from gossamer.operations.gate import admit, ask_of_extract, check_job, check_url_count
from gossamer.operations.jobs import JobArrival
from gossamer.operations.threats import ThreatWatch

_NO_SUCH_EXTRACT: Final = "Extract job not found"


class ExtractOperations:
    """Extractions are admitted by their own group, whatever their key may have of single pages; *most_urls* of one."""

    def __init__(
        self, extracts: Extracts, agent: AgentScraping, spending: Spending, threats: ThreatWatch, *, most_urls: int
    ) -> None:
        self._extracts = extracts
        self._agent = agent
        self._spending = spending
        self._threats = threats
        self._most_urls = most_urls

    async def start(self, caller: Principal, group: Group, spec: ExtractSpec, arrival: JobArrival) -> str:
        """Record the extraction and set it going; return its id.

        Raises AlreadyUsed when the idempotency key was used before, OutOfCredits, and NotAvailable for a search of the
        web where there is none.
        """
        admit(caller, ask_of_extract(group, spec))
        check_job(caller, spec, browser=self._agent.available)
        check_url_count(len(spec.addresses), self._most_urls)
        watch = await self._threats.of(caller, spec.scrape.threat_protection)
        if not spec.web_search:
            watch.check(*spec.addresses)
        await self._spending.check_price(caller, self._spending.prices.extract)
        return await self._extracts.start(
            replace(spec, notices=(*spec.notices, *watch.warnings)),
            **arrival.origin(caller),
            page_price=None if spec.scrape.agent is None else self._agent.bounds(spec.scrape)[1],
        )

    async def read(self, caller: Principal, group: Group, job_id: str) -> ExtractStatus:
        """Return the status of an extraction of the caller's team; NotFound when there is none."""
        admit(caller, AccessRequest(group))
        status = await self._extracts.status(job_id.lower(), caller.team_id) if is_id(job_id) else None
        if status is None:
            raise NotFound(_NO_SUCH_EXTRACT)
        return status

    async def handed_out(self, status: ExtractStatus) -> None:
        """Forget the results of an extraction that keeps nothing: its caller has them."""
        await self._extracts.forget_results(status.job)
