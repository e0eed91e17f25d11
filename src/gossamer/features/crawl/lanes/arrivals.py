"""A page that came: whether it is one of the job, what else it is called, and where it leads."""

import asyncio
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Final

from gossamer.content.redaction import redact_texts
from gossamer.core.crawls import Entry, Reason, Refusal
from gossamer.core.documents import Document
from gossamer.core.errors import ForbiddenTarget, InvalidTarget, NameNotResolved, ProxyFailed
from gossamer.core.formats import Links
from gossamer.core.pages import FetchedPage
from gossamer.core.patterns import in_portions
from gossamer.core.urls import WebUrl, without_credentials
from gossamer.features.crawl.discovery import Explorer, Findings, Keys
from gossamer.features.crawl.lanes.addresses import canonical_address, final_address, follows_links
from gossamer.features.crawl.lanes.context import JobContext
from gossamer.features.crawl.lanes.outcomes import Outcome
from gossamer.features.crawl.lanes.robots_txt import Disallowed, RobotsTxt
from gossamer.features.crawl.sources import Guide
from gossamer.ports.frontier import EntryRefused, PageDone
from gossamer.ports.scrapes import FinishedScrape

NOFOLLOW_WARNING: Final = "The links of some pages were not followed because the pages say `nofollow`."
_LOCKED: Final = "Some pages answered 401: they want a password, as in https://user:password@example.org/."
FULL_WARNING: Final = "Far more pages were met than the limit can reach; the surplus is not listed."
_FIRST_ERROR: Final = 400
# Where the start page leads to, there the crawl is at home.
_NOT_ALLOWED: Final = frozenset({Reason.NOT_PERMITTED, Reason.UNSAFE})
_ELSEWHERE: Final = frozenset({Reason.EXTERNAL, Reason.SUBDOMAIN, Reason.OUTSIDE_PATH})


@dataclass(frozen=True, slots=True)
class Arrival:
    """The result of a visit; the links of *guide* are followed before those of the page."""

    entry: Entry
    record: FinishedScrape
    document: Document
    page: FetchedPage
    guide: tuple[str, ...] = ()


class Arrivals:
    """Reads what came."""

    def __init__(self, robots: RobotsTxt, guide: Guide | None = None) -> None:
        self._robots = robots
        self._guide = guide

    async def outcome(self, arrival: Arrival, context: JobContext, turn: Keys) -> Outcome:
        """Return the outcome of *arrival* for its job; *turn* holds the keys that this turn has met."""
        entry, explorer = arrival.entry, context.explorer
        recorded = _record_scrape(arrival, context)
        refused = (_LOCKED,) if arrival.page.status == HTTPStatus.UNAUTHORIZED else ()
        if explorer is None:
            return Outcome(PageDone(entry, recorded), await self._leads(arrival, context), refused)
        final = final_address(entry.url, arrival.page)
        is_start = context.is_start(entry.url)
        home = _new_home(explorer, final) if is_start else None
        if final != entry.url and (refusal := await self._straying(arrival, final, context, explorer)) is not None:
            return Outcome(EntryRefused(entry, refusal))
        findings, noted = await _findings(arrival, context, explorer, turn)
        warnings = noted + refused
        if home is not None:
            warnings += (f"The start page leads to {without_credentials(home)}; the crawl went on from there.",)
        if is_start and (ruled_out := explorer.scope.ruled_out(entry.url)) is not None:
            # Links begin somewhere; what the caller does not want is not part of the result.
            return Outcome(EntryRefused(entry, ruled_out), findings, warnings, home)
        return Outcome(
            PageDone(entry, recorded, _aliases(arrival, final, explorer), findings.children), findings, warnings, home
        )

    async def _leads(self, arrival: Arrival, context: JobContext) -> Findings:
        """Return the addresses a page of research leads to; pages of other jobs without a frontier lead nowhere."""
        if not context.is_guided or self._guide is None:
            return Findings()
        leads = await self._guide.leads(arrival.document, arrival.entry, context.job)
        return Findings([lead for lead in leads if context.barred(lead.url) is None])

    async def _straying(
        self, arrival: Arrival, final: WebUrl, context: JobContext, explorer: Explorer
    ) -> Refusal | None:
        """Return the refusal of a redirect to *final*, None when it may be followed.

        From the start of a crawl it may lead out of its scope: only permission and robots matter.
        """
        redirect_reason = f"It redirects to {without_credentials(final)}."
        refusal = explorer.scope.straying(final)
        if refusal is not None and (refusal.reason in _NOT_ALLOWED or not context.is_start(arrival.entry.url)):
            return Refusal(refusal.reason, f"{redirect_reason} {refusal.detail}" if refusal.detail else redirect_reason)
        if not context.obeys_robots:
            return None
        try:
            ruling = await self._robots.ruling(final, agent=context.robots_agent)
        except (ForbiddenTarget, InvalidTarget) as error:
            return Refusal(Reason.FORBIDDEN, f"{redirect_reason} {error.message}")
        except (NameNotResolved, ProxyFailed):
            # Its robots.txt leads to a host that is not there, or cannot be asked for; the page itself came.
            return None
        return Refusal(Reason.ROBOTS, redirect_reason) if isinstance(ruling, Disallowed) else None


def _new_home(explorer: Explorer, final: WebUrl) -> WebUrl | None:
    refusal = explorer.scope.straying(final)
    if refusal is None or refusal.reason not in _ELSEWHERE:
        return None
    explorer.move(final)
    return final


def _record_scrape(arrival: Arrival, context: JobContext) -> FinishedScrape:
    """Return the scrape as the job keeps it: with its document, which is the job's result.

    With zero data retention it is kept until it was read; `lockdown` says where a page may come from.
    """
    document = arrival.document
    if Links() not in context.job.spec.scrape.formats:
        document = replace(document, links=None)
    elif document.links and context.template.redaction is not None:
        document = replace(document, links=redact_texts(document.links, context.template.redaction))
    return replace(arrival.record, document=document)


def _aliases(arrival: Arrival, final: WebUrl, explorer: Explorer) -> tuple[int, ...]:
    names = (final, canonical_address(arrival.document, arrival.page, final, explorer))
    keys = {explorer.sameness.fingerprint(name) for name in names if name is not None}
    return tuple(keys - {arrival.entry.fingerprint})


async def _findings(
    arrival: Arrival, context: JobContext, explorer: Explorer, turn: Keys
) -> tuple[Findings, tuple[str, ...]]:
    """Return the addresses to which the page leads, and warnings about them."""
    links = arrival.document.links or ()
    if arrival.page.status >= _FIRST_ERROR and not context.is_start(arrival.entry.url):
        return Findings(), ()
    warnings: tuple[str, ...] = ()
    if links and context.obeys_robots and not follows_links(arrival.document, arrival.page):
        links, warnings = (), (NOFOLLOW_WARNING,)
    parts: list[Findings] = []
    for portion in in_portions((*arrival.guide, *links), str, size=explorer.scope.size):
        if parts:
            # A page may have a hundred thousand links; others want to go on meanwhile.
            await asyncio.sleep(0)
        parts.append(explorer.links(portion, depth=arrival.entry.depth + 1, turn=turn, full=context.is_full))
    findings = Findings.joined(parts)
    return findings, (*warnings, FULL_WARNING) if findings.left_out else warnings
