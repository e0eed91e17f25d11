"""The operations that API, dashboard and command line call."""

from collections.abc import Awaitable, Callable, Mapping

from gossamer.content.offload import Offload
from gossamer.core.access import AccessRequest, Group, Mode, Principal
from gossamer.core.actions import Captured
from gossamer.core.documents import Document, ScrapeResult
from gossamer.core.explanations import Explanation
from gossamer.core.ids import is_id
from gossamer.core.request_facts import note_caller
from gossamer.core.specs import ScrapeSpec
from gossamer.features.accounts import Accounts
from gossamer.features.agent import AgentScraping
from gossamer.features.crawl import Jobs, PromptReader
from gossamer.features.extract import Extracts
from gossamer.features.llmstxt import LlmsTxt
from gossamer.features.map import Maps
from gossamer.features.monitor import Monitors
from gossamer.features.research import Research
from gossamer.features.scrape import Scraping
from gossamer.features.search import FeedbackDesk, Searching
from gossamer.features.sessions import ProfileScraping
from gossamer.features.webhooks import Sender
from gossamer.operations.accounts import AccountOperations
from gossamer.operations.admission import Admission
from gossamer.operations.agent import AgentScrapes
from gossamer.operations.batch import Batches
from gossamer.operations.bodies import LargeBodies
from gossamer.operations.crawl import Crawls
from gossamer.operations.credit_reservations import Spending
from gossamer.operations.extract import ExtractOperations
from gossamer.operations.gate import (
    Rights,
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
from gossamer.operations.threats import ThreatOperations, ThreatWatch
from gossamer.operations.usage import UsageOperations
from gossamer.operations.webhooks import WebhookOperations
from gossamer.operations.xclaw import Xclaw
from gossamer.ports.blobs import Blobs

# Returns why a part is not ready, "" when it is.
Probe = Callable[[], Awaitable[str]]


class Operations:
    """Authorises, runs and accounts. Built once by `bootstrap`; shared by all ways in.

    *job_pages* is how many pages of one job may be under way at once, for callers to know, *extract_urls* how many
    addresses one extraction may name. *relay* passes on what only
    another process can do. *render_line* counts the pages that are rendered now, and those that wait for it.
    """

    def __init__(
        self,
        *,
        accounts: Accounts,
        members: AccountOperations,
        scraping: Scraping,
        admission: Admission,
        offload: Offload,
        blobs: Blobs,
        probes: Mapping[str, Probe],
        render_line: Callable[[], Mapping[str, int]],
        jobs: Jobs,
        maps: Maps,
        rights: Rights,
        rates: Rates,
        reports: Reports,
        spending: Spending,
        usage: UsageOperations,
        threats: ThreatOperations,
        watch: ThreatWatch,
        sessions: SessionOperations,
        relay: Relay,
        profiles: ProfileScraping,
        agent: AgentScraping,
        extracts: Extracts,
        histories: PageHistories,
        research: Research,
        xclaw: Xclaw,
        registers: Registers,
        llmstxt: LlmsTxt,
        searching: Searching,
        feedback: FeedbackDesk,
        parses: Parses,
        monitors: Monitors,
        sender: Sender,
        siem: SiemOperations,
        job_pages: int,
        extract_urls: int,
    ) -> None:
        self.jobs = JobOperations(jobs, admission, job_pages=job_pages)
        self.crawls = Crawls(jobs, agent, rights, spending, watch, prompts=PromptReader(maps), admission=admission)
        self.bodies = LargeBodies(offload)
        self.batches = Batches(jobs, agent, spending, watch)
        self.extracts = ExtractOperations(extracts, agent, spending, watch, most_urls=extract_urls)
        self.research = ResearchOperations(research, llmstxt, spending, watch, most_urls=extract_urls)
        self.xclaw = xclaw
        self.registers = registers
        self.maps = SiteMaps(maps, admission, spending, watch)
        self.searches = Searches(searching, feedback, spending, watch, self.scrape)
        self.parses = parses
        self.monitors = MonitorOperations(monitors, agent, rights, spending, watch)
        self.webhooks = WebhookOperations(sender)
        self.histories = histories
        self.reports = reports
        self.usage = usage
        self.threats = threats
        self.siem = siem
        self.sessions = sessions
        self.relay = relay
        self.members = members
        self._accounts = accounts
        self._rates = rates
        self._scraping = scraping
        self._scrapes = Scrapes(scraping, admission, spending, watch, profiles)
        self._agents = AgentScrapes(agent, admission, spending, watch)
        self._blobs = blobs
        self._probes = probes
        self.render_line = render_line

    async def authenticate(self, token: str | None) -> Principal:
        """Return the principal of *token*; None means no header, "" a header without a token.

        Raises Unauthenticated, and RestrictionsUnverified when the key's permissions cannot be read.
        """
        caller = await self._accounts.authenticate(token)
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
        await self._rates.take(caller, mode)

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
        if spec.agent is not None:
            return await self._agents.scrape(caller, group, spec, dialect)
        return await self._scrapes.scrape(caller, group, spec, dialect, progress=progress)

    async def explain(self, caller: Principal, group: Group, spec: ScrapeSpec) -> Explanation:
        """Scrape the HTML of one page and return which of its regions *spec* keeps; charged as that scrape."""
        return await self._scrapes.explain(caller, group, spec)

    async def stored_scrape(self, caller: Principal, group: Group, scrape_id: str) -> Document:
        """Return the document of an earlier scrape of the same team, of the same key where that is restricted.

        Raises NotFound when there is none.
        """
        admit(caller, AccessRequest(group))
        stored = self._scraping.stored
        document = await stored(scrape_id.lower(), caller.team_id, own_key(caller)) if is_id(scrape_id) else None
        if document is None:
            raise no_scrape(caller, "Job not found.")
        return document

    async def blob(self, name: str) -> Captured | None:
        """Return stored bytes; names are unguessable, so knowing one is the permission."""
        return await self._blobs.get(name) or await self.monitors.picture(name)

    async def ready(self) -> Mapping[str, str]:
        """Return for each part why it is not ready just now, "" when it is."""
        return {name: await probe() for name, probe in self._probes.items()}
