"""The guide that a site has for language models, /llms.txt (llmstxt.org): links in the order of their worth."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Final, Protocol
from urllib.parse import urljoin

from gossamer.content.links import link_texts
from gossamer.content.page_view import PageView
from gossamer.core.deadlines import Deadline
from gossamer.core.documents import Document
from gossamer.core.errors import ServiceError
from gossamer.core.formats import Links
from gossamer.core.orders import ScrapeOrder
from gossamer.core.pages import FetchedPage
from gossamer.core.specs import CachePolicy
from gossamer.core.urls import WebUrl, without_credentials

# Seconds, of those that there are; the guide is a help, and other pages wait for it.
_PATIENCE: Final = 15.0
_SHARE_OF_TIME: Final = 0.25
_FIRST_ERROR: Final = 400
_USED: Final = "The site's guide was used: the {count} links of {url} come first."
_UNUSED: Final = "The site's guide was not used: {url} {reason}."


class EndedScrape(Protocol):
    """A scrape that ended: with a document and its page, or with an error."""

    @property
    def document(self) -> Document | None:
        """The page view."""

    @property
    def page(self) -> FetchedPage | None:
        """The fetched page."""

    @property
    def error(self) -> ServiceError | None:
        """The error in its place."""


class PageScraper(Protocol):
    """Scrapes pages."""

    async def perform(self, order: ScrapeOrder) -> EndedScrape:
        """Scrape a page and leave recording it to the caller."""


@dataclass(frozen=True, slots=True)
class SiteGuide:
    """The links of a guide in its order, with their texts; *notice* says whether there is one."""

    links: Mapping[str, str] = field(default_factory=dict)
    notice: str = ""


def guide_of(home: WebUrl) -> WebUrl:
    """Return the address of the guide of the site at *home*."""
    return WebUrl(urljoin(home, "/llms.txt"))


def decline_guide(home: WebUrl, reason: str) -> SiteGuide:
    """Return that the guide of the site at *home* is not used, and the *reason*."""
    return SiteGuide(notice=_UNUSED.format(url=without_credentials(guide_of(home)), reason=reason))


async def read_guide(visitor: PageScraper, order: ScrapeOrder) -> SiteGuide:
    """Return the guide of the site at the address of *order*; a site without one is no error."""
    home = order.spec.url
    spec = replace(order.spec, url=guide_of(home), formats=(Links(),), cache=CachePolicy(), wait_for=timedelta(0))
    spec = replace(spec, actions=None, agent=None, profile=None, redaction=None, excerpt=None)
    seconds = min(_PATIENCE, order.due().remaining() * _SHARE_OF_TIME)
    visit = await visitor.perform(replace(order, spec=spec, deadline=Deadline.after(timedelta(seconds=seconds))))
    if visit.page is None:
        return decline_guide(home, "could not be read" if visit.error is None else f"was not had ({visit.error.code})")
    if visit.page.status >= _FIRST_ERROR:
        return decline_guide(home, f"answers {visit.page.status}")
    # Parsing is CPU work; on the loop it would stall every other request.
    links = await asyncio.to_thread(_read_links, visit.page)
    if not links:
        return decline_guide(home, "names no links")
    return SiteGuide(links, _USED.format(count=len(links), url=without_credentials(spec.url)))


def _read_links(page: FetchedPage) -> Mapping[str, str]:
    """Return the links of a guide; servers call it plain text. Empty where HTML stands in its place."""
    view = PageView(replace(page, headers={**page.headers, "content-type": "text/markdown"}))
    if view.kind != "markdown":
        return {}
    texts = link_texts(view.whole, view.base)
    return {link: next(iter(texts.get(link, ())), "") for link in view.links}
