"""The operations that API, dashboard and command line call."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from gossamer.core.access import AccessRequest, Group, Mode, Principal
from gossamer.core.actions import Captured
from gossamer.core.documents import Document, ScrapeResult
from gossamer.core.explanations import Explanation
from gossamer.core.ids import is_id
from gossamer.core.request_facts import note_caller
from gossamer.core.signing import PublishedKeys
from gossamer.core.specs import ScrapeSpec
from gossamer.features.accounts import Accounts
from gossamer.features.scrape import Scraping
from gossamer.operations.accounts import AccountOperations
from gossamer.operations.batch import Batches
from gossamer.operations.bodies import LargeBodies
from gossamer.operations.crawl import Crawls
from gossamer.operations.extract import ExtractOperations
from gossamer.operations.gate import (
    admit,
    admit_address,
    no_scrape,
    own_key,
)
from gossamer.operations.history import PageHistories
from gossamer.operations.jobs import JobOperations
from gossamer.operations.map import SiteMaps
from gossamer.operations.monitors import MonitorOperations
from gossamer.operations.parse import Parses
from gossamer.operations.rates import Rates
from gossamer.operations.registers import Registers
from gossamer.operations.reports import Reports
from gossamer.operations.research import ResearchOperations
from gossamer.operations.scrape import Scrapes
from gossamer.operations.search import Searches
from gossamer.operations.sessions import SessionOperations
from gossamer.operations.sessions.relay import Relay
from gossamer.operations.siem import SiemOperations
from gossamer.operations.threats import ThreatOperations
from gossamer.operations.usage import UsageOperations
from gossamer.operations.webhooks import WebhookOperations
from gossamer.operations.xclaw import Xclaw
from gossamer.ports.blobs import Blobs

# Returns why a part is not ready, "" when it is.
Probe = Callable[[], Awaitable[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Operations:
    """Authorises, runs and accounts. Built once by `bootstrap`; shared by all ways in.

    *relay* passes on what only another process can do. *render_line* counts the pages that are rendered now, and those
    that wait for it. *signing_keys* returns those that sign requests to sites, None where nothing is signed.
    """

    jobs: JobOperations
    crawls: Crawls
    bodies: LargeBodies
    batches: Batches
    extracts: ExtractOperations
    research: ResearchOperations
    xclaw: Xclaw
    registers: Registers
    maps: SiteMaps
    searches: Searches
    parses: Parses
    monitors: MonitorOperations
    webhooks: WebhookOperations
    histories: PageHistories
    reports: Reports
    usage: UsageOperations
    threats: ThreatOperations
    siem: SiemOperations
    sessions: SessionOperations
    relay: Relay
    members: AccountOperations
    accounts: Accounts
    rates: Rates
    scraping: Scraping
    scrapes: Scrapes
    blobs: Blobs
    probes: Mapping[str, Probe]
    render_line: Callable[[], Mapping[str, int]]
    signing_keys: Callable[[], PublishedKeys | None] | None = None

    async def authenticate(self, token: str | None) -> Principal:
        """Return the principal of *token*; None means no header, "" a header without a token.

        Raises Unauthenticated, and RestrictionsUnverified when the key's permissions cannot be read.
        """
        caller = await self.accounts.authenticate(token)
        note_caller(caller.team_id, caller.key_id)
        return caller

    async def enter(
        self, caller: Principal, group: Group | None, mode: Mode | None, *, called_from: str | None
    ) -> None:
        """Let *caller* in, before anything is read of what they want.

        *group* None leaves it to the job that is asked for which group it belongs to; *mode* None is not
        counted. *called_from* is the caller's address, None when nobody knows it. Raises NotAllowed and RateLimited.
        """
        admit_address(caller, called_from)
        if group is not None:
            admit(caller, AccessRequest(group))
        await self.rates.take(caller, mode)

    async def scrape(
        self,
        caller: Principal,
        group: Group,
        spec: ScrapeSpec,
        dialect: str = "",
        *,
        progress: Callable[[int, int], None] | None = None,
    ) -> ScrapeResult:
        """Scrape one page, record it and charge it; waiting for a place counts as time of the scrape.

        *dialect* is the API version that asks; *progress* is that of a `ScrapeOrder`. Raises OutOfCredits, and
        ProfileBusy when somebody else saves its profile.
        """
        return await self.scrapes.scrape(caller, group, spec, dialect, progress=progress)

    async def explain(self, caller: Principal, group: Group, spec: ScrapeSpec) -> Explanation:
        """Scrape the HTML of one page and return which of its regions *spec* keeps; charged as that scrape."""
        return await self.scrapes.explain(caller, group, spec)

    async def stored_scrape(self, caller: Principal, group: Group, scrape_id: str) -> Document:
        """Return the document of an earlier scrape of the same team, of the same key where that is restricted.

        Raises NotFound when there is none.
        """
        admit(caller, AccessRequest(group))
        stored = self.scraping.stored
        document = await stored(scrape_id.lower(), caller.team_id, own_key(caller)) if is_id(scrape_id) else None
        if document is None:
            raise no_scrape(caller, "Job not found.")
        return document

    async def blob(self, name: str) -> Captured | None:
        """Return stored bytes; names are unguessable, so knowing one is the permission."""
        return await self.blobs.get(name) or await self.monitors.picture(name)

    async def ready(self) -> Mapping[str, str]:
        """Return for each part why it is not ready just now, "" when it is."""
        return {name: await probe() for name, probe in self.probes.items()}
