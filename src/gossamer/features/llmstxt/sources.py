"""The pages of an llms.txt: those of the site's own file first, then those of its map."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

from gossamer.content.suspicion import orders_in
from gossamer.core.access import Permits
from gossamer.core.crawls import MapSpec
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import InvalidTarget, OwnError, ServiceError
from gossamer.core.formats import Markdown
from gossamer.core.jobs import Job
from gossamer.core.orders import ScrapeOrder
from gossamer.core.research import LlmsTxtSpec
from gossamer.core.urls import WebUrl, host_of, web_url, without_credentials
from gossamer.features.crawl import Scraper, SourceResult, page_of
from gossamer.features.extract import SiteSearch
from gossamer.features.llmstxt.layout import is_llmstxt, links_in
from gossamer.features.llmstxt.selection import worth_listing
from gossamer.features.research.notes import Notes

OWN: Final = "own llms.txt"
_PATIENCE: Final = timedelta(seconds=30)
# Some of what is found cannot be had; the next takes its place.
_SPARE: Final = 2
# Of so many times as many pages of the map those are chosen that are worth a place.
_CHOICE: Final = 10
_LARGEST: Final = 200_000


class LlmsTxtSources:
    """Sources of llms.txt; a `features.crawl.Sources`. The site's own file is looked at without a charge."""

    def __init__(self, sites: SiteSearch, scraper: Scraper, notes: Notes) -> None:
        self._sites = sites
        self._scraper = scraper
        self._notes = notes

    async def read(self, source: WebUrl, job: Job, permits: Permits | None, **_: bool) -> SourceResult:
        """Return the pages of the site; what goes wrong on our side is raised, for another attempt."""
        spec = job.spec
        if not isinstance(spec, LlmsTxtSpec):
            return SourceResult(problem="Only an llms.txt is made of a site's map.")
        site_file = await self._own(source, spec, job, permits)
        await self._notes.keep(job.job_id, OWN, site_file)
        problem, mapped = await self._map_site(source, spec, job, permits)
        named = _addresses(site_file["links"], source) if site_file["text"] else []
        # Pages that the site names itself are chosen already.
        urls = list(dict.fromkeys([*named, *map(WebUrl, worth_listing(mapped))]))[: _SPARE * spec.limit]
        pages = [page_of(url, depth=1, rank=number) for number, url in enumerate(urls, 1)]
        return SourceResult(discovered=pages, problem=problem)

    async def _map_site(
        self, site: WebUrl, spec: LlmsTxtSpec, job: Job, permits: Permits | None
    ) -> tuple[str | None, Sequence[WebUrl]]:
        map_spec = MapSpec(url=site, limit=_CHOICE * spec.limit, origin=spec.origin)
        try:
            mapped = await self._sites.found(
                map_spec, team_id=job.team_id, key_id=job.key_id, deadline=Deadline.after(_PATIENCE), permits=permits
            )
        except OwnError:
            raise
        except ServiceError as error:
            return f"The map of {without_credentials(site)} failed. {error.message}", ()
        return None, [WebUrl(link.url) for link in mapped.links]

    async def _own(self, site: WebUrl, spec: LlmsTxtSpec, job: Job, permits: Permits | None) -> dict[str, Any]:
        """Return the site's own file, its links and what in it speaks to an assistant; empty where it has none."""
        parts = urlsplit(site)
        address = WebUrl(f"{parts.scheme}://{parts.netloc}/llms.txt")
        template = replace(spec.scrape, url=address, formats=(Markdown(),), main_only=False)
        performed = await self._scraper.perform(ScrapeOrder(template, job.team_id, job.key_id, permits=permits))
        document, page = performed.document, performed.page
        text = (document.markdown or "") if document is not None else ""
        came = page is not None and page.status == HTTPStatus.OK and "html" not in page.media_type
        if not came or not is_llmstxt(text):
            return {"url": without_credentials(address), "text": "", "links": []}
        text = text[:_LARGEST]
        shown = without_credentials(address)
        return {"url": shown, "text": text, "links": links_in(text), "orders": list(orders_in(text))}


def _addresses(links: Sequence[str], site: WebUrl) -> list[WebUrl]:
    """Return the links that are pages of the site itself."""
    addresses = []
    for link in links:
        try:
            url = web_url(urljoin(site, link))
        except InvalidTarget:
            continue
        if host_of(url) == host_of(site):
            addresses.append(url)
    return addresses
