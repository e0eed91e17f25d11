"""Scraping one page."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Protocol, TypeAlias

from gossamer.core.access import Group, Permits, Principal
from gossamer.core.deadlines import Deadline
from gossamer.core.documents import ScrapeResult
from gossamer.core.explanations import Explanation
from gossamer.core.formats import RawHtml
from gossamer.core.orders import ScrapeOrder
from gossamer.core.specs import ScrapeSpec
from gossamer.features.scrape import Gather, Scraping
from gossamer.operations.admission import Admission
from gossamer.operations.credit_reservations import Spending
from gossamer.operations.gate import access_request, admit, check_available, check_profile, may_ask_model
from gossamer.operations.threats import RequestWatch, ThreatWatch

AgentScrape: TypeAlias = Callable[[Principal, Group, ScrapeSpec, str], Awaitable[ScrapeResult]]


class Profiles(Protocol):
    """Visits to pages with stored cookies; *available* where there is a browser for them."""

    @property
    def available(self) -> bool:
        """Return whether there is a browser."""

    def gathering(self, spec: ScrapeSpec, *, team_id: str, deadline: Deadline, permits: Permits | None) -> Gather:
        """Return a function that gets the page with the profile of *spec*."""


class Scrapes:
    """Scrapes one page under the rules: restrictions, threats, credits, slots.

    *by_agent* scrapes what an agent reaches. It and *profiles* are None where there are none.
    """

    def __init__(
        self,
        scraping: Scraping,
        admission: Admission,
        spending: Spending,
        threats: ThreatWatch,
        *,
        profiles: Profiles | None = None,
        by_agent: AgentScrape | None = None,
    ) -> None:
        self._scraping = scraping
        self._admission = admission
        self._spending = spending
        self._threats = threats
        self._profiles = profiles
        self._by_agent = by_agent

    async def scrape(
        self,
        caller: Principal,
        group: Group,
        spec: ScrapeSpec,
        dialect: str = "",
        *,
        progress: Callable[[int, int], None] | None = None,
    ) -> ScrapeResult:
        """Scrape the page of *spec*, record it and charge it.

        *dialect*, *progress* and errors are those of `Operations.scrape`.
        """
        if spec.agent is not None and self._by_agent is not None:
            return await self._by_agent(caller, group, spec, dialect)
        ask = access_request(group, spec)
        admit(caller, ask)
        check_available(caller, spec)
        check_profile(spec, browser=self._profiles is not None and self._profiles.available)
        watch = await self._threats.of(caller, spec.threat_protection)
        watch.check(spec.url)
        if watch.warnings:
            spec = replace(spec, notices=(*spec.notices, *watch.warnings))
        deadline = Deadline.after(spec.timeout)
        price = self._spending.prices.promised(spec)
        async with (
            self._spending.reserved(caller, price, deadline) as reservation,
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
                progress=progress,
                # A caller who watches the pages stays until the end.
                lasting=progress is None and not spec.zero_data_retention,
            )
            result = await self._scraping.scrape(order, gather=self._gathering(caller, spec, deadline, watch))
        return result.after_waiting(waited) if waited else result

    async def explain(self, caller: Principal, group: Group, spec: ScrapeSpec) -> Explanation:
        """Scrape the HTML of one page and return which of its regions *spec* keeps; charged as that scrape."""
        deadline = Deadline.after(spec.timeout)
        result = await self.scrape(caller, group, replace(spec, formats=(RawHtml(),)))
        html = result.document.raw_html or ""
        return Explanation(result, await self._scraping.regions(html, spec, caller.team_id, deadline))

    def _gathering(self, caller: Principal, spec: ScrapeSpec, deadline: Deadline, watch: RequestWatch) -> Gather | None:
        """Return a function that gets the page in place of fetching it, None when it is fetched."""
        if spec.profile is None or self._profiles is None:
            return None
        return self._profiles.gathering(spec, team_id=caller.team_id, deadline=deadline, permits=watch.permits)
