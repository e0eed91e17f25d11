"""Scraping with an agent that navigates first."""

from dataclasses import replace

from gossamer.core.access import Group, Principal
from gossamer.core.deadlines import Deadline
from gossamer.core.documents import ScrapeResult
from gossamer.core.orders import ScrapeOrder
from gossamer.core.specs import ScrapeSpec
from gossamer.features.agent import AgentScraping
from gossamer.operations.admission import Admission
from gossamer.operations.credit_reservations import Spending
from gossamer.operations.gate import (
    access_request,
    admit,
    check_agent,
    check_available,
    check_profile,
    may_ask_model,
    may_be_told,
)
from gossamer.operations.threats import ThreatWatch


class AgentScrapes:
    """Scrapes what an agent reaches."""

    def __init__(self, scraping: AgentScraping, admission: Admission, spending: Spending, threats: ThreatWatch) -> None:
        self._scraping = scraping
        self._admission = admission
        self._spending = spending
        self._threats = threats

    async def scrape(self, caller: Principal, group: Group, spec: ScrapeSpec, dialect: str = "") -> ScrapeResult:
        """Scrape what the agent of *spec* reaches, record it and charge it.

        What there is of credits bounds how far it goes. Raises OutOfCredits when that is nowhere.
        """
        ask = access_request(group, spec)
        admit(caller, ask)
        check_available(caller, spec)
        check_agent(spec, browser=self._scraping.available)
        check_profile(spec, browser=self._scraping.available)
        watch = await self._threats.of(caller, spec.threat_protection)
        watch.check(spec.url)
        spec = replace(spec, notices=(*spec.notices, *watch.warnings))
        deadline = Deadline.after(spec.timeout)
        least, most = self._scraping.bounds(spec)
        async with (
            self._spending.reserved_between(caller, least, most, deadline) as (reservation, credits_left),
            self._admission.place(caller, deadline) as waited,
        ):
            order = ScrapeOrder(
                spec,
                caller.team_id,
                caller.key_id,
                deadline,
                watch.permits,
                use_model=may_ask_model(caller, ask),
                dialect=dialect,
                reservation=reservation,
            )
            result = await self._scraping.scrape(order, credits_left=credits_left, answers=may_be_told(caller, ask))
        return result.after_waiting(waited) if waited else result
