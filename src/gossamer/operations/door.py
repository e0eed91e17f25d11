"""What the ways in may ask for."""

from collections.abc import Awaitable, Callable, Mapping

from gossamer.core.access import Ask, Group, Principal
from gossamer.core.actions import Captured
from gossamer.core.deadlines import Deadline
from gossamer.core.documents import Document, ScrapeResult
from gossamer.core.errors import NotFound
from gossamer.core.ids import is_id
from gossamer.core.specs import ScrapeSpec
from gossamer.features.accounts import Accounts
from gossamer.features.crawl import Jobs
from gossamer.features.map import Maps
from gossamer.features.scrape import Scraping
from gossamer.operations.admission import Admission
from gossamer.operations.batch import Batches
from gossamer.operations.crawl import Crawls
from gossamer.operations.gate import Rights, admit, ask_of, check_available
from gossamer.operations.jobs import JobOperations
from gossamer.operations.map import SiteMaps
from gossamer.ports.blobs import Blobs

Probe = Callable[[], Awaitable[bool]]


class Operations:
    """Authorises, runs and accounts. Built once by `bootstrap`; shared by all ways in.

    *job_pages* is how many pages of one job may be under way at once, for callers to know.
    """

    def __init__(
        self,
        *,
        accounts: Accounts,
        scraping: Scraping,
        admission: Admission,
        blobs: Blobs,
        probes: Mapping[str, Probe],
        jobs: Jobs,
        maps: Maps,
        rights: Rights,
        job_pages: int,
    ) -> None:
        self.jobs = JobOperations(jobs, job_pages=job_pages)
        self.crawls = Crawls(jobs, rights)
        self.batches = Batches(jobs)
        self.maps = SiteMaps(maps, admission)
        self._accounts = accounts
        self._admission = admission
        self._scraping = scraping
        self._blobs = blobs
        self._probes = probes

    async def authenticate(self, token: str | None) -> Principal:
        """Return who *token* speaks for; None means no header, "" a header without a token.

        Raises Unauthenticated.
        """
        return await self._accounts.authenticate(token)

    async def scrape(self, caller: Principal, group: Group, spec: ScrapeSpec) -> ScrapeResult:
        """Scrape one page, record it and charge it; waiting for a place counts as time of the scrape."""
        admit(caller, ask_of(group, spec))
        check_available(spec)
        deadline = Deadline.after(spec.timeout)
        async with self._admission.place(caller.team_id, deadline):
            return await self._scraping.scrape(spec, team_id=caller.team_id, key_id=caller.key_id, deadline=deadline)

    async def stored_scrape(self, caller: Principal, group: Group, scrape_id: str) -> Document:
        """Return what an earlier scrape of the same team gave; NotFound when there is none."""
        admit(caller, Ask(group))
        document = await self._scraping.stored(scrape_id.lower(), caller.team_id) if is_id(scrape_id) else None
        if document is None:
            raise NotFound("Job not found.")
        return document

    async def blob(self, name: str) -> Captured | None:
        """Return stored bytes; names are unguessable, so knowing one is the permission."""
        return await self._blobs.get(name)

    async def ready(self) -> Mapping[str, bool]:
        """Return for each part whether it answered just now."""
        return {name: await probe() for name, probe in self._probes.items()}
