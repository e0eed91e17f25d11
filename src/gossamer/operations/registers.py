"""Searches of public registers: papers, which are free, and code, which costs what a search does."""

from dataclasses import replace
from datetime import timedelta
from typing import Final

from gossamer.core.access import AccessRequest, Group, Principal
from gossamer.core.deadlines import Deadline
from gossamer.core.developer import DeveloperFound, DeveloperQuery
from gossamer.core.errors import NotAllowed
from gossamer.core.ids import new_id
from gossamer.core.papers import Paper, PaperId, PaperQuery, PaperRead, PapersFound, RelatedQuery
from gossamer.features.registers import DeveloperSearch, Papers
from gossamer.operations.admission import Admission
from gossamer.operations.credit_reservations import Spending
from gossamer.operations.gate import admit, may_visit
from gossamer.operations.threats import ThreatWatch
from gossamer.ports.clock import Clock
from gossamer.ports.scrapes import FinishedScrape
from gossamer.store.scrapes import ScrapeStore

_PATIENCE: Final = timedelta(seconds=30)
# A paper of a hundred pages has to come and be read; clients wait for a minute, as a rule.
_READING: Final = timedelta(seconds=55)
_KEPT: Final = timedelta(hours=24)
_OWN_ONLY: Final = "This API key may only read stored pages, so only the service's own index was searched."
_NOT_OUTSIDE: Final = "This API key may only read stored pages, and papers are looked up in registers outside."


class Registers:
    """Searches *papers* and *developer* for callers of the group `research`."""

    def __init__(
        self,
        papers: Papers,
        developer: DeveloperSearch,
        *,
        admission: Admission,
        spending: Spending,
        threats: ThreatWatch,
        scrapes: ScrapeStore,
        clock: Clock,
    ) -> None:
        self._papers = papers
        self._developer = developer
        self._admission = admission
        self._spending = spending
        self._threats = threats
        self._scrapes = scrapes
        self._clock = clock

    async def papers(self, caller: Principal, group: Group, query: PaperQuery) -> PapersFound:
        """Return papers for *query*. Raises SearchFailed when nobody answered."""
        admit(caller, AccessRequest(group))
        own_only = not may_visit(caller, group)
        answer = await self._papers.search(
            query, team_id=caller.team_id, deadline=Deadline.after(_PATIENCE), own_only=own_only
        )
        return replace(answer, warnings=(_OWN_ONLY, *answer.warnings)) if own_only else answer

    async def paper(self, caller: Principal, group: Group, paper_id: PaperId) -> Paper:
        """Return the paper that is *paper_id*. Raises NotFound, and SearchFailed when no register answered."""
        _admit_outside(caller, group)
        return await self._papers.paper(paper_id, deadline=Deadline.after(_PATIENCE))

    async def related(self, caller: Principal, group: Group, query: RelatedQuery) -> PapersFound:
        """Return papers that belong to others. Raises NotFound, and SearchFailed when nobody answered."""
        _admit_outside(caller, group)
        return await self._papers.related(query, team_id=caller.team_id, deadline=Deadline.after(_PATIENCE))

    async def read(self, caller: Principal, group: Group, paper_id: PaperId, question: str, most: int) -> PaperRead:
        """Return the passages of a paper that fit *question*; its documents are visited as pages are, free of charge.

        Raises NotFound, and SearchFailed when nobody answered.
        """
        _admit_outside(caller, group)
        watch = await self._threats.of(caller, None)
        deadline = Deadline.after(_READING)
        async with self._admission.place(caller, deadline):
            return await self._papers.read(
                paper_id,
                question,
                most,
                team_id=caller.team_id,
                key_id=caller.key_id,
                deadline=deadline,
                permits=watch.permits,
            )

    async def developer(
        self, caller: Principal, group: Group, query: DeveloperQuery, dialect: str = ""
    ) -> DeveloperFound:
        """Return results for *query*, recorded and charged as a search. Raises OutOfCredits, and SearchFailed."""
        admit(caller, AccessRequest(group))
        own_only = not may_visit(caller, group)
        deadline = Deadline.after(_PATIENCE)
        prices = self._spending.prices
        async with self._spending.reserved(caller, prices.searched(query.limit), deadline) as reservation:
            answer = await self._developer.search(query, team_id=caller.team_id, deadline=deadline, own_only=own_only)
            charged = prices.searched(len(answer.results))
            now = self._clock.now()
            await self._scrapes.record(
                FinishedScrape(
                    scrape_id=new_id(),
                    team_id=caller.team_id,
                    key_id=caller.key_id,
                    url=query.text,
                    credits=charged,
                    finished_at=now,
                    expires_at=now + _KEPT,
                    operation="search",
                    dialect=dialect,
                    reservation=reservation,
                )
            )
        warnings = (_OWN_ONLY, *answer.warnings) if own_only else answer.warnings
        return replace(answer, credits_used=charged, warnings=warnings)


def _admit_outside(caller: Principal, group: Group) -> None:
    admit(caller, AccessRequest(group))
    if not may_visit(caller, group):
        raise NotAllowed(_NOT_OUTSIDE)
